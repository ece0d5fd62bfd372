import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TournamentDocument } from '@rcss/tournament/documents';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFakeExecutor, createOutcome } from '../../test/fake-executor.js';
import { resolveDocument } from '../documents/load-document.js';
import type { MatchJob } from '../jobs/match-job.js';
import { MatchFailure, type MatchOutcome } from '../jobs/match-outcome.js';
import { readReport } from '../reports/write-report.js';
import { RunFollower } from '../serve/run-follower.js';
import { type DecisionRequest, decide } from './decide.js';
import type { LeagueDecision } from './decision-line.js';
import type { LeagueRun } from './league-run.js';
import { playRun } from './play-run.js';
import { readRunFolder } from './read-run.js';
import { readResultFile } from './result-file.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rcss league é-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const teams = ['A', 'B', 'C', 'D'].map((name) => ({ name, start: 'demo' }));
const LEAGUE: TournamentDocument = {
  version: 1,
  teams: teams.slice(0, 3),
  format: { type: 'round-robin', matches: 1 },
};
const CUP: TournamentDocument = { version: 1, teams, format: { type: 'knockout', placement: 'final' } };

/** Plays what can be played; the team that comes first in the alphabet wins, if the test does not say otherwise. */
async function play(
  document: TournamentDocument,
  score: (left: string, right: string) => Partial<MatchOutcome> = (left, right) =>
    left < right ? { scoreL: 2 } : { scoreR: 2 },
): Promise<string[]> {
  const executor = createFakeExecutor(1, ({ spec: { teams: playing } }) =>
    createOutcome(score(playing!.left!.name!, playing!.right!.name!)),
  );
  await playRun({
    loaded: resolveDocument(document, folder),
    name: 'test',
    folder,
    signal: new AbortController().signal,
    createExecutor: () => executor,
  });
  return executor.played;
}

function order(document: TournamentDocument, decision: LeagueDecision, more: Partial<DecisionRequest> = {}) {
  return decide(folder, resolveDocument(document, folder), {
    decision,
    by: 'Ada',
    reason: 'protest accepted',
    discardsLater: false,
    ...more,
  });
}

function readState(document: TournamentDocument) {
  return readRunFolder(folder, resolveDocument(document, folder)).state;
}

function places(document: TournamentDocument): string {
  return readState(document)
    .tournament.placings()
    .map(({ team }) => team)
    .join('');
}

const champion = (document: TournamentDocument) => places(document)[0];

