import { createWorld, type Player, type ViewQuality, type ViewWidth } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import { createTestParams, placePlayer } from '../test/scene.js';
import { countAsyncSee, countSyncSee } from './see-timing.js';

const params = createTestParams();
/** Times in the 300 ms period that have an asynchronous occasion (spec 04 §3.2). */
const OCCASIONS = [40, 80, 120, 150, 190, 230, 270, 300];

function player(version: number, width: ViewWidth = 'normal', quality: ViewQuality = 'high'): Player {
  return placePlayer(createWorld(), params, 'l', 1, { version, width, quality });
}

function asyncTimes(p: Player, periods = 1): number[] {
  const times: number[] = [];
  for (let i = 0; i < periods; i++) {
    for (const t of OCCASIONS) if (countAsyncSee(p)) times.push(300 * i + t);
  }
  return times;
}

describe('asynchronous see (spec 04 §3.2, §9.3)', () => {
  it.each([
    ['narrow', 'high', [80, 150, 230, 300]],
    ['normal', 'high', [150, 300]],
    ['wide', 'high', [300]],
    ['narrow', 'low', OCCASIONS],
    ['normal', 'low', [80, 150, 230, 300]],
    ['wide', 'low', [150, 300]],
  ] as const)('%s %s', (width, quality, times) => {
    expect(asyncTimes(player(17, width, quality))).toEqual(times);
  });

  it('change_view does not reset the counter (spec 04 §9.3)', () => {
    const p = player(17, 'wide');
    for (let i = 0; i < 5; i++) expect(countAsyncSee(p)).toBe(false);
    p.viewWidth = 'narrow';
    expect(countAsyncSee(p)).toBe(true);
    expect(countAsyncSee(p)).toBe(false);
    p.viewWidth = 'wide';
    expect([2, 3, 4, 5, 6, 7].map(() => countAsyncSee(p))).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(countAsyncSee(p)).toBe(true);
  });

  it('does not change synchronous and absent players', () => {
    const p = player(18);
    for (const _ of OCCASIONS) expect(countAsyncSee(p)).toBe(false);
    expect(p.seeCounter).toBe(0);
    const absent = player(17);
    absent.enabled = false;
    expect(asyncTimes(absent)).toEqual([]);
    expect(absent.seeCounter).toBe(0);
  });
});

describe('synchronous see (spec 04 §3.2, §9.4)', () => {
  it.each([
    ['narrow', [1, 2, 3, 4, 5, 6]],
    ['normal', [2, 4, 6]],
    ['wide', [3, 6]],
  ] as const)('%s', (width, cycles) => {
    const p = player(19, width);
    expect([1, 2, 3, 4, 5, 6].filter(() => countSyncSee(p))).toEqual(cycles);
  });

  it('a change from normal to narrow sends at the next cycle; asynchronous players are not changed', () => {
    const p = player(19);
    expect(countSyncSee(p)).toBe(false);
    p.viewWidth = 'narrow';
    expect(countSyncSee(p)).toBe(true);
    const old = player(17);
    expect([1, 2, 3, 4].some(() => countSyncSee(old))).toBe(false);
  });
});
