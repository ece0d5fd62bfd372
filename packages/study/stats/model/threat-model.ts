/** Computes expected threat from moves of the ball and shots. */
import { sideSign } from '@rcss/core';
import type { MatchAnalysis } from '../src/analyzer.js';
import { threatCell } from '../src/expected-threat.js';

const SIZE = { columns: 16, rows: 12 } as const;
const CELL_COUNT = SIZE.columns * SIZE.rows;
/** Counts that are added to every cell: with few matches, a cell with one shot would otherwise have the value of this shot. */
const PRIOR_ACTIONS = 5;

/** What was done with the ball in each cell. Counts of a cell contain those of the cell on the other side of the middle of the pitch. */
export interface ThreatCounts {
  readonly shots: Float64Array;
  readonly goals: Float64Array;
  /** Passes and dribbles that began in the cell, failed ones included. */
  readonly moves: Float64Array;
  /** Successful ones by the cell in which they ended. */
  readonly arrivals: Float64Array;
  matches: number;
}

export function createThreatCounts(): ThreatCounts {
  return {
    shots: new Float64Array(CELL_COUNT),
    goals: new Float64Array(CELL_COUNT),
    moves: new Float64Array(CELL_COUNT),
    arrivals: new Float64Array(CELL_COUNT * CELL_COUNT),
    matches: 0,
  };
}

/** Adds the actions of a match, each also mirrored across the length of the pitch. */
export function addMatch(counts: ThreatCounts, a: MatchAnalysis): void {
  counts.matches++;
  for (const event of a.events) {
    const direction = sideSign(event.side);
    for (const mirror of [1, -1]) {
      const from = threatCell(SIZE, event.x * direction, event.y * direction * mirror);
      if (event.type === 'shot') {
        counts.shots[from]!++;
        if (event.outcome === 'goal') counts.goals[from]!++;
      } else if (event.type === 'pass' || event.type === 'dribble' || event.type === 'loss') {
        counts.moves[from]!++;
        const to = threatCell(SIZE, event.endX * direction, event.endY * direction * mirror);
        if (event.success) counts.arrivals[from * CELL_COUNT + to]!++;
      }
    }
  }
}

/** Returns the expected threat of each cell: the chance to shoot and score, or to move the ball and score from there. */
export function computeThreat({ shots, goals, moves, arrivals }: ThreatCounts): number[] {
  let values = new Float64Array(CELL_COUNT);
  for (let iteration = 0; iteration < 60; iteration++) {
    const next = new Float64Array(CELL_COUNT);
    for (let cell = 0; cell < CELL_COUNT; cell++) {
      let sum = goals[cell]!;
      for (let to = 0; to < CELL_COUNT; to++) sum += arrivals[cell * CELL_COUNT + to]! * values[to]!;
      next[cell] = sum / (shots[cell]! + moves[cell]! + PRIOR_ACTIONS);
    }
    values = next;
  }
  return [...values].map((value) => Number(value.toPrecision(4)));
}

export function totals({ matches, moves, shots }: ThreatCounts): {
  matches: number;
  moves: number;
  shots: number;
} {
  const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0) / 2;
  return { matches, moves: sum(moves), shots: sum(shots) };
}

export const THREAT_GRID_SIZE: { readonly columns: number; readonly rows: number } = SIZE;
