/** What is asked of a recorded match with programs in place of its clients. */
import type { PlayerCommand, Side } from '@rcss/core';
import type { TeamClient } from '@rcss/core/team-module';
import type { Match } from '@rcss/simulator';
import type { ServerPorts } from '../net/network.js';
import type { RehearsedDecision } from './decisions.js';
import type { RecordedClient } from './recorded-places.js';

/** Commands that a player gives in place of its own. */
export interface ChangedCommands {
  readonly side: Side;
  readonly unum: number;
  /** Game time of the decision. */
  readonly time: number;
  readonly commands: readonly PlayerCommand[];
}

/** From where the programs play on, and what is different then. */
export interface RehearsalSwitch {
  /** Game time of the first decision that is executed. */
  readonly time: number;
  /** Seed of the random numbers from there on; absent: those of the match. */
  readonly seed?: number;
  /** Parameters of the server with other values from there on. Clients have received the recorded values. */
  readonly server?: Readonly<Record<string, unknown>>;
  readonly changed?: ChangedCommands;
  /** Messages that the coach of a side says besides its own, one after the other, each as soon as the rules allow. */
  readonly advice?: {
    readonly side: Side;
    readonly messages: readonly string[];
    /** Called when a message is accepted. */
    readonly onSaid?: () => void;
  };
}

/** A player of a recorded match as it connected, or an online coach. */
export interface RecordedPlayer extends RecordedClient {
  readonly team: string;
  readonly goalie: boolean;
  /** Protocol version. */
  readonly version: number;
}

/** Returns a client of this process for a recorded one; undefined: it has none, which only an online coach may be. */
export type OpenClient = (player: RecordedPlayer) => TeamClient | undefined | Promise<TeamClient | undefined>;

export interface RehearsalOptions {
  /** Whether a program or a client of this process takes the place of a client. */
  readonly isLive: (client: RecordedClient) => boolean;
  /** Whether other clients are refused while one is awaited, such as the rest of a team of which one player decides. */
  readonly refusesOthers?: boolean;
  /**
   * Called when the first client of a side is awaited, with the recorded name of the team. Starts its programs, which connect to the ports, and
   * returns null; or returns what opens its clients in this process.
   */
  readonly openTeam: (side: Side, name: string, ports: ServerPorts) => OpenClient | null;
  /** Absent: the programs never play. */
  readonly playsFrom?: RehearsalSwitch;
  /** Time for a program to connect, ms. */
  readonly connectTimeoutMs: number;
  /** Called for each client and cycle before the programs play. */
  readonly onDecision?: (decision: RehearsedDecision) => void;
  /** Called after each step; `false` ends the match. */
  readonly onStep?: (match: Match, isPlaying: boolean) => unknown;
}

/** A program does not do what a client of the match must do, or the recording cannot be played. */
export class RehearsalError extends Error {
  /** Side of the program; null: it is the recording. */
  readonly side: Side | null;

  /** @param message Client, cycle, reason, and what to do. */
  constructor(message: string, side: Side | null = null) {
    super(message);
    this.name = 'RehearsalError';
    this.side = side;
  }
}

/** `120`, or `120:3` for the third cycle in which the time stands still at 120. */
export function formatCycle(time: number, stoppageTime: number): string {
  return stoppageTime === 0 ? `${time}` : `${time}:${stoppageTime}`;
}
