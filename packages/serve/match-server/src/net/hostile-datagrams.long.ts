import { expect, it } from 'vitest';
import { startTestServer } from '../../test/harness.js';
import { sendHostileDatagrams } from '../../test/send-hostile-datagrams.js';

/** `RCSS_TEST_SEED=N` chooses other datagrams; a failure shows its seed. */
const first = Number(process.env['RCSS_TEST_SEED'] ?? 1);

/** Steps that the match makes during the attack, at the least. */
const LEAST_STEPS = 100;

it.each([0, 1, 2, 3])('a thousand rounds of hostile datagrams, run %i (spec 02 §2)', async (run) => {
  const seed = first + run;
  const server = await startTestServer({ server: { synch_mode: true, coach_w_referee: true } });
  const { steps } = await sendHostileDatagrams(server, seed, 1000, LEAST_STEPS);
  expect(
    server.err.filter((line) => line.includes('Internal error')),
    `seed ${seed}`,
  ).toEqual([]);
  expect(server.server.run.fault, `seed ${seed}`).toBeNull();
  expect(steps, `seed ${seed}`).toBeGreaterThanOrEqual(LEAST_STEPS);
});
