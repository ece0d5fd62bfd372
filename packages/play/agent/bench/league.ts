/** Plays paired matches of two team modules in this process: `tsx bench/league.ts MODULE MODULE SEEDS [CYCLES]`. */
import { pathToFileURL } from 'node:url';
import type { CreateTeam, TeamModule } from '@rcss/core/team-module';
import { createLocalMatch, createLocalSpec } from '../src/local/local-match.js';

async function load(path: string): Promise<CreateTeam> {
  const url = path.startsWith('.') || path.startsWith('/') ? pathToFileURL(path).href : path;
  return ((await import(url)) as TeamModule).default;
}

const [first = '', second = '', seedText = '1', cycleText] = process.argv.slice(2);
const [a, b] = [await load(first), await load(second)];
const differences: number[] = [];
for (const seed of seedText.split(',').map(Number)) {
  for (const isSwapped of [false, true]) {
    const begin = performance.now();
    const match = await createLocalMatch({
      left: { name: isSwapped ? 'B' : 'A', create: isSwapped ? b : a },
      right: { name: isSwapped ? 'A' : 'B', create: isSwapped ? a : b },
      spec: createLocalSpec({ seed, server: { nr_extra_halfs: 0, penalty_shoot_outs: false } }),
    });
    const { score, steps } = match.run(cycleText === undefined ? {} : { cycles: Number(cycleText) });
    const difference = isSwapped ? score.right - score.left : score.left - score.right;
    differences.push(difference);
    const seconds = (performance.now() - begin) / 1000;
    console.log(
      `seed ${seed}${isSwapped ? ' swapped' : ''}: ${score.left}-${score.right}, A ${difference >= 0 ? '+' : ''}${difference},`,
      `${seconds.toFixed(1)} s, ${(steps / seconds).toFixed(0)} cycles per second, ${match.complaints.length} complaints`,
    );
  }
}
const mean = differences.reduce((sum, d) => sum + d, 0) / differences.length;
const variance =
  differences.reduce((sum, d) => sum + (d - mean) ** 2, 0) / Math.max(1, differences.length - 1);
console.log(
  `A ${mean.toFixed(2)} goals per match, standard error ${Math.sqrt(variance / differences.length).toFixed(2)}`,
);
