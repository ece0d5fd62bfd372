import type { Plan, PlanCandidate } from '../planner/plan-attack.js';
import type { WorldModel } from '../world/world-model.js';
import type { DebugPen } from './debug-pen.js';

/** Level of the candidates of a plan in debug records: a viewer shows and hides them together. */
export const PLAN_LEVEL = 4;
const CHOSEN = 'lime';
const REJECTED = 'orange';

/** What a candidate begins with: `pass to 9`, `dribble`, `shot`. */
function nameOf({ steps }: PlanCandidate): string {
  const { kind, unum } = steps[0]!;
  return kind === 'pass' ? `pass to ${unum}` : kind;
}

/**
 * Draws the first steps of a plan and writes them with their values, best first: the chosen one, those that were rejected, and why there is no pass to a
 * teammate. Of the steps of one kind to one player, only the best is shown.
 */
export function drawPlan(pen: DebugPen, wm: WorldModel, plan: Plan): void {
  if (!pen.isOn) return;
  const style = { level: PLAN_LEVEL };
  const shown = new Map<string, PlanCandidate>();
  for (const candidate of plan.candidates)
    if (!shown.has(nameOf(candidate))) shown.set(nameOf(candidate), candidate);
  let isChosen = true;
  for (const [name, { steps, value, probability }] of shown) {
    const color = isChosen ? CHOSEN : REJECTED;
    const then = steps.slice(1).map(({ kind, unum }) => (kind === 'pass' ? `pass to ${unum}` : kind));
    const { target } = steps[0]!;
    pen.line(wm.ball.pos, target, { ...style, color });
    pen.label(target, value.toFixed(2), { ...style, color });
    pen.text(
      `${isChosen ? 'chosen' : 'rejected'}: ${[name, ...then].join(', ')}: value ${value.toFixed(2)}, probability ${probability.toFixed(2)}`,
      style,
    );
    isChosen = false;
  }
  for (const { unum, reason } of plan.refused) pen.text(`no pass to ${unum}: ${reason}`, style);
}
