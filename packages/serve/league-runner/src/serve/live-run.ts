import type { LoadedDocument } from '../documents/load-document.js';
import type { LoadedTeam } from '../documents/load-teams.js';
import { createMatchJob, type MatchJob } from '../jobs/match-job.js';
import type { TeamLooks } from '../reports/format-team.js';
import { createReport, type Report } from '../reports/report.js';
import { readRunFolder } from '../runs/read-run.js';
import type { ResultLine } from '../runs/result-file.js';
import { isRunFinished } from '../runs/run-state.js';
import { type RunningMatchStatus, type RunStatus, readStatus } from '../runs/status-file.js';
import type { LiveContent } from './live-page.js';
import type { ArchiveFilter, MatchArchive } from './match-archive.js';
import { listNextMatches, type NextMatch } from './next-matches.js';
import { RunFollower } from './run-follower.js';
import { hideMachines, hidePlaces } from './visitors.js';

/** Interval between two looks at the files, ms. */
const POLL_INTERVAL_MS = 500;
/** A report of many results takes time; reports use at most this share of it. */
const MAX_REPORT_SHARE = 0.05;
/** Finished matches on a page. */
const PAGE_SIZE = 50;

/** The job of a result, with its teams. */
export interface FoundJob {
  readonly job: MatchJob;
  readonly left: LoadedTeam;
  readonly right: LoadedTeam;
}

/** A run as its files show it, whether it goes on or has ended. Calls its listeners after each change. */
export class LiveRun {
  readonly #name: string;
  readonly #follower: RunFollower;
  readonly #listeners = new Set<() => void>();
  #timer: NodeJS.Timeout | null = null;
  #status: RunStatus | null = null;
  #statusText = '';
  #version = 0;
  #report: Report | null = null;
  #isReportOld = false;
  #nextReportAt = 0;

  /**
   * @param name Title until the run has begun.
   * @param reload Reads the document again, after a decision of the organizer.
   */
  constructor(folder: string, loaded: LoadedDocument, name: string, reload?: () => LoadedDocument) {
    this.#name = name;
    this.#follower = new RunFollower(folder, loaded, reload);
    this.poll();
  }

  /** Increases with every change. */
  get version(): number {
    return this.#version;
  }

  /** Title and identifier; before the run has begun, it has no identifier. */
  identify(): { readonly title: string; readonly id: string } {
    const { header } = this.#follower;
    return { title: header?.name ?? this.#name, id: header?.id ?? '' };
  }

  get folder(): string {
    return this.#follower.folder;
  }

  get archive(): MatchArchive {
    return this.#follower.archive;
  }

  get problem(): string | null {
    return this.#follower.problem;
  }

  /** How the pages show the teams. */
  get looks(): TeamLooks {
    return this.#follower.loaded.looks;
  }

  get status(): RunStatus | null {
    return this.#status;
  }

  /** Follows the files until `close`. */
  start(): void {
    this.#timer ??= setInterval(() => this.poll(), POLL_INTERVAL_MS);
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Calls a function after every change; returns a function that ends this. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reads what is new. */
  poll(): void {
    const hasResults = this.#follower.read();
    if (hasResults) this.#isReportOld = true;
    this.#status = readStatus(this.folder, Date.now());
    const text = this.#status === null ? '' : JSON.stringify({ ...this.#status, writtenAt: '' });
    const hasStatus = text !== this.#statusText;
    this.#statusText = text;
    const hasReport = this.#isReportOld && performance.now() >= this.#nextReportAt;
    if (hasReport) this.#updateReport();
    if (!hasResults && !hasStatus && !hasReport) return;
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }

  /** Calls a function for each result that counts; for none before the run has begun or if its results cannot be shown. */
  readLines(visit: (line: ResultLine) => void): void {
    if (this.#follower.header !== null && this.#follower.problem === null)
      readRunFolder(this.folder, this.#follower.loaded, visit);
  }

  /** Returns the job and the teams of a result; null if document, teams or release are not those of the match. */
  findJob({ fixture: id, job: played }: ResultLine): FoundJob | null {
    const { loaded, state } = this.#follower;
    const fixture = state.tournament.find(id);
    if (fixture === undefined) return null;
    const job = createMatchJob(loaded, fixture);
    const [left, right] = [loaded.teams.get(fixture.left)!, loaded.teams.get(fixture.right)!];
    return job.id === played ? { job, left, right } : null;
  }

  findRunning(fixture: string): RunningMatchStatus | null {
    return this.#status?.running.find((match) => match.fixture === fixture) ?? null;
  }

  /** Returns what a page shows to a reader who may open matches, or may not. */
  describe(filter: ArchiveFilter, page: number, mayOpen = true): LiveContent {
    const { header, state, archive, problem } = this.#follower;
    const matches = archive.list(filter, page, PAGE_SIZE);
    return {
      title: header?.name ?? this.#name,
      problem,
      report: problem === null ? this.#report : null,
      standings: state.tournament.tables(),
      isFinished: isRunFinished(state),
      progress: state.tournament.progress(),
      status: mayOpen ? this.#status : hideMachines(this.#status),
      next: this.#listNext(),
      fields: new Map([...state.organizer.schedule].map(([fixture, { field }]) => [fixture, field])),
      teams: [...this.#follower.loaded.teams.keys()],
      looks: this.looks,
      filter,
      matches: mayOpen ? matches : { ...matches, lines: matches.lines.map(hidePlaces) },
      mayOpen,
    };
  }

  /** Tables, places and the state as data. */
  describeAsData(mayOpen: boolean): object {
    const { header, state, problem } = this.#follower;
    const { tournament, comparison, audit } = state;
    return {
      form: 1,
      run: header,
      problem,
      finished: isRunFinished(state),
      progress: tournament.progress(),
      tables: tournament.tables(),
      places: tournament.placings(),
      brackets: tournament.brackets(),
      ladder: this.#report?.ladder ?? null,
      test: comparison?.test ?? null,
      audit: mayOpen ? audit : { ...audit, differences: audit.differences.map(hidePlaces) },
      problems: state.problems.length,
      next: this.#listNext(),
      pause: state.organizer.pause,
      decisions: state.organizer.decisions,
      now: mayOpen ? this.#status : hideMachines(this.#status),
    };
  }

  /** Matches to come. */
  #listNext(): NextMatch[] {
    return listNextMatches(this.#follower.state, (fixture) => this.findRunning(fixture) !== null);
  }

  #updateReport(): void {
    const { header, state } = this.#follower;
    const begin = performance.now();
    this.#report = header === null ? null : createReport(header, state);
    const end = performance.now();
    this.#isReportOld = false;
    this.#nextReportAt = end + (end - begin) / MAX_REPORT_SHARE;
  }
}
