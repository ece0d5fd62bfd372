/** Options of a team: values by name that a module gets as an object, and a start command as JSON in its environment. */
import type { MatchTeam } from '@rcss/core/match-document';

/** Environment variable in which a start command gets the options of its team, as a JSON object. */
export const TEAM_OPTIONS_VARIABLE = 'RCSS_OPTIONS';

export type TeamOptionValues = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is TeamOptionValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns `first` with the values of `second`, which replace those of the same name, group by group. Names with dots are names in groups. */
export function mergeOptions(first: TeamOptionValues, second: TeamOptionValues): Record<string, unknown> {
  const merged: Record<string, unknown> = Object.create(null);
  for (const [name, value] of [...Object.entries(first), ...Object.entries(second)]) {
    const dot = name.indexOf('.');
    const key = dot < 0 ? name : name.slice(0, dot);
    const entry = dot < 0 ? value : { [name.slice(dot + 1)]: value };
    const before = merged[key];
    merged[key] = isObject(entry) ? mergeOptions(isObject(before) ? before : {}, entry) : entry;
  }
  return { ...merged };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns a team with further options. A start command whose variable of this name is not a JSON object stays as it is. */
export function addTeamOptions(team: MatchTeam, options: TeamOptionValues): MatchTeam {
  if ('module' in team) return { ...team, options: mergeOptions(team.options ?? {}, options) };
  if (!('start' in team)) return team;
  const given = parseJson(team.environment?.[TEAM_OPTIONS_VARIABLE] ?? '{}');
  if (!isObject(given)) return team;
  const text = JSON.stringify(mergeOptions(given, options));
  return { ...team, environment: { ...team.environment, [TEAM_OPTIONS_VARIABLE]: text } };
}
