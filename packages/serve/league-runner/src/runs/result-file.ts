import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { CommandLineError, EXIT, makeFolder } from '@rcss/kit/command-line';
import { isProcessRunning } from '@rcss/kit/match-runner';
import { MatchFailure, type MatchOutcome } from '../jobs/match-outcome.js';
import type { AuditLine } from './audit.js';
import type { DecisionLine } from './decision-line.js';

/** First line of a result file: what the results belong to. */
export interface RunHeader {
  readonly type: 'run';
  readonly form: 1;
  /** Identifier of the run. */
  readonly id: string;
  /** Name of the document, or its file. */
  readonly name: string;
  /** Hash of the document. */
  readonly document: string;
  readonly engine: string;
  /** Versions of the teams by name when the run began. */
  readonly versions: Readonly<Record<string, string>>;
  /** ISO 8601. */
  readonly startedAt: string;
}

/** Line of a result file: the result of a match. */
export interface ResultLine extends MatchOutcome {
  readonly type: 'match';
  readonly fixture: string;
  /** Identifier of the job. */
  readonly job: string;
  readonly left: string;
  readonly right: string;
  readonly seed: number | null;
  /** When the result was stored, ISO 8601. */
  readonly storedAt: string;
}

export interface ResultFileContents {
  readonly header: RunHeader | null;
  readonly results: readonly ResultLine[];
  /** Matches that were played twice. */
  readonly audits: readonly AuditLine[];
  /** Decisions of the organizer. */
  readonly decisions: readonly DecisionLine[];
  /** Length of the complete lines, bytes. */
  readonly completeBytes: number;
}

/** A place between two lines of a result file. */
export interface FilePosition {
  /** Bytes before the place. */
  readonly bytes: number;
  /** Lines before the place. */
  readonly lines: number;
}

/** Where a line is in its file, bytes; `end` is that of the next line. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** A line of a result file. */
export type StoredLine = RunHeader | ResultLine | AuditLine | DecisionLine;

/** Functions that are called for the lines of a result file. */
export interface LineVisitors {
  match?(line: ResultLine, range: LineRange): void;
  /** A match that was played twice. */
  audit?(line: AuditLine): void;
  decision?(line: DecisionLine): void;
}

/** Name of the result file in the folder of a run. */
export const RESULT_FILE = 'results.jsonl';
const LOCK_FILE = 'run.lock';
/** Folders that this process has opened for writing. */
const OPEN_FOLDERS = new Set<string>();
const BLOCK_BYTES = 1 << 18;
const MAX_SCORE = 100_000;
const FILE_START: FilePosition = { bytes: 0, lines: 0 };

/**
 * Reads a result file. An incomplete last line, which a killed program or a full disk leaves, is not part of the contents.
 *
 * @throws {CommandLineError} if another line is not JSON of the form of a result file.
 */
export function readResultFile(folder: string): ResultFileContents {
  const results: ResultLine[] = [];
  const audits: AuditLine[] = [];
  const decisions: DecisionLine[] = [];
  const rest = scanResultFile(folder, {
    match: (line) => void results.push(line),
    audit: (line) => void audits.push(line),
    decision: (line) => void decisions.push(line),
  });
  return { ...rest, results, audits, decisions };
}

/** Returns the first line of a result file; null if there is none. */
export function readHeader(folder: string): RunHeader | null {
  const path = join(folder, RESULT_FILE);
  if (!existsSync(path)) return null;
  for (const { text, number } of readLines(path)) {
    const line = parseLine(path, text, number);
    return line.type === 'run' ? line : null;
  }
  return null;
}

/**
 * Parses a line of a result file.
 *
 * @throws {CommandLineError} if it is not JSON of the form of a result file.
 */
function parseLine(path: string, text: string, number: number): StoredLine {
  const fail = (what: string): never => {
    throw new CommandLineError(
      `${path}, line ${number}: ${what}. Only the last line may be incomplete; repair or remove the file`,
      EXIT.usage,
    );
  };
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch {
    return fail('not JSON');
  }
  if (!isRecord(line)) return fail('not a JSON object');
  const wrong = findWrongField(line, number);
  if (wrong !== null) return fail(wrong);
  return line as unknown as StoredLine;
}

type Check = (value: unknown) => boolean;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText: Check = (value) => typeof value === 'string';
const isOptionalText: Check = (value) => value === undefined || typeof value === 'string';
const isOptionalTime: Check = (value) =>
  value === undefined || value === null || (typeof value === 'string' && !Number.isNaN(Date.parse(value)));
const isNumberOrNull: Check = (value) => value === null || typeof value === 'number';
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isCountOrNull: Check = (value) => value === null || isCount(value);
const isProblem: Check = (value) => isRecord(value) && isText(value['message']);

