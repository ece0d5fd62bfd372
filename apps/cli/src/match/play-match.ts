import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import { SIDE_NAMES, type SideName, sideOfName, TEAM_SIZE } from '@rcss/core';
import { TREE_VARIABLE } from '@rcss/core/node';
import { formatJson } from '@rcss/kit/command-line';
import { createToken } from '@rcss/kit/http-access';
import {
  catchInterrupt,
  countPlayers,
  describeTeam,
  type Interrupt,
  type StartPlace,
} from '@rcss/kit/match-runner';
import {
  openServerLog,
  type ServedTeam,
  ServedTeams,
  type SoccerServer,
  type TeamFault,
} from '@rcss/match-server';
import type { MatchEnd } from '@rcss/simulator';
import type { MatchPlan } from './options.js';
import { createOutputFiles, finishRecording, type OutputFiles } from './output-files.js';
import { createOpenCommand, type Page, startPage } from './page.js';
import type { MatchSizes } from './policy-teams.js';
import { createProgress, type Progress, type ProgressStream } from './progress.js';
import { createQuickReport, formatReport, type MatchReport } from './report.js';
import { HOST, startMatchServer } from './start-match-server.js';

const CYCLES_PER_SECOND = 10;
const POLL_INTERVAL_MS = 200;
const NEEDS_REAL_TIME = 'Teams that cannot do so need --real-time.';

/** Destinations of the report. */
export interface Streams {
  readonly stdout: ProgressStream;
  readonly stderr: ProgressStream;
}

/** A match with its server and page. */
interface MatchRun {
  readonly plan: MatchPlan;
  readonly server: SoccerServer;
  readonly progress: Progress;
  readonly interrupt: Interrupt;
  readonly outputFiles: OutputFiles;
  /** Number of players that the teams have. */
  readonly sizes: MatchSizes;
  readonly problems: string[];
  page: Page | null;
}

/**
 * Plays a match: server in this process, teams and page in processes of their own. All of them have ended when the
 * promise resolves. Prints the progress and the result.
 *
 * @param streams The process by default.
 * @param sizes Number of players of the teams; eleven by default.
 * @returns The exit code.
 * @throws {CommandLineError} if the server or the page cannot be started.
 */
export async function playQuickMatch(
  plan: MatchPlan,
  streams: Streams = process,
  sizes: MatchSizes = { left: TEAM_SIZE, right: TEAM_SIZE },
): Promise<number> {
  // With --json the standard output has only the result.
  const out = plan.json ? streams.stderr : streams.stdout;
  const interrupt = catchInterrupt();
  const outputFiles = createOutputFiles(plan.logs, new Date());
  const log = openServerLog(outputFiles.server);
  // The programs of the teams run beside the server and could connect as monitors.
  const refereeToken = plan.teams === null ? '' : createToken();
  const place = {
    folder: plan.logs,
    names: { recording: basename(outputFiles.recording) },
    rcss: {
      reproducible: true,
      ...(refereeToken === '' ? {} : { referees: 'none', referee_token: refereeToken }),
      // If all of them are connected in the first cycle, the seed determines the whole match.
      wait_for_clients: plan.teams === null ? 0 : sizes.left + sizes.right,
      connect_timeout: Math.max(60, Math.ceil(plan.connectTimeout)),
      ...plan.rcss,
    },
  };
  const server = await startMatchServer(plan.spec, place, log.output);
  const progress = createProgress(out, countCycles(plan), plan.spec.clock === 'real-time' ? 30_000 : 5000);
  const problems: string[] = [];
  const running: MatchRun = { plan, sizes, server, progress, interrupt, outputFiles, problems, page: null };
  const teams = plan.teams === null ? null : createTeams(running, plan.teams);
  interrupt.onReceived(() => server.stop());
  try {
    await printAddresses(running, refereeToken);
    const seen = teams ?? watchOpenTeams(running);
    if (teams === null) progress.start(server.match);
    const end = await seen.play();
    progress.stop();
    if (teams !== null) reportTeams(running, teams, end.forfeit !== null);
    await log.close();
    const report = createFinalReport(running, seen, end, log.problems);
    await endPrograms(teams);
    out.write(plan.json ? '' : formatReport(report, server.match.steps));
    if (plan.json) streams.stdout.write(`${formatJson(report, null, 2)}\n`);
    await waitForPageEnd(running);
    return report.exitCode;
  } finally {
    server.stop();
    await Promise.all([server.finished, endPrograms(teams), running.page?.tree.stop()]);
    interrupt.restoreDefaults();
  }
}

