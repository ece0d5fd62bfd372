import { readFileSync } from 'node:fs';
import { createRandomStream, uniform } from '@rcss/core/random';
import { readLogBytes } from '@rcss/logs';
import { describe, expect, it } from 'vitest';
import { computeWinChances, readWinChances } from '../entries/action-values.js';
import { analyzeRecords } from '../index.js';

const END = 6000;

describe('chances of a win', () => {
  it('are symmetric, add up to 1, grow with the lead and with the time left for it', () => {
    const at = (scoreL: number, scoreR: number, time: number) =>
      computeWinChances({ scoreL, scoreR, time, end: END });
    for (const time of [0, 500, 3000, 5900]) {
      for (const [l, r] of [
        [0, 0],
        [1, 0],
        [2, 5],
        [30, 28],
      ] as const) {
        const { left, draw, right } = at(l, r, time);
        expect(left + draw + right).toBeCloseTo(1, 9);
        const mirrored = at(r, l, time);
        expect(mirrored.right).toBeCloseTo(left, 9);
        expect(at(l + 1, r, time).left).toBeGreaterThan(left);
      }
    }
    expect(at(1, 0, 5900).left).toBeGreaterThan(at(1, 0, 1000).left);
    expect(at(0, 0, 5990).draw).toBeGreaterThan(0.98);
    expect(at(2, 1, END)).toEqual({ left: 1, draw: 0, right: 0 });
    expect(at(1, 1, END)).toEqual({ left: 0, draw: 1, right: 0 });
  });

  it('are right in matches whose goals follow the stated assumption', () => {
    const rng = createRandomStream(1, 'win');
    // Rates with the stated distribution: one goal in 3000 cycles, exponential.
    const rate = (): number => -Math.log(1 - uniform(rng, 0, 1)) / 3000;
    const groups = Array.from({ length: 10 }, () => ({ count: 0, predicted: 0, won: 0 }));
    for (let match = 0; match < 6000; match++) {
      const rates = [rate(), rate()] as const;
      const goals = rates.map((own) => {
        const times: number[] = [];
        for (let t = 0; ; ) {
          t -= Math.log(1 - uniform(rng, 0, 1)) / own;
          if (t > END) return times;
          times.push(t);
        }
      });
      const time = uniform(rng, 0, END);
      const [scoreL, scoreR] = goals.map((times) => times.filter((t) => t <= time).length) as [
        number,
        number,
      ];
      const { left } = computeWinChances({ scoreL, scoreR, time, end: END });
      const group = groups[Math.min(9, Math.floor(10 * left))]!;
      group.count++;
      group.predicted += left;
      if (goals[0]!.length > goals[1]!.length) group.won++;
    }
    expect(groups.filter(({ count }) => count > 50).length).toBeGreaterThan(6);
    for (const { count, predicted, won } of groups.filter((group) => group.count > 0)) {
      // Four standard deviations.
      const share = predicted / count;
      expect(Math.abs(won - predicted)).toBeLessThan(4 * Math.sqrt(count * share * (1 - share)) + 1);
    }
  });

  it('of a recorded match end with its result, and jump at its goals', () => {
    const log = readFileSync(new URL('../../../../conformance/matches/match-1.rcg.gz', import.meta.url));
    const a = analyzeRecords(readLogBytes(new Uint8Array(log)));
    expect(readWinChances(a, a.columns.length - 1)).toEqual({ left: 1, draw: 0, right: 0 });
    for (const { endShow, side } of a.events.filter(({ type }) => type === 'goal')) {
      const before = readWinChances(a, endShow - 1);
      const after = readWinChances(a, endShow);
      if (side === 'l') expect(after.left).toBeGreaterThan(before.left + 0.01);
      else expect(after.right).toBeGreaterThan(before.right + 0.01);
    }
  });
});
