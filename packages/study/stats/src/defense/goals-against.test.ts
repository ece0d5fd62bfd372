import { readFileSync } from 'node:fs';
import { createFrame, type Frame, PlayerState, type PlayMode, type Side } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import { createAnalyzer, type MatchAnalysis } from '../index.js';
import { explainGoalsAgainst, formatGoalAgainst, formatGoalTable } from './goals-against.js';
import { readTeamLog } from './team-log.js';

function readClip(clip: string, team: string) {
  const stored = readFileSync(new URL(`../../testdata/clips/${clip}.rcg.gz`, import.meta.url));
  return readTeamLog(new Uint8Array(stored), team);
}

/** Lines of the goals against a team in clips. */
function listGoals(...clips: readonly (readonly [clip: string, team: string])[]): string[] {
  return clips.flatMap(([clip, team]) => {
    const { analysis, side } = readClip(clip, team);
    return explainGoalsAgainst(analysis, side).map((goal) => formatGoalAgainst(goal, clip));
  });
}

/** A match of a few kicks. All players but those that kick are far from the ball. */
class Kicks {
  readonly frame: Frame = createFrame();
  readonly analyzer = createAnalyzer();

  constructor() {
    this.frame.left.name = 'A';
    this.frame.right.name = 'B';
    for (const [i, p] of this.frame.players.entries()) {
      p.state = PlayerState.STAND | (p.unum === 1 ? PlayerState.GOALIE : 0);
      p.x = (i < 11 ? -1 : 1) * 20;
      p.y = 33 - p.unum * 0.1;
      p.stamina = 8000;
    }
    this.show('kick_off_l');
  }

  player(side: Side, unum: number): Frame['players'][number] {
    return this.frame.players[(side === 'l' ? -1 : 10) + unum]!;
  }

  show(mode: PlayMode = 'play_on'): this {
    this.frame.playMode = mode;
    this.frame.time++;
    this.analyzer.addFrame(this.frame);
    for (const p of this.frame.players) p.state &= ~PlayerState.KICK;
    return this;
  }

  /** A kick of the ball that is at a place, which moves it by (dx, dy) in each of five cycles. */
  kick(side: Side, unum: number, x: number, y: number, dx: number, dy: number): this {
    const p = this.player(side, unum);
    this.frame.ballX = x;
    this.frame.ballY = y;
    p.x = x - 0.4;
    p.y = y;
    this.show();
    p.state |= PlayerState.KICK;
    for (let i = 0; i < 5; i++) {
      this.frame.ballX += dx;
      this.frame.ballY += dy;
      this.show();
    }
    return this;
  }

  /** The ball is in the goal of the left team. */
  goal(): MatchAnalysis {
    this.frame.ballX = -53;
    this.frame.right.score = 1;
    return this.show('goal_r').show('kick_off_l').analyzer.finish();
  }
}

describe('causes of the goals against a team', () => {
  it('a goal of a clip has the place where the ball was lost, the last pass and the shot, in the frame of the team', () => {
    expect(listGoals(['14', 'WE'], ['18', 'WE'], ['12', 'cur'])).toEqual([
      '14 889: ball lost in the own third (-47, -10), pass to a free player, shot from (-39, 7), gap 9.5, exhausted 0',
      '18 630: ball lost farther ahead (8, 4), run with the ball, shot from (-33, -6), gap 18.8, exhausted 0',
      '12 4850: ball lost in the own third (-41, 1), at once, shot from (-36, 5), no pass, exhausted 0',
    ]);
  });

  it('goals of the team itself are not in the list', () => {
    expect(listGoals(['14', 'helios2'], ['18', 'base'], ['12', 'helios'])).toEqual([]);
  });

  it('an own goal is one against the team that played the ball', () => {
    expect(listGoals(['02', 'WE'], ['02', 'cur'])).toEqual([
      '02 221: own set play (-47, -9), at once, shot from (-47, -9), no pass, exhausted 0',
    ]);
  });

  it('a log that begins after the ball was lost has neither cause', () => {
    expect(listGoals(['08', 'HELIOS_L'])).toEqual([
      '08 1401: not known (-44, 9), not known, shot from (-44, 9), no pass, exhausted 0',
    ]);
  });

  it('a pass to a player with a defender within 3 m is one to a marked player; players with little stamina are counted', () => {
    const marked = new Kicks();
    Object.assign(marked.player('r', 10), { x: -30.4, y: 5 });
    Object.assign(marked.player('l', 3), { x: -31, y: 7, stamina: 2000 });
    Object.assign(marked.player('l', 4), { stamina: 2999 });
    const analysis = marked
      .kick('l', 5, -10, 0, -2, 0)
      .kick('r', 9, -20, 0, -2, 1)
      .kick('r', 10, -30, 5, -4, -1)
      .goal();
    expect(explainGoalsAgainst(analysis, 'l')).toMatchObject([
      { origin: 'ball lost farther ahead', ending: 'pass to a marked player', exhausted: 2 },
    ]);
    expect(explainGoalsAgainst(analysis, 'r')).toEqual([]);
  });

  it('the table has a row per origin, a column per ending and the sums', () => {
    const goal = { time: 1, exhausted: 1, lostAt: { x: 0, y: 0 }, shotAt: { x: 0, y: 0 }, gap: null };
    const table = formatGoalTable(
      [
        { ...goal, origin: 'ball lost farther ahead', ending: 'run with the ball' },
        { ...goal, origin: 'set play of the opponents', ending: 'at once' },
        { ...goal, origin: 'set play of the opponents', ending: 'run with the ball', exhausted: 3 },
      ],
      2,
    );
    expect(table.split('\n')).toEqual([
      '3 goals against in 2 matches',
      '',
      '| the opponents got the ball by | at once | run with the ball | all |',
      '| --- | --: | --: | --: |',
      '| ball lost farther ahead | 0 | 1 | 1 |',
      '| set play of the opponents | 1 | 1 | 2 |',
      '| all | 1 | 2 | 3 |',
      '',
      'exhausted field players at the last pass: 1.7 on average',
    ]);
    expect(formatGoalTable([], 4)).toBe('0 goals against in 4 matches');
  });
});
