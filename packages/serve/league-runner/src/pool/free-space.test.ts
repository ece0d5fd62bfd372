import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { findSpaceProblem, readFreeBytes } from './free-space.js';

test('a disk with less than 256 MB for each match at a time is refused with both sizes', () => {
  expect(findSpaceProblem('/data', 2, 512 * 1024 * 1024)).toBeNull();
  expect(findSpaceProblem('/data', 2, 512 * 1024 * 1024 - 1)).toBe(
    '/data: 511 MB are free; 2 matches at a time need 512 MB for logs',
  );
});

test('the free space of a folder is read; a folder that does not exist is reported when it is created', () => {
  expect(readFreeBytes(tmpdir())).toBeGreaterThan(0);
  expect(readFreeBytes('/no/such/folder')).toBe(Number.POSITIVE_INFINITY);
});
