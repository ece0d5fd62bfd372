/** Plays a match in process against simple agents: `npm run match -- SEED CYCLES`; both arguments are optional. */
import createChasers from '@rcss/agent/chasers';
import { createLocalMatch, createLocalSpec } from '@rcss/agent/local';
import createTeam from './team.js';

const [seed = '1', cycles] = process.argv.slice(2);
const match = await createLocalMatch({
  left: { name: 'Own', create: createTeam },
  right: { name: 'Chasers', create: createChasers },
  spec: createLocalSpec({ seed: Number(seed), server: { nr_extra_halfs: 0, penalty_shoot_outs: false } }),
  sinks: [
    {
      event(event) {
        if (event.type === 'referee' && /^goal_[lr]_/.test(event.text))
          console.log(`${event.time}: ${event.text}`);
      },
    },
  ],
});
const { score, time, steps } = match.run(cycles === undefined ? {} : { cycles: Number(cycles) });
console.log(
  `Own ${score.left} : ${score.right} Chasers after ${time} cycles (${steps} with stopped play), seed ${seed}`,
);
for (const complaint of match.complaints.slice(0, 5)) console.error(complaint);
