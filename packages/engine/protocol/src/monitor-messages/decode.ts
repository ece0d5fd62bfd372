/**
 * Decoder of datagrams from the server to a monitor, and of the same records in text and JSON logs (spec 10 §3 to
 * §9, spec 09 §8, §9).
 */
import {
  createFrame,
  err,
  type Failure,
  type Frame,
  type FrameTeam,
  isPlayMode,
  ok,
  type PlayMode,
  type Result,
  type TeamGraphicTile,
} from '@rcss/core';
import { type MonitorVersion, monitorFeatures } from '@rcss/core/versions';
import {
  createDefaultPlayerType,
  createPlayerParams,
  createServerParams,
  DEFAULT_SERVER_PARAMS,
  type PlayerParams,
  type PlayerType,
  type ServerParams,
} from '@rcss/params';
import {
  readPlayerParamBlock,
  readPlayerParamText,
  readPlayerTypeBlock,
  readPlayerTypeText,
  readServerParamBlock,
  readServerParamText,
} from '@rcss/params/messages';
import { decodeLatin1, SexpCursor } from '@rcss/sexp';
import {
  createDataView,
  MAX_BOARD_TEXT_LENGTH,
  RecordKind,
  readCString,
  readShowinfo,
  readShowinfo2,
} from './binary.js';
import { createTile, readTeamGraphicText, type TeamGraphic } from './board.js';
import { MONITOR_1_DATAGRAM_SIZE, MONITOR_2_DATAGRAM_SIZE } from './codec.js';
import {
  type JsonObject,
  parseLooseJson,
  readJsonPlayers,
  readJsonTeam,
  toNumber,
  toObject,
} from './json.js';
import { readPlainShow } from './plain-show.js';
import { readTeams, readTextShow } from './text.js';

/** A record of monitors or game logs. */
export type MonitorRecord =
  | {
      readonly type: 'show';
      readonly frame: Frame;
      /** Whether the record contained the play mode and the teams; shows of logs do not. */
      readonly hasPlayMode: boolean;
      readonly hasTeams: boolean;
      /** Number of players in the record: 22 in a complete show. */
      readonly players: number;
    }
  /** `time` is null in binary messages, which do not contain it. `stoppageTime` is 0 if the record does not contain it. */
  | {
      readonly type: 'msg';
      readonly time: number | null;
      readonly stoppageTime: number;
      readonly board: number;
      readonly text: string;
    }
  | ({ readonly type: 'team_graphic' } & TeamGraphic)
  /** Only in logs. `playMode` is null for an unknown name. */
  | {
      readonly type: 'playmode';
      readonly time: number | null;
      readonly stoppageTime: number;
      readonly playMode: PlayMode | null;
    }
  /** Only in logs. */
  | {
      readonly type: 'team';
      readonly time: number | null;
      readonly stoppageTime: number;
      readonly left: FrameTeam;
      readonly right: FrameTeam;
    }
  | { readonly type: 'server_param'; readonly params: ServerParams }
  | { readonly type: 'player_param'; readonly params: PlayerParams }
  | { readonly type: 'player_type'; readonly playerType: PlayerType }
  /** Plain text that is not a record: refusals (spec 10 §2.2). */
  | { readonly type: 'error' | 'warning'; readonly code: string }
  | { readonly type: 'unknown'; readonly head: string };

/** Data from earlier messages, and the target of shows. */
export interface MonitorDecodeOptions {
  /** Filled and returned in show records. Default: a new frame for each show. */
  readonly frame?: Frame;
  /** Parameters of the match. They give the attributes of player types that a record does not carry. */
  readonly server?: ServerParams;
  /** Called for a JSON record that is not JSON by the standard but can be read: `inf`, `nan` or control characters in it. */
  readonly onRepair?: () => void;
}

function createFailure(message: string, offset = 0): { readonly ok: false; readonly error: Failure } {
  return err({ code: 'bad_monitor_datagram', message, offset });
}

/**
 * Decodes a datagram from the server to a monitor of a version. All three text versions are accepted alike, because
 * their datagrams may be mixed (spec 10 §3.2). Never throws.
 */
export function decodeMonitorDatagram(
  bytes: Uint8Array,
  version: MonitorVersion,
  options: MonitorDecodeOptions = {},
): Result<MonitorRecord> {
  const features = monitorFeatures(version);
  if (features?.encoding === 'binary') {
    const size = features.detailedBinary ? MONITOR_2_DATAGRAM_SIZE : MONITOR_1_DATAGRAM_SIZE;
    if (bytes.length === size) return decodeBinary(bytes, features.detailedBinary ? 4 : 2, options);
  }
  return bytes[0] === 0x7b
    ? decodeJsonRecord(readCString(bytes, 0, bytes.length), options)
    : decodeTextRecord(bytes, options);
}

