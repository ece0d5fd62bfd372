import { createRandomStream } from '@rcss/core/random';
import { describe, expect, it } from 'vitest';
import {
  countInversions,
  drawResult,
  drawTeams,
  measureCoverage,
  measureScale,
  playLadder,
  playRoundRobins,
} from '../../test/simulate-ladder.js';
import { createPlan, parseTournamentDocument } from '../documents/documents.js';
import type { FixtureResult } from './plan.js';
import { createTournament, type Tournament } from './tournament.js';

const TEAMS = ['A', 'B', 'C', 'D', 'E'];
const create = (results: readonly FixtureResult[] = [], more: object = {}): Tournament =>
  createTournament({ teams: TEAMS, format: { type: 'ladder', ...more }, seeds: 100 }, results);
const NO_CHANGES = { out: new Map(), submissions: new Map(), isFrozen: false };

function play(ladder: Tournament, count: number, seed = 1): Tournament {
  const teams = new Map(TEAMS.map((team, i) => [team, -100 * i]));
  const rng = createRandomStream(seed, 'test');
  for (let i = 0; i < count; i++) ladder.record(drawResult(ladder.ready(1)[0]!, teams, rng));
  return ladder;
}

describe('a ladder', () => {
  it('the same results in the same order give the same next match, after any interruption', () => {
    const whole = play(create(), 40);
    for (const count of [0, 1, 7, 40]) {
      const resumed = create(whole.results().slice(0, count));
      const next = count < 40 ? whole.find(whole.results()[count]!.id) : whole.ready(1)[0];
      expect(resumed.ready(1)).toEqual([next]);
    }
  });

  it('matches that are open at the same time are different, and no seed is used twice', () => {
    const ladder = create();
    const open = ladder.ready(4);
    expect(new Set(open.map(({ id }) => id)).size).toBe(4);
    // Each of the first ones brings a team that has not played: the open matches count already.
    expect(new Set(open.slice(0, 3).flatMap(({ left, right }) => [left, right])).size).toBe(5);
    ladder.record({ id: open[2]!.id, scoreL: 1, scoreR: 0 });
    const later = ladder.ready(4);
    expect(later.slice(0, 3)).toEqual([open[0], open[1], open[3]]);
    expect(new Set([...open, ...later].map(({ seed }) => seed)).size).toBe(5);
    expect(ladder.ready()).toEqual(later);
  });

  it('sides are balanced', () => {
    const ladder = play(create(), 60);
    for (const team of TEAMS) {
      const own = ladder.matches().filter(({ left, right }) => left === team || right === team);
      const left = own.filter((match) => match.left === team).length;
      expect(Math.abs(2 * left - own.length)).toBeLessThanOrEqual(3);
    }
  });

  it('no match of a team that has left is chosen; matches of a disqualified one do not count', () => {
    const ladder = play(create(), 30);
    const before = ladder.ladder()!;
    ladder.follow({ ...NO_CHANGES, out: new Map([['A', { verb: 'withdraw' }]]) });
    expect(ladder.ready(6).flatMap(({ left, right }) => [left, right])).not.toContain('A');
    const { current, former } = ladder.ladder()!;
    expect(current.map(({ team }) => team)).not.toContain('A');
    expect(former).toEqual([before.current.find(({ team }) => team === 'A')]);
    ladder.follow({ ...NO_CHANGES, out: new Map([['A', { verb: 'disqualify' }]]) });
    const matches = ladder.ladder()!.current.reduce((sum, rating) => sum + rating.matches, 0) / 2;
    expect(matches).toBe(ladder.matches().filter(({ left, right }) => left !== 'A' && right !== 'A').length);
    expect(ladder.ladder()!.former).toEqual([]);
  });

  it('a new submission is a new player that begins where the one before was, goes first, and keeps the old results', () => {
    const ladder = play(create(), 60);
    const before = ladder.ladder()!.current.find(({ team }) => team === 'E')!;
    ladder.follow({ ...NO_CHANGES, submissions: new Map([['E', 1]]) });
    const after = ladder.ladder()!;
    const own = after.current.find(({ team }) => team === 'E')!;
    expect(own).toMatchObject({ submission: 1, matches: 0 });
    expect(Math.abs(own.elo - before.elo)).toBeLessThan(0.5);
    expect(own.error).toBeGreaterThan(before.error);
    expect(after.former).toEqual([
      expect.objectContaining({ team: 'E', submission: 0, matches: before.matches }),
    ]);
    const next = ladder.ready(1)[0]!;
    expect(next.id).toMatch(/\b4\.1\b/);
    expect([next.left, next.right]).toContain('E');
    // A result of the old submission that comes late counts for the old one.
    ladder.record({ id: 'ladder-900-4-0', scoreL: 0, scoreR: 1 });
    expect(ladder.ladder()!.former[0]!.matches).toBe(before.matches + 1);
  });

  it('an anchor keeps its strength, so that a team has the same rating in another season', () => {
    const rate = (seed: number) => play(create([], { anchors: { C: 0 } }), 200, seed).ladder()!.current;
    const [first, second] = [rate(1), rate(2)];
    expect(first.find(({ team }) => team === 'C')!.elo).toBeCloseTo(0, 2);
    const difference = ['A', 'B', 'D', 'E'].map(
      (name) =>
        (first.find(({ team }) => team === name)!.elo - second.find(({ team }) => team === name)!.elo) /
        first.find(({ team }) => team === name)!.error,
    );
    expect(Math.max(...difference.map(Math.abs))).toBeLessThan(3);
  });

  it('a season ends after its matches; open ones count to them', () => {
    const ladder = create([], { season: { matches: 3 } });
    expect(ladder.ready(8)).toHaveLength(3);
    expect(play(ladder, 3).isFinished()).toBe(true);
    expect(ladder.ready(8)).toEqual([]);
    expect(ladder.progress()).toEqual({ recorded: 3, total: 3 });
    expect(create().progress().total).toBe(Number.POSITIVE_INFINITY);
  });

  it('a frozen ladder has no further match', () => {
    const ladder = play(create(), 4);
    ladder.follow({ ...NO_CHANGES, isFrozen: true });
    expect([ladder.isFinished(), ladder.ready(2)]).toEqual([true, []]);
  });

  it('knows a match by its identifier, and no other text', () => {
    const ladder = create();
    expect(ladder.find('ladder-7-0.2-3')).toMatchObject({ left: 'A', right: 'D', seed: 106 });
    for (const id of [
      'ladder-0-0-1',
      'ladder-1-0-0',
      'ladder-1-0-5',
      'ladder-1-0',
      'ladder-01-0-1',
      'ladder-1-0-1.0',
      'x',
    ])
      expect(ladder.find(id)).toBeUndefined();
    expect(() => ladder.record({ id: 'ladder-1-0-9', scoreL: 0, scoreR: 0 })).toThrow('not a match');
  });

  it('has its ratings over time, the last with all matches', () => {
    const { history, current } = play(create(), 50).ladder()!;
    expect(history).toHaveLength(20);
    expect(history.at(-1)!.matches).toBe(50);
    const last = history.at(-1)!.ratings.find(({ team }) => team === 'A')!;
    expect(last.elo).toBeCloseTo(current.find(({ team }) => team === 'A')!.elo, 6);
  });
});

