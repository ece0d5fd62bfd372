// cspell:ignore diference gaol paralel
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { createTournament } from '../formats/tournament.js';
import {
  checkTournamentDocument,
  chooseMatchFields,
  createPlan,
  nameOfTeam,
  parseTournamentDocument,
  tournamentDocumentJsonSchema,
} from './documents.js';

const TEXT = `version: 1
name: Test of the new defense
teams:
  - { name: new, start: ./new/start.sh, version: 3f2a, limits: { memoryMb: 2048 } }
  - { name: old, start: ./old/start.sh }
  - { file: teams/Herons.yaml }
format: { type: paired, candidate: new, base: old, blocks: 50 }
match:
  parameters: { server: { half_time: 100 } }
  stop: { cycles: 2000 }
seeds: 1
points: { win: 3, draw: 1, loss: 0 }
tieBreaks: [points, goal-difference]
walkover: { goals: 3, keepBetterScore: false }
test: { statistic: goals, h0: 0, h1: 0.3 }
parallel: 4
`;

const problems = (text: string): string[] => {
  const result = parseTournamentDocument(text);
  return result.ok ? [] : result.error.map(({ message }) => message);
};

describe('parameters of a knockout', () => {
  const teams = ['A', 'B', 'C', 'D'].map((name) => ({ name, remote: true as const }));
  const decide = { server: { nr_extra_halfs: 2, golden_goal: true } } as const;
  const match = {
    parameters: { server: { half_time: 100, nr_extra_halfs: 0 }, player: { player_types: 7 } },
  };

  it('after groups are those of the knockout only, which a match of a group does not need to decide', () => {
    const format = { type: 'groups', groups: 2, advance: 1, knockout: { parameters: decide } } as const;
    const checked = checkTournamentDocument({ version: 1, teams, format, match });
    if (!checked.ok) throw new Error(JSON.stringify(checked.error));
    const document = checked.value;
    const tournament = createTournament(createPlan(document));
    const seen = new Map<string, unknown>();
    for (let ready = tournament.ready(); ready.length > 0; ready = tournament.ready())
      for (const fixture of ready) {
        seen.set(fixture.stage, chooseMatchFields(document, fixture).parameters);
        tournament.record({ id: fixture.id, scoreL: 1, scoreR: 0 });
      }
    const inGroup = match.parameters;
    expect(Object.fromEntries(seen)).toEqual({
      'group A': inGroup,
      'group B': inGroup,
      final: {
        server: { half_time: 100, nr_extra_halfs: 2, golden_goal: true },
        player: { player_types: 7 },
      },
    });
  });

  it('of the format knockout are those of all matches', () => {
    const document = { version: 1, teams, format: { type: 'knockout', parameters: decide }, match } as const;
    const [fixture] = createTournament(createPlan(document)).ready();
    expect(chooseMatchFields(document, fixture!).parameters?.server).toEqual({
      half_time: 100,
      nr_extra_halfs: 2,
      golden_goal: true,
    });
  });

  it('are checked, and no other format has them', () => {
    const list = teams.map(({ name }) => `{ name: ${name}, remote: true }`).join(', ');
    const check = (format: string) => problems(`version: 1\nteams: [${list}]\nformat: ${format}\n`);
    expect(check('{ type: knockout, parameters: { server: { golden_gaol: true } } }').join()).toMatch(
      /line 3: format\.parameters\.server\.golden_gaol.*golden_goal/,
    );
    expect(check('{ type: round-robin, parameters: { server: { golden_goal: true } } }').join()).toMatch(
      /line 3: format\.parameters/,
    );
  });
});

