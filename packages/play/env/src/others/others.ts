import { checkNames, checkObject, suggestName } from '../options.js';
import type { Scenario } from '../scenario.js';
import { mixSeed } from '../seeding.js';
import type { Controller, ControllerChoice, OtherPlayers, OtherSlots } from './controller.js';
import { checkPolicyForm } from './policy-document.js';
import { PolicyPlayers, type PolicyUse } from './policy-players.js';
import { ScriptPlayers } from './script-players.js';
import { TeamPlayers } from './team-players.js';

/** Most controllers of a pool: the block `drawn` has one byte for each side. */
const MAX_POOL = 255;
/** Number that is mixed with the seed of an episode for the draws from pools. */
const DRAW_SEED = { left: 0xd1, right: 0xd2 } as const;

/** Types of controllers, with the options that only they have. */
const TYPES: Readonly<Record<Controller['type'], readonly string[]>> = {
  scripts: [],
  script: ['script'],
  policy: ['policy'],
  team: ['create', 'options'],
};

function defaultName(controller: Controller): string {
  switch (controller.type) {
    case 'script':
      return `script ${controller.script}`;
    case 'policy':
      return controller.policy?.name ?? 'policy';
    default:
      return controller.type;
  }
}

function createController(controller: Controller, path: string, use: PolicyUse): OtherPlayers {
  const { scenario, slots, matches } = use;
  checkObject(path, controller, '{ type: "scripts" }');
  const { weight = 1 } = controller;
  if (!Number.isFinite(weight) || weight < 0)
    throw new RangeError(`${path}.weight: ${String(weight)} is not a number from 0 on`);
  if (!Object.hasOwn(TYPES, controller.type))
    throw new RangeError(
      `${path}.type: ${JSON.stringify(controller.type)} is not one of ${Object.keys(TYPES).join(', ')}${suggestName(String(controller.type), Object.keys(TYPES))}`,
    );
  checkNames(path, controller, ['type', 'name', 'weight', ...TYPES[controller.type]]);
  const common = { name: controller.name ?? defaultName(controller), weight };
  switch (controller.type) {
    case 'scripts':
      return new ScriptPlayers(scenario, slots, null, common);
    case 'script':
      return new ScriptPlayers(scenario, slots, controller.script, common);
    case 'policy':
      checkPolicyForm(controller.policy, `${path}.policy`);
      return new PolicyPlayers(controller.policy, `${path}.policy`, use, common);
    case 'team':
      if (typeof controller.create !== 'function')
        throw new RangeError(`${path}.create: ${JSON.stringify(controller.create)} is not a function`);
      return new TeamPlayers(scenario, slots, matches, controller, common);
  }
}

/**
 * Returns the controllers of one side, in the order of the pool; none if agents control all players of the side.
 *
 * @throws RangeError if a controller does not fit
 */
export function createOthers(choice: ControllerChoice | undefined, use: PolicyUse): readonly OtherPlayers[] {
  const { side, unums } = use.slots;
  const path = `others.${side}`;
  if (unums.length === 0) {
    if (choice === undefined) return [];
    throw new RangeError(`${path}: no player is left for it, as agents control all of the ${side} side`);
  }
  const pool: readonly Controller[] = Array.isArray(choice)
    ? choice
    : [(choice as Controller | undefined) ?? { type: 'scripts' }];
  if (pool.length === 0 || pool.length > MAX_POOL)
    throw new RangeError(`${path}: ${pool.length} controllers; a pool has 1 to ${MAX_POOL}`);
  const others = pool.map((controller, i) =>
    createController(controller, Array.isArray(choice) ? `${path}[${i}]` : path, use),
  );
  const names = others.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined)
    throw new RangeError(`${path}: two controllers have the name ${JSON.stringify(twice)}; set \`name\``);
  if (others.every(({ weight }) => weight === 0))
    throw new RangeError(`${path}: all weights are 0; at least one must be greater`);
  return others;
}

/**
 * Draws the controller of an episode by the weights. The draw depends on the seed of the episode only, so that the same start is
 * played against every pool.
 */
export function drawController(
  pool: readonly OtherPlayers[],
  side: OtherSlots['side'],
  episodeSeed: number,
): number {
  if (pool.length < 2) return 0;
  let sum = 0;
  for (const { weight } of pool) sum += weight;
  let rest = (mixSeed(episodeSeed, DRAW_SEED[side]) / 2 ** 32) * sum;
  let last = 0;
  for (let i = 0; i < pool.length; i++) {
    const { weight } = pool[i] as OtherPlayers;
    if (weight === 0) continue;
    last = i;
    rest -= weight;
    if (rest < 0) break;
  }
  return last;
}

/** Returns the players of a side that no agent controls. */
export function findOthers(
  scenario: Scenario,
  side: OtherSlots['side'],
  agents: readonly { readonly side: string; readonly unum: number }[],
): OtherSlots {
  const unums = scenario[side]
    .map((_, i) => i + 1)
    .filter((unum) => !agents.some((agent) => agent.side === side && agent.unum === unum));
  return { side, unums };
}
