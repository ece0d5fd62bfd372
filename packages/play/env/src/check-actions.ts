import type { Field } from './layout.js';
import type { AgentSlot } from './scenario.js';

/** An action that is not a finite number. */
export class ActionError extends RangeError {
  /** @param message Match, agent, field and value. */
  constructor(message: string) {
    super(message);
    this.name = 'ActionError';
  }
}

/**
 * Checks a block of actions: matches × agents × fields.
 *
 * @throws {ActionError} if an action is not a finite number
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
  if (sum === 0) return;
  const size = layout.length;
  const bad = actions.findIndex((value) => !Number.isFinite(value));
  const row = Math.floor(bad / size);
  const agent = row % agents.length;
  const { side, unum } = agents[agent] as AgentSlot;
  throw new ActionError(
    `action of match ${Math.floor(row / agents.length)}, agent ${agent} (${side} ${unum}), field ` +
      `${layout[bad % size]?.name} (index ${bad % size}): ${actions[bad]} is not a finite number`,
  );
}
