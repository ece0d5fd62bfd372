import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseColumns, toMatchAddress } from './match-address.js';

describe('addresses of a match wall', () => {
  it('the page of a bridge stands for its WebSocket; logs and WebSockets are as they are given', () => {
    const base = 'http://hall.test:8088/?wall';
    expect(toMatchAddress('http://field2.test:8088', base)).toBe('ws://field2.test:8088/frames');
    expect(toMatchAddress('https://field2.test/', base)).toBe('wss://field2.test/frames');
    expect(toMatchAddress('ws://hall.test:6000/rooms/a/monitor', base)).toBe(
      'ws://hall.test:6000/rooms/a/monitor',
    );
    expect(toMatchAddress('/log/1', base)).toBe('http://hall.test:8088/log/1');
    // What a server of logs prints.
    expect(toMatchAddress('/0', base)).toBe('http://hall.test:8088/log/0');
    expect(toMatchAddress('http://field2.test:8088/12', base)).toBe('http://field2.test:8088/log/12');
    expect(() => toMatchAddress('http://:99', base)).toThrow("'http://:99' is not an address");
  });

  it('the columns give the largest matches', () => {
    expect([1, 2, 3, 4, 6, 9].map((count) => chooseColumns(count, 1920, 1080))).toEqual([1, 2, 2, 2, 3, 3]);
    expect([2, 4].map((count) => chooseColumns(count, 390, 844))).toEqual([1, 1]);
    // Boards need height: two matches are side by side also where halves of the window would have the shape of two fields.
    expect([chooseColumns(2, 1440, 900), chooseColumns(2, 1280, 800)]).toEqual([2, 2]);
    fc.assert(
      fc.property(
        fc.nat({ max: 40 }),
        fc.integer({ min: 1, max: 4000 }),
        fc.integer({ min: 1, max: 4000 }),
        (n, w, h) => {
          const columns = chooseColumns(n, w, h);
          expect(columns).toBeGreaterThanOrEqual(1);
          expect(columns).toBeLessThanOrEqual(Math.max(1, n));
        },
      ),
    );
  });
});
