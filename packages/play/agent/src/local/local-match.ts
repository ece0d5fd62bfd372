import type { StopConditions } from '@rcss/core/match-document';
import {
  findEnd,
  MAX_MATCH_STEPS,
  MatchRun,
  MatchWithoutEndError,
  type OpenSeats,
  playLater,
  playNow,
  type Wait,
} from '@rcss/host';
import { createPlayerParams, createServerParams, type PlayerParams, type ServerParams } from '@rcss/params';
import {
  continueFrom,
  createMatchEnd,
  type MatchEnd,
  type MatchSink,
  type MatchSpec,
  type Snapshot,
} from '@rcss/simulator';
import {
  ClientHost,
  type CoachSlot,
  type LocalTeam,
  type ModuleSeats,
  type PlayerSlot,
} from './client-host.js';

/** What says which match a match in process is; see {@link createLocalSpec}. */
export interface LocalSpecOptions extends Pick<MatchSpec, 'initial' | 'stop'> {
  /** Seed of the match and of both teams; 1 by default. */
  readonly seed?: number;
  /** Parameters of the server that differ from the defaults of a match in process. */
  readonly server?: Partial<ServerParams>;
  readonly player?: Partial<PlayerParams>;
}

/** A match in process: which one, who plays it and who watches. */
export interface LocalMatchOptions extends Omit<ModuleSeats, 'takesOver'> {
  readonly left: LocalTeam;
  /** The match, for example of {@link createLocalSpec}; by default one with the seed 1. Its `initial` is set when all clients are connected. */
  readonly spec?: MatchSpec;
  /**
   * State from which the match continues, of a match with the same seed and parameters, taken between two cycles. The players of the
   * teams take over the players of the state with their numbers and get the answer to their init, but not what happened
   * before; likewise the online coaches. Trainers do not take part.
   */
  readonly from?: Snapshot;
  /**
   * States of the cycles before `from`, oldest first, with its play mode. The players perceive them and then `from`, without acting,
   * and decide in the last of them. Without them the players perceive nothing before the first cycle, in which they do nothing.
   */
  readonly watched?: readonly Snapshot[];
  /** What receives the match: logs, recordings, statistics. They get events after the clients. */
  readonly sinks?: readonly MatchSink[];
}

/**
 * Creates a match between teams in this process: the rules, the sensors with their noise and the messages of a synchronous
 * server, without sockets and clock. The same seed gives the same match.
 *
 * @throws {LocalTeamError} if a client is refused or fails
 * @throws {RangeError} if the state to continue from has another seed
 * @throws {Error} if the scene cannot be set
 * @example
 * const teams = { left: { name: 'A', create: teamA }, right: { name: 'B', create: teamB } };
 * const match = await createLocalMatch({ ...teams, spec: createLocalSpec({ seed: 7 }) });
 * const { score } = match.run();
 */
export async function createLocalMatch(options: LocalMatchOptions): Promise<LocalMatch> {
  const { spec = createLocalSpec(), from, watched, sinks = [] } = options;
  if (from !== undefined && from.seed !== spec.seed)
    throw new RangeError(`seed: ${spec.seed} is not ${from.seed}, the seed of the match to continue`);
  const states = watched !== undefined && from !== undefined ? [...watched, from] : [];
  let isWatching = false;
  const { overrule, overruleCoach } = options;
  const seats: ModuleSeats = {
    ...options,
    takesOver: from !== undefined,
    ...(states.length > 0 && {
      overrule: (player, commands) => (isWatching ? '' : (overrule?.(player, commands) ?? commands)),
      overruleCoach: (side, commands) => (isWatching ? '' : (overruleCoach?.(side, commands) ?? commands)),
    }),
  };
  const local = new LocalMatch(spec, (match) => new ClientHost(match, seats), sinks);
  if (from !== undefined) continueFrom(local.match, { ...(states[0] ?? from), random: from.random });
  await playLater(local.begin());
  for (const [i, state] of states.entries()) {
    isWatching = i + 1 < states.length;
    await local.showState(state);
  }
  return local;
}

