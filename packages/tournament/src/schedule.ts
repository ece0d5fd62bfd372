/** A match of a schedule. */
export interface Match {
  readonly home: string;
  readonly away: string;
}

/** Teams that were read, and messages about lines that were left out. */
export interface TeamList {
  readonly teams: readonly string[];
  /** One message per line that was left out, with its line number. */
  readonly problems: readonly string[];
}

/** Reads one team per line; blanks and tabs are ignored, `#` begins a comment line. */
export function readTeams(text: string): TeamList {
  const teams: string[] = [];
  const problems: string[] = [];
  for (const [i, raw] of text.split('\n').entries()) {
    const line = raw.replace(/[ \t\r]/g, '');
    if (line === '' || line.startsWith('#')) continue;
    if (!/^[A-Za-z0-9._\-/]+$/.test(line))
      problems.push(`${i + 1}: ${line} has characters that no team name has`);
    else if (teams.includes(line)) problems.push(`${i + 1}: ${line} is repeated`);
    else teams.push(line);
  }
  return { teams, problems };
}

/** Returns every pair once: first neighbors in the list, then the pair farthest apart, then the next distances (spec 11 §6.9). */
export function roundRobin(teams: readonly string[]): Match[] {
  const n = teams.length;
  const distances: number[] = [];
  for (let near = 1, far = n - 1; near <= far; near++, far--) {
    distances.push(near);
    if (far !== near) distances.push(far);
  }
  return distances.flatMap((d) => teams.slice(0, n - d).map((home, i) => ({ home, away: teams[i + d]! })));
}

/** A schedule in phases of matches that can be played at the same time. */
export interface Phases {
  readonly phases: readonly (readonly Match[])[];
  /** Count of matches at the end that are not in phases without a team playing twice. */
  readonly rest: number;
}

/** Groups matches into phases of `size` matches in which each team plays at most once. */
export function parallel(matches: readonly Match[], size: number): Phases {
  const waiting: Match[] = [];
  const ready: Match[] = [];
  const busy = new Set<string>();
  const phases: Match[][] = [];
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
  return { phases, rest: rest.length };
}
