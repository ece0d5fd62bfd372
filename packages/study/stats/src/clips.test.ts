/** Statistics of clips against counts by hand: testdata/clips/README.md says who counted what, and how. */
import { readFileSync } from 'node:fs';
import type { Side } from '@rcss/core';
import { readLogBytes } from '@rcss/logs';
import { describe, expect, it } from 'vitest';
import counts from '../testdata/clips/counts.json' with { type: 'json' };
import { analyzeRecords, summarize, type TeamStats } from './index.js';

describe('clips that were counted by hand', () => {
  for (const { clip, note, teams, ...expected } of counts) {
    it(`${clip}, ${teams}: ${note}`, () => {
      const stored = readFileSync(new URL(`../testdata/clips/${clip}.rcg.gz`, import.meta.url));
      const analysis = analyzeRecords(readLogBytes(new Uint8Array(stored)));
      const stats = summarize(analysis);
      const both = (count: (team: TeamStats) => unknown): Record<Side, unknown> => ({
        l: count(stats.teams.l),
        r: count(stats.teams.r),
      });
      expect({
        goals: both((team) => team.goals),
        ownGoals: both((team) => team.ownGoals),
        passesCompleted: both((team) => team.passesCompleted),
        ballsWon: both((team) => team.interceptions + team.steals + team.blocks), // words-ok: term of docs/use/statistics.md
        goalieStops: both((team) => team.saves + team.claims),
        fouls: both((team) => team.fouls),
        offsides: both((team) => team.offsides),
        setPlays: both((team) => team.setPlays),
      }).toEqual(expected);
    });
  }
});
