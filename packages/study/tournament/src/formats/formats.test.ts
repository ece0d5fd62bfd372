import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPlanProblems } from './check-plan.js';
import { createRounds, orderBracket, pairSwissRound } from './pairings.js';
import type { Fixture, FixtureResult, Format, TournamentPlan } from './plan.js';
import { createTournament, type Tournament } from './tournament.js';

const nameTeams = (count: number): string[] => Array.from({ length: count }, (_, i) => `T${i + 1}`);

/** Result of a fixture as a function of its identifier and a salt. */
function inventResult({ id }: Fixture, salt: number): FixtureResult {
  let hash = salt | 0;
  for (const char of id) hash = (Math.imul(hash, 31) + char.charCodeAt(0)) | 0;
  const digits = Math.abs(Math.imul(hash, 2654435761) >> 8);
  const forfeit = digits % 23 === 0 ? ({ forfeit: digits % 2 === 0 ? 'left' : 'right' } as const) : {};
  return { id, scoreL: digits % 4, scoreR: (digits >> 4) % 4, ...forfeit };
}

/** Plays all matches; `pick` chooses the next one of those that are ready. */
function playAll(
  tournament: Tournament,
  resultOf: (fixture: Fixture) => FixtureResult,
  pick: (count: number) => number = () => 0,
): Fixture[] {
  const played: Fixture[] = [];
  for (let ready = tournament.ready(); ready.length > 0; ready = tournament.ready()) {
    const fixture = ready[pick(ready.length) % ready.length]!;
    played.push(fixture);
    tournament.record(resultOf(fixture));
  }
  return played;
}

/** The team with the lower number wins. */
function favoriteWins({ id, left, right }: Fixture): FixtureResult {
  const isLeft = Number(left.slice(1)) < Number(right.slice(1));
  return { id, scoreL: isLeft ? 1 : 0, scoreR: isLeft ? 0 : 1 };
}

