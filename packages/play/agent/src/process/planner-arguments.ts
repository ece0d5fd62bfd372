/**
 * Arguments of `plan` and `choices`: the options of {@link planAttack} as data. A process gives its own steps and values with the request,
 * so the search needs no further message, and its time is bounded by `maxStates`.
 */
import type { z } from 'zod';
import { computeDistance } from '../geometry.js';
import { type OwnStep, PLANNER_DEFAULTS, type PlannerOptions } from '../planner/plan-attack.js';
import type { PlanSituation } from '../planner/situation.js';
import { evaluatePosition } from '../skills/evaluation.js';
import { finite, limited, list, object, point, whole, words } from './fields.js';
import { action, MessageError } from './messages.js';
import { readPlaceTable } from './place-table.js';

const table = list(
  list(finite('Value.'), 2, 106, 'numbers').describe(
    'Values from x = -52.5 to x = 52.5, at equal distances.',
  ),
  2,
  69,
  'rows of numbers',
).meta({ id: 'PlaceTable' });

const ownStep = object({
  kind: words(['pass', 'dribble', 'shot'], 'How the ball moves; a shot ends a plan.'),
  target: point.describe('Place of the ball after the step.'),
  unum: whole(
    0,
    11,
    'Player that has the ball after the step. Absent: `passTo` of the action, the player itself after a dribble, 0 after a shot.',
  ).optional(),
  cycles: whole(1, 100, 'Duration.'),
  probability: limited(0, 1, 'Of success.'),
  action: action.describe('Does the step now: that of an `answer`, or an own one.'),
}).meta({ id: 'OwnStep' });

/** By name; those that are absent have the defaults of the agent. */
export const PLANNER_ARGUMENTS = {
  maxSteps: whole(1, 3, 'Steps that are planned.').default(PLANNER_DEFAULTS.maxSteps),
  maxStates: whole(1, 2000, 'Situations that are valued; the time of the search grows with them.').default(
    PLANNER_DEFAULTS.maxStates,
  ),
  goalValue: finite('Value of a goal, in the unit of `values`.').default(PLANNER_DEFAULTS.goalValue),
  steps: list(ownStep, 0, 32, 'steps')
    .default([])
    .describe(
      'Own first steps, besides the passes, dribbles and shots of the agent, which continues them likewise.',
    ),
  values: table
    .optional()
    .describe(
      'Value of having the ball at a place: rows from y = -34 to y = 34, at equal distances; linear between the places. Absent: the values of the agent, about -0.3 to 2.2.',
    ),
  losses: table
    .optional()
    .describe(
      'Cost of losing the ball at a place, at least 0.1; a table as `values`. Absent: that of the agent.',
    ),
  openness: object({
    perMeter: finite('Value of a meter.'),
    within: limited(0, 150, 'Meters that count at most.'),
  })
    .optional()
    .describe(
      'Added to the value of a situation: the predicted distance between the ball and the nearest opponent, meters.',
    ),
};
type PlannerArguments = z.output<z.ZodObject<typeof PLANNER_ARGUMENTS>>;

/** The planner adds to a reason what follows; together they fit into the reason of an action. */
const MAX_REASON = 300;

/**
 * Returns the options of the planner.
 *
 * @param unum The player that plans.
 * @throws {MessageError} if a step has a wrong player, or a table has rows of different lengths
 */
export function readPlannerOptions(
  unum: number,
  { maxSteps, maxStates, goalValue, steps, values, losses, openness }: PlannerArguments,
): PlannerOptions {
  const own = steps.map((each, index) => readStep(unum, each, `steps[${index}]`));
  const valueAt = values === undefined ? evaluatePosition : readPlaceTable(values, 'values');
  const gapValue = ({ ball, opponents }: PlanSituation): number => {
    if (openness === undefined) return 0;
    const gaps = opponents.map(({ pos }) => computeDistance(pos, ball));
    return openness.perMeter * Math.min(openness.within, ...gaps);
  };
  return {
    ...{ maxSteps, maxStates, goalValue },
    evaluate: (situation) => valueAt(situation.ball) + gapValue(situation),
    generators: [({ state }) => (state.steps.length === 0 ? own : [])],
    ...(losses !== undefined && { loss: readPlaceTable(losses, 'losses') }),
  };
}

function readStep(
  self: number,
  { unum: given, action: chosen, ...step }: z.output<typeof ownStep>,
  place: string,
): OwnStep {
  const { kind } = step;
  const unum = given ?? { pass: chosen.passTo, dribble: self, shot: 0 }[kind];
  const allowed = {
    pass: { holds: unum !== 0 && unum !== self, what: 'a teammate, the receiver of the pass' },
    dribble: { holds: unum === self, what: `${self}, the player that dribbles` },
    shot: { holds: unum === 0, what: '0, for a shot' },
  }[kind];
  if (!allowed.holds) throw new MessageError(`${place}.unum: ${unum} is not ${allowed.what}`);
  const reason = chosen.reason.slice(0, MAX_REASON);
  return { ...step, unum, play: () => ({ ...chosen, reason }) };
}
