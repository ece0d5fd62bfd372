/** Common parts of the messages from the server to players and to coaches. */
import { err, ok, type Result } from '@rcss/core';
import type { PlayerParams, PlayerType, ServerParams } from '@rcss/params';
import { readPlayerParamText, readPlayerTypeText, readServerParamText } from '@rcss/params/messages';
import { decodeLatin1, type SexpCursor } from '@rcss/sexp';

/** The parameters of the match and its player types (spec 03 §2.5). */
export type ParamMessage =
  | { readonly type: 'server_param'; readonly params: ServerParams }
  | { readonly type: 'player_param'; readonly params: PlayerParams }
  | { readonly type: 'player_type'; readonly playerType: PlayerType };

/** A message that no protocol version defines. Clients ignore it (spec 03 §1.9). */
export interface UnknownMessage {
  readonly type: 'unknown';
  /** First word of the message. */
  readonly head: string;
  /** The whole message without NUL. */
  readonly text: string;
}

/** Number of texts whose contents are kept. */
const MAX_KEPT = 64;
const keptParams = new Map<string, ParamMessage>();
/** Player types, by the parameters on which they depend. */
const keptTypes = new WeakMap<ServerParams, Map<string, ParamMessage>>();

/**
 * Returns the contents of a text that has been read before. A server sends the same parameters to all its clients, so many clients in one
 * process would read the same texts. The contents are frozen.
 */
function readOnce(
  kept: Map<string, ParamMessage>,
  text: string,
  read: () => Result<ParamMessage>,
): Result<ParamMessage> {
  const known = kept.get(text);
  if (known !== undefined) return ok(known);
  const message = read();
  if (!message.ok) return message;
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(text, message.value);
  return message;
}

function findKeptTypes(server: ServerParams | undefined): Map<string, ParamMessage> {
  const kept = (server && keptTypes.get(server)) ?? new Map<string, ParamMessage>();
  if (server !== undefined) keptTypes.set(server, kept);
  return kept;
}

/**
 * Reads the messages that have the same form for every client: parameters, player types and unknown messages.
 *
 * @param server parameters from earlier messages; they give the attributes of player types that messages of old
 * versions do not carry
 */
export function readCommonMessage(
  head: string,
  source: Uint8Array | string,
  server: ServerParams | undefined,
): Result<ParamMessage | UnknownMessage> {
  const text = toText(source);
  switch (head) {
    case 'server_param':
      return readOnce(keptParams, text, () => {
        const params = readServerParamText(text);
        return params.ok ? ok({ type: 'server_param', params: params.value }) : params;
      });
    case 'player_param':
      return readOnce(keptParams, text, () => {
        const params = readPlayerParamText(text);
        return params.ok ? ok({ type: 'player_param', params: params.value }) : params;
      });
    case 'player_type':
      return readOnce(findKeptTypes(server), text, () => {
        const playerType = readPlayerTypeText(text, server);
        return playerType.ok ? ok({ type: 'player_type', playerType: playerType.value }) : playerType;
      });
    default:
      return ok({ type: 'unknown', head, text });
  }
}

/** Returns the text before the first NUL. */
function toText(source: Uint8Array | string): string {
  const text = typeof source === 'string' ? source : decodeLatin1(source);
  const nul = text.indexOf('\0');
  return nul < 0 ? text : text.slice(0, nul);
}

/** Checks that the list is closed, unless the reader has consumed its end. Further contents are skipped. */
export function finishMessage<M>(cursor: SexpCursor, message: M): Result<M> {
  if (cursor.error === null && cursor.depth > 0) cursor.leaveList();
  const result = cursor.result(message);
  return result.ok ? result : err(result.error);
}
