/** Set-up of all test files (`vitest.config.ts`, `vitest.long.config.ts`): see `after-each.ts`. */
import { registerCleanUp } from './after-each.js';

registerCleanUp();
