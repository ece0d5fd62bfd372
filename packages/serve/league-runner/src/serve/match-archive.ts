import { closeSync, openSync, readSync } from 'node:fs';
import type { LineRange, ResultLine } from '../runs/result-file.js';

/** Which matches of an archive are listed. */
export interface ArchiveFilter {
  /** Team that played; absent: all. */
  readonly team?: string;
  /** The other team of the match; absent: any. */
  readonly opponent?: string;
  /** Only matches with problems. */
  readonly hasProblems?: boolean;
}

/** A part of the matches of an archive. */
export interface ArchivePage {
  /** The newest first. */
  readonly lines: readonly ResultLine[];
  /** Matches that the filter lets through. */
  readonly count: number;
  /** Number of the page, from 1. */
  readonly page: number;
  readonly pageCount: number;
}

/** Finished matches of a result file. In memory is only where the lines are in the file: archives can have 100,000 matches. */
export class MatchArchive {
  readonly #path: string;
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  /** Lines that are not in the file as they count, by their index: those of runs with decisions of the organizer. */
  readonly #lines = new Map<number, ResultLine>();
  readonly #teams: string[] = [];
  readonly #left: number[] = [];
  readonly #right: number[] = [];
  readonly #problems = new Set<number>();
  readonly #byFixture = new Map<string, number>();

  /** @param path The result file. */
  constructor(path: string) {
    this.#path = path;
  }

  get count(): number {
    return this.#starts.length;
  }

  /**
   * Adds a line; a match that was stored twice counts once.
   *
   * @param range Where the line is in the file; null: it is kept in memory.
   */
  add(line: ResultLine, range: LineRange | null): void {
    const { fixture, left, right, problems } = line;
    if (this.#byFixture.has(fixture)) return;
    const index = this.#starts.push(range?.start ?? 0) - 1;
    this.#ends.push(range?.end ?? 0);
    if (range === null) this.#lines.set(index, line);
    this.#left.push(this.#indexTeam(left));
    this.#right.push(this.#indexTeam(right));
    if (problems.length > 0) this.#problems.add(index);
    this.#byFixture.set(fixture, index);
  }

  /** Reads the line of a match; null if it has no result. */
  find(fixture: string): ResultLine | null {
    const index = this.#byFixture.get(fixture);
    return index === undefined ? null : (this.#read([index])[0] ?? null);
  }

  /**
   * Reads a page of matches, the newest first.
   *
   * @param page Number of the page, from 1; a number beyond the last page stands for the last page.
   */
  list(filter: ArchiveFilter, page: number, pageSize: number): ArchivePage {
    const found = this.#select(filter);
    const pageCount = Math.max(1, Math.ceil(found.length / pageSize));
    const shown = Math.min(Math.max(1, page), pageCount);
    const from = (shown - 1) * pageSize;
    return {
      lines: this.#read(found.slice(from, from + pageSize)),
      count: found.length,
      page: shown,
      pageCount,
    };
  }

  #indexTeam(team: string): number {
    const index = this.#teams.indexOf(team);
    return index >= 0 ? index : this.#teams.push(team) - 1;
  }

  /** Indices of the matches, the newest first. */
  #select({ team, opponent, hasProblems = false }: ArchiveFilter): number[] {
    const wanted = [team, opponent]
      .filter((name) => name !== undefined)
      .map((name) => this.#teams.indexOf(name));
    if (wanted.includes(-1)) return [];
    const found: number[] = [];
    for (let i = this.#starts.length - 1; i >= 0; i--) {
      if (!wanted.every((number) => this.#left[i] === number || this.#right[i] === number)) continue;
      if (hasProblems && !this.#problems.has(i)) continue;
      found.push(i);
    }
    return found;
  }

  #read(indices: readonly number[]): ResultLine[] {
    if (indices.length === 0) return [];
    const file = openSync(this.#path, 'r');
    try {
      return indices.map((index) => {
        const line = this.#lines.get(index);
        if (line !== undefined) return line;
        const start = this.#starts[index]!;
        const data = Buffer.alloc(this.#ends[index]! - start);
        readSync(file, data, 0, data.length, start);
        return JSON.parse(data.toString('utf8')) as ResultLine;
      });
    } finally {
      closeSync(file);
    }
  }
}
