/**
 * Reference players of keepaway: mean length of an episode in seconds, with its standard error. Usage, from the repository root:
 * `tsx --conditions=@rcss/source packages/play/env/bench/keepaway.ts [episodes]`.
 */
import { type Batch, createBatch } from '../src/index.js';
import type { Scenario } from '../src/scenario.js';
import { SCENARIOS } from '../src/scenarios/catalog.js';
import type { ScriptName } from '../src/scripts/script.js';
import { mixSeed } from '../src/seeding.js';

const EPISODES = Number(process.argv[2] ?? 200);
const CYCLES_PER_SECOND = 10;

function play(scenario: Scenario, act: (batch: Batch, step: number) => void): string {
  const batch = createBatch({
    scenario,
    matches: EPISODES,
    action: { type: 'keepaway' },
    autoReset: 'none',
    seed: 1,
  });
  batch.reset();
  for (let n = 0; n < scenario.horizon && batch.outcomes.some((outcome) => outcome === 0); n++) act(batch, n);
  const seconds = Array.from(batch.cycles, (cycles) => cycles / CYCLES_PER_SECOND);
  const mean = seconds.reduce((sum, value) => sum + value, 0) / EPISODES;
  const variance = seconds.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (EPISODES - 1);
  return `${mean.toFixed(1)} ± ${Math.sqrt(variance / EPISODES).toFixed(1)}`;
}

/** A random choice for every agent in every cycle; keepers without the ball support. */
function actRandomly(batch: Batch, step: number): void {
  const { actions, choices } = batch;
  for (let i = 0; i < actions.length; i++) actions[i] = 1 + (mixSeed(step, i) % (choices.length - 1));
  batch.step();
}

function withScripts(scenario: Scenario, keepers: ScriptName, takers: ScriptName): Scenario {
  return {
    ...scenario,
    left: scenario.left.map((player) => ({ ...player, script: keepers })),
    right: scenario.right.map((player) => ({ ...player, script: takers })),
  };
}

console.log('| scenario | takers | random | hold | pass | hold until pressed |');
console.log('|---|---|---:|---:|---:|---:|');
for (const scenario of SCENARIOS.filter(({ name }) => name.startsWith('keepaway-'))) {
  for (const takers of ['keepaway-taker', 'keepaway-chaser'] as const) {
    if (scenario.right.length === 2 && takers === 'keepaway-chaser') continue;
    const cells = [
      play(withScripts(scenario, 'keepaway-keeper', takers), actRandomly),
      ...(['keepaway-hold', 'keepaway-passer', 'keepaway-keeper'] as const).map((keepers) =>
        play(withScripts(scenario, keepers, takers), (batch) => batch.stepScripted()),
      ),
    ];
    const label = scenario.right.length === 2 ? 'both' : `\`${takers}\``;
    console.log(`| \`${scenario.name}\` | ${label} | ${cells.join(' | ')} |`);
  }
}
