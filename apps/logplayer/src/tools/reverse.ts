/** Reverses the sides of a match: the pitch turned by 180 degrees, the teams exchanged (spec 11 §6.7). */
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
import type { LogRecord } from '@rcss/logs';
import type { DrawShape } from '@rcss/logs/records';
import type { RecordFilter } from './write-log.js';

function turned(angle: number): number {
  const other = angle > 0 ? angle - 180 : angle + 180;
  return other === -180 ? 180 : other;
}

function minus(value: number): number {
  return value === 0 ? 0 : -value;
}

function attention(side: Side | ''): Side | '' {
  return side === '' ? '' : oppositeSide(side);
}

/** Returns the player of the same number on the other side, which replaces this player. */
function reversedPlayer(p: FramePlayer): FramePlayer {
  const common = { ...p, side: oppositeSide(p.side), attentionSide: attention(p.attentionSide) };
  if ((p.state & PlayerState.STAND) === 0) return { ...common, x: minus(p.x) };
  return {
    ...common,
    x: minus(p.x),
    y: minus(p.y),
    vx: minus(p.vx),
    vy: minus(p.vy),
    body: turned(p.body),
    pointX: minus(p.pointX),
    pointY: minus(p.pointY),
  };
}

/** The same mode for the other side. */
export function reversedMode(mode: PlayMode): PlayMode {
  const other = mode.endsWith('_l')
    ? `${mode.slice(0, -1)}r`
    : mode.endsWith('_r')
      ? `${mode.slice(0, -1)}l`
      : mode;
  return isPlayMode(other) ? other : mode;
}

/** A frame seen from the other side. */
export function reversedFrame(frame: Frame): Frame {
  const { players } = frame;
  const other = players.map((_, i) => reversedPlayer(players[(i + TEAM_SIZE) % players.length]!));
  return {
    ...frame,
    playMode: reversedMode(frame.playMode),
    left: { ...frame.right },
    right: { ...frame.left },
    ballX: minus(frame.ballX),
    ballY: minus(frame.ballY),
    ballVx: minus(frame.ballVx),
    ballVy: minus(frame.ballVy),
    players: other,
  };
}

function reversedShape(shape: DrawShape): DrawShape {
  if (shape.kind === 'clear') return shape;
  if (shape.kind !== 'line') return { ...shape, x: minus(shape.x), y: minus(shape.y) };
  return { ...shape, x1: minus(shape.x1), y1: minus(shape.y1), x2: minus(shape.x2), y2: minus(shape.y2) };
}

const CALL_SIDE = /^(\(referee [a-z_]*?_)([lr])((?:_\d+)?\)?)$/;
const RESULT = /^(\(result \d+ )(.+)-vs-(.+?)(\)?)$/;
const GRAPHIC = /^\(team_graphic_([lr]) /;
const CHANGE = /^(\(change_player_type )([lr]) /;

function other(side: string): string {
  return side === 'l' ? 'r' : 'l';
}

/** Reverses messages that name a side: referee calls, result, team graphics, substitutions. Others do not change. */
export function reversedMessage(text: string): string {
  return text
    .replace(CALL_SIDE, (_, head: string, side: string, tail: string) => head + other(side) + tail)
    .replace(
      RESULT,
      (_, head: string, left: string, right: string, tail: string) => `${head}${right}-vs-${left}${tail}`,
    )
    .replace(GRAPHIC, (_, side: string) => `(team_graphic_${other(side)} `)
    .replace(CHANGE, (_, head: string, side: string) => `${head}${other(side)} `);
}

/** Every record seen from the other side. */
export const reverseRecord: RecordFilter = (record: LogRecord) => {
  switch (record.type) {
    case 'show':
      return { ...record, frame: reversedFrame(record.frame) };
    case 'team':
      return { ...record, left: record.right, right: record.left };
    case 'playmode':
      return { ...record, mode: record.mode === null ? null : reversedMode(record.mode) };
    case 'msg':
      return { ...record, text: reversedMessage(record.text) };
    case 'team_graphic':
      return {
        ...record,
        side: oppositeSide(record.side),
        text: record.text === null ? null : reversedMessage(record.text),
      };
    case 'draw':
      return { ...record, shape: reversedShape(record.shape) };
    default:
      return record;
  }
};
