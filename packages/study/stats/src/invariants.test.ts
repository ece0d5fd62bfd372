import { createFrame, PLAYER_COUNT, PlayerState, type PlayMode } from '@rcss/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createAtomicSpadlActions } from './atomic-spadl.js';
import { createMatchTable, formatTracabFrames, MATCH_TABLES } from './entries/export.js';
import { createAnalyzer, type MatchAnalysis, summarize } from './index.js';
import { createSpadlActions } from './spadl.js';

const MODES: readonly PlayMode[] = [
  'play_on',
  'play_on',
  'play_on',
  'kick_in_l',
  'corner_kick_r',
  'goal_kick_l',
  'free_kick_r',
  'offside_l',
  'foul_charge_r',
  'goal_l',
  'penalty_taken_l',
  'before_kick_off',
];

/** A show: mode, movement of the ball, players that act, and changes of the scores. */
const show = fc.record({
  mode: fc.constantFrom(...MODES),
  dx: fc.integer({ min: -30, max: 30 }),
  dy: fc.integer({ min: -30, max: 30 }),
  actors: fc.array(
    fc.record({
      index: fc.nat(PLAYER_COUNT - 1),
      bit: fc.constantFrom(PlayerState.KICK, PlayerState.CATCH, PlayerState.TACKLE, PlayerState.TACKLE_FAULT),
    }),
    { maxLength: 3 },
  ),
  goal: fc.constantFrom('', '', '', '', 'l', 'r'),
});

function play(shows: readonly (typeof show extends fc.Arbitrary<infer T> ? T : never)[]): MatchAnalysis {
  const analyzer = createAnalyzer();
  const frame = createFrame();
  frame.left.name = 'Foxes';
  frame.right.name = 'Herons';
  for (const [i, p] of frame.players.entries()) {
    p.x = (i % 11) * 4 - 20;
    p.y = i < 11 ? -10 : 10;
  }
  for (const { mode, dx, dy, actors, goal } of shows) {
    frame.time++;
    frame.playMode = mode;
    frame.ballX = Math.max(-54, Math.min(54, frame.ballX + dx / 10));
    frame.ballY = Math.max(-36, Math.min(36, frame.ballY + dy / 10));
    for (const p of frame.players) p.state = PlayerState.STAND;
    for (const { index, bit } of actors) {
      const player = frame.players[index]!;
      player.state |= bit;
      if (bit === PlayerState.TACKLE) player.tackleCount++;
    }
    if (goal === 'l') frame.left.score++;
    if (goal === 'r') frame.right.score++;
    analyzer.addFrame(frame);
  }
  return analyzer.finish();
}

const matches = fc.array(show, { minLength: 1, maxLength: 120 });

it('possession sums to 1, passes to their outcomes, and figures of teams to those of their players', () => {
  fc.assert(
    fc.property(matches, (shows) => {
      const analysis = play(shows);
      const { teams, players } = summarize(analysis);
      if (teams.l.possession !== null) expect(teams.l.possession + teams.r.possession!).toBeCloseTo(1, 12);
      for (const side of ['l', 'r'] as const) {
        const team = teams[side];
        const own = players.filter((player) => player.side === side);
        const passes = analysis.events.filter((event) => event.type === 'pass' && event.side === side);
        const failed = passes.filter((event) => !event.success);
        expect(team.passes).toBe(team.passesCompleted + failed.length);
        expect(team.passNetwork.flat().reduce((sum, count) => sum + count, 0)).toBe(team.passesCompleted);
        expect(team.shotsOnTarget).toBeLessThanOrEqual(team.shots);
        for (const figure of ['touches', 'passes', 'possessionCycles', 'dribbles', 'losses'] as const)
          expect([figure, own.reduce((sum, player) => sum + player[figure], 0)]).toEqual([
            figure,
            team[figure],
          ]);
      }
      for (const { type, unum, outcome, xg } of analysis.events) {
        const isRated = unum > 0 && (type === 'shot' || (type === 'goal' && outcome !== 'own_goal'));
        expect([type, isRated]).toEqual([type, xg !== null && xg >= 0 && xg <= 1]);
      }
      const goals = analysis.events.filter((event) => event.type === 'goal').length;
      const first = analysis.scores[0]!;
      const last = analysis.scores.at(-1)!;
      expect(goals).toBe(last.l.score + last.r.score - first.l.score - first.r.score);
    }),
    { numRuns: 60 },
  );
});

it('exports of any match keep to their schemas', () => {
  fc.assert(
    fc.property(matches, (shows) => {
      const analysis = play(shows);
      const spadl = createSpadlActions(analysis, 'm');
      const atomic = createAtomicSpadlActions(analysis, 'm');
      for (const { start_x, end_x, start_y, end_y, period_id, time_seconds, type_id, result_id } of spadl) {
        for (const x of [start_x, end_x]) expect(x >= 0 && x <= 105).toBe(true);
        for (const y of [start_y, end_y]) expect(y >= 0 && y <= 68).toBe(true);
        expect([period_id >= 1 && period_id <= 5, time_seconds >= 0]).toEqual([true, true]);
        expect([type_id >= 0, result_id >= 0]).toEqual([true, true]);
      }
      expect(atomic.length).toBeGreaterThanOrEqual(spadl.length);
      expect(atomic.every(({ type_id }, i) => type_id >= 0 && atomic[i]!.action_id === i)).toBe(true);
      for (const table of MATCH_TABLES) {
        const { columns, length } = createMatchTable(table, analysis, 'm');
        expect(columns.every(({ values }) => values.length === length)).toBe(true);
      }
      expect([...formatTracabFrames(analysis)].join('').split('\n').length).toBe(shows.length + 1);
    }),
    { numRuns: 40 },
  );
});
