/**
 * Processor time of an agent-step, µs, of the built repository in a folder: true state and sensors in 11v11, true state of an attacker and a
 * goalie; 16 matches, random low-level actions, equal seeds. Prints a line of JSON with a checksum of the last observations of each.
 * To compare two states of the repository, run it in turn: `node packages/play/env/bench/agent-steps.mjs FOLDER`.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const entry = resolve(process.argv[2] ?? '.', 'packages/play/env/dist/index.js');
const { createBatch } = await import(pathToFileURL(entry).href);
const MATCHES = 16;

function measure(scenario, type, steps) {
  const batch = createBatch({
    scenario,
    matches: MATCHES,
    horizon: 1_000_000,
    observation: { type },
    seed: 7,
  });
  batch.reset();
  let word = 1;
  for (let i = 0; i < batch.actions.length; i++) {
    word = (Math.imul(word, 1664525) + 1013904223) | 0;
    const { low, high, isChoice } = batch.actionLayout[i % batch.actionLayout.length];
    const drawn = low + ((high - low) * (word >>> 8)) / 2 ** 24;
    batch.actions[i] = isChoice ? Math.round(drawn) : drawn;
  }
  for (let n = 0; n < steps / 3; n++) batch.step();
  const began = process.cpuUsage();
  for (let n = 0; n < steps; n++) batch.step();
  const { user, system } = process.cpuUsage(began);
  const checksum = batch.observations.reduce(
    (sum, value) => (Math.imul(sum, 31) + Math.round(value * 1e4)) | 0,
    0,
  );
  return { micros: (user + system) / (steps * MATCHES * batch.agents.length), checksum };
}

console.log(
  JSON.stringify({
    'true state, 11v11': measure('11v11', 'egocentric', 900),
    'true state, 1v1-keeper': measure('1v1-keeper', 'egocentric', 6000),
    'sensors, 11v11': measure('11v11', 'sensors', 220),
  }),
);
