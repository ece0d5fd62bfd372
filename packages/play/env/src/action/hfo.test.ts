import { describe, expect, it } from 'vitest';
import { type Batch, type BatchOptions, createBatch, fieldIndex } from '../index.js';
import { encodeX, encodeY } from '../observation/hfo-fields.js';

/** A batch of a scenario in which players (by index) and ball are then placed, at rest. */
function setUp(
  scenario: string,
  places: Readonly<Record<number, readonly [x: number, y: number]>>,
  ball: readonly [x: number, y: number],
  options: Partial<BatchOptions> = {},
): Batch {
  const batch = createBatch({
    scenario,
    action: { type: 'hfo' },
    others: { ...(options.agents === 'right' ? { left: { type: 'script', script: 'idle' } } : {}) },
    autoReset: 'none',
    ...options,
  });
  batch.reset(1);
  const { world } = batch.match(0);
  for (const [index, [x, y]] of Object.entries(places)) {
    const player = world.players[Number(index)]!;
    Object.assign(player.pos, { x, y });
    Object.assign(player.vel, { x: 0, y: 0 });
    player.body = player.bodyTarget = Number(index) < 11 ? 0 : Math.PI;
  }
  Object.assign(world.ball.pos, { x: ball[0], y: ball[1] });
  Object.assign(world.ball.vel, { x: 0, y: 0 });
  batch.restoreMatch(0, batch.saveMatch(0));
  return batch;
}

function act(
  batch: Batch,
  action: string,
  parameters: Readonly<Record<string, number>> = {},
  steps = 1,
): void {
  expect(batch.choices).toContain(action);
  batch.actions.fill(0);
  batch.actions[0] = batch.choices.indexOf(action);
  for (const [name, value] of Object.entries(parameters))
    batch.actions[fieldIndex(batch.actionLayout, name)] = value;
  for (let n = 0; n < steps && batch.outcomes[0] === 0; n++) batch.step();
}

const isPossible = (batch: Batch, action: string) => batch.actionMasks[batch.choices.indexOf(action)] === 1;

const at = (x: number, y: number) => ({ 'target.x': encodeX(x), 'target.y': encodeY(y) });

describe('high-level actions', () => {
  it('shoot: scores in the empty goal', () => {
    const batch = setUp('hfo-1v0', { 0: [42, 0] }, [42.6, 0]);
    act(batch, 'shoot');
    act(batch, 'no-op', {}, 20);
    expect(batch.outcomeNames[batch.outcomes[0]!]).toBe('goal');
  });

  it('dribble: carries the ball toward the goal', () => {
    const batch = setUp('hfo-1v0', { 0: [20, 10] }, [20.6, 10]);
    act(batch, 'dribble', {}, 40);
    const { ball, players } = batch.match(0).world;
    expect(ball.pos.x).toBeGreaterThan(30);
    expect(Math.hypot(ball.pos.x - players[0]!.pos.x, ball.pos.y - players[0]!.pos.y)).toBeLessThan(3);
  });

  it('pass n: the ball rolls to the team mate with this number', () => {
    const batch = setUp('hfo-2v0', { 0: [20, 0], 1: [32, 10] }, [20.6, 0], {
      agents: [{ side: 'left', unum: 1 }],
      others: { left: { type: 'script', script: 'idle' } },
    });
    expect([isPossible(batch, 'pass 1'), isPossible(batch, 'pass 2')]).toEqual([false, true]);
    act(batch, 'pass 2');
    const { ball, players } = batch.match(0).world;
    let least = 100;
    for (let n = 0; n < 20; n++) {
      act(batch, 'no-op');
      least = Math.min(least, Math.hypot(ball.pos.x - players[1]!.pos.x, ball.pos.y - players[1]!.pos.y));
    }
    expect(least).toBeLessThan(2);
  });

  it('go to ball and intercept: reach the ball', () => {
    for (const action of ['go to ball', 'intercept']) {
      const batch = setUp('hfo-1v0', { 0: [10, -10] }, [20, 0]);
      act(batch, action, {}, 40);
      expect(isPossible(batch, 'shoot')).toBe(true);
      expect(isPossible(batch, action)).toBe(false);
    }
  });

  it('move: an attacker runs along with the ball, a goalie guards the goal', () => {
    const attack = setUp('hfo-2v0', { 0: [10, -10], 1: [40, 10] }, [30, 0], {
      agents: [{ side: 'left', unum: 1 }],
      others: { left: { type: 'script', script: 'idle' } },
    });
    act(attack, 'move', {}, 40);
    expect(attack.match(0).world.players[0]!.pos.x).toBeGreaterThan(28);
    const defense = setUp('hfo-1v1', { 0: [20, 0], 11: [45, 10] }, [20.6, 0], { agents: 'right' });
    act(defense, 'move', {}, 40);
    expect(defense.match(0).world.players[11]!.pos.x).toBeGreaterThan(49);
  });

  it('defend goal, reduce angle to goal and mark player: stand between the ball and the goal, or at the opponent', () => {
    const place = (action: string) => {
      const batch = setUp('hfo-2v1', { 0: [30, 10], 1: [35, -15], 11: [45, 0] }, [30.6, 10], {
        agents: 'right',
      });
      act(batch, action, {}, 40);
      return batch.match(0).world.players[11]!.pos;
    };
    const goal = place('defend goal');
    expect([goal.x > 49, Math.abs(goal.y) < 5]).toEqual([true, true]);
    const angle = place('reduce angle to goal');
    // On the line from the ball to the goal, 3 m from the ball.
    expect(Math.hypot(angle.x - 30.6, angle.y - 10)).toBeLessThan(4);
    expect(angle.x).toBeGreaterThan(32);
    expect(angle.y).toBeLessThan(10);
    const mark = place('mark player 2');
    expect(Math.hypot(mark.x - 35, mark.y + 15)).toBeLessThan(2);
  });

  it('catch: is possible for the goalie at the ball only', () => {
    const batch = setUp('hfo-1v1', { 0: [30, 0], 11: [50, 0] }, [49, 0], { agents: 'right' });
    expect(isPossible(batch, 'catch')).toBe(true);
    act(batch, 'catch');
    expect(batch.outcomeNames[batch.outcomes[0]!]).toBe('catch');
    expect(isPossible(setUp('hfo-1v0', { 0: [30, 0] }, [30.5, 0]), 'catch')).toBe(false);
  });
});

