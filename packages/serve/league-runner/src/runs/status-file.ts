import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Score } from '../jobs/match-outcome.js';
import { estimateSecondsLeft } from './estimate.js';
import type { LeagueRun } from './league-run.js';

/** A match that is played now. */
export interface RunningMatchStatus {
  readonly fixture: string;
  readonly left: string;
  readonly right: string;
  /** When it began, ISO 8601. */
  readonly startedAt: string;
  /** Machine that plays it. */
  readonly host: string;
  /** UDP port for monitors on that machine; null if the match has no server. */
  readonly port: number | null;
  /** Address of that port for other machines; null: it serves that machine only. */
  readonly address: string | null;
  /** Steps so far, those of stopped play included. */
  readonly cycle: number;
  /** Absent if it is not known. */
  readonly score?: Score;
}

/** What a run does now. */
export interface RunStatus {
  readonly form: 1;
  /** Identifier of the run. */
  readonly run: string;
  /** Machine and process of the run. */
  readonly host: string;
  readonly process: number;
  /** Where the matches are played, for people. */
  readonly where: string;
  /** When the status was written, ISO 8601. */
  readonly writtenAt: string;
  /** Time until the end at the speed so far, s; null if it is not known. */
  readonly secondsLeft: number | null;
  readonly running: readonly RunningMatchStatus[];
  /** Matches that wait for a worker. */
  readonly waiting: number;
  /** Matches that gave no result in all attempts. */
  readonly failures: readonly { readonly fixture: string; readonly message: string }[];
}

/** Name of the file in the folder of a run. It is there while the run goes on; results do not depend on it. */
export const STATUS_FILE = 'running.json';

/** Interval between two files, ms. */
const WRITE_INTERVAL_MS = 1000;
/** Age after which a status is that of a run that has ended by force, ms. */
const MAX_AGE_MS = 15_000;

export function describeStatus(run: LeagueRun, where: string, now: Date): RunStatus {
  const running = [...run.running.values()];
  const secondsLeft = estimateSecondsLeft(run, performance.now());
  return {
    form: 1,
    run: run.header.id,
    host: hostname(),
    process: process.pid,
    where,
    writtenAt: now.toISOString(),
    secondsLeft: Number.isFinite(secondsLeft) ? Math.round(secondsLeft) : null,
    running: running
      .filter(({ host }) => host !== null)
      .map(({ fixture: { id, left, right }, startedAt, host, port, address, cycle, score }) => ({
        fixture: id,
        left,
        right,
        startedAt,
        host: host!,
        port,
        address,
        cycle,
        ...(score !== undefined && { score }),
      })),
    waiting: running.filter(({ host }) => host === null).length,
    failures: run.failures,
  };
}

/** Writes the status of a run every second while it goes on. */
export class StatusWriter {
  readonly #path: string;
  readonly #describe: () => RunStatus;
  readonly #timer: NodeJS.Timeout;

  constructor(folder: string, describe: () => RunStatus) {
    this.#path = join(folder, STATUS_FILE);
    this.#describe = describe;
    this.#timer = setInterval(() => this.#write(), WRITE_INTERVAL_MS).unref();
    this.#write();
  }

  #write(): void {
    try {
      writeFileSync(`${this.#path}.new`, JSON.stringify(this.#describe()));
      // A reader never sees half a status.
      renameSync(`${this.#path}.new`, this.#path);
    } catch {
      // The results report a folder that cannot be written.
    }
  }

  /** Removes the file. */
  close(): void {
    clearInterval(this.#timer);
    rmSync(this.#path, { force: true });
  }
}

/**
 * Reads the status of the run in a folder; null if it does not go on.
 *
 * @param now ms since 1970.
 */
export function readStatus(folder: string, now: number): RunStatus | null {
  let status: RunStatus;
  try {
    status = JSON.parse(readFileSync(join(folder, STATUS_FILE), 'utf8')) as RunStatus;
  } catch {
    return null;
  }
  return status.form === 1 && now - Date.parse(status.writtenAt) < MAX_AGE_MS ? status : null;
}
