// The types of a WebSocket for the rest of the server; `ws`, whose types users of this package do not have, stands in peer.ts alone.
import type { Peer } from '../net/network.js';

/** The WebSocket as the room sees it. */
export interface SocketPeer extends Peer {
  /** Sends the parts as one binary frame; the bytes may be reused after the call. */
  send(...parts: readonly Uint8Array[]): void;
  /** Ends the WebSocket with a close frame; default code: 1000. */
  close(reason: string, code?: number): void;
  /** Ends the limit of time for a WebSocket without clients. */
  markAccepted(): void;
}

/** Limits of one WebSocket. */
export interface PeerLimits {
  /** Bytes that may wait to be sent; a peer that reads so slowly that more wait is disconnected. */
  readonly maxQueuedBytes: number;
  /** Interval of pings, ms. A peer that answers none within an interval is disconnected. */
  readonly pingIntervalMs: number;
  /** Time in which the first client of the WebSocket must be accepted, ms. */
  readonly acceptTimeoutMs: number;
  /** Time for which nothing is read from a peer that sends too much, ms. TCP then slows the peer down. */
  readonly pauseMs: number;
}

/** Handles what arrives on a WebSocket. */
export interface FrameHandler {
  /** Handles a frame. False: the peer sends too much; nothing is read from it for a while. */
  onFrame(bytes: Buffer): boolean;
  /** The WebSocket has ended. */
  onEnd(): void;
}

/** What a peer reports. */
export interface PeerHandler extends FrameHandler {
  /** The WebSocket is open. */
  onOpen(): void;
  /** The peer was disconnected because it broke a rule; `reason` is a sentence for the log. */
  onViolation(reason: string): void;
}
