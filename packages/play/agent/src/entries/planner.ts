/** Plans of several steps for the player with the ball: generate, predict, evaluate, within a budget of states. */
export { listNextSteps } from '../planner/next-steps.js';
export { type Plan, type PlannerOptions, planAttack } from '../planner/plan-attack.js';
export { addStep, type PlanState, type PlanStep, type PlanStepKind } from '../planner/plan-state.js';
