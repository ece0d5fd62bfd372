import { arch, cpus } from 'node:os';
import { join } from 'node:path';
import { SIDE_NAMES, type SideName, TEAM_SIZE } from '@rcss/core';
import type { ModuleTeam, StartedTeam } from '@rcss/core/match-document';
import { describeState, readLastLogLines, type TeamProcess, type TreeIdentity } from '@rcss/kit/match-runner';
import {
  type ConsoleOutput,
  createMatchConfiguration,
  openServerLog,
  type RcssParams,
  type ReportedCommand,
  type SeatOwner,
  type SeatRequest,
  type ServedTeam,
  ServedTeams,
  type SoccerServer,
  StartError,
  startServer,
  type TeamFault,
} from '@rcss/match-server';
import type { MatchEnd, MatchSpec } from '@rcss/simulator';
import { createProgramValues, DEFAULT_START_TIMEOUT } from '../jobs/fixture-spec.js';
import type { MatchJob } from '../jobs/match-job.js';
import {
  describeEnd,
  MatchFailure,
  type MatchOutcome,
  type MatchProblem,
  readGoals,
  type Score,
} from '../jobs/match-outcome.js';
import { createSeatOwner } from './seat-owner.js';
import { type IsolatedProcess, startOwnTeam } from './start-own-team.js';

/** Commands of the referee in an outcome. */
const MAX_REFEREE_COMMANDS = 100;
/** Last lines of the output of a team in a problem. */
const PROBLEM_LINES = 5;

/** What a match reports while it runs. */
export interface MatchProgressListener {
  /** The ports are open: a monitor can watch the match at this port. */
  opened(port: number): void;
  /** Processes of a team, which must be ended if this process cannot do it. */
  started(tree: TreeIdentity): void;
  /** The match goes on; `step` counts also the cycles of stopped play. */
  progressed(step: number, score?: Score): void;
}

/** A match that is to be played now. */
export interface JobRun {
  readonly job: MatchJob;
  /** Folder of its files. */
  readonly folder: string;
  /** Number of the match among those of this machine. */
  readonly slot: number;
  readonly listener: MatchProgressListener;
  readonly signal: AbortSignal;
}

/**
 * Plays a match of teams that are programs: server in this process, teams in processes of their own. When the promise resolves, all of them
 * have ended and the files in the folder are complete: `server.log`, `left.log`, `right.log`, game log, text log.
 *
 * @throws {MatchFailure} if the server cannot be started or fails.
 */
export async function playPrograms({ job, folder, slot, listener, signal }: JobRun): Promise<MatchOutcome> {
  const { spec } = job;
  const startedAt = performance.now();
  const log = openServerLog(join(folder, 'server.log'));
  const limits = { left: job.teams.left.limits, right: job.teams.right.limits };
  const clientCount = countExpected(job, 'left') + countExpected(job, 'right');
  const connectTimeout = Math.max(...SIDE_NAMES.map((side) => findStartTimeout(job, side)));
  let isOwnSender: SeatOwner = () => null;
  const rcss = createProgramValues(job.program, { clientCount, connectTimeout, limits });
  const server = await openMatchServer(spec, folder, rcss, log.output, (team, from) =>
    isOwnSender(team, from),
  );
  const problems: MatchProblem[] = [];
  const teams = createTeams({ job, folder, slot, listener, signal }, server, problems);
  isOwnSender = createSeatOwner(teams.processes, server);
  const stop = (): void => server.stop();
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  listener.opened(server.ports.player);
  try {
    const end = await teams.play();
    if (signal.aborted) throw new MatchFailure('the match was stopped');
    if (server.fault !== null) throw new MatchFailure(`the server failed: ${server.fault.message}`);
    // A full disk may be found when the last lines are written.
    await log.close();
    for (const message of [...log.problems, ...server.fileProblems])
      problems.push({ side: null, message, isLog: true });
    for (const side of SIDE_NAMES)
      problems.push(...findTeamProblems(server, teams, side, countExpected(job, side)));
    const outside = describeUnboxed(teams);
    problems.push(...outside);
    const isRepeatable = spec.clock !== 'real-time' && !teams.isForfeited && outside.length === 0;
    const seconds = (performance.now() - startedAt) / 1000;
    return createOutcome(server, teams, { end, isRepeatable, problems, seconds });
  } finally {
    signal.removeEventListener('abort', stop);
    server.stop();
    await Promise.all([server.finished, ...Object.values(teams.processes).map((team) => team.stop())]);
    await log.close();
  }
}

