/**
 * Agent-steps per second of one process without Python, with random low-level actions; then cycles per second with other players and
 * actions. Usage, from the repository root: `tsx --conditions=@rcss/source packages/play/env/bench/loop.ts [seconds] [TEAM]`. TEAM is the
 * path of a team module, for example `packages/play/base-team/src/base-team.ts`; the chasers by default.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import createChasers from '@rcss/agent/chasers';
import type { TeamModule } from '@rcss/core/team-module';
import { type BatchOptions, createBatch, type PolicyDocument } from '../src/index.js';

const SECONDS = Number(process.argv[2] ?? 5);

function measure(scenario: string, matches: number, type: 'egocentric' | 'sensors'): void {
  const batch = createBatch({ scenario, matches, horizon: 1_000_000, observation: { type } });
  batch.reset();
  const { actions, actionLayout } = batch;
  let word = 1;
  const act = () => {
    for (let i = 0; i < actions.length; i++) {
      word = (Math.imul(word, 1664525) + 1013904223) | 0;
      const { low, high, isChoice } = actionLayout[i % actionLayout.length] as (typeof actionLayout)[number];
      const drawn = low + ((high - low) * (word >>> 8)) / 2 ** 24;
      actions[i] = isChoice === true ? Math.round(drawn) : drawn;
    }
  };
  act();
  const run = (seconds: number) => {
    let steps = 0;
    const began = performance.now();
    while (performance.now() - began < 1000 * seconds) {
      batch.step();
      steps += 1;
    }
    return (steps * matches * batch.agents.length * 1000) / (performance.now() - began);
  };
  run(SECONDS / 2);
  const rate = run(SECONDS);
  const began = performance.now();
  const resets = 50;
  for (let n = 0; n < resets; n++) batch.reset();
  const micros = ((performance.now() - began) * 1000) / resets / matches;
  console.log(
    `${scenario}, ${type}: ${Math.round(rate).toLocaleString('en')} agent-steps/s, reset of a match ${micros.toFixed(0)} µs`,
  );
}

for (const type of ['egocentric', 'sensors'] as const) {
  measure('11v11', 64, type);
  measure('1v1-keeper', 64, type);
}

/** A policy with two hidden layers of 64 numbers. */
function createPolicy(scenario: string): PolicyDocument {
  const { observationLayout, choices } = createBatch({
    scenario,
    agents: 'right',
    action: { type: 'macro' },
  });
  const sizes = [observationLayout.length, 64, 64, choices.length];
  const layers = sizes.slice(1).map((outputs, i) => ({
    weights: Array.from({ length: outputs }, (_, row) =>
      Array.from({ length: sizes[i] as number }, (__, column) => ((row * 31 + column * 17) % 21) / 100 - 0.1),
    ),
    bias: new Array<number>(outputs).fill(0),
    activation: i < 2 ? ('tanh' as const) : ('linear' as const),
  }));
  return {
    format: 'rcss-policy',
    version: 1,
    observation: { type: 'egocentric' },
    action: { type: 'macro' },
    layers,
  };
}

function measureCycles(name: string, options: BatchOptions): void {
  const batch = createBatch({ ...options, matches: 4 });
  batch.reset();
  const { choices, actions, actionLayout, actionMasks } = batch;
  let count = 0;
  const step = () => {
    for (let row = 0; row * actionLayout.length < actions.length; row++) {
      let choice = count % choices.length;
      while (actionMasks[row * choices.length + choice] === 0) choice = (choice + 1) % choices.length;
      actions[row * actionLayout.length] = choice;
    }
    count += 1;
    batch.step();
  };
  const run = (seconds: number) => {
    let steps = 0;
    const began = performance.now();
    while (performance.now() - began < 1000 * seconds) {
      step();
      steps += 4;
    }
    return (steps * 1000) / (performance.now() - began);
  };
  run(SECONDS / 2);
  console.log(`${name}: ${Math.round(run(SECONDS)).toLocaleString('en')} cycles/s`);
}

const path = process.argv[3];
const loaded =
  path === undefined ? undefined : ((await import(pathToFileURL(resolve(path)).href)) as TeamModule);
const team = { type: 'team', create: loaded?.default ?? createChasers } as const;
const policy = { type: 'policy', policy: createPolicy('3v3') } as const;
const macro = { type: 'macro' } as const;
measureCycles('3v3 against scripts', { scenario: '3v3', action: macro });
measureCycles('3v3 against a policy', { scenario: '3v3', action: macro, others: { right: policy } });
measureCycles('hfo-1v2 against a team', {
  scenario: 'hfo-1v2',
  action: macro,
  others: { right: team },
});
measureCycles('11v11 against a team', {
  scenario: '11v11',
  agents: 'left',
  action: macro,
  others: { right: team },
});
measureCycles('3v3 with skills', { scenario: '3v3', action: { type: 'skills' } });
