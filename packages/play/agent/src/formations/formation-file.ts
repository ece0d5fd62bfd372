/**
 * Formation files of the field's editors (`.conf`): JSON with `version`, `method`, `role` and `data`, or the text form of earlier editors.
 *
 * `role` has for each number its name, its type (`G`, `DF`, `MF`, `FW`), its side (`L`, `C`, `R`) and the number of the role on the other
 * wing (0: none). `data` has for each sample its index, the ball, and the places by number as text keys. `method` is
 * `DelaunayTriangulation`, or `Static` with one sample.
 *
 * The text form has the same content in lines: `Formation METHOD 2`; between `Begin Roles` and `End Roles` a line `NUMBER NAME PARTNER` for each role,
 * with PARTNER 0 (none), -1 (another role names this one) or the number of the role on the other wing; between `Begin Samples VERSION COUNT` and
 * `End Samples` for each sample `----- INDEX -----`, `Ball X Y` and `NUMBER X Y`. After `Formation Static` there is instead a line `NUMBER NAME X Y` for each role.
 * The text form has no types.
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
  if (/^(?:\s*#.*\n)*\s*Formation\s/.test(text)) return readFormationDocument(readTextForm(text));
  let content: { method?: unknown; role?: unknown; data?: unknown };
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new FormationError(
      `the file is neither JSON nor text that begins with "Formation": ${(error as Error).message}`,
    );
  }
  if (typeof content !== 'object' || content === null)
    throw new FormationError('the file is not an object with "method", "role" and "data"');
  const method = readMethod(content.method);
  if (!Array.isArray(content.role)) throw new FormationError('role: the list of roles is missing');
  if (!Array.isArray(content.data)) throw new FormationError('data: the list of samples is missing');
  const byNumber = [...(content.role as FileRole[])].sort((a, b) => Number(a.number) - Number(b.number));
  const roles = byNumber.map((role, i): FormationRole => {
    if (role.number !== i + 1)
      throw new FormationError(
        `role: number ${JSON.stringify(role.number)} where ${i + 1} is expected; numbers are 1, 2, 3 and so on`,
      );
    return readRole(role, i, byNumber.length);
  });
  const samples = (content.data as Record<string, unknown>[]).map((sample) => ({
    ball: sample['ball'],
    players: roles.map((_, i) => sample[String(i + 1)]),
  }));
  return readFormationDocument({ format: 'rcss-formation-1', method, roles, samples });
}

function readMethod(value: unknown): FormationDocument['method'] {
  const method = Object.hasOwn(METHODS, String(value)) && METHODS[value as keyof typeof METHODS];
  if (method) return method;
  throw new FormationError(
    `method: ${JSON.stringify(value)} is not one of ${Object.keys(METHODS).join(', ')}`,
  );
}

/** Reads the lines of the text form; `readFormationDocument` checks the places. */
function readTextForm(text: string): unknown {
  const lines = text
    .split('\n')
    .map((line, i) => ({ words: line.trim().split(/\s+/), number: i + 1 }))
    .filter(({ words }) => words[0] !== '' && !words[0]!.startsWith('#'));
  let at = 0;
  /** Words of the next line after those that it must begin with. */
  const next = (expected: string): string[] => {
    const line = lines[at++];
    const first = expected.split(' ').filter((word) => /^[A-Z][a-z]/.test(word));
    if (line !== undefined && first.every((word, i) => line.words[i] === word))
      return line.words.slice(first.length);
    const found =
      line === undefined ? 'the end of the file' : JSON.stringify(line.words.join(' ').slice(0, 60));
    throw new FormationError(`line ${line?.number ?? 'last'}: ${found} where "${expected}" is expected`);
  };
  const isAt = (word: string): boolean => lines[at]?.words.join(' ') === word;
  const method = readMethod(next('Formation METHOD VERSION')[0]);
  const point = ([x, y]: readonly string[]): unknown => ({ x: Number(x), y: Number(y) });
  if (method === 'fixed' && lines[at]?.words.length === 4) {
    const rows = lines.slice(at).filter(({ words }) => words[0] !== 'End');
    const roles = rows.map(({ words: [number, name], number: line }, i) => {
      if (Number(number) === i + 1) return { name, line: lineOfName(name!, i) };
      throw new FormationError(
        `line ${line}: role number ${JSON.stringify(number)} where ${i + 1} is expected`,
      );
    });
    const players = rows.map(({ words }) => point(words.slice(2)));
    return { format: 'rcss-formation-1', method, roles, samples: [{ ball: { x: 0, y: 0 }, players }] };
  }
  next('Begin Roles');
  const rows: { name: string; partner: number }[] = [];
  while (!isAt('End Roles')) {
    const [number, name, partner] = next('NUMBER NAME PARTNER');
    if (Number(number) !== rows.length + 1)
      throw new FormationError(
        `line ${lines[at - 1]!.number}: role number ${JSON.stringify(number)} where ${rows.length + 1} is expected`,
      );
    rows.push({ name: name ?? 'Unknown', partner: Number(partner) });
  }
  next('End Roles');
  next('Begin Samples VERSION COUNT');
  const samples: { ball: unknown; players: unknown[] }[] = [];
  while (!isAt('End Samples')) {
    if (lines[at]?.words[0]?.startsWith('---')) at += 1;
    const ball = point(next('Ball X Y'));
    const players = rows.map((_, i) => {
      const [number, ...place] = next('NUMBER X Y');
      if (Number(number) === i + 1) return point(place);
      throw new FormationError(
        `line ${lines[at - 1]!.number}: ${JSON.stringify(number)} where the place of number ${i + 1} is expected`,
      );
    });
    samples.push({ ball, players });
  }
  const roles = rows.map(({ name, partner }, i) => {
    const mirror = partner > 0 ? partner : rows.findIndex((row) => row.partner === i + 1) + 1;
    return { name, line: lineOfName(name, i), ...(mirror > 0 && { mirror }) };
  });
  return { format: 'rcss-formation-1', method, roles, samples };
}

/** Line of a role by its usual name: the text form has no types. */
function lineOfName(name: string, index: number): FormationRole['line'] {
  if (index === 0 || /goal/i.test(name)) return 'goalie';
  if (/back|sweeper/i.test(name)) return 'defense';
  return /forward|striker|wing|attack/i.test(name) ? 'attack' : 'midfield';
}

function readRole({ name: given, type, pair }: FileRole, index: number, count: number): FormationRole {
  const name = typeof given === 'string' && given !== '' ? given : 'Unknown';
  // Files for set plays name no types.
  const line = LINE_OF_TYPE[type as keyof typeof LINE_OF_TYPE] ?? lineOfName(name, index);
  const base = { name, line };
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
