import { createFrame, type Frame, type PlayMode, type Side } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import { countGoalShares, formatGoalShares } from './goal-shares.js';

/** A show with the ball at a place, a player of a side at it, all others at the center, and a score. */
function createShow(
  x: number,
  y: number,
  owner: Side,
  score: [number, number],
  mode: PlayMode = 'play_on',
): Frame {
  const frame = createFrame();
  frame.playMode = mode;
  Object.assign(frame, { ballX: x, ballY: y });
  [frame.left.score, frame.right.score] = score;
  Object.assign(frame.players[owner === 'l' ? 9 : 20]!, { x: x + 0.5, y });
  return frame;
}

const many = (count: number, ...show: Parameters<typeof createShow>): Frame[] =>
  Array.from({ length: count }, () => createShow(...show));

describe('goals that follow a ball at a place', () => {
  it('count for the team that has the ball, in its frame, within 150 shows', () => {
    const frames = [...many(160, 40, -3, 'l', [0, 0]), ...many(10, -40, 10, 'r', [1, 0])];
    expect(countGoalShares(frames, 'l')).toEqual([
      { row: 12, column: 0, shows: 160, goalsFor: 150, goalsAgainst: 0 },
    ]);
    expect(countGoalShares(frames, 'r')).toEqual([
      { row: 12, column: 1, shows: 10, goalsFor: 0, goalsAgainst: 0 },
    ]);
  });

  it('are against the team if the opponents score, whatever happened in between', () => {
    const frames = [
      ...many(5, -30, 20, 'l', [0, 0]),
      ...many(5, -40, 0, 'r', [0, 0]),
      createShow(0, 0, 'l', [0, 1], 'goal_r'),
    ];
    expect(countGoalShares(frames, 'l')).toEqual([
      { row: 3, column: 2, shows: 5, goalsFor: 0, goalsAgainst: 5 },
    ]);
  });

  it('are in a table over all matches, with the number of shows', () => {
    const share = { row: 13, column: 4, shows: 30, goalsFor: 3, goalsAgainst: 0 };
    const table = formatGoalShares([share, { ...share, shows: 10, goalsFor: 1, goalsAgainst: 1 }], 2);
    expect(table).toContain('in 2 matches');
    expect(table.split('\n').at(-1)).toBe('| 45 to 52.5 m |  |  |  |  | 10.0, 2.5 (40) |');
  });
});
