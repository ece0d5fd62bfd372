import type { Vec2 } from '@rcss/core';
import type { RoleLine } from './formation.js';

/** Places of all players when the ball is at one point; team frame, meters. */
export interface FormationSample {
  readonly ball: Readonly<Vec2>;
  /** Places by number; the first is number 1. */
  readonly players: readonly Readonly<Vec2>[];
}

/** A role of a formation document. */
export interface FormationRole {
  readonly name: string;
  readonly line: RoleLine;
  /** Number of the role on the other wing, whose places are mirrored; absent: none. */
  readonly mirror?: number;
}

/** A formation as plain data: JSON files have this form. */
export interface FormationDocument {
  readonly format: 'rcss-formation-1';
  /** `interpolated`: places between the samples are interpolated. `fixed`: there is one sample, and the places do not depend on the ball. */
  readonly method: 'interpolated' | 'fixed';
  /** Roles by number; the first is number 1. */
  readonly roles: readonly FormationRole[];
  readonly samples: readonly FormationSample[];
  /** Places before a kickoff; absent: the places of a ball on the center spot, moved to the own half. */
  readonly kickOff?: readonly Readonly<Vec2>[];
}

/** A formation file has an error. The message names the place in the file, the value and what is allowed. The message has: path in the document, value, and what is allowed. */
export class FormationError extends Error {
  override name = 'FormationError';
}

const LINES: readonly RoleLine[] = ['goalie', 'defense', 'midfield', 'attack'];
/** Samples that are nearer to each other than this, meters, are one point. */
const MIN_SAMPLE_GAP = 0.01;
/** Greatest coordinate of a sample, meters: the pitch and a border around it. */
const MAX_COORDINATE = 80;

// Checked by hand: pages read formations, and their policy forbids the functions that schemas compile.

function describe(value: unknown): string {
  const text = JSON.stringify(value);
  return text === undefined ? 'nothing' : text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

function readPoint(value: unknown, path: string): Vec2 {
  const { x, y } = (typeof value === 'object' && value !== null ? value : {}) as Partial<Vec2>;
  for (const [name, coordinate] of [
    ['x', x],
    ['y', y],
  ] as const) {
    if (typeof coordinate !== 'number' || !(Math.abs(coordinate) <= MAX_COORDINATE))
      throw new FormationError(
        `${path}.${name}: ${describe(coordinate)} is not a number from -${MAX_COORDINATE} to ${MAX_COORDINATE} (meters)`,
      );
  }
  return { x: x as number, y: y as number };
}

function readList(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new FormationError(`${path}: ${describe(value)} is not a list`);
  return value;
}

function readRole(value: unknown, path: string, count: number): FormationRole {
  const { name, line, mirror } = (value ?? {}) as Partial<FormationRole>;
  if (typeof name !== 'string' || name === '')
    throw new FormationError(`${path}.name: ${describe(name)} is not a name`);
  if (line === undefined || !LINES.includes(line))
    throw new FormationError(`${path}.line: ${describe(line)} is not one of ${LINES.join(', ')}`);
  if (mirror === undefined) return { name, line };
  if (!Number.isInteger(mirror) || mirror < 1 || mirror > count)
    throw new FormationError(`${path}.mirror: ${describe(mirror)} is not a number of a role (1–${count})`);
  return { name, line, mirror };
}

/**
 * Returns a checked formation document.
 *
 * @param value Content of a JSON file.
 * @throws FormationError if the document has an error
 */
export function readFormationDocument(value: unknown): FormationDocument {
  const document = (typeof value === 'object' && value !== null ? value : {}) as Partial<FormationDocument>;
  if (document.format !== 'rcss-formation-1')
    throw new FormationError(
      `format: ${describe(document.format)} is not "rcss-formation-1"; ` +
        'a file of a formation editor is read by parseFormationFile',
    );
  if (document.method !== 'interpolated' && document.method !== 'fixed')
    throw new FormationError(`method: ${describe(document.method)} is not "interpolated" or "fixed"`);
  const roleList = readList(document.roles, 'roles');
  if (roleList.length < 1 || roleList.length > 11)
    throw new FormationError(`roles: ${roleList.length} roles; 1 to 11 are allowed`);
  const roles = roleList.map((role, i) => readRole(role, `roles[${i}]`, roleList.length));
  const readPlaces = (list: unknown, path: string): Vec2[] => {
    const places = readList(list, path).map((place, i) => readPoint(place, `${path}[${i}]`));
    if (places.length !== roles.length)
      throw new FormationError(`${path}: ${places.length} places for ${roles.length} roles`);
    return places;
  };
  const samples = readList(document.samples, 'samples').map((entry, i): FormationSample => {
    const sample = (entry ?? {}) as Partial<FormationSample>;
    return {
      ball: readPoint(sample.ball, `samples[${i}].ball`),
      players: readPlaces(sample.players, `samples[${i}].players`),
    };
  });
  checkSamples(samples, document.method);
  const base = { format: 'rcss-formation-1', method: document.method, roles, samples } as const;
  return document.kickOff === undefined
    ? base
    : { ...base, kickOff: readPlaces(document.kickOff, 'kickOff') };
}

function checkSamples(samples: readonly FormationSample[], method: FormationDocument['method']): void {
  if (method === 'fixed') {
    if (samples.length !== 1)
      throw new FormationError(`samples: ${samples.length} samples; a fixed formation has one`);
    return;
  }
  if (samples.length === 0) throw new FormationError('samples: the list is empty; one sample is needed');
  samples.forEach(({ ball }, i) => {
    const same = samples.findIndex(
      ({ ball: other }, j) =>
        j < i && Math.abs(other.x - ball.x) < MIN_SAMPLE_GAP && Math.abs(other.y - ball.y) < MIN_SAMPLE_GAP,
    );
    if (same >= 0)
      throw new FormationError(
        `samples[${i}].ball: (${ball.x}, ${ball.y}) is the ball of samples[${same}] too; each place of the ball is allowed once`,
      );
  });
}

/** Returns the document as JSON text with a line for each sample. */
export function formatFormationDocument(document: FormationDocument): string {
  const lines = (list: readonly unknown[]): string =>
    `[\n${list.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n')}\n  ]`;
  const parts = [
    `"format": "rcss-formation-1"`,
    `"method": "${document.method}"`,
    `"roles": ${lines(document.roles)}`,
    `"samples": ${lines(document.samples)}`,
  ];
  if (document.kickOff !== undefined) parts.push(`"kickOff": ${lines(document.kickOff)}`);
  return `{\n  ${parts.join(',\n  ')}\n}\n`;
}
