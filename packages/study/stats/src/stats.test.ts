import { readFileSync } from 'node:fs';
import { createFrame, type Frame, PlayerState, type PlayMode, type Side } from '@rcss/core';
import { readLogBytes } from '@rcss/logs';
import { describe, expect, it } from 'vitest';
import {
  createFormations,
  createHeatMap,
  createMomentum,
  createStaminaCurve,
  smoothHeatMap,
} from './charts.js';
import { analyzeRecords, createAnalyzer, type MatchAnalysis, summarize } from './index.js';
import { predictShotAim } from './shot-aim.js';
import { createSpadlActions } from './spadl.js';

/** Builds a small match; every call adds a show. */
class Script {
  readonly frame: Frame = createFrame();
  readonly analyzer = createAnalyzer();

  constructor() {
    this.frame.left.name = 'A';
    this.frame.right.name = 'B';
    this.frame.playMode = 'kick_off_l';
    for (const [i, p] of this.frame.players.entries()) {
      p.state = PlayerState.STAND | (p.unum === 1 ? PlayerState.GOALIE : 0);
      p.x = (i < 11 ? -1 : 1) * (45 - p.unum * 3);
      p.y = p.unum * 2 - 12;
      p.stamina = 8000;
    }
    this.show();
  }

  player(side: Side, unum: number): Frame['players'][number] {
    return this.frame.players[(side === 'l' ? -1 : 10) + unum]!;
  }

  /** A show; the clock runs by default. Bits of this cycle are cleared afterwards. */
  show(mode: PlayMode = this.frame.playMode, runs = true): this {
    this.frame.playMode = mode;
    if (runs) this.frame.time++;
    this.analyzer.addFrame(this.frame);
    for (const p of this.frame.players)
      p.state &= ~(PlayerState.KICK | PlayerState.CATCH | PlayerState.TACKLE);
    return this;
  }

  /** Moves the player to the ball and kicks it by (dx, dy) in this cycle. */
  kick(side: Side, unum: number, dx: number, dy: number, mode: PlayMode = 'play_on'): this {
    const p = this.player(side, unum);
    p.x = this.frame.ballX - 0.5;
    p.y = this.frame.ballY;
    this.show();
    p.state |= PlayerState.KICK;
    this.frame.ballX += dx;
    this.frame.ballY += dy;
    return this.show(mode);
  }

  roll(dx: number, dy: number): this {
    this.frame.ballX += dx;
    this.frame.ballY += dy;
    return this.show();
  }

  finish(): MatchAnalysis {
    return this.analyzer.finish();
  }
}

function events(a: MatchAnalysis, type: string): string[] {
  return a.events
    .filter((e) => e.type === type)
    .map((e) => `${e.side}${e.unum} ${e.outcome}${e.otherUnum > 0 ? ` ${e.otherSide}${e.otherUnum}` : ''}`);
}

describe('docs/use/analyst/statistics.md: passes', () => {
  it('a ball that a teammate plays next is a completed pass', () => {
    const a = new Script().kick('l', 9, 2, 0).roll(3, 0).roll(2, 0).kick('l', 10, 1, 1).finish();
    expect(events(a, 'pass')).toEqual(['l9 completed l10']);
    expect(summarize(a).teams.l.passNetwork[8]![9]).toBe(1);
    const [pass] = a.events.filter((e) => e.type === 'pass');
    expect([pass!.x, pass!.endX, pass!.from]).toEqual([0, 7, 'kick_off_l']);
  });

  it('a ball that an opponent plays next is a failed pass and an interception; below 3 m it is a lost ball', () => {
    const far = new Script().kick('l', 9, 2, 0).roll(3, 0).kick('r', 5, 1, 1).finish();
    expect(events(far, 'pass')).toEqual(['l9 intercepted r5']);
    expect(events(far, 'interception')).toEqual(['r5 pass l9']);
    const near = new Script().kick('l', 9, 2, 0).kick('r', 5, 1, 1).finish();
    expect(events(near, 'pass')).toEqual([]);
    expect(events(near, 'loss')).toEqual(['l9 lost r5']);
  });

  it('a ball won in the reach of its player is not an interception', () => {
    const a = new Script().kick('l', 9, 0.2, 0).kick('r', 5, 1, 1).finish();
    expect(events(a, 'loss')).toEqual(['l9 dispossessed r5']);
    expect(events(a, 'steal')).toEqual(['r5 kick l9']); // words-ok: term of docs/use/analyst/statistics.md
  });

  it('a ball over the side line is a failed pass, and so is offside', () => {
    const out = new Script().kick('l', 9, 2, 2).roll(2, 9).show('kick_in_r').finish();
    expect(events(out, 'pass')).toEqual(['l9 out']);
    const offside = new Script().kick('l', 9, 2, 0).roll(9, 0).show('offside_l', false).finish();
    expect(events(offside, 'pass')).toEqual(['l9 offside']);
    expect(summarize(offside).teams.l.offsides).toBe(1);
  });

  it('if players of both sides play at once, neither has the ball until one plays alone', () => {
    const s = new Script().kick('l', 9, 0.2, 0);
    s.player('l', 9).state |= PlayerState.KICK;
    s.player('r', 5).state |= PlayerState.KICK;
    const a = s.show().kick('r', 5, 2, 0).finish();
    expect(events(a, 'loss')).toEqual(['l9 dispossessed r5']);
    expect(summarize(a).contestedCycles).toBe(2);
  });
});

