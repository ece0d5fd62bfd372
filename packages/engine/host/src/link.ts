import type { AudioMessage } from '@rcss/core';
import type { SeeObservation, SenseBodyObservation } from '@rcss/core/observation';
import type { PlayerEncoding } from '@rcss/protocol/player';

/** What a client is in the match. */
export type ClientRole = 'player' | 'coach' | 'trainer' | 'monitor';

/** The way to one client and from it: a socket, a channel of a WebSocket, an object in this process. */
export interface Link {
  /** Sends one message; the bytes are valid until the host has composed as many further messages as its pool has writers. */
  send(bytes: Uint8Array): void;
  /** Takes what a player perceives without text; null: the client gets text. */
  readonly observer: Observer | null;
  /** Whether messages wait. */
  readonly hasInput: boolean;
  /** Returns the next message of the client, a datagram or its text; undefined if none waits. */
  takeDatagram(): Uint8Array | string | undefined;
  /** Whether the client may give one more command in this cycle; counts it. */
  allowCommand(): boolean;
  /**
   * Compresses messages from the next on, in both directions: level 0 to 9, negative for none. Null: the link cannot, and
   * `(compression N)` has no effect and no answer.
   */
  readonly setCompression: ((level: number) => void) | null;
  /** Whether the client cannot be reached any more; the next poll removes it. */
  readonly isLost: boolean;
  /** Ends the link after the messages that were sent. */
  close(): void;
}

/** Takes observations of one player in their typed form; they are valid during the call. */
export interface Observer {
  senseBody(body: SenseBodyObservation, encoding: PlayerEncoding): void;
  see(seen: SeeObservation, encoding: PlayerEncoding): void;
  /** Returns false if the message has no typed form; it is sent as text then. */
  hear(time: number, heard: AudioMessage, encoding: PlayerEncoding): boolean;
}

/** A sender that is not a client yet. */
export interface Visitor<L extends Link = Link> {
  /** The role that the sender may take where players and monitors share an address; null: both. */
  readonly onlyRole: 'player' | 'monitor' | null;
  /** Sends `(error CODE)`, encoded; the sender does not become a client. */
  refuse(bytes: Uint8Array, code: string): void;
  /** Prepares the link, so that the match gets no client without one; null if none can be opened. */
  prepare(role: ClientRole): PreparedLink<L> | null;
}

/** The link of a sender that the match has not accepted yet. Call one of both functions. */
export interface PreparedLink<L extends Link = Link> {
  accept(): L;
  /** Frees the link of a refused sender. */
  discard(): void;
}
