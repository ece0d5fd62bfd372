import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TournamentDocument } from '@rcss/tournament/documents';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFakeExecutor, createOutcome } from '../../test/fake-executor.js';
import { resolveDocument } from '../documents/load-document.js';
import { MatchFailure } from '../jobs/match-outcome.js';
import { writeReports } from '../reports/write-report.js';
import type { MatchExecutor } from './executor.js';
import { playRun } from './play-run.js';
import { RESULT_FILE, readResultFile } from './result-file.js';
import { STATUS_FILE } from './status-file.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rcss-league-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const SERIES: TournamentDocument = {
  version: 1,
  teams: [
    { name: 'new', start: 'demo' },
    { name: 'old', start: 'demo' },
  ],
  format: { type: 'series', matches: 6 },
  seeds: 10,
};

const PAIRED: TournamentDocument = {
  ...SERIES,
  format: { type: 'paired', candidate: 'new', base: 'old', blocks: 500 },
  test: { statistic: 'goals', h0: 0, h1: 0.5, minBlocks: 5 },
};

function play(
  document: TournamentDocument,
  executor: MatchExecutor,
  signal: AbortSignal = new AbortController().signal,
): ReturnType<typeof playRun> {
  return playRun({
    loaded: resolveDocument(document, folder),
    name: 'test',
    folder,
    signal,
    createExecutor: () => executor,
  });
}

