import type { Frame } from '@rcss/core';
import { type LogRecord, readLogBytes } from '@rcss/logs';
import { createAnalyzer, type MatchAnalysis } from '@rcss/stats';
import { collectSituationParams, type SituationParams } from '@rcss/stats/describe';
import { z } from 'zod';
import type { CallLimits } from './limits.js';
import type { PlayResult, Recipe } from './sandbox/tasks.js';
import { createUnknownNameError, ToolError } from './tool-error.js';
import type { WorkFolder } from './work-folder.js';

const FOLDER = 'matches';
/** Analyzed matches that are kept in memory. */
const MAX_OPEN = 4;

/** A match that was played here, as it is stored. */
interface StoredMatch {
  readonly recipe: Recipe;
  readonly scoreL: number;
  readonly scoreR: number;
  /** Game time at the end, cycles. */
  readonly time: number;
  readonly digest: string;
}

/** Largest stored recipe, bytes: forks contain the recipes of the matches that they leave, with the code of their teams. */
const MAX_RECIPE = 20_000_000;

const TEAM = z.looseObject({ name: z.string() });
/** What a stored match must have; the rest is as this program wrote it. */
const STORED_MATCH = z.looseObject({
  recipe: z.looseObject({ left: TEAM, right: TEAM.nullable(), seed: z.number() }),
  scoreL: z.number(),
  scoreR: z.number(),
  time: z.number(),
});

/** A match whose log has been read. */
export interface OpenMatch {
  /** Its name for tools: that of a match, or the path of a log. */
  readonly name: string;
  /** Null for a log from elsewhere, which cannot be played again. */
  readonly recipe: Recipe | null;
  readonly records: readonly LogRecord[];
  /** State of each show. */
  readonly frames: readonly Frame[];
  readonly analysis: MatchAnalysis;
  readonly params: SituationParams;
}

/** A moment for later, under a name. */
export interface SavedMoment {
  readonly match: string;
  readonly cycle: number;
}

const SAVED_MOMENT = z.object({ match: z.string(), cycle: z.number().int().min(0) });

/** Matches and moments in the work folder. */
export class MatchStore {
  readonly #folder: WorkFolder;
  readonly #limits: CallLimits;
  readonly #open = new Map<string, OpenMatch>();

  constructor(folder: WorkFolder, limits: CallLimits) {
    this.#folder = folder;
    this.#limits = limits;
  }

  /** Names of the matches that were played here, oldest first. */
  get names(): string[] {
    return this.#folder
      .list(FOLDER)
      .map((path) => /^matches\/(m\d+)\.json$/.exec(path)?.[1])
      .filter((name) => name !== undefined)
      .sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
  }

  /** Paths of game logs in the work folder. */
  get logs(): string[] {
    return ['', 'logs'].flatMap((folder) => this.#folder.list(folder)).filter((path) => isLogPath(path));
  }

  /**
   * Stores a match and returns its name.
   *
   * @throws {ToolError} if the folder has as many matches as it may have
   */
  add(recipe: Recipe, { end, log, recording }: PlayResult): string {
    this.checkSpace();
    const name = `m${Number(this.names.at(-1)?.slice(1) ?? 0) + 1}`;
    const { score, time } = end;
    const stored: StoredMatch = {
      ...{ recipe, scoreL: score.left, scoreR: score.right, time },
      digest: formatStateDigest(end.digest),
    };
    const text = `${JSON.stringify(stored)}\n`;
    if (Buffer.byteLength(text) > MAX_RECIPE)
      throw new ToolError(
        `the match is not stored: with the code of all matches that it leaves, its recipe has more than ${MAX_RECIPE} bytes. Fork an earlier match.`,
      );
    this.#folder.write(`${FOLDER}/${name}.rcg.gz`, log);
    if (recording !== undefined) this.#folder.write(`${FOLDER}/${name}.rec.gz`, recording);
    this.#folder.write(`${FOLDER}/${name}.json`, text);
    return name;
  }

  /** Returns the recording of a match of programs, compressed; others have none. */
  findRecording(name: string): { readonly recording?: Uint8Array } {
    const path = `${FOLDER}/${name}.rec.gz`;
    const isThere = this.#folder.list(FOLDER).includes(path);
    return isThere ? { recording: this.#folder.read(path, this.#limits.logBytes) } : {};
  }

  /** @throws {ToolError} if the folder has as many matches as it may have */
  checkSpace(): void {
    if (this.names.length >= this.#limits.matches)
      throw new ToolError(
        `the work folder has ${this.#limits.matches} matches, the limit of this server; its owner can delete files in matches/`,
      );
  }

  /** One line about a match. */
  describe(name: string): string {
    let match: StoredMatch;
    try {
      match = this.#read(name);
    } catch (error) {
      if (error instanceof ToolError) return error.message;
      throw error;
    }
    const { recipe, scoreL, scoreR, time } = match;
    const { left, right, seed, branch } = recipe;
    const origin = branch === undefined ? `seed ${seed}` : `leaves another match at cycle ${branch.cycle}`;
    return `${name}: ${left.name} ${scoreL} : ${scoreR} ${right?.name ?? 'nobody'}, ${time} cycles, ${origin}`; // words-ok
  }

  #read(name: string): StoredMatch {
    return this.#readJson(`${FOLDER}/${name}.json`, MAX_RECIPE, STORED_MATCH) as unknown as StoredMatch;
  }

  /** @throws {ToolError} if the file does not have the form */
  #readJson<Form>(path: string, maxBytes: number, form: z.ZodType<Form>): Form {
    const text = this.#folder.read(path, maxBytes).toString('utf8');
    try {
      return form.parse(JSON.parse(text));
    } catch {
      throw new ToolError(`${path} is damaged. Delete it, or use another one.`);
    }
  }

  /** Bytes of the log of a match. */
  readLog(name: string): Buffer {
    return this.#folder.read(
      isLogPath(name) ? name : `${FOLDER}/${this.#check(name)}.rcg.gz`,
      this.#limits.logBytes,
    );
  }