function decodeBinary(bytes: Uint8Array, body: number, options: MonitorDecodeOptions): Result<MonitorRecord> {
  const view = createDataView(bytes);
  const kind = view.getInt16(0);
  switch (kind) {
    case RecordKind.SHOW: {
      const frame = options.frame ?? createFrame();
      const read = body === 2 ? readShowinfo(bytes, body, frame) : readShowinfo2(bytes, body, frame);
      if (!read) return createFailure(`a show record of ${bytes.length} bytes is too short`);
      frame.stoppageTime = 0;
      return ok({ type: 'show', frame, hasPlayMode: true, hasTeams: true, players: 22 });
    }
    case RecordKind.MESSAGE: {
      const board = view.getInt16(body);
      // The last byte of a version 1 message is undefined (spec 10 §4).
      const text = readCString(bytes, body + 2, Math.min(bytes.length, body + 2 + MAX_BOARD_TEXT_LENGTH));
      return ok(createMessageRecord(null, 0, board, text));
    }
    default:
      return decodeParamBlock(kind, bytes.subarray(body), options.server);
  }
}

/**
 * Decodes a parameter record of monitor version 2 or game log version 3; `body` is the offset after the kind
 * (spec 09 §7.4 to §7.6).
 */
export function decodeParamBlock(
  kind: number,
  body: Uint8Array,
  server: ServerParams = DEFAULT_SERVER_PARAMS,
): Result<MonitorRecord> {
  switch (kind) {
    case RecordKind.SERVER_PARAM: {
      const values = readServerParamBlock(body);
      if (values === undefined)
        return createFailure(`${body.length} bytes are too short for the server parameters`);
      return ok({ type: 'server_param', params: createServerParams(values) });
    }
    case RecordKind.PLAYER_PARAM: {
      const values = readPlayerParamBlock(body);
      if (values === undefined)
        return createFailure(`${body.length} bytes are too short for the player parameters`);
      return ok({ type: 'player_param', params: createPlayerParams(values) });
    }
    case RecordKind.PLAYER_TYPE: {
      const values = readPlayerTypeBlock(body);
      if (values === undefined) return createFailure(`${body.length} bytes are too short for a player type`);
      return ok({ type: 'player_type', playerType: { ...createDefaultPlayerType(server), ...values } });
    }
    default:
      return ok({ type: 'unknown', head: `kind ${kind}` });
  }
}

/** Returns the record of a message, or of the tile in it. */
export function createMessageRecord(
  time: number | null,
  stoppageTime: number,
  board: number,
  text: string,
): MonitorRecord {
  const graphic = text.startsWith('(team_graphic_') ? readTeamGraphicText(text) : null;
  return graphic === null
    ? { type: 'msg', time, stoppageTime, board, text }
    : { type: 'team_graphic', ...graphic };
}

function createEmptyTeam(): FrameTeam {
  return { name: '', score: 0, penaltyScored: 0, penaltyMissed: 0 };
}

/** Decodes one text record: a datagram of versions 3 to 5, with or without its NUL, or a line of game log versions 4 to 6. */
export function decodeTextRecord(
  source: Uint8Array | string,
  options: MonitorDecodeOptions = {},
): Result<MonitorRecord> {
  if (options.frame !== undefined && source instanceof Uint8Array) {
    const { frame } = options;
    if (readPlainShow(source, 0, frame) === source.length) {
      frame.stoppageTime = 0;
      const { length: players } = frame.players;
      return ok({ type: 'show', frame, hasPlayMode: false, hasTeams: false, players });
    }
  }
  const cursor = new SexpCursor(source);
  cursor.enterList();
  const head = cursor.readAtom();
  if (cursor.error !== null) return finishRecord(cursor, { type: 'unknown', head });
  switch (head) {
    case 'show': {
      const frame = options.frame ?? createFrame();
      const parts = readTextShow(cursor, frame);
      frame.stoppageTime = 0;
      const { playMode: hasPlayMode, teams: hasTeams, players } = parts;
      return finishRecord(cursor, { type: 'show', frame, hasPlayMode, hasTeams, players });
    }
    case 'msg': {
      const time = cursor.readInt();
      const board = cursor.readInt();
      const text = cursor.readOuterQuoted();
      return finishRecord(cursor, createMessageRecord(time, 0, board, text));
    }
    case 'playmode': {
      const time = cursor.readInt();
      const name = cursor.readAtom();
      return finishRecord(cursor, {
        type: 'playmode',
        time,
        stoppageTime: 0,
        playMode: isPlayMode(name) ? name : null,
      });
    }
    case 'team': {
      const time = cursor.readInt();
      const [left, right] = [createEmptyTeam(), createEmptyTeam()];
      readTeams(cursor, left, right);
      return finishRecord(cursor, { type: 'team', time, stoppageTime: 0, left, right });
    }
    case 'error':
    case 'warning':
      return finishRecord(cursor, { type: head, code: cursor.readUntilLastParen() });
    case 'server_param':
    case 'player_param':
    case 'player_type':
      return readParameterRecord(head, toText(source), options);
    default:
      return ok({ type: 'unknown', head });
  }
}

