import { createFrame, type Frame, PlayerState, type PlayMode } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import { findMissedCatches, formatMissedCatch, formatMissedCatchCount } from './missed-catches.js';

const LEFT_GOALIE = 0;
const RIGHT_GOALIE = 11;

/** What differs from a frame with the left goalie at (-50, 0), body 0°, all others and the ball at the center. */
interface Moment {
  readonly ball?: readonly [x: number, y: number];
  readonly mode?: PlayMode;
  /** Index and action of the players that play the ball. */
  readonly plays?: Readonly<Record<number, number>>;
  /** Goals against the left team. */
  readonly score?: number;
  readonly body?: number;
}

function createFrames(moments: readonly Moment[]): Frame[] {
  return moments.map(({ ball = [0, 0], mode = 'play_on', plays = {}, score = 0, body = 0 }, i) => {
    const frame = createFrame();
    frame.time = 100 + i;
    frame.playMode = mode;
    [frame.ballX, frame.ballY] = ball;
    frame.right.score = score;
    for (const [index, p] of frame.players.entries()) p.state = PlayerState.STAND | (plays[index] ?? 0);
    Object.assign(frame.players[LEFT_GOALIE]!, { x: -50, y: 0, body });
    Object.assign(frame.players[RIGHT_GOALIE]!, { x: 50, y: 0, body: 180 });
    return frame;
  });
}

function list(moments: readonly Moment[], goalie = LEFT_GOALIE): string[] {
  return findMissedCatches(createFrames(moments), goalie).map((miss) => formatMissedCatch(miss, 'log'));
}

const NEAR: Moment = { ball: [-49, 0] };
const SHOT: Moment = { ball: [-45, 0], plays: { 20: PlayerState.KICK } };

describe('catches that a goalie missed', () => {
  it('a shot that passes the goalie is one miss, from the first cycle in reach', () => {
    expect(list([SHOT, NEAR, { ball: [-50, 0.5] }, { ball: [-52, 0] }])).toEqual([
      'log 101: left, ball at 1.00 m, 0°',
    ]);
  });

  it('a ball that the goalie kicks or tackles away ends the miss with that action', () => {
    const away = (action: number): Moment => ({ ball: [-40, 0], plays: { [LEFT_GOALIE]: action } });
    expect(list([SHOT, NEAR, away(PlayerState.KICK)])).toEqual(['log 101: kick, ball at 1.00 m, 0°']);
    expect(list([SHOT, NEAR, away(PlayerState.TACKLE)])).toEqual(['log 101: tackle, ball at 1.00 m, 0°']);
  });

  it('a caught ball is none', () => {
    expect(list([SHOT, NEAR, { ball: [-49.5, 0], mode: 'free_kick_l' }])).toEqual([]);
  });

  it('a ball of a teammate is a back pass, which the goalie may not catch, unless an opponent played it at the same time', () => {
    const kicked = (...players: number[]): Moment => ({
      ball: [-45, 0],
      plays: Object.fromEntries(players.map((index) => [index, PlayerState.KICK])),
    });
    expect(list([kicked(3), NEAR, { ball: [-52, 0] }])).toEqual([]);
    expect(list([kicked(3, 20), NEAR, { ball: [-52, 0] }])).toHaveLength(1);
    expect(list([kicked(3), SHOT, NEAR, { ball: [-52, 0] }])).toHaveLength(1);
  });

  it('a ball outside of the own penalty area or the certain reach is none', () => {
    expect(list([SHOT, { ball: [-48.8, 0] }, { ball: [-52, 0] }])).toEqual([]);
    const outside = createFrames([SHOT, { ball: [-36, 0] }, { ball: [-52, 0] }]);
    for (const frame of outside) Object.assign(frame.players[LEFT_GOALIE]!, { x: -36, y: 0 });
    expect(findMissedCatches(outside, LEFT_GOALIE)).toEqual([]);
  });

  it('a goal within 30 cycles is in the line; a later one is not', () => {
    const rolling = (cycles: number): Moment[] =>
      Array.from({ length: cycles }, () => ({ ball: [-52, 0] as const }));
    const goal: Moment = { mode: 'goal_r', score: 1 };
    expect(list([SHOT, NEAR, ...rolling(28), goal])).toEqual(['log 101: left, ball at 1.00 m, 0°, goal 130']);
    expect(list([SHOT, NEAR, ...rolling(29), goal])).toEqual(['log 101: left, ball at 1.00 m, 0°']);
  });

  it('the angle is from the body of the goalie, the area that of its side', () => {
    expect(list([SHOT, { ...NEAR, body: 90 }, { ball: [-52, 0] }])).toEqual([
      'log 101: left, ball at 1.00 m, -90°',
    ]);
    const right: Moment[] = [
      { ball: [45, 0], plays: { 5: PlayerState.KICK } },
      { ball: [49, 0] },
      { ball: [52, 0] },
    ];
    expect(list(right, RIGHT_GOALIE)).toEqual(['log 101: left, ball at 1.00 m, 0°']);
    expect(list(right)).toEqual([]);
  });

  it('the last line counts misses, matches and goals', () => {
    const miss = { time: 1, end: 'left', distance: 1, angle: 0 } as const;
    expect(
      formatMissedCatchCount(
        [
          { ...miss, goalTime: 5 },
          { ...miss, goalTime: null },
        ],
        3,
      ),
    ).toBe('2 in 3 matches, 1 followed by a goal');
  });
});
