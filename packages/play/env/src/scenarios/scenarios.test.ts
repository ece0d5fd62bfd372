import { describe, expect, it } from 'vitest';
import { createBatch } from '../index.js';
import { mixSeed } from '../seeding.js';
import { SCENARIOS } from './catalog.js';

it('there are at least 20 scenarios with names of their own', () => {
  expect(SCENARIOS.length).toBeGreaterThanOrEqual(20);
  expect(new Set(SCENARIOS.map(({ name }) => name)).size).toBe(SCENARIOS.length);
});

describe.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))('%s', (_, scenario) => {
  it('agents with random actions and scripted agents play it', () => {
    const batch = createBatch({ scenario, matches: 2, seed: 3 });
    batch.reset();
    const { actions } = batch;
    for (let n = 0; n < 30; n++) {
      for (let i = 0; i < actions.length; i++) {
        const drawn = (mixSeed(n, i) % 9) - 1;
        const { isChoice, high } = batch.actionLayout[i % batch.actionLayout.length]!;
        actions[i] = isChoice ? Math.min(high, Math.max(0, drawn)) : drawn;
      }
      batch.step();
    }
    batch.reset();
    const start = batch.match(0).world.ball.pos.x;
    let hasMoved = false;
    for (let n = 0; n < 60; n++) {
      batch.stepScripted();
      hasMoved ||= batch.match(0).world.ball.pos.x !== start;
    }
    expect(hasMoved).toBe(true);
    expect(batch.observations.every((value) => Number.isFinite(value))).toBe(true);
  });

  it('starts differently with every seed, all players on the field, in its play mode', () => {
    const batch = createBatch({ scenario, matches: 3 });
    batch.reset(1);
    for (let i = 0; i < 3; i++) {
      const { world } = batch.match(i);
      expect(world.playMode).toBe(scenario.playMode ?? 'play_on');
      expect(world.players.filter(({ enabled }) => enabled)).toHaveLength(
        scenario.left.length + scenario.right.length,
      );
    }
    const positions = [0, 1, 2].map((i) =>
      JSON.stringify(batch.match(i).world.players.map(({ pos }) => pos)),
    );
    expect(new Set(positions).size).toBe(3);
  });
});

it('an easy start is nearer to the goal than a hard one', () => {
  const mean = (difficulty: number) => {
    const batch = createBatch({ scenario: 'empty-goal', matches: 20, difficulty });
    batch.reset(1);
    let sum = 0;
    for (let i = 0; i < 20; i++) sum += batch.match(i).world.ball.pos.x;
    return sum / 20;
  };
  expect(mean(0)).toBeGreaterThan(mean(0.5));
  expect(mean(0.5)).toBeGreaterThan(mean(1));
});