describe('docs/use/analyst/statistics.md: shots and goals', () => {
  /** The ball 15 m in front of the right goal, played by l 11 after a pass of l 9. */
  function attack(): Script {
    const s = new Script();
    s.frame.ballX = 30;
    s.show('play_on');
    return s.kick('l', 9, 2, 0).roll(5.5, 0).kick('l', 11, 2.5, 0.2);
  }

  it('a goal belongs to the shot and the pass before it', () => {
    const s = attack().roll(5, 0).roll(5, 0);
    s.frame.left.score = 1;
    const a = s.show('goal_l').finish();
    const stats = summarize(a);
    expect(events(a, 'shot')).toEqual(['l11 goal']);
    expect(stats.goals).toMatchObject([
      { side: 'l', unum: 11, assist: 9, scoreL: 1, scoreR: 0, ownGoalBy: 0 },
    ]);
    expect(stats.goals[0]!.distance).toBeCloseTo(15, 6);
    expect(stats.teams.l).toMatchObject({
      shots: 1,
      shotsOnTarget: 1,
      goals: 1,
      assists: 1,
      passes: 1,
      score: 1,
    });
  });

  it('the goalie saves, a field player blocks', () => {
    const s = attack().roll(5, 0);
    s.player('r', 1).state |= PlayerState.CATCH;
    const saved = s.show('free_kick_r').finish();
    expect(events(saved, 'save')).toEqual(['r1 caught l11']);
    expect(summarize(saved).teams.r.setPlays['goalie_ball']).toBe(1);
    const blocked = attack().roll(5, 0).kick('r', 2, -2, 0).finish();
    expect(events(blocked, 'block')).toEqual(['r2 kick l11']);
  });

  it('a save before a goal does not count: the goal belongs to the shot', () => {
    const s = attack().roll(5, 0).kick('r', 1, 2, 0);
    s.frame.left.score = 1;
    const a = s.show('goal_l').finish();
    expect(summarize(a).goals).toMatchObject([{ side: 'l', unum: 11 }]);
    expect(summarize(a).teams.r.saves).toBe(0);
  });

  it('a ball kicked into the own goal is an own goal', () => {
    const s = new Script();
    s.frame.ballX = 45;
    s.show('play_on').kick('r', 3, 2, 0).roll(4, 0);
    s.frame.left.score = 1;
    const a = s.show('goal_l').finish();
    expect(summarize(a).goals).toMatchObject([{ side: 'l', unum: 0, ownGoalBy: 3 }]);
    expect(summarize(a).teams.r.ownGoals).toBe(1);
    expect(createSpadlActions(a).at(-1)).toMatchObject({
      team_id: a.names.r || 'r',
      player_id: `${a.names.r || 'r'}_3`,
      result_name: 'owngoal',
    });
  });

  it('a shot is predicted from the free roll of the ball: range, posts, distance', () => {
    const server = { ball_decay: 0.94, goal_width: 14.02 };
    expect(predictShotAim('l', 40, 0, 41, 0, server)).toBe('on');
    expect(predictShotAim('l', 40, 0, 40.5, 0, server)).toBe('none');
    expect(predictShotAim('r', 40, 0, 41, 0, server)).toBe('none');
    expect(predictShotAim('r', -40, 0, -41, 0, server)).toBe('on');
    expect(predictShotAim('l', 40, 0, 41, 0.65, server)).toBe('off');
    expect(predictShotAim('l', 40, 0, 41, 0.9, server)).toBe('none');
    expect(predictShotAim('l', 10, 0, 13, 0, server)).toBe('none');
  });
});

