/**
 * In-process teams: modules whose agents play without sockets; `@rcss/agent/local` plays matches between such teams.
 *
 * The interface carries the messages of the protocol, so the same agent plays over UDP, on a WebSocket, in process, in a
 * worker and in a browser, and the same messages give the same decisions.
 */
import type { PlayerCommand } from './command-table.js';
import type { DebugRecord } from './debug-channel.js';
import type { SideName } from './side.js';

/** A message of the server as text of a datagram, with or without its NUL. Bytes are valid only during the call. */
export type ServerMessage = string | Uint8Array;

/** What the host gives to a team before its clients connect. */
export interface TeamContext {
  /** Name for the init messages: 1 to 15 of the characters A–Z a–z 0–9 - _ +. */
  readonly team: string;
  /** Seed of all random decisions of the team. With the same seed and messages, a team sends the same commands. */
  readonly seed: number;
  /** Settings of the match document for this team; the host passes them unchanged. Empty if there are none. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Receives what each client believes and does, per cycle; absent: the host needs no records, so the team creates none. */
  readonly onDebug?: (record: DebugRecord) => void;
}

/**
 * One client of a team: a player, an online coach or a trainer. The host sends `init` and then, in every cycle, calls
 * `receive` for each message in the order of the server and `decide` once after the last message.
 *
 * No function may wait, read a clock or use timers: the match continues when the call returns.
 */
export interface TeamClient {
  /** The connect request as over UDP, for example `(init Alpha (version 19) (goalie))`; its team name is the one of the context. */
  readonly init: string;
  /** Receives one message. The answer to the init is the first; if it is an error, no other message follows. */
  receive(message: ServerMessage): void;
  /**
   * Returns the commands of this cycle as text, for example `(dash 100)(turn_neck 10)`; an empty string for none. The host calls it
   * when the server would send `(think)`; the messages never contain `(think)`, and the commands need no `(done)`. For a coach or trainer,
   * the host sends each command in a datagram of its own. Over UDP in synchronous mode, a coach decides only while its eye is on; the host
   * turns it on.
   */
  decide(): string;
  /**
   * Called after `decide` when a recorded match is decided again and the player had sent other commands in this cycle, with those. A player that
   * predicts the effects of its own commands predicts these instead.
   */
  overruled?(commands: readonly PlayerCommand[]): void;
  /** Called once when the match is over or the client has been removed. */
  close?(): void;
}

/** The clients of one side. */
export interface AgentTeam {
  /** Players in the order in which they connect; the first gets number 1. At most eleven, at most one goalie. */
  readonly players: readonly TeamClient[];
  /** Online coach; connects after the players. */
  readonly coach?: TeamClient;
  /** Trainer of the match. A host that does not allow one refuses the team. */
  readonly trainer?: TeamClient;
}

/** Creates the clients of one side for one match; may load data before it resolves. */
export type CreateTeam = (context: TeamContext) => AgentTeam | Promise<AgentTeam>;

/**
 * What a team module exports.
 *
 * @example
 * import type { TeamModule } from '@rcss/core/team-module';
 *
 * const createTeam: TeamModule['default'] = ({ team }) => ({
 *   players: [{ init: `(init ${team} (version 19))`, receive() {}, decide: () => '(turn 10)' }],
 * });
 * export default createTeam;
 */
export interface TeamModule {
  readonly default: CreateTeam;
}

/** The seed that the module of a side gets in a match with a seed: the same in every place where it plays. */
export function createTeamSeed(matchSeed: number, side: SideName): number {
  return 2 * matchSeed + (side === 'left' ? 0 : 1);
}