describe('a result', () => {
  test('that is replayed does not count; the match is played once more, and both results stay in the file', async () => {
    await play(LEAGUE);
    const [first] = readResultFile(folder).results;
    expect(await order(LEAGUE, { verb: 'replay', fixture: first!.fixture })).toEqual([
      `${first!.fixture} is played again.`,
    ]);
    expect(readState(LEAGUE).tournament.progress()).toEqual({ recorded: 2, total: 3 });
    expect(await play(LEAGUE, () => ({ scoreL: 7 }))).toEqual([first!.fixture]);
    expect(readResultFile(folder).results).toHaveLength(4);
    expect(
      readState(LEAGUE)
        .tournament.matches()
        .map(({ scoreL }) => scoreL),
    ).toContain(7);
  });

  test('that is annulled waits for a decision: the run does not play the match, set gives it a result', async () => {
    await play(LEAGUE);
    const { fixture } = readResultFile(folder).results[0]!;
    await order(LEAGUE, { verb: 'annul', fixture });
    expect(await play(LEAGUE)).toEqual([]);
    expect(readState(LEAGUE).tournament.isFinished()).toBe(false);
    await order(LEAGUE, { verb: 'set', fixture, scoreL: 4, scoreR: 4, penaltyL: 3, penaltyR: 2 });
    const loaded = resolveDocument(LEAGUE, folder);
    const line = readReport(folder, loaded).results.find((result) => result.fixture === fixture);
    expect(line).toMatchObject({ scoreL: 4, scoreR: 4, penaltyL: 3, penaltyR: 2, seconds: 0 });
    expect(line!.end).toBe(`the result of ${fixture} is 4:4 (3:2 pen.): protest accepted (Ada)`);
    expect(readState(LEAGUE).tournament.isFinished()).toBe(true);
  });

  test('of a walkover counts by the rules of the document', async () => {
    await play(LEAGUE);
    const { fixture } = readResultFile(folder).results[0]!;
    await order({ ...LEAGUE }, { verb: 'walkover', fixture, forfeit: 'left' });
    const match = readState(LEAGUE)
      .tournament.matches()
      .find(({ id }) => id === fixture);
    expect(match).toMatchObject({ forfeit: 'left', scoreL: 0, scoreR: 3 });
  });

  test('of a match that was continued elsewhere counts as if it had been played, and the file says where it is from', async () => {
    await play(CUP, (left, right) => {
      if (`${left}${right}`.includes('A')) throw new MatchFailure('power cut');
      return { scoreL: 1 };
    });
    const broken = readState(CUP).tournament.ready()[0]!;
    const scores = { scoreL: 1, scoreR: 1, penaltyL: 3, penaltyR: 4 };
    const lines = await order(CUP, {
      verb: 'continue',
      fixture: broken.id,
      recording: 'rest.json',
      cycles: 6000,
      ...scores,
    });
    expect(lines).toEqual([
      `${broken.id} was continued from its recording and ended 1:1 (3:4 pen.) (rest.json).`,
    ]);
    const results = readReport(folder, resolveDocument(CUP, folder)).results;
    expect(results.find(({ fixture }) => fixture === broken.id)).toMatchObject({
      ...scores,
      cycles: 6000,
      end: `${broken.id} was continued from its recording and ended 1:1 (3:4 pen.) (rest.json): protest accepted (Ada)`,
    });
    expect(await play(CUP)).toEqual(['knockout-3-1']);
    expect(
      readState(CUP)
        .tournament.matches()
        .find(({ id }) => id === 'knockout-3-1'),
    ).toMatchObject({ left: broken.right });
  });

  test('that changes who plays later matches needs the consent to lose their results', async () => {
    await play(CUP);
    expect(champion(CUP)).toBe('A');
    const semifinal = readResultFile(folder).results.find(({ left, right }) =>
      `${left}${right}`.includes('A'),
    )!;
    const forfeit = semifinal.left === 'A' ? 'left' : 'right';
    const walkover = { verb: 'walkover', fixture: semifinal.fixture, forfeit } as const;
    await expect(order(CUP, walkover)).rejects.toThrow(
      /other teams play knockout-3-1; the stored results would not count.*--discard-later/,
    );
    expect(champion(CUP)).toBe('A');
    const lines = await order(CUP, walkover, { discardsLater: true });
    expect(lines).toEqual([
      `${semifinal.fixture} is a walkover; A forfeited.`,
      'Played again, because other teams play: knockout-3-1.',
    ]);
    expect(await play(CUP)).toEqual(['knockout-3-1']);
    expect(champion(CUP)).toBe('B');
  });
});

describe('a team', () => {
  test('that withdraws keeps its results and forfeits its other matches, which are not played', async () => {
    const first = await play({ ...LEAGUE }, (left, right) => {
      if (`${left}${right}`.includes('A')) return { scoreL: 1, scoreR: 1 };
      return { scoreL: 2 };
    });
    expect(first).toHaveLength(3);
    const { fixture } = readResultFile(folder).results.find(({ left, right }) =>
      `${left}${right}`.includes('A'),
    )!;
    await order(LEAGUE, { verb: 'replay', fixture });
    await order(LEAGUE, { verb: 'withdraw', team: 'A' });
    expect(await play(LEAGUE)).toEqual([]);
    const matches = readState(LEAGUE).tournament.matches();
    expect(matches.filter(({ forfeit }) => forfeit !== undefined).map(({ id }) => id)).toEqual([fixture]);
  });

  test('that is disqualified forfeits all matches, and is back after reinstate', async () => {
    await play(LEAGUE);
    expect(places(LEAGUE)).toBe('ABC');
    await order(LEAGUE, { verb: 'disqualify', team: 'A' }, { reason: 'acted as the referee' });
    expect(places(LEAGUE)).toBe('BCA');
    const { report, results } = readReport(folder, resolveDocument(LEAGUE, folder));
    expect(report.decisions[0]).toMatch(/T.*Z, Ada: A is disqualified\. acted as the referee$/);
    expect(results.filter(({ end }) => end === 'A is disqualified: acted as the referee (Ada)')).toHaveLength(
      2,
    );
    await order(LEAGUE, { verb: 'reinstate', team: 'A' });
    expect(places(LEAGUE)).toBe('ABC');
  });
});

