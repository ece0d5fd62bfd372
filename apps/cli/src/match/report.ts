import { SIDE_NAMES, type SideName, sideOfName } from '@rcss/core';
import { EXIT, escapeText } from '@rcss/kit/command-line';
import { toRelativePath } from '@rcss/kit/match-runner';
import type { ReportedCommand, SoccerServer } from '@rcss/match-server';
import type { Forfeit, MatchEnd } from '@rcss/simulator';
import type { MatchPlan } from './options.js';
import type { MatchSizes } from './policy-teams.js';

/** A team in the result. */
export interface QuickTeamReport {
  /** Name that the players gave; empty if none connected. */
  readonly name: string;
  readonly score: number;
  /** Players on the field at the kickoff. */
  readonly players: number;
  /** Cycles of a synchronous match in which a player or the coach, each counted, did not send `(done)` in time; absent by the clock. */
  readonly missedDone?: number;
  /** Output of the team; absent if the team was not started here. */
  readonly log?: string;
}

/** Result of a match, as `--json` prints it. */
export interface MatchReport {
  readonly left: QuickTeamReport;
  readonly right: QuickTeamReport;
  /** Goals in the penalty shootout; null without one. */
  readonly penalties: { readonly left: number; readonly right: number } | null;
  /** Whether the match was played to its end. */
  readonly complete: boolean;
  /** Why the match ended, one sentence. */
  readonly end: string;
  /** The team that gave up the match, and why; null if both played to the end. */
  readonly forfeit: Forfeit | null;
  readonly playMode: string;
  readonly cycles: number;
  readonly seed: number;
  /** Hash of the last state: equal after equal matches. Null if the match cannot be repeated: by the clock, after a missed `(done)`, or without a box that a team needs. */
  readonly digest: number | null;
  /** Real time from the first cycle to the end, s. */
  readonly seconds: number;
  readonly gameLog: string | null;
  readonly textLog: string | null;
  readonly serverLog: string;
  /** Null if it was not asked for. */
  readonly recording: string | null;
  /** Commands of the referee by monitors and the trainer, also those that were refused. */
  readonly refereeCommands: readonly ReportedCommand[];
  /** Problems, in the order in which they occurred. */
  readonly problems: readonly string[];
  /** Logs that are missing or incomplete, one line each. */
  readonly fileProblems: readonly string[];
  readonly exitCode: number;
}

/** Data of the match that is not in the state of the server. */
export interface QuickMatchOutcome
  extends Pick<MatchReport, 'serverLog' | 'recording' | 'seconds' | 'problems' | 'fileProblems'> {
  /** Number of players that the teams should have. */
  readonly sizes: MatchSizes;
  readonly logs: { readonly left?: string; readonly right?: string };
  readonly end: MatchEnd;
  /** Whether all programs ran in the box that they need. */
  readonly isBoxed: boolean;
  /** Exit status after a signal, or null. */
  readonly interrupted: number | null;
}

/** Composes the result. */
export function createQuickReport(
  plan: MatchPlan,
  server: SoccerServer,
  outcome: QuickMatchOutcome,
): MatchReport {
  const { world } = server.match;
  const { end } = outcome;
  const complete =
    world.playMode === 'time_over' &&
    world.left.name !== '' &&
    world.right.name !== '' &&
    server.fault === null;
  // Where the left team is missing, the right one has the left side.
  const isLeftMissing = end.forfeit !== null && end.forfeit.side !== 'right';
  const isSwapped = isLeftMissing && world.left.name !== '' && world.right.name === '';
  const isByClock = plan.spec.clock === 'real-time';
  const countMissed = (seat: SideName): number => server.readTeam(sideOfName(seat)).missedDoneCount;
  const team = (side: SideName): QuickTeamReport => {
    const log = outcome.logs[side];
    const seat = isSwapped ? (side === 'left' ? 'right' : 'left') : side;
    return {
      name: world[seat].name,
      score: end.score[seat],
      players: end.players[seat],
      ...(isByClock ? {} : { missedDone: countMissed(seat) }),
      ...(log === undefined ? {} : { log }),
    };
  };
  const isRepeatable =
    !isByClock &&
    plan.teams !== null &&
    outcome.isBoxed &&
    SIDE_NAMES.every((side) => countMissed(side) === 0);
  return {
    left: team('left'),
    right: team('right'),
    penalties: end.penalties,
    complete,
    end: end.end.message,
    forfeit: end.forfeit,
    playMode: world.playMode,
    cycles: end.time,
    seed: plan.spec.seed,
    digest: isRepeatable ? end.digest : null,
    seconds: Math.round(outcome.seconds * 10) / 10,
    gameLog: server.logPaths.gameLog ?? null,
    textLog: server.logPaths.textLog ?? null,
    serverLog: outcome.serverLog,
    recording: outcome.recording,
    refereeCommands: server.refereeCommands,
    problems: outcome.problems,
    fileProblems: outcome.fileProblems,
    exitCode: chooseExitCode(plan, complete, outcome),
  };
}

