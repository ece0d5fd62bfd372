import type { ShownBall, ShownPlayer } from './frame.js';
import { LANDMARKS } from './landmarks.js';
import type { PlayMode } from './play-mode.js';
import type { Side } from './side.js';
import type { ViewQuality, ViewWidth } from './view.js';

/** Level of detail of an object in a see message (spec 04 §3.5, §3.9). */
export type SeenDetail =
  /** Outside the cone but within visible_distance: only the class name. */
  | 'close'
  /** Landmark, ball or line, with its name. */
  | 'named'
  /** Player whose team and number are unknown. */
  | 'player'
  /** Player whose team is known. */
  | 'team'
  /** Player whose team and number are known. */
  | 'full';

/**
 * One object of a see message. A buffer is reused for every message, so all fields always exist; `detail` and the
 * `has...` fields say which of them are valid. Distances are in meters. Directions are in whole degrees, already
 * rounded or truncated as the observer's version requires. `distChange` is in meters per cycle, `dirChange` in degrees
 * per cycle.
 */
export interface SeenObject {
  kind: 'landmark' | 'ball' | 'player' | 'line';
  /** Index into LANDMARKS, into LINE_NAMES, or of the player; 0 for the ball. */
  index: number;
  detail: SeenDetail;
  dist: number;
  dir: number;
  hasMotion: boolean;
  distChange: number;
  dirChange: number;
  /** Height of the ball, meters, and its vertical speed, meters per cycle, both exact (spec 12 §9.1); 0 for other objects. */
  z: number;
  vz: number;
  bodyDir: number;
  headDir: number;
  hasPointDir: boolean;
  pointDir: number;
  flag: '' | 't' | 'k';
  /** Whether the object has the goalie mark for this observer. */
  goalie: boolean;
}

/** Contents of a see message; only the first `count` objects are valid. */
export interface SeeObservation {
  time: number;
  /** Index of the observer. */
  observer: number;
  quality: ViewQuality;
  count: number;
  readonly objects: readonly SeenObject[];
}

/** Contents of sense_body (spec 04 §6). Directions and angles are in degrees, distances in meters, both rounded as they are printed. */
export interface SenseBodyObservation {
  time: number;
  quality: ViewQuality;
  width: ViewWidth;
  stamina: number;
  effort: number;
  capacity: number;
  /** Meters per cycle, a multiple of 0.01. */
  speed: number;
  /** Direction of the velocity relative to the face, whole degrees. */
  speedDir: number;
  /** Angle of the neck relative to the body, whole degrees. */
  headAngle: number;
  /** Number of executed kicks; the following fields count the other commands. */
  kick: number;
  dash: number;
  turn: number;
  say: number;
  turnNeck: number;
  catch: number;
  move: number;
  changeView: number;
  changeFocus: number;
  /** Number of cycles until the arm can be moved. */
  armMovable: number;
  /** Number of cycles until the arm stops pointing. */
  armExpires: number;
  armTargetDist: number;
  armTargetDir: number;
  armCount: number;
  /** Side of the player attended to; empty if none. */
  focusSide: Side | '';
  focusUnum: number;
  focusCount: number;
  /** Number of cycles until body commands are possible again after a tackle. */
  tackleExpires: number;
  tackleCount: number;
  collidedWithBall: boolean;
  collidedWithPlayer: boolean;
  collidedWithPost: boolean;
  /** Number of cycles until body commands are possible again after a foul was suffered. */
  foulCharged: number;
  card: 'none' | 'yellow' | 'red';
  /** Focus point relative to the face: distance in meters. */
  focusPointDist: number;
  /** Focus point relative to the face: direction in degrees. */
  focusPointDir: number;
}

/** One player of a fullstate message: meters, meters per cycle, degrees (spec 04 §7). */
export interface FullstatePlayer extends ShownPlayer {
  goalie: boolean;
  hasPoint: boolean;
  pointDist: number;
  /** Direction of the arm relative to the face: radians, unlike all other angles (spec 04 §7). */
  pointDir: number;
  flag: '' | 't' | 'k' | 'f';
  card: '' | 'r' | 'y';
}

/**
 * Contents of a fullstate message (spec 04 §7). Coordinates are in the field frame: meters, velocities in meters per
 * cycle. Only the first `count` players are valid.
 */
export interface FullstateObservation extends ShownBall {
  time: number;
  /** Play mode, or goalie_catch_ball_l / _r while a goalie holds the ball. */
  playMode: PlayMode | 'goalie_catch_ball_l' | 'goalie_catch_ball_r';
  /** The receiver's own view and counters. */
  self: SenseBodyObservation;
  /** Distance of the receiver's arm target, meters, not quantized (spec 04 §7). */
  armTargetDist: number;
  /** Direction of the receiver's arm target relative to the face, rounded degrees (spec 04 §7). */
  armTargetDir: number;
  ownScore: number;
  opponentScore: number;
  rightScore: number;
  /** Vertical speed of the ball, meters per cycle (spec 12 §9.2). */
  ballVz: number;
  count: number;
  readonly players: readonly FullstatePlayer[];
}

