import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TournamentDocument } from '@rcss/tournament/documents';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFakeExecutor, createOutcome } from '../../test/fake-executor.js';
import { resolveDocument } from '../documents/load-document.js';
import { matchFolder } from './match-folder.js';
import { playRun, type RunOptions } from './play-run.js';
import { RESULT_FILE, readResultFile } from './result-file.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rcss-shares-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const LEAGUE: TournamentDocument = {
  version: 1,
  teams: ['A', 'B', 'C', 'D', 'E'].map((name) => ({ name, start: 'demo' })),
  format: { type: 'round-robin', matches: 2 },
  seeds: 10,
};

/** Plays with an executor that writes a log for each match; the score follows from the match. */
async function play(
  into: string,
  options: Partial<Pick<RunOptions, 'shard' | 'from'>>,
  document: TournamentDocument = LEAGUE,
): Promise<{ readonly played: readonly string[]; readonly run: Awaited<ReturnType<typeof playRun>> }> {
  const executor = createFakeExecutor(2, ({ fixture }) => {
    const logs = matchFolder(join(folder, into), fixture);
    mkdirSync(logs, { recursive: true });
    writeFileSync(join(logs, 'match.rcg'), fixture);
    return createOutcome({ scoreL: fixture.length % 3, scoreR: fixture.charCodeAt(fixture.length - 1) % 4 });
  });
  const run = await playRun({
    loaded: resolveDocument(document, folder),
    name: 'test',
    folder: join(folder, into),
    signal: new AbortController().signal,
    createExecutor: () => executor,
    ...options,
    from: (options.from ?? []).map((name) => join(folder, name)),
  });
  return { played: executor.played, run };
}

const readSorted = (of: string) =>
  readResultFile(join(folder, of))
    .results.map(({ fixture, scoreL, scoreR }) => `${fixture} ${scoreL}:${scoreR}`)
    .sort();

test('the shares together play every match once, and joined they are the whole run with its logs', async () => {
  const whole = await play('whole', {});
  const played: string[] = [];
  for (const number of [1, 2, 3]) {
    const share = await play(`share-${number}`, { shard: { number, count: 3 } });
    expect(share.run.failures).toEqual([]);
    expect([6, 7]).toContain(share.played.length);
    played.push(...share.played);
  }
  expect([...played].sort()).toEqual([...whole.played].sort());
  expect((await play('share-2', { shard: { number: 2, count: 3 } })).played).toEqual([]);
  const joined = await play('joined', { from: ['share-1', 'share-2', 'share-3', 'share-2'] });
  expect(joined.played).toEqual([]);
  expect(readSorted('joined')).toEqual(readSorted('whole'));
  expect(joined.run.state.tournament.placings()).toEqual(whole.run.state.tournament.placings());
  for (const fixture of played)
    expect(readFileSync(join(matchFolder(join(folder, 'joined'), fixture), 'match.rcg'), 'utf8')).toBe(
      fixture,
    );
});

test('what no share has played, and the cut last line of one, is played by the run that joins them', async () => {
  const { played } = await play('share-1', { shard: { number: 1, count: 2 } });
  appendFileSync(join(folder, 'share-1', RESULT_FILE), '{"type":"match","fixture":"league-1-');
  const joined = await play('joined', { from: ['share-1'] });
  expect(joined.played).toHaveLength(10);
  expect(played.filter((fixture) => joined.played.includes(fixture))).toEqual([]);
  expect(joined.run.state.tournament.isFinished()).toBe(true);
});

test('refuses folders that are not of the run, and documents whose matches follow from results', async () => {
  await expect(play('joined', { from: ['nothing'] })).rejects.toThrow('nothing has no results');
  await play('other', {}, { ...LEAGUE, seeds: 11 });
  await expect(play('joined', { from: ['other'] })).rejects.toThrow('has the results of another document');
  await play('share-1', { shard: { number: 1, count: 2 } });
  const path = join(folder, 'share-1', RESULT_FILE);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace(/"versions":\{"A":"[^"]*"/, '"versions":{"A":"older"'));
  await expect(play('joined', { from: ['share-1'] })).rejects.toThrow('other files of the teams');
  const decision = { type: 'decision', id: 'd1', verb: 'freeze', by: 'x', reason: 'y', at: '2026-01-01' };
  writeFileSync(path, `${text}${JSON.stringify(decision)}\n`);
  await expect(play('joined', { from: ['share-1'] })).rejects.toThrow('has the decision d1 of the organizer');
  const shard = { number: 1, count: 2 };
  const knockout = { ...LEAGUE, format: { type: 'knockout' } } as const;
  await expect(play('cup', { shard }, knockout)).rejects.toThrow('results decide which matches');
});
