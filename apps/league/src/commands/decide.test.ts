import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXIT } from '@rcss/kit/command-line';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createContinuation } from './decide.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rcss decide é-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const TEAMS = { left: 'Reds', right: 'Blues' };

/** Writes a result file as a server does, with the fields that a test changes. */
function writeResult(fields: object): string {
  const file = join(folder, 'rest.json');
  const left = { name: 'Reds', score: 1, penaltyScored: 0 };
  const right = { name: 'Blues', score: 2, penaltyScored: 0 };
  const result = { format: 'rcss-result', playMode: 'time_over', time: 6000, penalties: false, left, right };
  writeFileSync(file, JSON.stringify({ ...result, ...fields }));
  return file;
}

test('the result of a continued match is that at its end, with the name of its file', () => {
  expect(createContinuation('final', writeResult({}), TEAMS)).toEqual({
    verb: 'continue',
    fixture: 'final',
    recording: 'rest.json',
    cycles: 6000,
    scoreL: 1,
    scoreR: 2,
    penaltyL: null,
    penaltyR: null,
  });
});

test('a penalty shootout of a continued match counts', () => {
  const file = writeResult({
    penalties: true,
    left: { name: 'Reds', score: 2, penaltyScored: 4 },
    right: { name: 'Blues', score: 2, penaltyScored: 5 },
  });
  expect(createContinuation('final', file, TEAMS)).toMatchObject({ scoreL: 2, penaltyL: 4, penaltyR: 5 });
});

test.each([
  ['another form', { format: 'rcss-status' }, /rest\.json: not a result file of rcss server/],
  [
    'a match that was not played to its end',
    { playMode: 'play_on', time: 2900 },
    /not played to its end; it stopped in cycle 2900 \(play_on\)/,
  ],
  [
    'a match of other teams',
    { left: { name: 'Greens', score: 0, penaltyScored: 0 } },
    /Greens has played Blues, but final is Reds – Blues/,
  ],
  ['a match without a team', { right: null }, /has a team on one side only, or none/],
])('%s is refused with the reason', (_case, fields, message) => {
  const file = writeResult(fields);
  expect(() => createContinuation('final', file, TEAMS)).toThrow(
    expect.objectContaining({ exitCode: EXIT.usage, message: expect.stringMatching(message) }),
  );
});

test('a file that is missing or no JSON is refused with its name', () => {
  expect(() => createContinuation('final', join(folder, 'none.json'), TEAMS)).toThrow(/none\.json.*ENOENT/);
  const file = join(folder, 'text.json');
  writeFileSync(file, 'no JSON');
  expect(() => createContinuation('final', file, TEAMS)).toThrow(/text\.json: /);
});
