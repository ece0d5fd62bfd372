/**
 * The elementary functions that the simulation uses. All code that affects the course of a match uses these functions
 * and not `Math`: ECMAScript leaves the last bits of `Math.sin` and similar functions to the engine, and versions of
 * engines differ. The functions here use only additions, multiplications, divisions and square roots. IEEE-754 defines
 * the rounding of these operations, so a match is the same, byte for byte, on every supported engine.
 *
 * Their error is at most 0.51 units in the last place. The tables are in `elementary/tables.ts`, their computation in
 * `scripts/elementary-tables.ts`. Angles are in radians.
 */
export { acos, atan2 } from './elementary/arc.js';
export { exp, log, pow } from './elementary/exponential.js';
export { cos, sin } from './elementary/sine.js';

/** Square root; every engine rounds it correctly, as IEEE-754 requires. */
export const sqrt: (x: number) => number = Math.sqrt;
