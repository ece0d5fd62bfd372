import type { Side, SideOrNeutral } from '@rcss/core';

/** Index of "no player". */
export const NO_PLAYER = -1;

/** State of the time rule (spec 06 §7.1). */
export interface TimeState {
  /** Number of half ends called so far. */
  halfEnds: number;
}

/**
 * State of the ball-stuck rule: position of the ball at the last reset, and evaluations since then
 * (spec 06 §8).
 */
export interface BallStuckState {
  x: number;
  y: number;
  count: number;
}

/** State of the offside rule; arrays have one entry per player (spec 06 §9.1). */
export interface OffsideState {
  readonly marked: boolean[];
  readonly markX: number[];
  readonly markY: number[];
  /** Time of the last contact with the ball; -1 before the first. */
  lastTime: number;
  lastStoppage: number;
  lastStrength: number;
  lastSide: SideOrNeutral;
  /** Offside point of the current call, in meters. */
  x: number;
  y: number;
  wait: number;
}

/** State of the set-play rule (spec 06 §10.1). */
export interface SetPlayState {
  taken: boolean;
  /** Index of the taker, and its dash count at the kick. */
  taker: number;
  takerDashes: number;
  /** Cycles until the drop ball; -1 if off. */
  timer: number;
  goalKicks: number;
  faultWait: number;
}

/** State of the out-of-play and goal rule (spec 06 §11.1). */
export interface OutOfPlayState {
  lastToucher: number;
  lastTime: number;
  lastStrength: number;
  indirect: boolean;
  firstKicker: number;
  previousX: number;
  previousY: number;
  goalWait: number;
}

/** State of the goalkeeper rule (spec 06 §12.1). */
export interface GoalkeeperState {
  passer: number;
  passTime: number;
  previousPasser: number;
  leftTouched: boolean;
  rightTouched: boolean;
  backPassWait: number;
  catchFaultWait: number;
}

/** State of the foul rule (spec 06 §13.3). */
export interface FoulState {
  wait: number;
}

/** State of the illegal-defense rule (spec 06 §14). */
export interface IllegalDefenseState {
  kickTime: number;
  kickSide: SideOrNeutral;
  leftCount: number;
  rightCount: number;
  wait: number;
}

/** State of the keepaway rule (spec 06 §15). */
export interface KeepawayState {
  /** Number of the episode; 0 before the first. */
  episode: number;
  keepers: number;
  takers: number;
  start: number;
  takes: number;
  /** Wall time of the first evaluation, in seconds; -1 before it. */
  wallStart: number;
}

/** State of the shootout rule (spec 06 §16.1). */
export interface ShootoutState {
  started: boolean;
  finished: boolean;
  /** Side of the goal in use; neutral before the start of a shootout. */
  goal: SideOrNeutral;
  /**
   * Side of the taker. Initially right: if a kick is set without a start, the first side is left
   * (spec 06 §16.11).
   */
  taking: Side;
  /** Whether each uniform number took a kick, by unum - 1. */
  readonly usedLeft: boolean[];
  readonly usedRight: boolean[];
  lastTaker: number;
  timer: number;
  kicks: number;
  previousX: number;
  previousY: number;
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
  readonly outOfPlay: OutOfPlayState;
  readonly goalkeeper: GoalkeeperState;
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
    setPlay: { taken: false, taker: NO_PLAYER, takerDashes: 0, timer: -1, goalKicks: 0, faultWait: 0 },
    outOfPlay: {
      lastToucher: NO_PLAYER,
      lastTime: -1,
      lastStrength: 0,
      indirect: false,
      firstKicker: NO_PLAYER,
      previousX: 0,
      previousY: 0,
      goalWait: 0,
    },
    goalkeeper: {
      passer: NO_PLAYER,
      passTime: -1,
      previousPasser: NO_PLAYER,
      leftTouched: false,
      rightTouched: false,
      backPassWait: 0,
      catchFaultWait: 0,
    },
    foul: { wait: 0 },
    illegalDefense: { kickTime: -1, kickSide: 'n', leftCount: 0, rightCount: 0, wait: 0 },
    keepaway: { episode: 0, keepers: 0, takers: 0, start: 0, takes: 0, wallStart: -1 },
    shootout: {
      started: false,
      finished: false,
      goal: 'n',
      taking: 'r',
      usedLeft: new Array<boolean>(11).fill(false),
      usedRight: new Array<boolean>(11).fill(false),
      lastTaker: NO_PLAYER,
      timer: -1,
      kicks: 0,
      previousX: 0,
      previousY: 0,
    },
  };
}
