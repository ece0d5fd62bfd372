import { expect, test } from 'vitest';
import { findNonFiniteNumbers } from './absurd-values.js';

const VALUES = ['1e15', '1e308', '-1e308', 'nan', 'inf', '9'.repeat(400), '-1', '1000000000', '4294967296'];

test.each(['sample-v4', 'sample-v5', 'sample-v6', 'shootout-v6', 'sample-json'])(
  'no value in any field of %s is read as a number that is not finite',
  (name) => {
    expect(findNonFiniteNumbers(name, VALUES, 30)).toEqual([]);
  },
  300_000,
);
