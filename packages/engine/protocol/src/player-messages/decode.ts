/** Decoder of all messages from the server to players (spec 03 §1.8, §1.9, §10). */
import type { Result } from '@rcss/core';
import type { ServerParams } from '@rcss/params';
import { SexpCursor } from '@rcss/sexp';
import {
  finishMessage,
  type ParamMessage,
  readCommonMessage,
  type UnknownMessage,
} from '../server-messages.js';
import { type ChangePlayerTypeMessage, readChangePlayerType } from './change-player-type.js';
import { type FullstateMessage, readFullstate } from './fullstate.js';
import { type HearMessage, readHear } from './hear.js';
import { type AcceptedMessage, readInitReply, readReconnectReply } from './init-reply.js';
import { type ReplyMessage, readErrorOrWarning, readOk, readScore } from './reply.js';
import { readSee, type SeeMessage } from './see.js';
import { readSenseBody, type SenseBodyMessage } from './sense-body.js';

/** Any message from the server to a player. */
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

/** Data from earlier messages. */
export interface PlayerDecodeOptions {
  /** Parameters of the match. They give the attributes of player types that messages of old versions do not carry. */
  readonly server?: ServerParams;
}

/**
 * Decodes a datagram from the server in the form of any protocol version, with or without its NUL. Parts are found
 * by name. Missing parts are null or keep their defaults; unknown parts are skipped. Never throws. Fails if the
 * text is not a list, if a list is not closed, or if a number or a name is missing.
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
      return finishMessage<PlayerMessage>(cursor, readErrorOrWarning(cursor, head));
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

/** Checks that the message is closed. Further contents are skipped. */
function finish(cursor: SexpCursor, message: PlayerMessage): Result<PlayerMessage> {
  cursor.leaveList();
  return finishMessage(cursor, message);
}
