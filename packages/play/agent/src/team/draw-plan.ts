import { computeDistance } from '../geometry.js';
import type { Plan, PlanCandidate } from '../planner/plan-attack.js';
import type { Action } from '../skills/action.js';
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

/** Distance within which two targets are the same, meters. */
const SAME_PLACE = 0.01;

/** Whether an action does the first step of a candidate. */
function isPlayed({ steps }: PlanCandidate, { kind, target, passTo }: Action): boolean {
  const [first] = steps;
  const isTarget = target !== null && computeDistance(target, first!.target) < SAME_PLACE;
  return kind === first!.kind && isTarget && passTo === (first!.kind === 'pass' ? first!.unum : 0);
}

/**
 * Draws the first steps of a plan and writes them with their values, best first: the chosen one, those that were rejected, and why there is no pass to a
 * teammate. Of the steps of one kind to one player, only the best and the played one are shown.
 *
 * @param played What the player does: this step is the chosen one, or none if it does something else. Absent: the best step.
 */
export function drawPlan(pen: DebugPen, wm: WorldModel, plan: Plan, played?: Action): void {
  if (!pen.isOn) return;
  const style = { level: PLAN_LEVEL };
  const chosen =
    played === undefined ? plan.candidates[0] : plan.candidates.find((one) => isPlayed(one, played));
  const shown = new Map<string, PlanCandidate>();
  for (const candidate of plan.candidates)
    if (!shown.has(nameOf(candidate)) || candidate === chosen) shown.set(nameOf(candidate), candidate);
  for (const [name, candidate] of shown) {
    const { steps, value, probability } = candidate;
    const isChosen = candidate === chosen;
    const color = isChosen ? CHOSEN : REJECTED;
    const then = steps.slice(1).map(({ kind, unum }) => (kind === 'pass' ? `pass to ${unum}` : kind));
    const { target } = steps[0]!;
    pen.line(wm.ball.pos, target, { ...style, color });
    pen.label(target, value.toFixed(2), { ...style, color });
    pen.text(
      `${isChosen ? 'chosen' : 'rejected'}: ${[name, ...then].join(', ')}: value ${value.toFixed(2)}, probability ${probability.toFixed(2)}`,
      style,
    );
  }
  for (const { unum, reason } of plan.refused) pen.text(`no pass to ${unum}: ${reason}`, style);
}
