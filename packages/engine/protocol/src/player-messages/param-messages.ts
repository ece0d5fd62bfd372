/** `(server_param ...)`, `(player_param ...)` and `(player_type ...)` (spec 03 §5.2 to §5.4). */
import type { PlayerParams, PlayerType, ServerParams } from '@rcss/params';
import { formatPlayerParamText, formatPlayerTypeText, formatServerParamText } from '@rcss/params/messages';
import type { ByteWriter } from '@rcss/sexp';

function writeDatagram(w: ByteWriter, text: string): ByteWriter {
  return text === '' ? w : w.ascii(text).nul();
}

/** Appends the server parameters, with the final NUL. Appends nothing for versions that do not get them (spec 03 §5.2). */
export function encodeServerParam(w: ByteWriter, params: ServerParams, version: number): ByteWriter {
  return writeDatagram(w, formatServerParamText(params, version));
}

/**
 * Appends the player parameters, with the final NUL. Appends nothing for versions that do not get them
 * (spec 03 §5.3). `params` contain the seed that was used.
 */
export function encodePlayerParam(w: ByteWriter, params: PlayerParams, version: number): ByteWriter {
  return writeDatagram(w, formatPlayerParamText(params, version));
}

/** Appends one player type, with the final NUL. Appends nothing for versions that do not get them (spec 03 §5.4). */
export function encodePlayerType(w: ByteWriter, type: PlayerType, version: number): ByteWriter {
  return writeDatagram(w, formatPlayerTypeText(type, version));
}
