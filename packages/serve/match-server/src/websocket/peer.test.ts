import { EventEmitter } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { WebSocketPeer } from './peer.js';

/** A WebSocket without a network: what the peer did with it, in order. */
class FakeSocket extends EventEmitter {
  readonly readyState = WebSocket.OPEN;
  readonly calls: string[] = [];
  pause = () => void this.calls.push('pause');
  resume = () => void this.calls.push('resume');
  terminate = () => void this.calls.push('terminate');
}

const LIMITS = { maxQueuedBytes: 1000, pingIntervalMs: 60_000, acceptTimeoutMs: 60_000, pauseMs: 100 };

afterEach(() => vi.useRealTimers());

/** A peer whose handler refuses every frame. */
function openPeer() {
  vi.useFakeTimers();
  const socket = new FakeSocket();
  const violations: string[] = [];
  new WebSocketPeer(socket as unknown as WebSocket, LIMITS, {
    onOpen: () => {},
    onFrame: () => false,
    onViolation: (reason) => void violations.push(reason),
    onEnd: () => {},
  });
  const receive = (count: number) => {
    for (let i = 0; i < count; i++) socket.emit('message', Buffer.alloc(0));
  };
  return { socket, violations, receive };
}

it('a peer that sends too much is read again after a pause', () => {
  const { socket, violations, receive } = openPeer();
  receive(1);
  expect(socket.calls).toEqual(['pause']);
  vi.advanceTimersByTime(100);
  expect(socket.calls).toEqual(['pause', 'resume']);
  expect(violations).toEqual([]);
});

it('a peer of which thousands of frames arrive in a pause is disconnected', () => {
  const { socket, violations, receive } = openPeer();
  receive(1 + 4000);
  expect(violations).toEqual([]);
  receive(1);
  expect(violations).toEqual(['more than 4000 frames have arrived beyond its limits']);
  expect(socket.calls).toEqual(['pause', 'terminate']);
});
