import { closeSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Side } from '@rcss/core';
import { makeFolder } from '@rcss/kit/command-line';
import { type ChangedRules, extractRules, listChangedRules } from '@rcss/params';
import type { Match, MatchEnd } from '@rcss/simulator';
import { checkPipeReader, openNamedFile } from '../files/exclusive-file.js';
import type { FileProblems } from '../files/file-problems.js';
import { getServerPorts, type Network, type ServerPorts } from '../net/network.js';
import {
  type PlayerSource,
  type PlayerStatus,
  readPlayers,
  roundToMicroseconds,
} from '../state/player-status.js';
import type { Referees, ReportedCommand } from '../state/referees.js';
import type { Ending, LogPaths, ServerRunState } from '../state/run-state.js';
import type { SeatRequest, TeamPlaces } from '../state/team-places.js';
import { countAllDrops, sumDrops } from '../state/telemetry.js';
import type { MatchResult, TeamResult } from './match-result.js';

/** The JSON result of a match (`rcss::result_file`). */
export interface ResultReport {
  readonly format: 'rcss-result';
  readonly version: 2;
  /** Start of the match, ISO 8601. */
  readonly start: string;
  readonly ending: Ending | null;
  /** Message of a fault of the server that ended the match, or null. */
  readonly fault: string | null;
  readonly seed: number;
  /** How the match ended: score, shootout, reason, players, digest of the last state. */
  readonly end: MatchEnd;
  /** Last cycle. */
  readonly time: number;
  /** Steps, including those of stopped play. */
  readonly steps: number;
  readonly playMode: string;
  /** Parameters that differ from their defaults: those of the modules `server` and `player`, and those that change the game of `rcss`. */
  readonly rules: ChangedRules;
  readonly left: TeamReport | null;
  readonly right: TeamReport | null;
  /** Whether a penalty was taken. */
  readonly penalties: boolean;
  readonly tossWinner: Side | null;
  readonly ports: ServerPorts;
  readonly files: LogPaths;
  /** Files that are missing or incomplete, one line each. */
  readonly fileProblems: readonly string[];
  /** Commands of the referee by monitors and the trainer, in their order; `refereeCommandCount` counts also those that are not kept. */
  readonly refereeCommands: readonly ReportedCommand[];
  readonly refereeCommandCount: number;
  /** Reconnects, and requests for a place that were refused because of their sender; `seatRequestCount` counts also those that are not kept. */
  readonly seatRequests: readonly SeatRequest[];
  readonly seatRequestCount: number;
  /** Datagrams dropped because a sender sent too many. */
  readonly floodDropped: number;
  /** Clients of which datagrams were dropped, because they sent too many or caused too much work in a cycle. */
  readonly limitedClients: readonly { readonly client: string; readonly dropped: number }[];
  /** Most work in one cycle of the trainer, and of the monitor with the largest value; units of `rcss::max_work_per_cycle`. */
  readonly trainerMaxWork: number;
  readonly monitorMaxWork: number;
  /** Real-time mode: passes that began more than 2 ms late, and the latest one. */
  readonly latePasses: number;
  readonly latestPassMs: number;
}

/** A team in the JSON result. */
export interface TeamReport extends TeamResult {
  /** Handshakes that the online coach missed in synchronous mode. */
  readonly coachMissedDone: number;
  /** Most work of the online coach in a cycle. */
  readonly coachMaxWork: number;
  readonly players: readonly PlayerStatus[];
}

/** The slices of a server that its JSON result reports. */
interface ReportSource extends PlayerSource {
  readonly match: Match;
  readonly net: Network;
  readonly run: ServerRunState;
  readonly problems: FileProblems;
  readonly referees: Referees;
  readonly seats: TeamPlaces;
}

/** Composes the JSON result. */
export function createResultReport(server: ReportSource, result: MatchResult, end: MatchEnd): ResultReport {
  const { match, net, run, telemetry, problems, referees, seats } = server;
  const { world } = match;
  return {
    format: 'rcss-result',
    version: 2,
    start: result.start.toISOString(),
    ending: run.ending,
    fault: run.fault?.message ?? null,
    seed: match.seed,
    end,
    time: world.time,
    steps: match.steps,
    playMode: world.playMode,
    rules: listChangedRules(extractRules(match.params, match.seed)),
    left: createTeamReport(server, result, 'l'),
    right: createTeamReport(server, result, 'r'),
    penalties: result.penalties,
    tossWinner: result.tossWinner,
    ports: getServerPorts(net.ports),
    files: run.logPaths,
    fileProblems: problems.messages,
    refereeCommands: referees.commands,
    refereeCommandCount: referees.commandCount,
    seatRequests: seats.requests,
    seatRequestCount: seats.requestCount,
    floodDropped: countAllDrops(telemetry),
    limitedClients: [...telemetry.limitedClients].map(([client, drops]) => ({
      client,
      dropped: sumDrops(drops),
    })),
    trainerMaxWork: Math.ceil(telemetry.maxWork.trainer),
    monitorMaxWork: Math.ceil(telemetry.maxWork.monitor),
    latePasses: telemetry.latePassCount,
    latestPassMs: roundToMicroseconds(telemetry.maxLatenessMs),
  };
}

function createTeamReport(server: ReportSource, result: MatchResult, side: Side): TeamReport | null {
  const team = side === 'l' ? result.left : result.right;
  if (team === null) return null;
  const { telemetry } = server;
  return {
    ...team,
    coachMissedDone: telemetry.coachesMissedDone[side],
    coachMaxWork: Math.ceil(telemetry.maxWork[side]),
    players: readPlayers(server).filter((player) => player.side === side),
  };
}

/** Writes a result as JSON to an open file, and closes it. */
export function writeResultJson(fd: number, report: ResultReport): void {
  try {
    writeFileSync(fd, `${JSON.stringify(report, null, 2)}\n`);
  } finally {
    closeSync(fd);
  }
}

/**
 * Writes a result as JSON to a file with a given name, and creates its folder.
 *
 * @param overwrite Whether an existing file is replaced instead of renamed.
 * @throws the error of the file system.
 */
export function writeResultFile(path: string, report: ResultReport, overwrite: boolean): void {
  makeFolder(dirname(path));
  checkPipeReader(path);
  writeResultJson(openNamedFile(path, overwrite), report);
}
