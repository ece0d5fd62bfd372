import { describe, expect, it } from 'vitest';
import type { Connection } from '../net/connection.js';
import { type AwaitedClient, DoneBarrier } from './done-barrier.js';

/** What the barrier uses of a client. */
class Client {
  isHeld = false;
  isLost = false;
  hasCompressionCommand = false;
  hasSentDone = false;
  isDone = false;
  isGone = false;
  readonly #id: AwaitedClient['id'];
  constructor(id: AwaitedClient['id']) {
    this.#id = id;
  }
  hasLastCommand(): boolean {
    return this.hasSentDone;
  }
  get awaited(): AwaitedClient {
    return {
      connection: this as unknown as Connection,
      isDone: () => this.isDone,
      isGone: () => this.isGone,
      id: this.#id,
    };
  }
}

function createBarrier(...ids: AwaitedClient['id'][]) {
  const clients = ids.map((id) => new Client(id));
  const barrier = new DoneBarrier(clients.map((client) => client.awaited));
  barrier.hold();
  return { clients, barrier, readHeld: () => clients.map(({ isHeld }) => isHeld) };
}

describe('commands during a handshake (spec 02 §5)', () => {
  it('are held until all clients have sent (done)', () => {
    const { clients, barrier, readHeld } = createBarrier(0, 11, 'l', 'r');
    for (const client of clients) {
      expect([barrier.isComplete, readHeld()]).toEqual([false, [true, true, true, true]]);
      client.hasSentDone = true;
    }
    expect(barrier.isComplete).toBe(true);
    barrier.release();
    expect(readHeld()).toEqual([false, false, false, false]);
  });

  it('of the trainer, which waits for answers, and of a client that is done are not held', () => {
    const { clients, barrier, readHeld } = createBarrier(0, 'r', 'trainer');
    clients[0]!.isDone = true;
    barrier.hold();
    expect(readHeld()).toEqual([false, true, false]);
    clients[1]!.hasSentDone = true;
    expect(barrier.isComplete).toBe(false);
    clients[2]!.isDone = true;
    expect(barrier.isComplete).toBe(true);
  });

  it('that change the compression are executed at once', () => {
    const { clients, barrier, readHeld } = createBarrier(0, 1);
    clients[1]!.hasCompressionCommand = true;
    barrier.hold();
    expect([barrier.isComplete, readHeld()]).toEqual([false, [true, false]]);
    clients[1]!.hasCompressionCommand = false;
    barrier.hold();
    expect(readHeld()).toEqual([true, true]);
  });

  it('clients that are lost or gone are not waited for', () => {
    const { clients, barrier } = createBarrier(0, 1);
    clients[0]!.isLost = true;
    expect(barrier.isComplete).toBe(false);
    clients[1]!.isGone = true;
    expect(barrier.isComplete).toBe(true);
  });
});
