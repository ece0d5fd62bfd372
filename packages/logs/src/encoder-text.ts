/** Text logs: versions 4, 5 and 6 (09 §8). */
import { playerParamText, playerTypeText, serverParamText } from '@rcss/params';
import type { ByteWriter } from '@rcss/sexp';
import { MAX_MESSAGE } from './codec/binary.js';
import { type TextShowForm, writeTextObjects, writeTextTeams } from './codec/show-text.js';
import type { LogEncoder } from './encoder.js';
import type { DrawShape } from './record.js';
import { teamGraphicText } from './team-graphic.js';
import type { LogFeatures } from './version.js';

const LINE_FEED = 0x0a;
const BLANK = 0x20;
const CLOSE = 0x29;

export function createTextEncoder(features: LogFeatures, out: ByteWriter): LogEncoder {
  const form: TextShowForm = { capacity: features.capacity, focus: features.focus };
  const line = (text: string) => void out.ascii(text).byte(LINE_FEED);
  const message = (time: number, board: number, text: string) => {
    out.ascii('(msg ').int(time).byte(BLANK).int(board).ascii(' "');
    const end = Math.min(text.length, MAX_MESSAGE);
    for (let i = 0; i < end; i++) {
      const code = text.charCodeAt(i);
      out.byte(code === LINE_FEED ? BLANK : code < 256 ? code : 0x3f);
    }
    out.ascii('")\n');
  };
  return {
    version: features.version,
    out,
    header: () => void out.ascii(features.magic),
    serverParam: (params) => line(serverParamText(params, 'all')),
    playerParam: (params) => line(playerParamText(params, 'all')),
    playerType: (type) => line(playerTypeText(type, 'all')),
    playMode(time, _stoppageTime, mode) {
      out.ascii('(playmode ').int(time).byte(BLANK).ascii(mode).byte(CLOSE).byte(LINE_FEED);
    },
    teams(time, _stoppageTime, left, right) {
      out.ascii('(team ').int(time);
      writeTextTeams(out, left, right);
      out.byte(CLOSE).byte(LINE_FEED);
    },
    show(frame) {
      out.ascii('(show ').int(frame.time);
      writeTextObjects(out, frame, form);
      out.byte(CLOSE).byte(LINE_FEED);
    },
    message: (time, _stoppageTime, board, text) => message(time, board, text),
    teamGraphic: (time, _stoppageTime, side, tile) => message(time, 1, teamGraphicText(side, tile)),
    draw(time, shape) {
      out.ascii('(draw ').int(time).byte(BLANK);
      writeShape(out, shape);
      out.byte(CLOSE).byte(LINE_FEED);
    },
    close() {},
  };
}

/** The draw lines of 09 §13.2. */
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
