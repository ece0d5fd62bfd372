/**
 * Measures what a process per team costs: `tsx --conditions=@rcss/source packages/serve/model-tools/bench/team-processes.ts [PAIRS]`. A pair plays the
 * same matches in turn: both teams in the process of the match, and each team in a process of its own. Prints medians, and the ratio of each pair with
 * its 95 % interval.
 */

import { runTask } from '../src/sandbox/run-task.js';
import type { TeamSpec } from '../src/sandbox/tasks.js';
import { buildHost } from '../test/build-host.js';

const pairs = Number(process.argv[2] ?? 12);
const CYCLES = 300;
const PLAYERS = 22;
const LIMITS = { seconds: 600, stallSeconds: 60, memoryMb: 1024 };
const program = await buildHost();

/** A team of few decisions, so that the cost of the process shows. */
const CODE = `exports.default = require('@rcss/agent/chasers').default;`;

async function time(isOutside: boolean, seed: number, cycles: number): Promise<number> {
  const team = (name: string): TeamSpec =>
    isOutside ? { name, code: CODE, file: 'teams/chasers.ts' } : { name, builtIn: 'chasers' };
  const begun = performance.now();
  const recipe = { left: team('A'), right: team('B'), seed };
  await runTask<'play'>({ type: 'play', recipe, cycles, hasLog: false }, { limits: LIMITS, program });
  return performance.now() - begun;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;

function describeRatios(ratios: readonly number[]): string {
  const logs = ratios.map(Math.log);
  const mean = logs.reduce((sum, value) => sum + value, 0) / logs.length;
  const deviation = Math.sqrt(logs.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (logs.length - 1));
  const half = (2.2 * deviation) / Math.sqrt(logs.length);
  const [at, low, high] = [mean, mean - half, mean + half].map((value) => Math.exp(value).toFixed(2));
  return `${at} (95 %: ${low} to ${high})`;
}

const starts: number[][] = [[], []];
const rates: number[][] = [[], []];
for (let seed = 1; seed <= pairs; seed++)
  for (const place of seed % 2 === 0 ? [0, 1] : [1, 0]) {
    const start = await time(place === 1, seed, 1);
    const whole = await time(place === 1, seed, CYCLES + 1);
    starts[place]!.push(start);
    rates[place]!.push((PLAYERS * CYCLES * 1000) / (whole - start));
  }
const ratio = (values: readonly number[][]) =>
  describeRatios(values[1]!.map((value, i) => value / values[0]![i]!));
const show = (values: readonly number[][]) => values.map((each) => Math.round(median(each))).join(' | ');
console.log(`${pairs} pairs; in process | a process per team`);
console.log(`agent-steps per second: ${show(rates)}, ratio ${ratio(rates)}`);
console.log(`start to the end of the first cycle, ms: ${show(starts)}, ratio ${ratio(starts)}`);
