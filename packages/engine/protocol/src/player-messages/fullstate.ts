/** `(fullstate ...)` (spec 03 §10.4). */

import type { Side } from '@rcss/core';
import { quantize } from '@rcss/core/math';
import type { FullstateObservation, FullstatePlayer } from '@rcss/core/observation';
import type { PlayerFeatures } from '@rcss/core/versions';
import type { ByteWriter, SexpCursor } from '@rcss/sexp';
import type { PlayerEncoding } from './player-encoding.js';
import { type ArmMessage, readArm } from './sense-body.js';

/** Step of positions (m), velocities (m/cycle) and angles (degrees) in the old form: a single-precision number (spec 03 §10.4). */
const MOTION_STEP = Math.fround(0.001);
/** Step of effort and recovery in the old form. */
const EFFORT_STEP = 0.0001;

/** Appends the fullstate message, with its final NUL. Appends nothing for versions that do not have it. */
export function encodeFullstate(
  w: ByteWriter,
  state: FullstateObservation,
  encoding: PlayerEncoding,
): ByteWriter {
  const { features } = encoding;
  if (!features.fullstate) return w;
  w.ascii('(fullstate ').int(state.time).ascii(' (pmode ').ascii(state.playMode);
  w.ascii(') (vmode ').ascii(state.self.quality).byte(0x20).ascii(state.self.width).byte(0x29);
  if (features.quantizedFullstate) writeOldParts(w, state);
  else writeNewParts(w, state, features);
  for (let i = 0; i < state.count; i++) {
    const player = state.players[i]!;
    if (features.quantizedFullstate) writeOldPlayer(w, player);
    else writeNewPlayer(w, player, features);
  }
  return w.byte(0x29).nul();
}

/**
 * Appends the parts of the old form. For receivers of both sides, the score is that of the right team, followed by
 * 0 (spec 03 §10.4).
 */
function writeOldParts(w: ByteWriter, state: FullstateObservation): void {
  w.ascii(' (score ').int(state.rightScore).ascii(' 0) (ball');
  writeQuantized(w, state.ballX);
  writeQuantized(w, state.ballY);
  writeQuantized(w, state.ballVx);
  writeQuantized(w, state.ballVy);
  w.byte(0x29);
}

function writeOldPlayer(w: ByteWriter, p: FullstatePlayer): void {
  w.ascii(p.side === 'l' ? ' (l_' : ' (r_').int(p.unum);
  writeQuantized(w, p.x);
  writeQuantized(w, p.y);
  writeQuantized(w, p.vx);
  writeQuantized(w, p.vy);
  writeQuantized(w, p.body);
  writeQuantized(w, p.neck);
  w.byte(0x20).int(p.stamina);
  writeReal(w, quantize(p.effort, EFFORT_STEP));
  writeReal(w, quantize(p.recovery, EFFORT_STEP));
  w.byte(0x29);
}

function writeNewParts(w: ByteWriter, state: FullstateObservation, features: PlayerFeatures): void {
  const { self } = state;
  w.ascii(' (count ').int(self.kick).byte(0x20).int(self.dash).byte(0x20).int(self.turn);
  w.byte(0x20).int(self.catch).byte(0x20).int(self.move).byte(0x20).int(self.turnNeck);
  w.byte(0x20).int(self.changeView).byte(0x20).int(self.say);
  if (features.changeFocusCount) w.byte(0x20).int(self.changeFocus);
  w.ascii(') (arm (movable ').int(self.armMovable).ascii(') (expires ').int(self.armExpires);
  w.ascii(') (target ').g6(state.armTargetDist).byte(0x20).int(state.armTargetDir);
  w.ascii(') (count ').int(self.armCount);
  w.ascii(')) (score ').int(state.ownScore).byte(0x20).int(state.opponentScore).ascii(') ((b)');
  writeReal(w, state.ballX);
  writeReal(w, state.ballY);
  if (features.ballHeight) writeReal(w, state.ballZ);
  writeReal(w, state.ballVx);
  writeReal(w, state.ballVy);
  if (features.ballHeight) writeReal(w, state.ballVz);
  w.byte(0x29);
}

function writeNewPlayer(w: ByteWriter, p: FullstatePlayer, features: PlayerFeatures): void {
  w.ascii(p.side === 'l' ? ' ((p l ' : ' ((p r ').int(p.unum);
  if (p.goalie) w.ascii(' g');
  if (!p.goalie || features.fullstateFouls) w.byte(0x20).int(p.typeId);
  w.byte(0x29);
  writeReal(w, p.x);
  writeReal(w, p.y);
  writeReal(w, p.vx);
  writeReal(w, p.vy);
  writeReal(w, p.body);
  writeReal(w, p.neck);
  if (p.hasPoint) {
    writeReal(w, p.pointDist);
    writeReal(w, p.pointDir);
  }
  if (features.focusPoint) {
    w.ascii(' (focus_point');
    writeReal(w, p.focusDist);
    writeReal(w, p.focusDir);
    w.byte(0x29);
  }
  w.ascii(' (stamina');
  writeReal(w, p.stamina);
  writeReal(w, p.effort);
  writeReal(w, p.recovery);
  if (features.capacity) writeReal(w, p.capacity);
  w.byte(0x29);
  if (p.flag === 'f' ? features.fullstateFouls : p.flag !== '' && features.fullstateFlags) {
    w.byte(0x20).ascii(p.flag);
  }
  if (p.card !== '' && features.fullstateFouls) w.byte(0x20).ascii(p.card);
  w.byte(0x29);
}

