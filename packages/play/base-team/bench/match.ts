/** Plays whole matches in this process and prints statistics: `tsx bench/match.ts SEEDS [UNTIL]`. */
import { createBaseMatch } from '../test/statistics.js';

const seeds = (process.argv[2] ?? '1').split(',').map(Number);
const until = Number(process.argv[3] ?? 6000);
for (const seed of seeds) {
  const begin = performance.now();
  const { game, statistics: s, cycle } = await createBaseMatch(seed);
  const { world } = game.match;
  while (world.time < until && cycle());
  const seconds = (performance.now() - begin) / 1000;
  const calls = [...s.calls]
    .filter(([call]) => !/play_on|goal_[lr]_/.test(call))
    .map(([call, count]) => `${call} ${count}`);
  console.log(
    `seed ${seed}: ${world.left.score}-${world.right.score}, passes ${s.passes.l}+${s.passes.r}, losses ${s.losses.l}+${s.losses.r},`,
    `chain ${s.longestChain}, kicks ${s.kicks}, play_on ${((100 * s.playOn) / s.cycles).toFixed(0)}%,`,
    `complaints ${game.complaints.length} ${game.complaints.slice(0, 2).join(' | ')},`,
    `${seconds.toFixed(1)} s, ${(s.cycles / seconds).toFixed(0)} cycles per second, time ${world.time} ${world.playMode}`,
  );
  console.log(`  ${calls.join(', ')}`);
}