/**
 * Returns the spec of a match between teams in a process, which is synchronous, automatic and without waits.
 *
 * @throws {RangeError} if the seed is not a whole number
 */
export function createLocalSpec({
  seed = 1,
  server,
  player = {},
  initial,
  stop,
}: LocalSpecOptions = {}): MatchSpec {
  if (!Number.isSafeInteger(seed)) throw new RangeError(`seed: ${String(seed)} is not a whole number`);
  const rules = {
    server: createServerParams({
      auto_mode: true,
      synch_mode: true,
      connect_wait: 10,
      kick_off_wait: 10,
      game_over_wait: 1,
      ...server,
    }),
    player: createPlayerParams(player),
  };
  return {
    seed,
    rules,
    clock: 'synchronous',
    ...(initial !== undefined && { initial }),
    ...(stop !== undefined && { stop }),
  };
}

/** A match between teams in this process; see {@link createLocalMatch}. */
export class LocalMatch extends MatchRun<ClientHost> {
  #hasBegun = false;

  /** @internal */
  constructor(spec: MatchSpec, seats: OpenSeats<ClientHost>, sinks: readonly MatchSink[] = []) {
    super(spec, seats, undefined, sinks);
  }

  /** Errors and warnings that the server sent to clients: label of the client and text. */
  get complaints(): readonly string[] {
    return this.seats.complaints;
  }

  /** The connected players with their clients, by side and number. */
  get players(): readonly PlayerSlot[] {
    return this.seats.players;
  }

  /** The connected coaches and the trainer. */
  get coaches(): readonly CoachSlot[] {
    return this.seats.coaches;
  }

  /**
   * Runs one cycle: step, messages, decisions. Returns false if the match is over.
   *
   * @throws {Error} if clients decide elsewhere, see {@link ModuleSeats.collect}
   */
  cycle(): boolean {
    return playNow(this.#cycle());
  }

  /** Likewise, if clients decide elsewhere. */
  cycleLater(): Promise<boolean> {
    return playLater(this.#cycle());
  }

  /** @internal Lets the clients perceive a state and decide. */
  showState(state: Snapshot): Promise<void> {
    this.perceive(state);
    return playLater(this.#runToDecision());
  }

  *#cycle(): Generator<Wait, boolean> {
    if (this.findEnd() !== null) return false;
    // As on a server, clients are asked for commands once before the first step.
    const count = this.#hasBegun || this.match.steps > 0 ? 1 : 2;
    this.#hasBegun = true;
    for (let i = 0; i < count; i++) yield* this.#runToDecision();
    if (this.over) this.seats.close();
    return this.findEnd() === null;
  }

  *#runToDecision(): Generator<Wait, void> {
    for (let next = this.cycles.next(); !next.done && next.value !== null; next = this.cycles.next())
      yield next.value;
  }

  /**
   * Runs cycles until the match is over or a condition holds. A match that goes on can be run further; it is over, also for its sinks, by the rules,
   * by its own `stop` or by {@link finish}.
   *
   * @throws {RangeError} if a number of the conditions is not a whole number from 0
   * @throws {MatchWithoutEndError} after 60000 steps
   */
  run(until: StopConditions = {}): MatchEnd {
    for (const name of ['cycles', 'goals', 'goalDifference'] as const) {
      const value = until[name];
      if (value !== undefined && !(Number.isInteger(value) && value >= 0))
        throw new RangeError(`stop condition ${name}: ${String(value)} is not a whole number from 0`);
    }
    for (let n = 0; ; n++) {
      const end = this.findEnd();
      if (end !== null) return this.finish(end);
      const pause = findEnd(this.match, until, this.over);
      if (pause !== null) return createMatchEnd(this.match, pause);
      if (n >= MAX_MATCH_STEPS) throw new MatchWithoutEndError(n);
      this.cycle();
    }
  }
}
