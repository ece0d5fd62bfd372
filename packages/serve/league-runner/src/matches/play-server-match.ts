import { arch, cpus } from 'node:os';
import { SIDE_NAMES, type SideName, sideOfName, TEAM_SIZE } from '@rcss/core';
import type { ModuleTeam, StartedTeam } from '@rcss/core/match-document';
import { isLoopback } from '@rcss/kit/http-access';
import {
  connectTeams,
  countPlayers,
  describeMissing,
  describeState,
  readLastLogLines,
  type TeamProcess,
  type TreeIdentity,
} from '@rcss/kit/match-runner';
import type { ReportedCommand, SeatOwner, SeatRequest, SoccerServer } from '@rcss/match-server';
import { findUnboxed } from '../box/box.js';
import { SocketOwners } from '../isolation/socket-owners.js';
import type { MachineLink } from '../jobs/machine-messages.js';
import type { MatchJob } from '../jobs/match-job.js';
import { describeScore, MatchFailure, type MatchOutcome, type MatchProblem } from '../jobs/match-outcome.js';
import { openServer, openServerLog, startSide } from './open-server.js';
import { DEFAULT_START_TIMEOUT, isSynchronous } from './server-values.js';
import type { IsolatedProcess } from './start-own-team.js';
import { findExceededLimit, findMissedDone } from './team-limits.js';

const OTHER_SIDE = { left: 'right', right: 'left' } as const;
const WATCH_INTERVAL_MS = 20;
const LIMIT_INTERVAL_MS = 1000;
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
  progressed(step: number): void;
  /** Starts teams on machines of their own; absent: there are none. */
  readonly machines?: MachineLink;
}

/** A match with its server and teams. */
interface ServerMatch {
  readonly job: MatchJob;
  readonly server: SoccerServer;
  readonly teams: Partial<Record<SideName, IsolatedProcess>>;
  readonly listener: MatchProgressListener;
  readonly players: { left: number; right: number };
  /** The players that were not on the field at the first cycle, in words. */
  readonly absent: { left: string; right: string };
  /** Cycle at which each player that is not on the field was missed first, by its index; those of the first cycle have 0. */
  readonly lost: Map<number, number>;
  /** What the first two looks after the kickoff have found without the box, by side. */
  readonly unboxed: Record<SideName, (readonly string[])[]>;
  readonly problems: MatchProblem[];
  readonly forfeits: Set<SideName>;
  isKickedOff: boolean;
}

/**
 * Plays a match: server in this process, teams in processes of their own. When the promise resolves, all of them have ended and the files
 * in the folder are complete: `server.log`, `left.log`, `right.log`, game log, text log.
 *
 * @param slot Number of the match among those of this machine.
 * @throws {MatchFailure} if the server cannot be started or fails.
 */
export async function playServerMatch(
  job: MatchJob,
  folder: string,
  slot: number,
  listener: MatchProgressListener,
  signal: AbortSignal,
): Promise<MatchOutcome> {
  const startedAt = performance.now();
  let isOwnSender: SeatOwner = () => null;
  const log = openServerLog(folder);
  const write = (line: string): void => log.write(line);
  const server = await openServer(
    job.document,
    folder,
    { out: write, err: write },
    {
      clientCount: countExpected(job, 'left') + countExpected(job, 'right'),
      connectTimeout: Math.max(...SIDE_NAMES.map((side) => readStartTimeout(job, side))),
      limits: { left: job.teams.left.limits, right: job.teams.right.limits },
    },
    (team, from) => isOwnSender(team, from),
  );
  const match: ServerMatch = {
    job,
    server,
    teams: {},
    listener,
    players: { left: 0, right: 0 },
    absent: { left: '', right: '' },
    lost: new Map(),
    unboxed: { left: [], right: [] },
    problems: [],
    forfeits: new Set(),
    isKickedOff: false,
  };
  isOwnSender = createSeatOwner(match);
  const stop = (): void => server.stop();
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  listener.opened(server.ports.player);
  try {
    if (await startTeams(match, folder, slot)) watchMatch(match);
    else server.stop();
    await server.finished;
    if (signal.aborted) throw new MatchFailure('the match was stopped');
    const failure = findMachineFailure(match);
    if (failure !== null) throw new MatchFailure(failure);
    if (server.fault !== null) throw new MatchFailure(`the server failed: ${server.fault.message}`);
    if (server.isAbandoned) blameUnanswered(match);
    // A full disk may be found when the last lines are written.
    await log.close();
    for (const message of [...log.problems, ...server.fileProblems])
      match.problems.push({ side: null, message, isLog: true });
    return createOutcome(match, (performance.now() - startedAt) / 1000);
  } finally {
    signal.removeEventListener('abort', stop);
    server.stop();
    await Promise.all([server.finished, ...Object.values(match.teams).map((team) => team.stop())]);
    await log.close();
  }
}

