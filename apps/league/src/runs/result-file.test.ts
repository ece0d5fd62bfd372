import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ResultFile } from './result-file.js';

it.runIf(existsSync('/proc/self'))('a folder that cannot be created is an error and does not hang', () => {
  expect(() => new ResultFile('/proc/rcss/run')).toThrow(/the folder \/proc\/rcss\/run cannot be created: /);
});
