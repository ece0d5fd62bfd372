/** Parts of plots as SVG: the frame, the pitch, texts. Positions on the pitch are in meters in the field frame. */

import type { Side } from '@rcss/core';
import {
  CENTER_CIRCLE_RADIUS,
  GOAL_AREA_LENGTH,
  GOAL_AREA_WIDTH,
  PENALTY_AREA_LENGTH,
  PENALTY_AREA_WIDTH,
  PITCH_HALF_LENGTH,
  PITCH_HALF_WIDTH,
} from '@rcss/core/pitch';

/** Colors of the teams and of the pitch. */
export const COLORS: Readonly<Record<Side | 'pitch' | 'line' | 'text', string>> = {
  l: '#c88a00',
  r: '#2060c0',
  pitch: '#eef4ea',
  line: '#8aa07a',
  text: '#202020',
};

const MARGIN = 3;
const TITLE_HEIGHT = 6;
const FOOTER_HEIGHT = 5;

/** Escapes a text for XML, and replaces characters that XML does not allow. */
export function escapeXmlText(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Formats a number with at most two digits after the point. */
export function formatNumber(value: number): string {
  return String(Number(value.toFixed(2)) + 0);
}

/** Returns a text element. */
export function svgText(
  x: number,
  y: number,
  text: string,
  { anchor = 'start', size = 2.6, color = COLORS.text }: TextStyle = {},
): string {
  return `<text x="${formatNumber(x)}" y="${formatNumber(y)}" text-anchor="${anchor}" font-size="${size}" fill="${color}">${escapeXmlText(text)}</text>`;
}

/** Style of a text; the size is in units of the plot. */
export interface TextStyle {
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly size?: number;
  readonly color?: string;
}

/** Returns a document of the given size with a title. `pixels` is the width at which it is shown. */
export function svgDocument(
  width: number,
  height: number,
  title: string,
  body: string,
  origin: readonly [x: number, y: number] = [0, 0],
  pixels: number = Math.round(width * 8),
): string {
  const [x, y] = origin;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${formatNumber(x)} ${formatNumber(y)} ${formatNumber(width)} ${formatNumber(height)}" ` +
    `width="${pixels}" role="img" font-family="sans-serif">` +
    `<title>${escapeXmlText(title)}</title>` +
    // Dark pages would make the texts hard to read.
    `<rect x="${formatNumber(x)}" y="${formatNumber(y)}" width="${formatNumber(width)}" height="${formatNumber(height)}" fill="#fff"/>${body}</svg>\n`
  );
}

function rectangle(x: number, y: number, width: number, height: number): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}"/>`;
}

export function pitchLines(): string {
  const [length, width] = [PITCH_HALF_LENGTH, PITCH_HALF_WIDTH];
  const areas = [
    [PENALTY_AREA_LENGTH, PENALTY_AREA_WIDTH],
    [GOAL_AREA_LENGTH, GOAL_AREA_WIDTH],
  ].map(
    ([depth = 0, breadth = 0]) =>
      rectangle(-length, -breadth / 2, depth, breadth) +
      rectangle(length - depth, -breadth / 2, depth, breadth),
  );
  return (
    `<rect x="${-length}" y="${-width}" width="${2 * length}" height="${2 * width}" fill="${COLORS.pitch}"/>` +
    `<g fill="none" stroke="${COLORS.line}" stroke-width="0.25">${rectangle(-length, -width, 2 * length, 2 * width)}` +
    `<line x1="0" y1="${-width}" x2="0" y2="${width}"/><circle r="${CENTER_CIRCLE_RADIUS}"/>${areas.join('')}</g>`
  );
}

/** Returns a plot on the pitch: title above, `body` on the pitch, `footer` below it. */
export function pitchPlot(title: string, body: string, footer: string): string {
  const width = 2 * (PITCH_HALF_LENGTH + MARGIN);
  const top = -PITCH_HALF_WIDTH - MARGIN - TITLE_HEIGHT;
  const height = 2 * (PITCH_HALF_WIDTH + MARGIN) + TITLE_HEIGHT + FOOTER_HEIGHT;
  const texts =
    svgText(0, top + 5, title, { anchor: 'middle', size: 3.6 }) +
    svgText(0, PITCH_HALF_WIDTH + MARGIN + 3, footer, { anchor: 'middle' });
  return svgDocument(width, height, title, pitchLines() + body + texts, [-width / 2, top]);
}
