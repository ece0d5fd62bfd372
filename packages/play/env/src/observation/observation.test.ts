import { describe, expect, it } from 'vitest';
import { createBatch, fieldIndex } from '../index.js';
import { SCENARIOS } from '../scenarios/catalog.js';
import { mixSeed } from '../seeding.js';

const TYPES = ['egocentric', 'global'] as const;

describe.each([...TYPES, 'sensors', 'hfo-high', 'hfo-low', 'keepaway'] as const)('%s', (type) => {
  it('all numbers stay in the range of their fields, in every scenario', () => {
    for (const scenario of SCENARIOS) {
      const batch = createBatch({
        scenario,
        observation: { type },
        agents: scenario.right.length > 0 ? 'both' : 'left',
      });
      batch.reset(1);
      const { observationLayout: layout, observations, actions } = batch;
      const lows = layout.map(({ low }) => low);
      const highs = layout.map(({ high }) => high);
      for (let n = 0; n < 8; n++) {
        for (let i = 0; i < actions.length; i++) {
          const drawn = (mixSeed(n, i) % 9) - 1;
          const { isChoice, high } = batch.actionLayout[i % batch.actionLayout.length]!;
          actions[i] = isChoice ? Math.min(high, Math.max(0, drawn)) : drawn;
        }
        batch.step();
        const outside = observations.findIndex((value, i) => {
          const at = i % layout.length;
          return !(value >= lows[at]! && value <= highs[at]!);
        });
        expect(outside < 0 ? '' : `${scenario.name} ${layout[outside % layout.length]!.name}`).toBe('');
      }
      expect(new Set(layout.map(({ name }) => name)).size).toBe(layout.length);
    }
  });
});

describe.each(TYPES)('%s', (type) => {
  it('a turned field looks the same to the other team', () => {
    const batch = createBatch({ scenario: '5v5', agents: 'both', observation: { type } });
    batch.reset(2);
    const { world } = batch.match(0);
    // The right team stands as the left one does, turned by 180 degrees.
    for (let i = 0; i < 5; i++) {
      const [from, to] = [world.players[i]!, world.players[11 + i]!];
      Object.assign(to.pos, { x: -from.pos.x, y: -from.pos.y });
      to.body = to.bodyTarget = from.body + Math.PI;
    }
    world.playMode = 'play_on';
    batch.restoreMatch(0, batch.saveMatch(0));
    const half = batch.observations.length / 2;
    for (let i = 0; i < half; i++)
      expect(batch.observations[half + i]).toBeCloseTo(batch.observations[i]!, 5);
  });
});

it('egocentric: positions are relative to the body direction of the agent', () => {
  const batch = createBatch({ scenario: '1v1-keeper' });
  batch.reset(1);
  const { world } = batch.match(0);
  const agent = world.players[0]!;
  Object.assign(agent.pos, { x: 10, y: 5 });
  agent.body = agent.bodyTarget = Math.PI / 2; // downwards
  Object.assign(world.ball.pos, { x: 10, y: 8 });
  Object.assign(world.ball.vel, { x: -0.5, y: 0 });
  batch.restoreMatch(0, batch.saveMatch(0));
  const value = (name: string) => {
    const at = fieldIndex(batch.observationLayout, name);
    return batch.observations[at]! * batch.observationLayout[at]!.scale;
  };
  expect(value('ball.x')).toBeCloseTo(3, 4);
  expect(value('ball.y')).toBeCloseTo(0, 4);
  expect(value('ball.vx')).toBeCloseTo(0, 4);
  expect(value('ball.vy')).toBeCloseTo(0.5, 4);
  expect(value('goal.y')).toBeCloseTo(-42.5, 4);
  expect(value('self.x')).toBeCloseTo(10, 4);
  expect(value('opponent.1.present')).toBe(1);
});

it('the nearest players come first, or those with the lowest numbers', () => {
  const distances = (order: 'distance' | 'number') => {
    const batch = createBatch({ scenario: '11v11', observation: { order } });
    batch.reset(1);
    const { observationLayout: layout, observations } = batch;
    return Array.from({ length: 10 }, (_, i) => {
      const x = observations[fieldIndex(layout, `mate.${i + 1}.x`)]!;
      const y = observations[fieldIndex(layout, `mate.${i + 1}.y`)]!;
      return Math.hypot(x, y);
    });
  };
  const sorted = distances('distance');
  expect(sorted).toEqual([...sorted].sort((a, b) => a - b));
  const numbered = distances('number');
  expect(numbered).not.toEqual(sorted);
  expect([...numbered].sort((a, b) => a - b)).toEqual(sorted);
});