const formats: fc.Arbitrary<Format> = fc.oneof(
  fc.record({ type: fc.constant('round-robin' as const), matches: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    type: fc.constant('gauntlet' as const),
    challengers: fc.constantFrom(['T1'], ['T1', 'T2']),
    matches: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({
    type: fc.constant('paired' as const),
    candidate: fc.constant('T1'),
    base: fc.constant('T2'),
    blocks: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({
    type: fc.constant('knockout' as const),
    matches: fc.integer({ min: 1, max: 3 }),
    placement: fc.constantFrom('final' as const, 'third' as const, 'all' as const),
    replays: fc.integer({ min: 0, max: 2 }),
  }),
  fc.record({
    type: fc.constant('groups' as const),
    groups: fc.integer({ min: 1, max: 2 }),
    advance: fc.integer({ min: 1, max: 2 }),
    knockout: fc.record({ placement: fc.constantFrom('third' as const, 'all' as const) }),
  }),
  fc.record({
    type: fc.constant('swiss' as const),
    rounds: fc.integer({ min: 1, max: 4 }),
    matches: fc.integer({ min: 1, max: 2 }),
  }),
);

const plans: fc.Arbitrary<TournamentPlan> = fc.record({
  teams: fc.integer({ min: 4, max: 11 }).map(nameTeams),
  format: formats,
  seeds: fc.constant(100),
  sharedSeeds: fc.boolean(),
});

describe('any tournament', () => {
  it('has the same matches, seeds and places in whatever order the results arrive', () => {
    fc.assert(
      fc.property(plans, fc.integer(), fc.array(fc.nat(1000), { minLength: 1 }), (plan, salt, picks) => {
        const inOrder = createTournament(plan);
        const other = createTournament(plan);
        let i = 0;
        const first = playAll(inOrder, (fixture) => inventResult(fixture, salt));
        const second = playAll(
          other,
          (fixture) => inventResult(fixture, salt),
          () => picks[i++ % picks.length]!,
        );
        const byId = (a: Fixture, b: Fixture): number => (a.id < b.id ? -1 : 1);
        expect([...second].sort(byId)).toEqual([...first].sort(byId));
        expect(other.placings()).toEqual(inOrder.placings());
        expect(other.tables()).toEqual(inOrder.tables());
        expect(inOrder.isFinished()).toBe(true);
        expect(new Set(first.map(({ id }) => id)).size).toBe(first.length);
      }),
    );
  });

  it('continues from any part of its results, in any order, and counts a repeated result once', () => {
    fc.assert(
      fc.property(plans, fc.integer(), fc.double({ min: 0, max: 1, noNaN: true }), (plan, salt, share) => {
        const whole = createTournament(plan);
        playAll(whole, (fixture) => inventResult(fixture, salt));
        const results = whole.results();
        const part = results.slice(0, Math.floor(share * results.length)).reverse();
        const resumed = createTournament(plan, JSON.parse(JSON.stringify(part)));
        expect(resumed.progress().recorded).toBe(part.length);
        for (const { id } of part) {
          expect(resumed.record({ id, scoreL: 9, scoreR: 9 })).toBe('repeated');
        }
        playAll(resumed, (fixture) => inventResult(fixture, salt));
        expect(resumed.placings()).toEqual(whole.placings());
        expect(resumed.progress().recorded).toBe(results.length);
      }),
    );
  });

  it('shares a seed only inside a block, and a block has the same two teams, or the compared versions', () => {
    fc.assert(
      fc.property(plans, fc.integer(), (plan, salt) => {
        const tournament = createTournament(plan);
        const played = playAll(tournament, (fixture) => inventResult(fixture, salt));
        const seedOf = new Map(played.map(({ block, seed }) => [block, seed]));
        expect(new Set(seedOf.values()).size).toBe(seedOf.size);
        for (const { block, seed } of played) expect(seed).toBe(seedOf.get(block));
      }),
    );
  });

  it('gives every team exactly one place at the end, and knows the number of matches without replays', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const tournament = createTournament(plan);
        const { total } = tournament.progress();
        playAll(tournament, favoriteWins);
        const { recorded } = tournament.progress();
        expect(tournament.progress().total).toBe(recorded);
        // Pairs of a knockout end as soon as their winner is certain.
        const endsEarly = plan.format.type === 'knockout' && (plan.format.matches ?? 1) > 2;
        if (endsEarly) expect(recorded).toBeLessThan(total);
        else expect(recorded).toBe(total);
        const { format } = plan;
        const places = tournament.placings();
        expect(new Set(places.map(({ team }) => team)).size).toBe(places.length);
        // After few rounds of a Swiss tournament, several teams have won all matches, and the opponents decide.
        if (format.type === 'swiss') expect(places[0]!.place).toBe(1);
        else expect(places[0]).toEqual({ team: 'T1', place: 1 });
        const isPartial = format.type === 'groups' && format.knockout?.placement !== 'all';
        if (!isPartial) expect(places.length).toBe(plan.teams.length);
      }),
    );
  });
});

describe('round robin', () => {
  it('every pair meets once, every team plays at most once in a round, sides differ by at most one', () => {
    for (let n = 2; n <= 17; n++) {
      const rounds = createRounds(nameTeams(n));
      expect(rounds.length).toBe(n % 2 === 0 ? n - 1 : n);
      const pairs = rounds.flat().map((pair) => [...pair].sort().join('-'));
      expect(new Set(pairs).size).toBe((n * (n - 1)) / 2);
      for (const round of rounds) expect(new Set(round.flat()).size).toBe(2 * round.length);
      for (const team of nameTeams(n)) {
        const lefts = rounds.flat().filter(([left]) => left === team).length;
        const rights = rounds.flat().filter(([, right]) => right === team).length;
        expect(Math.abs(lefts - rights)).toBeLessThanOrEqual(1);
      }
    }
  });

  it('a double round robin has both sides of every pair with one seed', () => {
    const tournament = createTournament({
      teams: nameTeams(4),
      format: { type: 'round-robin', matches: 2 },
      seeds: 7,
    });
    const fixtures = tournament.ready();
    expect(fixtures).toHaveLength(12);
    for (const { left, right, seed } of fixtures) {
      expect(fixtures).toContainEqual(expect.objectContaining({ left: right, right: left, seed }));
    }
    expect(new Set(fixtures.map(({ seed }) => seed))).toEqual(new Set([7, 8, 9, 10, 11, 12]));
  });
});

