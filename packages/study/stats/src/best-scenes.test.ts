import { readFileSync } from 'node:fs';
import { readLogBytes } from '@rcss/logs';
import { describe, expect, it } from 'vitest';
import { findBestPlayer, findBestScenes } from './entries/analysis.js';
import { analyzeRecords, summarize } from './index.js';

const MATCH = analyzeRecords(
  readLogBytes(
    new Uint8Array(readFileSync(new URL('../../../conformance/matches/match-1.rcg.gz', import.meta.url))),
  ),
);

describe('best scenes', () => {
  it('have all goals, are in order, apart, and not longer than a minute', () => {
    const scenes = findBestScenes(MATCH);
    const goals = MATCH.events.filter(({ type }) => type === 'goal');
    expect(scenes.filter(({ event }) => event.type === 'goal').map(({ event }) => event)).toEqual(goals);
    expect(scenes.length).toBeGreaterThan(goals.length);
    expect(scenes.reduce((sum, { from, to }) => sum + to - from, 0)).toBeLessThanOrEqual(600);
    for (const [i, { from }] of scenes.slice(1).entries()) expect(from).toBeGreaterThan(scenes[i]!.to);
    for (const { event, from, to } of scenes)
      expect([from <= event.show, to >= event.endShow, to < MATCH.columns.length]).toEqual([
        true,
        true,
        true,
      ]);
  });

  it('a shorter time keeps the goals before the shots', () => {
    expect(findBestScenes(MATCH, 130).every(({ event }) => event.type === 'goal')).toBe(true);
    expect(findBestScenes(MATCH, 1)).toEqual([]);
  });
});

describe('player of the match', () => {
  const stats = summarize(MATCH);

  it('is the one with the most points, and the reasons add up to the points without deductions', () => {
    const { player, points, reasons } = findBestPlayer(stats)!;
    expect([player.side, player.unum, reasons[0]]).toEqual(['l', 11, { figure: 'goals', count: 3 }]);
    expect(points).toBeGreaterThan(18);
  });

  it('of equal points, the team with more goals decides; without points there is none', () => {
    const players = stats.players.map((player) => ({ ...player, ...emptyCounts }));
    expect(findBestPlayer({ ...stats, players })).toBeNull();
    const two = players.map((player) => (player.unum === 5 ? { ...player, saves: 1 } : player));
    const sideOfWinner = stats.teams.l.score > stats.teams.r.score ? 'l' : 'r';
    expect(findBestPlayer({ ...stats, players: two })?.player).toMatchObject({ side: sideOfWinner, unum: 5 });
  });
});

const emptyCounts = {
  goals: 0,
  assists: 0,
  saves: 0,
  shotsOnTarget: 0,
  blocks: 0,
  interceptions: 0,
  steals: 0, // words-ok: term of docs/use/analyst/statistics.md
  claims: 0,
  tacklesWon: 0,
  passesCompleted: 0,
  losses: 0,
  fouls: 0,
  yellowCards: 0,
  redCards: 0,
  ownGoals: 0,
};
