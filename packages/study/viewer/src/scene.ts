import {
  type Frame,
  type FramePlayer,
  hasKicked,
  hasTackled,
  PlayerState,
  playerSlot,
  type ShownBall,
  type Side,
} from '@rcss/core';
import { clamp } from '@rcss/core/math';
import { PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import type { ParamTable } from '@rcss/frames';
import { kickRateAt, tackleFailureProbability } from '@rcss/physics/predict';
import { offsideLine } from '@rcss/referee/geometry';

/** Values for drawing one player at one moment; meters and radians in the field's frame. */
export interface PicturePlayer
  extends Pick<
    FramePlayer,
    'side' | 'unum' | 'typeId' | 'state' | 'x' | 'y' | 'vx' | 'vy' | 'hasPoint' | 'pointX' | 'pointY'
  > {
  isPresent: boolean;
  isGoalie: boolean;
  /** Body direction and head direction, absolute. */
  body: number;
  head: number;
  /** Half of the view angle. */
  halfView: number;
  isLowQuality: boolean;
  /** Real radius, and radius within which the player can kick the ball (includes the player's own radius). */
  bodyRadius: number;
  kickRadius: number;
  /** Stamina 0..1 of the maximum; capacity likewise, -1 if not sent. */
  stamina: number;
  capacity: number;
  isEffortLow: boolean;
  isRecoveryLow: boolean;
  /** Name of the state that decides the color; see `markOf`. */
  displayState: DisplayState;
  /** Fades from 1 to 0 after a kick; `tackleGlow` likewise after a tackle. */
  kickFade: number;
  tackleFade: number;
  hasFocus: boolean;
  focusX: number;
  focusY: number;
  hasYellowCard: boolean;
  hasRedCard: boolean;
  isIllegalDefense: boolean;
}

/** State that decides the color of a player; empty for none. */
export type DisplayState =
  | ''
  | 'kick'
  | 'kick_fault'
  | 'catch'
  | 'catch_fault'
  | 'tackle'
  | 'tackle_fault'
  | 'foul_charged'
  | 'ball_collide'
  | 'player_collide';

/** Values for drawing one moment; meters in the field frame, meters per cycle, cycles. */
export interface Picture extends ShownBall, Pick<Frame, 'time' | 'stoppageTime'> {
  readonly players: readonly PicturePlayer[];
  /** x of the offside line for attackers of the left team (near the right goal); `offsideRight` for the right team. */
  offsideLeft: number;
  offsideRight: number;
  /** Index in `players` of the one nearest to the ball; -1 if no player is present. */
  nearestIndex: number;
}

/** Creates a scene with 22 absent players and the ball at the center. */
export function createScene(): Picture {
  const players: PicturePlayer[] = [];
  for (let i = 0; i < 22; i++) {
    const { side, unum } = playerSlot(i);
    players.push({
      side,
      unum,
      typeId: 0,
      state: 0,
      isPresent: false,
      isGoalie: false,
      x: 0,
      y: 0,
      vx: 0,
      vy: 0,
      body: 0,
      head: 0,
      halfView: 0,
      isLowQuality: false,
      bodyRadius: 0.3,
      kickRadius: 1.085,
      stamina: 1,
      capacity: -1,
      isEffortLow: false,
      isRecoveryLow: false,
      displayState: '',
      kickFade: 0,
      tackleFade: 0,
      hasPoint: false,
      pointX: 0,
      pointY: 0,
      hasFocus: false,
      focusX: 0,
      focusY: 0,
      hasYellowCard: false,
      hasRedCard: false,
      isIllegalDefense: false,
    });
  }
  return {
    time: 0,
    stoppageTime: 0,
    ballX: 0,
    ballY: 0,
    ballVx: 0,
    ballVy: 0,
    ballZ: 0,
    players,
    offsideLeft: 0,
    offsideRight: 0,
    nearestIndex: -1,
  };
}

/** The frames around a moment: `a` at or before it, `b` after it, `fraction` 0..1 between them; earlier frames for fading marks. */
export interface SceneMoment {
  readonly frame: Frame;
  readonly next: Frame | undefined;
  readonly fraction: number;
  readonly previous?: Frame | undefined;
  readonly beforePrevious?: Frame | undefined;
}

/** Parameters that scenes use; unknown ones have the defaults of the server. */
export interface PictureParams {
  readonly server: ParamTable;
  readonly types: ReadonlyMap<number, ParamTable>;
}

/** Returns a number from a table of parameters, or `otherwise` if it is missing. */
export function getParam(table: ParamTable | undefined, name: string, otherwise: number): number {
  const value = table?.[name];
  return typeof value === 'number' ? value : otherwise;
}

/** Longest moves in one cycle that are interpolated, meters; longer ones are placements by the referee and shown as jumps. */
const PLAYER_JUMP = 2.5;
const BALL_JUMP = 4.5;

const RAD = Math.PI / 180;

/** Interpolates between two angles the short way round; degrees. */
export function interpolateAngle(a: number, b: number, f: number): number {
  let d = (b - a) % 360;
  if (d > 180) d -= 360;
  else if (d < -180) d += 360;
  return a + d * f;
}

/**
 * Returns the state that decides the color. The last state of this list that is set is used (spec 11 §3.11): kick, kick fault,
 * catch, catch fault, tackle, tackle fault, foul charged, collision with the ball, collision with a player.
 */
export function findDisplayState(state: number): DisplayState {
  if (state & PlayerState.PLAYER_COLLIDE) return 'player_collide';
  if (state & PlayerState.BALL_COLLIDE) return 'ball_collide';
  if (state & PlayerState.FOUL_CHARGED) return 'foul_charged';
  if (state & PlayerState.TACKLE_FAULT) return 'tackle_fault';
  if (state & PlayerState.TACKLE) return 'tackle';
  if (state & PlayerState.CATCH_FAULT) return 'catch_fault';
  if (state & PlayerState.CATCH) return 'catch';
  if (state & PlayerState.KICK_FAULT) return 'kick_fault';
  if (state & PlayerState.KICK) return 'kick';
  return '';
}

/** Fills `out` with the players, the ball and the offside lines of the moment, and returns it. */
export function computeScene(moment: SceneMoment, params: PictureParams, out: Picture): Picture {
  const { frame: a } = moment;
  const b = moment.next ?? a;
  const f = clamp(moment.fraction, 0, 1);
  out.time = a.time;
  out.stoppageTime = a.stoppageTime;
  const jump = Math.hypot(b.ballX - a.ballX, b.ballY - a.ballY) > BALL_JUMP;
  const bf = jump ? (f < 0.5 ? 0 : 1) : f;
  out.ballX = a.ballX + (b.ballX - a.ballX) * bf;
  out.ballY = a.ballY + (b.ballY - a.ballY) * bf;
  out.ballZ = a.ballZ + (b.ballZ - a.ballZ) * bf;
  out.ballVx = a.ballVx;
  out.ballVy = a.ballVy;
  const ballSize = getParam(params.server, 'ball_size', 0.085);
  let nearest = Number.POSITIVE_INFINITY;
  out.nearestIndex = -1;
  for (let i = 0; i < 22; i++) {
    const p = out.players[i] as PicturePlayer;
    computePlayer(moment, i, f, params, ballSize, p);
    if (!p.isPresent) continue;
    const d = (p.x - out.ballX) ** 2 + (p.y - out.ballY) ** 2;
    if (d < nearest) {
      nearest = d;
      out.nearestIndex = i;
    }
  }
  out.offsideLeft = findOffsideLineX(out, 'l');
  out.offsideRight = findOffsideLineX(out, 'r');
  return out;
}

function computePlayer(
  moment: SceneMoment,
  i: number,
  f: number,
  params: PictureParams,
  ballSize: number,
  p: PicturePlayer,
): void {
  const from = moment.frame.players[i] as FramePlayer;
  const to = (moment.next ?? moment.frame).players[i] as FramePlayer;
  const state = from.state;
  const type = params.types.get(from.typeId);
  p.side = from.side;
  p.unum = from.unum;
  p.typeId = from.typeId;
  p.state = state;
  p.isPresent = (state & PlayerState.STAND) !== 0;
  p.isGoalie = (state & PlayerState.GOALIE) !== 0;
  const stays =
    Math.abs(to.x - from.x) + Math.abs(to.y - from.y) <= PLAYER_JUMP &&
    (to.state & PlayerState.STAND) === (state & PlayerState.STAND);
  const g = stays ? f : f < 0.5 ? 0 : 1;
  p.x = from.x + (to.x - from.x) * g;
  p.y = from.y + (to.y - from.y) * g;
  p.vx = from.vx;
  p.vy = from.vy;
  const body = interpolateAngle(from.body, to.body, g);
  const neck = interpolateAngle(from.neck, to.neck, g);
  p.body = body * RAD;
  p.head = (body + neck) * RAD;
  p.halfView = (from.viewWidth / 2) * RAD;
  p.isLowQuality = from.viewQuality === 'l';
  p.bodyRadius = getParam(type, 'player_size', getParam(params.server, 'player_size', 0.3));
  p.kickRadius =
    p.bodyRadius +
    ballSize +
    getParam(type, 'kickable_margin', getParam(params.server, 'kickable_margin', 0.7));
  p.stamina = clamp(from.stamina / getParam(params.server, 'stamina_max', 8000), 0, 1);
  const fullCapacity = getParam(params.server, 'stamina_capacity', 130600);
  p.capacity = from.capacity < 0 || fullCapacity <= 0 ? -1 : clamp(from.capacity / fullCapacity, 0, 1);
  p.isEffortLow =
    from.effort < getParam(type, 'effort_max', getParam(params.server, 'effort_init', 1)) - 0.0005;
  p.isRecoveryLow = from.recovery < getParam(params.server, 'recover_init', 1) - 0.0005;
  p.displayState = findDisplayState(state);
  p.kickFade = computeFade(moment, i, hasKicked, f);
  p.tackleFade = computeFade(moment, i, hasTackled, f);
  p.hasPoint = from.hasPoint;
  p.pointX = from.pointX;
  p.pointY = from.pointY;
  p.hasFocus = from.focusDist > 0.001;
  const focusAngle = p.head + from.focusDir * RAD;
  p.focusX = p.x + from.focusDist * Math.cos(focusAngle);
  p.focusY = p.y + from.focusDist * Math.sin(focusAngle);
  p.hasYellowCard = (state & PlayerState.YELLOW_CARD) !== 0;
  p.hasRedCard = (state & PlayerState.RED_CARD) !== 0;
  p.isIllegalDefense = (state & PlayerState.ILLEGAL_DEFENSE) !== 0;
}

/** Returns 1 at the start of a frame in which the player touches the ball so, then falls to 0 over three cycles. */
function computeFade(moment: SceneMoment, i: number, touches: (state: number) => boolean, f: number): number {
  if (touches((moment.frame.players[i] as FramePlayer).state)) return 1 - f * 0.2;
  const before = moment.previous?.players[i];
  if (before !== undefined && touches(before.state)) return 0.8 - f * 0.4;
  const beforeThat = moment.beforePrevious?.players[i];
  if (beforeThat !== undefined && touches(beforeThat.state)) return 0.4 - f * 0.4;
  return 0;
}

/** Returns x of the offside line for attackers of the side, within the pitch (spec 11 §3.11). */
function findOffsideLineX(scene: Picture, side: Side): number {
  const defenders = scene.players.filter((p) => p.side !== side && p.isPresent);
  const x = offsideLine(
    side,
    defenders.map((p) => p.x),
    scene.ballX,
  );
  return clamp(x, -PITCH_HALF_LENGTH, PITCH_HALF_LENGTH);
}

/** Returns the probability 0..1 that a tackle reaches the ball; a foul has its own exponent (spec 11 §3.11). */
export function computeTackleChance(
  p: PicturePlayer,
  ballX: number,
  ballY: number,
  server: ParamTable,
  foul: boolean,
): number {
  const dx = ballX - p.x;
  const dy = ballY - p.y;
  const forward = dx * Math.cos(p.body) + dy * Math.sin(p.body);
  const sideways = -dx * Math.sin(p.body) + dy * Math.cos(p.body);
  const reach = forward > 0 ? getParam(server, 'tackle_dist', 2) : getParam(server, 'tackle_back_dist', 0);
  const width = getParam(server, 'tackle_width', 1.25);
  if (reach <= 0 || width <= 0) return 0;
  const exponent = getParam(server, foul ? 'foul_exponent' : 'tackle_exponent', foul ? 10 : 6);
  return Math.max(0, 1 - tackleFailureProbability(forward, sideways, reach, width, exponent));
}

/** Returns the acceleration of the ball by the strongest kick, meters per cycle squared; 0 if the ball is out of reach. */
export function computeMaxKickAcceleration(
  p: PicturePlayer,
  ballX: number,
  ballY: number,
  params: PictureParams,
): number {
  const dx = ballX - p.x;
  const dy = ballY - p.y;
  if (Math.hypot(dx, dy) > p.kickRadius) return 0;
  const { server } = params;
  const ballSize = getParam(server, 'ball_size', 0.085);
  const type = {
    player_size: p.bodyRadius,
    kickable_margin: p.kickRadius - p.bodyRadius - ballSize,
    kick_power_rate: getParam(
      params.types.get(p.typeId),
      'kick_power_rate',
      getParam(server, 'kick_power_rate', 0.027),
    ),
  };
  const power = getParam(server, 'maxpower', 100) * kickRateAt(type, ballSize, dx, dy, p.body);
  return Math.min(power, getParam(server, 'ball_accel_max', 2.7));
}

/** Returns the maximum real speed of a type: min(player_speed_max, maxpower * dash rate * effort max / (1 - decay)) (spec 11 §3.9). */
export function computeRealSpeedMax(type: ParamTable, server: ParamTable): number {
  const reach =
    (getParam(server, 'maxpower', 100) *
      getParam(type, 'dash_power_rate', 0.006) *
      getParam(type, 'effort_max', 1)) /
    (1 - getParam(type, 'player_decay', 0.4));
  return Math.min(getParam(type, 'player_speed_max', 1.05), reach);
}
