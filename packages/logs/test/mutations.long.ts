import { it } from 'vitest';
import { readMutants } from './mutations.js';

it('09 §13: a hundred thousand damaged logs are read to their end', () => {
  readMutants(100_000);
});