describe('a simulated ladder', () => {
  const seeds = [1, 2, 3, 4, 5, 6];
  const runs = seeds.map((seed) => {
    const teams = drawTeams(20, seed);
    const { current } = playLadder(teams, 380, { seed }).ladder()!;
    return { seed, teams, current };
  });

  it('19 of 20 intervals contain the strength', () => {
    const coverage =
      runs.reduce((sum, { current, teams }) => sum + measureCoverage(current, teams), 0) / runs.length;
    expect(coverage).toBeGreaterThan(0.88);
  });

  // Pairs that seem far apart meet no more: with a prior that is too wide, the differences were 1.25 times as large.
  it('rates the differences of the teams neither too large nor too small', () => {
    const scale =
      runs.reduce((sum, { current, teams }) => sum + measureScale(current, teams), 0) / runs.length;
    expect(scale).toBeGreaterThan(0.9);
    expect(scale).toBeLessThan(1.1);
  });

  it('finds the order better than as many matches of round robins', () => {
    const ladder = runs.reduce((sum, { current, teams }) => sum + countInversions(current, teams), 0);
    const robins = runs.reduce(
      (sum, { teams, seed }) => sum + countInversions(playRoundRobins(teams, 2, seed), teams),
      0,
    );
    expect(ladder).toBeLessThan(robins);
  });
});

describe('a document with a ladder', () => {
  const text = (format: string): string =>
    `version: 1\nteams:\n  - { name: A, start: demo, anchor: 0 }\n  - { name: B, start: demo }\nformat: ${format}\n`;

  it('has the anchors in its teams', () => {
    const parsed = parseTournamentDocument(text('{ type: ladder, season: { matches: 10 } }'));
    if (!parsed.ok) throw new Error(parsed.error[0]!.message);
    expect(createPlan(parsed.value).format).toEqual({
      type: 'ladder',
      season: { matches: 10 },
      anchors: { A: 0 },
    });
  });

  it.each([
    [
      '{ type: ladder, season: { until: tomorrow } }',
      /line 5: format\.season\.until: .*2026-12-01T18:00:00Z/,
    ],
    [
      '{ type: ladder, season: { matches: 0 } }',
      /line 5: format\.season\.matches: 0 is not a whole number from 1/,
    ],
    ['{ type: ladder, rounds: 3 }', /line 5: format\.rounds/],
  ])('is refused with the line and what is allowed: %s', (format, message) => {
    const parsed = parseTournamentDocument(text(format));
    expect(parsed.ok ? '' : parsed.error[0]!.message).toMatch(message);
  });
});
