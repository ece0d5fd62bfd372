/**
 * Measures steps per second of a whole match in one process (see scene.ts): with commands and steps only, with
 * recording, and with all observations that a server makes for its clients (sense_body and see of all 22
 * players in every cycle, speech); without text and sockets. Then measures snapshots and forks. Times are
 * processor times, so that other programs on the machine have little effect.
 */

import { fillSenseBody } from '@rcss/sensors';
import {
  createPlayerObservation,
  digest,
  extractSpec,
  fork,
  type Match,
  restore,
  snapshot,
  step,
} from '@rcss/simulator';
import { runSenseBody, runVision } from '@rcss/simulator/cycle';
import { createRecordingWriter } from '@rcss/simulator/recording';
import { act, createScene } from './scene.js';

const out = createPlayerObservation();

/** Returns the processor time of this process in milliseconds. */
const now = () => process.cpuUsage().user / 1000;

function play(match: Match): void {
  act(match);
  step(match);
}

function sense(match: Match): void {
  const { world, params } = match;
  runSenseBody(match, (player) => fillSenseBody(world, params, player, out.body));
  runVision(match, true, out.see);
}

function rate(name: string, match: Match, cycle: () => void, count: number): number {
  for (let i = 0; i < 1000; i++) cycle();
  const start = now();
  for (let i = 0; i < count; i++) cycle();
  const perSecond = (count / (now() - start)) * 1000;
  const { left, right, time } = match.world;
  console.log(`${name}: ${Math.round(perSecond)} steps/s (${left.score}:${right.score} at ${time})`);
  return perSecond;
}

const bare = createScene(1);
const plain = rate('commands and steps', bare, () => play(bare), 20_000);

const recorded = createScene(1);
const writer = createRecordingWriter({
  program: '',
  ...extractSpec(recorded),
  start: { log: '', result: '' },
});
let bytes = 0;
let steps = 0;
recorded.record = (input) => {
  writer.add(input);
  if (input.do !== 'step') return;
  bytes += writer.takeBytes().length;
  steps += 1;
};
const recording = rate('the same, recorded', recorded, () => play(recorded), 20_000);
console.log(
  `  ${(bytes / steps).toFixed(0)} bytes a step, ${Math.round((plain / recording) * 100 - 100)} % more time`,
);

const sensed = createScene(1);
const cycle = () => {
  play(sensed);
  sense(sensed);
};
const all = rate('with all sensors of 22 players', sensed, cycle, 20_000);
console.log(`  ${((1e6 / all - 1e6 / plain) / 22).toFixed(2)} us for what one player senses`);

function micros(name: string, act: () => void, count = 5000): void {
  for (let i = 0; i < 2000; i++) act();
  const start = now();
  for (let i = 0; i < count; i++) act();
  console.log(`${name}: ${(((now() - start) / count) * 1000).toFixed(1)} us`);
}

const picture = snapshot(bare);
micros('snapshot', () => snapshot(bare));
micros('restore', () => restore(bare, picture));
micros('fork', () => fork(bare));
micros('digest', () => digest(bare));
