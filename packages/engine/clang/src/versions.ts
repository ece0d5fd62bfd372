import type { Message } from './tree/ast.js';
import { visit } from './tree/visit.js';

/** The language versions that a message needs (spec 08 §7.1). A message without a requirement fits both versions. */
export interface Requirement {
  /** True if the message needs version 7. */
  readonly seven: boolean;
  /** True if the message needs version 8. */
  readonly eight: boolean;
}

/** A range of language versions, as a player declares it with `(clang (ver MIN MAX))`. */
export interface VersionRange {
  readonly min: number;
  readonly max: number;
}

const NEEDS_EIGHT: ReadonlySet<string> = new Set([
  'definerule',
  'compare',
  'unum',
  'passRegion',
  'passUnits',
  'dribble',
  'shoot',
  'hold',
  'intercept',
  'tackle',
  'tri',
  'rec',
  'arith',
  'variable',
  'string',
]);

/** Finds the language versions that a message needs. */
export function findRequirement(message: Message): Requirement {
  const { kind } = message;
  let seven = kind === 'meta' || kind === 'info' || kind === 'advice';
  let eight = kind === 'rule' || kind === 'delete';
  visit(message, (node) => {
    if (node.kind === 'quad') seven = true;
    // The token (clear) needs no version, the action (clear REGION) needs version 8.
    else if (NEEDS_EIGHT.has(node.kind) || (node.kind === 'clear' && 'region' in node)) eight = true;
  });
  return { seven, eight };
}

/**
 * Returns true if a player that declared `range` receives the message; otherwise it receives `(unsupported_clang)`
 * (spec 08 §7.2). Bounds compare as unsigned 32-bit numbers. A player that declared nothing has the range 0 to 0.
 */
export function isSupported(requirement: Requirement, range: VersionRange): boolean {
  const min = range.min >>> 0;
  const max = range.max >>> 0;
  const has = (version: number): boolean => min <= version && version <= max;
  if (requirement.seven && requirement.eight) return min <= 7 && max >= 8;
  if (requirement.seven) return has(7);
  if (requirement.eight) return has(8);
  return has(7) || has(8);
}
