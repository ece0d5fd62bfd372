/**
 * Matches by their recipes. A branch begins with the state of the other match: that one is played again up to some cycles before it, the
 * players are replaced by fresh ones, and those cycles are repeated with the recorded decisions while the fresh players watch. So the state
 * is the same bit for bit, and the players know what the last cycles showed.
 */
import { AdvisingCoach } from '@rcss/agent/advice';
import {
  createLocalMatch,
  createLocalSpec,
  type LocalMatch,
  type LocalMatchOptions,
  type LocalTeam,
} from '@rcss/agent/local';
import type { Player, Side } from '@rcss/core';
import type { CreateTeam, TeamClient } from '@rcss/core/team-module';
import { type Match, reseed, restore, type Snapshot, snapshot } from '@rcss/simulator';
import { getBuiltInTeam } from './built-in-teams.js';
import { OrderClient } from './order-client.js';
import type { PrintedLines } from './printed-lines.js';
import type { Branch, FollowedAdvice, Recipe, TeamSpec } from './tasks.js';
import type { SeatProcesses } from './team-process.js';

/** Least number of cycles that fresh players watch. */
const WATCHED_CYCLES = 40;
/** Steps after which the clock must have advanced; a match has stopped play of some hundred steps at most. */
const MAX_STOPPED_STEPS = 3000;

/** What a match reports while it is played. */
export interface ReplayListener {
  readonly printed: PrintedLines;
  /** The teams with code of the caller. */
  readonly teams: SeatProcesses;
  /** Called after each cycle. */
  cycled(): void;
}

/** Parts of the options that callers of {@link openMatch} add. */
export interface MatchHooks extends Pick<LocalMatchOptions, 'sinks' | 'overrule' | 'overruleCoach'> {
  /** Wraps a client before it is connected. */
  readonly wrap?: (client: TeamClient, side: Side, unum: number) => TeamClient;
  /** Counts what the players do because of advice. */
  readonly advised?: AdviceCounter;
  /** Whether recorded decisions are repeated now, so that coaches do not begin with their advice. */
  readonly isWatching?: () => boolean;
}

/** Counts how both sides follow their coaches. */
export class AdviceCounter {
  readonly #coaches: Partial<Record<Side, AdvisingCoach>> = {};
  readonly #decisions = { l: new Map<string, number>(), r: new Map<string, number>() };

  addCoach(side: Side, coach: AdvisingCoach): void {
    this.#coaches[side] = coach;
  }

  count(side: Side, directive: string): void {
    this.#decisions[side].set(directive, (this.#decisions[side].get(directive) ?? 0) + 1);
  }

