import { describe, expect, it } from 'vitest';
import { type Batch, type BatchOptions, createBatch, fieldIndex } from '../index.js';
import { INVALID } from './hfo-fields.js';

const IDLE = { type: 'script', script: 'idle' } as const;

function start(scenario: string, observation: BatchOptions['observation'] = {}): Batch {
  const batch = createBatch({
    scenario,
    agents: 'first',
    action: { type: 'hfo' },
    observation: { type: 'hfo-high', order: 'number', ...observation },
    others: {
      ...(scenario.startsWith('hfo-1v') ? {} : { left: IDLE }),
      ...(scenario.endsWith('v0') ? {} : { right: IDLE }),
    },
    autoReset: 'none',
    seed: 3,
  });
  batch.reset();
  return batch;
}

const featureOf = (batch: Batch, name: string) =>
  batch.observations[fieldIndex(batch.observationLayout, name)]!;

function act(batch: Batch, action: string, steps = 1): void {
  batch.actions.fill(0);
  batch.actions[0] = batch.choices.indexOf(action);
  for (let n = 0; n < steps && batch.outcomes[0] === 0; n++) batch.step();
}

describe('features of 2019', () => {
  it.each([
    ['hfo-1v0', 0, 0],
    ['hfo-2v1', 1, 1],
    ['hfo-4v5', 3, 5],
  ])('%s: 12 + 6T + 3O high-level and 59 + 9T + 9O low-level features', (scenario, mates, opponents) => {
    const length = (type: 'hfo-high' | 'hfo-low') =>
      createBatch({ scenario, observation: { type, edition: 2019 } }).observationLayout.length;
    expect(length('hfo-high')).toBe(12 + 6 * mates + 3 * opponents);
    expect(length('hfo-low')).toBe(59 + 9 * mates + 9 * opponents);
  });

  it('those of 2017 come first and are the same', () => {
    const old = start('hfo-2v2');
    const batch = start('hfo-2v2', { edition: 2019 });
    for (let n = 0; n < 5; n++) {
      act(old, 'go to ball');
      act(batch, 'go to ball');
    }
    const { length } = old.observationLayout;
    const first = [...batch.observations.subarray(0, length)];
    const distance = Math.hypot(52.5, 34) * ((first[6]! + 1) / 2);
    const { pos } = batch.match(0).world.players[0]!;
    expect(distance).toBeCloseTo(Math.hypot(52.5 - pos.x, pos.y), 3);
    first[6] = old.observations[6]!;
    expect(first).toEqual([...old.observations]);
  });

  it('show whether the last action could have an effect, and the stamina', () => {
    const batch = start('hfo-1v0', { edition: 2019 });
    expect(featureOf(batch, 'self.lastActionPossible')).toBe(1);
    const { ball, players } = batch.match(0).world;
    Object.assign(ball.pos, { x: 40, y: 20 });
    Object.assign(players[0]!.pos, { x: 20, y: 0 });
    batch.restoreMatch(0, batch.saveMatch(0));
    act(batch, 'shoot');
    expect(featureOf(batch, 'self.lastActionPossible')).toBe(-1);
    act(batch, 'go to ball', 10);
    expect(featureOf(batch, 'self.lastActionPossible')).toBe(1);
    expect(featureOf(batch, 'self.stamina')).toBeLessThan(1);
    expect(featureOf(batch, 'self.stamina')).toBeGreaterThan(0.5);
    const saved = batch.saveMatch(0);
    act(batch, 'shoot');
    batch.restoreMatch(0, saved);
    expect(featureOf(batch, 'self.lastActionPossible')).toBe(1);
    batch.resetMatch(0);
    expect(featureOf(batch, 'self.lastActionPossible')).toBe(1);
  });
});

describe('the partial view', () => {
  /** A player at (20, 0) that looks along +x or, with `body` 180, along -x. */
  function look(body: number): Batch {
    const batch = start('hfo-2v2', { view: 'partial' });
    const { ball, players } = batch.match(0).world;
    Object.assign(ball.pos, { x: 30, y: 0 });
    Object.assign(ball.vel, { x: 0, y: 0 });
    [
      [20, 0],
      [28, 3],
    ].forEach(([x, y], i) => {
      Object.assign(players[i]!.pos, { x, y });
    });
    [
      [26, -2],
      [33, 2],
    ].forEach(([x, y], i) => {
      Object.assign(players[11 + i]!.pos, { x, y });
    });
    players[0]!.body = players[0]!.bodyTarget = (body * Math.PI) / 180;
    return batch;
  }

  it('knows the players and the ball in the view cone', () => {
    const batch = look(0);
    act(batch, 'no-op', 2);
    for (const name of ['ball.x', 'mate.1.x', 'mate.1.passOpening', 'opponent.1.unum', 'opponent.2.y'])
      expect(featureOf(batch, name)).not.toBe(INVALID);
  });

  it('forgets after 30 cycles what is out of sight', () => {
    const batch = look(0);
    act(batch, 'no-op', 2);
    const seen = featureOf(batch, 'opponent.1.x');
    expect(seen).not.toBe(INVALID);
    const { players, ball } = batch.match(0).world;
    players[0]!.body = players[0]!.bodyTarget = Math.PI;
    // The ball goes where the agent looks, so that the neck does not turn back.
    Object.assign(ball.pos, { x: 5, y: 0 });
    Object.assign(players[11]!.pos, { x: 40, y: 10 });
    act(batch, 'no-op', 1);
    const remembered = featureOf(batch, 'opponent.1.x');
    expect(remembered).not.toBe(INVALID);
    act(batch, 'no-op', 40);
    expect(featureOf(batch, 'ball.x')).not.toBe(INVALID);
    for (const name of ['opponent.1.x', 'opponent.1.unum', 'mate.1.goalOpening', 'opponent.proximity'])
      expect(featureOf(batch, name)).toBe(INVALID);
  });

  it('is part of a saved match', () => {
    const batch = look(0);
    act(batch, 'no-op', 2);
    const saved = batch.saveMatch(0);
    const before = [...batch.observations];
    batch.resetMatch(0);
    batch.restoreMatch(0, saved);
    expect([...batch.observations]).toEqual(before);
  });

  it.each([
    [{ view: 'partial', type: 'hfo-low' }, /only hfo-high has a partial view/],
    [{ edition: 2018 }, /2018 is not 2017 or 2019/],
    [{ edition: 2019, type: 'egocentric' }, /only hfo-high and hfo-low have editions/],
    [{ view: 'half' }, /"half" is not full or partial/],
  ])('%j is refused', (observation, message) => {
    expect(() => start('hfo-2v2', observation as BatchOptions['observation'])).toThrow(message);
  });
});
