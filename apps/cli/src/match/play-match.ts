import { spawn } from 'node:child_process';
import { createWriteStream, type WriteStream } from 'node:fs';
import { type SideName, TEAM_SIZE } from '@rcss/core';
import { TREE_VARIABLE } from '@rcss/core/node';
import { CommandLineError, EXIT, formatJson } from '@rcss/kit/command-line';
import { createToken } from '@rcss/kit/http-access';
import {
  catchInterrupt,
  connectTeams,
  countPlayers,
  describeMissing,
  describeTeam,
  type Interrupt,
  startTeam,
  type TeamConnectFailure,
  type TeamProcess,
} from '@rcss/kit/match-runner';
import {
  type ConfigurationValues,
  createConfiguration,
  type SoccerServer,
  StartError,
  startServer,
} from '@rcss/match-server';
import { computeHalfTimeCycles, type ServerParams } from '@rcss/params';
import { computeFullTimeCycles } from '@rcss/params/derived';
import type { MatchPlan } from './options.js';
import { createOutputFiles, type OutputFiles } from './output-files.js';
import { createOpenCommand, type Page, startPage } from './page.js';
import type { MatchSizes } from './policy-teams.js';
import { createProgress, type Progress, type ProgressStream } from './progress.js';
import { finishRecording } from './recorded-files.js';
import { createQuickReport, formatReport, type MatchReport } from './report.js';

const HOST = '127.0.0.1';
const CYCLES_PER_SECOND = 10;
const POLL_INTERVAL_MS = 20;

/** Destinations of the report. */
export interface Streams {
  readonly stdout: ProgressStream;
  readonly stderr: ProgressStream;
}

/** A match with its server, teams and page. */
interface MatchRun {
  readonly plan: MatchPlan;
  readonly server: SoccerServer;
  readonly progress: Progress;
  readonly interrupt: Interrupt;
  readonly teams: Partial<Record<SideName, TeamProcess>>;
  readonly outputFiles: OutputFiles;
  /** Number of players that the teams have. */
  readonly sizes: MatchSizes;
  readonly players: Record<SideName, number>;
  readonly problems: string[];
  page: Page | null;
  /** Time of the first cycle, ms; 0 before. */
  kickOffTimeMs: number;
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
  const problems: string[] = [];
  const serverLog = createWriteStream(outputFiles.server);
  // The match continues without the file, for example if the disk is full.
  let serverLogProblem: string | null = null;
  serverLog.on('error', ({ message }) => {
    serverLogProblem = `could not write to "${outputFiles.server}": ${message}`;
  });
  // The programs of the teams run beside the server and could connect as monitors.
  const refereeToken = plan.teams === null ? '' : createToken();
  const recording = plan.record ? outputFiles.recording : '';
  const server = await startMatchServer(plan, sizes, refereeToken, recording, serverLog);
  const progress = createProgress(out, 2 * plan.halfTime * CYCLES_PER_SECOND, plan.realTime ? 30_000 : 5000);
  const running: MatchRun = {
    plan,
    sizes,
    server,
    progress,
    interrupt,
    teams: {},
    outputFiles,
    players: { left: 0, right: 0 },
    problems,
    page: null,
    kickOffTimeMs: 0,
  };
  interrupt.onReceived(() => server.stop());
  try {
    await printAddresses(running, refereeToken);
    if (plan.teams !== null && (await startTeams(running))) monitorTeams(running);
    else if (plan.teams !== null) server.stop();
    progress.start(server.match);
    await server.finished;
    progress.stop();
    await closeLog(serverLog);
    const report = createFinalReport(running, serverLogProblem);
    await Promise.all(Object.values(running.teams).map(({ tree }) => tree.stop()));
    out.write(plan.json ? '' : formatReport(report, server.match.steps));
    if (plan.json) streams.stdout.write(`${formatJson(report, null, 2)}\n`);
    await waitForPageEnd(running);
    return report.exitCode;
  } finally {
    server.stop();
    const trees = [...Object.values(running.teams), ...(running.page === null ? [] : [running.page])];
    await Promise.all([server.finished, ...trees.map(({ tree }) => tree.stop())]);
    interrupt.restoreDefaults();
  }
}

/** Resolves when all lines are written, or the file has failed. */
function closeLog(log: WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (log.closed) return resolve();
    log.once('close', resolve);
    log.end();
  });
}

/** Values of parameters as the server has them, from their texts. */
function convertSettings(texts: Readonly<Record<string, string>> = {}): object {
  const convert = (text: string): number | boolean | string => {
    if (/^(true|on|yes)$/i.test(text)) return true;
    if (/^(false|off|no)$/i.test(text)) return false;
    return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
  };
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, convert(text)]));
}

