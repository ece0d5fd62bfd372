import * as agent from '@rcss/agent';
import createChasers, { Chaser } from '@rcss/agent/chasers';
import * as formations from '@rcss/agent/formations';
import * as planner from '@rcss/agent/planner';
import * as prediction from '@rcss/agent/reach';
import * as skills from '@rcss/agent/skills';
import * as world from '@rcss/agent/world';
import * as math from '@rcss/core/math';
import type { ImportableModule } from './importable.js';

/** What the code of a team can import. */
const MODULES: Readonly<Record<ImportableModule, unknown>> = {
  '@rcss/agent': agent,
  // The mark that compiled code looks for: its default import is this default.
  '@rcss/agent/chasers': { __esModule: true, default: createChasers, createChasers, Chaser },
  '@rcss/agent/formations': formations,
  '@rcss/agent/planner': planner,
  '@rcss/agent/reach': prediction,
  '@rcss/agent/skills': skills,
  '@rcss/agent/world': world,
  '@rcss/core/math': math,
};

/**
 * Returns a module by the name under which the code of a team imports it.
 *
 * @param others Further modules that a page offers.
 * @throws {Error} if there is none
 */
export function importModule(name: string, others: Readonly<Record<string, unknown>> = {}): unknown {
  const modules: Readonly<Record<string, unknown>> = { ...MODULES, ...others };
  if (modules[name] === undefined)
    throw new Error(`there is no module "${name}". Modules: ${Object.keys(modules).join(', ')}`);
  return modules[name];
}