test('a version of a team counts for later matches: those of another version keep their results', async () => {
  const withVersion = (version: string): TournamentDocument => ({
    ...LEAGUE,
    seeds: 1,
    teams: [{ ...teams[0]!, version }, ...teams.slice(1, 3)],
  });
  const [before, after] = [withVersion('1'), withVersion('2')];
  const jobs: MatchJob[] = [];
  const record = async (document: TournamentDocument) => {
    const notes: string[] = [];
    await playRun({
      loaded: resolveDocument(document, folder),
      name: 'test',
      folder,
      signal: new AbortController().signal,
      createExecutor: () =>
        createFakeExecutor(1, (job) => {
          jobs.push(job);
          return createOutcome({ scoreL: 1 });
        }),
      onNote: (text) => notes.push(text),
    });
    return notes;
  };
  await record(before);
  const [first] = readResultFile(folder).results.filter(({ left, right }) => `${left}${right}`.includes('A'));
  const findJob = () => jobs.findLast(({ fixture }) => fixture === first!.fixture)!;
  const side = first!.left === 'A' ? 'left' : 'right';
  expect(findJob().teams[side].version).toBe('1');
  const earlier = findJob().id;

  // Without the decision, the files have changed: the run says so, and the version in the job stays.
  await order(after, { verb: 'replay', fixture: first!.fixture });
  expect(await record(after)).toContainEqual(expect.stringMatching(/The files of A have changed.*version/));
  expect(findJob()).toMatchObject({ id: earlier, teams: { [side]: { version: '1' } } });

  expect(await order(after, { verb: 'version', team: 'A', version: '2' })).toEqual(['A plays with 2.']);
  await order(after, { verb: 'replay', fixture: first!.fixture });
  expect(await record(after)).toEqual([]);
  expect(findJob().teams[side].version).toBe('2');
  expect(findJob().id).not.toBe(earlier);
  expect(readState(after).tournament.progress()).toEqual({ recorded: 3, total: 3 });
  expect(jobs).toHaveLength(5);
});

test.each<[LeagueDecision, RegExp]>([
  [{ verb: 'replay', fixture: 'final' }, /'final' is not a match of this tournament.*for example: league-/],
  [{ verb: 'withdraw', team: 'Z' }, /'Z' is not a team of the document\. Allowed: A, B, C/],
  [{ verb: 'reinstate', team: 'A' }, /A has neither withdrawn nor been disqualified/],
  [{ verb: 'resume' }, /the run is not paused/],
])('%j is refused with the reason', async (decision, message) => {
  await play(LEAGUE);
  const before = readResultFile(folder).completeBytes;
  await expect(order(LEAGUE, decision)).rejects.toThrow(message);
  expect(readResultFile(folder).completeBytes).toBe(before);
});

test('a folder without a run is refused', async () => {
  await expect(order(LEAGUE, { verb: 'resume' })).rejects.toThrow(/has no run; begin it first/);
});

/** A run that goes on, whose matches end when the test says so. */
function startRun(document: TournamentDocument) {
  const begun: string[] = [];
  const waiting = new Map<string, { end: (fields: Partial<MatchOutcome>) => void }>();
  const listeners = new Set<() => void>();
  let run: LeagueRun | null = null;
  const executor = createFakeExecutor(2, ({ fixture }, signal) => {
    if (signal.aborted) throw new MatchFailure('stopped');
    begun.push(fixture);
    for (const listener of listeners) listener();
    return new Promise<MatchOutcome>((resolve, reject) => {
      waiting.set(fixture, { end: (fields) => resolve(createOutcome({ scoreL: 1, ...fields })) });
      signal.addEventListener('abort', () => reject(new MatchFailure('stopped')), { once: true });
    });
  });
  const controller = new AbortController();
  const finished = playRun({
    loaded: resolveDocument(document, folder),
    name: 'test',
    folder,
    signal: controller.signal,
    createExecutor: () => executor,
    onChange: (state) => {
      run = state;
      for (const listener of listeners) listener();
    },
  });
  return {
    begun,
    finished,
    stop: () => controller.abort(),
    end: (fixture: string, fields: Partial<MatchOutcome> = {}) => waiting.get(fixture)!.end(fields),
    get state() {
      return run!.state;
    },
    /** Resolves when a condition holds after a change of the run. */
    until: (condition: () => boolean) =>
      new Promise<void>((resolve) => {
        const check = (): void => {
          if (!condition()) return;
          listeners.delete(check);
          resolve();
        };
        listeners.add(check);
        check();
      }),
  };
}

test('a run that goes on stores decisions itself and follows them: a pause, a kick-off time, a team that leaves', async () => {
  const run = startRun(LEAGUE);
  await run.until(() => run.begun.length === 2);
  await order(LEAGUE, { verb: 'pause', until: null });
  run.end(run.begun[0]!);
  await run.until(() => run.state.tournament.progress().recorded === 1);
  expect(run.begun).toHaveLength(2);
  const rest = ['league-1-1', 'league-2-1', 'league-3-1'].find((id) => !run.begun.includes(id))!;
  const kickoff = new Date(Date.now() + 3_600_000).toISOString();
  await order(LEAGUE, { verb: 'schedule', fixture: rest, kickoff, field: 'Center' });
  await order(LEAGUE, { verb: 'resume' });
  run.end(run.begun[1]!);
  await run.until(() => run.state.tournament.progress().recorded === 2);
  expect(run.begun).toHaveLength(2);
  await order(LEAGUE, { verb: 'schedule', fixture: rest, kickoff: null, field: null });
  await run.until(() => run.begun.length === 3);
  await order(LEAGUE, { verb: 'withdraw', team: run.state.tournament.find(rest)!.left });
  const { state } = await run.finished;
  expect(state.tournament.isFinished()).toBe(true);
  const verbs = readResultFile(folder).decisions.map(({ verb }) => verb);
  expect(verbs).toEqual(['pause', 'schedule', 'resume', 'schedule', 'withdraw']);
});

