/** What happens to a value when it is set (spec 01 §2.4). */
import type { ParamRow, ParamValue } from './param-row.js';

/** Longest team name, in characters. */
export const TEAM_NAME_MAX = 15;

/** Fixed team name as it is kept: empty when it holds a character outside `+ - _ a-z A-Z 0-9`, else its first 15 characters. */
export function fixedTeamName(name: string): string {
  return /^[-+_a-zA-Z0-9]*$/.test(name) ? name.slice(0, TEAM_NAME_MAX) : '';
}

/**
 * The value that a parameter takes when `value` is written. `expandTilde` replaces a leading `~` by a home directory;
 * without it the text stays as it is.
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
  switch (row.onSet) {
    case 'tilde':
      return expandTilde ? expandTilde(value) : value;
    case 'command': {
      const oneLine = value.replaceAll('\n', ' ');
      return expandTilde ? expandTilde(oneLine) : oneLine;
    }
    case 'team-name':
      return fixedTeamName(value);
    default:
      return value;
  }
}
