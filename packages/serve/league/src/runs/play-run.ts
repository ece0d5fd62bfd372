import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import type { Fixture } from '@rcss/tournament/formats';
import type { LoadedDocument } from '../documents/load-document.js';
import { createMatchJob, ENGINE, type MatchJob } from '../jobs/match-job.js';
import { MatchFailure, type MatchOutcome } from '../jobs/match-outcome.js';
import {
  type AuditLine,
  addAudit,
  createAuditJob,
  describeDifference,
  isAudited,
  isDifferent,
  isDrawn,
  type PendingAudit,
} from './audit.js';
import type { MatchExecutor } from './executor.js';
import type { LeagueRun, RunningJob } from './league-run.js';
import { ResultFile, type ResultLine, type RunHeader, readHeader, scanResultFile } from './result-file.js';
import {
  addStoredResult,
  createRunState,
  isObservation,
  isRunFinished,
  type RunState,
  recordResult,
} from './run-state.js';
import { describeStatus, StatusWriter } from './status-file.js';

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
  /** Ends the run; matches that are played are stopped and count as not played. */
  readonly signal: AbortSignal;
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
    const stored = readHeader(folder);
    const header = stored ?? createHeader(options);
    const pinned = checkHeader(options, header);
    const state = createRunState(pinned);
    const share = options.audit ?? pinned.document.audit ?? 0;
    const audits = new Map<string, PendingAudit>();
    // With other programs or files, a stored match cannot be expected to be the same again.
    const isUnchanged = isSameVersion(options.loaded, header);
    const { completeBytes } = scanResultFile(
      folder,
      (line) => {
        addStoredResult(state, line);
        const audit = isUnchanged ? planAudit(pinned, state, line, share) : null;
        if (audit !== null) audits.set(line.fixture, audit);
      },
      (line) => {
        addAudit(state.audit, line);
        audits.delete(line.fixture);
      },
    );
    file.removeRest(completeBytes);
    if (stored === null) file.append(header);
    const run = new RunPlayer(options, { header, state, file, loaded: pinned, share, audits });
    const hasWork = !isRunFinished(state) || audits.size > 0;
    if (hasWork && !signal.aborted) await run.play(options.createExecutor(header));
    return run;
  } finally {
    file.close();
  }
}

function createHeader({ loaded, name }: RunOptions): RunHeader {
  return {
    type: 'run',
    form: 1,
    id: randomUUID(),
    name,
    document: loaded.hash,
    engine: ENGINE,
    versions: Object.fromEntries([...loaded.teams].map(([team, { version }]) => [team, version])),
    startedAt: new Date().toISOString(),
  };
}

/** Checks that the results belong to the document. Returns the document with the versions with which the run began. */
function checkHeader({ loaded, folder, onNote }: RunOptions, header: RunHeader): LoadedDocument {
  if (header.document !== loaded.hash) {
    throw new CommandLineError(
      `${folder} has the results of another document (${header.name}, begun ${header.startedAt}): teams, format, seeds or rules have changed. ` +
        'Use another folder (--folder), or remove this one to play everything again',
      EXIT.usage,
    );
  }
  if (header.engine !== ENGINE)
    onNote?.(
      `The run began with ${header.engine} and goes on with ${ENGINE}: results may not be comparable.`,
    );
  const teams = new Map(
    [...loaded.teams].map(([name, team]) => {
      const version = header.versions[name] ?? team.version;
      if (version !== team.version)
        onNote?.(
          `The files of ${name} have changed since the run began: later matches are played with the new files.`,
        );
      return [name, { ...team, version }] as const;
    }),
  );
  return { ...loaded, teams };
}

/** Whether the run began with this program and these files of the teams. */
function isSameVersion({ teams }: LoadedDocument, { engine, versions }: RunHeader): boolean {
  return engine === ENGINE && [...teams].every(([name, { version }]) => versions[name] === version);
}

/** Returns the repetition of a match; null if it is not played twice. */
function planAudit(
  loaded: LoadedDocument,
  state: RunState,
  line: ResultLine,
  share: number,
): PendingAudit | null {
  const { fixture: id, job, digest, host } = line;
  if (digest === null || !isDrawn(job, share)) return null;
  const fixture = state.tournament.find(id);
  if (fixture === undefined || !isAudited(createMatchJob(loaded, fixture), line, share)) return null;
  return { fixture: id, job, digest, ...(host === undefined ? {} : { host }) };
}

/** What a player of a run begins with. */
interface RunParts {
  readonly header: RunHeader;
  readonly state: RunState;
  readonly file: ResultFile;
  readonly loaded: LoadedDocument;
  /** Share of the matches that are played twice. */
  readonly share: number;
  /** Stored matches that have still to be played a second time, by fixture. */
  readonly audits: ReadonlyMap<string, PendingAudit>;
}

