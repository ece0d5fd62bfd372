import { EventEmitter } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { catchInterrupt } from './interrupt.js';

afterEach(() => {
  vi.useRealTimers();
});

test('the first signal is reported with its exit status', () => {
  const source = new EventEmitter();
  const interrupt = catchInterrupt(source, () => {});
  let calls = 0;
  interrupt.onReceived(() => calls++);
  expect(interrupt.status).toBeNull();
  source.emit('SIGINT', 'SIGINT');
  expect(interrupt.signal.aborted).toBe(true);
  expect(interrupt.status).toBe(130);
  expect(calls).toBe(1);
});

test('a second signal directly after the first is ignored, a later one ends the process', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const source = new EventEmitter();
  const exits: number[] = [];
  catchInterrupt(source, (status) => exits.push(status));
  source.emit('SIGTERM', 'SIGTERM');
  vi.advanceTimersByTime(500);
  source.emit('SIGINT', 'SIGINT');
  expect(exits).toEqual([]);
  vi.advanceTimersByTime(1000);
  source.emit('SIGINT', 'SIGINT');
  expect(exits).toEqual([143]);
});

test('after release, signals have their default effect', () => {
  const source = new EventEmitter();
  catchInterrupt(source, () => {}).restoreDefaults();
  expect(
    source.listenerCount('SIGINT') + source.listenerCount('SIGTERM') + source.listenerCount('SIGHUP'),
  ).toBe(0);
});
