import type { GraphicTile } from '@rcss/frames';

const TILE_PIXELS = 8;

/** Returns the colors of a tile by their keys of one or more letters; null is transparent. */
export function parseTile(lines: readonly string[]): {
  readonly colors: Map<string, string | null>;
  readonly rows: readonly string[];
  readonly size: number;
} | null {
  const head = (lines[0] ?? '').trim().split(/\s+/).map(Number);
  const [width, height, count, size] = head;
  if (
    width !== TILE_PIXELS ||
    height !== TILE_PIXELS ||
    count === undefined ||
    size === undefined ||
    !(size >= 1 && size <= 4)
  )
    return null;
  const colors = new Map<string, string | null>();
  for (const line of lines.slice(1, 1 + count)) {
    const found = /\sc\s+(\S+)/.exec(line.slice(size));
    const color = found?.[1] ?? 'None';
    colors.set(line.slice(0, size), color.toLowerCase() === 'none' ? null : color);
  }
  const rows = lines.slice(1 + count, 1 + count + TILE_PIXELS);
  return rows.length === TILE_PIXELS ? { colors, rows, size } : null;
}

/** Joins tiles to a banner of at most 256 by 64 pixels, cropped to the used area; null without tiles (spec 11 §3.11). */
export function createBannerCanvas(tiles: readonly GraphicTile[]): HTMLCanvasElement | null {
  const inside = tiles.filter((t) => t.x >= 0 && t.x < 32 && t.y >= 0 && t.y < 8);
  if (inside.length === 0) return null;
  const canvas = document.createElement('canvas');
  canvas.width = TILE_PIXELS * (Math.max(...inside.map((t) => t.x)) + 1);
  canvas.height = TILE_PIXELS * (Math.max(...inside.map((t) => t.y)) + 1);
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', 'Team banner');
  const ctx = canvas.getContext('2d');
  if (ctx === null) return null;
  for (const tile of inside) {
    const picture = parseTile(tile.lines);
    if (picture === null) continue;
    for (let row = 0; row < TILE_PIXELS; row++) {
      const line = picture.rows[row] as string;
      for (let column = 0; column < TILE_PIXELS; column++) {
        const color = picture.colors.get(line.slice(column * picture.size, (column + 1) * picture.size));
        if (color === null || color === undefined) continue;
        ctx.fillStyle = color;
        ctx.fillRect(tile.x * TILE_PIXELS + column, tile.y * TILE_PIXELS + row, 1, 1);
      }
    }
  }
  return canvas;
}
