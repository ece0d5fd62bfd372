/**
 * Several formations of one team as plain data: which one a player uses follows from play mode, side with the ball, score and time.
 */
import { wordField } from '@rcss/match-document';
import { z } from 'zod';
import type { Formation } from './formation.js';
import {
  checkFormationData,
  type FormationDocument,
  FormationError,
  readFormationDocument,
} from './formation-document.js';
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

function createPlanSchema() {
  const range = z
    .strictObject(
      { min: z.number({ error: 'a number' }).optional(), max: z.number({ error: 'a number' }).optional() },
      { error: 'an object with "min" and "max"' },
    )
    .optional();
  const mode = { error: 'a play mode without its side, such as "play_on" or "own corner_kick"' };
  const rule = z.strictObject(
    {
      formation: z.string({ error: 'the name of a formation' }),
      modes: z.array(z.string(mode).regex(MODE, mode), { error: 'a list' }).optional(),
      ball: wordField('', ['own', 'opponent']).optional(),
      lead: range,
      time: range,
    },
    { error: 'a rule with "formation" and conditions' },
  );
  return z.object({
    format: z.literal('rcss-formations-1', { error: '"rcss-formations-1"' }),
    formations: z.record(z.string(), z.unknown(), { error: 'an object with a formation for each name' }),
    rules: z.array(rule, { error: 'a list' }),
    otherwise: z.string({ error: 'the name of a formation' }),
  });
}

/**
 * Returns checked formations of a team.
 *
 * @param value Content of a JSON file.
 * @throws FormationError if the file has an error
 */
export function readFormationPlan(value: unknown): FormationPlan {
  const plan = checkFormationData(createPlanSchema(), value);
  const formations = new Map<string, FormationDocument>();
  for (const [name, given] of Object.entries(plan.formations)) {
    try {
      formations.set(name, readFormationDocument(given));
    } catch (error) {
      throw new FormationError(`formations.${name}.${(error as Error).message}`);
    }
  }
  const names = [...formations.keys()];
  const checkName = (name: string, path: string): void => {
    if (!formations.has(name))
      throw new FormationError(`${path}: ${JSON.stringify(name)} is not one of ${names.join(', ')}`);
  };
  checkName(plan.otherwise, 'otherwise');
  for (const [i, { formation }] of plan.rules.entries()) checkName(formation, `rules[${i}].formation`);
  const count = formations.get(names[0]!)!.roles.length;
  for (const [name, { roles }] of formations)
    if (roles.length !== count)
      throw new FormationError(
        `formations.${name}.roles: ${roles.length} is not ${count}, the number of roles of ${names[0]}`,
      );
  return { ...plan, formations: Object.fromEntries(formations) } as FormationPlan;
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
