import { type Failure, ok, type Result } from '@rcss/core';
import { DEFAULT_TRAINER_VERSION, isTooOldForTrainer, isTrainerVersion } from '@rcss/core/versions';
import { readStrtod } from '@rcss/sexp/numbers';
import { readCommandWord, refuse, refuseForm, skipBlanks } from './command-scanner.js';

/** Connect request of a trainer. */
export interface TrainerInit {
  /** Version as given, fraction included; 3 if none was given. */
  readonly version: number;
}

/**
 * Decodes a datagram to the trainer port from an address that is not a connected trainer (spec 07 §3, points 3 and
 * 4; see `readConnectText`). Null if the command word is not `init`. The text is then a command: the server kicks
 * off the game and executes the command without a reply (point 5). The `code` of a failure is the text after
 * `error` in the reply.
 *
 * @param experimental Whether version 20 is allowed (spec 12 §1).
 */
export function decodeTrainerInit(text: string, experimental = false): Result<TrainerInit, Failure> | null {
  const command = readCommandWord(text);
  if (command === null) return refuseForm("expected '(' and a command word", 0);
  if (command.word !== 'init') return null;
  const version = readVersion(text, command.end);
  if (version === null) return refuseForm("expected '(version N)'", text.length);
  if (isTooOldForTrainer(version))
    return refuseForm(`version ${version} is too old for a trainer`, command.end);
  if (!isTrainerVersion(version, experimental)) {
    return refuse('illegal_client_version', `version ${version} of the protocol does not exist`, command.end);
  }
  return ok({ version });
}

/** Reads the number after `( version`. Returns the default for any other text, and null if the text ends too early to decide. */
function readVersion(text: string, begin: number): number | null {
  let pos = begin;
  for (const word of ['(', 'version']) {
    pos = skipBlanks(text, pos);
    for (const char of word) {
      if (pos >= text.length) return null;
      if (text[pos] !== char) return DEFAULT_TRAINER_VERSION;
      pos++;
    }
  }
  if (skipBlanks(text, pos) >= text.length) return null;
  const number = readStrtod(text, pos);
  return number.end === pos ? DEFAULT_TRAINER_VERSION : number.value;
}

/** Encodes an init request of a trainer, without the final NUL (spec 07 §3). */
export function encodeTrainerInit(version: number): string {
  return `(init (version ${version}))`;
}
