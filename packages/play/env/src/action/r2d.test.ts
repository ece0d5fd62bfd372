import { describe, expect, it } from 'vitest';
import { type Batch, createBatch } from '../index.js';

/** A batch with the player left 1 at a place, the ball beside it, and other players at theirs, all at rest. */
function setUp(
  scenario: string,
  places: Readonly<Record<number, readonly [x: number, y: number]>>,
  ball: readonly [x: number, y: number],
): Batch {
  const batch = createBatch({
    scenario,
    action: { type: 'r2d' },
    others: scenario.endsWith('v0') ? {} : { right: { type: 'script', script: 'idle' } },
    autoReset: 'none',
  });
  batch.reset(1);
  const { world } = batch.match(0);
  for (const [index, [x, y]] of Object.entries(places)) {
    const player = world.players[Number(index)]!;
    Object.assign(player.pos, { x, y });
    Object.assign(player.vel, { x: 0, y: 0 });
    player.body = player.bodyTarget = 0;
  }
  Object.assign(world.ball.pos, { x: ball[0], y: ball[1] });
  Object.assign(world.ball.vel, { x: 0, y: 0 });
  batch.restoreMatch(0, batch.saveMatch(0));
  return batch;
}

function act(batch: Batch, action: string, steps = 1): void {
  expect(batch.choices).toContain(action);
  batch.actions.fill(0);
  batch.actions[0] = batch.choices.indexOf(action);
  for (let n = 0; n < steps && batch.outcomes[0] === 0; n++) batch.step();
}

describe('the Base actions of R2D-RL', () => {
  it('are 17 in the order of its documentation', () => {
    expect(createBatch({ scenario: 'front-goal-2v1', action: { type: 'r2d' } }).choices).toEqual([
      'tackle',
      'shoot',
      'intercept',
      'advance',
      'pass direct',
      'pass lead',
      'pass through',
      'hold',
      'catch',
      'dribble up',
      'dribble down',
      'dribble left',
      'dribble right',
      'move up',
      'move down',
      'move left',
      'move right',
    ]);
  });

  it('score in the empty goal by a shot', () => {
    const batch = setUp('front-goal-1v0', { 0: [40, 0] }, [40.6, 0]);
    act(batch, 'shoot');
    act(batch, 'intercept', 20);
    expect(batch.outcomeNames[batch.outcomes[0]!]).toBe('goal');
    expect(batch.rewards[0]).toBe(1);
  });

  it.each([
    ['move right', 1, 0],
    ['move left', -1, 0],
    ['move down', 0, 1],
    ['move up', 0, -1],
  ])('%s changes the place along one axis', (name, dx, dy) => {
    const batch = setUp('front-goal-1v0', { 0: [30, 5] }, [36, 0]);
    act(batch, name, 15);
    const { pos } = batch.match(0).world.players[0]!;
    expect(dx * (pos.x - 30) + dy * (pos.y - 5)).toBeGreaterThan(3);
    expect(Math.abs(dy * (pos.x - 30) + dx * (pos.y - 5))).toBeLessThan(2.5);
  });

  it('dribble takes the ball along', () => {
    const batch = setUp('front-goal-1v0', { 0: [20, 0] }, [20.6, 0]);
    act(batch, 'dribble right', 25);
    const { ball, players } = batch.match(0).world;
    expect(ball.pos.x).toBeGreaterThan(25);
    expect(ball.pos.x - players[0]!.pos.x).toBeLessThan(3);
  });

  it.each([
    ['pass direct', 0],
    ['pass lead', 4],
    ['pass through', 10],
  ])('%s aims in front of the team mate', (name, lead) => {
    const batch = setUp('front-goal-2v1', { 0: [20, 0], 1: [30, 12], 11: [5, -30] }, [20.6, 0]);
    act(batch, name);
    const { vel } = batch.match(0).world.ball;
    const aim = Math.atan2(12, 30 + lead - 20.6);
    expect(Math.abs(Math.atan2(vel.y, vel.x) - aim)).toBeLessThan(0.12);
    expect(Math.hypot(vel.x, vel.y)).toBeGreaterThan(0.8);
  });

  it('without the ball only moves and intercept have an effect', () => {
    const batch = setUp('front-goal-2v1', { 0: [20, 0], 1: [30, 12] }, [35, 0]);
    act(batch, 'move up');
    const possible = batch.choices.filter((_, i) => batch.actionMasks[i] === 1);
    expect(possible).toEqual(['intercept', 'move up', 'move down', 'move left', 'move right']);
  });
});

describe('masks of lists', () => {
  it('have every choice while the player cannot act', () => {
    const batch = setUp('front-goal-2v1', { 0: [20, 0] }, [20.6, 0]);
    act(batch, 'tackle');
    expect(batch.match(0).world.players[0]!.tackleIdle).toBeGreaterThan(0);
    expect([...batch.actionMasks.slice(0, batch.choices.length)]).toEqual(batch.choices.map(() => 1));
  });
});

describe('front-goal scenarios', () => {
  it('end when a defender has the ball for a cycle', () => {
    const batch = setUp('front-goal-1v1', { 0: [32, 8], 11: [45, 0] }, [45.2, 0]);
    act(batch, 'move up');
    expect(batch.outcomeNames[batch.outcomes[0]!]).toBe('possession');
  });

  it('end when the ball is in the own half', () => {
    const batch = setUp('front-goal-1v1', { 0: [1, 0], 11: [45, 0] }, [-0.5, 0]);
    act(batch, 'move up');
    expect(batch.outcomeNames[batch.outcomes[0]!]).toBe('region');
  });
});
