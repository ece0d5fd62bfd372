import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommandLineError, EXIT } from '@rcss/kit/command-line';

/** Picture of a team. */
export interface Crest {
  readonly type: 'image/svg+xml' | 'image/png';
  readonly data: Uint8Array;
}

/** How pages show a team. */
export interface TeamLook {
  /** Color of the shirts, `#rrggbb`. */
  readonly color?: string;
  readonly crest?: Crest;
}

const MAX_CREST_BYTES = 100_000;
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const SVG_ROOT = /^\ufeff?\s*(?:<\?xml[^>]*\?>\s*)?(?:(?:<!--[\s\S]*?-->|<!doctype[^>[]*>)\s*)*<svg[\s>]/i;
/** What a picture can do without: pages show crests as images, in which browsers run nothing, but a crest can also be opened alone. */
const REFUSED: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a script', /<\s*(?:\w+:)?script\b|javascript:/i],
  ['an entity', /<!\s*(?:entity\b|doctype[^>]*\[)/i],
  ['an element of HTML', /<\s*(?:\w+:)?(?:foreignObject|iframe|embed|object)\b/i],
  ['a handler of an event', /[\s"'/]on\w+\s*=/i],
  [
    'an address outside of the file',
    /(?:href|src)\s*=\s*["']?\s*(?![\s"'#]|data:image\/)|url\(\s*["']?\s*(?![#"'\s])|@import/i,
  ],
];

/**
 * Reads how pages show a team.
 *
 * @param folder Folder that the path of the crest is relative to.
 * @throws {CommandLineError} if the crest is missing, too large, neither PNG nor SVG, or an SVG that is more than a picture.
 */
export function loadLook(
  team: string,
  { color, crest }: { readonly color?: string | undefined; readonly crest?: string | undefined },
  folder: string,
): TeamLook {
  return {
    ...(color === undefined ? {} : { color }),
    ...(crest === undefined ? {} : { crest: readCrest(team, resolve(folder, crest)) }),
  };
}

function readCrest(team: string, path: string): Crest {
  const fail = (problem: string): CommandLineError =>
    new CommandLineError(
      `team ${team}: the crest ${path} ${problem}. Allowed: a PNG file, or an SVG file without scripts and addresses, of at most ${MAX_CREST_BYTES / 1000} kB`,
      EXIT.usage,
    );
  let data: Buffer;
  try {
    const { size } = statSync(path);
    if (size > MAX_CREST_BYTES) throw fail(`has ${size} bytes`);
    data = readFileSync(path);
  } catch (error) {
    throw error instanceof CommandLineError ? error : fail(`cannot be read: ${(error as Error).message}`);
  }
  if (data.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return { type: 'image/png', data };
  const text = data.toString('utf8');
  if (!SVG_ROOT.test(text)) throw fail('is neither PNG nor SVG');
  const found = REFUSED.find(([, pattern]) => pattern.test(text));
  if (found !== undefined) throw fail(`has ${found[0]}`);
  return { type: 'image/svg+xml', data };
}
