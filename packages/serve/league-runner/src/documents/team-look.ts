import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { readInputFile } from '@rcss/core/node';
import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import { checkPngSize, isPng, PictureError, rewriteSvg } from './svg-picture.js';

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

/**
 * Reads how pages show a team.
 *
 * @param folder Folder that the path of the crest is relative to.
 * @throws {CommandLineError} if the crest is missing, too large, neither PNG nor SVG, or an SVG that is more than a picture. An SVG is written anew.
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
      `team ${team}: the crest ${path} ${problem}. Allowed: a PNG file, or an SVG file of shapes, text and gradients, of at most ${MAX_CREST_BYTES / 1000} kB`,
      EXIT.usage,
    );
  let data: Buffer;
  try {
    const { size } = statSync(path);
    if (size > MAX_CREST_BYTES) throw fail(`has ${size} bytes`);
    data = readInputFile(path);
  } catch (error) {
    throw error instanceof CommandLineError ? error : fail(`cannot be read: ${(error as Error).message}`);
  }
  try {
    if (!isPng(data)) return { type: 'image/svg+xml', data: Buffer.from(rewriteSvg(data)) };
    checkPngSize(data);
    return { type: 'image/png', data };
  } catch (error) {
    throw error instanceof PictureError ? fail(error.message) : error;
  }
}
