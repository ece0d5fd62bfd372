import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type LogRecord, parseLog, readLogBytes } from '@rcss/logs';
import { describe, expect, it } from 'vitest';
import { createAnalyzer, type MatchAnalysis, type MatchStats, summarize } from './index.js';
import { createSpadlActions } from './spadl.js';

const SAMPLES = new URL('../../../wire/logs/testdata/', import.meta.url);
const MATCH = new URL('../../../../shared/conformance/matches/match-1.rcg.gz', import.meta.url);

function unpacked(url: URL): Uint8Array {
  return new Uint8Array(gunzipSync(readFileSync(url)));
}

function analyze(records: Iterable<LogRecord>, until = Number.POSITIVE_INFINITY): MatchAnalysis {
  const analyzer = createAnalyzer();
  let show = -1;
  for (const record of records) {
    analyzer.addRecord(record);
    // Records between two shows belong to the second one.
    if (record.type === 'show' && ++show >= until) break;
  }
  return analyzer.finish();
}

/** Removes the values that later shows can change: saves and blocks stop counting if the shot scores after all. */
function comparable(stats: MatchStats): string {
  return JSON.stringify(stats, (key, value: unknown) =>
    key === 'finished' || key === 'result' || key === 'saves' || key === 'blocks' ? undefined : value,
  );
}

describe('statistics of the sample logs of every version', () => {
  const names = readdirSync(SAMPLES).filter((name) =>
    /^(sample|shootout|one-team|killed)-.*\.rcg\.gz$/.test(name),
  );

  it.each(names)('%s: sums of players are those of teams; the score is that of the goals', (name) => {
    const analysis = analyze(readLogBytes(unpacked(new URL(name, SAMPLES))));
    const stats = summarize(analysis);
    expect(stats.shows).toBeGreaterThan(0);
    for (const side of ['l', 'r'] as const) {
      const team = stats.teams[side];
      const sum = (value: (p: MatchStats['players'][number]) => number) =>
        stats.players.filter((p) => p.side === side).reduce((all, p) => all + value(p), 0);
      expect(sum((p) => p.touches)).toBe(team.touches);
      expect(sum((p) => p.passes)).toBe(team.passes);
      expect(sum((p) => p.passesReceived)).toBe(team.passesCompleted);
      expect(team.passNetwork.flat().reduce((a, b) => a + b, 0)).toBe(team.passesCompleted);
      expect(sum((p) => p.possessionCycles)).toBe(team.possessionCycles);
      expect(stats.goals.filter((goal) => goal.side === side).length).toBe(team.score);
    }
    expect(stats.playOnCycles - stats.contestedCycles).toBe(
      stats.teams.l.possessionCycles + stats.teams.r.possessionCycles,
    );
    for (const action of createSpadlActions(analysis)) {
      expect(action.start_x).toBeGreaterThanOrEqual(0);
      expect(action.end_y).toBeLessThanOrEqual(68);
    }
  });

  it.each(names)('%s: the summary up to a moment does not depend on earlier summaries', (name) => {
    const parsed = parseLog(unpacked(new URL(name, SAMPLES)));
    if (!parsed.ok) throw new Error(parsed.error.message);
    const whole = analyze(parsed.value);
    for (let until = 0; until < whole.columns.length - 1; until += 7) {
      const early = summarize(analyze(parsed.value, until));
      expect(comparable(summarize(whole, until)) === comparable(early), `up to show ${until}`).toBe(true);
    }
  });
});

describe.skipIf(!existsSync(MATCH))('statistics of a whole match', () => {
  it('finds the goals, fouls and cards of the match', () => {
    const analysis = analyze(readLogBytes(unpacked(MATCH), { reuseFrames: true }));
    const stats = summarize(analysis);
    expect(stats.result).toBe('(result 202611201501 HELIOS_L_3-vs-HELIOS_R_1)');
    expect(stats.goals.map((g) => `${g.time} ${g.side}${g.unum} ${g.scoreL}:${g.scoreR}`)).toEqual([
      '1405 r11 0:1',
      '4001 l11 1:1',
      '4820 l11 2:1',
      '5338 l11 3:1',
    ]);
    // Twelve fouls and three yellow cards are called in its text log.
    expect(stats.teams.l.fouls + stats.teams.r.fouls).toBe(12);
    expect(stats.teams.l.yellowCards + stats.teams.r.yellowCards).toBe(3);
    expect(stats.teams.l.setPlays['kick_in']).toBe(3);
    expect(stats.teams.r.setPlays['kick_in']).toBe(4);
  });
});
