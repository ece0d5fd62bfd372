/** The team graphic message of logs and monitors (09 §2.9, 10 §9): `(team_graphic_<l|r> (<x> <y> "<line>"...)`. */
import type { Side, TeamGraphicTile } from '@rcss/core';

/** A tile with its side. */
export interface SideTile {
  readonly side: Side;
  readonly tile: TeamGraphicTile;
}

/** First line of the picture: width, height, number of colours, characters per pixel. */
export function tileHeader(tile: TeamGraphicTile): string {
  return `${tile.width} ${tile.height} ${tile.colors} ${tile.charsPerPixel}`;
}

/**
 * Text of the message. One closing parenthesis is missing, as readers are used to; tabs become a blank, backslashes
 * are doubled.
 */
export function teamGraphicText(side: Side, tile: TeamGraphicTile): string {
  let text = `(team_graphic_${side} (${tile.x} ${tile.y} "${tileHeader(tile)}"`;
  for (const line of tile.lines) text += ` "${line.replace(/\t/g, ' ').replace(/\\/g, '\\\\')}"`;
  return `${text})`;
}

const HEAD = /^\(team_graphic_([lr])\s*\(\s*(-?\d+)\s+(-?\d+)/;
const SIZES = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*$/;

/** Read the message; any number of closing parentheses. Null when it is none, or its picture is not complete. */
export function readTeamGraphicText(text: string): SideTile | null {
  const head = HEAD.exec(text);
  if (head === null) return null;
  const strings: string[] = [];
  let at = head[0].length;
  for (;;) {
    const open = text.indexOf('"', at);
    if (open < 0) break;
    const close = text.indexOf('"', open + 1);
    if (close < 0) return null;
    strings.push(text.slice(open + 1, close).replace(/\\\\/g, '\\'));
    at = close + 1;
  }
  return readTile(head[1] as Side, Number(head[2]), Number(head[3]), strings);
}

/** A tile of its place and all its lines, the one with the sizes first. Null when lines are missing. */
export function readTile(side: Side, x: number, y: number, strings: readonly string[]): SideTile | null {
  const sizes = SIZES.exec(strings[0] ?? '');
  if (sizes === null) return null;
  const [width = 0, height = 0, colors = 0, charsPerPixel = 0] = sizes.slice(1).map(Number);
  if (strings.length !== 1 + colors + height) return null;
  return { side, tile: { x, y, width, height, colors, charsPerPixel, lines: strings.slice(1) } };
}
