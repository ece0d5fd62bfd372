import { type Failure, ok, type Result } from '@rcss/core';
import { DEFAULT_COACH_VERSION, isTooOldForCoach } from '@rcss/core/versions';
import { readStrtod } from '@rcss/sexp';
import { illegalForm, isBlank, refuse, skipBlanks } from './coach-scanner.js';

/** Connect request of an online coach. */
export interface CoachInit {
  readonly team: string;
  /** Name of the coach; '' if none was given. */
  readonly name: string;
  /** Version as given, at least 5, or NaN. Its upper bound is checked at admission (spec 07 §4, point 8). */
  readonly version: number;
}

const MAX_TEAM_NAME = 15;
const NAME = /[+-_a-z]{1,127}/y;

function nameAt(text: string, pos: number, longest: number): string {
  NAME.lastIndex = pos;
  return (NAME.exec(text)?.[0] ?? '').slice(0, longest);
}

/** Returns whether the character at `pos` may follow a name or an option: a parenthesis or a blank. */
function isBoundary(text: string, pos: number): boolean {
  const code = text.charCodeAt(pos);
  return code === 0x28 || code === 0x29 || isBlank(code);
}

/**
 * Decodes a datagram from an unknown address to the online coach port (spec 07 §4, points 1 to 4; see
 * `connectText`). Admission checks whether the team exists and has no coach yet. The `code` of a failure is the
 * text after `error` in the reply.
 */
export function decodeCoachInit(text: string): Result<CoachInit, Failure> {
  if (!text.startsWith('(init')) return illegalForm('not (init ...)', 0);
  let pos = skipBlanks(text, 5);
  const team = nameAt(text, pos, MAX_TEAM_NAME);
  if (team === '') return illegalForm('no team name', pos);
  pos = skipBlanks(text, pos + team.length);
  let name = '';
  if (text[pos] !== '(') {
    name = nameAt(text, pos, 127);
    if (name === '') return illegalForm('neither a coach name nor a version', pos);
    pos = skipBlanks(text, pos + name.length);
    if (!isBoundary(text, pos)) {
      return refuse('illegal_coachname_or_too_long_coachname', 'the coach name does not end', pos);
    }
  }
  const open = text.indexOf('(', pos);
  if (open < 0 || !text.startsWith('(version', open))
    return ok({ team, name, version: DEFAULT_COACH_VERSION, isTooOldForCoach });
  const begin = open + '(version'.length;
  const number = readStrtod(text, begin);
  if (number.end === begin) return illegalForm('no number behind version', begin);
  const close = skipBlanks(text, number.end);
  if (text[close] !== ')' || !isBoundary(text, skipBlanks(text, close + 1))) {
    return refuse('illegal_client_version', 'the version does not end', close);
  }
  if (isTooOldForCoach(number.value)) {
    return refuse('illegal_client_version', 'the version is too small', begin);
  }
  return ok({ team, name, version: number.value });
}

/** Encodes an init request of an online coach, without the final NUL (spec 07 §4). An empty name is omitted. */
export function encodeCoachInit(init: CoachInit): string {
  return `(init ${init.team}${init.name === '' ? '' : ` ${init.name}`} (version ${init.version}))`;
}
