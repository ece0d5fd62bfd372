import type { PlayMode, Side } from '@rcss/core';

/** What can happen, see docs/statistics.md. */
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

/** Something that a player or a team did. All events have the same members; places in metres of the field frame. */
export interface StatEvent {
  readonly type: StatEventType;
  /** Index of the show in which it began, and the game time of it. */
  show: number;
  time: number;
  /** 1 and 2 are the halves, then extra halves, then the shoot-out. */
  period: number;
  side: Side;
  /** 0 when the player is not known. */
  unum: number;
  x: number;
  y: number;
  /** Show in which it was decided, and where the ball was then. */
  endShow: number;
  endTime: number;
  endX: number;
  endY: number;
  /** Completed, scored, won. */
  success: boolean;
  /** How it ended or what kind it is: `completed`, `intercepted`, `corner_kick`, `yellow`... */
  outcome: string;
  /** Shots: heading between the posts. */
  onTarget: boolean;
  /** The other one concerned: receiver, interceptor, victim; 0 and `''` when there is none. */
  otherSide: Side | '';
  otherUnum: number;
  /** Play mode from which the ball was played. */
  from: PlayMode;
}
