/** Any message from the server to a trainer or online coach, read (07, 03 §1.8). */
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
import { type ChangePlayerTypeMessage, readChangePlayerType } from '../player-messages/handshake.js';
import { type GlobalMessage, readGlobal } from './global.js';
import { type CoachHearMessage, readCoachHear } from './hear.js';
import { type ClangVersionMessage, type IncludeMessage, readClangVersion, readInclude } from './notices.js';
import { type CoachInitMessage, type CoachReplyMessage, readCoachInitReply, readCoachOk } from './reply.js';

/** Every message that a trainer or online coach can get. */
export type CoachMessage =
  | CoachInitMessage
  | { readonly type: 'server_param'; readonly params: ServerParams }
  | { readonly type: 'player_param'; readonly params: PlayerParams }
  | { readonly type: 'player_type'; readonly playerType: PlayerType }
  | ChangePlayerTypeMessage
  | ClangVersionMessage
  | IncludeMessage
  | GlobalMessage
  | CoachHearMessage
  | CoachReplyMessage
  | { readonly type: 'think' }
  /** To be ignored (03 §1.9). */
  | { readonly type: 'unknown'; readonly head: string; readonly text: string };

/** What was told before. */
export interface CoachDecodeOptions {
  /** Parameters of the match, from which player types of old versions take what their message does not carry. */
  readonly server?: ServerParams;
}

/**
 * Read a datagram from the server to a trainer or online coach of any version, with or without its NUL. Never throws; fails on text that is no
 * list, on lists that are not closed, and where a number or a name is missing.
 */
export function decodeCoachMessage(
  source: Uint8Array | string,
  options: CoachDecodeOptions = {},
): Result<CoachMessage> {
  const cursor = new SexpCursor(source);
  cursor.enterList();
  const head = cursor.readAtom();
  if (cursor.error !== null) return finish(cursor, { type: 'think' });
  switch (head) {
    case 'see':
    case 'see_global':
      return finish(cursor, readGlobal(cursor, 'periodic'));
    case 'hear':
      return finish(cursor, readCoachHear(cursor));
    case 'think':
      return finish(cursor, { type: 'think' });
    case 'ok': {
      const code = cursor.readAtom();
      return finish(cursor, code === 'look' ? readGlobal(cursor, 'look') : readCoachOk(cursor, code));
    }
    case 'warning':
    case 'error':
      return finish(cursor, { type: head, code: cursor.restUntilLastParen() });
    case 'init':
      return finish(cursor, readCoachInitReply(cursor));
    case 'change_player_type':
      return finish(cursor, readChangePlayerType(cursor));
    case 'clang':
      return finish(cursor, readClangVersion(cursor));
    case 'include':
      return finish(cursor, readInclude(cursor));
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

/** The list must be closed, if the reader has not consumed its end itself; what it has besides is skipped. */
function finish(cursor: SexpCursor, message: CoachMessage): Result<CoachMessage, Failure> {
  if (cursor.error === null && cursor.depth > 0) cursor.leaveList();
  const result = cursor.result(message);
  return result.ok ? result : err(result.error);
}
