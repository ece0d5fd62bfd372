/** Reads and writes debug records as JSON lines (docs/use/team/debug-channel.md). */
import { err, ok, type Result } from '@rcss/core';
import type { DebugRecord } from '@rcss/core/debug-channel';
import { DebugFieldError, readRecordFields, showValue } from './record-fields.js';

/** Longest line of a file, characters. */
const MAX_LINE_LENGTH = 1_048_576;
/** Most problems that are kept; the others are only counted. */
const MAX_PROBLEMS = 100;
const FORMAT = 'rcss-debug';
const VERSION = 1;

/** A part of a file that cannot be read. */
export interface DebugLogProblem {
  /** File, line, field, offending value and what is allowed. */
  readonly message: string;
  /** Number of the line, from 1. */
  readonly line: number;
}

/** Contents of a debug file. */
export interface DebugLog {
  /** In the order of the file. */
  readonly records: readonly DebugRecord[];
  /** The first problems. */
  readonly problems: readonly DebugLogProblem[];
  /** Number of all problems. */
  readonly problemCount: number;
}

/** Collects records and problems while a file is read. */
export class DebugLogBuilder implements DebugLog {
  readonly records: DebugRecord[] = [];
  readonly problems: DebugLogProblem[] = [];
  problemCount = 0;
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  addProblem(line: number, message: string): void {
    this.problemCount++;
    if (this.problems.length < MAX_PROBLEMS)
      this.problems.push({ line, message: `${this.#name || 'debug log'}: line ${line}: ${message}` });
  }
}

/**
 * Calls `each` for every line that is not empty, without its line end; `number` counts from 1. Lines that are too long are
 * problems.
 */
export function forEachLine(
  text: string,
  out: DebugLogBuilder,
  each: (line: string, number: number) => void,
): void {
  let number = 0;
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    number++;
    if (end - start > MAX_LINE_LENGTH)
      out.addProblem(
        number,
        `the line has ${end - start} characters; at most ${MAX_LINE_LENGTH} are allowed`,
      );
    else {
      const line = text.slice(start, end).trimEnd();
      if (line !== '') each(line, number);
    }
    start = end + 1;
  }
}

/** Returns the line of a record, without a line feed. */
export function formatDebugRecord(record: DebugRecord): string {
  return JSON.stringify(record);
}

/** Returns the optional first line of a file, without a line feed. */
export function formatDebugHeader(): string {
  return JSON.stringify({ format: FORMAT, version: VERSION });
}

/**
 * Parses one line. Returns null for a header.
 *
 * Error codes: `not_json`, `unknown_version`, `bad_field` (the message names the field, its value and what is allowed).
 */
export function parseDebugLine(line: string): Result<DebugRecord | null> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return err({ code: 'not_json', message: `${JSON.stringify(line.slice(0, 40))} is not a JSON object` });
  }
  const header = value as { readonly format?: unknown; readonly version?: unknown } | null;
  if (header?.format === FORMAT) {
    if (header.version === VERSION) return ok(null);
    const message = `version ${showValue(header.version)} is unknown; this program reads version ${VERSION}`;
    return err({ code: 'unknown_version', message });
  }
  try {
    return ok(readRecordFields(value));
  } catch (error) {
    if (error instanceof DebugFieldError) return err({ code: 'bad_field', message: error.message });
    throw error;
  }
}

/**
 * Reads a file of JSON lines. A line that cannot be read is a problem; reading continues with the next one.
 *
 * @param name File name, for the messages.
 */
export function readDebugLog(text: string, name = ''): DebugLog {
  const out = new DebugLogBuilder(name);
  forEachLine(text, out, (line, number) => {
    const parsed = parseDebugLine(line);
    if (!parsed.ok) out.addProblem(number, parsed.error.message);
    else if (parsed.value !== null) out.records.push(parsed.value);
  });
  return out;
}