/** Further fields of an outcome that comes from another machine. Scores are what a match can have: a goal takes some cycles. */
const OUTCOME_CHECKS: Readonly<Record<string, Check>> = {
  scoreL: (value) => isCount(value) && (value as number) <= MAX_SCORE,
  scoreR: (value) => isCount(value) && (value as number) <= MAX_SCORE,
  cycles: isCount,
  digest: (value) => value === null || Number.isSafeInteger(value),
  seconds: (value) => typeof value === 'number' && value >= 0,
  players: (value) => isRecord(value) && isCount(value['left']) && isCount(value['right']),
};

/** Fields of a decision that are there or absent, by its verb. */
const DECISION_CHECKS: Readonly<Record<string, Check>> = {
  fixture: isOptionalText,
  team: isOptionalText,
  left: isOptionalText,
  right: isOptionalText,
  version: isOptionalText,
  recording: isOptionalText,
  kickoff: isOptionalTime,
  until: isOptionalTime,
  scoreL: (value) => value === undefined || isCount(value),
  scoreR: (value) => value === undefined || isCount(value),
};

/** Fields without which the programs that read a line fail, by the type of the line. */
const FIELD_CHECKS: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  run: { id: isText, name: isText, document: isText, versions: isRecord, startedAt: isText },
  match: {
    fixture: isText,
    job: isText,
    left: isText,
    right: isText,
    seed: isNumberOrNull,
    scoreL: isCount,
    scoreR: isCount,
    penaltyL: isCountOrNull,
    penaltyR: isCountOrNull,
    forfeit: (value) => value === undefined || ['left', 'right', 'both'].includes(value as string),
    end: isText,
    seconds: (value) => typeof value === 'number',
    problems: (value) => Array.isArray(value) && value.every(isProblem),
    notLimited: (value) => value === undefined || (Array.isArray(value) && value.every(isText)),
    logs: isOptionalText,
    host: isOptionalText,
    processor: isOptionalText,
    missedDone: (value) => value === undefined || (typeof value === 'object' && value !== null),
  },
  decision: { id: isText, verb: isText, by: isText, reason: isText, at: isText, ...DECISION_CHECKS },
  audit: { fixture: isText, job: isText, digest: isNumberOrNull, repeatedDigest: isNumberOrNull },
};

/** Returns what is wrong with a line; null if it can be used. Lines of other types, which later versions may write, are not checked. */
function findWrongField(line: Readonly<Record<string, unknown>>, number: number): string | null {
  const { type } = line;
  if (number === 1 && type !== 'run') return 'not the header of a run, which has "type":"run"';
  if (typeof type !== 'string') return `the field "type" is ${formatValue(type)}`;
  for (const [name, check] of Object.entries(FIELD_CHECKS[type] ?? {}))
    if (!check(line[name])) return `the field "${name}" is ${formatValue(line[name])}`;
  return null;
}

/** Returns which field of an outcome is wrong; null if it can be stored. */
export function findOutcomeProblem(outcome: Readonly<Record<string, unknown>>): string | null {
  const { fixture: _f, job: _j, left: _l, right: _r, seed: _s, ...checks } = FIELD_CHECKS['match']!;
  for (const [name, check] of Object.entries({ ...checks, ...OUTCOME_CHECKS }))
    if (!check(outcome[name])) return `the field "${name}" is ${formatValue(outcome[name])}`;
  return null;
}

/**
 * Returns an outcome that can be stored. Code of a module is in the process that has sent it.
 *
 * @throws {MatchFailure} if it cannot.
 */
export function checkOutcome(outcome: MatchOutcome | null): MatchOutcome {
  const problem = findOutcomeProblem({ ...outcome });
  if (problem === null) return outcome!;
  throw new MatchFailure(`the process of the match gave a result that cannot be stored: ${problem}`);
}

function formatValue(value: unknown): string {
  if (value === undefined) return 'missing';
  try {
    return `wrong: ${JSON.stringify(value).slice(0, 60)}`;
  } catch {
    return 'wrong: it has too many levels';
  }
}

/**
 * Calls functions for the lines of a file. Returns what else the file has.
 *
 * @param from Where to begin: the end of an earlier call, or the start of the file. The header is null if it comes before.
 * @throws {CommandLineError} as {@link readResultFile}.
 */
export function scanResultFile(
  folder: string,
  visitors: LineVisitors,
  from: FilePosition = FILE_START,
): Pick<ResultFileContents, 'header' | 'completeBytes'> & { readonly lineCount: number } {
  const path = join(folder, RESULT_FILE);
  const contents = {
    header: null as RunHeader | null,
    completeBytes: from.bytes,
    lineCount: from.lines,
  };
  if (!existsSync(path)) return contents;
  for (const { text, number, start, end } of readLines(path, from)) {
    const line = parseLine(path, text, number);
    if (line.type === 'run' && number === 1) contents.header = line;
    else if (line.type === 'match') visitors.match?.(line, { start, end });
    else if (line.type === 'audit') visitors.audit?.(line);
    else if (line.type === 'decision') visitors.decision?.(line);
    contents.completeBytes = end;
    contents.lineCount = number;
  }
  return contents;
}

