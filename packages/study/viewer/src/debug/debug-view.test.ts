import { createFrame, type Frame } from '@rcss/core';
import type { DebugRecord } from '@rcss/core/debug-channel';
import { describe, expect, it } from 'vitest';
import type { MatchSource } from '../source.js';
import { DebugView } from './debug-view.js';

/** Returns a source whose frames have the given game times and stoppage times. */
function createSource(kind: 'live' | 'log', times: readonly (readonly [number, number])[]): MatchSource {
  const frames = times.map(([time, stoppageTime]): Frame => ({ ...createFrame(), time, stoppageTime }));
  return {
    kind,
    match: 'm1',
    first: 0,
    last: frames.length - 1,
    getFrame: (index: number) => frames[index],
  } as unknown as MatchSource;
}

function createRecord(time: number, stoppageTime: number): DebugRecord {
  return { time, stoppageTime, side: 'l', unum: 7 };
}

/** Returns the stoppage times of the records that are found for each frame. */
function findRecords(view: DebugView, source: MatchSource): readonly (number | undefined)[] {
  return Array.from({ length: source.last + 1 }, (_, index) => {
    const { records } = view.findEntry(source, source.getFrame(index)!, index, 6);
    return records[0]?.stoppageTime;
  });
}

describe('the records of a frame', () => {
  it('are those of its cycle if the frames began during a stoppage', () => {
    const view = new DebugView();
    view.store.add([40, 41, 42, 43].map((stoppageTime) => createRecord(0, stoppageTime)));
    const times = [0, 1, 2, 3].map((stoppageTime) => [0, stoppageTime] as const);
    expect(findRecords(view, createSource('live', times))).toEqual([40, 41, 42, 43]);
    // After the stoppage, its last frame is still the one of the newest record.
    expect(findRecords(view, createSource('live', [...times, [1, 0], [2, 0]])).slice(0, 4)).toEqual([
      40, 41, 42, 43,
    ]);
  });

  it('are not moved by a delay of the network, and not in logs', () => {
    const view = new DebugView();
    view.store.add([0, 1, 2, 3, 4, 5].map((stoppageTime) => createRecord(0, stoppageTime)));
    const times = [0, 1, 2, 3].map((stoppageTime) => [0, stoppageTime] as const);
    expect(findRecords(view, createSource('live', times))).toEqual([0, 1, 2, 3]);
    view.store.add([createRecord(0, 60)]);
    expect(findRecords(view, createSource('log', times))).toEqual([0, 1, 2, 3]);
  });
});