describe('paired comparison', () => {
  it('candidate and base play each other with one seed from both sides', () => {
    const tournament = createTournament({
      teams: ['new', 'old'],
      format: { type: 'paired', candidate: 'new', base: 'old', blocks: 2 },
      seeds: [5, 9],
    });
    expect(tournament.ready()).toMatchObject([
      { block: 'paired-1', left: 'new', right: 'old', seed: 5 },
      { block: 'paired-1', left: 'old', right: 'new', seed: 5 },
      { block: 'paired-2', left: 'new', right: 'old', seed: 9 },
      { block: 'paired-2', left: 'old', right: 'new', seed: 9 },
    ]);
  });

  it('against a pool both versions meet the same opponents with the same seeds and sides', () => {
    const plan: TournamentPlan = {
      teams: ['new', 'old', 'X', 'Y', 'Z'],
      format: { type: 'paired', candidate: 'new', base: 'old', blocks: 3 },
      seeds: 1,
    };
    const fixtures = createTournament(plan).ready();
    const rename = (from: string) =>
      fixtures
        .filter(({ left, right }) => left === from || right === from)
        .map(({ left, right, seed, block }) => [
          left === from ? 'version' : left,
          right === from ? 'version' : right,
          seed,
          block,
        ]);
    expect(rename('new')).toEqual(rename('old'));
    expect(rename('new')).toHaveLength(3 * 3 * 2);
    expect(fixtures.some(({ left, right }) => left === 'new' && right === 'old')).toBe(false);
  });
});

describe('places of groups', () => {
  it('there are none before the last match of the group phase', () => {
    const tournament = createTournament({
      teams: nameTeams(6),
      format: { type: 'groups', groups: 2, advance: 1, knockout: { matches: 1 } },
    });
    let groupMatches = 0;
    for (
      let [fixture] = tournament.ready(1);
      fixture?.stage.startsWith('group');
      [fixture] = tournament.ready(1)
    ) {
      expect(tournament.placings()).toEqual([]);
      tournament.record(favoriteWins(fixture));
      groupMatches += 1;
    }
    expect(groupMatches).toBe(6);
    playAll(tournament, favoriteWins);
    expect(tournament.placings()[0]).toEqual({ team: 'T1', place: 1 });
  });
});

