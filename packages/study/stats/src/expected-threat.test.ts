import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addMatch, computeThreat, createThreatCounts, totals } from '../model/threat-model.js';
import type { MatchAnalysis } from './analyzer.js';
import type { StatEvent } from './event.js';
import { computeExpectedThreat, EXPECTED_THREAT_GRID, gainOfThreat } from './expected-threat.js';

function action(type: StatEvent['type'], x: number, endX: number, success: boolean): StatEvent {
  const outcome = type === 'shot' && success ? 'goal' : '';
  return { type, side: 'l', x, y: 10, endX, endY: 10, success, outcome } as StatEvent;
}

it('threat is a probability everywhere, and the same for both sides and both wings', () => {
  const position = fc.double({ min: -70, max: 70, noNaN: true });
  fc.assert(
    fc.property(position, position, (x, y) => {
      const threat = computeExpectedThreat('l', x, y);
      expect(threat).toBeGreaterThanOrEqual(0);
      expect(threat).toBeLessThanOrEqual(1);
    }),
  );
  const { columns, rows, values } = EXPECTED_THREAT_GRID;
  expect(values.length).toBe(columns * rows);
  expect(computeExpectedThreat('r', -40.5, 3.1)).toBe(computeExpectedThreat('l', 40.5, -3.1));
  expect(computeExpectedThreat('l', 40.5, 3.1)).toBe(computeExpectedThreat('l', 40.5, -3.1));
});

it('threat grows towards the goal, and a pass forward gains what a pass back loses', () => {
  expect(computeExpectedThreat('l', 45, 1)).toBeGreaterThan(computeExpectedThreat('l', 20, 1));
  expect(computeExpectedThreat('l', 20, 1)).toBeGreaterThan(computeExpectedThreat('l', -30, 1));
  const forward = gainOfThreat(action('pass', 10, 40, true))!;
  expect(forward).toBeGreaterThan(0.05);
  expect(gainOfThreat(action('pass', 40, 10, true))).toBe(-forward);
  expect(gainOfThreat(action('pass', 10, 40, false))).toBeNull();
  expect(gainOfThreat(action('shot', 40, 50, true))).toBeNull();
});

it('the value of a cell is its share of goals, or the value of the cells to which the ball moves', () => {
  const counts = createThreatCounts();
  const events = [
    ...Array.from({ length: 95 }, (_, i) => action('shot', 45, 52, i < 50)),
    ...Array.from({ length: 15 }, (_, i) => action('pass', 0, 45, i < 10)),
  ];
  addMatch(counts, { events } as unknown as MatchAnalysis);
  expect(totals(counts)).toEqual({ matches: 1, moves: 15, shots: 95 });
  const grid = {
    version: 1,
    matches: 1,
    moves: 15,
    shots: 95,
    columns: 16,
    rows: 12,
    values: computeThreat(counts),
  };
  expect(computeExpectedThreat('l', 45, 10, grid)).toBeCloseTo(0.5, 4);
  expect(computeExpectedThreat('l', 0, -10, grid)).toBeCloseTo(0.25, 4);
  expect(computeExpectedThreat('l', -40, 0, grid)).toBe(0);
});
