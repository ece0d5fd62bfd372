/** Match of a schedule, before it is played. */
export interface PlannedMatch {
  /** Name of the team that is named first. */
  readonly home: string;
  /** Name of the other team. */
  readonly away: string;
}

/** Teams of {@link parseTeams}, and messages about the lines that it left out. */
export interface TeamList {
  /** Names in the order of their lines. */
  readonly teams: readonly string[];
  /** One message per line that was left out, with its line number (from 1). */
  readonly problems: readonly string[];
}

/**
 * Parses a list with one team name per line. Blanks and tabs are removed, and lines that begin with `#` are comments. A name has
 * letters, digits and `. _ - /`. Other names and repeated names are left out and reported in `problems`.
 */
export function parseTeams(text: string): TeamList {
  const teams: string[] = [];
  const problems: string[] = [];
  for (const [i, raw] of text.split('\n').entries()) {
    const line = raw.replace(/[ \t\r]/g, '');
    if (line === '' || line.startsWith('#')) continue;
    if (!/^[A-Za-z0-9._\-/]+$/.test(line))
      problems.push(`line ${i + 1}: "${line}" is not a team name. Allowed: letters, digits and . _ - /`);
    else if (teams.includes(line)) problems.push(`line ${i + 1}: ${line} is already in the list`);
    else teams.push(line);
  }
  return { teams, problems };
}

/**
 * Creates a schedule in which every team plays every other team once. The pairs are ordered by their distance in the list:
 * first neighbors, then the first and the last team, then distance 2, and so on (spec 11 §6.9).
 */
export function createRoundRobin(teams: readonly string[]): PlannedMatch[] {
  const n = teams.length;
  const distances: number[] = [];
  for (let near = 1, far = n - 1; near <= far; near++, far--) {
    distances.push(near);
    if (far !== near) distances.push(far);
  }
  return distances.flatMap((d) => teams.slice(0, n - d).map((home, i) => ({ home, away: teams[i + d]! })));
}

/** Schedule in phases. The matches of a phase can be played at the same time. */
export interface PhasedSchedule {
  /** Phases in order; a team plays at most once in a phase, except in the phases of the last `restCount` matches. */
  readonly phases: readonly (readonly PlannedMatch[])[];
  /** Count of matches at the end for which a team may play twice in a phase. */
  readonly restCount: number;
}

/**
 * Groups matches into phases of `size` matches (at least 1) in which each team plays at most once. Matches that do not fit are
 * appended in phases without this guarantee; `restCount` is their number.
 */
export function groupIntoPhases(matches: readonly PlannedMatch[], size: number): PhasedSchedule {
  const waiting: PlannedMatch[] = [];
  const ready: PlannedMatch[] = [];
  const busy = new Set<string>();
  const phases: PlannedMatch[][] = [];
  for (const match of matches) {
    waiting.push(match);
    for (let i = 0; i < waiting.length; ) {
      const { home, away } = waiting[i]!;
      if (busy.has(home) || busy.has(away)) {
        i++;
        continue;
      }
      busy.add(home).add(away);
      ready.push(...waiting.splice(i, 1));
    }
    if (ready.length < size) continue;
    const phase = ready.splice(0, size);
    for (const { home, away } of phase) {
      busy.delete(home);
      busy.delete(away);
    }
    phases.push(phase);
  }
  const rest = [...ready, ...waiting];
  for (let i = 0; i < rest.length; i += size) phases.push(rest.slice(i, i + size));
  return { phases, restCount: rest.length };
}
