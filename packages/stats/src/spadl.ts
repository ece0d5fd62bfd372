/** Events as SPADL actions, a common format of football analytics (docs/statistics.md). */

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

/** Types of actions; the index is the type id. */
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
export type SpadlType = (typeof SPADL_TYPES)[number];

/** Results; the index is the result id. */
export const SPADL_RESULTS = ['fail', 'success', 'offside', 'owngoal', 'yellow_card', 'red_card'] as const;
export type SpadlResult = (typeof SPADL_RESULTS)[number];

/**
 * A SPADL action. Meters from the lower left corner of a pitch of 105 x 68 m, y upwards; the left team plays from left to
 * right during the whole match. The body part is the foot (0), for catches other (2).
 */
export interface SpadlAction {
  action_id: number;
  readonly period_id: number;
  /** Since the beginning of the period. */
  readonly time_seconds: number;
  readonly team: Side;
  readonly team_name: string;
  /** Uniform number; 0 when unknown. */
  readonly player: number;
  readonly start_x: number;
  readonly start_y: number;
  readonly end_x: number;
  readonly end_y: number;
  readonly type_id: number;
  readonly type_name: SpadlType;
  readonly result_id: number;
  readonly result_name: SpadlResult;
  readonly bodypart_id: number;
  readonly bodypart_name: 'foot' | 'other';
}

function inPenaltyArea(x: number, y: number): boolean {
  return x >= PITCH_HALF_LENGTH - PENALTY_AREA_LENGTH && Math.abs(y) <= PENALTY_AREA_WIDTH / 2;
}

function passType(event: StatEvent): SpadlType {
  const dir = sideSign(event.side);
  const x = event.x * dir;
  const crossed = inPenaltyArea(event.endX * dir, event.endY);
  const from = event.from.replace(/_[lr]$/, '');
  if (from === 'kick_in') return 'throw_in';
  if (from === 'goal_kick') return 'goalkick';
  if (from === 'corner_kick') return crossed ? 'corner_crossed' : 'corner_short';
  if (from === 'free_kick' || from === 'indirect_free_kick') {
    return crossed ? 'freekick_crossed' : 'freekick_short';
  }
  if (!event.success && inPenaltyArea(-x, event.y)) return 'clearance';
  return crossed && x >= CROSS_ZONE_X && Math.abs(event.y) >= CROSS_ZONE_Y ? 'cross' : 'pass';
}

function typeOf(event: StatEvent): SpadlType | null {
  switch (event.type) {
    case 'pass':
      return passType(event);
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
    case 'steal':
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

function resultOf(event: StatEvent, cards: ReadonlyMap<string, SpadlResult>): SpadlResult {
  if (event.type === 'foul') return cards.get(`${event.show} ${event.side} ${event.unum}`) ?? 'fail';
  if (event.outcome === 'offside') return 'offside';
  return event.success ? 'success' : 'fail';
}

/** All actions of the match in order. An own goal is a `bad_touch` with the result `owngoal`. */
export function spadlActions(a: MatchAnalysis): SpadlAction[] {
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
      time_seconds: round((event.time - a.periodStart(event.period)) * step),
      team: side,
      team_name: a.names[side],
      player: unum,
      start_x: pitchX(event.x),
      start_y: pitchY(event.y),
      end_x: pitchX(event.endX),
      end_y: pitchY(event.endY),
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
    const type = typeOf(event);
    if (type !== null) add(event, event.side, event.unum, type, resultOf(event, cards));
  }
  return actions;
}

function pitchX(x: number): number {
  return round(Math.min(2 * PITCH_HALF_LENGTH, Math.max(0, x + PITCH_HALF_LENGTH)));
}

function pitchY(y: number): number {
  return round(Math.min(2 * PITCH_HALF_WIDTH, Math.max(0, PITCH_HALF_WIDTH - y)));
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
