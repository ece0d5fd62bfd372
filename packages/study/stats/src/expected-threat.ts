/** Expected threat: how probable it is that a team with the ball at a position scores soon (docs/inside/expected-goals.md). */
import { type Side, sideSign } from '@rcss/core';
import { PITCH_HALF_LENGTH, PITCH_HALF_WIDTH } from '@rcss/core/pitch';
import type { StatEvent } from './event.js';
import grid from './expected-threat.json' with { type: 'json' };

/** Values of the cells of a grid over the pitch, for a team that attacks towards positive x. */
export interface ThreatGrid {
  /** Version of the form of this object. */
  readonly version: number;
  /** Count of the matches, moves of the ball and shots from which the values were computed. */
  readonly matches: number;
  readonly moves: number;
  readonly shots: number;
  /** Count of cells along the length and the width of the pitch. */
  readonly columns: number;
  readonly rows: number;
  /** Value of each cell, 0 to 1: row by row from negative y, in a row from the own goal to the opponents' goal. */
  readonly values: readonly number[];
}

/** The grid that belongs to this version of the package. */
export const EXPECTED_THREAT_GRID: ThreatGrid = grid;

/** Returns the index of the cell of a position in the frame of the attack; positions outside of the pitch count in the nearest cell. */
export function threatCell(
  { columns, rows }: Pick<ThreatGrid, 'columns' | 'rows'>,
  x: number,
  y: number,
): number {
  const column = Math.floor(((x + PITCH_HALF_LENGTH) / (2 * PITCH_HALF_LENGTH)) * columns);
  const row = Math.floor(((y + PITCH_HALF_WIDTH) / (2 * PITCH_HALF_WIDTH)) * rows);
  return Math.min(rows - 1, Math.max(0, row)) * columns + Math.min(columns - 1, Math.max(0, column));
}

/**
 * Returns the expected threat of a team with the ball at (x, y): the probability that it scores with this shot or after some more moves.
 *
 * @param side Side of the team.
 * @param x X in the field frame, m.
 * @param y Y in the field frame, m.
 */
export function computeExpectedThreat(
  side: Side,
  x: number,
  y: number,
  threat: ThreatGrid = EXPECTED_THREAT_GRID,
): number {
  return threat.values[threatCell(threat, x * sideSign(side), y * sideSign(side))]!;
}

/** Returns by how much a completed pass or a dribble raises the expected threat of its team; null for other events. */
export function gainOfThreat({ type, success, side, x, y, endX, endY }: StatEvent): number | null {
  if ((type !== 'pass' && type !== 'dribble') || !success) return null;
  return computeExpectedThreat(side, endX, endY) - computeExpectedThreat(side, x, y);
}
