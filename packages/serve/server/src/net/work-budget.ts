/**
 * Work that a client may cause in one cycle. A unit is roughly a microsecond of the server's time: the limit is about
 * fairness, not about exact time, and must not depend on the speed of the machine.
 */
export class WorkBudget {
  readonly #limit: number;
  readonly #shared: WorkBudget | null;
  #used = 0;

  /**
   * @param limit Units per cycle; 0 and below: no limit.
   * @param shared Budget that several clients share for the messages that they cause to others; null: none.
   */
  constructor(limit: number, shared: WorkBudget | null = null) {
    this.#limit = limit > 0 ? limit : Number.POSITIVE_INFINITY;
    this.#shared = shared;
  }

  /** Units used in the current cycle; the last charge may exceed the limit. */
  get used(): number {
    return this.#used;
  }

  /** Whether the rest of what the client has sent in this cycle is dropped. */
  get isSpent(): boolean {
    return this.#used >= this.#limit || this.#shared?.isSpent === true;
  }

  charge(units: number): void {
    this.#used += units;
  }

  /** Charges a message to another client. */
  chargeForward(units: number): void {
    this.charge(units);
    this.#shared?.charge(units);
  }

  /** Makes the whole budget available again, but not the shared one. */
  beginCycle(): void {
    this.#used = 0;
  }
}

/** Units for one command. */
export const COMMAND_WORK = 1;
const DATAGRAM_WORK = 2;
const INFLATE_WORK = 40;
const REPLY_WORK = 8;
const FORWARD_WORK = 2;
const DEFLATE_WORK = 40;
/** Bytes that are read and logged, or composed, in one unit. */
const BYTES_PER_UNIT = 64;

/** Units for reading, and logging, a datagram of a client. */
export function receiveWork(length: number): number {
  return DATAGRAM_WORK + length / BYTES_PER_UNIT;
}

/** Decompressed bytes in one unit. */
const INFLATED_BYTES_PER_UNIT = 1024;

/** Units for decompressing a datagram to `length` bytes. */
export function inflateWork(length: number): number {
  return INFLATE_WORK + length / INFLATED_BYTES_PER_UNIT;
}

/** Units for one datagram to a client in answer to a command. */
export function replyWork(length: number, isCompressed: boolean): number {
  return REPLY_WORK + (isCompressed ? DEFLATE_WORK : 0) + length / BYTES_PER_UNIT;
}

/**
 * Units for one datagram to another client that a command causes, such as a change of the play mode. It is composed once for many clients,
 * and a coach may change eleven player types in one cycle while a hundred monitors are connected.
 */
export function forwardWork(length: number, isCompressed: boolean): number {
  return FORWARD_WORK + (isCompressed ? DEFLATE_WORK : 0) + length / BYTES_PER_UNIT;
}