function writeReal(w: ByteWriter, value: number): void {
  w.byte(0x20).g6(value);
}

function writeQuantized(w: ByteWriter, value: number): void {
  w.byte(0x20).g6(quantize(value, MOTION_STEP));
}

/** One player in a decoded fullstate message. Parts that the version does not have are null. */
export interface FullstatePlayerMessage {
  /** Side of the player. */
  side: Side;
  /** Uniform number, 1 to 11. */
  unum: number;
  /** Whether the player is a goalie. */
  goalie: boolean;
  /** Id of the player type. */
  typeId: number | null;
  /** Position along the pitch, m. */
  x: number;
  /** Position across the pitch, m. */
  y: number;
  /** Velocity along the pitch, m/cycle. */
  vx: number;
  /** Velocity across the pitch, m/cycle. */
  vy: number;
  /** Direction of the body, degrees. */
  body: number;
  /** Angle of the neck relative to the body, degrees. */
  neck: number;
  /** Target of the arm while it points: `dist` in meters, `dir` in radians (spec 04 §7). */
  point: { readonly dist: number; readonly dir: number } | null;
  /** Focus point: `dist` in meters, `dir` in degrees. */
  focusPoint: { readonly dist: number; readonly dir: number } | null;
  /** Stamina, 0 to `server::stamina_max`. */
  stamina: number;
  /** Efficiency of dashes, 0 to 1. */
  effort: number;
  /** Factor of the stamina recovery, 0 to 1. */
  recovery: number;
  /** Stamina that can still be recovered. */
  capacity: number | null;
  /** Tackling, kicking, or charged with a foul; '' for none. */
  flag: '' | 't' | 'k' | 'f';
  /** Red or yellow card; '' for none. */
  card: '' | 'r' | 'y';
}

/** The numbers of commands that the receiver has executed, in a fullstate message. */
export interface FullstateCounts {
  /** Number of kick commands. */
  readonly kick: number;
  /** Number of dash commands. */
  readonly dash: number;
  /** Number of turn commands. */
  readonly turn: number;
  /** Number of catch commands. */
  readonly catch: number;
  /** Number of move commands. */
  readonly move: number;
  /** Number of turn_neck commands. */
  readonly turnNeck: number;
  /** Number of change_view commands. */
  readonly changeView: number;
  /** Number of say commands. */
  readonly say: number;
  /** Number of change_focus commands; null if the version does not have it. */
  readonly changeFocus: number | null;
}

/** A decoded fullstate message. Field coordinates, the same for both sides. */
export interface FullstateMessage {
  readonly type: 'fullstate';
  /** Cycle. */
  readonly time: number;
  /** Play mode, or goalie_catch_ball_l / _r. */
  readonly playMode: string;
  /** View quality of the receiver: `high` or `low`. */
  readonly quality: string;
  /** View width of the receiver: `narrow`, `normal` or `wide`. */
  readonly width: string;
  /** Command counts of the receiver; null below version 8. */
  readonly counts: FullstateCounts | null;
  /** Pointing arm of the receiver; null below version 8. */
  readonly arm: ArmMessage | null;
  /** From version 8 on: own score, opponents' score. Before: the right team's score and 0 (spec 03 §10.4). */
  readonly score: readonly [number, number];
  /** Position (m) and velocity (m/cycle) of the ball; height `z` and vertical speed `vz` from version 20 on. */
  readonly ball: {
    readonly x: number;
    readonly y: number;
    readonly vx: number;
    readonly vy: number;
    readonly z?: number;
    readonly vz?: number;
  };
  /** Players on the pitch. */
  readonly players: readonly FullstatePlayerMessage[];
}

type MutableFullstate = { -readonly [Name in keyof FullstateMessage]: FullstateMessage[Name] } & {
  players: FullstatePlayerMessage[];
};

/** Reads a fullstate message of any version; the cursor is after its head. */
export function readFullstate(cursor: SexpCursor): FullstateMessage {
  const state: MutableFullstate = {
    type: 'fullstate',
    time: cursor.readInt(),
    playMode: '',
    quality: 'high',
    width: 'normal',
    counts: null,
    arm: null,
    score: [0, 0],
    ball: { x: 0, y: 0, vx: 0, vy: 0 },
    players: [],
  };
  while (!cursor.atEnd()) {
    cursor.enterList();
    if (cursor.peekKind() === 'list') readNewObject(cursor, state);
    else readPart(cursor, cursor.readAtom(), state);
    cursor.leaveList();
  }
  return state;
}

