/** The commands of online coaches (spec 07 §6, §8). */
import { type CoachCommand, type Failure, ok, type Result } from '@rcss/core';
import { COACH_COMMANDS } from '@rcss/core/commands';
import { coachFeatures } from '@rcss/core/versions';
import { decodeTeamGraphic } from './coach-team-graphic.js';
import { createArgumentReaders } from './command-scan.js';
import { readCommandWord, readSayMessage, refuse, refuseForm } from './command-scanner.js';
import { createCommandEncoder } from './command-text.js';
import { scanCompression } from './trainer-commands.js';

const ARGUMENTS = /* @__PURE__ */ createArgumentReaders<CoachCommand>(COACH_COMMANDS, {
  say: (text, _, begin) => ok({ type: 'say', text: readSayMessage(text, begin) }),
  team_graphic: scanTeamGraphic,
  compression: scanCompression,
});
const formatCommand = /* @__PURE__ */ createCommandEncoder<CoachCommand>(COACH_COMMANDS);

/**
 * Decodes a command of an online coach of a protocol version. The `code` of a failure is the text after `error` in
 * the reply. For two commands, the server checks the play mode before the form. A command of these two is returned
 * even if its form is wrong: as `say` with an empty text (spec 07 §10.1) or as `team_graphic_refused`
 * (spec 07 §8.3). From version 7 on, `say` contains the whole text, which the parser of the coach language reads.
 */
export function decodeCoachCommand(text: string, version: number): Result<CoachCommand, Failure> {
  const command = readCommandWord(text);
  if (command === null) return refuseForm("expected '(' and a command word", 0);
  const { word, begin, end } = command;
  if (word === 'say' && isSayLanguage(version)) return ok({ type: 'say', text });
  const read = ARGUMENTS.get(word);
  if (read === undefined)
    return refuse('unknown_command', `'${word}' is not a command of an online coach`, begin);
  return read(text, end, begin);
}

function scanTeamGraphic(text: string, pos: number): Result<CoachCommand, Failure> {
  const graphic = decodeTeamGraphic(text, pos);
  if (graphic.ok) return ok({ type: 'team_graphic', tile: graphic.value });
  const { code, locationWarning } = graphic.error;
  return ok({ type: 'team_graphic_refused', code, locationWarning });
}

/**
 * Splits a text into the commands of an online coach or trainer. The server executes only the first command of a datagram (spec 07 §2), so
 * each command must be sent in a datagram of its own. Text that is not a complete command is returned as the last part.
 *
 * @example splitCoachCommands('(eye on)(change_player_type 2 5)'); // ['(eye on)', '(change_player_type 2 5)']
 */
export function splitCoachCommands(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let isQuoted = false;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (c === '(') depth += 1;
    else if (c === ')') {
      depth -= 1;
      if (depth === 0) {
        parts.push(text.slice(start, i + 1).trim());
        start = i + 1;
      }
    }
  }
  const rest = text.slice(start).trim();
  if (rest !== '') parts.push(rest);
  return parts;
}

/**
 * Encodes a command of an online coach, without the final NUL (spec 07 §8). From version 7 on, the text of `say` is
 * already the whole datagram. `team_graphic_refused`, which clients do not send, becomes an empty `team_graphic`.
 */
export function encodeCoachCommand(command: CoachCommand, version: number): string {
  return command.type === 'say' && isSayLanguage(version) ? command.text : formatCommand(command);
}

/** Whether what a coach of the version says is a message of the coach language, which is the whole datagram. */
function isSayLanguage(version: number): boolean {
  return coachFeatures(version)[COACH_COMMANDS.say.feature];
}
