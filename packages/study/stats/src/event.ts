import type { PlayMode, Side } from '@rcss/core';
import type { ShowState } from './show-state.js';

/** All types of events, in the order of docs/use/analyst/statistics.md. */
export const STAT_EVENT_TYPES = [
  'pass',
  'shot',
  'dribble',
  'loss',
  'interception',
  'steal', // words-ok: term of docs/use/analyst/statistics.md
  'tackle',
  'claim',
  'save',
  'block',
  'foul',
  'card',
  'offside',
  'set_play',
  'goal',
  'penalty',
] as const;
/** Type of an event; docs/use/analyst/statistics.md defines the types. */
export type StatEventType = (typeof STAT_EVENT_TYPES)[number];

/** Action of a player or a team. All events have the same members. Positions are in meters in the field frame. */
export interface StatEvent {
  readonly type: StatEventType;
  /** Index of the show in which the event began, from 0. */
  show: number;
  /** Game time of that show, cycles. */
  time: number;
  /** Period in which the event began: 1 and 2 are the halves, then the extra halves, then the penalty shootout. */
  period: number;
  /** Side of the player or team. */
  side: Side;
  /** Uniform number of the player; 0 if it is not known. */
  unum: number;
  /** X of the position where the event began. */
  x: number;
  /** Y of the position where the event began. */
  y: number;
  /** Index of the show in which the event was decided. */
  endShow: number;
  /** Game time of that show, cycles. */
  endTime: number;
  /** X of the ball when the event was decided. */
  endX: number;
  /** Y of the ball when the event was decided. */
  endY: number;
  /** Whether the action succeeded: a pass was completed, a penalty was scored, a tackle was won. */
  success: boolean;
  /** How the event ended or what kind it is, for example `completed`, `intercepted`, `corner_kick`, `yellow`. */
  outcome: string;
  /** Whether the ball of a shot moved towards the goal between the posts. */
  onTarget: boolean;
  /** Expected goals: probability that the shot scores, 0 to 1 (docs/inside/expected-goals.md). Null for other events. */
  xg: number | null;
  /** Side of the other player: receiver, interceptor or fouled player; empty if there is none. */
  otherSide: Side | '';
  /** Uniform number of the other player; 0 if there is none. */
  otherUnum: number;
  /** Play mode in which the ball was played. */
  from: PlayMode;
}

/** Adds an event when it is decided, and returns it: a later show can still change how it ended. */
export type EmitEvent = (event: StatEvent) => StatEvent;

/** Creates a successful event of this show at the position of the ball, without another player. */
export function createEvent(
  show: ShowState,
  type: StatEventType,
  side: Side,
  unum: number,
  outcome: string,
): StatEvent {
  return {
    type,
    show: show.show,
    time: show.time,
    period: show.period,
    side,
    unum,
    x: show.ballX,
    y: show.ballY,
    endShow: show.show,
    endTime: show.time,
    endX: show.ballX,
    endY: show.ballY,
    success: true,
    outcome,
    onTarget: false,
    xg: null,
    otherSide: '',
    otherUnum: 0,
    from: show.lastMode ?? show.mode,
  };
}
