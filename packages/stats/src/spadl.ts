/** Converts events to SPADL actions, a common format of football analytics (docs/statistics.md). */
import { type Side, sideSign } from '@rcss/core';
import {
  PENALTY_AREA_LENGTH,
  PENALTY_AREA_WIDTH,
  PITCH_HALF_LENGTH,
  PITCH_HALF_WIDTH,
} from '@rcss/core/pitch';
import type { MatchAnalysis } from './analyzer.js';
import { CROSS_ZONE_X, CROSS_ZONE_Y } from './definitions.js';
import type { StatEvent } from './event.js';

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

/**
 * A SPADL action. Positions are in meters from the lower left corner of a pitch of 105 x 68 m, with y upwards. The left team plays
 * from left to right during the whole match.
 */
export interface SpadlAction {
  /** Index of the action, from 0. */
  action_id: number;
  /** Period: 1 and 2 are the halves, then the extra halves, then the penalty shootout. */
  readonly period_id: number;
  /** Time since the beginning of the period, s. */
  readonly time_seconds: number;
  /** Side of the team. */
  readonly team: Side;
  /** Name of the team. */
  readonly team_name: string;
  /** Uniform number of the player; 0 if it is not known. */
  readonly player: number;
  /** X at the start, 0 to 105 m. */
  readonly start_x: number;
  /** Y at the start, 0 to 68 m. */
  readonly start_y: number;
  /** X at the end, 0 to 105 m. */
  readonly end_x: number;
  /** Y at the end, 0 to 68 m. */
  readonly end_y: number;
  /** Index of the type in {@link SPADL_TYPES}. */
  readonly type_id: number;
  /** Name of the type. */
  readonly type_name: SpadlType;
  /** Index of the result in {@link SPADL_RESULTS}. */
  readonly result_id: number;
  /** Name of the result. */
  readonly result_name: SpadlResult;
  /** Body part: 0 is the foot, 2 other. */
  readonly bodypart_id: number;
  /** Name of the body part; `other` for claims and saves of the goalie. */
  readonly bodypart_name: 'foot' | 'other';
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

function spadlTypeOf(event: StatEvent): SpadlType | null {
  switch (event.type) {
    case 'pass':
      return passSpadlType(event);
    case 'shot':
      return /^(free_kick|indirect_free_kick)_/.test(event.from) ? 'shot_freekick' : 'shot';
    case 'penalty':
      return 'shot_penalty';
    case 'dribble':
      return 'dribble';
    case 'loss':
      return 'bad_touch';
    case 'interception':
    case 'block':
      return 'interception';
    case 'tackle':
      return 'tackle';
    case 'steal': // words-ok: term of docs/statistics.md
      // If the ball was won by a tackle, the tackle has its own action.
      return event.outcome === 'tackle' ? null : 'tackle';
    case 'claim':
      return 'keeper_claim';
    case 'save':
      return event.outcome === 'caught' ? 'keeper_save' : 'keeper_punch';
    case 'foul':
      return 'foul';
    default:
      return null;
  }
}

function spadlResultOf(event: StatEvent, cards: ReadonlyMap<string, SpadlResult>): SpadlResult {
  if (event.type === 'foul') return cards.get(`${event.show} ${event.side} ${event.unum}`) ?? 'fail';
  if (event.outcome === 'offside') return 'offside';
  return event.success ? 'success' : 'fail';
}

/**
 * Converts the events of a match to SPADL actions, in order. Events without a counterpart are left out. An own goal is a
 * `bad_touch` with the result `owngoal`.
 */
export function createSpadlActions(a: MatchAnalysis): SpadlAction[] {
  const cards = new Map<string, SpadlResult>();
  for (const event of a.events) {
    if (event.type === 'card')
      cards.set(
        `${event.show} ${event.side} ${event.unum}`,
        event.outcome === 'red' ? 'red_card' : 'yellow_card',
      );
  }
  const actions: SpadlAction[] = [];
  const step = a.server.simulator_step / 1000;
  const add = (event: StatEvent, side: Side, unum: number, type: SpadlType, result: SpadlResult) => {
    const other = event.type === 'claim' || event.type === 'save' || event.outcome === 'caught';
    actions.push({
      action_id: actions.length,
      period_id: event.period,
      time_seconds: roundToThousandths((event.time - a.periodStart(event.period)) * step),
      team: side,
      team_name: a.names[side],
      player: unum,
      start_x: spadlX(event.x),
      start_y: spadlY(event.y),
      end_x: spadlX(event.endX),
      end_y: spadlY(event.endY),
      type_id: SPADL_TYPES.indexOf(type),
      type_name: type,
      result_id: SPADL_RESULTS.indexOf(result),
      result_name: result,
      bodypart_id: other ? 2 : 0,
      bodypart_name: other ? 'other' : 'foot',
    });
  };
  for (const event of a.events) {
    if (event.type === 'goal' && event.outcome === 'own_goal' && event.otherSide !== '') {
      add(event, event.otherSide, event.otherUnum, 'bad_touch', 'owngoal');
      continue;
    }
    const type = spadlTypeOf(event);
    if (type !== null) add(event, event.side, event.unum, type, spadlResultOf(event, cards));
  }
  return actions;
}

function spadlX(x: number): number {
  return roundToThousandths(Math.min(2 * PITCH_HALF_LENGTH, Math.max(0, x + PITCH_HALF_LENGTH)));
}

function spadlY(y: number): number {
  return roundToThousandths(Math.min(2 * PITCH_HALF_WIDTH, Math.max(0, PITCH_HALF_WIDTH - y)));
}

function roundToThousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}