describe('knockout', () => {
  it('stronger teams meet late', () => {
    expect(orderBracket(8)).toEqual([1, 8, 4, 5, 2, 7, 3, 6]);
    for (const size of [2, 4, 8, 16, 32]) {
      const order = orderBracket(size);
      for (let i = 0; i < size; i += 2) expect(order[i]! + order[i + 1]!).toBe(size + 1);
    }
  });

  it('the favorites take the places of their strength if all places are played', () => {
    for (let n = 2; n <= 16; n++) {
      const teams = nameTeams(n);
      const tournament = createTournament({ teams, format: { type: 'knockout', placement: 'all' } });
      playAll(tournament, favoriteWins);
      const places = tournament.placings();
      expect(places.map(({ place }) => place)).toEqual(teams.map((_, i) => i + 1));
      expect(places.slice(0, 2).map(({ team }) => team)).toEqual(['T1', 'T2']);
    }
  });

  it('names its rounds; the losers of the semifinals play for place 3', () => {
    const tournament = createTournament({ teams: nameTeams(6), format: { type: 'knockout' } });
    const stages = playAll(tournament, favoriteWins).map(
      ({ stage, left, right }) => `${stage} ${left} ${right}`,
    );
    expect(stages).toEqual([
      'quarterfinal T4 T5',
      'quarterfinal T3 T6',
      'semifinal T1 T4',
      'semifinal T2 T3',
      'final T1 T2',
      'place 3 T4 T3',
    ]);
    expect(tournament.placings()).toEqual([
      { team: 'T1', place: 1 },
      { team: 'T2', place: 2 },
      { team: 'T3', place: 3 },
      { team: 'T4', place: 4 },
      { team: 'T5', place: 5 },
      { team: 'T6', place: 5 },
    ]);
  });

  it('a drawn pair plays again with swapped sides and another seed; then a lot decides, which is recorded', () => {
    const tournament = createTournament({
      teams: ['A', 'B'],
      format: { type: 'knockout', replays: 1 },
      seeds: 1,
    });
    const played = playAll(tournament, ({ id }) => ({ id, scoreL: 1, scoreR: 1 }));
    expect(played).toMatchObject([
      { left: 'A', right: 'B', seed: 1 },
      { left: 'B', right: 'A', seed: 2 },
    ]);
    const { team: winner } = tournament.placings()[0]!;
    expect(tournament.lots()).toMatchObject([{ stage: 'final', winner, loser: winner === 'A' ? 'B' : 'A' }]);
  });

  it('a lot depends on the seed and the names, not on the order of the list, and is fair', () => {
    const draw = (lotSeed: number, teams: readonly string[]): string => {
      const format = { type: 'knockout', replays: 0 } as const;
      const tournament = createTournament({ teams, format, lotSeed });
      playAll(tournament, ({ id }) => ({ id, scoreL: 0, scoreR: 0 }));
      return tournament.placings()[0]!.team;
    };
    const winners = Array.from({ length: 200 }, (_, seed) => draw(seed, ['A', 'B']));
    expect(Array.from({ length: 200 }, (_, seed) => draw(seed, ['B', 'A']))).toEqual(winners);
    const count = winners.filter((team) => team === 'A').length;
    expect(count).toBeGreaterThan(70);
    expect(count).toBeLessThan(130);
  });

  it('after groups, a lot decides a drawn pair of the knockout, not a draw in a group', () => {
    const format = { type: 'groups', groups: 2, advance: 1, knockout: { replays: 0 } } as const;
    const teams = ['A', 'B', 'C', 'D'];
    const tournament = createTournament({ teams, format, lotSeed: 3 });
    playAll(tournament, ({ id }) => ({ id, scoreL: 2, scoreR: 2 }));
    expect(tournament.isFinished()).toBe(true);
    expect(tournament.matches().filter(({ stage }) => stage.startsWith('group'))).toHaveLength(2);
    const { team: winner } = tournament.placings()[0]!;
    expect(tournament.lots()).toMatchObject([{ stage: 'final', winner }]);
  });

  it('no lot is drawn if a match decides', () => {
    const tournament = createTournament({ teams: ['A', 'B'], format: { type: 'knockout' } });
    playAll(tournament, ({ id }) => ({ id, scoreL: 1, scoreR: 0 }));
    expect(tournament.lots()).toEqual([]);
  });

  it('a pair ends as soon as its winner is certain, and has only the matches ready that a decision needs', () => {
    const format = { type: 'knockout', matches: 5, replays: 0 } as const;
    const play = (...wins: string[]): { readonly ready: number[]; readonly winner: string } => {
      const tournament = createTournament({ teams: ['A', 'B'], format });
      const ready: number[] = [];
      for (const team of wins) {
        ready.push(tournament.ready().length);
        const { id, left } = tournament.ready(1)[0]!;
        tournament.record(left === team ? { id, scoreL: 1, scoreR: 0 } : { id, scoreL: 0, scoreR: 1 });
      }
      expect(tournament.isFinished()).toBe(true);
      expect(tournament.progress()).toEqual({ recorded: wins.length, total: wins.length });
      return { ready, winner: tournament.placings()[0]!.team };
    };
    expect(play('B', 'B', 'B')).toEqual({ ready: [3, 2, 1], winner: 'B' });
    expect(play('A', 'B', 'A', 'A')).toEqual({ ready: [3, 2, 1, 1], winner: 'A' });
    expect(play('A', 'B', 'A', 'B', 'B')).toEqual({ ready: [3, 2, 1, 1, 1], winner: 'B' });
  });

  it('wins decide a pair of two matches, then the goal difference; a shootout is a win', () => {
    const winner = (...scores: [number, number, number?, number?][]) => {
      const tournament = createTournament({ teams: ['A', 'B'], format: { type: 'knockout', matches: 2 } });
      let i = 0;
      playAll(tournament, ({ id }) => {
        const [scoreL, scoreR, penaltyL = null, penaltyR = null] = scores[i++]!;
        return { id, scoreL, scoreR, penaltyL, penaltyR };
      });
      return tournament.placings()[0]!.team;
    };
    expect(winner([0, 1], [3, 0])).toBe('B'); // B won both: 1 : 0 and 3 : 0
    expect(winner([2, 1], [1, 0], [0, 0], [1, 0])).toBe('A'); // one win each, 2 : 2 goals; the replay starts with B on the left
    expect(winner([2, 1], [2, 0])).toBe('B'); // one win each, 2 : 3 goals
    expect(winner([1, 1, 2, 3], [0, 0])).toBe('B');
  });
});

