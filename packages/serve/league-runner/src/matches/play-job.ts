import { ClientHost } from '@rcss/agent/local';
import { SIDE_NAMES, type SideName } from '@rcss/core';
import type { MatchTeam, ModuleTeam } from '@rcss/core/match-document';
import { type Clock, DecisionClock, playMatch } from '@rcss/host';
import { describeMissing } from '@rcss/kit/match-runner';
import { recordMatch } from '@rcss/match-server';
import type { Match } from '@rcss/simulator';
import { needsServer } from '../jobs/fixture-spec.js';
import type { MatchJob } from '../jobs/match-job.js';
import {
  describeEnd,
  MatchFailure,
  type MatchOutcome,
  type MatchProblem,
  readGoals,
} from '../jobs/match-outcome.js';
import { createModuleTeam } from './load-module.js';
import { type JobRun, type MatchProgressListener, playPrograms } from './play-programs.js';

/** Cycles between two reports of progress; in between, this process serves nothing else. */
const CYCLES_PER_SLICE = 50;
const MAX_COMPLAINTS = 5;

/** Why a league cannot play a match; null if it can. */
function findRefusal({ spec: { teams = {}, clock } }: MatchJob): string | null {
  const isProgram = (team: MatchTeam | undefined) => team !== undefined && 'start' in team;
  const isModule = (team: MatchTeam | undefined) => team !== undefined && 'module' in team;
  if (!SIDE_NAMES.every((side) => isProgram(teams[side]) || isModule(teams[side])))
    return 'a team that connects by itself (remote) cannot be played; both teams need start or module';
  if (clock === 'real-time' && !needsServer({ teams }))
    return 'both teams are modules on this machine, which play by no clock, but not where the match was planned';
  return null;
}

/**
 * Plays a match: two modules in this process; others, and all that are isolated, with a server, each team in processes of its own. Two modules
 * give the same frames in both ways; the last state differs, on which modules in this process have decided once more.
 *
 * @throws {MatchFailure} if the match gives no result for a reason that is not a team.
 */
export async function playJob(run: JobRun): Promise<MatchOutcome> {
  const refusal = findRefusal(run.job);
  if (refusal !== null) throw new MatchFailure(refusal);
  const { spec, teams } = run.job;
  const isIsolated = SIDE_NAMES.some((side) => (teams[side].isolation?.level ?? 'none') !== 'none');
  return await (isIsolated || needsServer(spec) ? playPrograms : playModules)(run);
}

/**
 * Plays a match of two modules in this process, by all rules and with the noise of the sensors. The same spec always gives the same match;
 * there are no ports.
 */
async function playModules({ job: { spec }, folder, listener, signal }: JobRun): Promise<MatchOutcome> {
  const startedAt = performance.now();
  const problems: MatchProblem[] = [];
  const { gameLog = false, recording = false } = spec.keep ?? {};
  const files = recordMatch({
    folder,
    ...(typeof gameLog === 'string' && { gameLog: gameLog.replace(/\.rc[gl](\.gz)?$/, '') }),
    compression: spec.rules.server.game_log_compression,
    ...(typeof recording === 'string' && { recording }),
    onProblem: (message) => problems.push({ side: null, message, isLog: true }),
  });
  listener.progressed(0);
  // The report leaves this process before code of a team can block it.
  await new Promise((resolve) => setImmediate(resolve));
  const teams = spec.teams as Record<SideName, ModuleTeam>;
  const [left, right] = [createModuleTeam(teams.left), createModuleTeam(teams.right)];
  let host: ClientHost | null = null;
  const connect = (match: Match): ClientHost => {
    host = new ClientHost(match, { left, right });
    return host;
  };
  try {
    const clock = (match: Match) => createReportingClock(match, listener, signal);
    const end = await playMatch(spec, connect, clock, [files]);
    const { match, complaints } = host!;
    for (const side of SIDE_NAMES) {
      const { name } = teams[side];
      const isBlamed = end.forfeit?.side === side || end.forfeit?.side === 'both';
      const missing = describeMissing({ match }, side, 11);
      if (isBlamed) problems.push({ side, message: end.forfeit?.cause ?? '' });
      else if (end.forfeit === null && end.players[side] < 11)
        problems.push({ side, message: `${name} played with ${end.players[side]} of 11 players${missing}` });
    }
    for (const message of complaints.slice(0, MAX_COMPLAINTS)) problems.push({ side: null, message });
    const played = match.steps === 0 ? null : end;
    const seconds = Math.round(performance.now() - startedAt) / 1000;
    const { forfeit } = end;
    return {
      ...describeEnd(played),
      ...(forfeit !== null && { forfeit: forfeit.side, end: 'a team failed' }),
      seconds,
      problems,
    };
  } finally {
    await files.close();
  }
}

/** Returns the clock of a match of modules, which lets this process send reports and end the match. */
function createReportingClock(match: Match, listener: MatchProgressListener, signal: AbortSignal): Clock {
  const clock = new DecisionClock(match);
  let reported = 0;
  const report = async (): Promise<void> => {
    listener.progressed(match.steps, readGoals(match));
    await new Promise((resolve) => setImmediate(resolve));
    if (signal.aborted) throw new MatchFailure('the match was stopped');
  };
  return {
    wait() {
      if (match.steps < reported + CYCLES_PER_SLICE) return null;
      reported = match.steps;
      return report();
    },
    pass: (phases) => clock.pass(phases),
  };
}
