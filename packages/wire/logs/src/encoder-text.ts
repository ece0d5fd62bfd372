/** Writes text logs: versions 4 to 7 (spec 09 §8, spec 12 §11). */
import type { Frame, FrameTeam, PlayMode, Side, TeamGraphicTile } from '@rcss/core';
import { type MonitorFeatures, monitorFeatures } from '@rcss/core/versions';
import type { PlayerParams, PlayerType, ServerParams } from '@rcss/params';
import { formatPlayerParamText, formatPlayerTypeText, formatServerParamText } from '@rcss/params/messages';
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
import type { LogFeatures, LogVersion } from './version.js';

const LINE_FEED = 0x0a;
const BLANK = 0x20;
const OPEN = 0x28;
const CLOSE = 0x29;

/** Writes text logs: one record per line. */
export class TextLogEncoder implements LogEncoder {
  readonly version: LogVersion;
  readonly out: ByteWriter;
  readonly #magic: string;
  /** Features of the monitor protocol that has the same show lines. */
  readonly #monitor: MonitorFeatures;

  constructor(features: LogFeatures, out: ByteWriter) {
    this.version = features.version;
    this.out = out;
    this.#magic = features.magic;
    this.#monitor = monitorFeatures(features.monitor)!;
  }

  writeHeader(): void {
    this.out.ascii(this.#magic);
  }

  writeServerParam(params: ServerParams): void {
    this.out.ascii(formatServerParamText(params, 'all')).byte(LINE_FEED);
  }

  writePlayerParam(params: PlayerParams): void {
    this.out.ascii(formatPlayerParamText(params, 'all')).byte(LINE_FEED);
  }

  writePlayerType(type: PlayerType): void {
    this.out.ascii(formatPlayerTypeText(type, 'all')).byte(LINE_FEED);
  }

  writeParameterBlock(): void {}

  writePlayMode(time: number, _stoppageTime: number, mode: PlayMode): void {
    writeTextPlayMode(this.out, time, mode);
    this.out.byte(LINE_FEED);
  }

  writeTeams(time: number, _stoppageTime: number, left: FrameTeam, right: FrameTeam): void {
    writeTextTeam(this.out, time, left, right);
    this.out.byte(LINE_FEED);
  }

  writeShow(frame: Frame): void {
    writeTextShow(this.out, frame, this.#monitor, false);
    this.out.byte(LINE_FEED);
  }

  writeMessage(time: number, _stoppageTime: number, board: number, text: string): void {
    const cut = text.length > MAX_BOARD_TEXT_LENGTH ? text.slice(0, MAX_BOARD_TEXT_LENGTH) : text;
    writeTextMsg(this.out, time, board, cut.includes('\n') ? cut.replaceAll('\n', ' ') : cut);
    this.out.byte(LINE_FEED);
  }

  writeTeamGraphic(time: number, stoppageTime: number, side: Side, tile: TeamGraphicTile): void {
    this.writeMessage(time, stoppageTime, BOARD_SERVER, formatTeamGraphicText(side, tile));
  }

  writeDraw(time: number, shape: DrawShape): void {
    this.out.ascii('(draw ').int(time).byte(BLANK);
    writeShape(this.out, shape);
    this.out.byte(CLOSE).byte(LINE_FEED);
  }

  finish(): void {}
}

/** Writes the shape of a draw line (spec 09 §13.2). */
function writeShape(out: ByteWriter, shape: DrawShape): void {
  if (shape.kind === 'clear') {
    out.ascii('(clear)');
    return;
  }
  out.byte(OPEN).ascii(shape.kind);
  const numbers =
    shape.kind === 'line'
      ? [shape.x1, shape.y1, shape.x2, shape.y2]
      : shape.kind === 'circle'
        ? [shape.x, shape.y, shape.radius]
        : [shape.x, shape.y];
  for (const number of numbers) out.byte(BLANK).g6(number);
  out.ascii(' "').ascii(shape.color).ascii('")');
}
