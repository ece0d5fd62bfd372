/** Measures the sensors with 22 players on the field, as ratios to the simplest see message in the same run. */
import { createFrame } from '@rcss/core';
import {
  createFullstateObservation,
  createGlobalObservation,
  createSeeObservation,
  createSenseBodyObservation,
} from '@rcss/core/observation';
import { createRandomStream } from '@rcss/core/random';
import { Bench } from 'tinybench';
import {
  addPlayerMessage,
  deliverAudio,
  fillFrame,
  fillFullstate,
  fillGlobalView,
  fillSee,
  fillSenseBody,
} from '../src/index.js';
import { contextOf, createFullTeams, createTestParams, type TestPose } from '../test/scene.js';

const params = createTestParams();
const rng = createRandomStream(1, 'bench');
const out = createSeeObservation();
const body = createSenseBodyObservation();
const full = createFullstateObservation();
const view = createGlobalObservation();
const frame = createFrame();

const scenes: [string, TestPose][] = [
  ['version 19, normal', { version: 19 }],
  ['version 19, normal, focus point', { version: 19, focus: [20, 10] }],
  ['version 19, normal, Gaussian', { version: 19, gaussian: true }],
  ['version 19, wide', { version: 19, width: 'wide' }],
  ['version 19, narrow', { version: 19, width: 'narrow' }],
  ['version 17, normal', { version: 17 }],
  ['version 17, normal, low', { version: 17, quality: 'low' }],
];

const bench = new Bench({ time: 500, warmupTime: 200 });
for (const [name, place] of scenes) {
  const world = createFullTeams(params, 1, place);
  let next = 0;
  bench.add(`one see: ${name}`, () => {
    next = next === 21 ? 0 : next + 1;
    fillSee(contextOf(world, params), rng, world.players[next]!, out);
  });
}

const world = createFullTeams(params);
bench
  .add('all senses of 22 players: sense_body, one say each, audio, see', () => {
    for (const p of world.players) {
      fillSenseBody(world, params, p, body);
      addPlayerMessage(contextOf(world, params), rng, p, 'message');
    }
    deliverAudio(contextOf(world, params), rng);
    for (const p of world.players) fillSee(contextOf(world, params), rng, p, out);
  })
  .add('22 times see', () => {
    for (const p of world.players) fillSee(contextOf(world, params), rng, p, out);
  })
  .add('22 times sense_body', () => {
    for (const p of world.players) fillSenseBody(world, params, p, body);
  })
  .add('22 say and their delivery', () => {
    for (const p of world.players) addPlayerMessage(contextOf(world, params), rng, p, 'message');
    deliverAudio(contextOf(world, params), rng);
  })
  .add('one fullstate', () => {
    fillFullstate(world, params, world.players[0]!, full);
  })
  .add('one global view', () => {
    fillGlobalView(world, params, view);
  })
  .add('one frame', () => {
    fillFrame(world, params, frame);
  });

await bench.run();
const times = bench.tasks.map((task) => ({
  name: task.name,
  micros: (task.result?.latency.p50 ?? 0) * 1000,
}));
const base = times[0]?.micros ?? 1;
console.table(
  times.map(({ name, micros }) => ({
    name,
    'median us': Number(micros.toFixed(2)),
    'times the first': Number((micros / base).toFixed(2)),
  })),
);