describe('tournament document', () => {
  it('in YAML becomes a plan, and the fields of a match document for each fixture', () => {
    const parsed = parseTournamentDocument(TEXT);
    if (!parsed.ok) throw new Error(parsed.error.map(({ message }) => message).join('\n'));
    const plan = createPlan(parsed.value);
    expect(plan).toMatchObject({ teams: ['new', 'old', 'Herons'], seeds: 1, walkover: { goals: 3 } });
    const tournament = createTournament(plan);
    expect(tournament.progress().total).toBe(200);
    expect(chooseMatchFields(parsed.value, tournament.ready(1)[0]!)).toEqual({
      parameters: { server: { half_time: 100 } },
      stop: { cycles: 2000 },
    });
  });

  it('in JSON is the same', () => {
    const parsed = parseTournamentDocument(TEXT);
    if (!parsed.ok) throw new Error('not parsed');
    expect(parseTournamentDocument(JSON.stringify(parsed.value, null, 1))).toEqual(parsed);
    expect(checkTournamentDocument(JSON.parse(JSON.stringify(parsed.value)))).toEqual(parsed);
  });

  it('reports every problem with line, path, value and what is allowed', () => {
    const text = TEXT.replace('half_time: 100', 'half_tme: 100')
      .replace('parallel: 4', 'parallel: none')
      .replace('goal-difference', 'goal-diference');
    expect(problems(text)).toEqual([
      'line 9: match.parameters.server.half_tme is not a known parameter; did you mean half_time?',
      expect.stringMatching(
        /^line 13: tieBreaks\[1\]: "goal-diference" is not one of points, .*; did you mean goal-difference\?$/,
      ),
      'line 16: parallel: "none" is not a whole number from 1 to 100000',
    ]);
  });

  it('accepts options of a module and of a start command, not of a team that connects by itself', () => {
    const teams = (fields: string): string =>
      `version: 1\nteams: [{ name: A, ${fields} }, { name: B, start: demo }]\nformat: { type: round-robin }\n`;
    for (const kind of ['start: ./run', 'module: ./a.js']) {
      const parsed = parseTournamentDocument(teams(`${kind}, options: { line: -10 }, optionsFile: a.yaml`));
      expect(parsed).toMatchObject({ ok: true });
    }
    expect(problems(teams('remote: true, options: { line: 1 }'))).toEqual([
      'line 2: teams[0].options: an object is not absent, because the team has no module',
    ]);
    expect(problems(teams('remote: true, optionsFile: a.yaml'))).toEqual([
      'line 2: teams[0].optionsFile: "a.yaml" is not absent, because the team connects by itself',
    ]);
  });

  it('reports unknown teams, impossible formats and tests', () => {
    expect(problems(TEXT.replace('base: old', 'base: odl'))).toEqual([
      'line 7: format.base: "odl" is not one of the teams: new, old, Herons',
    ]);
    expect(problems(TEXT.replace('h1: 0.3', 'h1: 0'))).toEqual([
      'line 15: test: h0 0 must be below h1 0, and both must be finite',
    ]);
    const swiss = TEXT.replace(/type: paired.*\}/, 'type: swiss, rounds: 3 }');
    expect(problems(swiss)).toEqual(['line 15: test: a test needs the format paired, not swiss']);
    const types = 'round-robin, series, gauntlet, paired, knockout, groups, ladder, swiss';
    expect(problems(TEXT.replace('type: paired', 'type: pared'))[0]).toBe(
      `line 7: format.type: "pared" is not one of ${types}; did you mean paired?`,
    );
    expect(problems(TEXT.replace('type: paired, ', ''))[0]).toBe(
      `line 7: format.type is missing; it is one of ${types}`,
    );
    expect(problems(TEXT.replace(/type: paired.*\}/, '[]').replace('{ []', '[]'))[0]).toBe(
      `line 7: format: a list is not an object with a type: ${types}`,
    );
  });

  it('a team needs a file or exactly one kind of start', () => {
    expect(nameOfTeam({ file: 'teams/reds/team.yaml' })).toBe('reds');
    expect(nameOfTeam({ file: 'team.yaml' })).toBe('team');
    const other = (team: string) => problems(TEXT.replace('{ file: teams/Herons.yaml }', team));
    expect(other('{ name: X }')).toEqual([
      'line 6: teams[2]: an object is not a team with one of start, module and remote',
    ]);
    expect(other('{ name: X, start: a, module: b }')).toEqual([
      'line 6: teams[2].module: "b" is not absent, because the team has start',
    ]);
    expect(other('{ file: x.yaml, start: a }')).toEqual([
      'line 6: teams[2].start: "a" is not absent, because the team has a file',
    ]);
  });

  it('text that is not YAML, and aliases that grow without limit, are problems too', () => {
    expect(problems('a: [1')[0]).toMatch(/^line 1, column \d+: /);
    expect(problems('')).toEqual([expect.stringContaining('the document')]);
    const levels = Array.from(
      { length: 9 },
      (_, i) => `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`).join()}]`,
    );
    expect(problems(['a0: &a0 [x]', ...levels].join('\n'))).toEqual([expect.stringContaining('alias')]);
  });

  it('its JSON Schema accepts the example and rejects a wrong one', () => {
    const validate = new Ajv2020({ strict: false, formats: { 'date-time': true } }).compile(
      tournamentDocumentJsonSchema(),
    );
    const parsed = parseTournamentDocument(TEXT);
    if (!parsed.ok) throw new Error('not parsed');
    expect(validate(JSON.parse(JSON.stringify(parsed.value)))).toBe(true);
    expect(validate({ ...parsed.value, paralel: 4 })).toBe(false);
  });
});
