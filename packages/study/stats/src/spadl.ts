/** Converts events to SPADL actions, a common format of football analytics (docs/use/analyst/statistics.md). */
import { type Side, sideSign } from '@rcss/core';
import {
  PENALTY_AREA_LENGTH,
  PENALTY_AREA_WIDTH,
  PITCH_HALF_LENGTH,
  PITCH_HALF_WIDTH,
} from '@rcss/core/pitch';
import type { MatchAnalysis } from './analyzer.js';
import { CROSS_ZONE_X, CROSS_ZONE_Y } from './definitions.js';
import type { StatEvent, StatEventType } from './event.js';

/** Names of the action types; the index of a name is its type id. */
export const SPADL_TYPES = [
  'pass',
  'cross',
  'throw_in',
  'freekick_crossed',
  'freekick_short',
  'corner_crossed',
  'corner_short',
  'take_on',
  'foul',
  'tackle',
  'interception',
  'shot',
  'shot_penalty',
  'shot_freekick',
  'keeper_save',
  'keeper_claim',
  'keeper_punch',
  'keeper_pick_up',
  'clearance',
  'bad_touch',
  'non_action',
  'dribble',
  'goalkick',
] as const;
/** Name of an action type. */
export type SpadlType = (typeof SPADL_TYPES)[number];

/** Names of the results; the index of a name is its result id. */
export const SPADL_RESULTS = ['fail', 'success', 'offside', 'owngoal', 'yellow_card', 'red_card'] as const;
/** Name of a result. */
export type SpadlResult = (typeof SPADL_RESULTS)[number];

/** Names of the body parts; the index of a name is its id. Players of the simulation have no other parts. */
export const SPADL_BODY_PARTS = ['foot', 'head', 'other'] as const;
/** Name of a body part. */
export type SpadlBodyPart = (typeof SPADL_BODY_PARTS)[number];

/** Columns of SPADL and their types. */
export const SPADL_COLUMNS = {
  /** Id of the match. */
  game_id: 'string',
  /** Index in the list of events of the analysis. */
  original_event_id: 'int32',
  /** Index of the action, from 0. */
  action_id: 'int32',
  /** Period: 1 and 2 are the halves, 3 and 4 the extra halves, 5 the penalty shootout. */
  period_id: 'int32',
  /** Time since the beginning of the period, s. */
  time_seconds: 'float64',
  /** Name of the team; `l` or `r` if it has none. */
  team_id: 'string',
  /** Name of the player as in text logs: team and uniform number, `Foxes_5`; number 0 if it is not known. */
  player_id: 'string',
  /** X at the start, 0 to 105 m. */
  start_x: 'float64',
  /** Y at the start, 0 to 68 m. */
  start_y: 'float64',
  /** X at the end, 0 to 105 m. */
  end_x: 'float64',
  /** Y at the end, 0 to 68 m. */
  end_y: 'float64',
  /** Index of the type in {@link SPADL_TYPES}. */
  type_id: 'int32',
  type_name: 'string',
  /** Index of the result in {@link SPADL_RESULTS}. */
  result_id: 'int32',
  result_name: 'string',
  /** Index of the body part in {@link SPADL_BODY_PARTS}. */
  bodypart_id: 'int32',
  /** Name of the body part; `other` for claims and saves of the goalie. */
  bodypart_name: 'string',
} as const;

/** The values of columns with these types. */
export type RowOf<C> = { readonly [N in keyof C]: C[N] extends 'string' ? string : number };

/**
 * A SPADL action with the names, ids and types of the package `socceraction`. Positions are in meters from the lower left corner of a
 * pitch of 105 x 68 m, with y upwards. The left team plays from left to right during the whole match.
 */
export interface SpadlAction extends RowOf<typeof SPADL_COLUMNS> {
  readonly type_name: SpadlType;
  readonly result_name: SpadlResult;
  readonly bodypart_name: SpadlBodyPart;
}

function isInPenaltyArea(x: number, y: number): boolean {
  return x >= PITCH_HALF_LENGTH - PENALTY_AREA_LENGTH && Math.abs(y) <= PENALTY_AREA_WIDTH / 2;
}

function passSpadlType(event: StatEvent): SpadlType {
  const dir = sideSign(event.side);
  const x = event.x * dir;
  const crossed = isInPenaltyArea(event.endX * dir, event.endY);
  const from = event.from.replace(/_[lr]$/, '');
  if (from === 'kick_in') return 'throw_in';
  if (from === 'goal_kick') return 'goalkick';
  if (from === 'corner_kick') return crossed ? 'corner_crossed' : 'corner_short';
  if (from === 'free_kick' || from === 'indirect_free_kick') {
    return crossed ? 'freekick_crossed' : 'freekick_short';
  }
  if (!event.success && isInPenaltyArea(-x, event.y)) return 'clearance';
  return crossed && x >= CROSS_ZONE_X && Math.abs(event.y) >= CROSS_ZONE_Y ? 'cross' : 'pass';
}

