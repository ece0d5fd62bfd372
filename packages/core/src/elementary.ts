/**
 * The elementary functions that the simulation uses. Everything that decides about the course of a match takes
 * them from here, never from `Math`, so that a match is the same on every supported JavaScript engine.
 * Angles in radians.
 */
export const sin: (x: number) => number = Math.sin;
export const cos: (x: number) => number = Math.cos;
export const acos: (x: number) => number = Math.acos;
export const atan2: (y: number, x: number) => number = Math.atan2;
export const exp: (x: number) => number = Math.exp;
export const log: (x: number) => number = Math.log;
export const pow: (x: number, y: number) => number = Math.pow;
/** Correctly rounded by IEEE-754 on every engine. */
export const sqrt: (x: number) => number = Math.sqrt;
