import { describe, expect, it } from 'vitest';
import type { Connection } from '../net/connection.js';
import { type Awaited, DoneBarrier } from './done-barrier.js';

/** A client as the handshake sees it. */
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
  get awaited(): Awaited {
    return {
      connection: this as unknown as Connection,
      done: () => this.done,
      gone: () => false,
      who: 0,
    };
  }
}

function setUp() {
  const clients = [new Client(), new Client()] as const;
  const clock = { now: 0 };
  const handshake = new DoneBarrier(
    clients.map((client) => client.awaited),
    () => clock.now,
  );
  return { a: clients[0], b: clients[1], clock, handshake };
}

describe('02 §5: what is sent during a handshake', () => {
  it('is kept back until all have said (done)', () => {
    const { a, b, clock, handshake } = setUp();
    expect([a.held, b.held, handshake.due]).toEqual([true, true, false]);
    a.waits = true;
    a.saidDone = true;
    clock.now = 100;
    expect([handshake.due, handshake.patience]).toEqual([false, Number.POSITIVE_INFINITY]);
    b.saidDone = true;
    expect(handshake.due).toBe(true);
    handshake.release();
    expect([a.held, b.held]).toEqual([false, false]);
  });

  it('is heard after a few ms when somebody waits for an answer before his (done)', () => {
    const { b, clock, handshake } = setUp();
    b.waits = true;
    expect(handshake.due).toBe(false);
    expect(handshake.patience).toBe(5);
    clock.now = 4;
    expect(handshake.due).toBe(false);
    clock.now = 5;
    expect(handshake.due).toBe(true);
    handshake.release();
    b.waits = false;
    handshake.hold();
    expect([handshake.due, b.held]).toEqual([false, true]);
  });

  it('the lost are not waited for', () => {
    const { a, b, handshake } = setUp();
    a.lost = true;
    b.done = true;
    expect(handshake.due).toBe(true);
  });
});
