import { describe, expect, it } from 'vitest';
import { type Batch, type BatchOptions, createBatch, fieldIndex } from '../index.js';
import type { Placement, Scenario, ScenarioPlayer } from '../scenario.js';

interface Spot {
  readonly at: readonly [x: number, y: number];
  readonly body?: number;
  readonly goalie?: boolean;
}

const place = ([x, y]: readonly [number, number]): Placement => ({ area: { x: [x, x], y: [y, y] } });

function standing({ at, body = 0, goalie = false }: Spot): ScenarioPlayer {
  return { script: 'idle', place: place(at), bodyAngle: [body, body], goalie };
}

/** The first player of the left team is the agent; the others stand still. */
function setUp(
  spots: { left: Spot[]; right?: Spot[]; ball: readonly [number, number]; ballSpeed?: number },
  options: Partial<BatchOptions> = {},
): Batch {
  const scenario: Scenario = {
    name: 'test',
    description: 'Test.',
    left: spots.left.map(standing),
    right: (spots.right ?? []).map(standing),
    controlled: 'left',
    ball: {
      place: place(spots.ball),
      speed: [spots.ballSpeed ?? 0, spots.ballSpeed ?? 0],
      direction: [180, 180],
    },
    server: { use_offside: false, back_passes: false, free_kick_faults: false },
    horizon: 1000,
    terminations: [{ on: 'goal' }, { on: 'catch' }],
    rewards: {},
  };
  const batch = createBatch({
    scenario,
    agents: [{ side: 'left', unum: 1 }],
    action: { type: 'skills' },
    autoReset: 'none',
    ...options,
  });
  batch.reset(1);
  return batch;
}

function start(batch: Batch, option: string, target: readonly [number, number] = [0, 0], urgency = 1): void {
  expect(batch.choices).toContain(option);
  const { actionLayout, actions } = batch;
  actions[0] = batch.choices.indexOf(option);
  actions[fieldIndex(actionLayout, 'target.x')] = target[0] / 60;
  actions[fieldIndex(actionLayout, 'target.y')] = target[1] / 60;
  actions[fieldIndex(actionLayout, 'urgency')] = urgency;
  batch.step();
  actions[0] = 0;
}

const isPossible = (batch: Batch, choice: string) => batch.actionMasks[batch.choices.indexOf(choice)] === 1;

/** Continues while the option runs, at most `most` cycles; returns the number of cycles. */
function goOn(batch: Batch, most: number, each: () => void = () => {}): number {
  for (let n = 0; n < most; n++) {
    if (!isPossible(batch, 'continue') || batch.outcomes[0] !== 0) return n;
    batch.step();
    each();
  }
  return most;
}

function gap(a: { pos: { x: number; y: number } }, b: { pos: { x: number; y: number } }): number {
  return Math.hypot(a.pos.x - b.pos.x, a.pos.y - b.pos.y);
}

const withBall: Spot = { at: [0, 0] };
const atFeet = [0.6, 0] as const;

