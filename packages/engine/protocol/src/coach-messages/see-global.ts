/** `(see ...)`, `(see_global ...)` and `(ok look ...)` of trainers and online coaches (spec 07 §12). */

import type { Side, TeamNames } from '@rcss/core';
import { toRoundedDegrees, toTruncatedDegrees } from '@rcss/core/math';
import type { GlobalObservation, GlobalPlayer } from '@rcss/core/observation';
import { PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import { type CoachFeatures, coachFeatures } from '@rcss/core/versions';
import type { ByteWriter, SexpCursor } from '@rcss/sexp';
import { getShownTeamName } from '../player-messages/player-encoding.js';
import { readNamedPlayer } from './hear.js';

/** Options of the encoding of a global view. */
export interface GlobalView {
  /** Protocol version of the receiver. */
  readonly version: number;
  /** Side of the online coach; null for the trainer, which sees all real names. */
  readonly observer: Side | null;
  readonly names: TeamNames;
  /** `periodic`: sent at regular intervals; `look`: the answer to `look`. */
  readonly kind: 'periodic' | 'look';
  /** False: the receiver does not get the height of the ball, whatever its version. */
  readonly hasHeight?: boolean;
}

/** Appends a global view (`see`, `see_global` or `ok look`), with its final NUL. */
export function encodeGlobal(w: ByteWriter, observation: GlobalObservation, view: GlobalView): ByteWriter {
  const features = coachFeatures(view.version);
  const { shortNames } = features;
  const left = getShownTeamName(view.names, 'l', view.observer ?? 'l');
  const right = getShownTeamName(view.names, 'r', view.observer ?? 'r');
  w.ascii(view.kind === 'look' ? '(ok look ' : shortNames ? '(see_global ' : '(see ').int(observation.time);
  writeGoal(w, shortNames ? ' ((g r) ' : ' ((goal r) ', PITCH_HALF_LENGTH);
  writeGoal(w, shortNames ? ' ((g l) ' : ' ((goal l) ', -PITCH_HALF_LENGTH);
  w.ascii(shortNames ? ' ((b) ' : ' ((ball) ');
  writeFour(w, observation.ballX, observation.ballY, observation.ballVx, observation.ballVy);
  if (features.ballHeight && view.hasHeight !== false) w.byte(0x20).g6(observation.ballZ);
  w.byte(0x29);
  for (let i = 0; i < observation.count; i++) {
    const player = observation.players[i]!;
    const team = player.side === 'l' ? left : right;
    if (shortNames) writeShortPlayer(w, player, team, view, features);
    else writeLongPlayer(w, player, team);
  }
  return w.byte(0x29).nul();
}

function writeGoal(w: ByteWriter, head: string, x: number): void {
  w.ascii(head).g6(x).ascii(' 0)');
}

function writeFour(w: ByteWriter, a: number, b: number, c: number, d: number): ByteWriter {
  return w.g6(a).byte(0x20).g6(b).byte(0x20).g6(c).byte(0x20).g6(d);
}

function writeLongPlayer(w: ByteWriter, player: GlobalPlayer, team: string): void {
  w.ascii(' ((player ').ascii(team).byte(0x20).int(player.unum).ascii(') ');
  w.g6(player.x).byte(0x20).g6(player.y).byte(0x20);
  w.int(toTruncatedDegrees(player.body)).byte(0x20).int(toTruncatedDegrees(player.neck)).byte(0x20);
  w.g6(player.vx).byte(0x20).g6(player.vy).byte(0x29);
}

function writeShortPlayer(
  w: ByteWriter,
  player: GlobalPlayer,
  team: string,
  view: GlobalView,
  features: CoachFeatures,
): void {
  const isOwn = view.observer === null || view.observer === player.side;
  w.ascii(' ((p "').ascii(team).ascii('" ').int(player.unum);
  w.ascii(player.goalie && (isOwn || !player.goalieAppointed) ? ' goalie) ' : ') ');
  writeFour(w, player.x, player.y, player.vx, player.vy).byte(0x20);
  w.int(toRoundedDegrees(player.body)).byte(0x20).int(toRoundedDegrees(player.neck));
  if (view.kind === 'look') {
    if (features.lookActions) writeActions(w, player, false, false);
  } else if (features.periodicActions) {
    writeActions(w, player, features.kickFlag, features.foulAndCardFlags);
  }
  w.byte(0x29);
}

/** Appends the parts after the neck angle (spec 07 §12.2). */
function writeActions(w: ByteWriter, player: GlobalPlayer, kicks: boolean, foulsAndCards: boolean): void {
  if (player.hasPoint) w.byte(0x20).int(player.pointDir);
  if (player.tackling) w.ascii(' t');
  else if (kicks && player.kicked) w.ascii(' k');
  else if (foulsAndCards && player.foulCharged && !player.hasPoint) w.ascii(' f');
  if (foulsAndCards && player.card !== '') w.byte(0x20).ascii(player.card);
}

/** One player in a decoded global view. */
export interface GlobalPlayerMessage {
  /** Name of the team as sent to the receiver. */
  readonly team: string;
  /** Uniform number, 1 to 11. */
  readonly unum: number;
  /** Whether the goalie mark was shown. */
  readonly goalie: boolean;
  /** Position along the pitch, m. */
  readonly x: number;
  /** Position across the pitch, m. */
  readonly y: number;
  /** Velocity along the pitch, m/cycle. */
  readonly vx: number;
  /** Velocity across the pitch, m/cycle. */
  readonly vy: number;
  /** Direction of the body, whole degrees. */
  readonly body: number;
  /** Angle of the neck relative to the body, whole degrees. */
  readonly neck: number;
  /** Absolute direction of the arm, whole degrees; null if not shown. */
  readonly pointDir: number | null;
  /** Whether the player is shown as tackling. */
  readonly tackling: boolean;
  /** Whether the player is shown as kicking. */
  readonly kicked: boolean;
  /** Whether the player is shown as charged with a foul. */
  readonly foulCharged: boolean;
  /** Red or yellow card; '' for none. */
  readonly card: '' | 'r' | 'y';
}

/** A decoded global view. */
export interface GlobalMessage {
  readonly type: 'global';
  /** `periodic`: sent at regular intervals; `look`: the answer to `look`. */
  readonly kind: 'periodic' | 'look';
  /** Cycle. */
  readonly time: number;
  /** Position (m) and velocity (m/cycle) of the ball; height `z` from version 20 on. */
  readonly ball: {
    readonly x: number;
    readonly y: number;
    readonly vx: number;
    readonly vy: number;
    readonly z?: number;
  };
  /** Left team, then right team, in ascending order of uniform numbers. */
  readonly players: readonly GlobalPlayerMessage[];
}

/** Reads the rest of a global view; the cursor is after its head. Objects other than ball and players are skipped. */
export function readGlobal(cursor: SexpCursor, kind: GlobalMessage['kind']): GlobalMessage {
  const time = cursor.readInt();
  let ball: GlobalMessage['ball'] = { x: 0, y: 0, vx: 0, vy: 0 };
  const players: GlobalPlayerMessage[] = [];
  while (cursor.peekKind() === 'list') {
    cursor.enterList();
    if (cursor.peekKind() === 'list') {
      cursor.enterList();
      const name = cursor.readAtom();
      if (name === 'b' || name === 'ball') {
        cursor.leaveList();
        ball = readBall(cursor);
      } else if (name === 'p') players.push(readShortPlayer(cursor));
      else if (name === 'player') players.push(readLongPlayer(cursor));
      else cursor.leaveList();
    }
    cursor.leaveList();
  }
  return { type: 'global', kind, time, ball, players };
}

/** Reads `X Y VX VY` or `X Y VX VY Z`. */
function readBall(cursor: SexpCursor): GlobalMessage['ball'] {
  const ball = {
    x: cursor.readNumber(),
    y: cursor.readNumber(),
    vx: cursor.readNumber(),
    vy: cursor.readNumber(),
  };
  return cursor.atEnd() ? ball : { ...ball, z: cursor.readNumber() };
}

function readLongPlayer(cursor: SexpCursor): GlobalPlayerMessage {
  const team = cursor.readText();
  const unum = cursor.readInt();
  cursor.leaveList();
  const x = cursor.readNumber();
  const y = cursor.readNumber();
  const body = cursor.readInt();
  const neck = cursor.readInt();
  const vx = cursor.readNumber();
  const vy = cursor.readNumber();
  const none = { goalie: false, pointDir: null, tackling: false, kicked: false, foulCharged: false };
  return { team, unum, x, y, vx, vy, body, neck, ...none, card: '' };
}

function readShortPlayer(cursor: SexpCursor): GlobalPlayerMessage {
  const { team, unum, goalie } = readNamedPlayer(cursor);
  const x = cursor.readNumber();
  const y = cursor.readNumber();
  const vx = cursor.readNumber();
  const vy = cursor.readNumber();
  const body = cursor.readInt();
  const neck = cursor.readInt();
  const pointDir = cursor.peekNumeric() ? cursor.readInt() : null;
  const tackling = cursor.takeAtom('t');
  const kicked = cursor.takeAtom('k');
  const foulCharged = cursor.takeAtom('f');
  const card = cursor.takeAtom('y') ? 'y' : cursor.takeAtom('r') ? 'r' : '';
  return { team, unum, goalie, x, y, vx, vy, body, neck, pointDir, tackling, kicked, foulCharged, card };
}