function readPart(cursor: SexpCursor, name: string, state: MutableFullstate): void {
  switch (name) {
    case 'pmode':
      state.playMode = cursor.readAtom();
      return;
    case 'vmode':
      state.quality = cursor.readAtom();
      state.width = cursor.readAtom();
      return;
    case 'count':
      state.counts = readCounts(cursor);
      return;
    case 'arm':
      state.arm = readArm(cursor);
      return;
    case 'score':
      state.score = [cursor.readInt(), cursor.readInt()];
      return;
    case 'ball':
      state.ball = readMotion(cursor);
      return;
  }
  if (name.startsWith('l_') || name.startsWith('r_')) {
    const player = createPlayerMessage(name.startsWith('l') ? 'l' : 'r', Number(name.slice(2)) | 0);
    readPlayerMotion(cursor, player);
    readStamina(cursor, player);
    state.players.push(player);
  }
}

function readCounts(cursor: SexpCursor): FullstateCounts {
  return {
    kick: cursor.readInt(),
    dash: cursor.readInt(),
    turn: cursor.readInt(),
    catch: cursor.readInt(),
    move: cursor.readInt(),
    turnNeck: cursor.readInt(),
    changeView: cursor.readInt(),
    say: cursor.readInt(),
    changeFocus: cursor.atEnd() ? null : cursor.readInt(),
  };
}

function readMotion(cursor: SexpCursor): FullstateMessage['ball'] {
  return {
    x: cursor.readNumber(),
    y: cursor.readNumber(),
    vx: cursor.readNumber(),
    vy: cursor.readNumber(),
  };
}

/** Reads `X Y VX VY`, or `X Y Z VX VY VZ` of version 20. */
function readBall(cursor: SexpCursor): FullstateMessage['ball'] {
  const { x, y, vx, vy } = readMotion(cursor);
  if (cursor.atEnd()) return { x, y, vx, vy };
  return { x, y, z: vx, vx: vy, vy: cursor.readNumber(), vz: cursor.readNumber() };
}

/** Reads `((b) ...)` or `((p SIDE UNUM ...) ...)`, from its name on. */
function readNewObject(cursor: SexpCursor, state: MutableFullstate): void {
  cursor.enterList();
  if (!cursor.takeAtom('p')) {
    const isBall = cursor.takeAtom('b');
    cursor.leaveList();
    if (isBall) state.ball = readBall(cursor);
    return;
  }
  const side = cursor.takeAtom('r') ? 'r' : 'l';
  if (side === 'l' && !cursor.takeAtom('l')) cursor.fail('unexpected_text');
  const player = createPlayerMessage(side, cursor.readInt());
  player.goalie = cursor.takeAtom('g');
  if (!cursor.atEnd()) player.typeId = cursor.readInt();
  cursor.leaveList();
  readPlayerMotion(cursor, player);
  if (cursor.peekKind() === 'atom') player.point = { dist: cursor.readNumber(), dir: cursor.readNumber() };
  while (!cursor.atEnd()) {
    if (cursor.enterNamed('focus_point')) {
      player.focusPoint = { dist: cursor.readNumber(), dir: cursor.readNumber() };
      cursor.leaveList();
    } else if (cursor.enterNamed('stamina')) {
      readStamina(cursor, player);
      cursor.leaveList();
    } else if (cursor.takeAtom('t')) player.flag = 't';
    else if (cursor.takeAtom('k')) player.flag = 'k';
    else if (cursor.takeAtom('f')) player.flag = 'f';
    else if (cursor.takeAtom('r')) player.card = 'r';
    else if (cursor.takeAtom('y')) player.card = 'y';
    else cursor.skip();
  }
  state.players.push(player);
}

function readPlayerMotion(cursor: SexpCursor, player: FullstatePlayerMessage): void {
  player.x = cursor.readNumber();
  player.y = cursor.readNumber();
  player.vx = cursor.readNumber();
  player.vy = cursor.readNumber();
  player.body = cursor.readNumber();
  player.neck = cursor.readNumber();
}

function readStamina(cursor: SexpCursor, player: FullstatePlayerMessage): void {
  player.stamina = cursor.readNumber();
  player.effort = cursor.readNumber();
  player.recovery = cursor.readNumber();
  if (!cursor.atEnd()) player.capacity = cursor.readNumber();
}

function createPlayerMessage(side: Side, unum: number): FullstatePlayerMessage {
  return {
    side,
    unum,
    goalie: false,
    typeId: null,
    x: 0,
    y: 0,
    vx: 0,
    vy: 0,
    body: 0,
    neck: 0,
    point: null,
    focusPoint: null,
    stamina: 0,
    effort: 0,
    recovery: 0,
    capacity: null,
    flag: '',
    card: '',
  };
}