describe('options', () => {
  it('go to: runs to the target and is done there', () => {
    const batch = setUp({ left: [{ at: [-10, 0] }], ball: [20, 0] });
    start(batch, 'go to', [5, 5]);
    expect(goOn(batch, 80)).toBeLessThan(80);
    const { pos } = batch.match(0).world.players[0]!;
    expect(Math.hypot(pos.x - 5, pos.y - 5)).toBeLessThan(1.5);
  });

  it('go to: a low urgency is slower', () => {
    const cycles = [1, 0.2].map((urgency) => {
      const batch = setUp({ left: [{ at: [-10, 0] }], ball: [20, 0] });
      start(batch, 'go to', [15, 0], urgency);
      return goOn(batch, 300);
    });
    expect(cycles[1]).toBeGreaterThan(cycles[0]!);
  });

  it('intercept: reaches a rolling ball', () => {
    const batch = setUp({ left: [{ at: [-5, 8] }], ball: [15, 0], ballSpeed: 1.2 });
    start(batch, 'intercept');
    expect(goOn(batch, 80)).toBeLessThan(80);
    const { players, ball } = batch.match(0).world;
    expect(gap(players[0]!, ball)).toBeLessThan(1.6);
    expect(isPossible(batch, 'hold')).toBe(true);
    expect(isPossible(batch, 'intercept')).toBe(false);
  });

  it('dribble to: takes the ball to the target', () => {
    const batch = setUp({ left: [withBall], ball: atFeet });
    start(batch, 'dribble to', [20, 8]);
    expect(goOn(batch, 150)).toBeLessThan(150);
    const { players, ball } = batch.match(0).world;
    expect(Math.hypot(ball.pos.x - 20, ball.pos.y - 8)).toBeLessThan(4);
    expect(gap(players[0]!, ball)).toBeLessThan(3);
    expect(players[0]!.kickCount).toBeGreaterThan(1);
  });

  it('pass to n: the ball comes to this team mate', () => {
    const mates: Spot[] = [{ at: [16, 6] }, { at: [16, -6] }];
    for (const unum of [2, 3]) {
      const batch = setUp({ left: [withBall, ...mates], ball: atFeet });
      for (let n = 0; n < 3; n++) batch.step();
      expect(isPossible(batch, 'pass to 1')).toBe(false);
      start(batch, `pass to ${unum}`);
      goOn(batch, 10);
      expect(isPossible(batch, 'continue')).toBe(false);
      const { players, ball } = batch.match(0).world;
      let least = 100;
      for (let n = 0; n < 30; n++) {
        batch.step();
        least = Math.min(least, gap(players[unum - 1]!, ball));
      }
      expect(least).toBeLessThan(5);
    }
  });

  it('shoot: scores in an empty goal', () => {
    const batch = setUp({ left: [{ at: [40, 3] }], ball: [40.6, 3] });
    start(batch, 'shoot');
    goOn(batch, 10);
    for (let n = 0; n < 20; n++) batch.step();
    expect(batch.outcomeNames[batch.outcomes[0]!]).toBe('goal');
  });

  it('clear: kicks the ball far away', () => {
    const batch = setUp({ left: [{ at: [-40, 0] }], ball: [-39.4, 0] });
    start(batch, 'clear');
    goOn(batch, 10);
    for (let n = 0; n < 20; n++) batch.step();
    expect(batch.match(0).world.ball.pos.x).toBeGreaterThan(-25);
  });

  it('hold: keeps the ball on the side away from an opponent', () => {
    const batch = setUp({ left: [withBall], right: [{ at: [3, 0], body: 180 }], ball: atFeet });
    start(batch, 'hold');
    expect(goOn(batch, 25)).toBe(25);
    const { players, ball } = batch.match(0).world;
    expect(gap(players[0]!, ball)).toBeLessThan(1.2);
    expect(gap(players[11]!, ball)).toBeGreaterThan(gap(players[11]!, players[0]!));
  });

  it('turn to: points the body to the target', () => {
    const batch = setUp({ left: [{ at: [0, 0] }], ball: [10, 0] });
    start(batch, 'turn to', [-10, -10]);
    expect(goOn(batch, 10)).toBeLessThan(10);
    expect(Math.abs(batch.match(0).world.players[0]!.body - (-3 * Math.PI) / 4)).toBeLessThan(0.2);
  });

  it('scan: turns until it sees a ball that is not in its view', () => {
    const batch = setUp({ left: [{ at: [0, 0], body: 180 }], ball: [10, 0] });
    expect(isPossible(batch, 'scan')).toBe(true);
    start(batch, 'scan');
    expect(goOn(batch, 10)).toBeLessThan(10);
    expect(isPossible(batch, 'scan')).toBe(false);
    expect(isPossible(batch, 'intercept')).toBe(true);
  });

  it('block: stands between the ball and the own goal', () => {
    const batch = setUp({
      left: [{ at: [0, 8], body: -40 }],
      right: [{ at: [10, 0], body: 180 }],
      ball: [9.4, 0],
    });
    start(batch, 'block');
    expect(goOn(batch, 40)).toBe(40);
    const { pos } = batch.match(0).world.players[0]!;
    expect(Math.abs(pos.y)).toBeLessThan(1.5);
    expect(pos.x).toBeLessThan(9);
  });

  it('tackle: tackles once; the player can then do nothing for a while', () => {
    const batch = setUp({ left: [withBall], right: [{ at: [1.8, 0], body: 180 }], ball: [1.2, 0] });
    start(batch, 'tackle');
    expect(batch.match(0).world.players[0]!.tackleCount).toBe(1);
    expect(batch.choices.filter((choice) => isPossible(batch, choice))).toEqual(['continue']);
  });

  it('keep goal: catches a ball that rolls to the goal', () => {
    const batch = setUp({ left: [{ at: [-50, 0], goalie: true }], ball: [-40, 1], ballSpeed: 1.2 });
    start(batch, 'keep goal');
    goOn(batch, 40);
    expect(batch.outcomeNames[batch.outcomes[0]!]).toBe('catch');
  });

  it('mark n: stands near this opponent', () => {
    const right: Spot[] = [{ at: [14, 6] }, { at: [14, -6] }];
    for (const unum of [1, 2]) {
      const batch = setUp({ left: [{ at: [0, 0] }], right, ball: [20, 0] });
      for (let n = 0; n < 3; n++) batch.step();
      start(batch, `mark ${unum}`);
      expect(goOn(batch, 50)).toBe(50);
      const { players } = batch.match(0).world;
      expect(gap(players[0]!, players[10 + unum]!)).toBeLessThan(4);
    }
  });
});

