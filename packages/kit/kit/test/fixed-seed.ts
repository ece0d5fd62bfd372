/**
 * Set-up of all tests (`vitest.config.ts`, `vitest.long.config.ts`): property tests have the same inputs in each run, so that no change fails or
 * passes by chance. `RCSS_TEST_SEED=N npm test -- …` tries other inputs; `.ci/stress.sh` does, and reports what fails.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['RCSS_TEST_SEED'] ?? 1) });