/** Returns the teams of a match, which adds its faults to the problems. */
function createTeams(
  { job, folder, slot, listener }: JobRun,
  server: SoccerServer,
  problems: MatchProblem[],
): ServedTeams<IsolatedProcess> {
  const createTeam = (side: SideName): ServedTeam<IsolatedProcess> => ({
    players: countExpected(job, side),
    startTimeout: findStartTimeout(job, side),
    async start() {
      // Of a team that is started once more.
      await teams.processes[side]?.stop();
      const team = job.spec.teams![side] as StartedTeam | ModuleTeam;
      return startOwnTeam(team, job.teams[side], {
        ...{ server, side, slot, log: join(folder, `${side}.log`) },
      });
    },
  });
  const teams: ServedTeams<IsolatedProcess> = new ServedTeams<IsolatedProcess>(server, {
    teams: { left: createTeam('left'), right: createTeam('right') },
    onStarted({ tree: { child, mark } }) {
      if (child.pid !== undefined) listener.started({ group: child.pid, mark });
    },
    onFault(side, fault) {
      if (fault.kind === 'incomplete') return '';
      const message = describeFault(teams.processes[side]!, fault, findStartTimeout(job, side));
      problems.push({ side, message });
      return message;
    },
    onProgress: () => listener.progressed(server.match.steps, readGoals(server.match)),
  });
  return teams;
}

/** Time that a team has for its first player, s. */
function findStartTimeout({ teams }: MatchJob, side: SideName): number {
  return teams[side].limits.startTimeout ?? DEFAULT_START_TIMEOUT;
}

/**
 * Starts the server of a match in this process.
 *
 * @param folder Folder of its logs.
 * @throws {MatchFailure} if it cannot be started.
 */
export async function openMatchServer(
  spec: MatchSpec,
  folder: string,
  rcss: Partial<RcssParams>,
  output: ConsoleOutput,
  isOwnSender?: SeatOwner,
): Promise<SoccerServer> {
  try {
    const conditions = { ...spec, ...(isOwnSender && { isOwnSender }) };
    return await startServer(createMatchConfiguration(spec, { folder, port: 0, rcss }), output, conditions);
  } catch (error) {
    if (error instanceof StartError || error instanceof RangeError)
      throw new MatchFailure(`the server did not start: ${error.message}`);
    throw error;
  }
}

/** Number of the players of a team. */
function countExpected({ spec }: MatchJob, side: SideName): number {
  const team = spec.teams?.[side];
  return team !== undefined && 'start' in team ? (team.players ?? TEAM_SIZE) : TEAM_SIZE;
}

/** A fault for which a team forfeits, with the state of the team and the end of its output. */
function describeFault(
  team: IsolatedProcess,
  fault: Exclude<TeamFault, { kind: 'incomplete' }>,
  startTimeout: number,
): string {
  // Processes that the kernel has ended for a limit seem to have left.
  return describeFailedTeam(team, team.exceeded ?? nameFault(fault, startTimeout), PROBLEM_LINES);
}

/** Says what is wrong with a team, with its state and the last lines of its output. */
export function describeFailedTeam(team: TeamProcess, what: string, lineCount: number): string {
  const output = readLastLogLines(team.log).slice(-lineCount);
  const tail = output.length === 0 ? 'It wrote nothing.' : `Its last output:\n  ${output.join('\n  ')}`;
  return `${team.name} ${what} (${describeState(team)}). ${tail}`;
}

function nameFault(fault: Exclude<TeamFault, { kind: 'incomplete' }>, startTimeout: number): string {
  if (fault.kind === 'missing') return `connected no player${fault.isLate ? ` in ${startTimeout} s` : ''}`;
  if (fault.kind === 'left') return `left the match at cycle ${fault.cycle}`;
  if (fault.kind === 'found') return fault.cause;
  return `did not answer with (done): players ${fault.unums.join(', ')} at cycle ${fault.cycle}`;
}

