/** Encoder of the datagrams of one version of the monitor protocol (spec 10 §3 to §9). */
import type { Frame, Side, TeamGraphicTile } from '@rcss/core';
import { EXPERIMENTAL_MONITOR_VERSIONS, type MonitorFeatures, monitorFeatures } from '@rcss/core/versions';
import type { MatchParams } from '@rcss/params';
import {
  createPlayerParamBlock,
  createPlayerTypeBlock,
  createServerParamBlock,
  formatPlayerParamText,
  formatPlayerTypeText,
  formatServerParamText,
} from '@rcss/params/messages';
import { ByteWriter, encodeLatin1 } from '@rcss/sexp';
import { RecordKind, writeInt16, writeMsginfo, writeShowinfo, writeShowinfo2, writeZeros } from './binary.js';
import { BOARD_SERVER, formatTeamGraphicJson, formatTeamGraphicText } from './board.js';
import { writeJsonMsg, writeJsonShow } from './json.js';
import { MAX_TEXT_RECORD_LENGTH, type TextShowFeatures, writeTextMsg, writeTextShow } from './text.js';

/** Size of every datagram of monitor version 1, in bytes. */
export const MONITOR_1_DATAGRAM_SIZE = 2052;
/** Size of every datagram of monitor version 2, in bytes. */
export const MONITOR_2_DATAGRAM_SIZE = 2056;

/** A text on a message board. */
export interface MonitorBoardMessage {
  /** Cycle. */
  readonly time: number;
  /** Cycles since the game time stopped; 0 while it runs. Only JSON messages contain it. */
  readonly stoppageTime: number;
  /** 1 for all messages from the server to monitors. */
  readonly board: number;
  /** Text without quotes or NUL. */
  readonly text: string;
}

export interface MonitorCodecOptions {
  /**
   * Encode every show. By default, a show is not encoded if its time and its stoppage counter equal those of the
   * preceding show: the preceding datagram is returned again, as servers do (spec 10 §3.2). Logs do not contain
   * the counter, so log players need this option.
   */
  readonly everyShow?: boolean;
}

/** Encodes the datagrams of one version. One codec may serve all monitors of this version that watch the same match. */
export interface MonitorCodec extends MonitorFeatures {
  /**
   * Returns the data sent at registration, one datagram each (spec 10 §3.1); empty for versions without it.
   * `params.player` contains the seed that was used.
   */
  encodeInitialData(params: MatchParams): Uint8Array[];
  /** Returns the datagram of a show (spec 10 §3.2). The bytes are valid until the next call. */
  encodeShow(frame: Frame): Uint8Array;
  /** Appends the datagram of a message (spec 10 §6.3). */
  writeMessage(w: ByteWriter, message: MonitorBoardMessage): ByteWriter;
  /** Appends the datagram of a banner tile; `time` is the time of the preceding show (spec 10 §9). */
  writeTeamGraphic(w: ByteWriter, side: Side, tile: TeamGraphicTile, time: number): ByteWriter;
}

/** Encoder of the versions that share a form: binary, text or JSON. */
interface CodecFamily {
  encodeInitialData(params: MatchParams): Uint8Array[];
  writeShow(w: ByteWriter, frame: Frame): void;
  writeMessage(w: ByteWriter, message: MonitorBoardMessage): ByteWriter;
  writeTeamGraphic(w: ByteWriter, side: Side, tile: TeamGraphicTile, time: number): ByteWriter;
}

/**
 * Creates the encoder of a version. The fraction of the version is ignored.
 *
 * @throws RangeError if the version does not exist; `decodeMonitorInit` checks it.
 * @example
 * const codec = createMonitorCodec(4);
 * socket.send(codec.encodeShow(frame)); // valid until the next call
 */
