import { it } from 'vitest';
import { readMutants } from '../test/mutations.js';

it('09 §13: damaged logs are read to their end', () => {
  readMutants(150);
});