/** Problems of a team that do not end a match: names, players that were missing or have left. */
function findTeamProblems(
  server: SoccerServer,
  teams: ServedTeams<IsolatedProcess>,
  side: SideName,
  expected: number,
): MatchProblem[] {
  const { players, absent, isForfeited } = teams;
  const team = teams.processes[side];
  const called = team?.name ?? side;
  const { world } = server.match;
  const messages: string[] = [];
  if (team !== undefined && world[side].name !== '' && world[side].name !== called)
    messages.push(
      `${called} has connected as '${world[side].name}': its start command does not use the name that it gets`,
    );
  const foreign = team?.foreignTeam ?? null;
  if (foreign !== null)
    messages.push(
      `${called} has asked for places as '${foreign.slice(0, 40)}', which it does not get: a team in isolation connects by its own name`,
    );
  const lost = teams.describeLost(side);
  if (!isForfeited && lost !== '') messages.push(`${called} lost players that did not return: ${lost}`);
  if (!isForfeited && players[side] < expected)
    messages.push(`${called} played with ${players[side]} of ${expected} players${absent[side]}`);
  return messages.map((message) => ({ side, message }));
}

/** Programs that ran without the box at both looks. */
function describeUnboxed(teams: ServedTeams<IsolatedProcess>): MatchProblem[] {
  return SIDE_NAMES.flatMap((side) => {
    const what = teams.describeUnboxed(side);
    return what === '' ? [] : [{ side, message: `${teams.processes[side]!.name} ${what}` }];
  });
}

function createOutcome(
  server: SoccerServer,
  teams: ServedTeams<IsolatedProcess>,
  {
    end,
    isRepeatable,
    problems,
    seconds,
  }: {
    readonly end: MatchEnd;
    /** By the clock, the course of a match is never the same. */
    readonly isRepeatable: boolean;
    readonly problems: MatchProblem[];
    readonly seconds: number;
  },
): MatchOutcome {
  const { forfeit } = end;
  const notLimited = SIDE_NAMES.flatMap((side) => {
    const team = teams.processes[side];
    return typeof team?.notLimited === 'string' ? [`${team.name}: ${team.notLimited}`] : [];
  });
  const [left, right] = (['l', 'r'] as const).map((side) => server.readTeam(side).missedDoneCount) as [
    number,
    number,
  ];
  const { refereeCommands, seatRequests } = server;
  if (seatRequests.length > 0) problems.push({ side: null, message: describeSeatRequests(seatRequests) });
  if (refereeCommands.length > 0)
    problems.push({ side: null, message: describeRefereeCommands(refereeCommands) });
  return {
    ...describeEnd(end),
    ...(forfeit !== null && { forfeit: forfeit.side, end: 'a team gave up' }),
    ...(isRepeatable ? { processor: `${arch()} ${cpus()[0]?.model ?? ''}`.trim() } : { digest: null }),
    ...(isRepeatable && left + right > 0 && { missedDone: { left, right } }),
    seconds: Math.round(seconds * 1000) / 1000,
    problems,
    ...(notLimited.length > 0 && { notLimited }),
    ...(refereeCommands.length > 0 && { refereeCommands: refereeCommands.slice(0, MAX_REFEREE_COMMANDS) }),
  };
}

/** Says which commands of the referee clients gave. */
function describeRefereeCommands(commands: readonly ReportedCommand[]): string {
  const [first] = commands as [ReportedCommand];
  const executed = commands.filter((command) => command.executed).length;
  return (
    `clients gave ${commands.length} commands of the referee, of which ${executed} were executed; ` +
    `the first one: ${first.command} by a ${first.role} at ${first.address}:${first.port} in cycle ${first.time}`
  );
}

/** Says which players have reconnected, and who was refused a place because of its sender. */
function describeSeatRequests(requests: readonly SeatRequest[]): string {
  const refused = requests.filter(({ accepted }) => !accepted);
  const first = refused[0] ?? requests[0]!;
  const what = first.unum === null ? `a place of ${first.team}` : `player ${first.unum} of ${first.team}`;
  return (
    `${requests.length - refused.length} players have reconnected, and ${refused.length} requests for a place were refused because of their sender; ` +
    `${refused.length > 0 ? 'the first refused one' : 'the first one'}: ${what} for ${first.address}:${first.port} in cycle ${first.time}`
  );
}
