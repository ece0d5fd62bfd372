/** Several formations of one team as plain data: which one a player uses follows from play mode, side with the ball, score and time. */
import type { Formation } from './formation.js';
import { type FormationDocument, FormationError, readFormationDocument } from './formation-document.js';
import { createFormation } from './interpolated-formation.js';

/** Smallest and greatest value; without one, there is none. */
export interface FormationRange {
  readonly min?: number;
  readonly max?: number;
}

/** A formation and the situations in which it is used; all conditions that are present must hold. */
export interface FormationRule {
  /** Name of the formation. */
  readonly formation: string;
  /**
   * Play modes without their side, such as `play_on`, `kick_off`, `goal_kick` or `corner_kick`, after `own ` or `opponent ` if only those of one
   * side count: `own corner_kick`.
   */
  readonly modes?: readonly string[];
  /** Side that gets the ball first. */
  readonly ball?: 'own' | 'opponent';
  /** Goals of the team, less those of the opponents. */
  readonly lead?: FormationRange;
  /** Game time, cycles. */
  readonly time?: FormationRange;
}

/** Formations of a team: JSON files have this form. */
export interface FormationPlan {
  readonly format: 'rcss-formations-1';
  /** Formations by name, all with the same number of roles. */
  readonly formations: Readonly<Record<string, FormationDocument>>;
  /** The first rule that holds decides. */
  readonly rules: readonly FormationRule[];
  /** Formation if no rule holds. */
  readonly otherwise: string;
}

/** What a choice depends on; an `AgentPlayer` has it. */
export interface FormationSituation {
  readonly world: {
    readonly mode: { readonly kind: string; readonly isOwn: boolean | null };
    readonly goalsFor: number;
    readonly goalsAgainst: number;
    /** Game time, cycles. */
    readonly time: number;
  };
  /** Cycles until the player itself, the fastest teammate and the fastest opponent get the ball. */
  readonly race: Readonly<Record<'own' | 'mate' | 'opponent', { readonly cycles: number }>>;
}

const MODE =
  /^((own|opponent) )?(before_kick_off|play_on|time_over|drop_ball|human_judge|kick_off|kick_in|(indirect_)?free_kick|corner_kick|goal_kick|goal|goalie_catch_ball|free_kick_fault|back_pass|catch_fault|offside|foul_(charge|push|ballout|multiple_attack)|penalty_(setup|ready|taken|miss|score))$/;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function fail(path: string, value: unknown, allowed: string): never {
  throw new FormationError(`${path}: ${(JSON.stringify(value) ?? 'nothing').slice(0, 60)} is not ${allowed}`);
}

function readRange(value: unknown, path: string): FormationRange {
  if (!isObject(value)) return fail(path, value, 'an object with "min" and "max"');
  for (const [key, limit] of Object.entries(value)) {
    if (key !== 'min' && key !== 'max') fail(path, key, '"min" or "max"');
    if (!Number.isFinite(limit)) fail(`${path}.${key}`, limit, 'a number');
  }
  return value;
}

function readRule(value: unknown, path: string, names: readonly string[]): FormationRule {
  if (!isObject(value)) return fail(path, value, 'a rule with "formation" and conditions');
  const known = ['formation', 'modes', 'ball', 'lead', 'time'];
  for (const key of Object.keys(value))
    if (!known.includes(key)) fail(path, key, `one of ${known.join(', ')}`);
  const { formation, modes, ball, lead, time } = value;
  if (typeof formation !== 'string' || !names.includes(formation))
    return fail(`${path}.formation`, formation, `one of ${names.join(', ')}`);
  if (modes !== undefined && !Array.isArray(modes)) return fail(`${path}.modes`, modes, 'a list');
  for (const [i, mode] of (modes ?? []).entries())
    if (typeof mode !== 'string' || !MODE.test(mode))
      fail(
        `${path}.modes[${i}]`,
        mode,
        'a play mode without its side, such as "play_on" or "own corner_kick"',
      );
  if (ball !== undefined && ball !== 'own' && ball !== 'opponent')
    return fail(`${path}.ball`, ball, '"own" or "opponent"');
  return {
    formation,
    ...(modes !== undefined && { modes: modes as string[] }),
    ...(ball !== undefined && { ball }),
    ...(lead !== undefined && { lead: readRange(lead, `${path}.lead`) }),
    ...(time !== undefined && { time: readRange(time, `${path}.time`) }),
  };
}

/**
 * Returns checked formations of a team.
 *
 * @param value Content of a JSON file.
 * @throws FormationError if the file has an error
 */
export function readFormationPlan(value: unknown): FormationPlan {
  if (!isObject(value) || value['format'] !== 'rcss-formations-1')
    return fail('format', isObject(value) ? value['format'] : value, '"rcss-formations-1"');
  const { formations: given, rules, otherwise } = value;
  if (!isObject(given) || Object.keys(given).length === 0)
    return fail('formations', given, 'an object with a formation for each name');
  const names = Object.keys(given);
  const formations: Record<string, FormationDocument> = {};
  for (const name of names) {
    try {
      formations[name] = readFormationDocument(given[name]);
    } catch (error) {
      throw new FormationError(`formations.${name}.${(error as Error).message}`);
    }
    const [count, first] = [formations[name].roles.length, formations[names[0]!]!.roles.length];
    if (count !== first)
      fail(`formations.${name}.roles`, count, `${first}, the number of roles of ${names[0]}`);
  }
  if (!Array.isArray(rules)) return fail('rules', rules, 'a list');
  if (typeof otherwise !== 'string' || !names.includes(otherwise))
    return fail('otherwise', otherwise, `one of ${names.join(', ')}`);
  return {
    format: 'rcss-formations-1',
    formations,
    rules: rules.map((rule, i) => readRule(rule, `rules[${i}]`, names)),
    otherwise,
  };
}

const isWithin = (value: number, { min, max }: FormationRange): boolean =>
  (min === undefined || value >= min) && (max === undefined || value <= max);

function holds({ modes, ball, lead, time }: FormationRule, { world, race }: FormationSituation): boolean {
  const { mode, goalsFor, goalsAgainst } = world;
  const side = mode.isOwn === null ? '' : mode.isOwn ? 'own ' : 'opponent ';
  return (
    (modes === undefined || modes.includes(mode.kind) || modes.includes(side + mode.kind)) &&
    (lead === undefined || isWithin(goalsFor - goalsAgainst, lead)) &&
    (time === undefined || isWithin(world.time, time)) &&
    (ball === undefined ||
      (ball === 'own') === Math.min(race.own.cycles, race.mate.cycles) <= race.opponent.cycles)
  );
}

/**
 * Returns the function that `chooseFormation` of a team needs.
 *
 * @example
 * const plan = readFormationPlan(JSON.parse(readFileSync('formations.json', 'utf8')));
 * export default defineTeam({ play, chooseFormation: createFormationChooser(plan) });
 */
export function createFormationChooser(plan: FormationPlan): (situation: FormationSituation) => Formation {
  const formations = new Map(
    Object.entries(plan.formations).map(([name, document]) => [name, createFormation(document)]),
  );
  return (situation) => {
    const rule = plan.rules.find((candidate) => holds(candidate, situation));
    return formations.get(rule?.formation ?? plan.otherwise) as Formation;
  };
}
