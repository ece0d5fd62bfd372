/** Runs of tournaments as a library. See the README. */
export { type LoadedDocument, loadDocument, resolveDocument } from './documents/load-document.js';
export type { LoadedTeam, TunedSetting } from './documents/load-teams.js';
export type { MatchJob, MatchJobTeam } from './jobs/match-job.js';
export {
  MatchFailure,
  type MatchOutcome,
  type MatchProblem,
} from './jobs/match-outcome.js';
export { Bucket, type BucketEnvironment, BucketError, type BucketFile } from './logs/bucket.js';
export type { HostProgram, PlayListener, PoolOptions } from './pool/match-pool.js';
export type { AuditLine, AuditState } from './runs/audit.js';
export type { Comparison } from './runs/comparison.js';
export type { MatchExecutor } from './runs/executor.js';
export type { LeagueRun, RunningJob } from './runs/league-run.js';
export { createLocalExecutor, type LocalOptions } from './runs/local-executor.js';
export { playRun, type RunOptions } from './runs/play-run.js';
export {
  type ResultFileContents,
  type ResultLine,
  type RunHeader,
  readResultFile,
} from './runs/result-file.js';
export type { RunState } from './runs/run-state.js';
