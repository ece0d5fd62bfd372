/** Checks logs: whether one is complete, and where two differ. */
export { type DiffOptions, diffLogs, type LogDifference } from '../check/diff.js';
export { type LogProblem, type LogValidation, LogValidator } from '../check/validate.js';
