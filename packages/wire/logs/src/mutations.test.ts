import { it } from 'vitest';
import { readMutants } from '../test/mutations.js';

it('damaged logs are read to their end (spec 09 §13)', () => {
  readMutants(150);
});
