import { packText, unpackText } from '@rcss/viewer/links';

/** What a link to the playground holds. */
export interface SharedMatch {
  /** Code of the left team, TypeScript. */
  readonly code: string;
  readonly seed: number;
  /** Length of the match, cycles. */
  readonly cycles: number;
  /** Id of a lesson; absent: a free match. */
  readonly lesson?: string;
  /** Text of the file of the lesson; absent: a lesson of the page. */
  readonly lessonFile?: string;
  /** Opponents of a free match; absent: the chasers. */
  readonly opponents?: 'base';
}

/** Longest JSON text that is accepted, bytes. */
export const MAX_SHARED_BYTES = 256 * 1024;

/** Returns the fragment of a link, without `#`: compressed JSON. */
export async function encodeFragment(shared: SharedMatch): Promise<string> {
  const { code, seed, cycles, lesson, lessonFile, opponents } = shared;
  return packText(JSON.stringify({ code, seed, cycles, lesson, lessonFile, opponents }));
}

/**
 * Reads the fragment of a link.
 *
 * @throws {Error} if the text is damaged, too long, or from another version of the page
 */
export async function decodeFragment(text: string): Promise<SharedMatch> {
  const json = await unpackText(text, MAX_SHARED_BYTES);
  const { code, seed, cycles, lesson, lessonFile, opponents } = JSON.parse(json) as Partial<SharedMatch>;
  if (typeof code !== 'string' || !isCount(seed, 2 ** 31) || !isCount(cycles, 6000))
    throw new Error('the link has no code, seed (0 to 2147483648) and cycles (0 to 6000)');
  return {
    code,
    seed,
    cycles,
    ...(typeof lesson === 'string' ? { lesson } : {}),
    ...(typeof lessonFile === 'string' ? { lessonFile } : {}),
    ...(opponents === 'base' ? { opponents } : {}),
  };
}

const isCount = (value: unknown, max: number): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max;
