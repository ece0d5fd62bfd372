/** Decoder of all messages from the server to trainers and online coaches (spec 07, spec 03 §1.8). */
import type { Result } from '@rcss/core';
import { SexpCursor } from '@rcss/sexp';
import { type ChangePlayerTypeMessage, readChangePlayerType } from '../player-messages/change-player-type.js';
import type { PlayerDecodeOptions } from '../player-messages/decode.js';
import {
  finishMessage,
  type ParamMessage,
  readCommonMessage,
  type UnknownMessage,
} from '../server-messages.js';
import { type CoachHearMessage, readCoachHear } from './hear.js';
import { type ClangVersionMessage, type IncludeMessage, readClangVersion, readInclude } from './notices.js';
import { type CoachInitMessage, type CoachReplyMessage, readCoachInitReply, readCoachOk } from './reply.js';
import { type GlobalMessage, readGlobal } from './see-global.js';

/** Any message from the server to a trainer or online coach. */
export type CoachMessage =
  | CoachInitMessage
  | ParamMessage
  | ChangePlayerTypeMessage
  | ClangVersionMessage
  | IncludeMessage
  | GlobalMessage
  | CoachHearMessage
  | CoachReplyMessage
  | { readonly type: 'think' }
  | UnknownMessage;

/** Data from earlier messages. */
export type CoachDecodeOptions = PlayerDecodeOptions;

/**
 * Decodes a datagram from the server to a trainer or online coach of any version, with or without its NUL. Never
 * throws. Fails if the text is not a list, if a list is not closed, or if a number or a name is missing.
 */
export function decodeCoachMessage(
  source: Uint8Array | string,
  options: CoachDecodeOptions = {},
): Result<CoachMessage> {
  const cursor = new SexpCursor(source);
  cursor.enterList();
  const head = cursor.readAtom();
  if (cursor.error !== null) return finishMessage<CoachMessage>(cursor, { type: 'think' });
  switch (head) {
    case 'see':
    case 'see_global':
      return finishMessage<CoachMessage>(cursor, readGlobal(cursor, 'periodic'));
    case 'hear':
      return finishMessage<CoachMessage>(cursor, readCoachHear(cursor));
    case 'think':
      return finishMessage<CoachMessage>(cursor, { type: 'think' });
    case 'ok': {
      const code = cursor.readAtom();
      return finishMessage<CoachMessage>(
        cursor,
        code === 'look' ? readGlobal(cursor, 'look') : readCoachOk(cursor, code),
      );
    }
    case 'warning':
    case 'error':
      return finishMessage<CoachMessage>(cursor, { type: head, code: cursor.readUntilLastParen() });
    case 'init':
      return finishMessage<CoachMessage>(cursor, readCoachInitReply(cursor));
    case 'change_player_type':
      return finishMessage<CoachMessage>(cursor, readChangePlayerType(cursor));
    case 'clang':
      return finishMessage<CoachMessage>(cursor, readClangVersion(cursor));
    case 'include':
      return finishMessage<CoachMessage>(cursor, readInclude(cursor));
    default:
      return readCommonMessage(head, source, options.server);
  }
}
