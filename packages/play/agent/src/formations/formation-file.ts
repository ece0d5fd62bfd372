/**
 * Formation files of the field's editors (`.conf`): JSON with `version`, `method`, `role` and `data`.
 *
 * `role` has for each number its name, its type (`G`, `DF`, `MF`, `FW`), its side (`L`, `C`, `R`) and the number of the role on the other
 * wing (0: none). `data` has for each sample its index, the ball, and the places by number as text keys. `method` is
 * `DelaunayTriangulation`, or `Static` with one sample.
 */
import {
  type FormationDocument,
  FormationError,
  type FormationRole,
  readFormationDocument,
} from './formation-document.js';

const LINE_OF_TYPE = { G: 'goalie', DF: 'defense', MF: 'midfield', FW: 'attack' } as const;
const TYPE_OF_LINE = { goalie: 'G', defense: 'DF', midfield: 'MF', attack: 'FW' } as const;
const METHODS = { DelaunayTriangulation: 'interpolated', Static: 'fixed' } as const;

interface FileRole {
  readonly number?: unknown;
  readonly name?: unknown;
  readonly type?: unknown;
  readonly pair?: unknown;
}

/**
 * Reads a formation file of an editor.
 *
 * @param text Content of the file.
 * @throws FormationError if the file has an error, or another method than `DelaunayTriangulation` and `Static`
 */
export function parseFormationFile(text: string): FormationDocument {
  let content: { method?: unknown; role?: unknown; data?: unknown };
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new FormationError(
      `the file is not JSON: ${(error as Error).message}; save it with an editor that writes version 3 files`,
    );
  }
  if (typeof content !== 'object' || content === null)
    throw new FormationError('the file is not an object with "method", "role" and "data"');
  const method = METHODS[content.method as keyof typeof METHODS];
  if (method === undefined)
    throw new FormationError(
      `method: ${JSON.stringify(content.method)} is not one of ${Object.keys(METHODS).join(', ')}`,
    );
  if (!Array.isArray(content.role)) throw new FormationError('role: the list of roles is missing');
  if (!Array.isArray(content.data)) throw new FormationError('data: the list of samples is missing');
  const byNumber = [...(content.role as FileRole[])].sort((a, b) => Number(a.number) - Number(b.number));
  const roles = byNumber.map((role, i): FormationRole => {
    if (role.number !== i + 1)
      throw new FormationError(
        `role: number ${JSON.stringify(role.number)} where ${i + 1} is expected; numbers are 1, 2, 3 and so on`,
      );
    return readRole(role, byNumber.length);
  });
  const samples = (content.data as Record<string, unknown>[]).map((sample) => ({
    ball: sample['ball'],
    players: roles.map((_, i) => sample[String(i + 1)]),
  }));
  return readFormationDocument({ format: 'rcss-formation-1', method, roles, samples });
}

function readRole({ name, type, pair }: FileRole, count: number): FormationRole {
  const known = LINE_OF_TYPE[type as keyof typeof LINE_OF_TYPE];
  // Files for set plays name no types.
  const line = known ?? 'midfield';
  const base = { name: typeof name === 'string' && name !== '' ? name : 'Unknown', line };
  const isPair = Number.isInteger(pair) && (pair as number) >= 1 && (pair as number) <= count;
  return isPair ? { ...base, mirror: pair as number } : base;
}

/** Writes a formation as a file for the field's editors; places are rounded to centimeters. Kickoff places are not part of the format. */
export function formatFormationFile(document: FormationDocument): string {
  const sideOf = (i: number): string => {
    const { mirror } = document.roles[i]!;
    if (mirror === undefined) return 'C';
    return mirror > i + 1 ? 'L' : 'R';
  };
  const roles = document.roles.map(
    ({ name, line, mirror = 0 }, i) =>
      `    {\n       "number" : ${i + 1},\n       "name" : ${JSON.stringify(name)},\n       "type" : "${TYPE_OF_LINE[line]}",\n` +
      `       "side" : "${sideOf(i)}",\n       "pair" : ${mirror}\n    }`,
  );
  const samples = document.samples.map(({ ball, players }, index) => {
    const rows = [['ball', ball] as const, ...players.map((place, i) => [String(i + 1), place] as const)];
    const points = rows.map(
      ([key, { x, y }]) => `      "${key}" : { "x" : ${x.toFixed(2)}, "y" : ${y.toFixed(2)} }`,
    );
    return `    {\n      "index" : ${index},\n${points.join(',\n')}\n    }`;
  });
  const method = document.method === 'fixed' ? 'Static' : 'DelaunayTriangulation';
  return (
    `{\n  "version" : "",\n  "method" : "${method}",\n  "role" : [\n${roles.join(',\n')}\n  ],\n` +
    `  "data" : [\n${samples.join(',\n')}\n  ]\n}\n`
  );
}
