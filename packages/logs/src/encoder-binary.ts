/** Binary logs: versions 1, 2 and 3 (09 §4 to §7). */
import type { Frame } from '@rcss/core';
import { playModeId } from '@rcss/core';
import { playerParamBlock, playerTypeBlock, serverParamBlock } from '@rcss/params';
import { type ByteWriter, writeAscii } from '@rcss/sexp';
import {
  MAX_MESSAGE,
  MESSAGE_SIZE,
  put16,
  putShortShow,
  putShow,
  putTeams,
  RecordKind,
  SHORT_SHOW_SIZE,
  SHOW_SIZE,
  TEAMS_SIZE,
} from './codec/binary.js';
import { DRAW_SIZE, putDraw } from './codec/draw.js';
import type { LogEncoder } from './encoder.js';
import { teamGraphicText } from './team-graphic.js';
import type { LogFeatures } from './version.js';

/** Body of every record of version 1. */
export const BODY_SIZE_1 = 2050;

export function createBinaryEncoder(features: LogFeatures, out: ByteWriter): LogEncoder {
  const { version } = features;
  const fixed = version === 1;

  /** Begin a record: make room, write the kind, and in version 1 zeros over the whole body. Gives where the body begins. */
  const record = (kind: number, size: number): number => {
    const body = fixed ? BODY_SIZE_1 : size;
    out.reserve(body + 2);
    const at = out.length + 2;
    put16(out.buffer, at - 2, kind);
    if (fixed) out.buffer.fill(0, at, at + body);
    out.length = at + body;
    return at;
  };

  const block = (kind: number, bytes: Uint8Array): void => {
    if (!features.parameters) return;
    const at = record(kind, bytes.length);
    out.buffer.set(bytes, at);
  };

  const message = (board: number, text: string): void => {
    const cut = text.length > MAX_MESSAGE ? text.slice(0, MAX_MESSAGE) : text;
    if (fixed) {
      const at = record(RecordKind.message, MESSAGE_SIZE);
      put16(out.buffer, at, board);
      writeAscii(out.buffer, at + 2, cut);
      return;
    }
    // An empty text is one NUL (09 §6).
    const length = Math.max(1, cut.length);
    const at = record(RecordKind.message, 4 + length);
    put16(out.buffer, at, board);
    put16(out.buffer, at + 2, length);
    out.buffer[at + 4] = 0;
    writeAscii(out.buffer, at + 4, cut);
  };

  const show = features.details
    ? (frame: Frame): void => {
        const at = record(RecordKind.show, SHORT_SHOW_SIZE);
        putShortShow(out.buffer, at, frame);
      }
    : (frame: Frame): void => {
        const at = record(RecordKind.show, SHOW_SIZE);
        putShow(out.buffer, at, frame);
      };

  return {
    version,
    out,
    header: () => void out.ascii(features.magic),
    serverParam: (params) => block(RecordKind.serverParam, serverParamBlock(params)),
    playerParam: (params) => block(RecordKind.playerParam, playerParamBlock(params)),
    playerType: (type) => block(RecordKind.playerType, playerTypeBlock(type)),
    playMode(_time, _stoppageTime, mode) {
      if (!features.parameters) return;
      const at = record(RecordKind.playMode, 1);
      out.buffer[at] = playModeId(mode);
    },
    teams(_time, _stoppageTime, left, right) {
      if (!features.parameters) return;
      const at = record(RecordKind.teams, TEAMS_SIZE);
      putTeams(out.buffer, at, left, right);
    },
    show,
    message: (_time, _stoppageTime, board, text) => message(board, text),
    teamGraphic: (_time, _stoppageTime, side, tile) => message(1, teamGraphicText(side, tile)),
    draw(_time, shape) {
      const at = record(RecordKind.draw, DRAW_SIZE);
      putDraw(out.buffer, at, shape);
    },
    close() {},
  };
}
