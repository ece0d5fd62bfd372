import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { publishLogs } from '@rcss/log-service/publish';
import { readViewerScripts, type ViewerScripts } from '@rcss/log-service/web';
import type { LoadedDocument } from '../documents/load-document.js';
import { findGameLog, findMatchLogs, type LogPlaces } from '../logs/read-logs.js';
import type { ResultLine } from '../runs/result-file.js';
import type { MatchArchive } from '../serve/match-archive.js';
import { RunFollower } from '../serve/run-follower.js';
import { createCupTop, findDecision } from './cup-top.js';

/** What is published, and where. */
export interface RunPublisherOptions {
  readonly loaded: LoadedDocument;
  /** Folder of the run. */
  readonly folder: string;
  /** Where the logs of the matches may be read. */
  readonly places: LogPlaces;
  /** Folder that is written, for any web server. */
  readonly target: string;
  readonly title: string;
  /** Address at which the folder will be, for previews of links; empty if it is not known. */
  readonly url: string;
  /** Scripts of the pages. Default: those of the build. */
  readonly scripts?: ViewerScripts;
  /** Called with a line for each match, and for each match that cannot be published. */
  readonly report: (line: string) => void;
}

/**
 * Publishes the finished matches of a run as static pages, one after the other. What a folder has already is not written again, so that a new
 * publisher continues after an interruption.
 */
export class RunPublisher {
  readonly #options: RunPublisherOptions;
  readonly #follower: RunFollower;
  #archive: MatchArchive | null = null;
  /** Matches of the archive that were taken. */
  #takenCount = 0;
  #scripts: ViewerScripts | null;
  #work: Promise<void> = Promise.resolve();
  #isWaiting = false;
  #matchCount = 0;
  #failedCount = 0;

  constructor(options: RunPublisherOptions) {
    this.#options = options;
    this.#scripts = options.scripts ?? null;
    this.#follower = new RunFollower(options.folder, options.loaded);
  }

  /** Publishes the matches that have ended, after those that are being published. Does not wait for them. */
  update(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#work = this.#work.then(async () => {
      this.#isWaiting = false;
      try {
        await this.#publishNew();
      } catch (error) {
        this.#fail((error as Error).message);
      }
    });
  }

  /** Publishes all that is left. Returns the count of matches in the folder, and of those that could not be published now. */
  async finish(): Promise<{ readonly matches: number; readonly failed: number }> {
    this.update();
    await this.#work;
    return { matches: this.#matchCount, failed: this.#failedCount };
  }

  #fail(problem: string): void {
    this.#failedCount += 1;
    this.#options.report(problem);
  }

  async #publishNew(): Promise<void> {
    this.#follower.read();
    if (this.#follower.problem !== null) throw new Error(this.#follower.problem);
    const { archive } = this.#follower;
    // A decision of the organizer has changed which results count: all matches are looked at again.
    if (archive !== this.#archive) this.#takenCount = 0;
    this.#archive = archive;
    const count = archive.count - this.#takenCount;
    if (count <= 0) return;
    const { lines } = archive.list({}, 1, count);
    this.#takenCount = archive.count;
    for (const line of [...lines].reverse()) await this.#publishMatch(line);
    // The last results can be of matches without a log.
    await this.#write([]);
  }

  async #publishMatch(line: ResultLine): Promise<void> {
    // A match that was decided without being played has no logs.
    if (line.logs === undefined) return;
    const { places } = this.#options;
    const logs = await findMatchLogs(line.logs, places);
    const name = logs === null ? null : findGameLog(await logs.list());
    if (logs === null || name === null) {
      this.#fail(`${line.fixture} cannot be published: its game log is not at a place that can be read`);
      return;
    }
    if (logs.folder !== null) return this.#publishLog(line, join(logs.folder, name));
    const copy = await mkdtemp(join(tmpdir(), 'rcss-publish-'));
    try {
      await pipeline(await logs.open(name), createWriteStream(join(copy, name)));
      await this.#publishLog(line, join(copy, name));
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  }

  async #publishLog(line: ResultLine, log: string): Promise<void> {
    const { fixture, storedAt, penaltyL, penaltyR } = line;
    const { tournament } = this.#follower.state;
    const round = tournament.find(fixture)?.stage;
    const decision = findDecision(tournament, fixture);
    await this.#write([log], {
      fixture,
      date: storedAt,
      ...(round !== undefined && { round }),
      ...(penaltyL !== null && { penalties: [penaltyL, penaltyR ?? 0] as const }),
      ...(decision !== '' && { decision }),
    });
  }

  /** Writes the pages of logs, and the list. */
  async #write(
    logs: readonly string[],
    known: Parameters<typeof publishLogs>[1]['known'] = {},
  ): Promise<void> {
    const { target, title, url, report, loaded } = this.#options;
    this.#scripts ??= await readViewerScripts();
    const { matches, failed } = await publishLogs(logs, {
      folder: target,
      title,
      url,
      scripts: this.#scripts,
      teams: loaded.looks,
      known,
      createTop: (site) => createCupTop(this.#follower.state, loaded.looks, site),
      report,
    });
    this.#matchCount = matches;
    for (const problem of failed) this.#fail(`${known.fixture} cannot be published: ${problem}`);
  }
}