async function startMatchServer(
  plan: MatchPlan,
  sizes: MatchSizes,
  refereeToken: string,
  recording: string,
  log: WriteStream,
): Promise<SoccerServer> {
  const { port, realTime: byClock, automatic } = plan;
  const kickOffWait = byClock ? 50 : 5;
  const values: ConfigurationValues = {
    server: {
      random_seed: plan.seed,
      port,
      coach_port: port === 0 ? 0 : port + 1,
      olcoach_port: port === 0 ? 0 : port + 2,
      auto_mode: automatic,
      synch_mode: !byClock,
      half_time: plan.halfTime,
      nr_extra_halfs: plan.extraTime ? 2 : 0,
      penalty_shoot_outs: plan.penalties,
      kick_off_wait: kickOffWait,
      // Started teams have connected before the clock runs; others can connect at any time.
      connect_wait: plan.teams === null ? 1_000_000 : kickOffWait + 50,
      game_over_wait: byClock ? 50 : 5,
      game_log_dir: `${plan.logs}/`,
      text_log_dir: `${plan.logs}/`,
      ...convertSettings(plan.settings['server']),
    },
    player: convertSettings(plan.settings['player']),
    rcss: {
      reproducible: true,
      ...(refereeToken === '' ? {} : { referees: 'none', referee_token: refereeToken }),
      // If all of them are connected in the first cycle, the seed determines the whole match.
      wait_for_clients: plan.teams === null ? 0 : sizes.left + sizes.right,
      connect_timeout: Math.max(60, Math.ceil(plan.connectTimeout)),
      record: recording,
      ...convertSettings(plan.settings['rcss']),
    },
  };
  const write = (line: string): void => void log.write(`${line}\n`);
  try {
    const config = createConfiguration(values);
    if (plan.teams !== null) checkEnd(config.server, plan.page !== null);
    return await startServer(config, { out: write, err: write });
  } catch (error) {
    if (error instanceof StartError) throw new CommandLineError(error.message);
    if (error instanceof RangeError || error instanceof TypeError)
      throw new CommandLineError(`--set: ${error.message}`, EXIT.usage);
    throw error;
  }
}

/**
 * Checks that a match kicks off by itself and has an end.
 *
 * @param hasPage Whether a person can give the kick-off.
 */
function checkEnd(server: ServerParams, hasPage: boolean): void {
  const { auto_mode: automatic, half_time: half, nr_normal_halfs: halves } = server;
  const manual = 'for a match without an automatic end add --watch --set server::auto_mode=off';
  if (!automatic && hasPage) return;
  if (!automatic)
    throw new RangeError(
      `server::auto_mode: off leaves the kick-off to a person; leave it on, or add --watch`,
    );
  if (computeHalfTimeCycles(server) <= 0)
    throw new RangeError(
      `server::half_time: ${half} is a half without an end (allowed: 1 or more); ${manual}`,
    );
  if (computeFullTimeCycles(server) <= 0)
    throw new RangeError(
      `server::nr_normal_halfs: ${halves} leaves a match of 0 cycles (allowed: 1 or more); ${manual}`,
    );
}