  #check(name: string): string {
    if (!this.names.includes(name))
      throw createUnknownNameError('match', name, [...this.names, ...this.logs]);
    return name;
  }

  /**
   * Reads and analyzes the log of a match.
   *
   * @param name Name of a match, or the path of a game log in the work folder.
   * @throws {ToolError} if there is none, or if it cannot be read
   */
  open(name: string): OpenMatch {
    const known = this.#open.get(name);
    if (known !== undefined && !isLogPath(name)) return known;
    const records: LogRecord[] = [];
    const analyzer = createAnalyzer();
    const frames: Frame[] = [];
    for (const record of readLogBytes(this.readLog(name))) {
      analyzer.addRecord(record);
      if (record.type !== 'show') records.push(record);
      else frames.push(copyFrame(record.frame));
    }
    if (frames.length === 0)
      throw new ToolError(
        `${name} has no states of a match. Allowed: game logs (.rcg, .rcg.gz) with at least one cycle.`,
      );
    const opened: OpenMatch = {
      name,
      recipe: isLogPath(name) ? null : this.#read(name).recipe,
      records,
      frames,
      analysis: analyzer.finish(),
      params: collectSituationParams(records),
    };
    this.#open.set(name, opened);
    for (const oldest of this.#open.keys()) {
      if (this.#open.size <= MAX_OPEN) break;
      this.#open.delete(oldest);
    }
    return opened;
  }

  /** Names of saved moments. */
  get moments(): string[] {
    return this.#folder
      .list('snapshots')
      .filter((path) => path.endsWith('.json'))
      .map((path) => path.slice('snapshots/'.length, -'.json'.length));
  }

  saveMoment(name: string, moment: SavedMoment): void {
    this.#folder.write(`snapshots/${name}.json`, `${JSON.stringify(moment)}\n`);
  }

  /** @throws {ToolError} if there is none with this name */
  readMoment(name: string): SavedMoment {
    if (!this.moments.includes(name)) throw createUnknownNameError('snapshot', name, this.moments);
    return this.#readJson(`snapshots/${name}.json`, 10_000, SAVED_MOMENT);
  }
}

/** Formats the digest of a state as eight hexadecimal digits. */
export function formatStateDigest(digest: number): string {
  return (digest >>> 0).toString(16).padStart(8, '0');
}

function isLogPath(name: string): boolean {
  return /\.rcg(\.gz)?$/.test(name);
}

function copyFrame(frame: Frame): Frame {
  return {
    ...frame,
    left: { ...frame.left },
    right: { ...frame.right },
    players: frame.players.map((player) => ({ ...player })),
  };
}

/**
 * Returns the index of the first show of a game time.
 *
 * @param argument Name of the argument with the game time, for errors.
 * @throws {ToolError} with the nearest valid value
 */
export function findShowAt({ name, frames }: OpenMatch, cycle: number, argument = 'cycle'): number {
  const first = frames[0]!.time;
  const last = frames.at(-1)!.time;
  let low = 0;
  let high = frames.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (frames[middle]!.time < cycle) low = middle + 1;
    else high = middle;
  }
  if (frames[low]!.time === cycle) return low;
  const nearest = Math.min(last, Math.max(first, cycle));
  throw new ToolError(
    cycle < first || cycle > last
      ? `${argument}: ${cycle} is out of range (${first}–${last} in ${name}). Nearest valid value: ${nearest}.`
      : `${argument}: ${name} has no state of cycle ${cycle}. Nearest valid value: ${frames[low]!.time}.`,
  );
}
