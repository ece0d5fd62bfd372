import type { Field } from './layout.js';
import type { AgentSlot } from './scenario.js';

/** An action that is not a finite number, or not a choice. The message has: match, agent, field and value. */
export class ActionError extends RangeError {
  override name = 'ActionError';
}

/**
 * Checks a block of actions: matches × agents × fields.
 *
 * @throws {ActionError} if an action is not a finite number, or if a choice does not exist
 */
export function checkActions(
  actions: Float32Array,
  layout: readonly Field[],
  agents: readonly AgentSlot[],
): void {
  let sum = 0;
  for (let i = 0; i < actions.length; i++) {
    const value = actions[i] as number;
    // 0 for finite numbers, otherwise NaN.
    sum += value - value;
  }
  const size = layout.length;
  if (sum !== 0) {
    const bad = actions.findIndex((value) => !Number.isFinite(value));
    refuse(actions, bad, layout, agents, 'is not a finite number');
  }
  for (let field = 0; field < size; field++) {
    const { isChoice, high } = layout[field] as Field;
    if (isChoice !== true) continue;
    for (let i = field; i < actions.length; i += size) {
      const value = actions[i] as number;
      if (value >= 0 && value <= high && value === Math.floor(value)) continue;
      refuse(actions, i, layout, agents, `is not a choice; whole numbers from 0 to ${high} are allowed`);
    }
  }
}

function refuse(
  actions: Float32Array,
  bad: number,
  layout: readonly Field[],
  agents: readonly AgentSlot[],
  why: string,
): never {
  const size = layout.length;
  const row = Math.floor(bad / size);
  const agent = row % agents.length;
  const { side, unum } = agents[agent] as AgentSlot;
  throw new ActionError(
    `action of match ${Math.floor(row / agents.length)}, agent ${agent} (${side} ${unum}), field ` +
      `${layout[bad % size]?.name} (index ${bad % size}): ${Number((actions[bad] as number).toPrecision(7))} ${why}`,
  );
}
