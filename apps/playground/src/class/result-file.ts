/** Results of students as files. */
import type { GoalCheckResult } from '../goal.js';

const FORMAT = 'rcss-result-1';
/** Longest name of a student and longest code, characters. */
const MAX_NAME_LENGTH = 60;
const MAX_CODE_LENGTH = 256 * 1024;

/** What a student exports: a lesson, or a team of a free match, with what the page of the student has reported. */
export interface LessonResult {
  /** Name of the student. */
  readonly name: string;
  /** Id of the lesson; '' for a free match. */
  readonly lesson: string;
  /** Text of the file of the lesson; absent: a lesson of the page, or a free match. */
  readonly lessonFile?: string;
  /** Code of the team, TypeScript. */
  readonly code: string;
  readonly seed: number;
  /** Results of the conditions; empty for a free match. */
  readonly checks: readonly GoalCheckResult[];
  /** Digest of the last state, hexadecimal. */
  readonly digest: string;
}

/** Returns the text of the file of a result. */
export function formatResult(result: LessonResult): string {
  return `${JSON.stringify({ format: FORMAT, ...result }, null, 2)}\n`;
}

/** Name of the file of a result. */
export function nameResultFile({ name, lesson }: LessonResult): string {
  const student = name.trim().replace(/[^\p{L}\p{N}]+/gu, '-');
  return `${student}-${lesson === '' ? 'team' : lesson}.json`;
}

const quote = (value: unknown): string => JSON.stringify(value)?.slice(0, 60) ?? String(value);

function readText(value: unknown, name: string, min: number, max: number): string {
  if (typeof value !== 'string')
    throw new Error(`${name} is ${quote(value)}; allowed: a text of ${min} to ${max} characters`);
  if (value.length < min || value.length > max)
    throw new Error(`${name} has ${value.length} characters; allowed: ${min} to ${max}`);
  return value;
}

function readCheck(value: unknown): GoalCheckResult {
  const { isPassed, text } = (value ?? {}) as Partial<GoalCheckResult>;
  if (typeof isPassed !== 'boolean')
    throw new Error(`isPassed of a check is ${quote(isPassed)}; allowed: true, false`);
  return { isPassed, text: readText(text, 'the text of a check', 0, 1000) };
}

/**
 * Reads the file of a result. What it claims is checked by {@link checkResult}.
 *
 * @throws {Error} if the text is wrong; the message has the field, its value and what is allowed
 */
export function parseResult(text: string): LessonResult {
  let fields: Readonly<Record<string, unknown>> | null;
  try {
    fields = JSON.parse(text);
  } catch (error) {
    throw new Error(`the file is not JSON: ${(error as Error).message}`);
  }
  if (fields?.['format'] !== FORMAT)
    throw new Error(`format is ${quote(fields?.['format'])}; allowed: ${quote(FORMAT)}`);
  const { name, lesson, lessonFile, code, seed, checks, digest } = fields;
  if (!Number.isInteger(seed) || (seed as number) < 0 || (seed as number) > 2 ** 31)
    throw new Error(`seed is ${quote(seed)}; allowed: 0 to 2147483648`);
  if (!Array.isArray(checks) || checks.length > 20)
    throw new Error(`checks is ${quote(checks)}; allowed: a list of at most 20 checks`);
  return {
    name: readText(name, 'name', 1, MAX_NAME_LENGTH),
    lesson: readText(lesson, 'lesson', 0, 40),
    ...(lessonFile === undefined
      ? {}
      : { lessonFile: readText(lessonFile, 'lessonFile', 1, MAX_CODE_LENGTH) }),
    code: readText(code, 'code', 1, MAX_CODE_LENGTH),
    seed: seed as number,
    checks: checks.map(readCheck),
    digest: readText(digest, 'digest', 0, 16),
  };
}