/** Types of events that are of one type, whatever their outcome. */
const SPADL_TYPE_OF: Readonly<Partial<Record<StatEventType, SpadlType>>> = {
  dribble: 'dribble',
  loss: 'bad_touch',
  interception: 'interception',
  block: 'interception',
  tackle: 'tackle',
  claim: 'keeper_claim',
  foul: 'foul',
};

function spadlTypeOf(event: StatEvent): SpadlType | null {
  switch (event.type) {
    case 'pass':
      return passSpadlType(event);
    case 'shot':
      return /^(free_kick|indirect_free_kick)_/.test(event.from) ? 'shot_freekick' : 'shot';
    case 'penalty':
      // No player touched the ball: there is no action.
      return event.outcome === 'not_taken' ? null : 'shot_penalty';
    case 'steal': // words-ok: term of docs/use/analyst/statistics.md
      // If the ball was won by a tackle, the tackle has its own action.
      return event.outcome === 'tackle' ? null : 'tackle';
    case 'save':
      return event.outcome === 'caught' ? 'keeper_save' : 'keeper_punch';
    default:
      return SPADL_TYPE_OF[event.type] ?? null;
  }
}

function spadlResultOf(event: StatEvent, cards: ReadonlyMap<string, SpadlResult>): SpadlResult {
  if (event.type === 'foul') return cards.get(`${event.show} ${event.side} ${event.unum}`) ?? 'fail';
  if (event.outcome === 'offside') return 'offside';
  return event.success ? 'success' : 'fail';
}

/** Number of the penalty shootout among the periods. */
export const SHOOTOUT_PERIOD = 5;

/** Returns the period as SPADL counts it: the shootout is 5, also in a match without extra time. */
export function spadlPeriod(a: MatchAnalysis, period: number): number {
  return period === a.shootoutPeriod ? SHOOTOUT_PERIOD : Math.min(period, SHOOTOUT_PERIOD - 1);
}

/** Returns the seconds from the beginning of a period to a game time. */
export function secondsInPeriod(a: MatchAnalysis, period: number, time: number): number {
  const cycles = Math.max(0, time - a.periodStart(period));
  return roundToThousandths((cycles * a.server.simulator_step) / 1000);
}

/** Returns the id of a team: its name, or `l` and `r` for a team without a name. */
export function spadlTeamId(a: MatchAnalysis, side: Side): string {
  return a.names[side] || side;
}

/** Returns the id of a player: the id of the team and the uniform number. */
export function spadlPlayerId(a: MatchAnalysis, side: Side, unum: number): string {
  return `${spadlTeamId(a, side)}_${unum}`;
}

/**
 * Converts the events of a match to SPADL actions, in order. Events without a counterpart are left out. An own goal is a
 * `bad_touch` with the result `owngoal`.
 *
 * @param gameId Value of `game_id`.
 */
export function createSpadlActions(a: MatchAnalysis, gameId = ''): SpadlAction[] {
  const cards = new Map<string, SpadlResult>();
  for (const event of a.events) {
    if (event.type === 'card')
      cards.set(
        `${event.show} ${event.side} ${event.unum}`,
        event.outcome === 'red' ? 'red_card' : 'yellow_card',
      );
  }
  const actions: SpadlAction[] = [];
  for (const [index, event] of a.events.entries()) {
    const isOwnGoal = event.type === 'goal' && event.outcome === 'own_goal' && event.otherSide !== '';
    const type = isOwnGoal ? 'bad_touch' : spadlTypeOf(event);
    if (type === null) continue;
    const side = isOwnGoal ? (event.otherSide as Side) : event.side;
    const result = isOwnGoal ? 'owngoal' : spadlResultOf(event, cards);
    const isHeld = event.type === 'claim' || event.type === 'save' || event.outcome === 'caught';
    const bodyPart: SpadlBodyPart = isHeld ? 'other' : 'foot';
    actions.push({
      game_id: gameId,
      original_event_id: index,
      action_id: actions.length,
      period_id: spadlPeriod(a, event.period),
      time_seconds: secondsInPeriod(a, event.period, event.time),
      team_id: spadlTeamId(a, side),
      player_id: spadlPlayerId(a, side, isOwnGoal ? event.otherUnum : event.unum),
      start_x: spadlX(event.x),
      start_y: spadlY(event.y),
      end_x: spadlX(event.endX),
      end_y: spadlY(event.endY),
      type_id: SPADL_TYPES.indexOf(type),
      type_name: type,
      result_id: SPADL_RESULTS.indexOf(result),
      result_name: result,
      bodypart_id: SPADL_BODY_PARTS.indexOf(bodyPart),
      bodypart_name: bodyPart,
    });
  }
  return actions;
}

/** Returns x from the left goal line, clipped to the pitch, m. */
export function spadlX(x: number): number {
  return roundToThousandths(Math.min(2 * PITCH_HALF_LENGTH, Math.max(0, x + PITCH_HALF_LENGTH)));
}

/** Returns y from the lower side line, upwards, clipped to the pitch, m. */
export function spadlY(y: number): number {
  return roundToThousandths(Math.min(2 * PITCH_HALF_WIDTH, Math.max(0, PITCH_HALF_WIDTH - y)));
}

/** Rounds to millimeters or milliseconds. */
export function roundToThousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}
