/** Creates the match sheet of the Common Data Format, version 0.3: result, goals, cards, players (docs/use/analyst/exports.md). */
import type { Side } from '@rcss/core';
import type { MatchAnalysis } from '../analyzer.js';
import type { StatEvent } from '../event.js';
import { spadlPeriod, spadlTeamId } from '../spadl.js';
import {
  COMMON_DATA_PERIODS,
  commonDataPlayerId,
  commonDataTeamId,
  REFEREE_ID,
  timeOfFrame,
} from './common-data.js';
import { findFramePeriods, findPlayers, type MatchInfo } from './match-frames.js';

/** Goals or penalties of both teams. */
interface Score {
  readonly home: number;
  readonly away: number;
}

function scoreAt({ scores }: MatchAnalysis, show: number): Score {
  const step = scores.findLast((score) => score.show <= show);
  return { home: step?.l.score ?? 0, away: step?.r.score ?? 0 };
}

function winnerOf(...scores: readonly (Score | undefined)[]): Side | null {
  const decisive = scores.find((score) => score !== undefined && score.home !== score.away);
  if (decisive === undefined) return null;
  return decisive.home > decisive.away ? 'l' : 'r';
}

/** Creates the result. The format has no shootout that ended level, as in a log that is cut off: it is left out. */
function createResult(a: MatchAnalysis): { readonly result: object; readonly ids: ReadonlySet<number> } {
  const ids = new Set<number>();
  const result: Record<string, object> = {};
  const last = a.scores.at(-1);
  const final: Score = { home: last?.l.score ?? 0, away: last?.r.score ?? 0 };
  for (const { id, last: show } of findFramePeriods(a)) {
    if (id === COMMON_DATA_PERIODS.length) continue;
    ids.add(id);
    result[COMMON_DATA_PERIODS[id - 1]!] = scoreAt(a, show);
  }
  // The format requires both halves, and both extra halves of an extra time.
  result['first_half'] ??= final;
  result['second_half'] ??= final;
  if (ids.has(3) || ids.has(4)) {
    result['first_half_extratime'] ??= final;
    result['second_half_extratime'] ??= final;
  }
  const shootout: Score = { home: last?.l.penaltyScored ?? 0, away: last?.r.penaltyScored ?? 0 };
  if (final.home === final.away && shootout.home !== shootout.away) {
    ids.add(COMMON_DATA_PERIODS.length);
    result['shootout'] = shootout;
  }
  const winner = winnerOf(final, shootout);
  const winning_team_id = winner === null ? null : commonDataTeamId(winner);
  return { result: { final: { ...final, winning_team_id }, ...result }, ids };
}

function createGoals(a: MatchAnalysis, info: MatchInfo, periodOf: (event: StatEvent) => string): object[] {
  const score = { home: 0, away: 0 };
  return a.events
    .filter(({ type }) => type === 'goal')
    .sort((one, other) => one.endShow - other.endShow)
    .map((event) => {
      score[event.side === 'l' ? 'home' : 'away']++;
      const isOwnGoal = event.outcome === 'own_goal';
      const player = isOwnGoal
        ? { side: event.otherSide || event.side, unum: event.otherUnum }
        : { side: event.side, unum: event.unum };
      return {
        time: timeOfFrame(a, info, event.endShow),
        period: periodOf(event),
        team_id: commonDataTeamId(event.side),
        player_id: player.unum > 0 ? commonDataPlayerId(player.side, player.unum) : 'unknown',
        assist_id: !isOwnGoal && event.otherUnum > 0 ? commonDataPlayerId(event.side, event.otherUnum) : null,
        is_own_goal: isOwnGoal,
        is_penalty: event.from.startsWith('penalty_'),
        score: { ...score },
      };
    });
}

/**
 * Returns the match sheet as plain data, to be written as JSON: result after each period, goals, cards, players, the referee. Player
 * types are not substitutions: the list of these is empty.
 */
export function createCommonDataSheet(a: MatchAnalysis, info: MatchInfo): object {
  const players = findPlayers(a);
  const periodOf = (event: StatEvent): string =>
    COMMON_DATA_PERIODS[spadlPeriod(a, event.period) - 1] ?? 'first_half';
  const { result, ids } = createResult(a);
  const team = (side: Side) => ({
    id: commonDataTeamId(side),
    short_name: spadlTeamId(a, side),
    players: players
      .filter((player) => player.side === side)
      .map(({ unum, isStarter }) => ({
        id: commonDataPlayerId(side, unum),
        first_name: spadlTeamId(a, side),
        last_name: String(unum),
        team_id: commonDataTeamId(side),
        jersey_number: unum,
        is_starter: isStarter,
        has_played: true,
      })),
  });
  const cards = a.events
    .filter(({ type, unum }) => type === 'card' && unum > 0)
    .map((event) => ({
      team_id: commonDataTeamId(event.side),
      time: timeOfFrame(a, info, event.show),
      period: periodOf(event),
      player_id: commonDataPlayerId(event.side, event.unum),
      type: `${event.outcome}_card`,
    }));
  return {
    match: {
      id: info.id,
      status: {
        is_neutral: true,
        has_extratime: ids.has(3) || ids.has(4),
        has_shootout: ids.has(COMMON_DATA_PERIODS.length),
      },
      result,
    },
    teams: { home: team('l'), away: team('r') },
    officials: [{ id: REFEREE_ID, last_name: 'Referee', type: 'main_referee' }],
    events: { goals: createGoals(a, info, periodOf), substitutions: [], cards },
    meta: { vendor: 'rcss' },
  };
}
