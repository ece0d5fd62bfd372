import type { DebugRecord } from '@rcss/core/debug-channel';
import { describe, expect, it } from 'vitest';
import { DebugStore } from './debug-store.js';

const record = (time: number, stoppageTime: number, rest: Partial<DebugRecord> = {}): DebugRecord => ({
  time,
  stoppageTime,
  side: 'l',
  unum: 7,
  ...rest,
});

describe('the debug records of a match', () => {
  it('finds the records of a player at a moment', () => {
    const store = new DebugStore();
    store.add([record(5, 0), record(5, 1), record(5, 0, { unum: 8 }), record(5, 0, { side: 'r' })]);
    expect(store.find(6, 5, 0)).toEqual([record(5, 0)]);
    expect(store.find(6, 5, 1)).toEqual([record(5, 1)]);
    expect(store.find(17, 5, 0)).toEqual([record(5, 0, { side: 'r' })]);
    expect(store.find(6, 6, 0)).toEqual([]);
  });

  it('finds the newest record before a moment at which the game time stands still', () => {
    const store = new DebugStore();
    store.add([record(0, 2), record(0, 4)]);
    expect(store.find(6, 0, 1)).toEqual([]);
    expect(store.find(6, 0, 3)).toEqual([record(0, 2)]);
    expect(store.find(6, 0, 90)).toEqual([record(0, 4)]);
  });

  it('lists players and levels that occur', () => {
    const store = new DebugStore();
    store.add([
      record(1, 0, { texts: [{ text: 'a', level: 32 }, { text: 'b' }] }),
      record(1, 0, { side: 'r', unum: 1, shapes: [{ kind: 'point', x: 0, y: 0, level: 1 }] }),
      record(2, 0, { unum: 0 }),
    ]);
    expect(store.levels).toEqual([1, 32]);
    expect(store.players).toEqual([
      [-1, 1],
      [6, 1],
      [11, 1],
    ]);
  });

  it('changes its version with every change', () => {
    const store = new DebugStore();
    const versions = [store.version];
    store.add([record(1, 0)]);
    versions.push(store.version);
    store.clear();
    versions.push(store.version);
    expect(new Set(versions).size).toBe(3);
    expect([store.count, store.has(1)]).toEqual([0, false]);
  });
});
