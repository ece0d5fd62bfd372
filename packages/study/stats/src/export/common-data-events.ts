/** Writes events in the Common Data Format, version 0.3 (docs/use/analyst/exports.md). */
import { playerIndex, type Side } from '@rcss/core';
import type { MatchAnalysis } from '../analyzer.js';
import { OBJECT_COUNT } from '../columns.js';
import type { StatEvent } from '../event.js';
import { spadlPeriod } from '../spadl.js';
import {
  COMMON_DATA_PERIODS,
  commonDataPlayerId,
  commonDataTeamId,
  REFEREE_ID,
  roundToMillimeters,
  timeOfFrame,
} from './common-data.js';
import type { MatchInfo } from './match-frames.js';

/** Count of events that are formatted together. */
const EVENTS_PER_PIECE = 256;

/** Type, kind and outcome of an event in the vocabulary of the format. */
interface Kind {
  readonly type: 'pass' | 'shot' | 'referee' | 'defending' | 'goalkeeping' | 'misc';
  readonly subType: string | null;
  readonly outcome: string;
}

const PASS_OUTCOMES: Readonly<Record<string, string>> = {
  completed: 'successful',
  intercepted: 'intercepted',
  out: 'out_of_play',
  offside: 'offside',
};

const SHOT_OUTCOMES: Readonly<Record<string, string>> = {
  goal: 'successful',
  saved: 'saved',
  blocked: 'blocked',
};

const SET_PLAYS: Readonly<Record<string, string>> = {
  kick_off: 'kick_off',
  kick_in: 'throw_in',
  free_kick: 'free_kick',
  indirect_free_kick: 'free_kick',
  corner_kick: 'corner_kick',
  goal_kick: 'goal_kick',
};

function subTypeOfMode({ from }: StatEvent): string | null {
  return SET_PLAYS[from.replace(/_[lr]$/, '')] ?? null;
}

/** Returns the kind of an event; null if the format has none for it. */
function kindOf(event: StatEvent): Kind | null {
  const result = event.success ? 'successful' : 'unsuccessful';
  switch (event.type) {
    case 'pass':
      return {
        type: 'pass',
        subType: subTypeOfMode(event),
        outcome: PASS_OUTCOMES[event.outcome] ?? event.outcome,
      };
    case 'shot':
      return {
        type: 'shot',
        subType: subTypeOfMode(event),
        outcome: SHOT_OUTCOMES[event.outcome] ?? 'wide',
      };
    case 'penalty':
      return { type: 'shot', subType: 'penalty_kick', outcome: result };
    case 'goal':
      // Other goals are the outcome of a shot.
      return event.outcome === 'own_goal' ? { type: 'shot', subType: null, outcome: 'own_goal' } : null;
    case 'dribble':
    case 'loss':
    case 'tackle':
      return { type: 'misc', subType: event.type, outcome: result };
    case 'interception':
    case 'block':
    case 'steal': // words-ok: term of docs/use/analyst/statistics.md
      return { type: 'defending', subType: event.type, outcome: event.type };
    case 'claim':
    case 'save':
      return { type: 'goalkeeping', subType: event.type, outcome: event.type };
    case 'foul':
      return { type: 'referee', subType: 'foul', outcome: event.outcome };
    case 'card':
      return { type: 'referee', subType: 'caution', outcome: `${event.outcome}_card` };
    case 'offside':
      return { type: 'referee', subType: 'offside', outcome: 'offside' };
    case 'set_play':
      return null;
  }
}

function bodyPartOf({ type, outcome }: StatEvent): string | null {
  if (type === 'claim' || outcome === 'caught') return 'hands';
  if (type === 'save' || type === 'block') return 'body';
  return type === 'foul' || type === 'card' || type === 'offside' ? null : 'feet';
}

/** Returns the player of an event; null if the log does not show it. For own goals, it is the player that touched the ball last. */
function playerOf(event: StatEvent): Pick<StatEvent, 'side' | 'unum'> | null {
  const isOwnGoal = event.type === 'goal' && event.otherSide !== '';
  const player = isOwnGoal ? { side: event.otherSide as Side, unum: event.otherUnum } : event;
  return player.unum > 0 ? player : null;
}

/** Returns an event as plain data; null if the format has no such event or needs a player that is not known. */
function createEntry(a: MatchAnalysis, info: MatchInfo, event: StatEvent, index: number): object | null {
  const kind = kindOf(event);
  if (kind === null) return null;
  const player = playerOf(event);
  const isReferee = kind.type === 'referee';
  if (player === null && !isReferee) return null;
  const isReceived = event.type === 'pass' && event.success && event.otherUnum > 0;
  const at = player === null ? -1 : event.show * OBJECT_COUNT + 1 + playerIndex(player.side, player.unum);
  const x = at < 0 ? Number.NaN : a.columns.x[at]!;
  const end = (value: number) => (isReferee ? null : roundToMillimeters(value));
  return {
    match: { id: info.id },
    meta: { is_synced: true },
    event: {
      id: `event_${index}`,
      time: timeOfFrame(a, info, event.show),
      period: COMMON_DATA_PERIODS[spadlPeriod(a, event.period) - 1],
      type: kind.type,
      sub_type: kind.subType,
      is_successful: event.success && kind.outcome !== 'own_goal',
      outcome_type: kind.outcome,
      ...(isReferee
        ? { official_id: REFEREE_ID }
        : {
            player_id: commonDataPlayerId(player!.side, player!.unum),
            team_id: commonDataTeamId(player!.side),
          }),
      receiver_id: isReceived ? commonDataPlayerId(event.side, event.otherUnum) : null,
      receiver_time: isReceived ? timeOfFrame(a, info, event.endShow) : null,
      receiver_team_id: isReceived ? commonDataTeamId(event.side) : null,
      x: roundToMillimeters(event.x),
      y: roundToMillimeters(-event.y),
      x_end: end(event.endX),
      y_end: end(-event.endY),
      body_part: bodyPartOf(event),
      related_event_ids: null,
      ...(event.type === 'shot' && event.xg !== null && { metrics: { xg: event.xg } }),
    },
    tracking: {
      frame_id: event.show,
      frame_id_end: Math.min(event.endShow, a.columns.length - 1),
      ...(!Number.isNaN(x) && {
        player: { x: roundToMillimeters(x), y: roundToMillimeters(-a.columns.y[at]!) },
      }),
    },
  };
}

/**
 * Yields the events as lines of JSON in pieces. Positions are in meters from the center of the pitch, y upwards. The id of an event is
 * `event_` and its index in the list of events of the analysis. Set plays and actions of unknown players are left out.
 */
export function* formatCommonDataEvents(
  a: MatchAnalysis,
  info: MatchInfo,
): Generator<string, void, undefined> {
  for (let begin = 0; begin < a.events.length; begin += EVENTS_PER_PIECE) {
    let piece = '';
    const end = Math.min(a.events.length, begin + EVENTS_PER_PIECE);
    for (let index = begin; index < end; index++) {
      const entry = createEntry(a, info, a.events[index]!, index);
      if (entry !== null) piece += `${JSON.stringify(entry)}\n`;
    }
    yield piece;
  }
}