function toText(source: Uint8Array | string): string {
  return typeof source === 'string' ? source : decodeLatin1(source);
}

function readParameterRecord(
  head: 'server_param' | 'player_param' | 'player_type',
  text: string,
  options: MonitorDecodeOptions,
): Result<MonitorRecord> {
  if (head === 'server_param') {
    const params = readServerParamText(text);
    return params.ok ? ok({ type: head, params: params.value }) : params;
  }
  if (head === 'player_param') {
    const params = readPlayerParamText(text);
    return params.ok ? ok({ type: head, params: params.value }) : params;
  }
  const playerType = readPlayerTypeText(text, options.server);
  return playerType.ok ? ok({ type: head, playerType: playerType.value }) : playerType;
}

function finishRecord(cursor: SexpCursor, record: MonitorRecord): Result<MonitorRecord> {
  if (cursor.error === null && cursor.depth > 0) cursor.leaveList();
  const result = cursor.result(record);
  return result.ok ? result : err(result.error);
}

/** Decodes one JSON record: the text of a datagram, or an element of a JSON log without the comma after it. */
export function decodeJsonRecord(text: string, options: MonitorDecodeOptions = {}): Result<MonitorRecord> {
  const nul = text.indexOf('\0');
  const contents = nul < 0 ? text : text.slice(0, nul);
  const parsed = parseLooseJson(contents, options.onRepair);
  if (typeof parsed !== 'object' || parsed === null) return createFailure('the record is not a JSON object');
  const head = Object.keys(parsed)[0] ?? '';
  const value = (parsed as JsonObject)[head];
  const members = toObject(value);
  const time = typeof members['time'] === 'number' ? members['time'] : null;
  const stoppageTime = toNumber(members['stime'], 0);
  switch (head) {
    case 'show':
      return ok(readJsonShow(members, time ?? 0, stoppageTime, options.frame ?? createFrame()));
    case 'msg': {
      const message = members['message'];
      if (typeof message !== 'string')
        return createFailure("the record 'msg' has no text in its member 'message'");
      return ok({ type: 'msg', time, stoppageTime, board: toNumber(members['board'], 1), text: message });
    }
    case 'playmode': {
      const mode = members['mode'];
      const playMode = typeof mode === 'string' && isPlayMode(mode) ? mode : null;
      return ok({ type: 'playmode', time, stoppageTime, playMode });
    }
    case 'team': {
      const [left, right] = [createEmptyTeam(), createEmptyTeam()];
      readJsonTeam(members['l'], left);
      readJsonTeam(members['r'], right);
      return ok({ type: 'team', time, stoppageTime, left, right });
    }
    case 'team_graphic': {
      const tile = readJsonTile(members);
      if (tile === null)
        return createFailure("the lines in 'xpm' of the record 'team_graphic' do not fit its header");
      return ok({ type: 'team_graphic', side: members['side'] === 'r' ? 'r' : 'l', tile });
    }
    case 'server_param':
    case 'player_param':
    case 'player_type':
      return readParameterRecord(head, contents, options);
    default:
      return ok({ type: 'unknown', head });
  }
}

function readJsonShow(members: JsonObject, time: number, stoppageTime: number, frame: Frame): MonitorRecord {
  frame.time = time;
  frame.stoppageTime = stoppageTime;
  const mode = members['mode'];
  const hasPlayMode = mode !== undefined;
  if (hasPlayMode) frame.playMode = typeof mode === 'string' && isPlayMode(mode) ? mode : 'before_kick_off';
  const hasTeams = members['team'] !== undefined;
  if (hasTeams) {
    const teams = toObject(members['team']);
    readJsonTeam(teams['l'], frame.left);
    readJsonTeam(teams['r'], frame.right);
  }
  const ball = toObject(members['ball']);
  frame.ballX = toNumber(ball['x'], frame.ballX);
  frame.ballY = toNumber(ball['y'], frame.ballY);
  frame.ballVx = toNumber(ball['vx'], frame.ballVx);
  frame.ballVy = toNumber(ball['vy'], frame.ballVy);
  frame.hasHeight = ball['z'] !== undefined;
  frame.ballZ = toNumber(ball['z'], 0);
  const players = readJsonPlayers(members['players'], frame);
  return { type: 'show', frame, hasPlayMode, hasTeams, players };
}

function readJsonTile(members: JsonObject): TeamGraphicTile | null {
  const lines = members['xpm'];
  if (!Array.isArray(lines) || !lines.every((line): line is string => typeof line === 'string')) return null;
  return createTile(toNumber(members['x'], -1), toNumber(members['y'], -1), lines);
}
