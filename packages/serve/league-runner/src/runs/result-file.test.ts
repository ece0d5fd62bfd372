import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandLineError } from '@rcss/kit/command-line';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RESULT_FILE, ResultFile, readHeader, readResultFile } from './result-file.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rcss-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const HEADER = {
  type: 'run',
  form: 1,
  id: 'i',
  name: 'Cup',
  document: 'd',
  engine: 'e',
  versions: {},
  startedAt: '2026-11-24T00:00:00.000Z',
};
const MATCH = {
  type: 'match',
  fixture: 'league-1-1',
  job: 'j',
  left: 'A',
  right: 'B',
  seed: 5,
  scoreL: 1,
  scoreR: 0,
  penaltyL: null,
  penaltyR: null,
  cycles: 100,
  digest: 1,
  players: { left: 11, right: 11 },
  end: 'time',
  seconds: 1,
  problems: [{ side: null, message: 'm' }],
  storedAt: '2026-11-24T00:00:00.000Z',
};

const writeLines = (...lines: unknown[]): void =>
  writeFileSync(
    join(folder, RESULT_FILE),
    lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
  );

describe('damaged result files', () => {
  it('a sound file is read', () => {
    writeLines(HEADER, MATCH, { type: 'later version' });
    expect(readHeader(folder)).toEqual(HEADER);
    expect(readResultFile(folder)).toMatchObject({ header: HEADER, results: [MATCH] });
  });

  it.each([
    ['a header that is not JSON', ['garbage', MATCH], 'line 1: not JSON'],
    ['null in place of the header', ['null', MATCH], 'line 1: not a JSON object'],
    ['a match in place of the header', [MATCH], 'line 1: not the header of a run'],
    [
      'a header without document',
      [{ ...HEADER, document: undefined }],
      'line 1: the field "document" is missing',
    ],
    ['null in place of a match', [HEADER, 'null'], 'line 2: not a JSON object'],
    ['a match without fields', [HEADER, { type: 'match' }], 'line 2: the field "fixture" is missing'],
    ['a score of text', [HEADER, { ...MATCH, scoreL: '1' }], 'line 2: the field "scoreL" is wrong: "1"'],
    ['an absurd score', [HEADER, { ...MATCH, scoreR: 1e308 }], 'line 2: the field "scoreR" is wrong: 1e+308'],
    [
      'problems of text',
      [HEADER, { ...MATCH, problems: ['m'] }],
      'line 2: the field "problems" is wrong: ["m"]',
    ],
    [
      'a score of 20,000 levels',
      [HEADER, `{"type":"match","fixture":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
      'line 2: the field "fixture" is wrong: it has too many levels',
    ],
  ])('%s is an error with line and field', (_, lines, message) => {
    writeLines(...lines);
    expect(() => readResultFile(folder)).toThrow(CommandLineError);
    expect(() => readResultFile(folder)).toThrow(`${join(folder, RESULT_FILE)}, ${message}`);
    expect(() => readHeader(folder) === null || readResultFile(folder)).toThrow(CommandLineError);
  });
});

it('the lock of a run whose folder was removed is not an error', () => {
  const file = new ResultFile(folder);
  rmSync(folder, { recursive: true });
  expect(() => file.close()).not.toThrow();
});

it.runIf(existsSync('/dev/full'))('a full disk is an error with the name of the file', () => {
  symlinkSync('/dev/full', join(folder, RESULT_FILE));
  const file = new ResultFile<unknown>(folder);
  expect(() => file.append({})).toThrow(
    `${join(folder, RESULT_FILE)}: a result cannot be stored: ENOSPC: no space left on device, write. Free space,`,
  );
  file.close();
  expect(existsSync(join(folder, 'run.lock'))).toBe(false);
});

it.runIf(existsSync('/proc/self'))('a folder that cannot be created is an error and does not hang', () => {
  expect(() => new ResultFile('/proc/rcss/run')).toThrow(/the folder \/proc\/rcss\/run cannot be created: /);
});
