import { readFileSync } from 'node:fs';
import type { Side } from '@rcss/core';
import { readLogBytes } from '@rcss/logs';
import { describe, expect, it } from 'vitest';
import {
  FIGURES,
  filterMoments,
  findGoalChain,
  findSetPlay,
  isInZone,
  listMoments,
  measureRun,
  ZONES,
} from './entries/analysis.js';
import { analyzeRecords, type MatchAnalysis, summarize } from './index.js';

const analyze = (path: string): MatchAnalysis =>
  analyzeRecords(readLogBytes(new Uint8Array(readFileSync(new URL(path, import.meta.url)))));
const MATCH = analyze('../../../conformance/matches/match-1.rcg.gz');
const LOGS: readonly (readonly [name: string, analysis: MatchAnalysis])[] = [
  ['a whole match', MATCH],
  ...['02', '06', '11', '19', '23'].map(
    (clip) => [`clip ${clip}`, analyze(`../testdata/clips/${clip}.rcg.gz`)] as const,
  ),
];
const SIDES: readonly Side[] = ['l', 'r'];

describe('figures and their moments', () => {
  it.each(LOGS)('%s: every number of the summary is that of its list, for teams and players', (_, a) => {
    for (const until of [Number.POSITIVE_INFINITY, Math.floor(a.columns.length / 2), 3]) {
      const { teams, players } = summarize(a, until);
      for (const figure of FIGURES) {
        for (const owner of [...SIDES.map((side) => ({ ...teams[side], unum: 0 })), ...players]) {
          const number = (owner as unknown as Record<string, number | undefined>)[figure];
          if (number === undefined) continue;
          const sum = listMoments(a, figure, owner, until).reduce((all, { value }) => all + value, 0);
          expect([figure, owner.side, owner.unum, until, sum]).toEqual([
            figure,
            owner.side,
            owner.unum,
            until,
            expect.closeTo(number, 9),
          ]);
        }
      }
      for (const side of SIDES) {
        const kicks = teams[side].setPlays;
        const count = (figure: (typeof FIGURES)[number]): number =>
          listMoments(a, figure, { side, unum: 0 }, until).length;
        expect(count('cornerKicks')).toBe(kicks['corner_kick'] ?? 0);
        expect(count('freeKicks')).toBe((kicks['free_kick'] ?? 0) + (kicks['indirect_free_kick'] ?? 0));
        expect(count('kickIns')).toBe(kicks['kick_in'] ?? 0);
        expect(count('goalKicks')).toBe(kicks['goal_kick'] ?? 0);
      }
    }
  });

  it('the runs of the halves add up to that of the match, and to the summary', () => {
    summarize(MATCH).players.forEach((player, i) => {
      const [whole, first, second] = [undefined, 1, 2].map((period) => measureRun(MATCH, i, period));
      expect(first!.distance + second!.distance).toBeCloseTo(whole!.distance, 6);
      expect(whole!.distance).toBeCloseTo(player.distance, 1);
      expect(whole!.staminaMin).toBeCloseTo(player.staminaMin!, 1);
      expect(Math.min(first!.staminaMin!, second!.staminaMin!)).toBe(whole!.staminaMin);
    });
  });

  it('the whole match has moments of most figures', () => {
    const found = FIGURES.filter((figure) =>
      SIDES.some((side) => listMoments(MATCH, figure, { side, unum: 0 }).length > 0),
    );
    expect(found.length).toBeGreaterThan(15);
  });
});

describe('chains of goals', () => {
  const goals = MATCH.events.filter(({ type }) => type === 'goal');

  it('begin with a ball that the others lost, or a set play, and contain only what the scoring team did then', () => {
    expect(goals).toHaveLength(4);
    for (const goal of goals) {
      const [start, ...rest] = findGoalChain(MATCH, goal);
      expect(rest.at(-1)).toBe(goal);
      expect(start!.type === 'set_play' || start!.side !== goal.side).toBe(true);
      for (const { side, show } of rest) expect([side, show >= start!.show]).toEqual([goal.side, true]);
      const lost = MATCH.events.filter(
        ({ type, side, show, endShow }) =>
          type === 'loss' && side !== goal.side && show > start!.show && endShow < goal.show,
      );
      expect(lost).toEqual([]);
    }
    expect(goals.some((goal) => findGoalChain(MATCH, goal)[0]!.type !== 'set_play')).toBe(true);
  });

  it('of a goal without anything before it have only the goal', () => {
    const goal = goals[0]!;
    expect(findGoalChain({ ...MATCH, events: [goal] }, goal)).toEqual([goal]);
  });
});

describe('filters of moments', () => {
  const passes = SIDES.flatMap((side) => listMoments(MATCH, 'passes', { side, unum: 0 }));

  it('results, periods and players part the moments', () => {
    const count = (filter: Parameters<typeof filterMoments>[1]): number =>
      filterMoments(passes, filter).length;
    expect(count({ result: 'success' }) + count({ result: 'failure' })).toBe(passes.length);
    expect(count({ period: 1 }) + count({ period: 2 })).toBe(passes.length);
    const unums = Array.from({ length: 12 }, (_, unum) => count({ unum }));
    expect(unums.reduce((a, b) => a + b)).toBe(passes.length);
    expect(count({ from: 1000, to: 2000 })).toBe(
      passes.filter(({ event: { time } }) => time >= 1000 && time <= 2000).length,
    );
  });

  it('the thirds part the pitch, and the areas are in the thirds of their ends, as each team sees them', () => {
    for (const { event, side } of passes) {
      const zones = ZONES.filter((zone) => isInZone(event, side, zone));
      expect(zones.filter((zone) => zone.endsWith('third'))).toHaveLength(1);
      if (zones.includes('own area')) expect(zones).toContain('own third');
      if (zones.includes('their area')) expect(zones).toContain('last third');
    }
    expect(isInZone({ x: 50, y: 0 }, 'l', 'their area')).toBe(true);
    expect(isInZone({ x: 50, y: 0 }, 'r', 'own area')).toBe(true);
    expect(isInZone({ x: 50, y: 25 }, 'l', 'their area')).toBe(false);
  });

  it('a moment follows from the last set play of its team, not from one of the opponents or of another time', () => {
    const { events } = MATCH;
    const after = filterMoments(passes, { after: 'kick_in' }, events);
    expect(after.length).toBeGreaterThan(0);
    for (const { event } of after) {
      const last = events.filter(({ type, show }) => type === 'set_play' && show <= event.show).at(-1)!;
      expect([last.outcome, last.side, event.time - last.time <= 150]).toEqual(['kick_in', event.side, true]);
    }
    const [first] = after;
    const late = { ...first!.event, time: first!.event.time + 200 };
    expect(findSetPlay(events, late)).toBe('');
  });
});
