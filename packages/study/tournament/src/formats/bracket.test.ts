import type { SideName } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import { describeTie } from '../reports/describe-tie.js';
import { createBracketTable, describeLot } from '../reports/report-tables.js';
import { createTournament } from './tournament.js';

const KNOCKOUT = { teams: ['A', 'B', 'C', 'D', 'E'], format: { type: 'knockout', replays: 0 } } as const;

describe('the bracket of a knockout', () => {
  it('has the teams that are known, where the others come from, and free places for byes', () => {
    const [bracket] = createTournament(KNOCKOUT).brackets();
    expect(bracket!.rounds.map(({ name, size, pairs }) => [name, size, pairs.length])).toEqual([
      ['quarterfinal', 4, 1],
      ['semifinal', 2, 2],
      ['final', 1, 1],
    ]);
    const [first] = bracket!.rounds[0]!.pairs;
    expect(first).toMatchObject({ position: 1, winner: null, matches: [] });
    expect(first!.entrants.map(({ team }) => team)).toEqual(['D', 'E']);
    expect(bracket!.rounds[1]!.pairs[0]!.entrants).toEqual([
      { team: 'A', origin: '' },
      { team: null, origin: 'winner of quarterfinal 2' },
    ]);
    expect(bracket!.placement.map(({ name, pairs }) => [name, pairs[0]!.entrants[1].origin])).toEqual([
      ['place 3', 'loser of semifinal 2'],
    ]);
  });

  it('follows the results: goals, winners and lots', () => {
    const tournament = createTournament(KNOCKOUT);
    const [quarter] = tournament.ready().filter(({ stage }) => stage === 'quarterfinal');
    tournament.record({ id: quarter!.id, scoreL: 1, scoreR: 1, penaltyL: 2, penaltyR: 3 });
    for (const { id } of tournament.ready()) tournament.record({ id, scoreL: 0, scoreR: 0 });
    const [bracket] = tournament.brackets();
    const [semifinal] = bracket!.rounds[1]!.pairs;
    expect(semifinal).toMatchObject({ isLot: true, matches: [{ scoreL: 0, scoreR: 0 }] });
    expect(semifinal!.entrants[1]).toEqual({ team: quarter!.right, origin: 'winner of quarterfinal 2' });
    const final = bracket!.rounds[2]!.pairs[0]!;
    expect(final.entrants[0].team).toBe(semifinal!.winner);
    const rows = createBracketTable(bracket!).rows;
    expect(rows[0]).toEqual(['quarterfinal', 'D', 'E', '1:1 (2:3 pen.)', 'E']);
    expect(rows[1]!.at(-1)).toBe(`${semifinal!.winner} (by lot: all their matches were drawn)`);
  });

  it('says how a pair with forfeits was decided, and who advances', () => {
    const decide = (...forfeits: (SideName | 'both')[]) => {
      const tournament = createTournament({ ...KNOCKOUT, teams: ['A', 'B'], format: { type: 'knockout' } });
      for (const forfeit of forfeits)
        for (const { id } of tournament.ready()) tournament.record({ id, scoreL: 0, scoreR: 0, forfeit });
      const { rows } = createBracketTable(tournament.brackets()[0]!);
      return { decision: rows[0]!.slice(3), lots: tournament.lots() };
    };
    const both = decide('both', 'both');
    const [lot] = both.lots;
    expect(both.decision).toEqual([
      '0:0 (both forfeit), 0:0 (both forfeit)',
      `${lot!.winner} (by lot: both teams forfeited)`,
    ]);
    expect([lot!.winner, lot!.loser].sort()).toEqual(['A', 'B']);
    expect(describeLot(lot!.matches)).toBe('both teams forfeited');
    expect(decide('left').decision).toEqual(['0:3 (A forfeits)', 'B (A forfeits)']);
    expect(decide('both', 'right').decision[1]).toBe('B (both forfeit, A forfeits)');
  });

  it('of groups comes with the end of the groups', () => {
    const tournament = createTournament({
      teams: ['A', 'B', 'C', 'D'],
      format: { type: 'groups', groups: 2, advance: 1 },
    });
    expect(tournament.brackets()).toEqual([]);
    for (const { id } of tournament.ready()) tournament.record({ id, scoreL: 2, scoreR: 2 });
    // A lot decides who advances, and the table says so.
    const [table] = tournament.tables();
    expect(table!.ties).toMatchObject([{ criterion: 'lot', values: null }]);
    expect(describeTie(table!.ties[0]!)).toMatch(/^[A-D] is before [A-D] by lot\.$/);
    const [first, second] = table!.standings;
    expect([first!.place, second!.place]).toEqual([1, 2]);
    const entrants = tournament.brackets()[0]!.rounds[0]!.pairs[0]!.entrants.map(({ team }) => team);
    expect(entrants).toContain(first!.team);
  });
});