function chooseExitCode(
  plan: MatchPlan,
  complete: boolean,
  { end: { players }, sizes, interrupted, fileProblems }: QuickMatchOutcome,
): number {
  if (interrupted !== null && !complete) return plan.spec.rules.server.auto_mode ? interrupted : EXIT.ok;
  if (!complete) return EXIT.failed;
  const missing = plan.teams !== null && (players.left < sizes.left || players.right < sizes.right);
  if (missing) return EXIT.incomplete;
  return fileProblems.length > 0 ? EXIT.filesMissing : EXIT.ok;
}

/** Most commands of the referee in the text. */
const MAX_COMMANDS = 10;

/** The result as text. */
export function formatReport(report: MatchReport, steps: number): string {
  const { left, right, penalties, seconds } = report;
  const shootout = penalties === null ? '' : ` (penalties ${penalties.left} : ${penalties.right})`;
  const lines = [
    '',
    `${report.complete ? 'Result' : 'Not finished'}: ${left.name || '-'} ${left.score} : ${right.score} ${right.name || '-'}${shootout}`,
    `${report.cycles} cycles in ${seconds.toFixed(1)} s${seconds > 0 ? `, ${Math.round(steps / seconds)} steps/s` : ''}, seed ${report.seed}`,
  ];
  if (report.gameLog !== null) lines.push(`Game log: ${toRelativePath(report.gameLog)}`);
  if (report.textLog !== null) lines.push(`Text log: ${toRelativePath(report.textLog)}`);
  if (report.recording !== null) lines.push(`Recording: ${toRelativePath(report.recording)}`);
  lines.push(`Server log: ${toRelativePath(report.serverLog)}`);
  for (const { log } of [left, right]) if (log !== undefined) lines.push(`Team log: ${toRelativePath(log)}`);
  const { refereeCommands } = report;
  if (refereeCommands.length > 0) {
    lines.push('', 'Commands of the referee by clients:');
    for (const { time, role, address, port, command, executed } of refereeCommands.slice(0, MAX_COMMANDS))
      lines.push(`  ${time}: ${command} (${role} at ${address}:${port}${executed ? '' : ', refused'})`);
    if (refereeCommands.length > MAX_COMMANDS)
      lines.push(`  and ${refereeCommands.length - MAX_COMMANDS} more, see --json`);
  }
  if (report.fileProblems.length > 0) {
    lines.push('', 'Not all files of the match are complete:');
    for (const problem of report.fileProblems) lines.push(`  ${problem}`);
  }
  if (report.gameLog !== null && report.cycles > 0) {
    lines.push('', `Watch it again: ${formatSubcommand('replay')} "${toRelativePath(report.gameLog)}"`);
  }
  return escapeText(`${lines.join('\n')}\n`);
}

/** Command line of another subcommand, in the form in which this one was called. */
function formatSubcommand(verb: string, env: NodeJS.ProcessEnv = process.env): string {
  const event = env['npm_lifecycle_event'];
  if (event === 'npx') return `npx @rcss/cli ${verb}`;
  return event === 'match' || event === 'watch' ? `npm run ${verb} --` : `rcss ${verb}`;
}
