import type { Goal } from '../goal.js';

/** A number of a condition: its name, and what is allowed. */
interface Field {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly isWhole?: boolean;
}

const unum = (name = 'PLAYER'): Field => ({ name, min: 1, max: 11, isWhole: true });
const X: Field = { name: 'X', min: -60, max: 60 };
const Y: Field = { name: 'Y', min: -40, max: 40 };
const METERS: Field = { name: 'METERS', min: 0.1, max: 100 };

/** A condition as a line of a lesson. */
interface GoalForm {
  readonly fields: readonly Field[];
  /** Number of fields that may be absent, at the end. */
  readonly optional?: number;
  /** Whether the last field can be repeated. */
  readonly isRepeated?: boolean;
  create(...values: number[]): Goal;
}

const FORMS: { readonly [K in Goal['kind']]: GoalForm } = {
  reach: {
    fields: [unum()],
    optional: 1,
    create: (player) => ({ kind: 'reach', unum: player ?? null }),
  },
  pass: {
    fields: [unum('FROM'), unum('TO')],
    create: (from, to) => ({ kind: 'pass', from: from!, to: to! }),
  },
  passes: {
    fields: [{ name: 'COUNT', min: 1, max: 1000, isWhole: true }],
    create: (count) => ({ kind: 'passes', count: count! }),
  },
  score: { fields: [], create: () => ({ kind: 'score' }) },
  'concede-nothing': { fields: [], create: () => ({ kind: 'concede-nothing' }) },
  'no-offside': { fields: [], create: () => ({ kind: 'no-offside' }) },
  'keep-ball': { fields: [], create: () => ({ kind: 'keep-ball' }) },
  formation: {
    fields: [{ name: 'COUNT', min: 1, max: 11, isWhole: true }, METERS],
    create: (count, tolerance) => ({ kind: 'formation', count: count!, tolerance: tolerance! }),
  },
  'fast-types': {
    fields: [unum()],
    isRepeated: true,
    create: (...players) => ({ kind: 'fast-types', players }),
  },
  place: {
    fields: [unum(), X, Y, METERS],
    create: (player, x, y, tolerance) => ({
      kind: 'place',
      unum: player!,
      x: x!,
      y: y!,
      tolerance: tolerance!,
    }),
  },
  stamina: {
    fields: [unum(), { name: 'STAMINA', min: 0, max: 8000 }],
    create: (player, least) => ({ kind: 'stamina', unum: player!, least: least! }),
  },
  look: {
    fields: [unum(), { name: 'DEGREES', min: 1, max: 180 }],
    create: (player, tolerance) => ({ kind: 'look', unum: player!, tolerance: tolerance! }),
  },
  substitute: { fields: [unum()], create: (player) => ({ kind: 'substitute', unum: player! }) },
};

const describe = (kind: string, { fields, optional = 0, isRepeated = false }: GoalForm): string =>
  [
    kind,
    ...fields.map(({ name }, i) => (i >= fields.length - optional ? `[${name}]` : name)),
    ...(isRepeated ? ['…'] : []),
  ].join(' ');

/** All conditions as they are written in a lesson. */
export const listGoalForms = (): readonly string[] =>
  Object.entries(FORMS).map(([kind, form]) => describe(kind, form));

/**
 * Reads a condition such as `pass 2 3`.
 *
 * @throws {Error} if it is wrong; the message has the value and what is allowed
 */
export function readGoal(text: string): Goal {
  const [kind = '', ...words] = text.split(/\s+/);
  const form = Object.hasOwn(FORMS, kind) ? FORMS[kind as Goal['kind']] : undefined;
  if (form === undefined)
    throw new Error(`${JSON.stringify(kind)} is not a condition; allowed: ${listGoalForms().join(', ')}`);
  const { fields, optional = 0, isRepeated = false } = form;
  const isCountAllowed =
    words.length >= fields.length - optional && (words.length <= fields.length || isRepeated);
  if (!isCountAllowed)
    throw new Error(`${JSON.stringify(text)} has ${words.length} numbers; allowed: ${describe(kind, form)}`);
  return form.create(...words.map((word, i) => readField(word, fields[i] ?? fields.at(-1)!)));
}

function readField(word: string, { name, min, max, isWhole = false }: Field): number {
  const value = Number(word);
  if (Number.isNaN(value) || value < min || value > max || (isWhole && !Number.isInteger(value)))
    throw new Error(
      `${name} is ${JSON.stringify(word)}; allowed: ${isWhole ? 'a whole number' : 'a number'} from ${min} to ${max}`,
    );
  return value;
}
