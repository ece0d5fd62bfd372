import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TournamentDocument } from '@rcss/tournament/documents';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFakeExecutor, createOutcome } from '../../test/fake-executor.js';
import { resolveDocument } from '../documents/load-document.js';
import type { MatchOutcome } from '../jobs/match-outcome.js';
import { readReport } from '../reports/write-report.js';
import { decide } from './decide.js';
import type { LeagueDecision } from './decision-line.js';
import type { LeagueRun } from './league-run.js';
import { playRun, type RunOptions } from './play-run.js';
import { readRunFolder } from './read-run.js';
import { readResultFile } from './result-file.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rcss-ladder-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Versions by team: they are not those of files. */
function createLadder(
  versions: Readonly<Record<string, string>>,
  season: { readonly matches?: number; readonly until?: string },
): TournamentDocument {
  const teams = Object.entries(versions).map(([name, version]) => ({ name, start: 'demo', version }));
  return { version: 1, teams, format: { type: 'ladder', season }, seeds: 1, match: { clock: 'synchronous' } };
}

const load = (document: TournamentDocument) => resolveDocument(document, folder);
const VERSIONS = { A: '1', B: '1', C: '1' };
const NAMES = ['A', 'B', 'C', 'D'];
/** The team with the earlier name wins. */
const win = (left: string, right: string, digest = 7): MatchOutcome =>
  createOutcome(left < right ? { scoreL: 1, digest } : { scoreR: 1, digest });

async function play(
  document: TournamentDocument,
  more: Partial<RunOptions> = {},
  digest?: number,
): Promise<LeagueRun & { readonly played: readonly string[] }> {
  const executor = createFakeExecutor(2, ({ spec: { teams } }) =>
    win(teams!.left!.name, teams!.right!.name, digest),
  );
  const run = await playRun({
    loaded: load(document),
    name: 'ladder',
    folder,
    signal: new AbortController().signal,
    createExecutor: () => executor,
    ...more,
  });
  return Object.assign(run, { played: executor.played });
}

const decideAbout = (document: TournamentDocument, decision: LeagueDecision): Promise<readonly string[]> =>
  decide(folder, load(document), { decision, by: 'chair', reason: 'test', discardsLater: false });
const teamsOf = (fixtures: readonly string[]): Set<string> =>
  new Set(
    fixtures.flatMap((id) =>
      id
        .split('-')
        .slice(2)
        .map((index) => NAMES[Number.parseInt(index, 10)]!),
    ),
  );

