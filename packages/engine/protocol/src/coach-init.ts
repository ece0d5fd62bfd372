import { type CoachInit, type Failure, ok, type Result } from '@rcss/core';
import { DEFAULT_COACH_VERSION, isTooOldForCoach } from '@rcss/core/versions';
import { readStrtod } from '@rcss/sexp/numbers';
import { isBlank, refuse, refuseForm, skipBlanks } from './command-scanner.js';

/** Limits of the names, in characters (spec 07 §4). */
const MAX_TEAM_NAME_LENGTH = 15;
const MAX_COACH_NAME_LENGTH = 127;
const NAME = /[+-_a-z]{1,127}/y;

/** Returns the name at `pos`, cut to `maxLength` characters; '' if there is none. */
function readName(text: string, pos: number, maxLength: number): string {
  NAME.lastIndex = pos;
  return (NAME.exec(text)?.[0] ?? '').slice(0, maxLength);
}

/** Returns whether the character at `pos` may follow a name or an option: a parenthesis or a blank. */
function isBoundary(text: string, pos: number): boolean {
  const code = text.charCodeAt(pos);
  return code === 0x28 || code === 0x29 || isBlank(code);
}

/**
 * Decodes a datagram from an unknown address to the online coach port (spec 07 §4, points 1 to 4; see
 * `readConnectText`). Admission checks whether the team exists and has no coach yet. The `code` of a failure is the
 * text after `error` in the reply.
 */
export function decodeCoachInit(text: string): Result<CoachInit, Failure> {
  if (!text.startsWith('(init')) return refuseForm("expected '(init'", 0);
  let pos = skipBlanks(text, 5);
  const team = readName(text, pos, MAX_TEAM_NAME_LENGTH);
  if (team === '')
    return refuseForm(
      `expected a team name of 1 to ${MAX_TEAM_NAME_LENGTH} characters from + to _ or a to z`,
      pos,
    );
  pos = skipBlanks(text, pos + team.length);
  let name = '';
  if (text[pos] !== '(') {
    name = readName(text, pos, MAX_COACH_NAME_LENGTH);
    if (name === '') return refuseForm("expected a coach name or '(version N)'", pos);
    pos = skipBlanks(text, pos + name.length);
    if (!isBoundary(text, pos)) {
      return refuse(
        'illegal_coachname_or_too_long_coachname',
        `expected a blank or a parenthesis after the coach name (at most ${MAX_COACH_NAME_LENGTH} characters)`,
        pos,
      );
    }
  }
  const open = text.indexOf('(', pos);
  if (open < 0 || !text.startsWith('(version', open))
    return ok({ team, name, version: DEFAULT_COACH_VERSION });
  const begin = open + '(version'.length;
  const number = readStrtod(text, begin);
  if (number.end === begin) return refuseForm("expected a number after '(version'", begin);
  const close = skipBlanks(text, number.end);
  if (text[close] !== ')' || !isBoundary(text, skipBlanks(text, close + 1))) {
    return refuse(
      'illegal_client_version',
      "expected ')' and a blank or a parenthesis after the version",
      close,
    );
  }
  if (isTooOldForCoach(number.value)) {
    return refuse('illegal_client_version', `version ${number.value} is too old for an online coach`, begin);
  }
  return ok({ team, name, version: number.value });
}

/** Encodes an init request of an online coach, without the final NUL (spec 07 §4). An empty name is omitted. */
export function encodeCoachInit(init: CoachInit): string {
  return `(init ${init.team}${init.name === '' ? '' : ` ${init.name}`} (version ${init.version}))`;
}
