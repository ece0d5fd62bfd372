// cspell:ignore intial bodyangle waitforclients
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryDocument } from '../test/arbitrary-document.js';
import { matchDocumentJsonSchema } from './json-schema.js';
import { checkWithSchema, printMatchDocument } from './match-document.js';
import { matchDocumentSchema } from './schema.js';

/** Returns the problems of a document, as lines. */
function problemsOf(value: unknown): string[] {
  const result = checkWithSchema(matchDocumentSchema, value);
  return result.ok ? [] : result.error.map(({ message }) => message);
}

const problemAt = (value: unknown) => {
  const result = checkWithSchema(matchDocumentSchema, value);
  return result.ok ? null : result.error.map(({ path, suggestion }) => [path, suggestion]);
};

const jsonSchema = matchDocumentJsonSchema();
const validate = new Ajv2020().compile(jsonSchema);

describe('a valid document', () => {
  it('is returned unchanged, and printing and parsing returns it again', () => {
    fc.assert(
      fc.property(arbitraryDocument, (document) => {
        expect(checkWithSchema(matchDocumentSchema, document)).toEqual({ ok: true, value: document });
        const printed = printMatchDocument(document);
        expect(checkWithSchema(matchDocumentSchema, JSON.parse(printed))).toEqual({
          ok: true,
          value: document,
        });
        expect(printMatchDocument(JSON.parse(printed))).toBe(printed);
      }),
    );
  });

  it('is valid by the JSON Schema too', () => {
    fc.assert(fc.property(arbitraryDocument, (document) => validate(JSON.parse(JSON.stringify(document)))));
  });

  it('is printed in the order of the schema, whatever its own order is', () => {
    const text = printMatchDocument({
      stop: { goals: 1 },
      initial: { ball: { velocity: { y: 1, x: 2 }, position: { y: 3, x: 4 } } },
      version: 1,
    });
    expect(text.match(/"\w+"/g)).toEqual(
      ['version', 'initial', 'ball', 'position', 'x', 'y', 'velocity', 'x', 'y', 'stop', 'goals'].map(
        (n) => `"${n}"`,
      ),
    );
  });
});