describe('a run', () => {
  test('plays every match once and stores its result', async () => {
    const executor = createFakeExecutor(2, () => createOutcome({ scoreL: 1 }));
    const run = await play(SERIES, executor);
    expect(run.state.tournament.isFinished()).toBe(true);
    expect(executor.played).toHaveLength(6);
    expect(
      readResultFile(folder)
        .results.map(({ fixture }) => fixture)
        .sort(),
    ).toEqual(Array.from({ length: 6 }, (_, i) => `league-1-${i + 1}`));
  });

  test('a team that does not start does not count as an observation of a comparison: the run ends with the reason', async () => {
    const problems = [{ side: 'right', message: 'old connected no player (exit status 1)' }] as const;
    const executor = createFakeExecutor(2, () =>
      createOutcome({ forfeit: 'right', cycles: 0, digest: null, problems }),
    );
    const run = await play(PAIRED, executor);
    expect(run.state.comparison?.test).toMatchObject({ decision: null, blocks: 0 });
    expect(executor.played.length).toBeLessThan(10);
    expect(run.failures[0]?.message).toBe('old connected no player (exit status 1)');
    expect(readResultFile(folder).results).toEqual([]);
  });

  test('a match of a comparison in which a team did not start once is played again', async () => {
    let count = 0;
    const executor = createFakeExecutor(1, () => {
      count += 1;
      return count % 5 === 0
        ? createOutcome({ forfeit: 'right', cycles: 0, digest: null })
        : createOutcome({ scoreL: 1 });
    });
    const run = await play(
      { ...PAIRED, test: undefined, format: { ...PAIRED.format, blocks: 4 } } as never,
      executor,
    );
    expect(run.state.comparison?.values).toHaveLength(4);
    expect(run.state.forfeitCount).toBe(0);
    expect(executor.played.length).toBeGreaterThan(8);
  });

  test('in a tournament, a team that does not start loses by a walkover', async () => {
    const executor = createFakeExecutor(2, () => createOutcome({ forfeit: 'right', cycles: 0 }));
    const run = await play(SERIES, executor);
    expect(run.state.tournament.isFinished()).toBe(true);
    expect(run.state.forfeitCount).toBe(6);
  });

  test('continues after an interruption without playing a finished match again', async () => {
    const stopper = new AbortController();
    const first = createFakeExecutor(2, (_, signal) => {
      if (first.played.length >= 3) stopper.abort();
      if (signal.aborted) throw new MatchFailure('the match was stopped');
      return createOutcome();
    });
    await play(SERIES, first, stopper.signal);
    const before = readResultFile(folder).results.map(({ fixture }) => fixture);
    expect(before.length).toBeGreaterThan(0);
    expect(before.length).toBeLessThan(6);
    const second = createFakeExecutor(2, () => createOutcome());
    await play(SERIES, second);
    expect([...before, ...second.played].sort()).toEqual(
      Array.from({ length: 6 }, (_, i) => `league-1-${i + 1}`),
    );
  });

  test('plays a match again whose line was cut, and removes the rest of the line', async () => {
    await play(
      SERIES,
      createFakeExecutor(1, () => createOutcome()),
    );
    const path = join(folder, RESULT_FILE);
    truncateSync(path, readFileSync(path).length - 20);
    const executor = createFakeExecutor(1, () => createOutcome({ cycles: 7 }));
    await play(SERIES, executor);
    expect(executor.played).toEqual(['league-1-6']);
    expect(readResultFile(folder).results).toHaveLength(6);
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(8);
  });

  test('refuses a line that is not JSON before the last one', async () => {
    await play(
      SERIES,
      createFakeExecutor(1, () => createOutcome()),
    );
    appendFileSync(join(folder, RESULT_FILE), 'broken\n{}\n');
    await expect(
      play(
        SERIES,
        createFakeExecutor(1, () => createOutcome()),
      ),
    ).rejects.toThrow(/line 8: not JSON/);
  });

  test('refuses the results of another document', async () => {
    await play(
      SERIES,
      createFakeExecutor(1, () => createOutcome()),
    );
    const other = { ...SERIES, seeds: 11 };
    await expect(
      play(
        other,
        createFakeExecutor(1, () => createOutcome()),
      ),
    ).rejects.toThrow(/results of another document/);
  });

  test('refuses a folder in which another process plays, and takes over the lock of a process that has ended', async () => {
    writeFileSync(join(folder, 'run.lock'), `${process.ppid}\n`);
    const executor = createFakeExecutor(1, () => createOutcome());
    await expect(play(SERIES, executor)).rejects.toThrow(`in process ${process.ppid}`);
    // No process has this number: it is above the limit of Linux.
    writeFileSync(join(folder, 'run.lock'), '99999999\n');
    await play(SERIES, executor);
    expect(executor.played).toHaveLength(6);
  });

  test('removes the status of a process that was killed after the last match', async () => {
    const executor = createFakeExecutor(2, () => createOutcome());
    await play(SERIES, executor);
    writeFileSync(join(folder, STATUS_FILE), '{}');
    await play(SERIES, executor);
    expect(existsSync(join(folder, STATUS_FILE))).toBe(false);
  });

  test('takes over a lock whose line was cut, although a process has the number that is left', async () => {
    writeFileSync(join(folder, 'run.lock'), String(process.ppid));
    const executor = createFakeExecutor(1, () => createOutcome());
    await play(SERIES, executor);
    expect(executor.played).toHaveLength(6);
  });

  test('plays a match again that gave no result, and reports it after three attempts', async () => {
    let failures = 0;
    const executor = createFakeExecutor(1, ({ fixture }) => {
      if (fixture === 'league-1-2' && failures++ < 2) throw new MatchFailure('no port');
      if (fixture === 'league-1-4') throw new MatchFailure('no memory');
      return createOutcome();
    });
    const run = await play(SERIES, executor);
    expect(run.failures).toEqual([{ fixture: 'league-1-4', message: 'no memory' }]);
    expect(executor.played.filter((fixture) => fixture === 'league-1-4')).toHaveLength(3);
    expect(readResultFile(folder).results).toHaveLength(5);
  });

  test('counts a forfeited match by the rule of the document', async () => {
    const document = { ...SERIES, walkover: { goals: 5, keepBetterScore: false } };
    const executor = createFakeExecutor(1, () => createOutcome({ forfeit: 'left', scoreL: 2 }));
    const run = await play(document, executor);
    expect(run.state.tournament.matches()[0]).toMatchObject({ scoreL: 0, scoreR: 5, forfeit: 'left' });
  });
});

