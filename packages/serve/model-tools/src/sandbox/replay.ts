/**
 * Matches by their recipes. A branch begins with the state of the other match: that one is played again up to some cycles before it, the
 * players are replaced by fresh ones, and those cycles are repeated with the recorded decisions while the fresh players watch. So the state
 * is the same bit for bit, and the players know what the last cycles showed.
 */
import { createLocalMatch, type LocalMatch, type LocalMatchOptions } from '@rcss/agent/local';
import type { Player } from '@rcss/core';
import type { CreateTeam, TeamClient } from '@rcss/core/team-module';
import { createMatch, type Match, restore, type Snapshot, snapshot } from '@rcss/simulator';
import { loadSandboxTeam, type PrintedLines } from './load-team.js';
import { OrderClient } from './order-client.js';
import type { Branch, Recipe } from './tasks.js';

/** Least number of cycles that fresh players watch. */
const WATCHED_CYCLES = 40;
/** Steps after which the clock must have advanced; a match has stopped play of some hundred steps at most. */
const MAX_STOPPED_STEPS = 3000;

/** What a match reports while it is played. */
export interface ReplayListener {
  readonly printed: PrintedLines;
  /** Called after each cycle. */
  cycled(): void;
}

/** Parts of the options that callers of {@link openMatch} add. */
export interface MatchHooks extends Pick<LocalMatchOptions, 'onEvent' | 'onFrame' | 'overrule'> {
  /** Wraps a client before it is connected. */
  readonly wrap?: (client: TeamClient, side: 'l' | 'r', unum: number) => TeamClient;
}

/** A state between two cycles, with the decisions of the cycles after it up to the state that is meant. */
export interface WatchedState {
  readonly from: Snapshot;
  /** Decisions in the order in which they were asked for. */
  readonly tape: readonly string[];
  readonly cycles: number;
}

/** The teams of a recipe with the hooks of the caller. */
function createOptions(recipe: Recipe, hooks: MatchHooks, { printed }: ReplayListener): LocalMatchOptions {
  const { wrap, ...rest } = hooks;
  const prepare = (create: CreateTeam, side: 'l' | 'r'): CreateTeam =>
    wrap === undefined
      ? create
      : async (context) => {
          const team = await create(context);
          return { ...team, players: team.players.map((client, i) => wrap(client, side, i + 1)) };
        };
  const { left, right, seed, halfCycles } = recipe;
  return {
    left: { name: left.name, create: prepare(loadSandboxTeam(left, printed), 'l') },
    ...(right === null
      ? {}
      : { right: { name: right.name, create: prepare(loadSandboxTeam(right, printed), 'r') } }),
    seed,
    ...(halfCycles === undefined ? {} : { server: { half_time: halfCycles / 10 } }),
    ...rest,
  };
}

/**
 * Returns the match of a recipe at its beginning: before the kickoff, or in the state in which it leaves another match.
 *
 * @throws {Error} if the other match ends before that state
 */
export async function openMatch(
  recipe: Recipe,
  hooks: MatchHooks,
  listener: ReplayListener,
): Promise<LocalMatch> {
  const { branch } = recipe;
  if (branch === undefined) return createLocalMatch(createOptions(recipe, hooks, listener));
  const state = await findState(branch.of, branch.cycle, listener);
  return (await continueMatch(recipe, state, branch, hooks, listener)).match;
}

/** A match that goes on from a state. */
interface ContinuedMatch {
  readonly match: LocalMatch;
  /** Whether the ordered action was possible; true without an order. */
  isCarriedOut(): boolean;
}

/** Returns a match in a state, with fresh players that have watched the cycles before it. */
export async function continueMatch(
  recipe: Recipe,
  { from, tape, cycles }: WatchedState,
  { seed, order }: Pick<Branch, 'seed' | 'order'>,
  hooks: MatchHooks,
  listener: ReplayListener,
): Promise<ContinuedMatch> {
  let next = 0;
  const { overrule, onFrame, onEvent, wrap } = hooks;
  let isWatching = true;
  const clients: OrderClient[] = [];
  const match = await createLocalMatch({
    ...createOptions(
      recipe,
      {
        wrap: (inner, side, unum) => {
          const wrapped = wrap === undefined ? inner : wrap(inner, side, unum);
          if (order === null || order.side !== side || order.unum !== unum) return wrapped;
          const client = new OrderClient(wrapped, order);
          clients.push(client);
          return client;
        },
        overrule: (player: Player, commands: string) => {
          if (isWatching) return tape[next++] ?? '';
          return overrule === undefined ? commands : overrule(player, commands);
        },
        onFrame: (state) => void (isWatching || onFrame?.(state)),
        onEvent: (event) => void (isWatching || onEvent?.(event)),
      },
      listener,
    ),
    from,
  });
  for (let i = 0; i < cycles; i++) {
    match.cycle();
    listener.cycled();
  }
  isWatching = false;
  if (seed !== null) drawAnew(match.match, seed);
  for (const client of clients) client.begin();
  return { match, isCarriedOut: () => order === null || clients.some((client) => client.isCarriedOut) };
}

/** Gives a match the random numbers of another seed from now on. */
function drawAnew(match: Match, seed: number): void {
  const { random } = snapshot(createMatch({ params: match.params, seed }));
  restore(match, { ...snapshot(match), random });
}

/**
 * Plays a match up to a game time.
 *
 * @throws {Error} if it ends before
 */
export async function findState(
  recipe: Recipe,
  cycle: number,
  listener: ReplayListener,
): Promise<WatchedState> {
  let tape: string[] = [];
  let older: string[] = [];
  const match = await openMatch(
    recipe,
    {
      overrule: (_, commands) => {
        tape.push(commands);
        return commands;
      },
    },
    listener,
  );
  let from = snapshot(match.match);
  let oldFrom = from;
  let newSteps = 0;
  let oldSteps = 0;
  let stopped = 0;
  tape = [];
  while (match.match.world.time < cycle) {
    if (newSteps >= WATCHED_CYCLES) {
      [older, oldFrom, oldSteps] = [tape, from, newSteps];
      [tape, from, newSteps] = [[], snapshot(match.match), 0];
    }
    const { time } = match.match.world;
    if (!match.cycle())
      throw new Error(
        `the match ends at cycle ${time}; cycle ${cycle} does not exist. Nearest valid value: ${time}`,
      );
    stopped = match.match.world.time === time ? stopped + 1 : 0;
    if (stopped > MAX_STOPPED_STEPS) throw new Error(`play does not go on after cycle ${time}`);
    newSteps += 1;
    listener.cycled();
  }
  return { from: oldFrom, tape: [...older, ...tape], cycles: oldSteps + newSteps };
}
