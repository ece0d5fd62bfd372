import { suggestName } from '../options.js';
import { checkScenarioForm, type Scenario } from '../scenario.js';
import { FRONT_GOAL_SCENARIOS } from './front-goal.js';
import { HALF_FIELD_SCENARIOS } from './half-field.js';
import { HIGH_BALL_SCENARIOS } from './high-balls.js';
import { KEEPAWAY_SCENARIOS } from './keepaway.js';
import { MATCH_SCENARIOS } from './matches.js';
import { SITUATION_SCENARIOS } from './set-plays.js';
import { SKILL_SCENARIOS } from './skills.js';

/** All scenarios of this package. */
export const SCENARIOS: readonly Scenario[] = [
  ...SKILL_SCENARIOS,
  ...KEEPAWAY_SCENARIOS,
  ...HALF_FIELD_SCENARIOS,
  ...SITUATION_SCENARIOS,
  ...MATCH_SCENARIOS,
  ...HIGH_BALL_SCENARIOS,
  ...FRONT_GOAL_SCENARIOS,
];

/**
 * Returns a scenario by its name, or one that is given as data.
 *
 * @throws RangeError if there is none with the name, or if the data have another form
 */
export function resolveScenario(scenario: string | Scenario): Scenario {
  if (typeof scenario === 'string') return findScenario(scenario);
  checkScenarioForm(scenario);
  return scenario;
}

/**
 * Returns the scenario with a name.
 *
 * @throws RangeError if there is none
 */
export function findScenario(name: string): Scenario {
  const found = SCENARIOS.find((scenario) => scenario.name === name);
  if (found !== undefined) return found;
  const names = SCENARIOS.map((scenario) => scenario.name);
  throw new RangeError(
    `scenario: ${JSON.stringify(name)} is not one of ${names.join(', ')}${suggestName(name, names)}`,
  );
}
