import { describe, expect, it } from 'vitest';
import { type Batch, type BatchOptions, createBatch, fieldIndex } from '../index.js';
import type { Scenario } from '../scenario.js';
import { findScenario } from '../scenarios/catalog.js';

const { server } = findScenario('lob');

/** One agent stands 0.7 m from a ball, which can leave the ground. */
const SCENARIO: Scenario = {
  name: 'kick',
  description: 'Test.',
  left: [
    { script: 'idle', place: { area: { x: [0, 0], y: [0, 0] } }, bodyAngle: [0, 0] },
    { script: 'idle', place: { area: { x: [20, 20], y: [5, 5] } }, bodyAngle: [180, 180] },
  ],
  right: [{ script: 'idle', place: { area: { x: [10, 10], y: [2.5, 2.5] } }, goalie: true }],
  controlled: 'left',
  ball: { place: { area: { x: [0.7, 0.7], y: [0, 0] } } },
  ...(server === undefined ? {} : { server }),
  horizon: 200,
  terminations: [{ on: 'goal' }],
  rewards: {},
};

type Type = 'low-level' | 'hybrid' | 'discrete' | 'macro' | 'skills';

function setUp(action: BatchOptions['action'], scenario: Scenario = SCENARIO): Batch {
  const batch = createBatch({ scenario, agents: 'first', ...(action === undefined ? {} : { action }) });
  batch.reset(1);
  return batch;
}

function choose(batch: Batch, name: string, numbers: Readonly<Record<string, number>> = {}): void {
  expect(batch.choices).toContain(name);
  batch.actions.fill(0);
  batch.actions[0] = batch.choices.indexOf(name);
  for (const [field, value] of Object.entries(numbers))
    batch.actions[fieldIndex(batch.actionLayout, field)] = value;
  batch.step();
}

describe.each<[Type, string, Record<string, number>]>([
  ['low-level', 'kick', { power: 1, loft: 0.5 }],
  ['hybrid', 'kick', { 'kick.power': 1, 'kick.loft': 0.5 }],
  ['discrete', 'kick 100 0 loft 45', {}],
  ['macro', 'loft pass 1', {}],
  ['macro', 'lob', {}],
])('%s: %s', (type, name, numbers) => {
  it('sends the ball into the air', () => {
    const batch = setUp({ type });
    choose(batch, name, numbers);
    expect(batch.match(0).world.ball.z).toBeGreaterThan(0.3);
  });

  it('on request in a flat scenario, it keeps the ball on the ground', () => {
    const { server: _, ...flat } = SCENARIO;
    const batch = setUp({ type, height: true }, flat);
    choose(batch, name, numbers);
    expect(batch.match(0).world.ball).toMatchObject({ z: 0, vz: 0 });
    expect(setUp({ type }, flat).choices.length).toBeLessThan(batch.choices.length);
  });
});

it('low-level and hybrid: a loft below 0 is a kick along the ground', () => {
  for (const [type, numbers] of [
    ['low-level', { power: 0.5, loft: -0.5 }],
    ['hybrid', { 'kick.power': 0.5, 'kick.loft': -0.5 }],
  ] as const) {
    const batch = setUp({ type });
    choose(batch, 'kick', numbers);
    const { ball } = batch.match(0).world;
    expect([ball.z, ball.vz, ball.vel.x > 0.5]).toEqual([0, 0, true]);
  }
});

it.each<[Type, string]>([
  ['low-level', 'chest-trap'],
  ['hybrid', 'chest-trap'],
  ['discrete', 'chest trap'],
  ['macro', 'chest trap'],
])('%s: the chest trap puts a ball in reach on the ground', (type, name) => {
  const batch = setUp({ type });
  const { ball } = batch.match(0).world;
  Object.assign(ball, { z: 1.5, vz: 0.3 });
  choose(batch, name);
  expect([ball.z, ball.vz]).toEqual([0, 0]);
});

it('skills: an agent sees the height of the ball, and passes through the air and stops high balls', () => {
  const batch = setUp({ type: 'skills' });
  const mask = (name: string) => batch.actionMasks[batch.choices.indexOf(name)];
  for (let n = 0; n < 3; n++) batch.step();
  expect([mask('loft pass'), mask('lob'), mask('chest trap')]).toEqual([1, 1, 0]);
  batch.actions[0] = batch.choices.indexOf('loft pass');
  let highest = 0;
  for (let n = 0; n < 8; n++) {
    batch.step();
    batch.actions[0] = 0;
    highest = Math.max(highest, batch.match(0).world.ball.z);
  }
  expect(highest).toBeGreaterThan(0.3);
  const { ball } = batch.match(0).world;
  Object.assign(ball, { pos: { x: 0.7, y: 0 }, vel: { x: 0, y: 0 }, z: 1.5, vz: 0.2 });
  batch.step();
  expect([mask('loft pass'), mask('chest trap')]).toEqual([0, 1]);
});

it.each([
  [{ action: { type: 'hfo', height: true } }, 'action.height: type hfo has no height'],
  [{ observation: { type: 'keepaway', height: true } }, 'observation.height: type keepaway has no height'],
  [{ observation: { height: 1 } }, 'observation.height: 1 is not true or false'],
])('%j is refused', (options, message) => {
  expect(() => createBatch({ scenario: 'hfo-1v0', ...(options as object) } as BatchOptions)).toThrow(message);
});

describe.each(['egocentric', 'global', 'sensors'] as const)('observation %s', (type) => {
  it('ends with height and upward speed of the ball, in matches with heights and on request', () => {
    const batch = createBatch({ scenario: SCENARIO, agents: 'first', observation: { type } });
    batch.reset(1);
    const layout = batch.observationLayout.map(({ name }) => name);
    expect(layout.slice(-2)).toEqual(['ball.z', 'ball.vz']);
    const { ball } = batch.match(0).world;
    Object.assign(ball, { z: 3, vz: 0.4 });
    batch.step();
    expect(batch.observations.at(-2)).toBeCloseTo(ball.z / 10, 5);
    expect(batch.observations.at(-1)).toBeCloseTo(ball.vz / 3, 5);

    const without = createBatch({ scenario: SCENARIO, observation: { type, height: false } });
    expect(without.observationLayout.map(({ name }) => name)).toEqual(layout.slice(0, -2));
    const flat = createBatch({ scenario: 'empty-goal', observation: { type, height: true } });
    flat.reset(1);
    flat.step();
    expect([...flat.observations.slice(-2)]).toEqual([0, 0]);
  });
});

it('the true state for critics has the height in matches with heights', () => {
  const names = (scenario: string) =>
    createBatch({ scenario, state: true }).stateLayout.map(({ name }) => name);
  expect(names('lob').slice(-2)).toEqual(['ball.z', 'ball.vz']);
  expect(names('1v1-keeper')).not.toContain('ball.z');
});
