import { createHash } from 'node:crypto';
import { formatResultName, type MatchResult, type TeamResult } from './match-result.js';

/** Characters that cannot or should not be in a file name of one of the usual systems, and the escape character itself. */
const UNSAFE = /[\u0000-\u0020"%*/:<>?\\|\u007f-\u009f]/g;

/** Longest result in a file name, bytes. A file system allows 255 for the name; date, number and suffix take the rest. */
const MAX_RESULT_BYTES = 200;

/** Characters of a shortened name before its check sum. */
const SHORT_NAME_LENGTH = 24;

/**
 * Returns a text as a part of a file name. Letters, digits and `+ - _ . , ; = @ [ ] ^` stay; blanks, control characters and
 * `" % * / : < > ? \ |` become `%` and two hexadecimal digits, so that different texts have different names.
 *
 * @example
 * escapeFileName('a/b'); // 'a%2Fb'
 */
export function escapeFileName(text: string): string {
  return text.replace(UNSAFE, formatEscape);
}

function formatEscape(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/**
 * `LEFT-vs-RIGHT` as a file name: the names of teams and coaches are escaped, and so is a first `.`, `-` or `~`. If the text is longer than 200
 * bytes, escaped names of more than 24 characters are cut to 24 and get `~` and a check sum.
 */
export function formatResultFileName(result: MatchResult): string {
  let text = formatResultName(mapNames(result, escapeFileName));
  if (Buffer.byteLength(text) > MAX_RESULT_BYTES) {
    text = formatResultName(mapNames(result, shortenName));
  }
  return text.replace(/^[-.~]/, formatEscape);
}

function mapNames(result: MatchResult, map: (name: string) => string): MatchResult {
  const mapTeam = (team: TeamResult | null) =>
    team === null ? null : { ...team, name: map(team.name), coach: map(team.coach) };
  return { ...result, left: mapTeam(result.left), right: mapTeam(result.right) };
}

/** Escapes a name and cuts it if it is long; the check sum keeps different names different. */
function shortenName(name: string): string {
  const escaped = escapeFileName(name);
  if (escaped.length <= SHORT_NAME_LENGTH) return escaped;
  const checkSum = createHash('sha256').update(name).digest('hex').slice(0, 6);
  // An escape is kept as a whole or not at all.
  return `${escaped.slice(0, SHORT_NAME_LENGTH).replace(/%.?$/, '')}~${checkSum}`;
}