/** Ends the programs of the teams. */
export async function endPrograms(teams: ServedTeams | null): Promise<void> {
  await Promise.all(Object.values(teams?.processes ?? {}).map((team) => team.stop()));
}

/** Length of a match without extra time, cycles. */
function countCycles({ spec }: MatchPlan): number {
  return 2 * spec.rules.server.half_time * CYCLES_PER_SECOND;
}

/** Starts the page, and prints the teams and the addresses. */
async function printAddresses(running: MatchRun, refereeToken: string): Promise<void> {
  const { plan, server, progress } = running;
  const { player, coach, olcoach } = server.ports;
  if (plan.teams !== null) {
    const { left, right } = plan.teams;
    const clock = plan.spec.clock === 'real-time' ? 'real time' : 'synchronous';
    progress.printNote(
      `${left.name} against ${right.name}, ${countCycles(plan)} cycles, ${clock}, seed ${plan.spec.seed}`,
    );
  }
  if (plan.page !== null) {
    const page = await startPage(player, refereeToken, plan.page.port);
    running.page = page;
    progress.printNote(`Watch the match: ${page.link}`);
    if (plan.page.open) openPage(running, page.link);
    void page.tree.ended.then(() => {
      if (plan.teams === null) server.stop();
    });
  }
  if (plan.teams !== null) return;
  progress.printNote(
    `Teams connect to ${HOST}, port ${player} (online coaches ${olcoach}, trainer ${coach}).`,
  );
  progress.printNote(
    plan.spec.rules.server.auto_mode
      ? 'The match begins when 22 players are there. End with Ctrl-C.'
      : 'The kick-off button is on the page. End with Ctrl-C.',
  );
}

function openPage({ progress }: MatchRun, link: string): void {
  const [file, ...args] = createOpenCommand(link);
  // The browser stays open when this program ends.
  const env = { ...process.env, [TREE_VARIABLE]: undefined };
  const child = spawn(file, args, { stdio: 'ignore', detached: true, env });
  child.once('error', () =>
    progress.printNote(`No browser could be opened (${file} is missing); open the link yourself.`),
  );
  child.unref();
}

/** What the teams of a plan need. */
interface TeamsRun extends Pick<MatchRun, 'plan' | 'server' | 'sizes' | 'outputFiles' | 'problems'> {
  /** Absent: problems are only collected. */
  readonly progress?: Progress;
}

/** Returns the teams of the plan on the server; faults are printed when they occur. */
export function createTeams(
  running: TeamsRun,
  planned: NonNullable<MatchPlan['teams']>,
  settings: Pick<StartPlace, 'coach'> = {},
): ServedTeams {
  const { server, sizes, outputFiles, problems, progress } = running;
  const create = (side: SideName): ServedTeam => ({
    players: sizes[side],
    startTimeout: planned[side].startTimeout,
    start() {
      const team = planned[side];
      const log = teams.processes[side]?.log ?? outputFiles.createTeamFile(side, team.name);
      const size = sizes[side] === TEAM_SIZE ? {} : { players: sizes[side] };
      return team.startAt({ ...{ server, side, name: team.name, log }, ...size, ...settings });
    },
  });
  const teams: ServedTeams = new ServedTeams(server, {
    teams: { left: create('left'), right: create('right') },
    onBegin: () => progress?.start(server.match),
    onFault(side, fault) {
      const headline = nameFault(side, fault, running);
      const problem = describeTeam(teams.processes[side]!, headline);
      problems.push(problem);
      progress?.printNote(problem);
      return headline;
    },
  });
  return teams;
}

/** Reports programs that ran without their box or answered late, and players that left during the match, with the last output of their team. */
function reportTeams(
  { server, problems, progress }: MatchRun,
  teams: ServedTeams,
  isForfeited: boolean,
): void {
  for (const side of SIDE_NAMES) {
    const outside = teams.describeUnboxed(side);
    const missed = server.readTeam(sideOfName(side)).missedDoneCount;
    const late = `did not send (done) in time ${missed} times: the match may not repeat`;
    for (const note of [outside, missed === 0 ? '' : late]) {
      if (note === '') continue;
      problems.push(`The ${side} team ${note}.`);
      progress.printNote(problems.at(-1)!);
    }
    const lost = isForfeited ? '' : teams.describeLost(side);
    if (lost === '') continue;
    const headline = `The ${side} team lost players that did not return: ${lost}.`;
    const problem = describeTeam(teams.processes[side]!, headline);
    problems.push(problem);
    progress.printNote(problem);
  }
}

