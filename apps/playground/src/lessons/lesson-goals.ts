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
  /** Says what must happen, with the values in their order. */
  say(...values: number[]): string;
}

const player = (unum: number | undefined): string => `player ${unum}`;

const FORMS: { readonly [K in Goal['kind']]: GoalForm } = {
  reach: {
    fields: [unum()],
    optional: 1,
    create: (unum) => ({ kind: 'reach', unum: unum ?? null }),
    say: (unum) => `${unum === undefined ? 'a field player' : player(unum)} gets the ball before an opponent`,
  },
  pass: {
    fields: [unum('FROM'), unum('TO')],
    create: (from, to) => ({ kind: 'pass', from: from!, to: to! }),
    say: (from, to) => `${player(from)} passes to ${player(to)}`,
  },
  passes: {
    fields: [{ name: 'COUNT', min: 1, max: 1000, isWhole: true }],
    create: (count) => ({ kind: 'passes', count: count! }),
    say: (count) => `${count} passes arrive`,
  },
  score: { fields: [], create: () => ({ kind: 'score' }), say: () => 'your team scores' },
  'concede-nothing': {
    fields: [],
    create: () => ({ kind: 'concede-nothing' }),
    say: () => 'the opponents do not score',
  },
  'no-offside': {
    fields: [],
    create: () => ({ kind: 'no-offside' }),
    say: () => 'your team is never offside',
  },
  'keep-ball': { fields: [], create: () => ({ kind: 'keep-ball' }), say: () => 'no opponent gets the ball' },
  formation: {
    fields: [{ name: 'COUNT', min: 1, max: 11, isWhole: true }, METERS],
    create: (count, tolerance) => ({ kind: 'formation', count: count!, tolerance: tolerance! }),
    say: (count, tolerance) => `${count} players end within ${tolerance} m of their places`,
  },
  'fast-types': {
    fields: [unum()],
    isRepeated: true,
    create: (...players) => ({ kind: 'fast-types', players }),
    say: (...players) => `players ${players.join(', ')} have the fastest types`,
  },
  place: {
    fields: [unum(), X, Y, METERS],
    create: (unum, x, y, tolerance) => ({
      kind: 'place',
      unum: unum!,
      x: x!,
      y: y!,
      tolerance: tolerance!,
    }),
    say: (unum, x, y, tolerance) => `${player(unum)} ends within ${tolerance} m of (${x}, ${y})`,
  },
  stamina: {
    fields: [unum(), { name: 'STAMINA', min: 0, max: 8000 }],
    create: (unum, least) => ({ kind: 'stamina', unum: unum!, least: least! }),
    say: (unum, least) => `${player(unum)} has ${least} of its stamina left`,
  },
  look: {
    fields: [unum(), { name: 'DEGREES', min: 1, max: 180 }],
    create: (unum, tolerance) => ({ kind: 'look', unum: unum!, tolerance: tolerance! }),
    say: (unum, tolerance) => `${player(unum)} looks at the ball at the end, ${tolerance}° past it at most`,
  },
  substitute: {
    fields: [unum()],
    create: (unum) => ({ kind: 'substitute', unum: unum! }),
    say: (unum) => `${player(unum)} is substituted`,
  },
};

/** Says what a team must reach: `Goal: player 2 passes to player 3, and your team scores, within 100 cycles.` */
export function describeGoals(goals: readonly Goal[], cycles: number): string {
  const sentences = goals.map((goal) => {
    const { kind, ...values } = goal;
    return FORMS[kind].say(
      ...Object.values(values)
        .flat()
        .filter((value) => value !== null),
    );
  });
  return `Goal: ${sentences.join(', and ')}, within ${cycles} cycles.`;
}

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
