/** Commands of players: decoder and encoder (spec 03 §6 to §8). */
import type { PlayerCommandInput } from '@rcss/core';
import { PLAYER_COMMANDS } from '@rcss/core/commands';
import { createCommandEncoder } from './command-text.js';
import { readArguments } from './player-arguments.js';
import { PlayerLexer, TOKEN_END, TOKEN_OPEN, TOKEN_SAY_UNQUOTED } from './player-lexer.js';
import { MALFORMED, type PlayerCommandSink, PlayerParser, STOP } from './player-parser.js';

/**
 * Decodes the commands in the text of one datagram (up to its first NUL), from left to right. Calls `onCommand`
 * with each command as soon as it is complete. For a dash in leg form, calls it once for each leg. Returns false
 * if `(error illegal_command_form)` must be sent, otherwise true. It must be sent if the text is empty or if a
 * part of the text is malformed; no command after that part is executed (spec 03 §8). Text after `bye` is ignored
 * (spec 03 §4). The language is the same in all versions. Throws only what `onCommand` throws.
 *
 * The quotes of a quoted team name are kept, so that it matches no name (spec 03 §9.4).
 *
 * @param hasHeight Whether the commands of `rcss::experimental_height` exist: `(kick POWER DIR LOFT)` and `(chest_trap)` (spec 12 §3).
 */
export function decodePlayerCommands(
  text: Uint8Array | string,
  onCommand: PlayerCommandSink,
  hasHeight = false,
): boolean {
  const bytes = typeof text === 'string' ? encodeText(text) : text;
  const parser = new PlayerParser(new PlayerLexer(bytes, hasHeight), onCommand);
  parser.advance();
  if (parser.token === TOKEN_END) return false;
  while (parser.token !== TOKEN_END) {
    const outcome = decodeCommand(parser);
    if (outcome === MALFORMED) return false;
    if (outcome === STOP) return true;
    parser.advance();
  }
  return true;
}

/** Converts the text to bytes. Characters above U+00FF become bytes that are illegal too. */
function encodeText(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    bytes[i] = code < 256 ? code : 255;
  }
  return bytes;
}

/**
 * Decodes the command that begins with the current token. After the call, the current token is the closing
 * parenthesis of the command.
 */
function decodeCommand(parser: PlayerParser): number {
  const { lexer, token } = parser;
  if (token === TOKEN_SAY_UNQUOTED) return parser.emit({ type: 'say', message: lexer.text() });
  if (token !== TOKEN_OPEN) return MALFORMED;
  parser.advance();
  const word = parser.token;
  parser.advance();
  return readArguments(parser, word);
}

const SAY_TEXT = /^[0-9A-Za-z().+\-*/?<>_ ]+$/;

/**
 * Returns whether a player can say this text: it has at least one character, and all its characters are in the set
 * of spec 03 §6. The server also limits the length.
 */
export function isSayText(message: string): boolean {
  return SAY_TEXT.test(message);
}

/**
 * Encodes one command, without a final NUL. Several texts can be concatenated to one datagram. Values that the
 * language cannot express are written unchanged and refused by the server: a message for which `isSayText` is
 * false, or a team name that is a keyword or contains characters other than letters, digits, `-` and `_`
 * (spec 03 §6).
 *
 * @throws {TypeError} if the type is unknown, or the value of a field has another shape
 */
export const encodePlayerCommand: (command: PlayerCommandInput) => string =
  /* @__PURE__ */ createCommandEncoder<PlayerCommandInput>(PLAYER_COMMANDS);