describe('mid-level and low-level actions', () => {
  it('move to: runs to the point', () => {
    const batch = setUp('hfo-1v0', { 0: [10, 0] }, [40, 20]);
    act(batch, 'move to', at(20, -8), 40);
    const { pos } = batch.match(0).world.players[0]!;
    expect(Math.hypot(pos.x - 20, pos.y + 8)).toBeLessThan(1);
  });

  it('kick to: the ball moves toward the point with the speed', () => {
    const batch = setUp('hfo-1v0', { 0: [20, 0] }, [20.5, 0]);
    act(batch, 'kick to', { ...at(30, 10), speed: 0.4 });
    const { vel } = batch.match(0).world.ball;
    const { ball_decay } = batch.match(0).params.server;
    expect(Math.hypot(vel.x, vel.y) / ball_decay).toBeGreaterThan(0.9);
    expect(Math.hypot(vel.x, vel.y) / ball_decay).toBeLessThan(1.5);
    expect(Math.atan2(vel.y, vel.x)).toBeGreaterThan(0.6);
    expect(Math.atan2(vel.y, vel.x)).toBeLessThan(1);
  });

  it('dribble to: carries the ball to the point', () => {
    const batch = setUp('hfo-1v0', { 0: [20, 0] }, [20.5, 0]);
    act(batch, 'dribble to', at(32, 8), 50);
    const { pos } = batch.match(0).world.ball;
    expect(Math.hypot(pos.x - 32, pos.y - 8)).toBeLessThan(5);
  });

  it('dash, turn, kick and tackle have the parameters of the commands', () => {
    const batch = setUp('hfo-1v0', { 0: [20, 0] }, [20.6, 0]);
    const agent = batch.match(0).world.players[0]!;
    act(batch, 'turn', { direction: 0.25 });
    expect(agent.body).toBeCloseTo(Math.PI / 4, 1);
    act(batch, 'kick', { power: 0.8, direction: -0.25 });
    expect([agent.kickCount, batch.match(0).world.ball.pos.x > 21]).toEqual([1, true]);
    act(batch, 'dash', { power: 1, direction: 0 });
    expect([agent.dashCount, agent.pos.x > 20.1]).toEqual([1, true]);
    const near = setUp('hfo-1v0', { 0: [20, 0] }, [20.6, 0]);
    act(near, 'tackle', { direction: 0 });
    expect(near.match(0).world.players[0]!.tackleCount).toBe(1);
    expect(near.choices.filter((choice) => isPossible(near, choice))).toEqual(['no-op']);
    act(near, 'reorient');
    expect(near.match(0).world.players[0]!.turnCount).toBe(0);
  });
});

it('every scenario of half-field offense can be played with these actions, both sides', () => {
  for (const agents of ['left', 'right'] as const) {
    const batch = createBatch({
      scenario: 'hfo-4v5',
      agents,
      action: { type: 'hfo' },
      observation: { type: 'hfo-high' },
    });
    batch.reset(1);
    const { choices, actionLayout, actions } = batch;
    for (let n = 0; n < 100; n++) {
      for (let a = 0; a < batch.agents.length; a++) {
        const masks = batch.actionMasks.subarray(a * choices.length, (a + 1) * choices.length);
        const possible = [...masks.keys()].filter((i) => masks[i] === 1);
        expect(possible[0]).toBe(0);
        actions[a * actionLayout.length] = possible[(n * 7 + a) % possible.length]!;
      }
      batch.step();
    }
    expect(batch.choices).toContain(agents === 'left' ? 'mark player 5' : 'pass 5');
  }
});
