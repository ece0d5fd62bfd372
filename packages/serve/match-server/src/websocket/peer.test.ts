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
  ping = () => void this.calls.push('ping');
  close = (code: number, reason: string) => void this.calls.push(`close ${code} ${reason}`);
}

const LIMITS = { maxQueuedBytes: 1000, pingIntervalMs: 15_000, acceptTimeoutMs: 60_000, pauseMs: 100 };

afterEach(() => vi.useRealTimers());

/** A peer whose handler refuses every frame. */
function openPeer() {
  vi.useFakeTimers();
  const socket = new FakeSocket();
  const violations: string[] = [];
  const peer = new WebSocketPeer(socket as unknown as WebSocket, LIMITS, {
    onOpen: () => {},
    onFrame: () => false,
    onViolation: (reason) => void violations.push(reason),
    onEnd: () => {},
  });
  const receive = (count: number) => {
    for (let i = 0; i < count; i++) socket.emit('message', Buffer.alloc(0));
  };
  return { peer, socket, violations, receive };
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

it('a peer that answers pings stays, and is disconnected when it answers no more', () => {
  const { peer, socket, violations } = openPeer();
  peer.markAccepted();
  for (let i = 0; i < 10; i++) {
    vi.advanceTimersByTime(15_000);
    socket.emit('pong');
  }
  expect(socket.calls).toEqual(Array(10).fill('ping'));
  vi.advanceTimersByTime(15_000);
  expect(violations).toEqual([]);
  vi.advanceTimersByTime(15_000);
  expect(violations).toEqual(['it does not answer pings']);
  expect(socket.calls.slice(10)).toEqual(['ping', 'terminate']);
});

it('a WebSocket without an accepted client ends after a time', () => {
  const { socket } = openPeer();
  for (let i = 0; i < 3; i++) {
    vi.advanceTimersByTime(15_000);
    socket.emit('pong');
  }
  expect(socket.calls).toEqual(['ping', 'ping', 'ping']);
  vi.advanceTimersByTime(15_000);
  expect(socket.calls).toContain('close 1008 no client was accepted in time');
});
