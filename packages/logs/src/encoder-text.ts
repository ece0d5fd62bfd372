/** Text logs: versions 4, 5 and 6 (spec 09 §8). */
import { monitorFeatures } from '@rcss/core/versions';
import { playerParamText, playerTypeText, serverParamText } from '@rcss/params/messages';
import {
  BOARD_SERVER,
  formatTeamGraphicText,
  MAX_BOARD_TEXT_LENGTH,
  writeTextMsg,
  writeTextPlayMode,
  writeTextShow,
  writeTextTeam,
} from '@rcss/protocol/monitor';
import type { ByteWriter } from '@rcss/sexp';
import type { LogEncoder } from './log-encoder.js';
import type { DrawShape } from './record.js';
import type { LogFeatures } from './version.js';

const LINE_FEED = 0x0a;
const BLANK = 0x20;
const CLOSE = 0x29;

export function createTextEncoder(features: LogFeatures, out: ByteWriter): LogEncoder {
  const vocabulary = monitorFeatures(features.monitor)!;
  const line = (text: string) => void out.ascii(text).byte(LINE_FEED);
  const message = (time: number, board: number, text: string) => {
    const cut = text.length > MAX_BOARD_TEXT_LENGTH ? text.slice(0, MAX_BOARD_TEXT_LENGTH) : text;
    writeTextMsg(out, time, board, cut.includes('\n') ? cut.replaceAll('\n', ' ') : cut);
    out.byte(LINE_FEED);
  };
  return {
    version: features.version,
    out,
    header: () => void out.ascii(features.magic),
    serverParam: (params) => line(serverParamText(params, 'all')),
    playerParam: (params) => line(playerParamText(params, 'all')),
    playerType: (type) => line(playerTypeText(type, 'all')),
    parameterBlock() {},
    playMode(time, _stoppageTime, mode) {
      writeTextPlayMode(out, time, mode);
      out.byte(LINE_FEED);
    },
    teams(time, _stoppageTime, left, right) {
      writeTextTeam(out, time, left, right);
      out.byte(LINE_FEED);
    },
    show(frame) {
      writeTextShow(out, frame, vocabulary, false);
      out.byte(LINE_FEED);
    },
    message: (time, _stoppageTime, board, text) => message(time, board, text),
    teamGraphic: (time, _stoppageTime, side, tile) =>
      message(time, BOARD_SERVER, formatTeamGraphicText(side, tile)),
    draw(time, shape) {
      out.ascii('(draw ').int(time).byte(BLANK);
      writeShape(out, shape);
      out.byte(CLOSE).byte(LINE_FEED);
    },
    close() {},
  };
}

/** The draw lines of spec 09 §13.2. */
function writeShape(out: ByteWriter, shape: DrawShape): void {
  if (shape.kind === 'clear') {
    out.ascii('(clear)');
    return;
  }
  out.byte(0x28).ascii(shape.kind);
  const numbers =
    shape.kind === 'line'
      ? [shape.x1, shape.y1, shape.x2, shape.y2]
      : shape.kind === 'circle'
        ? [shape.x, shape.y, shape.radius]
        : [shape.x, shape.y];
  for (const number of numbers) out.byte(BLANK).g6(number);
  out.ascii(' "').ascii(shape.color).ascii('")');
}
