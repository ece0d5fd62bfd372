/** What the program needs beside the main entry: checks of teams, documents with their problems, pools of matches, reports, tuning. */

export { chooseBox } from '../box/box.js';
export { findRepeatProblem } from '../checks/repeatability.js';
export { type LoadedDocument, loadDocument, resolveDocument } from '../documents/load-document.js';
export { type LoadedTeam, loadNamedTeam, loadTeam } from '../documents/load-teams.js';
export { loadOwnTeams } from '../documents/own-teams.js';
export { createFixtureSpec } from '../jobs/fixture-spec.js';
export { MatchFailure } from '../jobs/match-outcome.js';
export {
  type CheckFinding,
  type CheckRequest,
  findCheckProblems,
  formatCheck,
  NOTHING_MEASURED,
  type TeamMeasurement,
} from '../jobs/team-check.js';
export { chooseLogPlaces } from '../logs/choose-places.js';
export { moveLogs } from '../logs/keep-logs.js';
export { findMatchLogs } from '../logs/read-logs.js';
export { createOwnTeam } from '../matches/start-own-team.js';
export { checkModules, checkStartCommands, findStartProblem } from '../pool/check-start.js';
export { chooseParallelCount, MatchPool } from '../pool/match-pool.js';
export { openNamedTeam } from '../pool/open-named-team.js';
export { RunPublisher, type RunPublisherOptions } from '../publish/run-publisher.js';
export { formatDuration } from '../reports/format-duration.js';
export {
  formatReportCsv,
  formatReportJsonLines,
  formatReportMarkdown,
} from '../reports/formats.js';
export { formatReportHtml } from '../reports/report-page.js';
export { linkLogs, readReport, writeReports } from '../reports/write-report.js';
export { describeDifference } from '../runs/audit.js';
export { type DecisionRequest, decide } from '../runs/decide.js';
export type { DecisionLine, LeagueDecision } from '../runs/decision-line.js';
export { describeDecision } from '../runs/decisions.js';
export { estimateSecondsLeft, formatCount } from '../runs/estimate.js';
export type { MatchExecutor } from '../runs/executor.js';
export type { LeagueRun } from '../runs/league-run.js';
export { createLocalExecutor } from '../runs/local-executor.js';
export { playRun } from '../runs/play-run.js';
export { readRunFolder, type StoredRun } from '../runs/read-run.js';
export { findRunningProcess, RESULT_FILE, type ResultLine, readResultFile } from '../runs/result-file.js';
export { createRunState, isRunFinished, type RunState, recordResult } from '../runs/run-state.js';
export type { Shard } from '../runs/shares.js';
export { loadTuning } from '../tuning/load-tuning.js';
export { playTuning, type Tuning } from '../tuning/play-tuning.js';
export { roundValue } from '../tuning/step-document.js';
export { describeTuning, writeTuningReports } from '../tuning/tuning-report.js';
export { describeSubmission, followSubmission } from '../uploads/submit-client.js';
export { makeTeamToken, revokeTeamToken } from '../uploads/tokens.js';
