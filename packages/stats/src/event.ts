import type { PlayMode, Side } from '@rcss/core';
import type { ShowState } from './show-state.js';

/** Types of events; docs/statistics.md defines them. */
export type StatEventType =
  | 'pass'
  | 'shot'
  | 'dribble'
  | 'loss'
  | 'interception'
  | 'steal'
  | 'tackle'
  | 'claim'
  | 'save'
  | 'block'
  | 'foul'
  | 'card'
  | 'offside'
  | 'set_play'
  | 'goal'
  | 'penalty';

/** All types of events, in the order of the documentation. */
export const STAT_EVENT_TYPES: readonly StatEventType[] = [
  'pass',
  'shot',
  'dribble',
  'loss',
  'interception',
  'steal',
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
];

/** An action of a player or a team. All events have the same members; places are meters of the field frame. */
export interface StatEvent {
  readonly type: StatEventType;
  /** Index and game time of the show in which the event began. */
  show: number;
  time: number;
  /** 1 and 2 are the halves, then extra halves, then the shootout. */
  period: number;
  side: Side;
  /** Uniform number; 0 if the player is not known. */
  unum: number;
  x: number;
  y: number;
  /** Show in which the event was decided, and the position of the ball then. */
  endShow: number;
  endTime: number;
  endX: number;
  endY: number;
  /** Completed, scored, won. */
  success: boolean;
  /** How it ended or what kind it is, for example `completed`, `intercepted`, `corner_kick`, `yellow`. */
  outcome: string;
  /** Shots: the ball moved towards the goal between the posts. */
  onTarget: boolean;
  /** The other player concerned: receiver, interceptor, fouled player; 0 and `''` if there is none. */
  otherSide: Side | '';
  otherUnum: number;
  /** Play mode from which the ball was played. */
  from: PlayMode;
}

/** Receives each event when it is decided; returns it, because a later show can still change how it ended. */
export type Emit = (event: StatEvent) => StatEvent;

/** Creates a successful event of this show at the place of the ball, without another player. */
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
    otherSide: '',
    otherUnum: 0,
    from: show.lastMode ?? show.mode,
  };
}
