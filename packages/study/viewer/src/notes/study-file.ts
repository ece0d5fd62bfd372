import * as z from 'zod/mini';
import type { NoteShape } from '../source.js';

/** Longest text of a study, bytes. */
export const MAX_STUDY_BYTES: number = 256 * 1024;
/** Most chapters, and most shapes of a chapter. */
export const MAX_CHAPTERS = 200;
export const MAX_SHAPES = 60;
/** Cycles for which a chapter is shown by default. */
export const DEFAULT_LENGTH: number = 30;
/** Largest distance of a place from the center of the pitch along an axis, m. */
const MAX_PLACE = 100;

/** A moment of a match with a comment and shapes. */
export interface Chapter {
  /** Cycle from which it is shown. */
  readonly cycle: number;
  /** Cycles for which it is shown; 30 by default. */
  readonly length?: number | undefined;
  readonly title?: string | undefined;
  readonly text?: string | undefined;
  readonly shapes?: readonly NoteShape[] | undefined;
}

/** Comments and drawings about a match. */
export interface Study {
  readonly format: 'rcss-study';
  readonly version: 1;
  readonly title?: string | undefined;
  /** Names of the teams, so that a study of another match is noticed. */
  readonly teams?: readonly [left: string, right: string] | undefined;
  readonly chapters: readonly Chapter[];
}

const place = z.number().check(z.minimum(-MAX_PLACE), z.maximum(MAX_PLACE));
const color = z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'a color is # and six hexadecimal digits'));
const shortText = z.string().check(z.maxLength(200));

const shape = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('arrow'), x1: place, y1: place, x2: place, y2: place, color }),
  z.strictObject({
    kind: z.literal('circle'),
    x: place,
    y: place,
    radius: z.number().check(z.minimum(0.2), z.maximum(60)),
    color,
  }),
  z.strictObject({ kind: z.literal('label'), x: place, y: place, text: shortText, color }),
]);

const chapter = z.strictObject({
  cycle: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  length: z.optional(z.int().check(z.minimum(1), z.maximum(6000))),
  title: z.optional(shortText),
  text: z.optional(z.string().check(z.maxLength(2000))),
  shapes: z.optional(z.array(shape).check(z.maxLength(MAX_SHAPES))),
});

const studySchema: z.ZodMiniType<Study> = z.strictObject({
  format: z.literal('rcss-study'),
  version: z.literal(1),
  title: z.optional(shortText),
  teams: z.optional(z.tuple([shortText, shortText])),
  chapters: z.array(chapter).check(z.maxLength(MAX_CHAPTERS)),
});

/**
 * Reads a study; its chapters are in the order of their cycles.
 *
 * @throws Error that names the place, and what is allowed there.
 */
export function parseStudy(text: string): Study {
  if (new TextEncoder().encode(text).length > MAX_STUDY_BYTES)
    throw new Error(`a study has at most ${MAX_STUDY_BYTES} bytes`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`not JSON: ${(error as Error).message}`);
  }
  const result = studySchema.safeParse(value);
  if (!result.success) {
    const [issue] = result.error.issues;
    const where = issue === undefined || issue.path.length === 0 ? 'study' : issue.path.join('.');
    throw new Error(`${where}: ${describeIssue(issue)}`);
  }
  return { ...result.data, chapters: [...result.data.chapters].sort((a, b) => a.cycle - b.cycle) };
}

type Issue = z.core.$ZodIssue;

/** Says what is allowed; the messages of the library are in a module that the page does not load. */
function describeIssue(issue: Issue | undefined): string {
  switch (issue?.code) {
    case 'invalid_type':
      return `must be ${issue.expected}`;
    case 'too_small':
      return `must be at least ${issue.minimum}`;
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    case 'invalid_value':
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
    case 'invalid_format':
      return issue.message;
    case 'unrecognized_keys':
      return `has the unknown field ${issue.keys.join(', ')}`;
    case 'invalid_union':
      return 'kind must be "arrow", "circle" or "label"';
    default:
      return issue?.message ?? 'is not allowed';
  }
}

/** Returns the text of a study; {@link parseStudy} reads it. */
export function formatStudy(study: Study): string {
  return `${JSON.stringify(study, null, 1)}\n`;
}
