import { type Player, playerIndex, type Side } from '@rcss/core';
import type { Scene, StopConditions, StopReason } from '@rcss/core/match-document';
import type { AgentTeam, CreateTeam, TeamClient } from '@rcss/core/team-module';
import { createSensePhases, updateTeamNames } from '@rcss/host';
import {
  computeEffectiveSteps,
  createMatchParams,
  createPlayerParams,
  createServerParams,
  type MatchParams,
  type PlayerParams,
  type ServerParams,
} from '@rcss/params';
import {
  connectSinks,
  continueFrom,
  createMatch,
  createMatchEnd,
  type Forfeit,
  type Match,
  type MatchEnd,
  type MatchSink,
  type Snapshot,
  step,
} from '@rcss/simulator';
import { PhaseSchedule, type Phases, runAutoMode } from '@rcss/simulator/cycle';
import { applyScene, checkStop } from '@rcss/simulator/scene';
import { ClientHost, type CoachSlot, type PlayerSlot } from './client-host.js';

/** A team of a local match. */
export interface LocalTeam {
  /** Name: 1 to 15 of the characters A–Z a–z 0–9 - _ +. */
  readonly name: string;
  /** The default export of a team module. */
  readonly create: CreateTeam;
  /** Settings for the module; empty by default. */
  readonly options?: Readonly<Record<string, unknown>>;
}

export interface LocalMatchOptions {
  readonly left: LocalTeam;
  /** Absent: the left team is alone. */
  readonly right?: LocalTeam;
  /** Seed of the match and of both teams; 1 by default. */
  readonly seed?: number;
  /** Parameters of the server that differ from the defaults of a local match: synchronous, automatic, without waiting. */
  readonly server?: Partial<ServerParams>;
  readonly player?: Partial<PlayerParams>;
  /** All parameters with the player types, for example those of a game log; `server` and `player` are not used then. */
  readonly params?: MatchParams;
  /** Situation that is set when all clients are connected; absent: before the kickoff. */
  readonly scene?: Scene;
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
  /** Receives what a player has decided, as text, and returns what is executed in its place. */
  readonly overrule?: (player: Player, commands: string) => string;
  /** Receives what the online coach of a side has decided, as text, and returns what is executed in its place. */
  readonly overruleCoach?: (side: Side, commands: string) => string;
  /** Monitors; they connect after the teams. Their `init` is a request such as `(dispinit version 5)`. */
  readonly monitors?: readonly TeamClient[];
  /** What receives the match: logs, recordings, statistics. They get events after the clients. */
  readonly sinks?: readonly MatchSink[];
}

/** Steps after which a match without an end is stopped: three times a match with extra time and penalties. */
const MAX_STEPS = 60_000;

const NO_PHASES: Phases = {
  receive: () => {},
  simulate: () => {},
  sense: () => {},
  asynchronousVision: () => {},
  synchronousVision: () => {},
  coachVision: () => {},
};

/**
 * Creates a match between teams in this process: the rules, the sensors with their noise and the messages of a synchronous
 * server, without sockets and clock. The same seed gives the same match.
 *
 * @throws {LocalTeamError} if a client is refused or fails
 * @throws {RangeError} if the seed is not a whole number
 * @throws {RangeError} if the state to continue from has another seed
 * @throws {Error} if the scene cannot be set
 * @example
 * const match = await createLocalMatch({ left: { name: 'A', create: teamA }, right: { name: 'B', create: teamB }, seed: 7 });
 * const { score } = match.run();
 */
