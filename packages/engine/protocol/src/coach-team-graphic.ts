/** `(team_graphic (X Y "WIDTH HEIGHT COLORS CPP" "COLOR"... "ROW"...))` of an online coach (spec 07 §8.3). */
import { err, type Failure, ok, type Result, type TeamGraphicTile } from '@rcss/core';
import { readInt32 } from '@rcss/sexp/numbers';
import { skipBlanks, skipWord } from './command-scanner.js';

/** Reason why a tile cannot be decoded. */
export interface TeamGraphicFailure extends Failure {
  /** Text after `error` in the reply. */
  readonly code: 'illegal_command_form' | 'invalid_xpm_data';
  /** True if the position was decoded and is outside the banner. The server then sends the warning before the error. */
  readonly locationWarning: boolean;
}

/** Number of tiles in a row of a banner (spec 07 §8.3). Larger x positions are accepted with a warning. */
export const BANNER_COLUMNS = 32;
/** Number of tiles in a column of a banner (spec 07 §8.3). Larger y positions are accepted with a warning. */
export const BANNER_ROWS = 8;

/**
 * Returns true if a tile is outside the banner: the server then sends `(warning invalid_tile_location)`. `x` is the column
 * and `y` the row of the tile, from 0.
 */
export function isOutsideBanner(tile: { readonly x: number; readonly y: number }): boolean {
  return tile.x >= BANNER_COLUMNS || tile.y >= BANNER_ROWS;
}

/**
 * Decodes the tile of a `team_graphic` command; `pos` is the position after the command word. Errors:
 * `illegal_command_form` if the position is missing, `invalid_xpm_data` if the header is missing or malformed or
 * if the lines do not match the header.
 */
export function decodeTeamGraphic(text: string, pos: number): Result<TeamGraphicTile, TeamGraphicFailure> {
  const open = skipWord(text, pos, '(');
  if (open < 0) return refuseTile('illegal_command_form', "expected '(X Y'", pos, false);
  const x = readInt32(text, open);
  const y = readInt32(text, x.end);
  if (x.end === open || y.end === x.end) {
    return refuseTile('illegal_command_form', 'expected the position X Y as two integers', open, false);
  }
  const position = { x: x.value >>> 0, y: y.value >>> 0 };
  const outside = isOutsideBanner(position);
  const quote = text.indexOf('"');
  const header = quote < 0 ? null : readHeader(text, quote);
  if (header === null)
    return refuseTile(
      'invalid_xpm_data',
      'expected the quoted header "WIDTH HEIGHT COLORS CHARS_PER_PIXEL"',
      y.end,
      outside,
    );
  const { width, height, colors, charsPerPixel } = header;
  const lines: string[] = [];
  let at = header.end;
  while (lines.length < colors + height) {
    const begin = skipWord(text, at, '"');
    const end = begin < 0 ? -1 : text.indexOf('"', begin);
    if (end < 0)
      return refuseTile(
        'invalid_xpm_data',
        `expected ${colors + height} quoted lines, found ${lines.length}`,
        at,
        outside,
      );
    if (lines.length >= colors && end - begin !== width * charsPerPixel) {
      return refuseTile(
        'invalid_xpm_data',
        `a row has ${end - begin} characters, expected ${width * charsPerPixel}`,
        begin,
        outside,
      );
    }
    lines.push(text.slice(begin, end));
    at = end + 1;
  }
  return ok({ ...position, width, height, colors, charsPerPixel, lines });
}

function refuseTile(
  code: TeamGraphicFailure['code'],
  message: string,
  offset: number,
  locationWarning: boolean,
): { readonly ok: false; readonly error: TeamGraphicFailure } {
  return err({ code, message, offset, locationWarning });
}

/** Reads the quoted header that begins at `quote`: four integers, none of them negative. */
function readHeader(
  text: string,
  quote: number,
): { width: number; height: number; colors: number; charsPerPixel: number; end: number } | null {
  const numbers: number[] = [];
  let at = quote + 1;
  while (numbers.length < 4) {
    const scan = readInt32(text, at);
    if (scan.end === at || scan.value < 0) return null;
    numbers.push(scan.value);
    at = scan.end;
  }
  at = skipBlanks(text, at);
  if (text[at] !== '"') return null;
  const [width = 0, height = 0, colors = 0, charsPerPixel = 0] = numbers;
  return { width, height, colors, charsPerPixel, end: at + 1 };
}

/** Returns the arguments of `team_graphic`. */
export function formatTile(tile: TeamGraphicTile): string {
  const header = `${tile.width} ${tile.height} ${tile.colors} ${tile.charsPerPixel}`;
  const lines = [header, ...tile.lines].map((line) => `"${line}"`).join(' ');
  return `(${tile.x} ${tile.y} ${lines})`;
}
