/** Statistics of clips against counts by hand: testdata/clips/README.md says who counted what, and how. */
import { readFileSync } from 'node:fs';
import { hasKicked, type Side } from '@rcss/core';
import { type LogRecord, readLogBytes } from '@rcss/logs';
import { describe, expect, it } from 'vitest';
import counts from '../testdata/clips/counts.json' with { type: 'json' };
import type { StatEvent } from './event.js';
import { analyzeRecords, summarize, type TeamStats } from './index.js';

function readClip(name: string): LogRecord[] {
  const stored = readFileSync(new URL(`../testdata/clips/${name}.rcg.gz`, import.meta.url));
  return [...readLogBytes(new Uint8Array(stored))];
}

describe('clips that were counted by hand', () => {
  for (const { clip, note, teams, ...expected } of counts) {
    it(`${clip}, ${teams}: ${note}`, () => {
      const analysis = analyzeRecords(readClip(clip));
      const stats = summarize(analysis);
      const both = (count: (team: TeamStats) => unknown): Record<Side, unknown> => ({
        l: count(stats.teams.l),
        r: count(stats.teams.r),
      });
      expect({
        goals: both((team) => team.goals),
        ownGoals: both((team) => team.ownGoals),
        passesCompleted: both((team) => team.passesCompleted),
        ballsWon: both((team) => team.interceptions + team.steals + team.blocks), // words-ok: term of docs/use/analyst/statistics.md
        goalieStops: both((team) => team.saves + team.claims),
        fouls: both((team) => team.fouls),
        offsides: both((team) => team.offsides),
        setPlays: both((team) => team.setPlays),
      }).toEqual(expected);
    });
  }
});

describe('a log that begins with a kick, such as a part of another log', () => {
  for (const { clip } of counts) {
    it(`${clip}: has the touches and goals of the whole log from there on`, () => {
      const records = readClip(clip);
      const whole = analyzeRecords(records);
      const frames = records.flatMap((record) => (record.type === 'show' ? [record.frame] : []));
      const kicks = whole.touchShow.flatMap((show, i) => {
        const { playMode, players } = frames[show]!;
        return playMode === 'play_on' && hasKicked(players[whole.touchPlayer[i]!]!.state) ? [i] : [];
      });
      const goals = whole.events.filter(({ type }) => type === 'goal');
      const shots = goals.map(({ show }) => whole.touchShow.indexOf(show));
      for (const kick of [
        ...kicks.filter((_, i) => i % 8 === 0),
        ...kicks.filter((i) => shots.includes(i)),
      ]) {
        const first = whole.touchShow[kick]!;
        let show = 0;
        const part = analyzeRecords(records.filter(({ type }) => type !== 'show' || show++ >= first));
        expect(part.touchShow.map((at) => at + first)).toEqual(whole.touchShow.slice(kick));
        expect(part.touchPlayer).toEqual(whole.touchPlayer.slice(kick));
        const scored = (events: typeof goals) =>
          events.map(({ type, side, unum, outcome }) => ({ type, side, unum, outcome }));
        const ofGoals = ({ type, outcome }: StatEvent) =>
          type === 'goal' || (type === 'shot' && outcome === 'goal');
        expect(scored(part.events.filter(ofGoals))).toEqual(
          scored(whole.events.filter((event) => ofGoals(event) && event.show >= first)),
        );
      }
    });
  }
});
