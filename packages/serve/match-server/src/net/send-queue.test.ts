import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClientTransport } from './client-transport.js';
import { SendQueue } from './send-queue.js';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('queued messages', () => {
  let sent: string[];
  let sendQueue: SendQueue;
  const socket = (name: string) =>
    ({ send: (bytes: Uint8Array) => sent.push(`${name}${bytes[0]}`) }) as unknown as ClientTransport;
  beforeEach(() => {
    sent = [];
    sendQueue = new SendQueue();
  });
  afterEach(nextTurn);

  it('are sent by the flush, back to back for each client and in the order in which they were queued', () => {
    const [a, b] = [socket('a'), socket('b')];
    sendQueue.add(a, Uint8Array.of(1));
    sendQueue.add(b, Uint8Array.of(2));
    sendQueue.add(a, Uint8Array.of(3));
    expect(sent).toEqual([]);
    sendQueue.flush();
    expect(sent).toEqual(['a1', 'a3', 'b2']);
    sendQueue.flush();
    expect(sent).toHaveLength(3);
  });

  it('of a new flush are sent in the order of their own first messages', () => {
    const [a, b] = [socket('a'), socket('b')];
    sendQueue.add(a, Uint8Array.of(1));
    sendQueue.add(b, Uint8Array.of(2));
    sendQueue.flush();
    sendQueue.add(b, Uint8Array.of(3));
    sendQueue.add(a, Uint8Array.of(4));
    sendQueue.flush();
    expect(sent).toEqual(['a1', 'b2', 'b3', 'a4']);
  });

  it('are sent at the end of the turn without a flush', async () => {
    sendQueue.add(socket('a'), Uint8Array.of(1));
    await nextTurn();
    expect(sent).toEqual(['a1']);
    sendQueue.add(socket('a'), Uint8Array.of(2));
    sendQueue.flush();
    sendQueue.add(socket('a'), Uint8Array.of(3));
    await nextTurn();
    expect(sent).toEqual(['a1', 'a2', 'a3']);
  });

  it('are sent before their buffers are used again', () => {
    const a = socket('a');
    for (let i = 0; i < 127; i++) sendQueue.add(a, Uint8Array.of(i));
    expect(sent).toHaveLength(0);
    sendQueue.add(a, Uint8Array.of(127));
    expect(sent).toHaveLength(128);
    for (let i = 128; i < 200; i++) sendQueue.add(a, Uint8Array.of(i));
    sendQueue.flush();
    expect(sent).toHaveLength(200);
    expect(sent[199]).toBe('a199');
  });
});
