import type { SideOrNeutral } from '@rcss/core';

/** Index of "no player". */
export const NO_PLAYER = -1;

/** State of the time rule (spec 06 §7.1). */
export interface TimeState {
  /** Number of half ends called so far. */
  halfEnds: number;
}

/** State of the ball-stuck rule (spec 06 §8). */
export interface BallStuckState {
  /** Position of the ball at the last reset, in meters. */
  x: number;
  /** Position of the ball at the last reset, in meters. */
  y: number;
  /** Number of evaluations since the last reset. */
  count: number;
}

/** State of the offside rule; arrays have one entry per player (spec 06 §9.1). */
export interface OffsideState {
  /** Whether the player is in an offside position. */
  readonly marked: boolean[];
  /** x of the offside line at the mark of the player, in meters. */
  readonly markX: number[];
  /** y of the player when it was marked, in meters. */
  readonly markY: number[];
  /** Match time of the last contact with the ball, in cycles; -1 before the first. */
  lastTime: number;
  /** Stoppage time of the last contact, in cycles; -1 before the first. */
  lastStoppage: number;
  /** Greatest strength of the contacts of the last cycle, in m/cycle². */
  lastStrength: number;
  /** Side of the strongest contact; neutral after contacts of both sides. */
  lastSide: SideOrNeutral;
  /** Offside point of the current call, in meters. */
  x: number;
  /** Offside point of the current call, in meters. */
  y: number;
  /** Cycles since the call. */
  wait: number;
}

/** State of the set-play rule (spec 06 §10.1). */
export interface SetPlayState {
  /** Cycles until the drop ball; -1 if off. */
  timer: number;
  /** Number of goal kicks in a row. */
  goalKicks: number;
}

/** State of the free-kick-fault rule (spec 06 §10.1). */
export interface FreeKickFaultState {
  /** Whether the restart was taken and no other player has played the ball since. */
  taken: boolean;
  /** Index of the taker. */
  taker: number;
  /** Dash count of the taker at its kick. */
  takerDashes: number;
  /** Cycles since the call. */
  wait: number;
}

/** State of the out-of-play and goal rule (spec 06 §11.1). */
export interface OutOfPlayState {
  /** Index of the player of the last contact, or `NO_PLAYER`. */
  lastToucher: number;
  /** Match time of the last contact, in cycles; -1 before the first. */
  lastTime: number;
  /** Strength of the last contact, in m/cycle². */
  lastStrength: number;
  /** Whether an indirect free kick was taken and no second player has played the ball: no goal counts. */
  indirect: boolean;
  /** Index of the player that took the indirect free kick, or `NO_PLAYER`. */
  firstKicker: number;
  /** Position of the ball at the previous evaluation, in meters. */
  previousX: number;
  /** Position of the ball at the previous evaluation, in meters. */
  previousY: number;
  /** Height of the ball at the previous evaluation, in meters. */
  previousZ: number;
  /** Cycles since the goal. */
  goalWait: number;
}

/** State of the back-pass rule (spec 06 §12.1). */
export interface BackPassState {
  /** Index of the last player that kicked or tackled, or `NO_PLAYER`. */
  passer: number;
  /** Match time of the last pass, in cycles; -1 before the first. */
  passTime: number;
  /** Index of the passer before the last, or `NO_PLAYER`. */
  previousPasser: number;
  /** Whether a left player touched the ball in this cycle. */
  leftTouched: boolean;
  /** Whether a right player touched the ball in this cycle. */
  rightTouched: boolean;
  /** Cycles since the call. */
  wait: number;
}

/** State of the catch-fault rule (spec 06 §12.1). */
export interface CatchFaultState {
  /** Cycles since the call. */
  wait: number;
}

/** State of the foul rule (spec 06 §13.3). */
export interface FoulState {
  /** Cycles since the call. */
  wait: number;
}

/** State of the illegal-defense rule (spec 06 §14). */
export interface IllegalDefenseState {
  /** Match time of the last kick, in cycles; 0 before the first, so a first kick at time 0 counts as a second one. */
  kickTime: number;
  /** Attacking side; neutral before the first kick and if both sides kicked in that cycle. */
  kickSide: SideOrNeutral;
  /** Number of cycles in a row with too many left defenders. */
  leftCount: number;
  /** Number of cycles in a row with too many right defenders. */
  rightCount: number;
  /** Cycles since the call. */
  wait: number;
}