describe('groups and knockout', () => {
  const plan: TournamentPlan = {
    teams: nameTeams(16),
    format: { type: 'groups', groups: 4, advance: 2, knockout: { placement: 'all' } },
  };

  it('the best teams of each group advance, and teams of one group do not meet in the first round', () => {
    const tournament = createTournament(plan);
    const played = playAll(tournament, favoriteWins);
    const groupOf = new Map(
      tournament.tables().flatMap(({ name, standings }) => standings.map((s) => [s.team, name])),
    );
    const quarterfinals = played.filter(({ stage }) => stage === 'quarterfinal');
    expect(quarterfinals).toHaveLength(4);
    for (const { left, right } of quarterfinals) expect(groupOf.get(left)).not.toBe(groupOf.get(right));
    expect(quarterfinals.flatMap(({ left, right }) => [left, right]).sort()).toEqual(nameTeams(8).sort());
  });

  it('with all places, the teams that do not advance play for the places after them', () => {
    const tournament = createTournament(plan);
    playAll(tournament, favoriteWins);
    const places = tournament.placings();
    expect(places.map(({ place }) => place)).toEqual(nameTeams(16).map((_, i) => i + 1));
    const last = places.slice(8).map(({ team }) => team);
    expect(last.sort()).toEqual(nameTeams(16).slice(8).sort());
  });

  it('a lot by the seed decides between teams that are equal in all criteria', () => {
    const winners = (lotSeed: number) => {
      const tournament = createTournament({
        teams: nameTeams(4),
        format: { type: 'groups', groups: 1, advance: 2 },
        lotSeed,
      });
      playAll(tournament, ({ id }) => ({ id, scoreL: 0, scoreR: 0 }));
      return tournament
        .placings()
        .map(({ team }) => team)
        .join();
    };
    expect(winners(3)).toBe(winners(3));
    expect(new Set([1, 2, 3, 4, 5, 6].map(winners)).size).toBeGreaterThan(1);
  });
});