export function createMonitorCodec(version: number, options: MonitorCodecOptions = {}): MonitorCodec {
  const features = monitorFeatures(version);
  if (features === undefined)
    throw new RangeError(
      `version ${version} of the monitor protocol does not exist (allowed: ${EXPERIMENTAL_MONITOR_VERSIONS.join(', ')})`,
    );
  const family = selectFamily(features);
  const buffer = new ByteWriter();
  let time = Number.NaN;
  let stoppageTime = Number.NaN;
  return {
    ...features,
    encodeInitialData: (params) => (features.sendsParams ? family.encodeInitialData(params) : []),
    encodeShow(frame) {
      if (options.everyShow === true || frame.time !== time || frame.stoppageTime !== stoppageTime) {
        time = frame.time;
        stoppageTime = frame.stoppageTime;
        family.writeShow(buffer.reset(), frame);
      }
      return buffer.view();
    },
    writeMessage: family.writeMessage,
    writeTeamGraphic: family.writeTeamGraphic,
  };
}

function selectFamily(features: MonitorFeatures): CodecFamily {
  switch (features.encoding) {
    case 'json':
      return JSON_FAMILY;
    case 'binary':
      return features.detailedBinary
        ? createBinaryFamily(MONITOR_2_DATAGRAM_SIZE, 4)
        : createBinaryFamily(MONITOR_1_DATAGRAM_SIZE, 2);
    case 'text':
      return createTextFamily(features);
  }
}

/** Creates the encoder of a binary version. `size`: bytes of every datagram; `body`: offset of its contents (spec 10 §4, §5). */
function createBinaryFamily(size: number, body: number): CodecFamily {
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
  function writeMessage(w: ByteWriter, { board, text }: MonitorBoardMessage): ByteWriter {
    const start = begin(w, RecordKind.MESSAGE);
    writeMsginfo(w, board, text);
    return finish(w, start);
  }
  return {
    encodeInitialData: ({ server, player, types }) => [
      block(RecordKind.SERVER_PARAM, createServerParamBlock(server)),
      block(RecordKind.PLAYER_PARAM, createPlayerParamBlock(player)),
      ...types.map((type) => block(RecordKind.PLAYER_TYPE, createPlayerTypeBlock(type))),
    ],
    writeShow(w, frame) {
      const start = begin(w, RecordKind.SHOW);
      if (body === 2) writeShowinfo(w, frame);
      else writeShowinfo2(w, frame);
      finish(w, start);
    },
    writeMessage,
    writeTeamGraphic: (w, side, tile, time) =>
      writeMessage(w, {
        time,
        stoppageTime: 0,
        board: BOARD_SERVER,
        text: formatTeamGraphicText(side, tile),
      }),
  };
}

/** Returns the parameters as texts with their NULs, for text and JSON monitors. */
function encodeParameterTexts(
  { server, player, types }: MatchParams,
  audience: 'all' | 'json',
): Uint8Array[] {
  return [
    formatServerParamText(server, audience),
    formatPlayerParamText(player, audience),
    ...types.map((type) => formatPlayerTypeText(type, audience)),
  ].map((text) => encodeLatin1(`${text}\0`));
}

function createTextFamily(features: TextShowFeatures): CodecFamily {
  function writeMessage(w: ByteWriter, { time, board, text }: MonitorBoardMessage): ByteWriter {
    const start = w.length;
    writeTextMsg(w, time, board, text);
    w.length = Math.min(w.length, start + MAX_TEXT_RECORD_LENGTH);
    return w.nul();
  }
  return {
    encodeInitialData: (params) => encodeParameterTexts(params, 'all'),
    writeShow(w, frame) {
      writeTextShow(w, frame, features, true);
      w.nul();
    },
    writeMessage,
    writeTeamGraphic: (w, side, tile, time) =>
      writeMessage(w, {
        time,
        stoppageTime: 0,
        board: BOARD_SERVER,
        text: formatTeamGraphicText(side, tile),
      }),
  };
}

const JSON_FAMILY: CodecFamily = {
  encodeInitialData: (params) => encodeParameterTexts(params, 'json'),
  writeShow(w, frame) {
    writeJsonShow(w, frame, 'monitor');
    w.nul();
  },
  writeMessage(w, { time, stoppageTime, board, text }) {
    writeJsonMsg(w, time, stoppageTime, board, text);
    return w.nul();
  },
  writeTeamGraphic: (w, side, tile) => w.ascii(formatTeamGraphicJson(side, tile)).nul(),
};
