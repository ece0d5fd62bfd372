import { rad } from './math.js';

export type ViewWidth = 'narrow' | 'normal' | 'wide';
export type ViewQuality = 'high' | 'low';

/**
 * Full view angle of a view width, radians (spec 04 §3.3). `visibleAngle` is `server::visible_angle` in degrees;
 * `synch` is true if the player sees synchronously.
 */
export function viewAngle(width: ViewWidth, synch: boolean, visibleAngle: number): number {
  const base = rad(visibleAngle);
  if (width === 'wide') return base * 2;
  if (synch) return width === 'narrow' ? (base * 2) / 3 : (base * 4) / 3;
  return width === 'narrow' ? base / 2 : base;
}