describe('a malformed document', () => {
  it.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('is one whose options have 100,000 levels of %s', (_, open, close) => {
    const options = (levels: number) => JSON.parse(`{"x":${open.repeat(levels)}1${close.repeat(levels)}}`);
    const check = (levels: number) =>
      checkWithSchema(matchDocumentSchema, {
        version: 1,
        teams: { left: { name: 'A', module: './a.mjs', options: options(levels) } },
      });
    expect(check(90).ok).toBe(true);
    expect(check(100_000)).toMatchObject({
      error: [{ path: '', message: 'it is not a document with at most 100 levels of lists and objects' }],
    });
  });

  it('names the path of the wrong field, at every place of a valid document', () => {
    fc.assert(
      fc.property(arbitraryDocument, fc.nat(), (document, choice) => {
        const copy = JSON.parse(JSON.stringify(document));
        const leaves = listLeaves(copy);
        const { parent, key, path } = leaves[choice % leaves.length]!;
        // No field accepts null, apart from the options of a module.
        parent[key] = null;
        const result = checkWithSchema(matchDocumentSchema, copy);
        if (/\.options\b/.test(path)) return;
        expect(result.ok).toBe(false);
        if (!result.ok) expect(result.error.map((problem) => problem.path)).toContain(path);
        expect(validate(copy)).toBe(false);
      }),
    );
  });

  it('names an unknown field with its path and the nearest known name', () => {
    expect(problemAt({ version: 1, intial: {} })).toEqual([['intial', 'initial']]);
    expect(
      problemAt({ version: 1, initial: { players: [{ side: 'left', unum: 1, bodyangle: 3 }] } }),
    ).toEqual([['initial.players[0].bodyangle', 'bodyAngle']]);
    expect(problemAt({ version: 1, parameters: { server: { half_tme: 3 } } })).toEqual([
      ['parameters.server.half_tme', 'half_time'],
    ]);
    expect(problemAt({ version: 1, parameters: { rcss: { waitforclients: 3 } } })).toEqual([
      ['parameters.rcss.waitforclients', 'wait_for_clients'],
    ]);
    expect(problemAt({ version: 1, zzzzzz: 1 })).toEqual([['zzzzzz', undefined]]);
    const inherited = problemsOf({ version: 1, parameters: { server: { constructor: 1 } } });
    expect(inherited).toHaveLength(1);
    expect(inherited[0]).not.toContain('native code');
  });

  it('suggests the nearest play mode and the nearest word', () => {
    expect(problemAt({ version: 1, initial: { playMode: 'kickoff_l' } })).toEqual([
      ['initial.playMode', 'kick_off_l'],
    ]);
    expect(problemAt({ version: 1, clock: 'realtime' })).toEqual([['clock', 'real-time']]);
  });

  it('says the value, and what is allowed', () => {
    expect(
      problemsOf({
        version: 2,
        seed: 1.5,
        teams: { left: { name: 'A team!', remote: true } },
        parameters: { server: { port: 99999, simulator_step: 0, coach: 'yes' } },
        initial: { players: [{ side: 'left', unum: 12, position: { x: Number.NaN, y: 0 } }] },
        stop: { goals: 0, wallTime: 'long' },
        recording: { gameLog: 3 },
      }),
    ).toEqual([
      'version: 2 is not 1',
      'seed: 1.5 is not a whole number from -2147483648 to 2147483647',
      'teams.left.name: "A team!" is not a team name: 1 to 15 characters, lower-case letters and the characters from + to _',
      'parameters.server.coach: "yes" is not true or false',
      'parameters.server.port: 99999 is not a whole number from 0 to 65535',
      'parameters.server.simulator_step: 0 is not a whole number from 1 to 60000 ms',
      'initial.players[0].unum: 12 is not a whole number from 1 to 11',
      'initial.players[0].position.x: NaN is not a number from -32767 to 32767 m',
      'stop.goals: 0 is not a whole number from 1 to 2147483647',
      'stop.wallTime: "long" is not a number of at least 0 s',
      'recording.gameLog: 3 is not true, false or a file name',
    ]);
  });

  it('names fields that are missing', () => {
    expect(problemsOf({})).toEqual(['version is missing; it is 1']);
    expect(problemAt({ version: 1, initial: { score: { left: 1 }, players: [{}] } })).toEqual([
      ['initial.score.right', undefined],
      ['initial.players[0].side', undefined],
      ['initial.players[0].unum', undefined],
    ]);
  });

  it.each([null, 5, 'text', [], undefined])('refuses %j', (value) => {
    expect(checkWithSchema(matchDocumentSchema, value).ok).toBe(false);
  });

  it('refuses parameters that a field of the document replaces, and names the field', () => {
    expect(
      problemAt({
        version: 1,
        parameters: {
          server: { random_seed: 3, synch_mode: true, team_l_start: './a', team_r_start: './b' },
        },
      }),
    ).toEqual([
      ['parameters.server.random_seed', 'seed'],
      ['parameters.server.synch_mode', 'clock'],
      ['parameters.server.team_l_start', 'teams.left.start'],
      ['parameters.server.team_r_start', 'teams.right.start'],
    ]);
  });

  it('refuses a team without a way to connect, with two of them, or with fields of another kind', () => {
    const team = (fields: object) => problemsOf({ version: 1, teams: { left: { name: 'A', ...fields } } });
    expect(team({})).toEqual(['teams.left: an object is not a team with one of start, module and remote']);
    expect(team({ start: './a', remote: true })).toEqual([
      'teams.left.remote: true is not absent, because the team has start',
    ]);
    expect(team({ remote: true, environment: {} })).toEqual([
      'teams.left.environment: an object is not absent, because the team has no start',
    ]);
  });

  it('refuses two teams of one name, two entries of a slot, and two goalies of a team', () => {
    expect(
      problemAt({
        version: 1,
        teams: { left: { name: 'A', remote: true }, right: { name: 'A', remote: true } },
      }),
    ).toEqual([['teams.right.name', undefined]]);
    const players = [
      { side: 'left', unum: 1, goalie: true },
      { side: 'left', unum: 1 },
      { side: 'left', unum: 2, goalie: true },
      { side: 'right', unum: 1, goalie: true },
    ];
    expect(problemAt({ version: 1, initial: { players } })).toEqual([
      ['initial.players[1].unum', undefined],
      ['initial.players[2].goalie', undefined],
    ]);
  });
});

describe('the JSON Schema', () => {
  it('describes every field', () => {
    const { parameters } = jsonSchema['$defs'] as { parameters: Record<string, unknown> };
    expect(listFieldsWithoutDescription({ properties: { document: jsonSchema, parameters } })).toEqual([]);
  });
});

interface Leaf {
  readonly parent: Record<string | number, unknown>;
  readonly key: string | number;
  readonly path: string;
}

function listLeaves(value: object, path = ''): Leaf[] {
  return Object.entries(value).flatMap(([name, field]) => {
    const key = Array.isArray(value) ? Number(name) : name;
    const at = typeof key === 'number' ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    const leaf = { parent: value as never, key, path: at };
    return field !== null && typeof field === 'object' && Object.keys(field).length > 0
      ? listLeaves(field, at)
      : [leaf];
  });
}

function listFieldsWithoutDescription(schema: Record<string, unknown>, path = ''): string[] {
  const properties = (schema['properties'] ?? {}) as Record<string, Record<string, unknown>>;
  const items = schema['items'] as Record<string, unknown> | undefined;
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [
      ...(field['description'] || field['$ref'] ? [] : [`${path}/${name}`]),
      ...listFieldsWithoutDescription(field, `${path}/${name}`),
    ]),
    ...(items === undefined ? [] : listFieldsWithoutDescription(items, `${path}/items`)),
  ];
}
