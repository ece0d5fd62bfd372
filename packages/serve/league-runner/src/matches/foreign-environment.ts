/**
 * Environment variables that come from another machine, for a team of this one. The start command is that of this machine, but variables
 * decide what many programs run: `BASH_ENV`, `NODE_OPTIONS`, `LD_PRELOAD`, `PATH`. So only values of parameters pass: numbers, other words for
 * variables that the team's own file has, and the JSON of `RCSS_OPTIONS`.
 */
import type { MatchTeam } from '@rcss/core/match-document';
import { TEAM_OPTIONS_VARIABLE } from '@rcss/match-document';

type Variables = Readonly<Record<string, string>>;

const NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
const NUMBER = /^-?\d{1,20}(\.\d{1,20})?(e[+-]?\d{1,3})?$/i;
const WORD = /^[A-Za-z][\w.]{0,63}$/;
/** Variables of shells, loaders and run-time systems: not even numbers. */
const OF_SYSTEMS =
  /^(ld|dyld|bash|env$|shell|ifs$|ps\d|path|home|node|npm|python|perl|ruby|gem|java|jdk|class|lua|php|git|glibc|malloc|tcl|r_|julia|dotnet|electron|rcss_)|_options$|_home$/i;

/** The variables of the file of a team. */
function readOwn(team: MatchTeam): Variables {
  return 'start' in team ? (team.environment ?? {}) : {};
}

function isAllowed(own: Variables, name: string, value: string): boolean {
  if (name === TEAM_OPTIONS_VARIABLE || (Object.hasOwn(own, name) && own[name] === value)) return true;
  if (!NAME.test(name) || OF_SYSTEMS.test(name)) return false;
  return NUMBER.test(value) || (Object.hasOwn(own, name) && WORD.test(value));
}

/** Returns why variables from elsewhere are not given to a team of this machine; null if they are. */
export function findForeignVariable(team: MatchTeam, given: Variables): string | null {
  const own = readOwn(team);
  const found = Object.entries(given).find(([name, value]) => !isAllowed(own, name, value));
  if (found === undefined) return null;
  const shown = found.map((text) => JSON.stringify(text.slice(0, 60))).join(' = ');
  return `the variable ${shown} of ${team.name} does not come from the team file of this machine. Allowed: the variables of that file, numbers, and words for its variables`;
}

/** Returns the variables of a team of this machine, with those from elsewhere. */
export function mergeEnvironment(team: MatchTeam, given: Variables): Variables {
  return { ...readOwn(team), ...given };
}
