/** Writes JSON logs: version -1 (spec 09 §9). */
import type { Frame, FrameTeam, PlayMode, Side, TeamGraphicTile } from '@rcss/core';
import { type PlayerParams, type PlayerType, SERVER_VERSION, type ServerParams } from '@rcss/params';
import { formatPlayerParamText, formatPlayerTypeText, formatServerParamText } from '@rcss/params/messages';
import {
  formatTeamGraphicJson,
  MAX_BOARD_TEXT_LENGTH,
  writeJsonMsg,
  writeJsonPlayMode,
  writeJsonShow,
  writeJsonTeam,
} from '@rcss/protocol/monitor';
import { type ByteWriter, formatJsonString } from '@rcss/sexp';
import type { LogEncoder, LogHeader } from './log-encoder.js';
import type { LogVersion } from './version.js';

/** Writes JSON logs: one array with one element per line. */
export class JsonLogEncoder implements LogEncoder {
  readonly version: LogVersion = -1;
  readonly out: ByteWriter;
  #isFirstElement = true;

  constructor(out: ByteWriter) {
    this.out = out;
  }

  writeHeader({ serverVersion = SERVER_VERSION, timestamp }: LogHeader): void {
    this.out.byte(0x5b);
    this.#beginElement().ascii(`{"version":${formatJsonString(serverVersion)}}`);
    if (timestamp !== undefined) this.#beginElement().ascii(`{"timestamp":${formatJsonString(timestamp)}}`);
  }

  writeServerParam(params: ServerParams): void {
    this.#beginElement().ascii(formatServerParamText(params, 'json'));
  }

  writePlayerParam(params: PlayerParams): void {
    this.#beginElement().ascii(formatPlayerParamText(params, 'json'));
  }

  writePlayerType(type: PlayerType): void {
    this.#beginElement().ascii(formatPlayerTypeText(type, 'json'));
  }

  writeParameterBlock(): void {}

  writePlayMode(time: number, stoppageTime: number, mode: PlayMode): void {
    writeJsonPlayMode(this.#beginElement(), time, stoppageTime, mode);
  }

  writeTeams(time: number, stoppageTime: number, left: FrameTeam, right: FrameTeam): void {
    writeJsonTeam(this.#beginElement(), time, stoppageTime, left, right);
  }

  writeShow(frame: Frame): void {
    writeJsonShow(this.#beginElement(), frame, 'log');
  }

  writeMessage(time: number, stoppageTime: number, board: number, text: string): void {
    const cut = text.length > MAX_BOARD_TEXT_LENGTH ? text.slice(0, MAX_BOARD_TEXT_LENGTH) : text;
    writeJsonMsg(this.#beginElement(), time, stoppageTime, board, cut);
  }

  writeTeamGraphic(_time: number, _stoppageTime: number, side: Side, tile: TeamGraphicTile): void {
    this.#beginElement().ascii(formatTeamGraphicJson(side, tile));
  }

  /** Writes nothing: JSON logs do not have drawings. */
  writeDraw(): void {}

  finish(): void {
    this.out.ascii('\n]\n');
  }

  /** The comma after an element is written together with the next element: the last element has none. */
  #beginElement(): ByteWriter {
    const separator = this.#isFirstElement ? '\n' : ',\n';
    this.#isFirstElement = false;
    return this.out.ascii(separator);
  }
}