describe('running options', () => {
  it('another choice replaces the option; an impossible one does not', () => {
    const batch = setUp({ left: [{ at: [-10, 0] }], ball: [30, 0] });
    const { pos } = batch.match(0).world.players[0]!;
    start(batch, 'go to', [30, 0]);
    goOn(batch, 10);
    const ahead = pos.x;
    start(batch, 'shoot');
    goOn(batch, 5);
    expect(pos.x).toBeGreaterThan(ahead);
    start(batch, 'go to', [-30, 0]);
    goOn(batch, 30);
    expect(pos.x).toBeLessThan(ahead);
  });

  it('a frame skip starts an option once, and with untilDone ends with it', () => {
    const spots = { left: [{ at: [-5, 0] } as Spot], ball: [20, 0] as const };
    const whole = setUp(spots, { frameSkip: 60 });
    start(whole, 'go to', [0, 0]);
    expect([whole.cycles[0], isPossible(whole, 'continue')]).toEqual([60, false]);
    const batch = setUp(spots, { frameSkip: 60, action: { type: 'skills', untilDone: true } });
    start(batch, 'go to', [0, 0]);
    expect(batch.cycles[0]).toBeLessThan(40);
    expect(isPossible(batch, 'continue')).toBe(false);
  });

  it('equal seeds and actions give equal bytes', () => {
    const [a, b] = [0, 1].map(() => {
      const batch = createBatch({ scenario: 'keepaway-3v2', action: { type: 'skills' }, seed: 3 });
      batch.reset();
      for (let n = 0; n < 60; n++) {
        for (let agent = 0; agent < 3; agent++) {
          const masks = batch.actionMasks.subarray(
            agent * batch.choices.length,
            (agent + 1) * batch.choices.length,
          );
          const possible = [...masks.keys()].filter((i) => masks[i] === 1);
          batch.actions[agent * batch.actionLayout.length] = possible[n % possible.length]!;
        }
        batch.step();
      }
      return [...batch.observations, ...batch.actionMasks];
    });
    expect(b).toEqual(a);
  });

  it('a match cannot be saved, and a policy can use options', () => {
    const batch = setUp({ left: [withBall], ball: atFeet });
    expect(() => batch.saveMatch(0)).toThrow(
      'match 0 cannot be saved: agents with skills have a world model that cannot be saved; use another type of actions instead',
    );
    const inputs = createBatch({ scenario: '1v1', agents: 'right' }).observationLayout.length;
    const model = createBatch({ scenario: '1v1', agents: 'right', action: { type: 'skills' } });
    const outputs = model.choices.length + 3;
    const bias = new Array<number>(outputs).fill(0);
    bias[model.choices.indexOf('intercept')] = 1;
    const policy = {
      format: 'rcss-policy',
      version: 1,
      observation: { type: 'egocentric' },
      action: { type: 'skills' },
      layers: [{ weights: bias.map(() => new Array<number>(inputs).fill(0)), bias }],
    } as const;
    const frozen = createBatch({
      scenario: '1v1',
      others: { right: { type: 'policy', policy } },
      autoReset: 'none',
    });
    frozen.reset(2);
    const { players, ball } = frozen.match(0).world;
    const before = gap(players[11]!, ball);
    for (let n = 0; n < 15; n++) frozen.step();
    expect(gap(players[11]!, ball)).toBeLessThan(before - 4);
  });

  it('untilDone with another type is refused', () => {
    expect(() => createBatch({ scenario: '1v1', action: { untilDone: true } })).toThrow(
      'action.untilDone: only actions of type skills have an end, not low-level',
    );
  });
});
