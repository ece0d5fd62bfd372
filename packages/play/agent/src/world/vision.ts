import type { PlayerType, ServerParams } from '@rcss/params';
import { toRadians } from '../geometry.js';

/** Standard deviations of what a player sees, by distance in meters. */
export interface VisionModel {
  /** Distance of a landmark, meters. */
  readonly landmarkDistance: (dist: number) => number;
  /** Direction of a landmark, radians. */
  readonly landmarkDirection: number;
  /** Direction of a line, radians. */
  readonly lineDirection: number;
  /** Distance of the ball or a player, meters. */
  readonly objectDistance: (dist: number) => number;
  /** Place of the ball across the line of sight, meters. */
  readonly objectAcross: (dist: number) => number;
  /** Velocity of the ball along the line of sight, meters per cycle. */
  readonly radialVelocity: (dist: number) => number;
  /** Velocity of the ball across the line of sight, meters per cycle. */
  readonly acrossVelocity: (dist: number) => number;
}

/** View angle of each view width as a share of `visible_angle` (spec 04 §3.3). */
const SYNCHRONOUS_SHARES: Readonly<Record<string, number>> = { narrow: 2 / 3, normal: 4 / 3, wide: 2 };
const ASYNCHRONOUS_SHARES: Readonly<Record<string, number>> = { narrow: 1 / 2, normal: 1, wide: 2 };

/**
 * Returns the angle that a player sees, radians.
 *
 * @param width `narrow`, `normal` or `wide`; another one counts as `normal`.
 * @param isAsynchronous Whether see messages arrive at the rate of the view width instead of once per cycle.
 */
export function computeViewAngle(server: ServerParams, width: string, isAsynchronous: boolean): number {
  const shares = isAsynchronous ? ASYNCHRONOUS_SHARES : SYNCHRONOUS_SHARES;
  return toRadians(server.visible_angle * (shares[width] ?? shares['normal']!));
}

/** Standard deviation of a value that is rounded to steps of size 1. */
const ROUNDED = 1 / Math.sqrt(12);

const DIRECTIONS = {
  // Directions are in whole degrees.
  landmarkDirection: toRadians(ROUNDED),
  lineDirection: toRadians(0.35),
  objectAcross: (dist: number) => 0.02 + 0.007 * dist,
  // Changes of the direction are in steps of 0.1 degrees.
  acrossVelocity: (dist: number) => 0.01 + toRadians(0.05) * dist,
};

/** Quantized vision: the logarithm of a distance has steps, the distance has steps of 0.1 m (spec 04 §3.6, §3.8). */
export function createQuantizedVision(server: ServerParams): VisionModel {
  const landmarkRate = server.quantize_step_l * ROUNDED;
  const objectRate = server.quantize_step * ROUNDED;
  return {
    ...DIRECTIONS,
    landmarkDistance: (dist) => 0.1 * ROUNDED + landmarkRate * dist,
    objectDistance: (dist) => 0.1 * ROUNDED + objectRate * dist,
    // The change of a distance has steps of two percent of it.
    radialVelocity: (dist) => 0.01 + 0.02 * ROUNDED * dist,
  };
}

/** Gaussian vision: the deviation of a distance is a share of it; without a focus point both rates apply (spec 04 §3.7, §3.8). */
export function createGaussianVision(type: PlayerType): VisionModel {
  const landmarkRate = type.land_dist_noise_rate + type.land_focus_dist_noise_rate;
  const objectRate = type.dist_noise_rate + type.focus_dist_noise_rate;
  return {
    ...DIRECTIONS,
    landmarkDistance: (dist) => 0.002 + landmarkRate * dist,
    objectDistance: (dist) => 0.002 + objectRate * dist,
    // The change has steps of 0.01 and the relative error of the distance; balls seldom move faster than 2 m per cycle.
    radialVelocity: () => 0.01 * ROUNDED + objectRate,
  };
}