test('a replay that is decided after the last match, while matches are repeated for the audit, is played', async () => {
  const audited = { ...LEAGUE, seeds: 1, audit: 1 };
  const run = startRun(audited);
  const begin = (count: number) => run.until(() => run.begun.length === count);
  await begin(2);
  const [first, second] = run.begun as [string, string];
  run.end(first);
  await begin(3);
  run.end(second);
  await begin(4);
  // Their repetitions have both places.
  run.end(`${first}-audit`);
  await begin(5);
  const last = run.begun[4]!;
  run.end(last);
  await begin(6);
  expect(run.state.tournament.isFinished()).toBe(true);
  await order(audited, { verb: 'replay', fixture: first });
  run.end(`${second}-audit`);
  await begin(7);
  run.end(first);
  await begin(8);
  run.end(`${last}-audit`);
  run.end(`${first}-audit`);
  await run.finished;
  const played = [first, second, `${first}-audit`, `${second}-audit`, last, `${last}-audit`];
  expect(run.begun).toEqual([...played, first, `${first}-audit`]);
  expect(readResultFile(folder).results).toHaveLength(4);
});

test('a replay ends the repetition of the result that does not count any more', async () => {
  const audited = { ...LEAGUE, seeds: 1, audit: 1 };
  const run = startRun(audited);
  await run.until(() => run.begun.length === 2);
  run.end(run.begun[0]!);
  await run.until(() => run.begun.length === 3);
  await order(audited, { verb: 'replay', fixture: run.begun[0]! });
  // It had the only free place.
  await run.until(() => run.begun.length === 4);
  expect([run.begun[2], run.begun[3]]).toEqual([
    `${run.begun[0]}-audit`,
    expect.not.stringContaining('audit'),
  ]);
  run.stop();
  await run.finished;
});

test('a replay with another digest is repeated for the audit, also by a later process of the run', async () => {
  const audited = { ...LEAGUE, seeds: 1, audit: 1 };
  await play(audited);
  const { fixture } = readResultFile(folder).results[0]!;
  await order(audited, { verb: 'replay', fixture });
  const run = startRun(audited);
  await run.until(() => run.begun.length === 1);
  run.end(fixture, { digest: 2 });
  await run.until(() => run.begun.length === 2);
  run.stop();
  await run.finished;
  expect(await play(audited, () => ({ digest: 2 }))).toEqual([`${fixture}-audit`]);
  expect(await play(audited)).toEqual([]);
});

test('a decision whose answer cannot be written counts, and the run goes on', async () => {
  const run = startRun(LEAGUE);
  await run.until(() => run.begun.length === 2);
  const path = join(folder, 'decisions', `${randomUUID()}.json`);
  // A folder in the place of the answer, as on a disk that is full.
  mkdirSync(`${path}.answer.new`, { recursive: true });
  const decision = { verb: 'pause', until: null };
  writeFileSync(path, JSON.stringify({ decision, by: 'Ada', reason: 'full disk', discardsLater: false }));
  await run.until(() => run.state.organizer.pause !== null);
  await order(LEAGUE, { verb: 'resume' });
  run.end(run.begun[0]!);
  run.end(run.begun[1]!);
  await run.until(() => run.begun.length === 3);
  run.end(run.begun[2]!);
  const { state } = await run.finished;
  expect(state.tournament.isFinished()).toBe(true);
});

test('a page that follows the file shows what counts', async () => {
  await play(LEAGUE);
  const follower = new RunFollower(folder, resolveDocument(LEAGUE, folder));
  follower.read();
  const { fixture } = readResultFile(folder).results[0]!;
  expect(follower.archive.find(fixture)).toMatchObject({ cycles: 6000 });
  await order(LEAGUE, { verb: 'set', fixture, scoreL: 9, scoreR: 9, penaltyL: null, penaltyR: null });
  expect(follower.read()).toBe(true);
  expect(follower.archive.find(fixture)).toMatchObject({ scoreL: 9, scoreR: 9, cycles: 0 });
  expect(follower.archive.count).toBe(3);
});
