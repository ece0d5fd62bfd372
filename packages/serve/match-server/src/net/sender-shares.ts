import type { Endpoint } from '@rcss/kit/udp';

/**
 * Divides the datagrams that one well-known port accepts from unknown senders in a second among these senders.
 *
 * A source address may use at most as many datagrams as are left for all addresses. A sender (address and port)
 * may use at most as many as are left for its address. As a result, a single sender gets a third of the limit, and
 * a single address gets half of it. A sender that has sent nothing yet is accepted until many senders have used
 * their shares.
 */
export class SenderShares {
  readonly #limit: number;
  readonly #now: () => number;
  #second = Number.NaN;
  #acceptedCount = 0;
  /** Accepted datagrams of the second by address, and by address and port. At most `limit` entries each. */
  readonly #byAddress = new Map<string, number>();
  readonly #bySender = new Map<string, number>();

  /**
   * @param limit Datagrams per second; 0 and below: no limit.
   * @param now Time in ms.
   */
  constructor(limit: number, now: () => number = () => performance.now()) {
    this.#limit = limit;
    this.#now = now;
  }

  /** Whether one more datagram of an unknown sender is accepted in this second; counts it. */
  allow({ address, port }: Endpoint): boolean {
    if (this.#limit <= 0) return true;
    this.#beginSecond();
    const left = this.#limit - this.#acceptedCount;
    const ofAddress = this.#byAddress.get(address) ?? 0;
    const leftOfAddress = left - ofAddress;
    const sender = `${address}:${port}`;
    const ofSender = this.#bySender.get(sender) ?? 0;
    if (leftOfAddress <= ofSender) return false;
    this.#acceptedCount += 1;
    this.#byAddress.set(address, ofAddress + 1);
    this.#bySender.set(sender, ofSender + 1);
    return true;
  }

  #beginSecond(): void {
    const second = Math.floor(this.#now() / 1000);
    if (second === this.#second) return;
    this.#second = second;
    this.#acceptedCount = 0;
    this.#byAddress.clear();
    this.#bySender.clear();
  }
}
