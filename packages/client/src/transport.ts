/** Why a transport cannot go on. */
export interface TransportFailure {
  /** `refused`: the system reports that nobody listens at the other end; `failed`: anything else. */
  readonly code: 'refused' | 'failed';
  /** One sentence for people. */
  readonly message: string;
}

/** Takes what comes in through a transport. */
export interface TransportReceiver {
  /** One datagram, plain text with or without its NUL. The bytes may be reused after the call returns. */
  message(datagram: Uint8Array | string): void;
  /** Nothing more will come. */
  failed(failure: TransportFailure): void;
}

/**
 * Carries datagrams between a client and a server. A transport follows the server's port by itself: what is sent after the first
 * datagram that came in goes to where that one came from (spec 03 §1.9, point 1).
 */
export interface Transport {
  /** Start; called once, before anything is sent. */
  open(receiver: TransportReceiver): void;
  /** Send the text as one datagram; the final NUL is added here. Never throws; failures go to the receiver. */
  send(text: string): void;
  /** Both directions compressed from now on (level 0 to 9) or plain (negative), after the server has agreed (spec 03 §1.5). */
  setCompression?(level: number): void;
  /** Stop; the receiver hears nothing more. What was sent before still leaves. */
  close(): void;
}

/** Timers of the host. Without them a session neither repeats its init nor notices silence. */
export interface Timers {
  /** Calls `action` every `ms` milliseconds until the returned function is called. */
  every(ms: number, action: () => void): () => void;
}
