/** Round robin schedules (11 §6.9). */

export interface Match {
  readonly home: string;
  readonly away: string;
}

export interface TeamList {
  readonly teams: readonly string[];
  /** What is wrong with lines, which are passed over. */
  readonly problems: readonly string[];
}

/** One team per line; blanks and tabs do not count, `#` begins a comment line. */
export function readTeams(text: string): TeamList {
  const teams: string[] = [];
  const problems: string[] = [];
  for (const [i, raw] of text.split('\n').entries()) {
    const line = raw.replace(/[ \t\r]/g, '');
    if (line === '' || line.startsWith('#')) continue;
    if (!/^[A-Za-z0-9._\-/]+$/.test(line))
      problems.push(`${i + 1}: ${line} has characters that no team name has`);
    else if (teams.includes(line)) problems.push(`${i + 1}: ${line} is there already`);
    else teams.push(line);
  }
  return { teams, problems };
}

/** Every pair once: neighbours first, then those farthest apart in the list, then the next. */
export function roundRobin(teams: readonly string[]): Match[] {
  const n = teams.length;
  const distances: number[] = [];
  for (let near = 1, far = n - 1; near <= far; near++, far--) {
    distances.push(near);
    if (far !== near) distances.push(far);
  }
  return distances.flatMap((d) => teams.slice(0, n - d).map((home, i) => ({ home, away: teams[i + d]! })));
}

export interface Phases {
  readonly phases: readonly (readonly Match[])[];
  /** Matches that do not fit into phases in which every team plays once at most. */
  readonly rest: number;
}

/** Phases of `size` matches that can be played at the same time. */
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