function nameFault(side: SideName, fault: TeamFault, { plan, sizes }: TeamsRun): string {
  if (fault.kind === 'incomplete')
    return `The ${side} team plays with ${fault.players} of ${sizes[side]} players${fault.without}.`;
  if (fault.kind === 'left') return `All players of the ${side} team left the match at cycle ${fault.cycle}.`;
  if (fault.kind === 'unanswered')
    return `The ${side} team did not answer (think) with (done) in synchronous mode: players ${fault.unums.join(', ')} at cycle ${fault.cycle}. ${NEEDS_REAL_TIME}`;
  if (fault.kind === 'found') return `The ${side} team ${fault.cause}.`;
  const when = fault.isLate ? ` in ${plan.teams![side].startTimeout} s (--connect-timeout)` : '';
  return `The ${side} team did not connect${when}: 0 of ${sizes[side]} players.`;
}

/** The teams of a match as its report needs them. */
type SeenTeams = Pick<ServedTeams, 'kickOffTimeMs' | 'processes' | 'play' | 'describeUnboxed'>;

/** Prints a line when a team that was started elsewhere connects. */
function watchOpenTeams({ server, progress }: MatchRun): SeenTeams {
  const known = { left: '', right: '' };
  const players = { left: 0, right: 0 };
  const seen = {
    kickOffTimeMs: null as number | null,
    processes: {},
    describeUnboxed: () => '',
    play: async () => ({ ...(await server.finished), players }),
  };
  const timer = setInterval(() => {
    const { world } = server.match;
    const isFirst = seen.kickOffTimeMs === null && world.time > 0;
    if (isFirst) seen.kickOffTimeMs = performance.now();
    for (const side of SIDE_NAMES) {
      if (isFirst) players[side] = countPlayers(server, side);
      const { name } = world[side];
      if (name === known[side]) continue;
      known[side] = name;
      progress.printNote(`${name} plays ${side}.`);
    }
  }, POLL_INTERVAL_MS);
  void server.finished.then(() => clearInterval(timer));
  return seen;
}

function createFinalReport(
  { plan, sizes, server, problems, interrupt, outputFiles }: MatchRun,
  teams: SeenTeams,
  end: MatchEnd,
  serverLogProblems: readonly string[],
): MatchReport {
  const { kickOffTimeMs, processes } = teams;
  if (server.fault !== null) problems.push(`The server failed: ${server.fault.message}`);
  if (server.isAbandoned && end.forfeit === null)
    problems.push(`Players did not answer (think) with (done) in synchronous mode. ${NEEDS_REAL_TIME}`);
  const fileProblems = [...server.fileProblems, ...serverLogProblems];
  const isRecorded = plan.spec.keep?.recording === true;
  const recording = isRecorded ? finishRecording(outputFiles.recording, server.logPaths.gameLog) : null;
  if (isRecorded && recording === null)
    fileProblems.push(`the recording ${outputFiles.recording} was not written`);
  return createQuickReport(plan, server, {
    end,
    isBoxed: SIDE_NAMES.every((side) => teams.describeUnboxed(side) === ''),
    recording,
    sizes,
    logs: Object.fromEntries(Object.values(processes).map(({ side, log }) => [side, log])),
    serverLog: outputFiles.server,
    seconds: kickOffTimeMs === null ? 0 : (performance.now() - kickOffTimeMs) / 1000,
    problems,
    fileProblems,
    interrupted: interrupt.status,
  });
}

/** The finished match can be watched until the user closes the page. */
async function waitForPageEnd({ page, interrupt, progress, server }: MatchRun): Promise<void> {
  if (page === null || interrupt.status !== null || page.tree.end !== null) return;
  if (server.match.world.time === 0) return;
  progress.printNote(`\nThe match stays on the page: ${page.link}  End with Ctrl-C.`);
  await Promise.race([new Promise<void>((resolve) => interrupt.onReceived(resolve)), page.tree.ended]);
}
