/**
 * The elementary functions that the simulation uses. Everything that decides about the course of a match takes them
 * from here, never from `Math`: the language leaves the last bits of `Math.sin` and its like to the engine, and
 * versions of engines differ. These use additions, multiplications, divisions and square roots alone, which IEEE-754
 * rounds in one way everywhere, so that a match is the same, byte for byte, on every supported engine.
 *
 * All of them are within 0.51 units in the last place of the true value; tables and how they were computed are in
 * `elementary/tables.ts` and `scripts/elementary-tables.ts`. Angles in radians.
 */
export { acos, atan2 } from './elementary/arc.js';
export { exp, log, pow } from './elementary/exponential.js';
export { cos, sin } from './elementary/sine.js';

/** Correctly rounded by IEEE-754 on every engine. */
export const sqrt: (x: number) => number = Math.sqrt;
