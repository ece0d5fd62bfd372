import { setMaxListeners } from 'node:events';
import { rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import type { Fixture } from '@rcss/tournament/formats';
import type { LoadedDocument } from '../documents/load-document.js';
import { createMatchJob, type MatchJob } from '../jobs/match-job.js';
import { MatchFailure, type MatchOutcome } from '../jobs/match-outcome.js';
import {
  type AuditLine,
  addAudit,
  createAuditJob,
  describeDifference,
  isAudited,
  isDifferent,
  type PendingAudit,
} from './audit.js';
import { recordForfeits } from './counting-lines.js';
import { type DecisionAnswer, type DecisionRequest, storeDecision, takeRequests } from './decide.js';
import { countDecisions } from './decisions.js';
import type { MatchExecutor } from './executor.js';
import type { LeagueRun, RunningJob } from './league-run.js';
import { findMatchesToStart } from './matches-to-start.js';
import { readRunFolder } from './read-run.js';
import { ResultFile, type ResultLine, type RunHeader, readHeader, scanResultFile } from './result-file.js';
import { checkRunDocument, createHeader, isSameVersion, pinVersions } from './run-header.js';
import { isExpected, isObservation, isRunFinished, type RunState, recordResult } from './run-state.js';
import { findOtherShares, type Shard, takeResults } from './shares.js';
import { describeStatus, STATUS_FILE, StatusWriter } from './status-file.js';

/** Settings of a run. */
export interface RunOptions {
  readonly loaded: LoadedDocument;
  /** Name for people. */
  readonly name: string;
  /** Folder of the results and logs. */
  readonly folder: string;
  /** Creates the executor; the header has the identifier of the run. */
  createExecutor(header: RunHeader): MatchExecutor;
  /** Share of the matches between modules that are played twice, 0 to 1; default: that of the document. */
  readonly audit?: number;
  /** Plays only stored matches a second time, all that the share draws and this machine has not repeated yet. Default: false. */
  readonly isVerification?: boolean;
  /** Plays only the matches of this share. Absent: all. */
  readonly shard?: Shard;
  /** Folders of other runs of the document, whose results and logs are taken first. */
  readonly from?: readonly string[];
  /** Ends the run; matches that are played are stopped and count as not played. */
  readonly signal: AbortSignal;
  /** Reads the document and the files of the teams again: the organizer has replaced those of a team. Absent: they are not read again. */
  reload?(): LoadedDocument;
  /** Called after every change. */
  onChange?(run: LeagueRun): void;
  /** Called with things that the user should know. */
  onNote?(text: string): void;
}

/** A match of a comparison in which a team did not start. */
class StartFailure extends MatchFailure {
  override readonly name = 'MatchFailure';
}

/** How often a match without result is played again. */
const MAX_ATTEMPTS = 3;
/** Matches without result after which the run ends: something is wrong with the machine or the document. */
const MAX_FAILURES = 10;
/** Interval between two looks for decisions of the organizer, ms. */
const REQUEST_INTERVAL_MS = 250;
/** Longest time of a timer, ms. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Calls a function at a time, ms since 1970; never at infinity and null. */
function wakeAt(time: number | null, wake: () => void): NodeJS.Timeout | undefined {
  if (time === null || time === Number.POSITIVE_INFINITY) return undefined;
  return setTimeout(wake, Math.min(Math.max(time - Date.now(), 0), MAX_TIMER_MS));
}

function createStopper(): AbortController {
  const stopper = new AbortController();
  // One listener per match that is played.
  setMaxListeners(0, stopper.signal);
  return stopper;
}

/**
 * Plays the matches of a tournament that have no result yet. The result file in the folder is the only state: after any interruption, the
 * same call continues the run; finished matches are neither lost nor repeated.
 *
 * @throws {CommandLineError} if the folder has results of another document.
 */
export async function playRun(options: RunOptions): Promise<LeagueRun> {
  const { folder, signal } = options;
  // No other process writes while this one reads.
  const file = new ResultFile(folder);
  try {
    rmSync(join(folder, STATUS_FILE), { force: true });
    const stored = readHeader(folder);
    const header = stored ?? createHeader(options.loaded, options.name);
    checkRunDocument(folder, header, options.loaded);
    const { state: read, position } = readRunFolder(folder, options.loaded);
    const { organizer } = read;
    const loaded = pinVersions(options.loaded, header, organizer, options.onNote);
    const state = { ...read, loaded };
    const share = options.audit ?? loaded.document.audit ?? 0;
    // With other programs or files, a stored match cannot be expected to be the same again.
    const isUnchanged = isSameVersion(options.loaded, header, organizer);
    if (options.isVerification && (stored === null || !isUnchanged))
      throw new CommandLineError(describeUnverifiable(folder, stored), EXIT.usage);
    const audits = isUnchanged
      ? findPendingAudits(folder, state, share, options.isVerification ? hostname() : null)
      : new Map<string, PendingAudit>();
    file.removeRest(position.bytes);
    if (stored === null) file.append(header);
    takeResults(folder, file, state, options.from ?? []);
    const run = new RunPlayer(options, { header, state, file, share, audits });
    if ((audits.size > 0 || run.needsMatches) && !signal.aborted)
      await run.play(options.createExecutor(header));
    return run;
  } finally {
    file.close();
  }
}

function describeUnverifiable(folder: string, header: RunHeader | null): string {
  return header === null
    ? `${folder} has no results; copy the folder of the run, or name it with --folder`
    : `the program or the files of the teams are not those of the results in ${folder} (${header.engine}): their matches cannot be the same. ` +
        'Use the same release and the same files';
}

/**
 * Stored matches that have still to be played a second time, by fixture.
 *
 * @param host Only repetitions on this machine count; null: those of all.
 */
function findPendingAudits(
  folder: string,
  state: RunState,
  share: number,
  host: string | null,
): Map<string, PendingAudit> {
  const audits = new Map<string, PendingAudit>();
  if (share === 0) return audits;
  readRunFolder(folder, state.loaded, (line) => {
    const audit = planAudit(state.loaded, state, line, share);
    if (audit !== null) audits.set(line.fixture, audit);
  });
  scanResultFile(folder, {
    audit({ fixture, digest, host: playedBy, repeatedHost }) {
      const pending = audits.get(fixture);
      // An audit before a replay says nothing about the replay.
      if (pending?.digest !== digest || pending.host !== playedBy) return;
      if (host === null || repeatedHost === host) audits.delete(fixture);
    },
  });
  return audits;
}

/** Returns the repetition of a match; null if it is not played twice. */
function planAudit(
  loaded: LoadedDocument,
  state: RunState,
  line: ResultLine,
  share: number,
): PendingAudit | null {
  const { fixture: id, job, digest } = line;
  if (digest === null) return null;
  const fixture = state.tournament.find(id);
  if (fixture === undefined) return null;
  // A match of an earlier version of a team cannot be repeated.
  if (!isAudited(line, share) || createMatchJob(loaded, fixture).id !== job) return null;
  return { fixture: id, job, digest, ...pickMachine(line) };
}

/** Returns where a match was played, as far as it is known. */
function pickMachine({ host, processor }: Pick<MatchOutcome, 'host' | 'processor'>): {
  host?: string;
  processor?: string;
} {
  return { ...(host === undefined ? {} : { host }), ...(processor === undefined ? {} : { processor }) };
}

/** What a player of a run begins with. */
interface RunParts {
  readonly header: RunHeader;
  readonly state: RunState;
  readonly file: ResultFile;
  /** Share of the matches that are played twice. */
  readonly share: number;
  /** Stored matches that have still to be played a second time, by fixture. */
  readonly audits: ReadonlyMap<string, PendingAudit>;
}

class RunPlayer implements LeagueRun {
  readonly header: RunHeader;
  readonly folder: string;
  state: RunState;
  readonly running = new Map<string, RunningJob>();
  failures: { fixture: string; message: string }[] = [];
  readonly startedAt: number = performance.now();
  playedCount = 0;
  readonly #options: RunOptions;
  readonly #file: ResultFile;
  /** The document as it was read last, with the versions of the files. */
  #given: LoadedDocument;
  readonly #share: number;
  /** Repetitions that have not begun. */
  #audits: PendingAudit[];
  #runningAuditCount = 0;
  #failedAuditCount = 0;
  /** Ends everything. */
  readonly #stopper = createStopper();
  /** Ends the matches that count; repetitions go on. */
  #matchStopper = createStopper();
  /** Ends single matches and repetitions, which a decision of the organizer has made useless. */
  readonly #stoppers = new Map<string, AbortController>();
  /** Matches that are not played: those of other shares, and those without a result after all attempts. */
  readonly #failed: Set<string>;
  /** A team of a comparison did not start in all attempts: it will not start in the other matches. */
  #cannotStart = false;
  #error: Error | null = null;
  #wake: () => void = () => {};

  constructor(options: RunOptions, { header, state, file, share, audits }: RunParts) {
    this.#options = options;
    this.header = header;
    this.folder = options.folder;
    this.state = state;
    this.#file = file;
    this.#given = options.loaded;
    this.#share = share;
    this.#failed = options.shard === undefined ? new Set() : findOtherShares(options.loaded, options.shard);
    this.#audits = [...audits.values()];
  }

  /** Whether matches without a result are to be played. */
  get needsMatches(): boolean {
    return !this.#options.isVerification && !isRunFinished(this.state);
  }

  get pendingAuditCount(): number {
    return this.#audits.length + this.#runningAuditCount + this.#failedAuditCount;
  }

  /** Plays until the tournament is finished, the signal comes or too many matches give no result. */
  async play(executor: MatchExecutor): Promise<void> {
    const { signal } = this.#options;
    const stop = (): void => {
      this.#stopper.abort();
      this.#matchStopper.abort();
      this.#wake();
    };
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    const status = new StatusWriter(this.folder, () => describeStatus(this, executor.describe(), new Date()));
    const requests = setInterval(() => this.#takeRequests(), REQUEST_INTERVAL_MS);
    try {
      await executor.open(signal);
      while (!this.#isOver()) {
        const woken = new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        this.#startAudits(executor);
        // Matches beyond a decision are not needed.
        let nextAt: number | null = null;
        const seasonEnd = this.#endSeason();
        if (this.needsMatches) {
          // After the last match, a decision can need another one.
          if (this.#matchStopper.signal.aborted) this.#matchStopper = createStopper();
          nextAt = this.#startMatches(executor);
        } else this.#matchStopper.abort();
        if (this.#activeCount === 0 && nextAt === null) break;
        const timer = wakeAt(Math.min(nextAt ?? seasonEnd, seasonEnd), () => this.#wake());
        await woken;
        clearTimeout(timer);
      }
      this.#stopper.abort();
      this.#matchStopper.abort();
      // The result of a match that ends now is still stored.
      while (this.#activeCount > 0) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      clearInterval(requests);
      status.close();
      signal.removeEventListener('abort', stop);
      await executor.close();
    }
    if (this.#error !== null) throw this.#error;
  }

  #isOver(): boolean {
    return (
      this.#stopper.signal.aborted ||
      this.#error !== null ||
      this.#cannotStart ||
      this.failures.length >= MAX_FAILURES ||
      (!this.needsMatches && this.#audits.length + this.#runningAuditCount === 0)
    );
  }

  get #activeCount(): number {
    return this.running.size + this.#runningAuditCount;
  }

  #startAudits(executor: MatchExecutor): void {
    while (this.#audits.length > 0 && this.#activeCount < executor.capacity) {
      this.#runningAuditCount += 1;
      void this.#audit(executor, this.#audits.shift()!)
        .catch((error: Error) => {
          this.#error ??= error;
        })
        .finally(() => {
          this.#runningAuditCount -= 1;
          this.#options.onChange?.(this);
          this.#wake();
        });
    }
  }

  /** Starts matches. Returns when a further one may begin, as {@link findMatchesToStart}. */
  #startMatches(executor: MatchExecutor): number | null {
    const free = Math.max(executor.capacity - this.#activeCount, 0);
    const taken = { running: this.running, failed: this.#failed };
    const { fixtures, nextAt } = findMatchesToStart(this.state, free, taken, Date.now());
    for (const fixture of fixtures) {
      const match: RunningJob = {
        fixture,
        startedAt: new Date().toISOString(),
        host: null,
        port: null,
        address: null,
        cycle: 0,
      };
      this.running.set(fixture.id, match);
      void this.#play(executor, match)
        .catch((error: Error) => {
          this.#error ??= error;
        })
        .finally(() => {
          this.running.delete(fixture.id);
          this.#stoppers.delete(fixture.id);
          this.#options.onChange?.(this);
          this.#wake();
        });
    }
    this.#options.onChange?.(this);
    return nextAt;
  }

  /** Freezes a ladder whose season is over. Returns when it will be, ms since 1970; infinity: at no time. */
  #endSeason(): number {
    const { format } = this.state.loaded.document;
    const until = format.type === 'ladder' ? format.season?.until : undefined;
    if (until === undefined || !this.needsMatches) return Number.POSITIVE_INFINITY;
    const end = Date.parse(until);
    if (Date.now() >= end)
      this.#follow({
        decision: { verb: 'freeze' },
        by: 'the document',
        reason: `season until ${until}`,
        discardsLater: false,
      });
    return end;
  }

  /** Stores decisions of the organizer that have arrived, and follows them. */
  #takeRequests(): void {
    takeRequests(this.folder, (request) => this.#follow(request));
  }

  #follow(request: DecisionRequest): DecisionAnswer {
    const given =
      request.decision.verb === 'version' ? (this.#options.reload?.() ?? this.#given) : this.#given;
    const answer = storeDecision(this.#file, this.folder, given, request);
    if (answer.problem !== null) return answer;
    this.#given = given;
    const { state } = readRunFolder(this.folder, given);
    this.state = { ...state, loaded: pinVersions(given, this.header, state.organizer) };
    const { decision } = request;
    if ('fixture' in decision) {
      this.#audits = this.#audits.filter(({ fixture }) => fixture !== decision.fixture);
      this.#stoppers.get(`${decision.fixture}-audit`)?.abort();
    }
    if ('fixture' in decision && this.#failed.delete(decision.fixture))
      this.failures = this.failures.filter(({ fixture }) => fixture !== decision.fixture);
    // A ladder chooses its matches; those that are played were chosen before.
    for (const { fixture: played } of this.running.values()) this.state.tournament.find(played.id);
    const ready = new Map(this.state.tournament.ready().map((fixture) => [fixture.id, fixture]));
    for (const { fixture } of this.running.values()) {
      if (!isExpected(this.state, fixture, ready.get(fixture.id))) this.#stoppers.get(fixture.id)?.abort();
    }
    for (const line of answer.lines) this.#options.onNote?.(`Organizer: ${line}`);
    this.#options.onChange?.(this);
    this.#wake();
    return answer;
  }

  #createJob(fixture: Fixture): MatchJob {
    // A later process of the run finds the same one, so that it takes results that have come in between.
    const nonce = `${this.header.id}-${countDecisions(this.state.organizer, fixture.id)}`;
    try {
      return { ...createMatchJob(this.state.loaded, fixture), nonce };
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new CommandLineError(`${fixture.id} cannot begin: ${error.message}`, EXIT.usage);
    }
  }

  async #play(executor: MatchExecutor, match: RunningJob): Promise<void> {
    const { fixture } = match;
    const stopper = new AbortController();
    this.#stoppers.set(fixture.id, stopper);
    const signal = AbortSignal.any([this.#matchStopper.signal, stopper.signal]);
    const job = this.#createJob(fixture);
    for (let attempt = 1; ; attempt++) {
      try {
        const outcome = await executor.play(job, signal, {
          began: (host) => {
            if (match.host === host) return;
            match.host = host;
            match.startedAt = new Date().toISOString();
            this.#options.onChange?.(this);
          },
          opened: (port, address = null) => {
            match.port = port;
            match.address = address;
            this.#options.onChange?.(this);
          },
          progressed: (cycle, score) => {
            match.cycle = cycle;
            if (score !== undefined) match.score = score;
          },
        });
        const counts = isObservation(this.state, outcome);
        if (counts) this.#store(fixture, job, outcome);
        await executor.confirm(job);
        if (!counts) throw new StartFailure(outcome.problems.map(({ message }) => message).join('; '));
        return;
      } catch (error) {
        if (!(error instanceof MatchFailure)) throw error;
        if (signal.aborted) return;
        match.host = null;
        match.port = null;
        match.address = null;
        if (attempt < MAX_ATTEMPTS) continue;
        this.failures.push({ fixture: fixture.id, message: error.message });
        this.#failed.add(fixture.id);
        if (error instanceof StartFailure) this.#cannotStart = true;
        return;
      }
    }
  }

  #store(fixture: Fixture, job: MatchJob, outcome: MatchOutcome): void {
    const { left, right, seed } = fixture;
    const line: ResultLine = {
      type: 'match',
      fixture: fixture.id,
      job: job.id,
      left,
      right,
      seed,
      ...outcome,
      storedAt: new Date().toISOString(),
    };
    if (!isExpected(this.state, fixture, this.state.tournament.find(fixture.id))) return;
    // First the disk, then the memory: what is shown is stored.
    this.#file.append(line);
    if (!recordResult(this.state, line)) return;
    recordForfeits(this.state);
    this.playedCount += 1;
    const { digest } = outcome;
    if (digest !== null && isAudited(line, this.#share))
      this.#audits.push({ fixture: fixture.id, job: job.id, digest, ...pickMachine(outcome) });
  }

  /** Plays a match a second time and stores whether it was the same. */
  async #audit(executor: MatchExecutor, audit: PendingAudit): Promise<void> {
    const fixture = this.state.tournament.find(audit.fixture)!;
    const job = createAuditJob(this.#createJob(fixture), audit);
    const stopper = createStopper();
    this.#stoppers.set(job.fixture, stopper);
    const signal = AbortSignal.any([this.#stopper.signal, stopper.signal]);
    for (let attempt = 1; ; attempt++) {
      try {
        const outcome = await executor.play(job, signal, {});
        this.#storeAudit(fixture, audit, outcome);
        await executor.confirm(job);
        return;
      } catch (error) {
        if (!(error instanceof MatchFailure)) throw error;
        if (stopper.signal.aborted) return;
        if (this.#stopper.signal.aborted) {
          this.#failedAuditCount += 1;
          return;
        }
        if (attempt < MAX_ATTEMPTS) continue;
        this.#failedAuditCount += 1;
        this.#options.onNote?.(
          `${fixture.id} could not be played a second time for the audit: ${error.message}`,
        );
        return;
      }
    }
  }

  #storeAudit(
    fixture: Fixture,
    audit: PendingAudit,
    { digest, host, processor, missedDone }: MatchOutcome,
  ): void {
    const line: AuditLine = {
      type: 'audit',
      fixture: fixture.id,
      job: audit.job,
      seed: fixture.seed,
      left: fixture.left,
      right: fixture.right,
      digest: audit.digest,
      ...pickMachine(audit),
      repeatedDigest: digest,
      ...(host === undefined && !this.#options.isVerification ? {} : { repeatedHost: host ?? hostname() }),
      ...(processor === undefined ? {} : { repeatedProcessor: processor }),
      ...(missedDone === undefined ? {} : { missedDone: true }),
      storedAt: new Date().toISOString(),
    };
    this.#file.append(line);
    if (addAudit(this.state.audit, line) && isDifferent(line))
      this.#options.onNote?.(`Audit: ${describeDifference(line)}.`);
  }
}
