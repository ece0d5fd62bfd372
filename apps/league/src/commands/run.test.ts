import { tmpdir } from 'node:os';
import { EXIT } from '@rcss/kit/command-line';
import { createRunState, type ResultLine, recordResult, resolveDocument } from '@rcss/league-runner/program';
import { expect, test } from 'vitest';
import { createLine } from '../../../../packages/serve/league-runner/test/result-lines.js';
import { findRunError, listPlaces } from './run.js';

const teams = ['A', 'B', 'C', 'D'].map((name) => ({ name, start: 'demo' }));

test('in the group phase, places are those of each group', () => {
  const format = { type: 'groups', groups: 2, advance: 1, knockout: {} } as const;
  const state = createRunState(resolveDocument({ version: 1, teams, format }, tmpdir()));
  expect(listPlaces({ state }).map((line) => line.trim())).toEqual([
    'Places in group A so far:',
    '1  A',
    '1  D',
    'Places in group B so far:',
    '1  B',
    '1  C',
  ]);
});

test('places of an unfinished league are marked', () => {
  const state = createRunState(
    resolveDocument({ version: 1, teams, format: { type: 'round-robin', matches: 1 } }, tmpdir()),
  );
  expect(listPlaces({ state })[0]).toBe('Places so far:');
});

test('a finished run with incomplete logs ends with exit code 4; other problems do not change the code', () => {
  const format = { type: 'round-robin', matches: 1 } as const;
  const document = { version: 1, teams: teams.slice(0, 3), format } as const;
  const finish = (problems: ResultLine['problems']) => {
    const state = createRunState(resolveDocument(document, tmpdir()));
    for (const { id, left, right } of state.tournament.ready())
      recordResult(state, createLine({ fixture: id, left, right, problems }));
    return findRunError({ state, pendingAuditCount: 0, failures: [] });
  };
  expect(finish([])).toBeNull();
  expect(finish([{ side: 'left', message: 'A played with 9 of 11 players' }])).toBeNull();
  expect(finish([{ side: null, message: 'could not write to "match.rcg"', isLog: true }])).toMatchObject({
    exitCode: EXIT.filesMissing,
    message: expect.stringContaining('3 matches have logs that are missing or incomplete'),
  });
});

test('a run without all results ends with exit code 3, also if logs are incomplete', () => {
  const format = { type: 'round-robin', matches: 1 } as const;
  const state = createRunState(resolveDocument({ version: 1, teams, format }, tmpdir()));
  const { id, left, right } = state.tournament.ready()[0]!;
  const problems = [{ side: null, message: 'The server log is incomplete: ENOSPC', isLog: true }] as const;
  recordResult(state, createLine({ fixture: id, left, right, problems }));
  const failures = [{ fixture: 'league-2', message: 'the server failed' }];
  expect(findRunError({ state, pendingAuditCount: 0, failures } as never)).toMatchObject({
    exitCode: EXIT.incomplete,
    message: expect.stringContaining('league-2: the server failed'),
  });
  expect(findRunError({ state, pendingAuditCount: 0, failures } as never, true)).not.toBeNull();
  expect(findRunError({ state, pendingAuditCount: 0, failures: [] })).toMatchObject({
    exitCode: EXIT.incomplete,
  });
  expect(findRunError({ state, pendingAuditCount: 0, failures: [] }, true)).toMatchObject({
    exitCode: EXIT.filesMissing,
  });
});

test('a run in which every match was decided by a forfeit ends with exit code 1; one played match is enough', () => {
  const format = { type: 'round-robin', matches: 1 } as const;
  const document = { version: 1, teams: teams.slice(0, 3), format } as const;
  const finish = (playedCount: number) => {
    const state = createRunState(resolveDocument(document, tmpdir()));
    for (const [i, { id, left, right }] of state.tournament.ready().entries())
      recordResult(
        state,
        createLine({ fixture: id, left, right, ...(i < playedCount ? {} : { forfeit: 'left' }) }),
      );
    return findRunError({ state, pendingAuditCount: 0, failures: [] });
  };
  expect(finish(0)).toMatchObject({
    exitCode: EXIT.failed,
    message: 'no match was played to its end: all 3 were decided by a forfeit; the report has the reasons',
  });
  expect(finish(1)).toBeNull();
});
