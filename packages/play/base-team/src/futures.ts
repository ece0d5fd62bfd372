/**
 * Continuations of one moment: the same state played on many times, each with its own random numbers. What differs between them is what the
 * moment leaves open; their shares are probabilities, without a model.
 */
import { createLocalMatch, type LocalTeam } from '@rcss/agent/local';
import { PLAYER_COUNT, type Side, TEAM_SIZE } from '@rcss/core';
import type { CreateTeam } from '@rcss/core/team-module';
import {
  createMatchParams,
  type MatchParams,
  type PlayerParams,
  type PlayerType,
  type ServerParams,
} from '@rcss/params';
import { type Match, reseed, type Snapshot } from '@rcss/simulator';
import baseTeam from './base-team.js';
import { orderGoaliesFirst, type PlayerOrder, renumber } from './renumber.js';

/** Number of objects of a trajectory: players left 1–11, right 1–11, then the ball. */
export const FUTURE_OBJECT_COUNT: number = PLAYER_COUNT + 1;

/**
 * Returns the parameters with which a moment of a game log is continued: those of the log and its player types, in the synchronous mode
 * and with automatic kickoffs, as matches in process are played.
 *
 * @param log A log of `openLog`, or parameters from elsewhere.
 */
export function createFutureParams(log: {
  readonly server: ServerParams;
  readonly player: PlayerParams;
  readonly types: readonly PlayerType[];
}): MatchParams {
  const server = { ...log.server, auto_mode: true, synch_mode: true };
  return createMatchParams(server, log.player, 1, log.types);
}

export interface FuturesOptions {
  /** Parameters of the match of the state, with its player types. */
  readonly params: MatchParams;
  /** Number of continuations. */
  readonly count: number;
  /** Length of a continuation, cycles in which the clock runs; it ends earlier with a goal. */
  readonly cycles: number;
  /** Seed: the same seed gives the same continuations; 1 by default. */
  readonly seed?: number;
  /** Team that plays on the left; the base team by default. */
  readonly left?: CreateTeam;
  /** Team that plays on the right; the base team by default. */
  readonly right?: CreateTeam;
  /** States of the cycles before, oldest first; the players perceive those of the present play mode before they act. None by default. */
  readonly before?: readonly Snapshot[];
  /** Whether a continuation has the ways of all objects; false by default. */
  readonly trajectories?: boolean;
  /** Receives the match at the end of each continuation, for example to rate its state; goalies have number 1 in it. */
  readonly onEnd?: (match: Match, index: number) => void;
  /** Called after each continuation. */
  readonly onProgress?: (done: number, count: number) => void;
  /** Ends the work between two continuations with the reason of the signal. */
  readonly signal?: AbortSignal;
}

/** One continuation. */
export interface Future {
  /** Side of the next goal; null if there is none in its cycles. */
  readonly goal: Side | null;
  /** Game time of the goal or of the end, cycles. */
  readonly time: number;
  /** Place of the ball at the end along the pitch, meters. */
  readonly ballX: number;
  /** Place of the ball at the end across the pitch, meters. */
  readonly ballY: number;
  /**
   * Places in meters after each cycle, `[cycle][object][x, y]` with {@link FUTURE_OBJECT_COUNT} objects, without the state itself; of absent
   * players NaN. A continuation that ends early keeps its last places. Null without `trajectories`.
   */
  readonly trajectory: Float32Array | null;
}

/** Continuations of a state, in the order of their seeds. */
export interface Futures {
  readonly futures: readonly Future[];
  /** Number of continuations whose next goal is that of a side, or that have none. */
  readonly goals: { readonly l: number; readonly r: number; readonly none: number };
}

/**
 * Plays a number of continuations of a state, one after the other.
 *
 * The clients of a team have goalie 1. If the goalie of a side has another number, the two players exchange their numbers in the
 * continuations, and trajectories have the numbers of the state. A side without a goalie gets player 1 as one.
 *
 * @throws {RangeError} if a count is not a whole number from 1
 * @throws {LocalTeamError} if a team does not fit the state, for example its protocol version is another one
 * @throws the reason of `signal`
 * @example
 * const { goals } = await playFutures(snapshot, { params, count: 100, cycles: 200 });
 * console.log(goals.l / 100);
 */
