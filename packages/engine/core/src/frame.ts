import type { PlayMode } from './play-mode.js';
import type { Side } from './side.js';
import { PLAYER_COUNT, playerSlot } from './side.js';

/** The ball in observations of the whole field: meters, meters per cycle. */
export interface ShownBall {
  ballX: number;
  ballY: number;
  ballVx: number;
  ballVy: number;
  /** Height of the ball above the ground; 0 without heights (spec 12 §9.2, §10). */
  ballZ: number;
}

/** A player in observations of the whole field: exact values in meters, meters per cycle, degrees. */
export interface ShownPlayer {
  side: Side;
  unum: number;
  typeId: number;
  x: number;
  y: number;
  vx: number;
  vy: number;
  body: number;
  /** Angle of the neck relative to the body, degrees. */
  neck: number;
  focusDist: number;
  focusDir: number;
  stamina: number;
  effort: number;
  recovery: number;
  /** Stamina capacity; -1 if the source (versions before 13, log version before 5) does not contain it. */
  capacity: number;
}

/** One player as monitors and logs show it, not quantized: meters, meters per cycle, degrees (spec 09 §8.4). */
export interface FramePlayer extends ShownPlayer {
  /** Bits of `PlayerState`. */
  state: number;
  hasPoint: boolean;
  pointX: number;
  pointY: number;
  viewQuality: 'h' | 'l';
  /** Full view angle, degrees. */
  viewWidth: number;
  /** Side of the player attended to; empty if none. */
  attentionSide: Side | '';
  attentionUnum: number;
  kickCount: number;
  dashCount: number;
  turnCount: number;
  catchCount: number;
  moveCount: number;
  turnNeckCount: number;
  changeViewCount: number;
  sayCount: number;
  tackleCount: number;
  pointtoCount: number;
  attentiontoCount: number;
  changeFocusCount: number;
}

/** Fields of a {@link FramePlayer} that count commands, in the order of shows. */
export const SHOWN_COUNTS = [
  'kickCount',
  'dashCount',
  'turnCount',
  'catchCount',
  'moveCount',
  'turnNeckCount',
  'changeViewCount',
  'sayCount',
  'tackleCount',
  'pointtoCount',
  'attentiontoCount',
  'changeFocusCount',
] as const;

/** One team as monitors and logs show it. */
export interface FrameTeam {
  /** Empty when the side has no team. */
  name: string;
  score: number;
  penaltyScored: number;
  penaltyMissed: number;
}

/**
 * The displayed state of one step, for monitors, logs and the viewer (spec 09 §8, spec 10 §6). Coordinates are in the
 * field frame: meters, velocities in meters per cycle.
 */
export interface Frame extends ShownBall {
  /** Number of cycles in which the clock ran. */
  time: number;
  /** Number of steps at this time while the clock was stopped. */
  stoppageTime: number;
  playMode: PlayMode;
  readonly left: FrameTeam;
  readonly right: FrameTeam;
  /** Whether the match has heights, so that the ball can leave the ground (spec 12). */
  hasHeight: boolean;
  /** Left 1..11 then right 1..11, present or not. */
  readonly players: readonly FramePlayer[];
}

/** Creates a reusable frame: before the first kick-off, without teams. */
export function createFrame(): Frame {
  const players: FramePlayer[] = [];
  for (let i = 0; i < PLAYER_COUNT; i++) {
    const { side, unum } = playerSlot(i);
    players.push({
      side,
      unum,
      typeId: 0,
      state: 0,
      x: 0,
      y: 0,
      vx: 0,
      vy: 0,
      body: 0,
      neck: 0,
      hasPoint: false,
      pointX: 0,
      pointY: 0,
      viewQuality: 'h',
      viewWidth: 90,
      focusDist: 0,
      focusDir: 0,
      stamina: 0,
      effort: 0,
      recovery: 0,
      capacity: -1,
      attentionSide: '',
      attentionUnum: 0,
      kickCount: 0,
      dashCount: 0,
      turnCount: 0,
      catchCount: 0,
      moveCount: 0,
      turnNeckCount: 0,
      changeViewCount: 0,
      sayCount: 0,
      tackleCount: 0,
      pointtoCount: 0,
      attentiontoCount: 0,
      changeFocusCount: 0,
    });
  }
  return {
    time: 0,
    stoppageTime: 0,
    playMode: 'before_kick_off',
    left: { name: '', score: 0, penaltyScored: 0, penaltyMissed: 0 },
    right: { name: '', score: 0, penaltyScored: 0, penaltyMissed: 0 },
    ballX: 0,
    ballY: 0,
    ballVx: 0,
    ballVy: 0,
    hasHeight: false,
    ballZ: 0,
    players,
  };
}

/** A text on a message board of the server. Board 1: referee calls and the result. Board 2: messages of clients. */
export interface BoardMessage {
  /** Game time in cycles. */
  readonly time: number;
  readonly board: number;
  readonly text: string;
}
