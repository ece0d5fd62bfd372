import { describe, expect, it } from 'vitest';
import type { Connection } from '../net/connection.js';
import { type AwaitedClient, DoneBarrier } from './done-barrier.js';

/** What the barrier uses of a client. */
class Client {
  isHeld = false;
  isLost = false;
  hasCompressionCommand = false;
  hasSentDone = false;
  hasInput = false;
  isDone = false;
  get hasHeldInput(): boolean {
    return this.hasInput && this.isHeld;
  }
  hasDoneCommand(): boolean {
    return this.hasSentDone;
  }
  get awaited(): AwaitedClient {
    return {
      connection: this as unknown as Connection,
      isDone: () => this.isDone,
      isGone: () => false,
      id: 0,
    };
  }
}

function createBarrier() {
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
    const { a, b, clock, barrier } = createBarrier();
    expect([a.isHeld, b.isHeld, barrier.isPollDue]).toEqual([true, true, false]);
    a.hasInput = true;
    a.hasSentDone = true;
    clock.now = 100;
    expect([barrier.isPollDue, barrier.timeoutMs]).toEqual([false, Number.POSITIVE_INFINITY]);
    b.hasSentDone = true;
    expect(barrier.isPollDue).toBe(true);
    barrier.release();
    expect([a.isHeld, b.isHeld]).toEqual([false, false]);
  });

  it('are executed after a few ms if a client hasInput for an answer before it sends (done)', () => {
    const { b, clock, barrier } = createBarrier();
    b.hasInput = true;
    expect(barrier.isPollDue).toBe(false);
    expect(barrier.timeoutMs).toBe(5);
    clock.now = 4;
    expect(barrier.isPollDue).toBe(false);
    clock.now = 5;
    expect(barrier.isPollDue).toBe(true);
    barrier.release();
    b.hasInput = false;
    barrier.hold();
    expect([barrier.isPollDue, b.isHeld]).toEqual([false, true]);
  });

  it('lost clients are not waited for', () => {
    const { a, b, barrier } = createBarrier();
    a.isLost = true;
    b.isDone = true;
    expect(barrier.isPollDue).toBe(true);
  });
});