export async function createLocalMatch(options: LocalMatchOptions): Promise<LocalMatch> {
  const { left, right, seed = 1 } = options;
  if (!Number.isSafeInteger(seed)) throw new RangeError(`seed: ${String(seed)} is not a whole number`);
  const params = options.params ?? createParams(options, seed);
  const { from, watched } = options;
  const match = createMatch({ params, seed });
  if (from !== undefined && from.seed !== seed)
    throw new RangeError(`seed: ${seed} is not ${from.seed}, the seed of the match to continue`);
  let isWatching = false;
  const { overrule = keep, overruleCoach = keep } = options;
  const host =
    watched === undefined
      ? new ClientHost(match, options.overrule, options.overruleCoach)
      : new ClientHost(
          match,
          (player, commands) => (isWatching ? '' : overrule(player, commands)),
          (side, commands) => (isWatching ? '' : overruleCoach(side, commands)),
        );
  const { sinks = [] } = options;
  const showSinks = connectSinks(match, sinks, (event) => host.notify(event));
  if (from !== undefined)
    continueFrom(match, watched?.[0] === undefined ? from : { ...watched[0], random: from.random });
  for (const [index, team] of [left, right].entries()) {
    if (team === undefined) continue;
    const { name, create, options: settings = {} } = team;
    const clients = await create({ team: name, seed: 2 * seed + index, options: settings });
    if (from === undefined) host.connect(clients, name);
    else takeOver(host, clients, index === 0 ? 'l' : 'r', name);
  }
  for (const monitor of options.monitors ?? []) host.connectMonitor(monitor);
  if (options.scene !== undefined) {
    const set = applyScene(match, options.scene);
    if (!set.ok) throw new Error(`the scene cannot be set: ${set.error.path}: ${set.error.message}`);
    updateTeamNames(host.host);
  }
  const local = new LocalMatch(host, sinks, showSinks);
  if (from !== undefined && watched !== undefined) {
    const states = [...watched, from];
    states.forEach((state, i) => {
      isWatching = i + 1 < states.length;
      local.perceive(state);
    });
  }
  return local;
}

function keep(_: unknown, commands: string): string {
  return commands;
}

function createParams({ server, player = {} }: LocalMatchOptions, seed: number): MatchParams {
  return createMatchParams(
    createServerParams({
      auto_mode: true,
      synch_mode: true,
      connect_wait: 10,
      kick_off_wait: 10,
      game_over_wait: 1,
      ...server,
    }),
    createPlayerParams(player),
    seed,
  );
}

/** Gives the players of a team in the match to the clients with their numbers, and its online coach; closes the other clients. */
function takeOver(host: ClientHost, { players, coach }: AgentTeam, side: Side, name: string): void {
  players.forEach((client, i) => {
    const player = host.match.world.players[playerIndex(side, i + 1)];
    if (player?.enabled) host.attach(client, player, `player ${i + 1} of ${name}`);
    else client.close?.();
  });
  if (coach !== undefined) host.attachCoach(coach, side, `coach of ${name}`);
}

/** A match between teams in this process; see {@link createLocalMatch}. */
export class LocalMatch {
  /** The simulator's state; reading it does not change the match. */
  readonly match: Match;
  /** Whether the match has ended by the rules. */
  over = false;
  readonly #host: ClientHost;
  readonly #sinks: readonly MatchSink[];
  readonly #showSinks: (match: Match) => void;
  readonly #schedule: PhaseSchedule;
  readonly #phases: Phases;
  #hasBegun = false;
  /** State that takes the place of the next step. */
  #perceived: Snapshot | null = null;

  /** @internal */
  constructor(
    host: ClientHost,
    sinks: readonly MatchSink[] = [],
    showSinks: (match: Match) => void = () => {},
  ) {
    this.match = host.match;
    this.#host = host;
    this.#sinks = sinks;
    this.#showSinks = showSinks;
    this.#schedule = new PhaseSchedule(computeEffectiveSteps(this.match.params.server));
    if (this.match.steps > 0) this.#continueSchedule();
    this.#phases = this.#createPhases();
  }

  /** Errors and warnings that the server sent to clients: label of the client and text. */
  get complaints(): readonly string[] {
    return this.#host.complaints;
  }

