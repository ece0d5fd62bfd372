/** Encoder of the datagrams of one version of the monitor protocol (spec 10 §3 to §9). */
import type { Frame, Side, TeamGraphicTile } from '@rcss/core';
import { type MonitorFeatures, monitorFeatures } from '@rcss/core/versions';
import type { MatchParams } from '@rcss/params';
import {
  playerParamBlock,
  playerParamText,
  playerTypeBlock,
  playerTypeText,
  serverParamBlock,
  serverParamText,
} from '@rcss/params/messages';
import { ByteWriter, encodeLatin1 } from '@rcss/sexp';
import { RecordKind, writeInt16, writeMsginfo, writeShowinfo, writeShowinfo2, writeZeros } from './binary.js';
import { BOARD_SERVER, teamGraphicJson, teamGraphicText } from './board.js';
import { writeJsonMsg, writeJsonShow } from './json.js';
import { MAX_TEXT_RECORD, type TextShowFeatures, writeTextMsg, writeTextShow } from './text.js';

/** Size of every datagram of versions 1 and 2, in bytes. */
export const MONITOR_1_SIZE = 2052;
export const MONITOR_2_SIZE = 2056;

/** A text on a message board. */
export interface BoardMessage {
  readonly time: number;
  readonly stoppageTime: number;
  /** 1 for all messages from the server to monitors. */
  readonly board: number;
  readonly text: string;
}

/** Options of {@link createMonitorCodec}. */
export interface MonitorCodecOptions {
  /**
   * Encode every show. By default, a show with the same time and stoppage counter as the show before is taken to be
   * equal to it, as servers do (spec 10 §3.2). Logs do not contain the counter, so players of logs need `fresh`.
   */
  readonly fresh?: boolean;
}

/**
 * Encodes the datagrams of one version. One codec may serve all monitors of this version that watch the same match.
 */
export interface MonitorCodec extends MonitorFeatures {
  /**
   * Returns the data sent at registration, one datagram each (spec 10 §3.1). `params.player` contains the seed that
   * was used.
   */
  initialData(params: MatchParams): Uint8Array[];
  /** Returns the show of a step (spec 10 §3.2). The bytes are valid until the next call. */
  show(frame: Frame): Uint8Array;
  /** Appends a message (spec 10 §6.3). */
  message(w: ByteWriter, message: BoardMessage): ByteWriter;
  /** Appends a tile of a banner; its time is that of the show before it (spec 10 §9). */
  teamGraphic(w: ByteWriter, side: Side, tile: TeamGraphicTile, time: number): ByteWriter;
}

/** Encoder of a family of versions. */
interface Form {
  initialData(params: MatchParams): Uint8Array[];
  show(w: ByteWriter, frame: Frame): void;
  message(w: ByteWriter, message: BoardMessage): ByteWriter;
  teamGraphic(w: ByteWriter, side: Side, tile: TeamGraphicTile, time: number): ByteWriter;
}

/**
 * Creates the encoder of a version, of which the integer part counts. Throws if the version does not exist; check
 * with `decodeMonitorInit` first.
 */
export function createMonitorCodec(version: number, options: MonitorCodecOptions = {}): MonitorCodec {
  const features = monitorFeatures(version);
  if (features === undefined) throw new RangeError(`there is no version ${version} of the monitor protocol`);
  const form = formOf(features);
  const buffer = new ByteWriter();
  let time = Number.NaN;
  let stoppageTime = Number.NaN;
  return {
    ...features,
    initialData: (params) => (features.sendsParams ? form.initialData(params) : []),
    show(frame) {
      if (options.fresh === true || frame.time !== time || frame.stoppageTime !== stoppageTime) {
        time = frame.time;
        stoppageTime = frame.stoppageTime;
        form.show(buffer.reset(), frame);
      }
      return buffer.view();
    },
    message: form.message,
    teamGraphic: form.teamGraphic,
  };
}

function formOf(features: MonitorFeatures): Form {
  switch (features.encoding) {
    case 'json':
      return JSON_FORM;
    case 'binary':
      return features.detailedBinary ? binaryForm(MONITOR_2_SIZE, 4) : binaryForm(MONITOR_1_SIZE, 2);
    case 'text':
      return textForm(features);
  }
}

/**
 * Creates the encoder of a binary version. `size`: bytes of every datagram; `body`: offset of its contents
 * (spec 10 §4, §5).
 */
function binaryForm(size: number, body: number): Form {
  function begin(w: ByteWriter, kind: number): number {
    const start = w.length;
    writeInt16(w, kind);
    if (body > 2) writeInt16(w, 0);
    return start;
  }
  function finish(w: ByteWriter, start: number): ByteWriter {
    writeZeros(w, start + size - w.length);
    return w;
  }
  function block(kind: number, contents: Uint8Array): Uint8Array {
    const w = new ByteWriter(size);
    const start = begin(w, kind);
    return finish(w.bytes(contents), start).copy();
  }
  function message(w: ByteWriter, { board, text }: BoardMessage): ByteWriter {
    const start = begin(w, RecordKind.MESSAGE);
    writeMsginfo(w, board, text);
    return finish(w, start);
  }
  return {
    initialData: ({ server, player, types }) => [
      block(RecordKind.SERVER_PARAM, serverParamBlock(server)),
      block(RecordKind.PLAYER_PARAM, playerParamBlock(player)),
      ...types.map((type) => block(RecordKind.PLAYER_TYPE, playerTypeBlock(type))),
    ],
    show(w, frame) {
      const start = begin(w, RecordKind.SHOW);
      if (body === 2) writeShowinfo(w, frame);
      else writeShowinfo2(w, frame);
      finish(w, start);
    },
    message,
    teamGraphic: (w, side, tile, time) =>
      message(w, { time, stoppageTime: 0, board: BOARD_SERVER, text: teamGraphicText(side, tile) }),
  };
}

/** Returns the parameters as texts with their NULs, for text and JSON monitors. */
function parameterTexts({ server, player, types }: MatchParams, audience: 'all' | 'json'): Uint8Array[] {
  return [
    serverParamText(server, audience),
    playerParamText(player, audience),
    ...types.map((type) => playerTypeText(type, audience)),
  ].map((text) => encodeLatin1(`${text}\0`));
}

function textForm(features: TextShowFeatures): Form {
  function message(w: ByteWriter, { time, board, text }: BoardMessage): ByteWriter {
    const start = w.length;
    writeTextMsg(w, time, board, text);
    w.length = Math.min(w.length, start + MAX_TEXT_RECORD);
    return w.nul();
  }
  return {
    initialData: (params) => parameterTexts(params, 'all'),
    show(w, frame) {
      writeTextShow(w, frame, features, true);
      w.nul();
    },
    message,
    teamGraphic: (w, side, tile, time) =>
      message(w, { time, stoppageTime: 0, board: BOARD_SERVER, text: teamGraphicText(side, tile) }),
  };
}

const JSON_FORM: Form = {
  initialData: (params) => parameterTexts(params, 'json'),
  show(w, frame) {
    writeJsonShow(w, frame, 'monitor');
    w.nul();
  },
  message(w, { time, stoppageTime, board, text }) {
    writeJsonMsg(w, time, stoppageTime, board, text);
    return w.nul();
  },
  teamGraphic: (w, side, tile) => w.ascii(teamGraphicJson(side, tile)).nul(),
};