class RunPlayer implements LeagueRun {
  readonly header: RunHeader;
  readonly folder: string;
  readonly state: RunState;
  readonly running = new Map<string, RunningJob>();
  readonly failures: { fixture: string; message: string }[] = [];
  readonly startedAt: number = performance.now();
  playedCount = 0;
  readonly #options: RunOptions;
  readonly #file: ResultFile;
  readonly #loaded: LoadedDocument;
  readonly #share: number;
  /** Repetitions that have not begun. */
  readonly #audits: PendingAudit[];
  #runningAuditCount = 0;
  #failedAuditCount = 0;
  /** Ends everything. */
  readonly #stopper = new AbortController();
  /** Ends the matches that count; repetitions go on. */
  readonly #matchStopper = new AbortController();
  readonly #failed = new Set<string>();
  /** A team of a comparison did not start in all attempts: it will not start in the other matches. */
  #cannotStart = false;
  #error: Error | null = null;
  #wake: () => void = () => {};

  constructor(options: RunOptions, { header, state, file, loaded, share, audits }: RunParts) {
    this.#options = options;
    this.header = header;
    this.folder = options.folder;
    this.state = state;
    this.#file = file;
    this.#loaded = loaded;
    this.#share = share;
    this.#audits = [...audits.values()];
  }

  get pendingAuditCount(): number {
    return this.#audits.length + this.#runningAuditCount + this.#failedAuditCount;
  }

  /** Plays until the tournament is finished, the signal comes or too many matches give no result. */
  async play(executor: MatchExecutor): Promise<void> {
    const { signal } = this.#options;
    // One listener per match that is played.
    setMaxListeners(0, this.#stopper.signal, this.#matchStopper.signal);
    const stop = (): void => {
      this.#stopper.abort();
      this.#matchStopper.abort();
      this.#wake();
    };
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    const status = new StatusWriter(this.folder, () => describeStatus(this, executor.describe(), new Date()));
    try {
      await executor.open();
      while (!this.#isOver()) {
        const woken = new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        this.#startAudits(executor);
        // Matches beyond a decision are not needed.
        if (isRunFinished(this.state)) this.#matchStopper.abort();
        else this.#startMatches(executor);
        if (this.#activeCount === 0) break;
        await woken;
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
      (isRunFinished(this.state) && this.#audits.length + this.#runningAuditCount === 0)
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

  #startMatches(executor: MatchExecutor): void {
    const skipped = this.running.size + this.#failed.size;
    for (const fixture of this.state.tournament.ready(executor.capacity + skipped)) {
      if (this.#activeCount >= executor.capacity) return;
      if (this.running.has(fixture.id) || this.#failed.has(fixture.id)) continue;
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
          this.#options.onChange?.(this);
          this.#wake();
        });
    }
    this.#options.onChange?.(this);
  }

  async #play(executor: MatchExecutor, match: RunningJob): Promise<void> {
    const { fixture } = match;
    const job = createMatchJob(this.#loaded, fixture);
    for (let attempt = 1; ; attempt++) {
      try {
        const outcome = await executor.play(job, this.#matchStopper.signal, {
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
          progressed: (cycle) => {
            match.cycle = cycle;
          },
        });
        const counts = isObservation(this.state, outcome);
        if (counts) this.#store(fixture, job, outcome);
        await executor.confirm(job);
        if (!counts) throw new StartFailure(outcome.problems.map(({ message }) => message).join('; '));
        return;
      } catch (error) {
        if (!(error instanceof MatchFailure)) throw error;
        if (this.#matchStopper.signal.aborted) return;
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
    if (this.state.tournament.find(fixture.id) === undefined) return;
    // First the disk, then the memory: what is shown is stored.
    this.#file.append(line);
    if (!recordResult(this.state, fixture, line)) return;
    this.playedCount += 1;
    const { digest, host } = outcome;
    if (digest !== null && isAudited(job, outcome, this.#share))
      this.#audits.push({
        fixture: fixture.id,
        job: job.id,
        digest,
        ...(host === undefined ? {} : { host }),
      });
  }

  /** Plays a match a second time and stores whether it was the same. */
  async #audit(executor: MatchExecutor, audit: PendingAudit): Promise<void> {
    const fixture = this.state.tournament.find(audit.fixture)!;
    const job = createAuditJob(createMatchJob(this.#loaded, fixture), audit);
    for (let attempt = 1; ; attempt++) {
      try {
        const outcome = await executor.play(job, this.#stopper.signal, {});
        this.#storeAudit(fixture, audit, outcome);
        await executor.confirm(job);
        return;
      } catch (error) {
        if (!(error instanceof MatchFailure)) throw error;
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

  #storeAudit(fixture: Fixture, audit: PendingAudit, { digest, host }: MatchOutcome): void {
    const line: AuditLine = {
      type: 'audit',
      fixture: fixture.id,
      job: audit.job,
      seed: fixture.seed,
      digest: audit.digest,
      ...(audit.host === undefined ? {} : { host: audit.host }),
      repeatedDigest: digest,
      ...(host === undefined ? {} : { repeatedHost: host }),
      storedAt: new Date().toISOString(),
    };
    this.#file.append(line);
    addAudit(this.state.audit, line);
    if (isDifferent(line)) this.#options.onNote?.(`Audit: ${describeDifference(line)}.`);
  }
}
