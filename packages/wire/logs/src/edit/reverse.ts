/** Exchanges the sides of a match: turns the pitch by 180 degrees and exchanges the teams (spec 11 §6.7). */
import {
  type Frame,
  type FramePlayer,
  isPlayMode,
  oppositeSide,
  PlayerState,
  type PlayMode,
  type Side,
  TEAM_SIZE,
} from '@rcss/core';
import type { DrawShape, LogRecord } from '../record.js';
import type { RecordFilter } from './record-filter.js';

function turnAngle(angle: number): number {
  const other = angle > 0 ? angle - 180 : angle + 180;
  return other === -180 ? 180 : other;
}

function negate(value: number): number {
  return value === 0 ? 0 : -value;
}

function reverseAttention(side: Side | ''): Side | '' {
  return side === '' ? '' : oppositeSide(side);
}

/** Returns a player as a player of the other side. */
function reversePlayer(p: FramePlayer): FramePlayer {
  const common = { ...p, side: oppositeSide(p.side), attentionSide: reverseAttention(p.attentionSide) };
  if ((p.state & PlayerState.STAND) === 0) return { ...common, x: negate(p.x) };
  return {
    ...common,
    x: negate(p.x),
    y: negate(p.y),
    vx: negate(p.vx),
    vy: negate(p.vy),
    body: turnAngle(p.body),
    pointX: negate(p.pointX),
    pointY: negate(p.pointY),
  };
}

/** Returns the same play mode for the other side. */
function reversePlayMode(mode: PlayMode): PlayMode {
  const other = mode.endsWith('_l')
    ? `${mode.slice(0, -1)}r`
    : mode.endsWith('_r')
      ? `${mode.slice(0, -1)}l`
      : mode;
  return isPlayMode(other) ? other : mode;
}

/** Returns a frame with exchanged sides. */
function reverseFrame(frame: Frame): Frame {
  const { players } = frame;
  const other = players.map((_, i) => reversePlayer(players[(i + TEAM_SIZE) % players.length]!));
  return {
    ...frame,
    playMode: reversePlayMode(frame.playMode),
    left: { ...frame.right },
    right: { ...frame.left },
    ballX: negate(frame.ballX),
    ballY: negate(frame.ballY),
    ballVx: negate(frame.ballVx),
    ballVy: negate(frame.ballVy),
    players: other,
  };
}

function reverseShape(shape: DrawShape): DrawShape {
  if (shape.kind === 'clear') return shape;
  if (shape.kind !== 'line') return { ...shape, x: negate(shape.x), y: negate(shape.y) };
  return { ...shape, x1: negate(shape.x1), y1: negate(shape.y1), x2: negate(shape.x2), y2: negate(shape.y2) };
}

const CALL_SIDE = /^(\(referee [a-z_]*?_)([lr])((?:_\d+)?\)?)$/;
const RESULT = /^(\(result \d+ )(.+)-vs-(.+?)(\)?)$/;
const GRAPHIC = /^\(team_graphic_([lr]) /;
const CHANGE = /^(\(change_player_type )([lr]) /;

function reverseSide(side: string): string {
  return side === 'l' ? 'r' : 'l';
}

/** Exchanges the sides in referee calls, results, team graphics and substitutions. Other messages do not change. */
function reverseMessage(text: string): string {
  return text
    .replace(CALL_SIDE, (_, head: string, side: string, tail: string) => head + reverseSide(side) + tail)
    .replace(
      RESULT,
      (_, head: string, left: string, right: string, tail: string) => `${head}${right}-vs-${left}${tail}`,
    )
    .replace(GRAPHIC, (_, side: string) => `(team_graphic_${reverseSide(side)} `)
    .replace(CHANGE, (_, head: string, side: string) => `${head}${reverseSide(side)} `);
}

/** Returns a record with exchanged sides. */
export const reverseRecord: RecordFilter = (record: LogRecord) => {
  switch (record.type) {
    case 'show':
      return { ...record, frame: reverseFrame(record.frame) };
    case 'team':
      return { ...record, left: record.right, right: record.left };
    case 'playmode':
      return { ...record, mode: record.mode === null ? null : reversePlayMode(record.mode) };
    case 'msg':
      return { ...record, text: reverseMessage(record.text) };
    case 'team_graphic':
      return {
        ...record,
        side: oppositeSide(record.side),
        text: record.text === null ? null : reverseMessage(record.text),
      };
    case 'draw':
      return { ...record, shape: reverseShape(record.shape) };
    default:
      return record;
  }
};
