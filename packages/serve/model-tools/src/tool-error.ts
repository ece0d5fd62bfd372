import type { Side } from '@rcss/core';
import { findNearestName } from '@rcss/params/tables';

/** An error that the caller of a tool can correct: the message names the value, what is allowed, and the nearest valid value. */
export class ToolError extends Error {
  /** Side of the team whose code failed; null: no team is to blame. */
  readonly side: Side | null;

  constructor(message: string, side: Side | null = null) {
    super(message);
    this.name = 'ToolError';
    this.side = side;
  }
}

/**
 * Returns the error for a name that is not known: the nearest name, and all of them if they are few.
 *
 * @param what The thing with the name: `match`.
 */
export function createUnknownNameError(what: string, name: string, known: readonly string[]): ToolError {
  const nearest = findNearestName(name, known);
  const parts = [`there is no ${what} ${JSON.stringify(name.slice(0, 80))}.`];
  if (nearest !== undefined) parts.push(`Did you mean ${JSON.stringify(nearest)}?`);
  if (known.length === 0) parts.push(`There is none yet.`);
  else if (known.length <= 30) parts.push(`Allowed: ${known.join(', ')}.`);
  else parts.push(`There are ${known.length}.`);
  return new ToolError(parts.join(' '));
}

/**
 * Checks that a number is in a range.
 *
 * @throws {ToolError} with the range and the nearest valid value
 */
export function checkRange(name: string, value: number, low: number, high: number, unit = ''): void {
  if (value >= low && value <= high) return;
  const nearest = Math.min(high, Math.max(low, value));
  throw new ToolError(
    `${name}: ${value} is out of range (${low}–${high}${unit === '' ? '' : ` ${unit}`}). Nearest valid value: ${nearest}.`,
  );
}
