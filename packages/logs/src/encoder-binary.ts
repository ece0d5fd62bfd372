/** Binary logs: versions 1, 2 and 3 (spec 09 §4 to §7). */
import { type Frame, playModeId } from '@rcss/core';
import { playerParamBlock, playerTypeBlock, serverParamBlock } from '@rcss/params/messages';
import {
  BOARD_SERVER,
  formatTeamGraphicText,
  MAX_BOARD_TEXT_LENGTH,
  RecordKind,
  writeMsginfo,
  writeShortShowinfo2,
  writeShowinfo,
  writeTeamBlock,
} from '@rcss/protocol/monitor';
import type { ByteWriter } from '@rcss/sexp';
import { writeDraw } from './draw.js';
import type { LogEncoder } from './log-encoder.js';
import type { LogFeatures } from './version.js';

const BLOCK_KINDS = {
  server_param: RecordKind.SERVER_PARAM,
  player_param: RecordKind.PLAYER_PARAM,
  player_type: RecordKind.PLAYER_TYPE,
} as const;

export function createBinaryEncoder(features: LogFeatures, out: ByteWriter): LogEncoder {
  const fixed = features.recordSize > 0;

  const kind = (number: number): ByteWriter => out.byte(0).byte(number);

  /** Fills the record that began at `start` with zeros to the size that all records of version 1 have. */
  const fill = (start: number): void => {
    if (!fixed) return;
    const end = start + features.recordSize;
    out.reserve(end - out.length);
    out.buffer.fill(0, out.length, end);
    out.length = end;
  };

  const block = (number: number, bytes: Uint8Array): void => {
    if (features.parameters) kind(number).bytes(bytes);
  };

  const message = (board: number, text: string): void => {
    kind(RecordKind.MESSAGE);
    if (fixed) {
      writeMsginfo(out, board, text);
      return;
    }
    const cut = text.length > MAX_BOARD_TEXT_LENGTH ? text.slice(0, MAX_BOARD_TEXT_LENGTH) : text;
    // An empty text is one NUL (spec 09 §6).
    const body = cut === '' ? '\0' : cut;
    out.byte((board >> 8) & 0xff).byte(board & 0xff);
    out.byte(body.length >> 8).byte(body.length & 0xff);
    out.ascii(body);
  };

  return {
    version: features.version,
    out,
    header: () => void out.ascii(features.magic),
    serverParam: (params) => block(RecordKind.SERVER_PARAM, serverParamBlock(params)),
    playerParam: (params) => block(RecordKind.PLAYER_PARAM, playerParamBlock(params)),
    playerType: (type) => block(RecordKind.PLAYER_TYPE, playerTypeBlock(type)),
    parameterBlock: (type, bytes) => block(BLOCK_KINDS[type], bytes),
    playMode(_time, _stoppageTime, mode) {
      if (features.parameters) kind(RecordKind.PLAY_MODE).byte(playModeId(mode));
    },
    teams(_time, _stoppageTime, left, right) {
      if (!features.parameters) return;
      kind(RecordKind.TEAMS);
      writeTeamBlock(out, left);
      writeTeamBlock(out, right);
    },
    show(frame: Frame) {
      const start = out.length;
      kind(RecordKind.SHOW);
      if (features.details) writeShortShowinfo2(out, frame);
      else writeShowinfo(out, frame);
      fill(start);
    },
    message: (_time, _stoppageTime, board, text) => message(board, text),
    teamGraphic: (_time, _stoppageTime, side, tile) =>
      message(BOARD_SERVER, formatTeamGraphicText(side, tile)),
    draw(_time, shape) {
      const start = out.length;
      kind(RecordKind.DRAW);
      writeDraw(out, shape);
      fill(start);
    },
    close() {},
  };
}
