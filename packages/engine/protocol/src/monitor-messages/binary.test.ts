import { createFrame } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import { readShortShowinfo2, readShowinfo2 } from './binary.js';

describe('sizes of binary shows (spec 09 §5)', () => {
  it.each([
    ['showinfo_t2', readShowinfo2, 1468],
    ['short_showinfo_t2', readShortShowinfo2, 1428],
  ])('%s is read if all of its bytes are there', (_, read, size) => {
    const frame = createFrame();
    expect(read(new Uint8Array(size), 0, frame)).toBe(true);
    expect(read(new Uint8Array(size - 1), 0, frame)).toBe(false);
    expect(read(new Uint8Array(size + 2), 2, frame)).toBe(true);
    expect(read(new Uint8Array(size + 1), 2, frame)).toBe(false);
    expect(frame.players[12]).toMatchObject({ side: 'r', unum: 2 });
  });
});