/** Starts the page, and prints the teams and the addresses. */
async function printAddresses(running: MatchRun, refereeToken: string): Promise<void> {
  const { plan, server, progress } = running;
  const { player, coach, olcoach } = server.ports;
  if (plan.teams !== null) {
    const { left, right } = plan.teams;
    const clock = plan.realTime ? 'real time' : 'synchronous';
    progress.printNote(
      `${left.name} against ${right.name}, ${2 * plan.halfTime * CYCLES_PER_SECOND} cycles, ${clock}, seed ${plan.seed}`,
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
  if (plan.teams === null) {
    progress.printNote(
      `Teams connect to ${HOST}, port ${player} (online coaches ${olcoach}, trainer ${coach}).`,
    );
    progress.printNote(
      plan.automatic
        ? 'The match begins when 22 players are there. End with Ctrl-C.'
        : 'The kick-off button is on the page. End with Ctrl-C.',
    );
    reportConnectedTeams(running);
  }
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

/** Starts both teams; false if one does not connect. */
async function startTeams(running: MatchRun): Promise<boolean> {
  const { plan, server, teams, outputFiles } = running;
  const { player, coach, olcoach } = server.ports;
  const ports = { host: HOST, port: player, coachPort: coach, olcoachPort: olcoach, seed: server.match.seed };
  const timeoutMs = plan.connectTimeout * 1000;
  const start = (side: SideName): TeamProcess => {
    const { [side]: team } = plan.teams!;
    const log = teams[side]?.log ?? outputFiles.createTeamFile(side, team.name);
    const size = running.sizes[side];
    const place = { ...ports, ...(size === TEAM_SIZE ? {} : { players: size }) };
    teams[side] = startTeam(side, team, place, log, { environment: plan.environment[side] });
    return teams[side];
  };
  return connectTeams(server, start, { left: timeoutMs, right: timeoutMs }, (side, failure) =>
    reportMissingTeam(running, teams[side]!, failure),
  );
}

/** Reports that no player of a team connected. */
function reportMissingTeam(
  { plan, sizes, problems, progress }: MatchRun,
  team: TeamProcess,
  failure: TeamConnectFailure,
): void {
  const when = failure === 'team-ended' ? '' : ` in ${plan.connectTimeout} s (--connect-timeout)`;
  const problem = describeTeam(
    team,
    `The ${team.side} team did not connect${when}: 0 of ${sizes[team.side]} players.`,
  );
  problems.push(problem);
  progress.printNote(problem);
}

/** Records the number of players at the start, and ends the match if all players of a team leave. */
function monitorTeams(running: MatchRun): void {
  const { server, players, teams, problems, progress } = running;
  const timer = setInterval(() => {
    const { world } = server.match;
    if (server.ending !== null || world.playMode === 'time_over') return clearInterval(timer);
    if (running.kickOffTimeMs === 0 && world.playMode !== 'before_kick_off') recordFirstCycle(running);
    let isOver = false;
    for (const side of ['left', 'right'] as const) {
      const now = countPlayers(server, side);
      players[side] = Math.max(players[side], running.kickOffTimeMs === 0 ? now : 0);
      if (now > 0 || players[side] === 0) continue;
      const problem = describeTeam(
        teams[side]!,
        `All players of the ${side} team left the match at cycle ${world.time}.`,
      );
      problems.push(problem);
      progress.printNote(problem);
      isOver = true;
    }
    if (!isOver) return;
    clearInterval(timer);
    server.stop();
  }, POLL_INTERVAL_MS);
  void server.finished.then(() => clearInterval(timer));
}

function recordFirstCycle(running: MatchRun): void {
  const { server, sizes, players, problems, progress, teams } = running;
  running.kickOffTimeMs = performance.now();
  for (const side of ['left', 'right'] as const) {
    players[side] = countPlayers(server, side);
    if (players[side] >= sizes[side]) continue;
    const problem = describeTeam(
      teams[side]!,
      `The ${side} team plays with ${players[side]} of ${sizes[side]} players${describeMissing(server, side, sizes[side])}.`,
    );
    problems.push(problem);
    progress.printNote(problem);
  }
}

/** Prints a line when a team that was started elsewhere connects. */
function reportConnectedTeams(running: MatchRun): void {
  const { server, progress, players } = running;
  const known = { left: '', right: '' };
  const timer = setInterval(() => {
    if (running.kickOffTimeMs === 0 && server.match.world.time > 0) {
      running.kickOffTimeMs = performance.now();
      for (const side of ['left', 'right'] as const) players[side] = countPlayers(server, side);
    }
    for (const side of ['left', 'right'] as const) {
      const { name } = server.match.world[side];
      if (name === known[side]) continue;
      known[side] = name;
      progress.printNote(`${name} plays ${side}.`);
    }
  }, 10 * POLL_INTERVAL_MS);
  void server.finished.then(() => clearInterval(timer));
}

function createFinalReport(running: MatchRun, serverLogProblem: string | null): MatchReport {
  const { plan, sizes, server, players, teams, problems, interrupt } = running;
  if (server.fault !== null) problems.push(`The server failed: ${server.fault.message}`);
  if (server.isAbandoned)
    problems.push(
      'Players did not answer (think) with (done) in synchronous mode. Teams that cannot do so need --real-time.',
    );
  const logs: { left?: string; right?: string } = {};
  for (const side of ['left', 'right'] as const) {
    const team = teams[side];
    if (team !== undefined) logs[side] = team.log;
  }
  const seconds = running.kickOffTimeMs === 0 ? 0 : (performance.now() - running.kickOffTimeMs) / 1000;
  const recorded = plan.record
    ? finishRecording(running.outputFiles.recording, server.logPaths.gameLog ?? null, plan.debug)
    : { recording: null, debug: null, problems: [] };
  return createQuickReport(plan, server, {
    recorded,
    sizes,
    players,
    logs,
    serverLog: running.outputFiles.server,
    seconds,
    problems,
    serverLogProblem,
    interrupted: interrupt.status,
  });
}

/** The finished match can be watched until the user closes the page. */
async function waitForPageEnd({ page, interrupt, progress, server }: MatchRun): Promise<void> {
  if (page === null || interrupt.status !== null || page.tree.end !== null) return;
  if (server.match.world.time === 0) return;
  progress.printNote(`\nThe match stays on the page: ${page.link}  End with Ctrl-C.`);
  await Promise.race([interrupt.received, page.tree.ended]);
}