/** Returns the rule about the places of both teams: no team gets one in the other team, by its machine or its processes. */
function createSeatOwner({ teams, server }: ServerMatch): SeatOwner {
  const owners = new SocketOwners(() =>
    Object.values(teams).flatMap(({ side, tree: { child, mark } }) =>
      child.pid === undefined ? [] : [[side, { group: child.pid, mark }] as const],
    ),
  );
  return (name, { address, port }) => {
    const { world } = server.match;
    const side =
      SIDE_NAMES.find((own) => teams[own]?.name === name) ??
      SIDE_NAMES.find((own) => world[own].name === name);
    if (side === undefined) return null;
    const [machine, other] = [side, OTHER_SIDE[side]].map((own) => {
      const known = teams[own]?.address ?? null;
      // A machine can be another program on this one.
      return known === null || isLoopback(known) ? null : known;
    });
    if (machine !== null || other === address) return machine === other ? null : machine === address;
    const owner = owners.find(port);
    return owner === null ? null : owner === 'self' || owner === side;
  };
}

/** Why a machine does not run its team, which is not the fault of the team; null if all do. */
function findMachineFailure({ teams }: ServerMatch): string | null {
  return teams.left?.failure ?? teams.right?.failure ?? null;
}

/** Number of the players of a team. */
function countExpected({ document }: MatchJob, side: SideName): number {
  const team = document.teams?.[side];
  return team !== undefined && 'start' in team ? (team.players ?? TEAM_SIZE) : TEAM_SIZE;
}

/** Time of a team for its first player, s. */
function readStartTimeout({ teams }: MatchJob, side: SideName): number {
  return teams[side].limits.startTimeout ?? DEFAULT_START_TIMEOUT;
}

/** Starts both teams; false if one does not connect. */
async function startTeams(match: ServerMatch, folder: string, slot: number): Promise<boolean> {
  const { job, server, teams, listener } = match;
  const start = async (side: SideName): Promise<TeamProcess> => {
    const plan = job.document.teams![side] as StartedTeam | ModuleTeam;
    // Of a team that is started once more.
    await teams[side]?.stop();
    const team = await startSide(server, side, plan, job.teams[side], folder, slot, listener.machines);
    teams[side] = team;
    const { child, mark } = team.tree;
    if (child.pid !== undefined) listener.started({ group: child.pid, mark });
    return team;
  };
  const timeoutMs = {
    left: readStartTimeout(job, 'left') * 1000,
    right: readStartTimeout(job, 'right') * 1000,
  };
  return connectTeams(server, start, timeoutMs, (side, failure) => {
    if (findMachineFailure(match) !== null) return;
    const when = failure === 'timeout' ? ` in ${readStartTimeout(job, side)} s` : '';
    forfeit(match, side, `connected no player${when}`);
  });
}

function forfeit(match: ServerMatch, side: SideName, what: string): void {
  const team = match.teams[side]!;
  const output = readLastLogLines(team.log).slice(-PROBLEM_LINES);
  const tail = output.length === 0 ? 'It wrote nothing.' : `Its last output:\n  ${output.join('\n  ')}`;
  // Processes that the kernel has ended for a limit seem to have left.
  const message = `${team.name} ${team.exceeded ?? what} (${describeState(team.tree)}). ${tail}`;
  match.problems.push({ side, message });
  match.forfeits.add(side);
}

/** Records the players at the first cycle; ends the match if all players of a team have left or a team exceeds a limit. */
function watchMatch(match: ServerMatch): void {
  const { server, players, teams, job, listener } = match;
  let nextLimitCheck = performance.now() + LIMIT_INTERVAL_MS;
  const timer = setInterval(() => {
    const { world } = server.match;
    if (server.ending !== null) return clearInterval(timer);
    if (findMachineFailure(match) !== null) {
      clearInterval(timer);
      return server.stop();
    }
    const now = performance.now();
    const checksLimits = now >= nextLimitCheck;
    if (checksLimits) {
      nextLimitCheck = now + LIMIT_INTERVAL_MS;
      // The time before the first step has limits of its own.
      if (server.match.steps > 0) listener.progressed(server.match.steps);
    }
    if (world.playMode === 'time_over') return;
    const isFirstCycle = !match.isKickedOff && server.match.steps > 0 && world.playMode !== 'before_kick_off';
    match.isKickedOff ||= isFirstCycle;
    for (const side of SIDE_NAMES) {
      const count = countPlayers(server, side);
      if (isFirstCycle || !match.isKickedOff) players[side] = Math.max(players[side], count);
      if (isFirstCycle) match.absent[side] = describeMissing(server, side, countExpected(job, side));
      let failure = count === 0 && players[side] > 0 ? `left the match at cycle ${world.time}` : null;
      if (failure === null && checksLimits)
        failure =
          teams[side]!.exceeded ??
          findExceededLimit(teams[side]!, job.teams[side].limits) ??
          findMissedDone(server.readTeam(sideOfName(side)).players, job.teams[side].limits);
      if (failure !== null) forfeit(match, side, failure);
      if (match.isKickedOff) noteUnboxed(match, side);
    }
    if (match.isKickedOff) noteLost(match, isFirstCycle ? 0 : world.time);
    if (match.forfeits.size === 0) return;
    clearInterval(timer);
    server.stop();
  }, WATCH_INTERVAL_MS);
  void server.finished.then(() => clearInterval(timer));
}