/** One player as coaches and trainers see it (spec 07 §12): field frame, meters, meters per cycle. */
export interface GlobalPlayer {
  side: Side;
  unum: number;
  goalie: boolean;
  /** Whether a coach made the player goalie: opponents do not see the mark (spec 07 §8.2). */
  goalieAppointed: boolean;
  x: number;
  y: number;
  vx: number;
  vy: number;
  /** Body direction, radians; the encoder rounds or truncates by version. */
  body: number;
  /** Neck angle relative to the body, radians. */
  neck: number;
  hasPoint: boolean;
  /** Absolute direction of the arm, whole degrees. */
  pointDir: number;
  tackling: boolean;
  kicked: boolean;
  foulCharged: boolean;
  card: '' | 'r' | 'y';
}

/**
 * Contents of see_global, of see for old coach versions, and of the reply to look. Coordinates are in the field frame:
 * meters, velocities in meters per cycle. Only the first `count` players are valid.
 */
export interface GlobalObservation extends ShownBall {
  time: number;
  count: number;
  readonly players: readonly GlobalPlayer[];
}

const MAX_SEEN_OBJECTS = LANDMARKS.length + 1 + 21 + 4;

/** Creates a reusable buffer for see messages. */
export function createSeeObservation(): SeeObservation {
  const objects: SeenObject[] = [];
  for (let i = 0; i < MAX_SEEN_OBJECTS; i++) {
    objects.push({
      kind: 'landmark',
      index: 0,
      detail: 'named',
      dist: 0,
      dir: 0,
      hasMotion: false,
      distChange: 0,
      dirChange: 0,
      z: 0,
      vz: 0,
      bodyDir: 0,
      headDir: 0,
      hasPointDir: false,
      pointDir: 0,
      flag: '',
      goalie: false,
    });
  }
  return { time: 0, observer: 0, quality: 'high', count: 0, objects };
}

/** Creates a reusable buffer for sense_body messages. */
export function createSenseBodyObservation(): SenseBodyObservation {
  return {
    time: 0,
    quality: 'high',
    width: 'normal',
    stamina: 0,
    effort: 0,
    capacity: 0,
    speed: 0,
    speedDir: 0,
    headAngle: 0,
    kick: 0,
    dash: 0,
    turn: 0,
    say: 0,
    turnNeck: 0,
    catch: 0,
    move: 0,
    changeView: 0,
    changeFocus: 0,
    armMovable: 0,
    armExpires: 0,
    armTargetDist: 0,
    armTargetDir: 0,
    armCount: 0,
    focusSide: '',
    focusUnum: 0,
    focusCount: 0,
    tackleExpires: 0,
    tackleCount: 0,
    collidedWithBall: false,
    collidedWithPlayer: false,
    collidedWithPost: false,
    foulCharged: 0,
    card: 'none',
    focusPointDist: 0,
    focusPointDir: 0,
  };
}

/** Creates a reusable buffer for fullstate messages. */
export function createFullstateObservation(): FullstateObservation {
  const players: FullstatePlayer[] = [];
  for (let i = 0; i < 22; i++) {
    players.push({
      side: 'l',
      unum: 0,
      goalie: false,
      typeId: 0,
      x: 0,
      y: 0,
      vx: 0,
      vy: 0,
      body: 0,
      neck: 0,
      hasPoint: false,
      pointDist: 0,
      pointDir: 0,
      focusDist: 0,
      focusDir: 0,
      stamina: 0,
      effort: 0,
      recovery: 0,
      capacity: 0,
      flag: '',
      card: '',
    });
  }
  return {
    time: 0,
    playMode: 'before_kick_off',
    self: createSenseBodyObservation(),
    armTargetDist: 0,
    armTargetDir: 0,
    ownScore: 0,
    opponentScore: 0,
    rightScore: 0,
    ballX: 0,
    ballY: 0,
    ballVx: 0,
    ballVy: 0,
    ballZ: 0,
    ballVz: 0,
    count: 0,
    players,
  };
}

/** Creates a reusable buffer for the view of coaches and trainers. */
export function createGlobalObservation(): GlobalObservation {
  const players: GlobalPlayer[] = [];
  for (let i = 0; i < 22; i++) {
    players.push({
      side: 'l',
      unum: 0,
      goalie: false,
      goalieAppointed: false,
      x: 0,
      y: 0,
      vx: 0,
      vy: 0,
      body: 0,
      neck: 0,
      hasPoint: false,
      pointDir: 0,
      tackling: false,
      kicked: false,
      foulCharged: false,
      card: '',
    });
  }
  return { time: 0, ballX: 0, ballY: 0, ballVx: 0, ballVy: 0, ballZ: 0, count: 0, players };
}
