import type { CoachCommand, Player, PlayerCommand, RemovalReason, Side } from '@rcss/core';
import type { Match } from '@rcss/simulator';
import {
  type ClientSession,
  type Clients,
  type CoachSession,
  createClients,
  type MonitorSession,
  type PlayerSession,
  type TrainerSession,
  updateTeamNames,
} from './clients.js';
import type { Link } from './link.js';
import { createObservationBuffers, type ObservationBuffers } from './observation-buffers.js';
import { PollOrder } from './poll-order.js';
import { WriterPool } from './writer-pool.js';

/** What the surroundings of a host decide, and what they learn about its clients. Absent functions: no limit, no interest. */
export interface HostHooks<L extends Link = Link> {
  /** Whether one more client is accepted. A reconnecting player takes its old place and needs none. */
  allowClient?(kind: 'participant' | 'monitor'): boolean;
  /** Returns the player of the match that the sender of the request becomes; absent: a new player. */
  claimPlayer?(): Player;
  /** Returns the side whose online coach in the match the sender of the request becomes; absent: a new coach. */
  claimCoach?(): Side;
  /** Returns the text that an online coach gets after its init (`server::coach_msg_file`), or null. */
  readCoachMessage?(): Uint8Array | null;
  /** A request was refused; `version` is that of a player's or monitor's request, null if it has no readable one. */
  onRefuse?(role: 'player' | 'monitor', code: string, version: number | string, team: string): void;
  /** A sender has become a client; its first messages follow. `versionText` is the version that a monitor named, or `json`. */
  onConnect?(session: ClientSession<L>, how: 'connected' | 'reconnected', versionText?: string): void;
  /** A player has got its first messages. */
  onGreet?(session: PlayerSession<L>): void;
  /** A message has arrived and is executed next; the first one is the request. Null: the trainer's port, before a trainer is connected. */
  onReceive?(
    from: PlayerSession<L> | CoachSession<L> | TrainerSession<L> | null,
    text: Uint8Array | string,
  ): void;
  /** A command of a player is executed next; `false`: it is not executed. */
  onCommand?(player: Player, command: PlayerCommand): unknown;
  /** A command of an online coach is executed next; `false`: it is not executed. */
  onCoachCommand?(side: Side, command: CoachCommand): unknown;
  /** Whether a monitor may give a command of the referee, which is executed next. */
  allowReferee?(session: MonitorSession<L>, text: string): boolean;
  /** A client gets an error about a text that cannot be read. */
  onError?(session: ClientSession<L>, code: string, text: Uint8Array | string): void;
  /** The link of a client was closed. */
  onDisconnect?(session: ClientSession<L>, reason: RemovalReason): void;
}

/**
 * A match with its clients: which client receives which message, and when. It has no sockets and clocks: clients are {@link Link}s, and the
 * caller runs the phases.
 */
export interface Host<L extends Link = Link> {
  readonly match: Match;
  readonly clients: Clients<L>;
  /** Filled again for each message. */
  readonly buffers: ObservationBuffers;
  readonly writers: WriterPool;
  readonly pollOrder: PollOrder;
  hooks: HostHooks<L>;
}

export interface HostOptions<L extends Link> {
  readonly hooks?: HostHooks<L>;
  /** Number of messages whose bytes stay valid at the same time; 1 if links copy what they send. 256 by default. */
  readonly writerCount?: number;
}

/**
 * Creates a host without clients. The caller passes the events of the match to `broadcast`.
 *
 * @example
 * const host = createHost(match);
 * match.listener = (event) => broadcast(host, event);
 */
export function createHost<L extends Link>(
  match: Match,
  { hooks = {}, writerCount }: HostOptions<L> = {},
): Host<L> {
  const host: Host<L> = {
    match,
    clients: createClients(match),
    buffers: createObservationBuffers(),
    writers: new WriterPool(writerCount),
    pollOrder: new PollOrder(),
    hooks,
  };
  updateTeamNames(host);
  return host;
}
