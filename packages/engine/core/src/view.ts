import { rad } from './math.js';

/** Width of a player's view; see `viewAngle` for the angles. */
export type ViewWidth = 'narrow' | 'normal' | 'wide';
/** Quality of a player's view; `low` sends directions without distances. */
export type ViewQuality = 'high' | 'low';

/**
 * Returns the full view angle of a view width, radians (spec 04 §3.3). `visibleAngle` is `server::visible_angle` in degrees;
 * `synch` is true if the player sees synchronously.
 */
export function viewAngle(width: ViewWidth, synch: boolean, visibleAngle: number): number {
  const base = rad(visibleAngle);
  if (width === 'wide') return base * 2;
  if (synch) return width === 'narrow' ? (base * 2) / 3 : (base * 4) / 3;
  return width === 'narrow' ? base / 2 : base;
}