  read(side: Side): FollowedAdvice {
    return { said: this.#coaches[side]?.saidCount ?? 0, decisions: this.#decisions[side] };
  }
}

/** A state between two cycles, with the decisions of the cycles after it up to the state that is meant. */
export interface WatchedState {
  readonly from: Snapshot;
  readonly tape: Tape;
  readonly cycles: number;
}

/** Decisions of each client (`l7`, `coach l`) in the order in which they were asked for. */
type Tape = ReadonlyMap<string, readonly string[]>;

function nameClient({ side, unum }: Player): string {
  return `${side}${unum}`;
}

function refuseProgram(program: string): never {
  throw new Error(`${program} is a program, which plays on a server, not in this process`);
}

/** The teams of a recipe with the hooks of the caller. */
function createOptions(recipe: Recipe, hooks: MatchHooks, { teams }: ReplayListener): LocalMatchOptions {
  const { wrap, advised, isWatching, ...rest } = hooks;
  const prepare = (spec: TeamSpec, side: Side): LocalTeam => {
    const { name, advice: messages } = spec;
    const load =
      'builtIn' in spec
        ? getBuiltInTeam(spec.builtIn, (_, directive) => advised?.count(side, directive))
        : 'code' in spec
          ? teams.load(spec, side)
          : refuseProgram(spec.program);
    const create: CreateTeam = async (context) => {
      const team = await load(context);
      const players =
        wrap === undefined ? team.players : team.players.map((client, i) => wrap(client, side, i + 1));
      if (messages === undefined) return { ...team, players };
      const isActive = (): boolean => isWatching?.() !== true;
      const coach = new AdvisingCoach({ team: name, messages, coach: team.coach, isActive });
      advised?.addCoach(side, coach);
      return { ...team, players, coach };
    };
    return { name, create };
  };
  const { left, right, seed, halfCycles } = recipe;
  /** Sides whose team is in another process. */
  const remote = new Set<Side>();
  if ('code' in left) remote.add('l');
  if (right !== null && 'code' in right) remote.add('r');
  return {
    // The processes decide for all their clients between the messages and the decisions.
    ...(remote.size > 0 && { collect: (role) => (role === 'players' ? teams.exchange(remote) : null) }),
    left: prepare(left, 'l'),
    ...(right === null ? {} : { right: prepare(right, 'r') }),
    spec: createLocalSpec({ seed, server: halfCycles === undefined ? {} : { half_time: halfCycles / 10 } }),
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
  const next = new Map<string, number>();
  const replay = (client: string): string => {
    const index = next.get(client) ?? 0;
    next.set(client, index + 1);
    return tape.get(client)?.[index] ?? '';
  };
  const { overrule, overruleCoach, sinks = [], wrap, advised } = hooks;
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
        ...(advised === undefined ? {} : { advised }),
        isWatching: () => isWatching,
        overrule: (player: Player, commands: string) => {
          if (isWatching) return replay(nameClient(player));
          return overrule === undefined ? commands : overrule(player, commands);
        },
        overruleCoach: (side: Side, commands: string) => {
          if (isWatching) return replay(`coach ${side}`);
          return overruleCoach === undefined ? commands : overruleCoach(side, commands);
        },
        sinks: sinks.map(({ event, frame }) => ({
          event: (happened) => void (isWatching || event?.(happened)),
          frame: (state) => void (isWatching || frame?.(state)),
        })),
      },
      listener,
    ),
    from,
  });
  for (let i = 0; i < cycles; i++) {
    await match.cycleLater();
    listener.cycled();
  }
  isWatching = false;
  if (seed !== null) drawAnew(match.match, seed);
  for (const client of clients) client.begin();
  return { match, isCarriedOut: () => order === null || clients.some((client) => client.isCarriedOut) };
}

/** Gives a match the random numbers of another seed from now on. */
function drawAnew(match: Match, seed: number): void {
  restore(match, reseed(snapshot(match), match.params, seed));
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
  let tape = new Map<string, string[]>();
  let older = tape;
  const record = (client: string, commands: string): string => {
    const list = tape.get(client);
    if (list === undefined) tape.set(client, [commands]);
    else list.push(commands);
    return commands;
  };
  const match = await openMatch(
    recipe,
    {
      overrule: (player, commands) => record(nameClient(player), commands),
      overruleCoach: (side, commands) => record(`coach ${side}`, commands),
    },
    listener,
  );
  let from = snapshot(match.match);
  let oldFrom = from;
  let newSteps = 0;
  let oldSteps = 0;
  let stopped = 0;
  tape = new Map();
  older = new Map();
  while (match.match.world.time < cycle) {
    if (newSteps >= WATCHED_CYCLES) {
      [older, oldFrom, oldSteps] = [tape, from, newSteps];
      [tape, from, newSteps] = [new Map(), snapshot(match.match), 0];
    }
    const { time } = match.match.world;
    if (!(await match.cycleLater()))
      throw new Error(
        `the match ends at cycle ${time}; cycle ${cycle} does not exist. Nearest valid value: ${time}`,
      );
    stopped = match.match.world.time === time ? stopped + 1 : 0;
    if (stopped > MAX_STOPPED_STEPS) throw new Error(`play does not go on after cycle ${time}`);
    newSteps += 1;
    listener.cycled();
  }
  const clients = new Set([...older.keys(), ...tape.keys()]);
  const joined = new Map(
    [...clients].map((client) => [client, [...(older.get(client) ?? []), ...(tape.get(client) ?? [])]]),
  );
  return { from: oldFrom, tape: joined, cycles: oldSteps + newSteps };
}