/** Looks for programs of a team that run without the box, twice, because a program that has just started has not loaded its libraries. */
function noteUnboxed({ job, teams, unboxed }: ServerMatch, side: SideName): void {
  if (job.teams[side].repeatable === undefined || !isSynchronous(job.document) || unboxed[side].length > 1)
    return;
  unboxed[side].push(findUnboxed(teams[side]!.tree));
}

/** Remembers the players that are not on the field any more, those with a red card left out. */
function noteLost({ server, lost }: ServerMatch, time: number): void {
  for (const { index, enabled, cards } of server.match.world.players)
    if (!enabled && cards < 2 && !lost.has(index)) lost.set(index, time);
}

/** Reports the players of a side that have left since the first cycle. */
function describeLost({ server, lost }: ServerMatch, side: SideName): string {
  return [...lost]
    .map(([index, time]) => ({ ...server.match.world.players[index]!, time }))
    .filter((player) => player.side === side[0] && player.time > 0)
    .map(({ unum, time }) => `player ${unum} at cycle ${time}`)
    .join(', ');
}

/** The match ended because clients did not answer: the team with more of them forfeits. */
function blameUnanswered(match: ServerMatch): void {
  const { unansweredPlayers } = match.server;
  const { time } = match.server.match.world;
  const most = Math.max(unansweredPlayers.left.length, unansweredPlayers.right.length);
  for (const side of SIDE_NAMES) {
    const unums = unansweredPlayers[side];
    if (unums.length > 0 && unums.length === most)
      forfeit(match, side, `did not answer with (done): players ${unums.join(', ')} at cycle ${time}`);
  }
}

function createOutcome(match: ServerMatch, seconds: number): MatchOutcome {
  const { server, forfeits, players, problems } = match;
  const { world } = server.match;
  const end = server.readEnd();
  for (const side of SIDE_NAMES) {
    const team = match.teams[side];
    const { name } = world[side];
    if (team !== undefined && name !== '' && name !== team.name)
      problems.push({
        side,
        message: `${team.name} has connected as '${name}': its start command does not use the name that it gets`,
      });
    const foreign = team?.foreignTeam ?? null;
    if (team !== undefined && foreign !== null)
      problems.push({
        side,
        message: `${team.name} has asked for places as '${foreign.slice(0, 40)}', which it does not get: a team in isolation connects by its own name`,
      });
    const expected = countExpected(match.job, side);
    const lost = describeLost(match, side);
    if (forfeits.size === 0 && lost !== '')
      problems.push({ side, message: `${team?.name ?? side} lost players that did not return: ${lost}` });
    if (forfeits.size > 0 || players[side] >= expected) continue;
    const message = `${match.teams[side]?.name ?? side} played with ${players[side]} of ${expected} players${match.absent[side]}`;
    problems.push({ side, message });
  }
  const notLimited = SIDE_NAMES.flatMap((side) => {
    const team = match.teams[side];
    return typeof team?.notLimited === 'string' ? [`${team.name}: ${team.notLimited}`] : [];
  });
  const unboxed = SIDE_NAMES.flatMap((side) => {
    const [first = [], second = []] = match.unboxed[side];
    const programs = first.filter((program) => second.includes(program));
    const message = `repeatable: box, but ${programs.join(', ')} ran without it: the match may not repeat`;
    return programs.length === 0 ? [] : [{ side, message: `${match.teams[side]!.name} has ${message}` }];
  });
  problems.push(...unboxed);
  const isRepeatable = isSynchronous(match.job.document) && forfeits.size === 0 && unboxed.length === 0;
  const [missedLeft, missedRight] = (['l', 'r'] as const).map(
    (side) => server.readTeam(side).missedDoneCount,
  );
  const { refereeCommands, seatRequests } = server;
  if (seatRequests.length > 0) problems.push({ side: null, message: describeSeatRequests(seatRequests) });
  if (refereeCommands.length > 0)
    problems.push({ side: null, message: describeRefereeCommands(refereeCommands) });
  return {
    ...describeScore(end),
    ...(forfeits.size === 0 ? {} : { forfeit: forfeits.size === 2 ? 'both' : [...forfeits][0]! }),
    end: forfeits.size > 0 ? 'a team gave up' : end.end.message,
    // By the clock, the course of a match is never the same.
    digest: isRepeatable ? end.digest : null,
    ...(isRepeatable ? { processor: `${arch()} ${cpus()[0]?.model ?? ''}`.trim() } : {}),
    ...(isRepeatable && missedLeft! + missedRight! > 0
      ? { missedDone: { left: missedLeft!, right: missedRight! } }
      : {}),
    seconds: Math.round(seconds * 1000) / 1000,
    players,
    problems,
    ...(notLimited.length === 0 ? {} : { notLimited }),
    ...(refereeCommands.length === 0
      ? {}
      : { refereeCommands: refereeCommands.slice(0, MAX_REFEREE_COMMANDS) }),
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