export async function playFutures(from: Snapshot, options: FuturesOptions): Promise<Futures> {
  const { count, cycles, seed = 1, signal, onProgress } = options;
  for (const [name, value] of Object.entries({ count, cycles }))
    if (!Number.isInteger(value) || value < 1)
      throw new RangeError(`${name}: ${String(value)} is not a whole number from 1`);
  const order = orderGoaliesFirst(from);
  const prepare = (state: Snapshot) => withNames(withGoalies(renumber(state, order)));
  const state = prepare(from);
  const watched = selectWatched(options.before ?? [], from).map(prepare);
  const futures: Future[] = [];
  const goals = { l: 0, r: 0, none: 0 };
  for (let i = 0; i < count; i++) {
    signal?.throwIfAborted();
    const [future, match] = await playFuture(state, watched, order, seed + i, options);
    options.onEnd?.(match, i);
    futures.push(future);
    goals[future.goal ?? 'none'] += 1;
    onProgress?.(i + 1, count);
    // Lets the caller act on the progress, for example abort.
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return { futures, goals };
}

async function playFuture(
  from: Snapshot,
  watched: readonly Snapshot[],
  order: PlayerOrder,
  seed: number,
  { params, cycles, left = baseTeam, right = baseTeam, trajectories = false }: FuturesOptions,
): Promise<readonly [Future, Match]> {
  const team = (create: CreateTeam, name: string): LocalTeam => ({ name, create });
  const local = await createLocalMatch({
    left: team(left, from.world.left.name),
    ...(from.world.right.name !== '' && { right: team(right, from.world.right.name) }),
    spec: { seed, rules: params, clock: 'synchronous' },
    from: reseed(from, params, seed),
    watched,
  });
  const { match } = local;
  const { world } = match;
  const trajectory = trajectories ? new Float32Array(cycles * FUTURE_OBJECT_COUNT * 2) : null;
  const end = from.world.time + cycles;
  const { score: scoreL } = world.left;
  const { score: scoreR } = world.right;
  let goal: Side | null = null;
  let written = 0;
  // Restarts take time in which the clock stands; a restart that nobody takes ends as a drop ball. // words-ok
  for (let steps = 0; world.time < end && goal === null && steps < MAX_STEPS_PER_CYCLE * cycles; steps++) {
    if (!local.cycle()) break;
    while (written < Math.min(cycles, world.time - from.world.time))
      writePlaces(match, order, trajectory, written++);
    if (world.left.score > scoreL) goal = 'l';
    else if (world.right.score > scoreR) goal = 'r';
  }
  const { time, ball } = world;
  while (written < cycles) writePlaces(match, order, trajectory, written++);
  return [{ goal, time, ballX: ball.pos.x, ballY: ball.pos.y, trajectory }, match];
}

/** Steps for each cycle of a continuation after which it ends in any case. */
const MAX_STEPS_PER_CYCLE = 20;

function writePlaces({ world }: Match, order: PlayerOrder, out: Float32Array | null, cycle: number): void {
  if (out === null) return;
  let at = cycle * FUTURE_OBJECT_COUNT * 2;
  for (const index of order) {
    const { enabled, pos } = world.players[index]!;
    out[at++] = enabled ? pos.x : Number.NaN;
    out[at++] = enabled ? pos.y : Number.NaN;
  }
  out[at++] = world.ball.pos.x;
  out[at] = world.ball.pos.y;
}

/** Returns the states that end right before a state and have its play mode, without gaps. */
export function selectWatched(before: readonly Snapshot[], { world }: Snapshot): readonly Snapshot[] {
  let first = before.length;
  for (let next = world; first > 0; first--) {
    const { world: candidate } = before[first - 1]!;
    const isBefore = candidate.time === next.time - 1 || candidate.stoppageTime === next.stoppageTime - 1;
    if (candidate.playMode !== world.playMode || !isBefore) break;
    next = candidate;
  }
  return before.slice(first);
}

function withGoalies(from: Snapshot): Snapshot {
  const { players } = from.world;
  const needed = [0, TEAM_SIZE].filter(
    (first) =>
      players[first]!.enabled &&
      !players.slice(first, first + TEAM_SIZE).some(({ goalie, assigned }) => goalie && assigned),
  );
  if (needed.length === 0) return from;
  return {
    ...from,
    world: {
      ...from.world,
      players: players.map((player, i) => (needed.includes(i) ? { ...player, goalie: true } : player)),
    },
  };
}

/** Longest name of a team. */
const MAX_NAME_LENGTH = 15;

/** Gives the right team another name if both have the same, as in logs of a team against itself: clients of two teams need two names. */
function withNames(from: Snapshot): Snapshot {
  const { left, right } = from.world;
  if (left.name !== right.name || right.name === '') return from;
  const base = right.name.slice(0, MAX_NAME_LENGTH - 1);
  const name = `${base}2` === left.name ? `${base}3` : `${base}2`;
  return { ...from, world: { ...from.world, right: { ...right, name } } };
}