  /** Brings the clock to the decision after which the match continues: one before the first step, then one per step. */
  #continueSchedule(): void {
    this.#hasBegun = true;
    for (let decisions = 0; decisions <= this.match.steps; )
      if (this.#schedule.runSynchronousPass(NO_PHASES)) decisions += 1;
  }

  /** The connected players with their clients, by side and number. */
  get players(): readonly PlayerSlot[] {
    return this.#host.players;
  }

  /** The connected coaches and the trainer. */
  get coaches(): readonly CoachSlot[] {
    return this.#host.coaches;
  }

  /** @internal Runs a cycle in which the match gets a state instead of a step: messages and decisions. */
  perceive(state: Snapshot): void {
    this.#perceived = state;
    this.#runToDecision();
  }

  /** Runs one cycle: step, messages, decisions. Returns false if the match is over. */
  cycle(): boolean {
    if (this.over) return false;
    if (!this.#hasBegun) {
      // As on a server, clients are asked for commands once before the first step.
      this.#hasBegun = true;
      this.#runToDecision();
    }
    this.#runToDecision();
    return !this.over;
  }

  #runToDecision(): void {
    this.advance();
    this.decidePlayers();
    this.decideCoaches();
  }

  /**
   * Runs the match until the clients have received all messages on which they decide next. For hosts whose teams decide in other
   * threads: they collect the messages, wait for the decisions, and then call {@link decidePlayers} and {@link decideCoaches}, again
   * and again until `over`. The match is the one that `cycle` plays.
   */
  advance(): void {
    while (!this.#schedule.runSynchronousPass(this.#phases));
  }

  /**
   * Runs cycles until the match is over or a stop condition holds.
   *
   * @throws {RangeError} if a number of the conditions is not a whole number from 0
   * @throws {Error} if the match has no end after 60000 steps
   */
  run(stop: StopConditions = {}): MatchEnd {
    const { match } = this;
    for (const name of ['cycles', 'goals', 'goalDifference'] as const) {
      const value = stop[name];
      if (value !== undefined && !(Number.isInteger(value) && value >= 0))
        throw new RangeError(`stop condition ${name}: ${String(value)} is not a whole number from 0`);
    }
    let end = this.over ? checkStop(match, {}) : checkStopUntilOver(match, stop);
    for (let n = 0; end === null; n++) {
      if (n >= MAX_STEPS)
        throw new Error(`the match has no end after ${MAX_STEPS} steps; give a stop condition`);
      this.cycle();
      end = this.over ? checkStop(match, {}) : checkStopUntilOver(match, stop);
    }
    return this.finish(end);
  }

  /** Ends the match for its sinks. */
  finish(reason: StopReason, forfeit: Forfeit | null = null): MatchEnd {
    const end = createMatchEnd(this.match, reason, forfeit);
    for (const sink of this.#sinks) sink.end?.(end);
    return end;
  }

  /** What happens in each phase of a cycle of a synchronous server (spec 02 §3.1). */
  #createPhases(): Phases {
    const { match } = this;
    return {
      ...createSensePhases(this.#host.host),
      receive: () => {},
      simulate: () => {
        if (this.#perceived !== null) {
          continueFrom(match, this.#perceived, true);
          this.#perceived = null;
          return;
        }
        step(match, () => {
          this.#host.show();
          this.#showSinks(match);
        });
        this.over = runAutoMode(match);
      },
    };
  }

  /**
   * Calls `decide` of all players, which decide on the same state; then their commands are executed in an order that depends on seed
   * and step only.
   */
  decidePlayers(): void {
    this.#host.decide();
  }

  /** Calls `decide` of all monitors and coaches and executes their commands; the last part of a cycle. */
  decideCoaches(): void {
    this.#host.decideCoaches();
    if (this.over) this.#host.close();
  }
}

/** The conditions of a match that goes on: `time_over` waits for the automatic mode, so that clients receive the end. */
function checkStopUntilOver(match: Match, stop: StopConditions): StopReason | null {
  return match.world.playMode === 'time_over' ? null : checkStop(match, stop);
}
