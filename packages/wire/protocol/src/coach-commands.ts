/** The commands of online coaches (spec 07 §6, §8). */
import { type CoachCommand, type Failure, ok, type Result } from '@rcss/core';
import { coachFeatures } from '@rcss/core/versions';
import { readInt32 } from '@rcss/sexp/numbers';
import { decodeTeamGraphic, encodeTeamGraphic } from './coach-team-graphic.js';
import { readCommandWord, readSayMessage, refuse, refuseForm, skipWord } from './command-scanner.js';
import { scanCompression, scanOnOff } from './trainer-commands.js';

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
  switch (word) {
    case 'check_ball':
    case 'look':
    case 'team_names':
    case 'done':
    case 'bye':
      return ok({ type: word });
    case 'eye': {
      const on = scanOnOff(text, end);
      return on === null ? refuseForm("expected 'on' or 'off'", end) : ok({ type: 'eye', on });
    }
    case 'say':
      return ok({
        type: 'say',
        text: coachFeatures(version).sayLanguage ? text : readSayMessage(text, begin),
      });
    case 'change_player_type':
      return scanChangePlayerType(text, end);
    case 'team_graphic': {
      const graphic = decodeTeamGraphic(text, end);
      return ok(
        graphic.ok
          ? { type: 'team_graphic', tile: graphic.value }
          : {
              type: 'team_graphic_refused',
              code: graphic.error.code,
              locationWarning: graphic.error.locationWarning,
            },
      );
    }
    case 'compression':
      return scanCompression(text, end);
    default:
      return refuse('unknown_command', `'${word}' is not a command of an online coach`, begin);
  }
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

/** Reads `UNUM TYPE` or `UNUM goalie` (spec 07 §8.1, §8.2). */
function scanChangePlayerType(text: string, pos: number): Result<CoachCommand, Failure> {
  const unum = readInt32(text, pos);
  if (unum.end === pos) return refuseForm('expected a uniform number', pos);
  const typeId = readInt32(text, unum.end);
  if (typeId.end !== unum.end) {
    return ok({ type: 'change_player_type', unum: unum.value, typeId: typeId.value });
  }
  if (skipWord(text, unum.end, 'goalie') < 0)
    return refuseForm("expected a player type or 'goalie'", unum.end);
  return ok({ type: 'change_goalie', unum: unum.value });
}

/**
 * Encodes a command of an online coach, without the final NUL (spec 07 §8). From version 7 on, the text of `say` is
 * already the whole datagram. `team_graphic_refused`, which clients do not send, becomes an empty `team_graphic`.
 */
export function encodeCoachCommand(command: CoachCommand, version: number): string {
  switch (command.type) {
    case 'eye':
      return `(eye ${command.on ? 'on' : 'off'})`;
    case 'say':
      return coachFeatures(version).sayLanguage ? command.text : `(say ${command.text})`;
    case 'change_player_type':
      return `(change_player_type ${Math.trunc(command.unum)} ${Math.trunc(command.typeId)})`;
    case 'change_goalie':
      return `(change_player_type ${Math.trunc(command.unum)} goalie)`;
    case 'team_graphic':
      return encodeTeamGraphic(command.tile);
    case 'team_graphic_refused':
      return '(team_graphic)';
    case 'compression':
      return `(compression ${Math.trunc(command.level)})`;
    case 'check_ball':
    case 'look':
    case 'team_names':
    case 'done':
    case 'bye':
      return `(${command.type})`;
  }
}