/** State of the keepaway rule (spec 06 §15). */
export interface KeepawayState {
  /** Number of the episode; 0 before the first. */
  episode: number;
  /** Number of left players. */
  keepers: number;
  /** Number of right players. */
  takers: number;
  /** Match time of the start of the episode, in cycles. */
  start: number;
  /** Number of cycles in which a taker was at the ball. */
  takes: number;
  /** Wall time of the first evaluation, in seconds; -1 before it. */
  wallStart: number;
}

/** State of the shootout rule (spec 06 §16.1). */
export interface ShootoutState {
  /** Whether the shootout has started. */
  started: boolean;
  /** Whether the winner is decided; the next evaluation ends the match. */
  finished: boolean;
  /** Side of the goal in use; neutral before the start of a shootout. */
  goal: SideOrNeutral;
  /**
   * Side of the taker; neutral before the first kick. A trainer may set a shootout mode before that, and then no
   * player is the taker (spec 06 §16.1).
   */
  taking: SideOrNeutral;
  /** Whether each left uniform number took a kick, by unum - 1. */
  readonly usedLeft: boolean[];
  /** Whether each right uniform number took a kick, by unum - 1. */
  readonly usedRight: boolean[];
  /** Index of the player that takes the current kick, or `NO_PLAYER`. */
  lastTaker: number;
  /** Cycles until the end of the phase. */
  timer: number;
  /** Number of kicks taken by both sides. */
  kicks: number;
  /** Position of the ball at the previous evaluation, in meters. */
  previousX: number;
  /** Position of the ball at the previous evaluation, in meters. */
  previousY: number;
  /** Height of the ball at the previous evaluation, in meters. */
  previousZ: number;
}

/**
 * State of all rules: plain data of fixed shape, with players as indices in the world. `structuredClone` of it
 * is a complete snapshot of the referee.
 */
export interface RefereeState {
  readonly time: TimeState;
  readonly ballStuck: BallStuckState;
  readonly offside: OffsideState;
  readonly setPlay: SetPlayState;
  readonly freeKickFault: FreeKickFaultState;
  readonly outOfPlay: OutOfPlayState;
  readonly backPass: BackPassState;
  readonly catchFault: CatchFaultState;
  readonly foul: FoulState;
  readonly illegalDefense: IllegalDefenseState;
  readonly keepaway: KeepawayState;
  readonly shootout: ShootoutState;
}

/** Returns the state of the rules before the first kickoff. */
export function createRefereeState(): RefereeState {
  return {
    time: { halfEnds: 0 },
    ballStuck: { x: 0, y: 0, count: 0 },
    offside: {
      marked: new Array<boolean>(22).fill(false),
      markX: new Array<number>(22).fill(0),
      markY: new Array<number>(22).fill(0),
      lastTime: -1,
      lastStoppage: -1,
      lastStrength: 0,
      lastSide: 'n',
      x: 0,
      y: 0,
      wait: 0,
    },
    setPlay: { timer: -1, goalKicks: 0 },
    freeKickFault: { taken: false, taker: NO_PLAYER, takerDashes: 0, wait: 0 },
    outOfPlay: {
      lastToucher: NO_PLAYER,
      lastTime: -1,
      lastStrength: 0,
      indirect: false,
      firstKicker: NO_PLAYER,
      previousX: 0,
      previousY: 0,
      previousZ: 0,
      goalWait: 0,
    },
    backPass: {
      passer: NO_PLAYER,
      passTime: -1,
      previousPasser: NO_PLAYER,
      leftTouched: false,
      rightTouched: false,
      wait: 0,
    },
    catchFault: { wait: 0 },
    foul: { wait: 0 },
    illegalDefense: { kickTime: 0, kickSide: 'n', leftCount: 0, rightCount: 0, wait: 0 },
    keepaway: { episode: 0, keepers: 0, takers: 0, start: 0, takes: 0, wallStart: -1 },
    shootout: {
      started: false,
      finished: false,
      goal: 'n',
      taking: 'n',
      usedLeft: new Array<boolean>(11).fill(false),
      usedRight: new Array<boolean>(11).fill(false),
      lastTaker: NO_PLAYER,
      timer: -1,
      kicks: 0,
      previousX: 0,
      previousY: 0,
      previousZ: 0,
    },
  };
}