describe('a paired comparison', () => {
  /** Goals that depend on the block only, so that the order of the matches does not matter. */
  const goals = (fixture: string): number => Number(/(\d+)-\d+$/.exec(fixture)![1]) % 3;

  test('ends when the test decides; the decision does not depend on the order in which matches end', async () => {
    const decide = async (capacity: number, delay: (n: number) => number): Promise<unknown> => {
      rmSync(join(folder, RESULT_FILE), { force: true });
      const executor = createFakeExecutor(capacity, async ({ fixture, spec }) => {
        await new Promise((resolve) => setTimeout(resolve, delay(executor.played.length)));
        const isLeft = spec.teams!.left!.name === 'new';
        return createOutcome({ [isLeft ? 'scoreL' : 'scoreR']: goals(fixture) });
      });
      const { state } = await play(PAIRED, executor);
      expect(executor.played.length).toBeLessThan(200);
      return { test: state.comparison!.test, ratios: state.comparison!.ratios };
    };
    const inOrder = await decide(1, () => 0);
    expect(inOrder).toMatchObject({ test: { decision: 'h1' } });
    expect(await decide(7, (n) => (n * 5) % 4)).toEqual(inOrder);
  });

  test('a finished comparison is read from its file with the same decision', async () => {
    const executor = createFakeExecutor(3, ({ spec }) =>
      createOutcome({ [spec.teams!.left!.name === 'new' ? 'scoreL' : 'scoreR']: 1 }),
    );
    const { state } = await play(PAIRED, executor);
    const nothing = createFakeExecutor(1, () => createOutcome());
    const again = await play(PAIRED, nothing);
    expect(nothing.played).toEqual([]);
    expect(again.state.comparison!.test).toEqual(state.comparison!.test);
  });
});