describe('a run of a ladder', () => {
  test('ends after the matches of its season; a longer season goes on with what is stored', async () => {
    const first = await play(createLadder(VERSIONS, { matches: 8 }));
    expect([first.played.length, first.state.tournament.isFinished()]).toEqual([8, true]);
    const second = await play(createLadder(VERSIONS, { matches: 11 }));
    expect(second.played).toHaveLength(3);
    expect(new Set([...first.played, ...second.played]).size).toBe(11);
    expect(second.state.tournament.placings().map(({ team }) => team)).toEqual(['A', 'B', 'C']);
    const { report } = readReport(folder, load(createLadder(VERSIONS, { matches: 11 })));
    expect(report.tables[0]).toMatchObject({
      title: 'Ladder',
      rows: [
        [1, 'A', 1],
        [2, 'B', 1],
        [3, 'C', 1],
      ].map((row) => expect.objectContaining(row)),
    });
    expect(report.charts[0]).toContain('Elo of A over time');
  });

  test('a team joins at the end of the list; another order is refused, because it would give its results to others', async () => {
    await play(createLadder(VERSIONS, { matches: 6 }));
    const { played } = await play(createLadder({ ...VERSIONS, D: '1' }, { matches: 12 }));
    expect(teamsOf(played.slice(0, 1))).toContain('D');
    const reordered = createLadder({ D: '1', ...VERSIONS }, { matches: 12 });
    expect(() => readRunFolder(folder, load(reordered))).toThrow(/keep their places/);
    await decideAbout(createLadder({ ...VERSIONS, D: '1' }, { matches: 12 }), { verb: 'pause', until: null });
    expect(() => readRunFolder(folder, load(reordered))).toThrow(/keep their places/);
  });

  test('a new version is a new player of the ladder, whose first matches come next', async () => {
    await play(createLadder(VERSIONS, { matches: 9 }));
    const changed = createLadder({ ...VERSIONS, C: '2' }, { matches: 12 });
    await decideAbout(changed, { verb: 'version', team: 'C', version: '2' });
    const run = await play(changed);
    expect(run.played.every((id) => /\b2\.1\b/.test(id))).toBe(true);
    expect(run.state.tournament.ladder()!.former).toMatchObject([{ team: 'C', submission: 0 }]);
  });

  test('a team that has withdrawn plays no more and forfeits nothing', async () => {
    const document = createLadder(VERSIONS, { matches: 6 });
    await play(document);
    await decideAbout(document, { verb: 'withdraw', team: 'B' });
    const run = await play(createLadder(VERSIONS, { matches: 9 }));
    expect([teamsOf(run.played), run.state.forfeitCount]).toEqual([new Set(['A', 'C']), 0]);
  });

  test('a match that is to be replayed is played again, first', async () => {
    const document = createLadder(VERSIONS, { matches: 6 });
    const { played } = await play(document);
    await decideAbout(document, { verb: 'replay', fixture: played[2]! });
    expect((await play(document)).played).toEqual([played[2]]);
  });

  test('is frozen by the organizer or at the end of its season, and can be continued', async () => {
    const past = createLadder(VERSIONS, { until: '2026-01-01T00:00:00Z' });
    const ended = await play(past);
    expect([ended.played, ended.state.tournament.isFinished()]).toEqual([[], true]);
    expect(readResultFile(folder).decisions).toMatchObject([
      { verb: 'freeze', reason: 'season until 2026-01-01T00:00:00Z' },
    ]);
    const open = createLadder(VERSIONS, { matches: 2 });
    await decideAbout(open, { verb: 'resume' });
    expect((await play(open)).played).toHaveLength(2);
    await expect(decideAbout(open, { verb: 'resume' })).rejects.toThrow(
      'the run is not paused, and not frozen',
    );
  });

  test('a match that is played while the organizer decides something else goes on', async () => {
    const document = createLadder(VERSIONS, { matches: 4 });
    let isDecided = false;
    const executor = createFakeExecutor(2, async ({ fixture, spec: { teams } }, signal) => {
      if (fixture.startsWith('ladder-2-')) {
        await decideAbout(document, {
          verb: 'schedule',
          fixture,
          kickoff: null,
          field: 'East',
        });
        isDecided = true;
        expect(signal.aborted).toBe(false);
      }
      return win(teams!.left!.name, teams!.right!.name);
    });
    await play(document, { createExecutor: () => executor });
    expect([isDecided, executor.played.length]).toEqual([true, 4]);
  });
});

describe('a verification', () => {
  const verify = (versions: Readonly<Record<string, string>>, digest: number) =>
    play(createLadder(versions, { matches: 20 }), { isVerification: true, audit: 1 }, digest);

  test('plays stored matches again and no others; a result that differs is in the report', async () => {
    await play(createLadder(VERSIONS, { matches: 4 }));
    const same = await verify(VERSIONS, 7);
    expect(same.played.every((id) => id.endsWith('-audit'))).toBe(true);
    expect([same.played.length, same.state.audit]).toEqual([
      4,
      expect.objectContaining({ count: 4, differences: [] }),
    ]);
    // This machine has repeated them; another one does it again.
    expect((await verify(VERSIONS, 7)).played).toEqual([]);
    expect(readResultFile(folder).results).toHaveLength(4);
  });

  test('says that a match was another one, and refuses other files', async () => {
    await play(createLadder(VERSIONS, { matches: 4 }));
    const other = await verify(VERSIONS, 8);
    expect(other.state.audit.differences).toHaveLength(4);
    const { report } = readReport(folder, load(createLadder(VERSIONS, { matches: 4 })));
    expect(report.summary.join('\n')).toContain('4 of 4 matches that were played twice gave another match');
    await expect(verify({ ...VERSIONS, A: '2' }, 7)).rejects.toThrow('are not those of the results');
  });

  test('needs results', async () => {
    await expect(verify(VERSIONS, 7)).rejects.toThrow('has no results');
  });
});