/** Complete lines of a file, block by block: files of many runs are larger than the longest string. */
export function* readLines(
  path: string,
  from: FilePosition = FILE_START,
): Generator<{ text: string; number: number } & LineRange> {
  const file = openSync(path, 'r');
  try {
    // One buffer for the whole file: buffers of each block would stay until the next garbage collection.
    let buffer = Buffer.alloc(BLOCK_BYTES);
    let filled = 0;
    let position = from.bytes;
    let end = from.bytes;
    let number = from.lines;
    for (;;) {
      if (filled === buffer.length) buffer = Buffer.concat([buffer], 2 * buffer.length);
      const count = readSync(file, buffer, filled, buffer.length - filled, position);
      if (count === 0) return;
      position += count;
      filled += count;
      const data = buffer.subarray(0, filled);
      let next = 0;
      for (let at = data.indexOf(10); at >= 0; at = data.indexOf(10, next)) {
        const start = end;
        number += 1;
        end += at + 1 - next;
        yield { text: data.toString('utf8', next, at), number, start, end };
        next = at + 1;
      }
      buffer.copyWithin(0, next, filled);
      filled -= next;
    }
  } finally {
    closeSync(file);
  }
}

/** The result file of a running tournament: the only state of a run. Lines are only appended, and are on the disk when `append` returns. */
export class ResultFile<Line = StoredLine> {
  readonly #folder: string;
  readonly #path: string;
  readonly #file: number;

  /**
   * Opens the file for writing; no other process can open it then.
   *
   * @param name Name of the file in the folder.
   * @throws {CommandLineError} if the folder cannot be written, or another process writes to it.
   */
  constructor(folder: string, name: string = RESULT_FILE) {
    this.#folder = folder;
    this.#path = join(folder, name);
    try {
      makeFolder(folder);
    } catch (error) {
      throw new CommandLineError(`the folder ${folder} cannot be created: ${(error as Error).message}`);
    }
    lockFolder(folder);
    this.#file = openSync(this.#path, 'a');
    OPEN_FOLDERS.add(resolve(folder));
  }

  /** Removes what comes after the complete lines: a line that was cut. */
  removeRest(completeBytes: number): void {
    if (statSync(this.#path).size > completeBytes) ftruncateSync(this.#file, completeBytes);
  }

  append(line: Line): void {
    const data = Buffer.from(`${JSON.stringify(line)}\n`);
    const { size } = fstatSync(this.#file);
    try {
      // One write: lines of a crashed process are complete or the last one is cut.
      let written = 0;
      while (written < data.length) written += writeSync(this.#file, data, written);
      fdatasyncSync(this.#file);
    } catch (error) {
      this.#cut(size);
      throw new CommandLineError(
        `${this.#path}: a result cannot be stored: ${(error as Error).message}. Free space, then run the same command again`,
      );
    }
  }

  /** Removes a line that a full disk has cut, so that it does not join the next one. */
  #cut(size: number): void {
    try {
      ftruncateSync(this.#file, size);
    } catch {
      // The error of the write is reported.
    }
  }

  close(): void {
    closeSync(this.#file);
    OPEN_FOLDERS.delete(resolve(this.#folder));
    // The folder may have been removed.
    rmSync(join(this.#folder, LOCK_FILE), { force: true });
  }
}

/** Creates the lock file with the number of this process; that of a process that has ended is taken over. */
function lockFolder(folder: string): void {
  const path = join(folder, LOCK_FILE);
  for (let attempt = 0; ; attempt++) {
    try {
      const file = openSync(path, 'wx');
      try {
        writeSync(file, `${process.pid}\n`);
        return;
      } catch (error) {
        rmSync(path);
        throw error;
      } finally {
        closeSync(file);
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 0) {
        throw new CommandLineError(`${path} cannot be created: ${(error as Error).message}`);
      }
      const owner = findRunningProcess(folder);
      if (owner !== null) {
        throw new CommandLineError(
          `the run in ${folder} is already going on in process ${owner}; wait for it, or use another folder (--folder)`,
          EXIT.usage,
        );
      }
      rmSync(path, { force: true });
    }
  }
}

/** Returns the process of a lock file; 0 if its line is not complete: the beginning of a number is that of another process. */
function readOwner(path: string): number {
  const text = readFileSync(path, 'utf8');
  return text.endsWith('\n') ? Number(text) : 0;
}

/** Returns the process that plays the run in a folder; null if there is none. */
export function findRunningProcess(folder: string): number | null {
  const path = join(folder, LOCK_FILE);
  if (!existsSync(path)) return null;
  const owner = readOwner(path);
  const isRunning =
    owner === process.pid
      ? OPEN_FOLDERS.has(resolve(folder))
      : Number.isInteger(owner) && owner > 0 && isProcessRunning(owner);
  return isRunning ? owner : null;
}
