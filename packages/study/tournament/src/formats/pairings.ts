/**
 * Creates the rounds of a round robin by the circle method (Kirkman 1847; see de Werra, "Scheduling in sports", 1981): one
 * position is fixed, the others rotate. Every team plays at most once in a round; with an odd number of teams, one team does not
 * play. Each team starts as often on the left as on the right; with an even number of teams the difference is one.
 */
export function createRounds(teams: readonly string[]): (readonly [left: string, right: string])[][] {
  const fixed = teams.length % 2 === 0 ? teams[0]! : null;
  const ring = fixed === null ? teams : teams.slice(1);
  const size = ring.length;
  const at = (i: number): string => ring[((i % size) + size) % size]!;
  return Array.from({ length: size }, (_, r) => {
    const round: (readonly [string, string])[] = [];
    if (fixed !== null) round.push(r % 2 === 0 ? [fixed, at(r)] : [at(r), fixed]);
    // A team is at distance d of r twice, once on each side of r; the parity of d makes its sides alternate from round to round.
    for (let d = 1; d <= (size - 1) / 2; d++) {
      round.push(d % 2 === 0 ? [at(r + d), at(r - d)] : [at(r - d), at(r + d)]);
    }
    return round;
  });
}

/**
 * Order of a bracket of `size` positions (a power of two): the numbers of the seeded teams from 1, so that neighbors play each other
 * and the first two meet in the final.
 */
export function orderBracket(size: number): number[] {
  let order = [1];
  while (order.length < size) {
    const sum = 2 * order.length + 1;
    order = order.flatMap((seed) => [seed, sum - seed]);
  }
  return order;
}

/** Deals the teams out to groups in turns: 1 2 3, 6 5 4, 7 8 9, … */
export function dealGroups(teams: readonly string[], count: number): string[][] {
  const groups: string[][] = Array.from({ length: count }, () => []);
  for (const [i, team] of teams.entries()) {
    const position = i % count;
    groups[Math.floor(i / count) % 2 === 0 ? position : count - 1 - position]!.push(team);
  }
  return groups;
}

/** Name of a group: A, B, …, Z, AA, AB, … */
export function nameGroup(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : nameGroup(Math.floor(index / 26) - 1) + letter;
}

/** State of a team before a round of a Swiss tournament. */
export interface SwissTeam {
  /** Name of the team. */
  readonly team: string;
  /** Points so far; teams are paired with teams of similar points. */
  readonly points: number;
  /** Opponents so far, in any order; an opponent that was met twice is listed twice. */
  readonly opponents: readonly string[];
  /** Matches on the left side less matches on the right side. */
  readonly leftBalance: number;
  /** Whether the team has had a bye. */
  readonly hadBye: boolean;
}

/** Pairs of a round of a Swiss tournament. */
export interface SwissPairing {
  /** Pairs in the order of the table, with sides. */
  readonly pairs: readonly (readonly [left: string, right: string])[];
  /** Team without a match, if the number of teams is odd. */
  readonly bye: string | null;
}

/** Steps of the search after which pairs may repeat, so that the time is bounded. */
const MAX_SEARCH_STEPS = 20_000;

/**
 * Pairs the teams of a Swiss tournament for the next round. `ranked` is in the order of the table. The lowest team without a bye
 * gets the bye. From the top, each team gets an opponent of its score group, the upper half against the lower half, as the Dutch
 * system of the chess federation does; if that is impossible, the nearest team. A pair is repeated only if no pairing
 * without repetitions is found in a bounded search. The team with fewer matches on the left starts there.
 */
export function pairSwissRound(ranked: readonly SwissTeam[]): SwissPairing {
  const bye = ranked.length % 2 === 0 ? null : (ranked.findLast((t) => !t.hadBye) ?? ranked.at(-1)!);
  const teams = ranked.filter((t) => t !== bye);
  const search = { steps: 0 };
  for (let repeats = 0; ; repeats++) {
    search.steps = 0;
    const pairs = matchTeams(teams, repeats, search);
    if (pairs !== null) return { pairs: pairs.map(chooseSides), bye: bye?.team ?? null };
  }
}

function countMeetings(a: SwissTeam, b: SwissTeam): number {
  return a.opponents.filter((name) => name === b.team).length;
}

/** Candidates for the first of the teams in the order of preference. */
function orderOpponents(teams: readonly SwissTeam[]): SwissTeam[] {
  const [first, ...rest] = teams;
  const groupSize = teams.findIndex((t) => t.points !== first!.points);
  const size = groupSize < 0 ? teams.length : groupSize;
  const group = rest.slice(0, size - 1);
  // The rest of the upper half; it is paired within itself only if the lower half has met the team already.
  const upperCount = Math.max(Math.floor(size / 2) - 1, 0);
  const upper = group.slice(0, upperCount).reverse();
  return [...group.slice(upperCount), ...upper, ...rest.slice(size - 1)];
}

/** Pairs all teams such that no two have met more than `repeats` times; null if the search finds none. */
function matchTeams(
  teams: readonly SwissTeam[],
  repeats: number,
  search: { steps: number },
): [SwissTeam, SwissTeam][] | null {
  if (teams.length === 0) return [];
  const first = teams[0]!;
  for (const opponent of orderOpponents(teams)) {
    if (countMeetings(first, opponent) > repeats) continue;
    if (++search.steps > MAX_SEARCH_STEPS) return null;
    const others = matchTeams(
      teams.filter((t) => t !== first && t !== opponent),
      repeats,
      search,
    );
    if (others !== null) return [[first, opponent], ...others];
  }
  return null;
}

function chooseSides([a, b]: readonly [SwissTeam, SwissTeam]): readonly [string, string] {
  return a.leftBalance <= b.leftBalance ? [a.team, b.team] : [b.team, a.team];
}
