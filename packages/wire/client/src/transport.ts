/** Reason for the failure of a transport. */
export interface TransportFailure {
  /** `refused`: the system reports that the other end's port is closed; `failed`: any other failure. */
  readonly code: 'refused' | 'failed';
  /** Description of the failure in one sentence. */
  readonly message: string;
}

/** Receives the datagrams and the failure of a transport. */
export interface TransportReceiver {
  /** One datagram, plain text with or without its NUL. The bytes may be reused after the call returns. */
  onDatagram(datagram: Uint8Array | string): void;
  /** The transport has failed. No further calls follow. */
  onFailure(failure: TransportFailure): void;
}

/**
 * Carries datagrams between a client and a server. After the first received datagram, a transport sends to the port
 * from which that datagram came (spec 03 §1.9, point 1).
 */
export interface Transport {
  /** Starts the transport. Called once, before the first `send`. */
  open(receiver: TransportReceiver): void;
  /** Sends the text as one datagram and appends the final NUL. Never throws; failures are reported to the receiver. */
  send(text: string): void;
  /** Sets the compression of both directions: level 0 to 9, or negative for none. Called after the server has agreed (spec 03 §1.5). */
  setCompression?(level: number): void;
  /** Stops the transport. The receiver gets no further calls. Datagrams that were sent before this call still leave the socket. */
  close(): void;
}

/** Timers of the host. Without them a session neither repeats its init nor detects silence. */
export interface Timers {
  /** Calls `action` every `ms` milliseconds until the returned function is called. */
  every(ms: number, action: () => void): () => void;
}
