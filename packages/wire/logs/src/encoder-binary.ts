/** Writes binary logs: versions 1, 2 and 3 (spec 09 §4 to §7). */
import {
  type Frame,
  type FrameTeam,
  type PlayMode,
  playModeId,
  type Side,
  type TeamGraphicTile,
} from '@rcss/core';
import type { PlayerParams, PlayerType, ServerParams } from '@rcss/params';
import { createPlayerParamBlock, createPlayerTypeBlock, createServerParamBlock } from '@rcss/params/messages';
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
import type { DrawShape } from './record.js';
import type { LogFeatures, LogVersion } from './version.js';

const BLOCK_KINDS = {
  server_param: RecordKind.SERVER_PARAM,
  player_param: RecordKind.PLAYER_PARAM,
  player_type: RecordKind.PLAYER_TYPE,
} as const;

/** Writes binary logs. All records of version 1 have one size; version 3 has records for parameters, play mode and teams. */
export class BinaryLogEncoder implements LogEncoder {
  readonly version: LogVersion;
  readonly out: ByteWriter;
  readonly #features: LogFeatures;

  constructor(features: LogFeatures, out: ByteWriter) {
    this.version = features.version;
    this.out = out;
    this.#features = features;
  }

  writeHeader(): void {
    this.out.ascii(this.#features.magic);
  }

  writeServerParam(params: ServerParams): void {
    this.#writeBlock(RecordKind.SERVER_PARAM, createServerParamBlock(params));
  }

  writePlayerParam(params: PlayerParams): void {
    this.#writeBlock(RecordKind.PLAYER_PARAM, createPlayerParamBlock(params));
  }

  writePlayerType(type: PlayerType): void {
    this.#writeBlock(RecordKind.PLAYER_TYPE, createPlayerTypeBlock(type));
  }

  writeParameterBlock(type: 'server_param' | 'player_param' | 'player_type', block: Uint8Array): void {
    this.#writeBlock(BLOCK_KINDS[type], block);
  }

  writePlayMode(_time: number, _stoppageTime: number, mode: PlayMode): void {
    if (this.#features.parameters) this.#writeKind(RecordKind.PLAY_MODE).byte(playModeId(mode));
  }

  writeTeams(_time: number, _stoppageTime: number, left: FrameTeam, right: FrameTeam): void {
    if (!this.#features.parameters) return;
    this.#writeKind(RecordKind.TEAMS);
    writeTeamBlock(this.out, left);
    writeTeamBlock(this.out, right);
  }

  writeShow(frame: Frame): void {
    const start = this.out.length;
    this.#writeKind(RecordKind.SHOW);
    if (this.#features.details) writeShortShowinfo2(this.out, frame);
    else writeShowinfo(this.out, frame);
    this.#fillRecord(start);
  }

  writeMessage(_time: number, _stoppageTime: number, board: number, text: string): void {
    const { out } = this;
    this.#writeKind(RecordKind.MESSAGE);
    if (this.#features.recordSize > 0) {
      writeMsginfo(out, board, text);
      return;
    }
    const cut = text.length > MAX_BOARD_TEXT_LENGTH ? text.slice(0, MAX_BOARD_TEXT_LENGTH) : text;
    // An empty text is one NUL (spec 09 §6).
    const body = cut === '' ? '\0' : cut;
    out.byte((board >> 8) & 0xff).byte(board & 0xff);
    out.byte(body.length >> 8).byte(body.length & 0xff);
    out.ascii(body);
  }

  writeTeamGraphic(time: number, stoppageTime: number, side: Side, tile: TeamGraphicTile): void {
    this.writeMessage(time, stoppageTime, BOARD_SERVER, formatTeamGraphicText(side, tile));
  }

  writeDraw(_time: number, shape: DrawShape): void {
    const start = this.out.length;
    this.#writeKind(RecordKind.DRAW);
    writeDraw(this.out, shape);
    this.#fillRecord(start);
  }

  finish(): void {}

  #writeKind(kind: number): ByteWriter {
    return this.out.byte(0).byte(kind);
  }

  #writeBlock(kind: number, block: Uint8Array): void {
    if (this.#features.parameters) this.#writeKind(kind).bytes(block);
  }

  /** Fills the record that began at `start` with zeros to the size that all records of version 1 have. */
  #fillRecord(start: number): void {
    const { out } = this;
    const { recordSize } = this.#features;
    if (recordSize === 0) return;
    const end = start + recordSize;
    out.reserve(end - out.length);
    out.buffer.fill(0, out.length, end);
    out.length = end;
  }
}
