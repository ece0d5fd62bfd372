import type { MonitorRecord } from '@rcss/protocol';
import type { EventEmitter } from 'eventemitter3';

/** State of the connection. `connecting`: registering; `live`: messages arrive; `silent`: no messages, registering again. */
export type LinkState = 'connecting' | 'live' | 'silent';

/** Events of a {@link MonitorLink}. */
export interface LinkEvents {
  /** A record from the server. The frame of a show is used again for the next one. */
  record: [MonitorRecord];
  state: [LinkState, string];
}

/** A connection to a server as its monitor, which is opened again when it is lost. */
export interface MonitorLink extends EventEmitter<LinkEvents> {
  readonly state: LinkState;
  start(): void;
  /** Unregisters and closes the connection. */
  stop(): Promise<void>;
  /** Sends a command, without the final NUL; returns false if the server cannot receive it. */
  send(command: string): boolean;
}

/** A command without effect that every running server answers: compression is off anyway (spec 10 §11). */
export const PING_COMMAND = '(compression -1)';
const PING_REPLY = '(ok compression -1)';
const PING_DELAY_MS = 1500;
const PING_INTERVAL_MS = 500;
const SILENCE_TIMEOUT_MS = 3500;

/** Interval between attempts to register, ms. */
export const RETRY_INTERVAL_MS = 1000;
/** Interval between checks of a link, ms. */
export const TICK_INTERVAL_MS = 250;

/** Detects that a server sends nothing. */
export class SilenceDetector {
  #lastReceivedMs = 0;
  #lastPingMs = 0;

  markReceived(): void {
    this.#lastReceivedMs = Date.now();
  }

  /** Returns what is due: `ping`: send {@link PING_COMMAND}; `lost`: the server has not answered; null: nothing. */
  check(): 'ping' | 'lost' | null {
    const now = Date.now();
    const silentMs = now - this.#lastReceivedMs;
    if (silentMs > SILENCE_TIMEOUT_MS) return 'lost';
    if (silentMs <= PING_DELAY_MS || now - this.#lastPingMs <= PING_INTERVAL_MS) return null;
    this.#lastPingMs = now;
    return 'ping';
  }
}

/** Whether a record is the answer to {@link PING_COMMAND}. */
export function isPingReply(record: MonitorRecord): boolean {
  return record.type === 'msg' && record.text === PING_REPLY;
}
