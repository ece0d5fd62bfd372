import { createFrame } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import { FRAME_BYTES } from './frame-codec.js';
import { FrameStore } from './frame-store.js';

function filled(count: number, limit?: number): FrameStore {
  const store = new FrameStore(limit);
  const frame = createFrame();
  for (let i = 0; i < count; i++) {
    frame.time = i * 2;
    frame.ballX = i;
    store.put(i, frame);
  }
  return store;
}

describe('FrameStore', () => {
  it('returns the frame of every index', () => {
    const store = filled(1000);
    for (const i of [0, 1, 127, 128, 129, 999, 500, 64, 0]) expect(store.get(i)?.ballX).toBe(i);
    expect([store.get(-1), store.get(1000)]).toEqual([undefined, undefined]);
    expect(store.getTime(700)).toBe(1400);
  });

  it('returns the new frame after a replacement', () => {
    const store = filled(10);
    expect(store.get(5)?.time).toBe(10);
    const frame = createFrame();
    frame.time = 77;
    store.put(5, frame);
    expect(store.get(5)?.time).toBe(77);
  });

  it('drops the oldest frames beyond its limit', () => {
    const store = filled(2000, 512);
    expect(store.last).toBe(1999);
    expect(store.first).toBeGreaterThan(1999 - 512 - 256);
    expect(store.first).toBeLessThanOrEqual(2000 - 512);
    expect(store.get(store.first)?.ballX).toBe(store.first);
    expect(store.get(store.first - 1)).toBeUndefined();
  });

  it('returns runs of frames as bytes that end at missing frames and at block ends', () => {
    const store = filled(300);
    const other = new FrameStore();
    for (let i = 100; i < 260; ) {
      const bytes = store.getBytes(i, 260 - i);
      expect(other.putBytes(i, bytes)).toBe(bytes.length / FRAME_BYTES);
      i += bytes.length / FRAME_BYTES;
    }
    expect([other.has(99), other.has(100), other.has(259), other.has(260)]).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(other.get(200)?.ballX).toBe(200);
    expect(other.getBytes(0, 10)).toHaveLength(0);
  });

  it('finds the first frame with a time not before a cycle (spec 11 §2.4)', () => {
    const store = filled(100);
    expect([
      store.indexOfCycle(0),
      store.indexOfCycle(7),
      store.indexOfCycle(198),
      store.indexOfCycle(199),
    ]).toEqual([0, 4, 99, -1]);
  });
});
