import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ByteFeed } from './byte-feed.js';

it('returns all bytes in order with their offsets, whatever the sizes of pieces and reads', () => {
  const steps = fc.array(
    fc.record({ piece: fc.integer({ min: 0, max: 90_000 }), read: fc.integer({ min: 0, max: 120_000 }) }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(steps, fc.integer({ min: 0, max: 1000 }), (list, begin) => {
      const feed = new ByteFeed(begin);
      let pushed = 0;
      let read = 0;
      for (const step of list) {
        const piece = Uint8Array.from({ length: step.piece }, (_, i) => (pushed + i) % 251);
        feed.push(piece);
        pushed += piece.length;
        expect(feed.remaining).toBe(pushed - read);
        for (let i = Math.min(step.read, feed.remaining); i > 0; i--) {
          if (feed.buf[feed.pos] !== read % 251) throw new Error(`byte ${read} is ${feed.buf[feed.pos]}`);
          feed.pos++;
          read++;
        }
        expect(feed.offset).toBe(begin + read);
      }
    }),
    { numRuns: 60 },
  );
});

it('a piece is not copied if nothing is unread', () => {
  const feed = new ByteFeed();
  const piece = new Uint8Array(5);
  feed.push(piece);
  expect(feed.buf).toBe(piece);
  feed.pos = 5;
  const next = new Uint8Array(3);
  feed.push(next);
  expect(feed.buf).toBe(next);
  expect(feed.offset).toBe(5);
});

it('many small pieces of a long record are appended to one buffer, which doubles when it is full', () => {
  const feed = new ByteFeed();
  const buffers = new Set<Uint8Array>();
  for (let i = 0; i < 4000; i++) {
    feed.push(new Uint8Array(100));
    buffers.add(feed.buf);
  }
  // 100 bytes not copied, then buffers of 64, 128, 256 and 512 kB for 400,000 bytes.
  expect([...buffers].map(({ length }) => length)).toEqual([100, 65_536, 131_200, 262_600, 525_400]);
});

it('a feed does not write into a piece that was passed to it', () => {
  const feed = new ByteFeed();
  const piece = Uint8Array.of(1, 2, 3, 4);
  feed.push(piece.subarray(0, 2));
  feed.push(Uint8Array.of(9));
  expect([...piece]).toEqual([1, 2, 3, 4]);
  expect([...feed.buf.subarray(feed.pos, feed.end)]).toEqual([1, 2, 9]);
});
