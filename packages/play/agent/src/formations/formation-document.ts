import type { Vec2 } from '@rcss/core';
import { checkWithSchema, integerField, numberField, wordField } from '@rcss/match-document';
import { z } from 'zod';
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

/** A formation file has an error. The message names the place in the file, the value and what is allowed. */
export class FormationError extends Error {
  /** @param message Path in the document, value, and what is allowed. */
  constructor(message: string) {
    super(message);
    this.name = 'FormationError';
  }
}

/** Samples that are nearer to each other than this, meters, are one point. */
const MIN_SAMPLE_GAP = 0.01;
/** Greatest coordinate of a sample, meters: the pitch and a border around it. */
const MAX_COORDINATE = 80;

/** The schema of a document: a function, so that a page that only uses formations has no schemas in its bundle. */
function createDocumentSchema() {
  const coordinate = numberField('', { min: -MAX_COORDINATE, max: MAX_COORDINATE, unit: 'm' });
  const place = z.object({ x: coordinate, y: coordinate }, { error: 'a place such as {"x": 10, "y": 0}' });
  const places = z.array(place, { error: 'a list of places' });
  const role = z.object(
    {
      name: z.string({ error: 'a name' }).min(1, { error: 'a name' }),
      line: wordField('', ['goalie', 'defense', 'midfield', 'attack']),
      mirror: integerField('', { min: 1, max: 11 }).optional(),
    },
    { error: 'a role' },
  );
  const sample = z.object({ ball: place, players: places }, { error: 'a sample' });
  return z.object({
    format: z.literal('rcss-formation-1', {
      error: '"rcss-formation-1"; a file of a formation editor is read by parseFormationFile',
    }),
    method: wordField('', ['interpolated', 'fixed']),
    roles: z.array(role, { error: 'a list of roles' }),
    samples: z.array(sample, { error: 'a list of samples' }),
    kickOff: places.optional(),
  });
}

/** @throws FormationError that names the place, the value and what is allowed. @internal */
export function checkFormationData<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = checkWithSchema(schema, value);
  if (!result.ok) throw new FormationError(result.error[0]!.message);
  return result.value;
}

/**
 * Returns a checked formation document.
 *
 * @param value Content of a JSON file.
 * @throws FormationError if the document has an error
 */
export function readFormationDocument(value: unknown): FormationDocument {
  const document = checkFormationData(createDocumentSchema(), value) as FormationDocument;
  const { roles, samples, kickOff, method } = document;
  if (roles.length < 1 || roles.length > 11)
    throw new FormationError(`roles: ${roles.length} roles; 1 to 11 are allowed`);
  const check = (list: readonly unknown[], path: string): void => {
    if (list.length !== roles.length)
      throw new FormationError(`${path}: ${list.length} places for ${roles.length} roles`);
  };
  for (const [i, { mirror = 1 }] of roles.entries())
    if (mirror > roles.length)
      throw new FormationError(`roles[${i}].mirror: ${mirror} is not a number of a role (1–${roles.length})`);
  for (const [i, { players }] of samples.entries()) check(players, `samples[${i}].players`);
  if (kickOff !== undefined) check(kickOff, 'kickOff');
  if (samples.length === 0) throw new FormationError('samples: the list is empty; one sample is needed');
  if (method === 'fixed' && samples.length !== 1)
    throw new FormationError(`samples: ${samples.length} samples; a fixed formation has one`);
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
  return document;
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
