import { it } from 'vitest';
import { readMutants } from './mutations.js';

it('forty thousand damaged logs are read to their end (spec 09 §13)', () => {
  readMutants(40_000);
});
