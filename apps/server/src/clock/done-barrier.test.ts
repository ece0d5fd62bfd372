import { describe, expect, it } from 'vitest';
import type { Connection } from '../net/connection.js';
import { type AwaitedClient, DoneBarrier } from './done-barrier.js';

/** What the barrier uses of a client. */
class Client {
  held = false;
  lost = false;
  urgent = false;
  saidDone = false;
  waits = false;
  done = false;
  get holding(): boolean {
    return this.waits && this.held;
  }
  hasDone(): boolean {
    return this.saidDone;
  }
  get awaited(): AwaitedClient {
    return {
      connection: this as unknown as Connection,
      isDone: () => this.done,
      isGone: () => false,
      id: 0,
    };
  }
}

function setUp() {
  const clients = [new Client(), new Client()] as const;
  const clock = { now: 0 };
  const barrier = new DoneBarrier(
    clients.map((client) => client.awaited),
    () => clock.now,
  );
  return { a: clients[0], b: clients[1], clock, barrier };
}

describe('commands during a handshake (spec 02 §5)', () => {
  it('are held until all clients have sent (done)', () => {
    const { a, b, clock, barrier } = setUp();
    expect([a.held, b.held, barrier.due]).toEqual([true, true, false]);
    a.waits = true;
    a.saidDone = true;
    clock.now = 100;
    expect([barrier.due, barrier.timeoutMs]).toEqual([false, Number.POSITIVE_INFINITY]);
    b.saidDone = true;
    expect(barrier.due).toBe(true);
    barrier.release();
    expect([a.held, b.held]).toEqual([false, false]);
  });

  it('are executed after a few ms if a client waits for an answer before it sends (done)', () => {
    const { b, clock, barrier } = setUp();
    b.waits = true;
    expect(barrier.due).toBe(false);
    expect(barrier.timeoutMs).toBe(5);
    clock.now = 4;
    expect(barrier.due).toBe(false);
    clock.now = 5;
    expect(barrier.due).toBe(true);
    barrier.release();
    b.waits = false;
    barrier.hold();
    expect([barrier.due, b.held]).toEqual([false, true]);
  });

  it('lost clients are not waited for', () => {
    const { a, b, barrier } = setUp();
    a.lost = true;
    b.done = true;
    expect(barrier.due).toBe(true);
  });
});