describe('docs/use/analyst/statistics.md: incidents, running, shootout, charts and SPADL', () => {
  it('counts tackles, fouls and cards by the bits of players', () => {
    const s = new Script().kick('l', 9, 0.2, 0);
    const p = s.player('r', 4);
    p.tackleCount = 1;
    p.state |= PlayerState.TACKLE | PlayerState.YELLOW_CARD;
    s.player('l', 9).state |= PlayerState.FOUL_CHARGED;
    const stats = summarize(s.show('foul_charge_r', false).finish());
    expect(stats.teams.r).toMatchObject({ tackles: 1, tacklesWon: 1, fouls: 1, yellowCards: 1 });
    expect(stats.players[8]).toMatchObject({ fouled: 1 });
    expect(stats.players[14]).toMatchObject({ fouls: 1, tackles: 1 });
  });

  it('measures the distance that players run while the clock runs, without placements', () => {
    const s = new Script();
    const p = s.player('l', 7);
    for (let i = 0; i < 4; i++) {
      p.x += 0.5;
      s.show('play_on');
    }
    p.x += 30;
    s.show();
    p.x += 1;
    s.show('offside_l', false);
    expect(summarize(s.finish()).players[6]!.distance).toBeCloseTo(2, 6);
  });

  it('possession is the share of play_on after the last touch', () => {
    const s = new Script().kick('l', 9, 2, 0).roll(1, 0).roll(1, 0).kick('r', 5, -2, 0).roll(-1, 0);
    const stats = summarize(s.finish());
    expect(stats.teams.l.possessionCycles).toBe(4);
    expect(stats.teams.r.possessionCycles).toBe(2);
    expect(stats.teams.l.possession! + stats.teams.r.possession!).toBeCloseTo(1, 12);
  });

  it('follows a penalty shootout by its play modes', () => {
    const s = new Script();
    s.show('penalty_setup_l').show('penalty_ready_l');
    s.player('l', 9).state |= PlayerState.KICK;
    s.show('penalty_taken_l');
    s.frame.left.penaltyScored = 1;
    s.show('penalty_score_l').show('penalty_setup_r').show('penalty_ready_r').show('penalty_taken_r');
    s.frame.right.penaltyMissed = 1;
    const stats = summarize(s.show('penalty_miss_r').finish());
    expect(stats.shootout).toMatchObject([
      { side: 'l', unum: 9, scored: true, scoredL: 1, scoredR: 0 },
      { side: 'r', unum: 0, scored: false, scoredL: 1, scoredR: 0 },
    ]);
    expect(stats.goals).toEqual([]);
  });

  it('the taker of a penalty is the last player of its side that touched the ball, by a kick or a tackle', () => {
    const s = new Script().show('penalty_setup_l');
    // A tackle while the ball is not live does not touch it; the bits stay set while the tackle lasts.
    s.player('l', 2).state |= PlayerState.KICK | PlayerState.KICK_FAULT;
    s.show('penalty_ready_l');
    s.player('l', 2).state &= ~PlayerState.KICK_FAULT;
    s.player('l', 3).tackleCount++;
    s.player('l', 3).state |= PlayerState.TACKLE;
    s.player('l', 4).tackleCount++;
    s.player('l', 4).state |= PlayerState.TACKLE | PlayerState.TACKLE_FAULT;
    s.player('r', 1).state |= PlayerState.CATCH | PlayerState.CATCH_FAULT;
    s.show('penalty_taken_l');
    s.player('l', 5).state |= PlayerState.KICK | PlayerState.KICK_FAULT;
    s.show().show('penalty_score_l').show('penalty_setup_r').show('penalty_ready_r');
    s.player('r', 4).state |= PlayerState.KICK | PlayerState.KICK_FAULT;
    const a = s.show().show('penalty_miss_r').finish();
    expect(summarize(a).shootout).toMatchObject([
      { side: 'l', unum: 3, scored: true },
      { side: 'r', unum: 0, scored: false },
    ]);
    expect(events(a, 'penalty')).toEqual(['l3 scored', 'r0 not_taken']);
    expect(createSpadlActions(a).map(({ type_name, player_id }) => [type_name, player_id])).toEqual([
      ['shot_penalty', 'A_3'],
    ]);
  });

  it('takers of a recorded shootout: no player touches the first attempt, a tackle takes the second one', () => {
    const stored = readFileSync(new URL('../testdata/shootout/taker.rcg.gz', import.meta.url));
    const a = analyzeRecords(readLogBytes(new Uint8Array(stored)));
    expect(events(a, 'penalty')).toEqual(['r0 not_taken', 'l3 missed']);
    expect(createSpadlActions(a).map((action) => action.player_id)).toEqual(['L_3']);
  });

  it('a kick that fails is not a touch, in no figure', () => {
    const s = new Script().kick('l', 9, 2, 0).roll(3, 0);
    s.player('r', 5).state |= PlayerState.KICK | PlayerState.KICK_FAULT;
    const a = s.show().roll(3, 0).kick('l', 10, 1, 0).finish();
    expect(events(a, 'pass')).toEqual(['l9 completed l10']);
    expect(summarize(a).teams.r).toMatchObject({ touches: 0, possessionCycles: 0 });
  });

  it('a goalie that misses the ball and then catches it has caught it', () => {
    const s = new Script().kick('l', 9, 2, 0).roll(3, 0);
    s.player('r', 1).state |= PlayerState.CATCH | PlayerState.CATCH_FAULT;
    s.show();
    s.player('r', 1).state = (s.player('r', 1).state & ~PlayerState.CATCH_FAULT) | PlayerState.CATCH;
    expect(events(s.show('free_kick_r').finish(), 'claim')).toEqual(['r1 caught l9']);
  });

  it('fouls: the tackle that reached its opponent, and the goalie of a catch fault', () => {
    const s = new Script().kick('l', 9, 0.2, 0);
    for (const unum of [3, 4]) {
      s.player('r', unum).tackleCount++;
      s.player('r', unum).state |= PlayerState.TACKLE | (unum === 3 ? PlayerState.TACKLE_FAULT : 0);
    }
    s.show('foul_charge_r', false).show('free_kick_l').show('play_on');
    s.player('r', 1).state &= ~PlayerState.GOALIE;
    s.player('r', 7).state |= PlayerState.GOALIE;
    s.player('r', 5).state |= PlayerState.CATCH | PlayerState.CATCH_FAULT;
    s.player('r', 7).state |= PlayerState.CATCH;
    expect(events(s.show('catch_fault_r').finish(), 'foul')).toEqual(['r4 foul_charge', 'r7 catch_fault']);
  });

  it('a heat map counts each game time once, a curve ends with the last value', () => {
    const s = new Script();
    s.frame.ballX = -52;
    s.frame.ballY = -33;
    s.show('play_on').show('offside_l', false).show('offside_l', false);
    s.player('l', 2).stamina = 4000;
    const a = s.show('free_kick_r').finish();
    const map = createHeatMap(a, 0, { columns: 2, rows: 2 });
    expect([...map.cells]).toEqual([2, 0, 0, 1]);
    expect(createStaminaCurve(a, 1, 1000).value.at(-1)).toBe(4000);
    // The free kick is not in play.
    expect([...createHeatMap(a, 0, { columns: 2, rows: 2, isInPlayOnly: true }).cells]).toEqual([1, 0, 0, 0]);
  });

  it('a smooth heat map is not paled by a cell in which an object stood for long', () => {
    const cells = new Uint32Array(42 * 28);
    for (let column = 0; column < 40; column++)
      for (let row = 10; row < 20; row++) cells[row * 42 + column] = 3;
    cells[20 * 42 + 41] = 2000;
    const values = smoothHeatMap({ columns: 42, rows: 28, cells, max: 2000, total: 0 });
    expect(Math.max(...values)).toBe(1);
    // Without the limit it would be 0.0015.
    expect(values[15 * 42 + 10]).toBeGreaterThan(0.02);
    expect(values[2 * 42 + 10]).toBe(0);
    // No jump from one cell to the next at the edge of the places.
    expect(values[8 * 42 + 10]).toBeLessThan(values[9 * 42 + 10]!);
    expect(values[9 * 42 + 10]).toBeLessThan(values[10 * 42 + 10]!);
  });

  it('formations have the mean positions in play_on, in intervals of equal length', () => {
    const s = new Script();
    const striker = s.player('l', 9);
    striker.x = 40;
    s.show('play_on');
    striker.x = 10;
    striker.y = -4;
    s.show();
    striker.x = 20;
    s.show();
    // In the second interval the player is not connected, and the ball is dead.
    striker.state = PlayerState.DISABLED;
    s.show().show('kick_in_r');
    const a = s.finish();
    const [first, second, ...more] = createFormations(a, 'l', 4);
    expect(more).toEqual([]);
    expect([first!.from, first!.to, first!.shows]).toEqual([1, 4, 3]);
    expect(first!.players.map(({ unum }) => unum)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    const { x, y, shows } = first!.players[8]!;
    expect([x, y, shows]).toEqual([(40 + 10 + 20) / 3, (6 - 4 - 4) / 3, 3]);
    expect([second!.from, second!.to, second!.shows]).toEqual([5, 6, 1]);
    expect(second!.players.map(({ unum }) => unum)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 10, 11]);
    expect(createFormations(a, 'r', 4)[0]!.players[8]).toEqual({ unum: 9, x: 18, y: 6, shows: 3 });
    // One interval has the mean positions of the statistics.
    const whole = createFormations(a, 'l', 100)[0]!.players;
    const { players } = summarize(a);
    expect(whole.map((each) => [each.x, each.y])).toEqual(
      players.filter(({ side }) => side === 'l').map((each) => [each.meanX, each.meanY]),
    );
    expect(createFormations(a, 'l').length).toBe(6);
    expect(createFormations(createAnalyzer().finish(), 'l')).toEqual([]);
    for (const interval of [0, -1, 1.5, Number.NaN])
      expect(() => createFormations(a, 'l', interval)).toThrow(RangeError);
  });

  it('momentum is the difference of the possession in a window, and has the shots', () => {
    const s = new Script().kick('l', 9, 2, 0);
    for (let i = 0; i < 20; i++) s.roll(1, 0);
    s.kick('r', 5, -1, 0);
    for (let i = 0; i < 40; i++) s.roll(-0.5, 0);
    const a = s.finish();
    const { step, balance, shots } = createMomentum(a, { step: 10, window: 10 });
    expect(balance.length).toBe(Math.ceil(a.columns.length / step));
    expect(balance[1]).toBe(1);
    expect(balance[4]).toBe(-1);
    expect(Math.max(...balance)).toBeLessThanOrEqual(1);
    expect(shots).toEqual(a.events.filter((event) => event.type === 'shot'));
    const whole = createMomentum(a, { step: 1000, window: 1000 }).balance[0]!;
    const owned = summarize(a).teams;
    expect(whole).toBeCloseTo(
      (owned.l.possessionCycles - owned.r.possessionCycles) / Math.min(500, a.columns.length),
      6,
    );
  });

  it('SPADL positions count from the lower left corner, times from the beginning of the period', () => {
    const s = new Script();
    s.frame.ballX = -30;
    s.frame.ballY = -34;
    s.show('kick_in_l').kick('l', 4, 2, 2).roll(4, 4).kick('l', 6, 1, 1);
    const a = s.finish();
    expect(createSpadlActions(a, 'm1')[0]).toMatchObject({
      game_id: 'm1',
      action_id: 0,
      type_name: 'throw_in',
      result_name: 'success',
      player_id: `${a.names.l || 'l'}_4`,
      start_x: 22.5,
      start_y: 68,
      period_id: 1,
    });
  });
});

it.each([
  ['bytes', new Uint8Array(4)],
  ['bytes', new ArrayBuffer(4)],
  ['a text', '{}'],
])('%s instead of records are refused', (what, log) => {
  expect(() => analyzeRecords(log as never)).toThrow(
    `analyzeRecords: ${what} instead of records; read the records of a log with readLogBytes of @rcss/logs`,
  );
});
