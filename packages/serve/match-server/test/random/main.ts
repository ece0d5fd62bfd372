import { parseArgs } from 'node:util';
import { playSeed } from './play.js';

/** `npx tsx --conditions=@rcss/source packages/serve/match-server/test/random/main.ts`: plays random sequences until the time is over, and stops at the first one that breaks an invariant. */

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    cycles: { type: 'string', default: '300' },
    minutes: { type: 'string', default: '1' },
    sequences: { type: 'string', default: 'Infinity' },
    'keep-going': { type: 'boolean', default: false },
  },
});
const first = Number(values.seed);
const cycles = Number(values.cycles);
const end = Date.now() + Number(values.minutes) * 60_000;
let steps = 0;
let messages = 0;
let failed = 0;
let seed = first;
for (; Date.now() < end && seed - first < Number(values.sequences); seed++) {
  try {
    const played = await playSeed(seed, cycles);
    steps += played.steps;
    messages += played.messageCount;
  } catch (error) {
    failed += 1;
    console.error((error as Error).message);
    console.error(
      `Again: npx tsx --conditions=@rcss/source packages/serve/match-server/test/random/main.ts --seed ${seed} --cycles ${cycles} --sequences 1`,
    );
    if (!values['keep-going']) break;
  }
}
console.log(
  `Seeds ${first} to ${seed - 1}: ${steps} steps, ${messages} messages, ${failed === 0 ? 'all invariants hold' : `${failed} failed`}.`,
);
process.exitCode = failed === 0 ? 0 : 1;
