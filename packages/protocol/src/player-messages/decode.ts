/** Any message from the server to a player, read (03 §1.8, §1.9, §10). */
import { err, type Failure, ok, type Result } from '@rcss/core';
import {
  type PlayerParams,
  type PlayerType,
  readPlayerParamText,
  readPlayerTypeText,
  readServerParamText,
  type ServerParams,
} from '@rcss/params';
import { decodeLatin1, SexpCursor } from '@rcss/sexp';
import { type FullstateMessage, readFullstate } from './fullstate.js';
import {
  type AcceptedMessage,
  type ChangePlayerTypeMessage,
  readChangePlayerType,
  readInitReply,
  readReconnectReply,
} from './handshake.js';
import { type HearMessage, readHear } from './hear.js';
import { type ReplyMessage, readOk, readProblem, readScore } from './reply.js';
import { readSee, type SeeMessage } from './see.js';
import { readSenseBody, type SenseBodyMessage } from './sense-body.js';

/** A message that no version of the protocol has: to be ignored (03 §1.9). */
export interface UnknownMessage {
  readonly type: 'unknown';
  /** First word of the message. */
  readonly head: string;
  readonly text: string;
}

/** Every message that a player can get. */
export type PlayerMessage =
  | AcceptedMessage
  | { readonly type: 'server_param'; readonly params: ServerParams }
  | { readonly type: 'player_param'; readonly params: PlayerParams }
  | { readonly type: 'player_type'; readonly playerType: PlayerType }
  | ChangePlayerTypeMessage
  | SenseBodyMessage
  | SeeMessage
  | HearMessage
  | FullstateMessage
  | { readonly type: 'think' }
  | ReplyMessage
  | UnknownMessage;

/** What was told before. */
export interface PlayerDecodeOptions {
  /** Parameters of the match, from which player types of old versions take what their message does not carry. */
  readonly server?: ServerParams;
}

/**
 * Read a datagram from the server, with or without its NUL, in the form of any protocol version. Parts are found by name, missing ones
 * are null or keep their defaults, unknown ones are skipped. Never throws; fails on text that is no list, on lists that are not
 * closed, and where a number or a name is missing.
 */
export function decodePlayerMessage(
  source: Uint8Array | string,
  options: PlayerDecodeOptions = {},
): Result<PlayerMessage> {
  const cursor = new SexpCursor(source);
  cursor.enterList();
  const head = cursor.readAtom();
  if (cursor.error !== null) return cursor.result<PlayerMessage>({ type: 'think' });
  switch (head) {
    case 'see':
      return finish(cursor, readSee(cursor));
    case 'sense_body':
      return finish(cursor, readSenseBody(cursor));
    case 'hear':
      return finishIrregular(cursor, readHear(cursor));
    case 'fullstate':
      return finish(cursor, readFullstate(cursor));
    case 'think':
      return finish(cursor, { type: 'think' });
    case 'score':
      return finish(cursor, readScore(cursor));
    case 'ok':
      return finishIrregular(cursor, readOk(cursor));
    case 'warning':
    case 'error':
      return finishIrregular(cursor, readProblem(cursor, head));
    case 'init':
      return finish(cursor, readInitReply(cursor));
    case 'reconnect':
      return finish(cursor, readReconnectReply(cursor));
    case 'change_player_type':
      return finish(cursor, readChangePlayerType(cursor));
    case 'server_param': {
      const params = readServerParamText(textOf(source));
      return params.ok ? ok({ type: 'server_param', params: params.value }) : params;
    }
    case 'player_param': {
      const params = readPlayerParamText(textOf(source));
      return params.ok ? ok({ type: 'player_param', params: params.value }) : params;
    }
    case 'player_type': {
      const playerType = readPlayerTypeText(textOf(source), options.server);
      return playerType.ok ? ok({ type: 'player_type', playerType: playerType.value }) : playerType;
    }
    default:
      return ok({ type: 'unknown', head, text: textOf(source) });
  }
}

/** The text before the first NUL. */
function textOf(source: Uint8Array | string): string {
  const text = typeof source === 'string' ? source : decodeLatin1(source);
  const nul = text.indexOf('\0');
  return nul < 0 ? text : text.slice(0, nul);
}

/** The message must be closed; what it has besides is skipped. */
function finish(cursor: SexpCursor, message: PlayerMessage): Result<PlayerMessage> {
  cursor.leaveList();
  return finishIrregular(cursor, message);
}

/** The reader has consumed the closing parenthesis itself, or left it with all parts read. */
function finishIrregular(cursor: SexpCursor, message: PlayerMessage): Result<PlayerMessage, Failure> {
  if (cursor.error === null && cursor.depth > 0) cursor.leaveList();
  const result = cursor.result(message);
  return result.ok ? result : err(result.error);
}