describe('Swiss system', () => {
  it('does not repeat a pair while rounds are at most half the teams, and gives each team at most one bye', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 20 }), fc.integer(), (count, salt) => {
        const rounds = Math.floor(count / 2);
        const tournament = createTournament({ teams: nameTeams(count), format: { type: 'swiss', rounds } });
        const played = playAll(tournament, (fixture) => inventResult(fixture, salt));
        const pairs = played.map(({ left, right }) => [left, right].sort().join('-'));
        expect(new Set(pairs).size).toBe(pairs.length);
        expect(pairs.length).toBe(rounds * Math.floor(count / 2));
        for (const team of nameTeams(count)) {
          const games = played.filter(({ left, right }) => left === team || right === team);
          expect(games.length).toBeGreaterThanOrEqual(count % 2 === 0 ? rounds : rounds - 1);
          const lefts = games.filter(({ left }) => left === team).length;
          expect(Math.abs(2 * lefts - games.length)).toBeLessThanOrEqual(3);
        }
      }),
    );
  });

  it('repeats pairs only when all teams have met', () => {
    const tournament = createTournament({ teams: nameTeams(4), format: { type: 'swiss', rounds: 5 } });
    const pairs = playAll(tournament, favoriteWins).map(({ left, right }) => [left, right].sort().join('-'));
    expect(pairs).toHaveLength(10);
    expect(new Set(pairs.slice(0, 6)).size).toBe(6);
  });

  it('pairs teams of equal points, upper against lower half, and gives the bye to the last team without one', () => {
    const row = (team: string, points: number, opponents: string[] = [], hadBye = false) => ({
      team,
      points,
      opponents,
      leftBalance: 0,
      hadBye,
    });
    const { pairs, bye } = pairSwissRound([
      row('A', 3, ['C']),
      row('B', 3),
      row('C', 3, ['A']),
      row('D', 3),
      row('E', 0),
      row('F', 0),
      row('G', 0, [], true),
    ]);
    expect(bye).toBe('F');
    expect(pairs).toEqual([
      ['A', 'D'],
      ['B', 'C'],
      ['E', 'G'],
    ]);
  });

  it('a bye gives the points of a win', () => {
    const tournament = createTournament({ teams: nameTeams(3), format: { type: 'swiss', rounds: 1 } });
    playAll(tournament, favoriteWins);
    const [table] = tournament.tables();
    expect(table!.standings).toMatchObject([
      { team: 'T1', points: 3, games: 1 },
      { team: 'T3', points: 3, games: 0 },
      { team: 'T2', points: 0, games: 1 },
    ]);
  });
});

describe('bad input', () => {
  it('names the place in the plan, the value and what is allowed', () => {
    const problems = (plan: TournamentPlan) =>
      findPlanProblems(plan).map(({ path, message }) => `${path.join('.')}: ${message}`);
    expect(problems({ teams: ['A'], format: { type: 'round-robin' } })).toEqual([
      'teams: 1 teams are too few; list at least two',
    ]);
    expect(problems({ teams: ['A', 'B', 'A'], format: { type: 'swiss', rounds: 0 } })).toEqual([
      'teams.2: "A" is listed twice',
      'format.rounds: 0 is not a whole number from 1',
    ]);
    expect(problems({ teams: ['A', 'B'], format: { type: 'gauntlet', challengers: ['C'] } })).toEqual([
      'format.challengers.0: "C" is not one of the teams: A, B',
    ]);
    const seeds = { teams: ['A', 'B', 'C'], format: { type: 'round-robin' as const }, seeds: [1, 2] };
    expect(problems(seeds)).toEqual([
      'seeds: 2 seeds are too few for 3 blocks of matches; give 3 seeds, or one number from which the seeds count up',
    ]);
    expect(() => createTournament({ teams: ['A'], format: { type: 'round-robin' } })).toThrow(
      'teams: 1 teams',
    );
    const groups = { type: 'groups' as const, groups: [['A', 'B'], ['B']], advance: 1 };
    expect(problems({ teams: ['A', 'B', 'C'], format: groups })).toEqual([
      'format.groups.1: a group needs at least two teams',
      'format.groups: not in a group: C',
      'format.groups: in two groups: B',
    ]);
  });

  it('rejects results of unknown matches and goals that are not whole numbers', () => {
    const plan: TournamentPlan = { teams: ['A', 'B'], format: { type: 'series', matches: 1 } };
    expect(() => createTournament(plan, [{ id: 'x', scoreL: 0, scoreR: 0 }])).toThrow('"x" is not a match');
    const tournament = createTournament(plan);
    expect(() => tournament.record({ id: 'league-1-1', scoreL: -1, scoreR: 0 })).toThrow(
      'result of league-1-1: scoreL is -1; it must be a whole number from 0',
    );
    expect(tournament.progress()).toEqual({ recorded: 0, total: 1 });
  });
});
