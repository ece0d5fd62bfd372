/**
 * Work that all clients of a room together may cause in one cycle. Half of it is reserved in equal parts: each share is available however
 * much the others use. The other half is for those who need it first.
 */
export class RoomWork {
  /** Units of each share that are reserved. */
  readonly reserve: number;
  readonly #pool: WorkBudget;

  /**
   * @param limit Units per cycle, more than 0.
   * @param shareCount Shares of the room.
   */
  constructor(limit: number, shareCount: number) {
    this.reserve = limit / 2 / shareCount;
    this.#pool = new WorkBudget(limit / 2);
  }

  /** Whether only what is reserved is left. */
  get isSpent(): boolean {
    return this.#pool.isSpent;
  }

  /** Charges work beyond a reserve. */
  charge(units: number): void {
    this.#pool.charge(units);
  }

  beginCycle(): void {
    this.#pool.beginCycle();
  }
}

/** The share of one client, or of several, of the work of a room. */
export class WorkShare {
  readonly #room: RoomWork;
  #used = 0;

  constructor(room: RoomWork) {
    this.#room = room;
  }

  get isSpent(): boolean {
    return this.#used >= this.#room.reserve && this.#room.isSpent;
  }

  charge(units: number): void {
    const reserved = Math.max(this.#used, this.#room.reserve);
    this.#used += units;
    if (this.#used > reserved) this.#room.charge(this.#used - reserved);
  }

  beginCycle(): void {
    this.#used = 0;
  }
}

/**
 * Work that a client may cause in one cycle. A unit is roughly a microsecond of the server's time: the limit is about
 * fairness, not about exact time, and must not depend on the speed of the machine.
 */
export class WorkBudget {
  readonly #limit: number;
  readonly #shared: WorkBudget | null;
  readonly #share: WorkShare | null;
  #used = 0;

  /**
   * @param limit Units per cycle; 0 and below: no limit.
   * @param shared Budget that several clients share for the messages that they cause to others; null: none.
   * @param share Share of the work of the room; null: none.
   */
  constructor(limit: number, shared: WorkBudget | null = null, share: WorkShare | null = null) {
    this.#limit = limit > 0 ? limit : Number.POSITIVE_INFINITY;
    this.#shared = shared;
    this.#share = share;
  }

  /** Units used in the current cycle; the last charge may exceed the limit. */
  get used(): number {
    return this.#used;
  }

  /** Whether the rest of what the client has sent in this cycle is dropped. */
  get isSpent(): boolean {
    return this.#used >= this.#limit || this.#shared?.isSpent === true || this.#share?.isSpent === true;
  }

  charge(units: number): void {
    this.#used += units;
    this.#share?.charge(units);
  }

  /** Charges a message to another client. */
  chargeForward(units: number): void {
    this.charge(units);
    this.#shared?.charge(units);
  }

  /** Makes the whole budget available again, but not the shared one. */
  beginCycle(): void {
    this.#used = 0;
    this.#share?.beginCycle();
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
