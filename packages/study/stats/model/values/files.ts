/** Result files of the value model, which docs/use/analyst/values.md shows and a test checks. */
import { readFileSync, writeFileSync } from 'node:fs';
import { FEATURE_COUNT } from '@rcss/values';
import type { CalibrationRow } from './calibration.js';
import type { predictChances } from './predict-chances.js';

/** Frames with similar predictions of a group of matches that the predicting network was not trained on, as one side sees them. */
export interface HeldBackRow extends CalibrationRow {
  /** `set play`, or the third of the pitch in which the ball is, as the side sees it: `own third`, `middle third`, `last third`. */
  readonly phase: string;
}

/** Sums of one match, predicted by a network that was not trained on it. */
export interface MatchRow {
  readonly name: string;
  /** Pair of teams. */
  readonly teams: string;
  readonly frames: number;
  /** Sums over the frames of the chances of a goal of left and right, and of goals that followed within the horizon. */
  readonly predicted: readonly [left: number, right: number];
  readonly observed: readonly [left: number, right: number];
}

/** A state with the goals of its continuations. */
export interface FutureRow {
  readonly seed: number;
  readonly time: number;
  /** Continuations with a next goal of left and right, and all of them. */
  readonly goals: readonly [left: number, right: number];
  readonly futures: number;
  /** Features as the left side sees them. */
  readonly features: Float64Array;
}

/** A state of a game log with the goals of its continuations. */
export interface LogFutureRow extends FutureRow {
  /** Pair of teams of the log. */
  readonly teams: string;
}

const HELD_BACK = ['group', 'phase', 'frames', 'predicted', 'goals'];
const MATCHES = ['match', 'teams', 'frames', 'predicted_l', 'predicted_r', 'observed_l', 'observed_r'];
const path = (name: string): URL => new URL(`../../../../../data/values/${name}.csv`, import.meta.url);

/** Cells of a file; `head` are the columns of its first line, none for a file without one. */
function readCells(name: string, text: string, head?: readonly string[]): string[][] {
  const lines = text.trim().split('\n');
  if (head !== undefined && lines.shift() !== head.join())
    throw new Error(`${name}.csv: its first line is not ${head.join()}`);
  return lines.map((line) => line.split(','));
}

/** @throws {Error} if the first line is not the expected one */
export function parseHeldBack(text: string): HeldBackRow[] {
  return readCells('held-back', text, HELD_BACK).map(([group, phase, frames, predicted, goals]) => ({
    unit: Number(group),
    phase: phase as string,
    futures: Number(frames),
    predicted: Number(predicted),
    goals: Number(goals),
  }));
}

export const readHeldBack = (): HeldBackRow[] => parseHeldBack(readFileSync(path('held-back'), 'utf8'));

/** Reads possession.csv: rows as those of held-back.csv, whose phases also name the side that reaches the ball first. */
export const readPossession = (): HeldBackRow[] => parseHeldBack(readFileSync(path('possession'), 'utf8'));

export const writeHeldBack = (rows: readonly HeldBackRow[]): void => writePhases('held-back', rows);

export const writePossession = (rows: readonly HeldBackRow[]): void => writePhases('possession', rows);

function writePhases(name: string, rows: readonly HeldBackRow[]): void {
  write(
    name,
    HELD_BACK,
    rows.map((row) => [row.unit, row.phase, row.futures, row.predicted.toPrecision(4), row.goals]),
  );
}

export function readMatches(): MatchRow[] {
  return readCells('matches', readFileSync(path('matches'), 'utf8'), MATCHES).map(
    ([name, teams, ...numbers]) => {
      const [frames, pl, pr, ol, or] = numbers.map(Number) as [number, number, number, number, number];
      return {
        name: name as string,
        teams: teams as string,
        frames,
        predicted: [pl, pr],
        observed: [ol, or],
      };
    },
  );
}

export function writeMatches(rows: readonly MatchRow[]): void {
  write(
    'matches',
    MATCHES,
    rows.map(({ name, teams, frames, predicted, observed }) => [
      name,
      teams,
      frames,
      ...predicted.map((sum) => sum.toFixed(2)),
      ...observed,
    ]),
  );
}

function write(name: string, head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  writeFileSync(path(name), `${[head, ...rows].map((cells) => cells.join()).join('\n')}\n`);
}

function parseFuture(name: string, cells: readonly string[]): FutureRow {
  const [seed, time, l, r, futures, ...features] = cells.map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  if (features.length !== FEATURE_COUNT)
    throw new Error(`${name}.csv: a line has ${features.length} features instead of ${FEATURE_COUNT}`);
  return { seed, time, goals: [l, r], futures, features: Float64Array.from(features) };
}

/** Reads futures.csv, whose lines play-futures.ts prints. */
export function readFutures(): FutureRow[] {
  return readCells('futures', readFileSync(path('futures'), 'utf8')).map((cells) =>
    parseFuture('futures', cells),
  );
}

/**
 * Reads log-futures.csv, whose lines play-futures.ts prints for game logs, or program-futures.csv, likewise with the programs of the teams; the seed
 * is the number of the match.
 */
export function readLogFutures(name: 'log-futures' | 'program-futures'): LogFutureRow[] {
  return readCells(name, readFileSync(path(name), 'utf8')).map(([teams, ...cells]) => ({
    teams: teams as string,
    ...parseFuture(name, cells),
  }));
}

/** Predictions of a model for both sides of each state, beside the shares of the continuations. */
export function compareFutures(
  rows: readonly FutureRow[],
  predict: ReturnType<typeof predictChances>,
): CalibrationRow[] {
  return rows.flatMap(({ goals, futures, features }, unit) => {
    const chances = predict(features);
    return goals.map((count, side) => ({
      unit,
      predicted: chances[side] as number,
      goals: count,
      futures,
    }));
  });
}
