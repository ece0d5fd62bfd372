import { it } from 'vitest';
import { readMutants } from './mutations.js';

it('a hundred thousand damaged logs are read to their end (spec 09 §13)', () => {
  readMutants(100_000);
});
