/** Any message from the server to a player, read (spec 03 §1.8, §1.9, §10). */
import type { Result } from '@rcss/core';
import type { ServerParams } from '@rcss/params';
import { SexpCursor } from '@rcss/sexp';
import {
  finishMessage,
  type ParamMessage,
  readCommonMessage,
  type UnknownMessage,
} from '../server-messages.js';
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

/** Every message that a player can get. */
export type PlayerMessage =
  | AcceptedMessage
  | ParamMessage
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
      return finishMessage<PlayerMessage>(cursor, readHear(cursor));
    case 'fullstate':
      return finish(cursor, readFullstate(cursor));
    case 'think':
      return finish(cursor, { type: 'think' });
    case 'score':
      return finish(cursor, readScore(cursor));
    case 'ok':
      return finishMessage<PlayerMessage>(cursor, readOk(cursor));
    case 'warning':
    case 'error':
      return finishMessage<PlayerMessage>(cursor, readProblem(cursor, head));
    case 'init':
      return finish(cursor, readInitReply(cursor));
    case 'reconnect':
      return finish(cursor, readReconnectReply(cursor));
    case 'change_player_type':
      return finish(cursor, readChangePlayerType(cursor));
    default:
      return readCommonMessage(head, source, options.server);
  }
}

/** The message must be closed; what it has besides is skipped. */
function finish(cursor: SexpCursor, message: PlayerMessage): Result<PlayerMessage> {
  cursor.leaveList();
  return finishMessage(cursor, message);
}