describe('an audit', () => {
  const module = '@rcss/agent/chasers';
  const MODULES: TournamentDocument = {
    ...SERIES,
    teams: [
      { name: 'new', module },
      { name: 'old', module },
    ],
    audit: 1,
  };
  const digestOf = (seed: number | undefined): number => (seed ?? 0) + 1000;

  test('plays the drawn matches twice, each after its first result, and stores that they are equal', async () => {
    const executor = createFakeExecutor(2, ({ spec }) =>
      createOutcome({ digest: digestOf(spec.seed), host: 'a' }),
    );
    const run = await play(MODULES, executor);
    expect(run.state.audit).toEqual({
      count: 6,
      differences: [],
      otherCount: 0,
      teams: [
        { team: 'new', same: 6, count: 6 },
        { team: 'old', same: 6, count: 6 },
      ],
    });
    expect(run.pendingAuditCount).toBe(0);
    expect(executor.played).toHaveLength(12);
    for (let i = 1; i <= 6; i++)
      expect(executor.played.indexOf(`league-1-${i}-audit`)).toBeGreaterThan(
        executor.played.indexOf(`league-1-${i}`),
      );
    expect(run.state.tournament.progress()).toEqual({ recorded: 6, total: 6 });
    const { results, audits } = readResultFile(folder);
    expect(results).toHaveLength(6);
    expect(audits.map(({ digest, repeatedDigest }) => [digest, repeatedDigest])).toEqual(
      audits.map(({ seed }) => [digestOf(seed!), digestOf(seed!)]),
    );
  });

  test('asks for another worker than the one that played the match first', async () => {
    const asked: (string | undefined)[] = [];
    const executor = createFakeExecutor(1, ({ otherThan, fixture }) => {
      if (fixture.endsWith('audit')) asked.push(otherThan);
      return createOutcome({ host: 'worker-1' });
    });
    await play(MODULES, executor);
    expect(asked).toEqual(Array.from({ length: 6 }, () => 'worker-1'));
  });

  test('reports a match that was another one the second time with both digests and the seed', async () => {
    const executor = createFakeExecutor(2, ({ fixture, spec }) =>
      createOutcome({ digest: fixture === 'league-1-3-audit' ? 7 : digestOf(spec.seed) }),
    );
    const notes: string[] = [];
    const loaded = resolveDocument(MODULES, folder);
    const run = await playRun({
      loaded,
      name: 'test',
      folder,
      signal: new AbortController().signal,
      createExecutor: () => executor,
      onNote: (text) => notes.push(text),
    });
    const [difference] = run.state.audit.differences;
    expect(run.state.audit.count).toBe(6);
    expect(difference).toMatchObject({ fixture: 'league-1-3', repeatedDigest: 7 });
    const { digest, seed } = difference!;
    expect(notes).toEqual([
      expect.stringContaining(`league-1-3, seed ${seed}: digest ${digest}, but digest 7 when played again`),
    ]);
    writeReports(folder, loaded);
    const report = readFileSync(join(folder, 'report.md'), 'utf8');
    expect(report).toContain('1 of 6 matches that were played twice gave another match the second time');
    expect(report).toContain(`digest ${digest}, but digest 7`);
  });

  test('continues after an interruption with the repetitions that are missing', async () => {
    const stopper = new AbortController();
    const first = createFakeExecutor(1, ({ fixture }, signal) => {
      if (fixture === 'league-1-2-audit') stopper.abort();
      if (signal.aborted) throw new MatchFailure('the match was stopped');
      return createOutcome();
    });
    const stopped = await play(MODULES, first, stopper.signal);
    expect(stopped.pendingAuditCount).toBe(1);
    expect(stopped.state.audit.count).toBe(1);
    const second = createFakeExecutor(1, () => createOutcome());
    const run = await play(MODULES, second);
    expect(second.played).toContain('league-1-2-audit');
    expect(second.played).not.toContain('league-1-1-audit');
    expect(second.played).not.toContain('league-1-2');
    expect(run.state.audit.count).toBe(6);
  });

  test('takes started teams too, but no matches by the clock and none with a missed (done)', async () => {
    const missed = { missedDone: { left: 1, right: 0 } };
    const executor = createFakeExecutor(1, ({ fixture }) =>
      createOutcome(
        fixture === 'league-1-1'
          ? { digest: null }
          : fixture === 'league-1-2'
            ? missed
            : { processor: 'x64 A' },
      ),
    );
    const run = await play({ ...SERIES, audit: 1 }, executor);
    expect(executor.played.filter((fixture) => fixture.endsWith('-audit')).sort()).toEqual(
      [3, 4, 5, 6].map((i) => `league-1-${i}-audit`),
    );
    expect(run.state.audit.count).toBe(4);
  });

  test('says nothing about the teams if the processor was another one, or the repetition missed a (done)', async () => {
    const executor = createFakeExecutor(1, ({ fixture }) => {
      const isRepeated = fixture.endsWith('-audit');
      return createOutcome({
        digest: isRepeated ? 7 : 8,
        processor: isRepeated && fixture.startsWith('league-1-1') ? 'arm64 B' : 'x64 A',
        ...(isRepeated && fixture.startsWith('league-1-2') ? { missedDone: { left: 0, right: 3 } } : {}),
      });
    });
    const notes: string[] = [];
    const loaded = resolveDocument({ ...SERIES, audit: 1 }, folder);
    const run = await playRun({
      loaded,
      name: 'test',
      folder,
      signal: new AbortController().signal,
      createExecutor: () => executor,
      onNote: (text) => notes.push(text),
    });
    expect(run.state.audit).toMatchObject({ count: 4, otherCount: 2 });
    expect(run.state.audit.differences).toHaveLength(4);
    expect(notes).toHaveLength(4);
    writeReports(folder, loaded);
    const report = readFileSync(join(folder, 'report.md'), 'utf8');
    expect(report).toContain('2 matches that were played twice say nothing');
    expect(report).toContain('new: 0 of 4 matches were the same');
  });

  test('takes only matches with a seed', async () => {
    const { seeds: _seeds, ...unseeded } = MODULES;
    const executor = createFakeExecutor(1, () => createOutcome());
    await play(unseeded, executor);
    expect(executor.played).toHaveLength(6);
  });

  test('does not change which matches are played', () => {
    const { audit: _audit, ...without } = MODULES;
    expect(resolveDocument(MODULES, folder).hash).toBe(resolveDocument(without, folder).hash);
  });
});
