/** The pitch as a drawing. */
import {
  CENTER_CIRCLE_RADIUS,
  PITCH_MARGIN as FLAG_MARGIN,
  GOAL_AREA_LENGTH,
  GOAL_AREA_WIDTH,
  PENALTY_AREA_LENGTH,
  PENALTY_AREA_WIDTH,
  PITCH_HALF_LENGTH,
  PITCH_HALF_WIDTH,
} from '@rcss/core/pitch';
import { GRASS, GRASS_LINE, px } from './drawing.js';

/** Border around the pitch, meters: a little more than that of the outer flags. */
const MARGIN = FLAG_MARGIN + 1;

/** From meters of the field to pixels of a drawing. */
export interface PitchScale {
  readonly scale: number;
  readonly height: number;
  readonly x: (meters: number) => number;
  readonly y: (meters: number) => number;
}

/** The whole pitch with its margin in a drawing of this width. */
export function fitPitch(width: number): PitchScale {
  const scale = width / (2 * (PITCH_HALF_LENGTH + MARGIN));
  return {
    scale,
    height: 2 * (PITCH_HALF_WIDTH + MARGIN) * scale,
    x: (meters) => (meters + PITCH_HALF_LENGTH + MARGIN) * scale,
    y: (meters) => (meters + PITCH_HALF_WIDTH + MARGIN) * scale,
  };
}

export function drawPitch({ scale, height, x, y }: PitchScale): string {
  const rect = (left: number, top: number, width: number, depth: number) =>
    `<rect x="${px(x(left))}" y="${px(y(top))}" width="${px(width * scale)}" height="${px(depth * scale)}"/>`;
  const areas = [
    [PENALTY_AREA_LENGTH, PENALTY_AREA_WIDTH],
    [GOAL_AREA_LENGTH, GOAL_AREA_WIDTH],
  ].flatMap(([length = 0, width = 0]) => [
    rect(-PITCH_HALF_LENGTH, -width / 2, length, width),
    rect(PITCH_HALF_LENGTH - length, -width / 2, length, width),
  ]);
  return [
    `<rect width="${px(x(PITCH_HALF_LENGTH + MARGIN))}" height="${px(height)}" fill="${GRASS}"/>`,
    `<g fill="none" stroke="${GRASS_LINE}" stroke-opacity=".7">`,
    rect(-PITCH_HALF_LENGTH, -PITCH_HALF_WIDTH, 2 * PITCH_HALF_LENGTH, 2 * PITCH_HALF_WIDTH),
    ...areas,
    `<circle cx="${px(x(0))}" cy="${px(y(0))}" r="${px(CENTER_CIRCLE_RADIUS * scale)}"/>`,
    `<path d="M${px(x(0))} ${px(y(-PITCH_HALF_WIDTH))}V${px(y(PITCH_HALF_WIDTH))}"/></g>`,
  ].join('');
}
