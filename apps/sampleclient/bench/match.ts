/** Plays whole matches in this process and prints statistics: `tsx bench/match.ts SEEDS [UNTIL]`. */
import { InProcessMatch } from '../test/harness.js';

const seeds = (process.argv[2] ?? '1').split(',').map(Number);
const until = Number(process.argv[3] ?? 6000);
for (const seed of seeds) {
  const begin = performance.now();
  const match = new InProcessMatch(seed, {}, () => performance.now());
  const s = match.run(until);
  const calls = [...s.calls]
    .filter(([call]) => !/play_on|goal_[lr]_/.test(call))
    .map(([c, n]) => `${c} ${n}`);
  console.log(
    `seed ${seed}: ${s.score.l}-${s.score.r}, passes ${s.passes.l}+${s.passes.r}, losses ${s.losses.l}+${s.losses.r},`,
    `chain ${s.longestChain}, kicks ${s.kicks}, play_on ${((100 * s.playOn) / s.cycles).toFixed(0)}%,`,
    `way ${(s.way / 22).toFixed(0)} m, complaints ${s.complaints.length} ${s.complaints.slice(0, 2).join(' | ')},`,
    `${(performance.now() - begin).toFixed(0)} ms, ${((1000 * s.agentMs) / s.cycles / 22).toFixed(0)} us per decision,`,
    `time ${match.match.world.time} ${match.match.world.playMode}`,
  );
  console.log(`  ${calls.join(', ')}`);
}
