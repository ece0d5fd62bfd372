import type { Side } from '@rcss/core';
import type { MatchParams } from '@rcss/params';

/** A coach language message that waits for delivery (spec 07 §10.6). */
export interface QueuedCoachMessage {
  /** Canonical text as players receive it. */
  readonly text: string;
  /** Match time at which the message was received. */
  readonly receivedAt: number;
  /** Lowest and highest language version that support the message (spec 04 §5.3). */
  readonly min: number;
  readonly max: number;
}

/** Number of messages of each kind that a coach may still send in the current window (spec 07 §10.5). */
export interface CoachBudget {
  meta: number;
  info: number;
  advice: number;
  define: number;
  del: number;
  rule: number;
}

/** State of the online coach of a side. */
export interface CoachState {
  readonly side: Side;
  connected: boolean;
  /** Whether a coach has ever connected; no second coach may connect (spec 07 §2). */
  used: boolean;
  version: number;
  eye: boolean;
  queue: QueuedCoachMessage[];
  readonly budget: CoachBudget;
  /** Time of the last refill of the budget; -1 before the first. */
  refilledAt: number;
  freeformAllowed: number;
  freeformSaid: number;
}

/** State of the trainer; eye and ear are kept when it reconnects (spec 07 §2). */
export interface TrainerState {
  connected: boolean;
  version: number;
  eye: boolean;
  ear: boolean;
}

export function createCoachState(side: Side, params: MatchParams): CoachState {
  return {
    side,
    connected: false,
    used: false,
    version: 5,
    eye: false,
    queue: [],
    budget: { meta: 0, info: 0, advice: 0, define: 0, del: 0, rule: 0 },
    refilledAt: -1,
    freeformAllowed: params.server.say_coach_cnt_max,
    freeformSaid: 0,
  };
}

export function createTrainerState(): TrainerState {
  return { connected: false, version: 3, eye: false, ear: false };
}
