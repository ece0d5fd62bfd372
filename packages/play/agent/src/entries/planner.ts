/** Plans of several steps for the player with the ball: generate, predict, evaluate, within a budget of states. */

export { listNextSteps } from '../planner/next-steps.js';
export {
  type OwnStep,
  type Plan,
  type PlanCandidate,
  type PlannerOptions,
  planAttack,
  type StepGenerator,
} from '../planner/plan-attack.js';
export { addStep, type PlanState, type PlanStep, type PlanStepKind } from '../planner/plan-state.js';
export { PlanSituation } from '../planner/situation.js';
export { drawPlan, PLAN_LEVEL } from '../team/draw-plan.js';
