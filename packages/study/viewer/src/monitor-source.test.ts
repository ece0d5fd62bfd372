import { afterEach, expect, it, vi } from 'vitest';
import { MonitorSource } from './monitor-source.js';

afterEach(() => vi.unstubAllGlobals());

it('rooms of one server have titles of their own', () => {
  vi.stubGlobal(
    'WebSocket',
    class {
      addEventListener(): void {}
      close(): void {}
    },
  );
  const titleOf = (url: string): string => {
    const source = new MonitorSource(url);
    source.close();
    return source.title;
  };
  expect(titleOf('ws://hall.test:8000/rooms/field-1/monitor')).toBe('field-1 · hall.test:8000');
  expect(titleOf('ws://hall.test:8000/rooms/field-2/monitor?token=x')).toBe('field-2 · hall.test:8000');
  expect(titleOf('wss://hall.test/monitor')).toBe('hall.test');
});
