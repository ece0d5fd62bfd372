/** Rules that change a value when it is set (spec 01 §2.4). */
import type { ParamRow, ParamValue } from './param-row.js';

/** Longest team name, in characters. */
const MAX_TEAM_NAME_LENGTH = 15;

/**
 * Returns a fixed team name as it is stored: '' if it contains a character outside `+ - _ a-z A-Z 0-9`, otherwise
 * its first 15 characters.
 */
function normalizeTeamName(name: string): string {
  return /^[-+_a-zA-Z0-9]*$/.test(name) ? name.slice(0, MAX_TEAM_NAME_LENGTH) : '';
}

/** Splits a list of words, such as `shootout, foul`. */
export function splitWords(text: string): string[] {
  return text.trim() === '' ? [] : text.split(',').map((word) => word.trim());
}

/**
 * Returns the value that a parameter takes when it is set to `value`. `expandTilde` replaces a leading `~` by a
 * home directory; without it the text is unchanged.
 */
export function normalizeParam(
  row: ParamRow,
  value: ParamValue,
  expandTilde?: (path: string) => string,
): ParamValue {
  if (typeof value === 'number') {
    if (row.min !== undefined && value < row.min) return row.min;
    if (row.max !== undefined && value > row.max) return row.max;
    return value;
  }
  if (typeof value === 'boolean') return value;
  if (row.words !== undefined) {
    const given = splitWords(value);
    return given.some((word) => !row.words?.includes(word))
      ? value
      : row.words.filter((word) => given.includes(word)).join(',');
  }
  switch (row.onSet) {
    case 'tilde':
      return expandTilde ? expandTilde(value) : value;
    case 'command': {
      const oneLine = value.replaceAll('\n', ' ');
      return expandTilde ? expandTilde(oneLine) : oneLine;
    }
    case 'team-name':
      return normalizeTeamName(value);
    default:
      return value;
  }
}
