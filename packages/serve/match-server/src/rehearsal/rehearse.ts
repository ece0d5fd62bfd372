import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Side } from '@rcss/core';
import { describeTeam, startTeam, type TeamChoice, type TeamProcess } from '@rcss/kit/match-runner';
import { createMatchParams, createServerParams, DEFAULT_SERVER_PARAMS, type MatchRules } from '@rcss/params';
import type { MatchEnd } from '@rcss/simulator';
import { type RecordingHeader, readRecording } from '@rcss/simulator/recording';
import { createConfiguration } from '../config/configuration.js';
import { launchServer, type RunningMatch } from '../lifecycle/start-server.js';
import { readStartTime } from '../logs/start-time.js';
import type { LogPaths } from '../state/run-state.js';
import { Rehearsal, RehearsalError, type RehearsalOptions } from './rehearsal.js';

/** A recorded match that is played again with programs in place of its clients. */
export interface RehearsalPlan extends Omit<RehearsalOptions, 'isLive' | 'refusesOthers'> {
  /** The teams whose programs are started; with `only`, they are in place of one client. */
  readonly teams: Readonly<Partial<Record<Side, TeamChoice>>>;
  /** Number of the only player that is replaced, 0 for the online coach; absent: all clients of these teams. */
  readonly only?: number;
  /** Further environment of the programs, such as their options. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Time for the decision of a program, ms. */
  readonly limitMs: number;
  /** Whether the programs stay on the ports to which they send their requests; by default each gets a port of its own. */
  readonly singlePort?: boolean;
  /** Folder for the game log and the recording of the match that is played; absent: none. */
  readonly logs?: string;
  /** Called when the match is there, before the programs start. */
  readonly onStart?: (match: RunningMatch, header: RecordingHeader) => void;
  /** Ends the match. */
  readonly signal?: AbortSignal;
}

/** How a match with programs in place of its clients ended. */
export interface Rehearsed {
  /** The end; of a match that a signal ended, the state there. */
  readonly end: MatchEnd;
  /** Names of the recorded teams, empty if a team did not connect. */
  readonly names: Readonly<Record<Side, string>>;
  /** Whether the recording was played to its end. */
  readonly isOver: boolean;
  /** Whether the recording is damaged or has no end, as far as it was read. */
  readonly isTruncated: boolean;
  /** Whether the programs have played. */
  readonly hasPlayed: boolean;
  /** Game time of the first step with another state than the recorded one, since the programs play; null: none. */
  readonly differsFrom: number | null;
  readonly logPaths: LogPaths;
}

/** Parameters of the clock and the world that are read when a match is created. */
const FIXED = /^(experimental_height|2d_mode|synch_mode|\w*_step|\w*_offset|keepaway\w*)$/;
/** Names of teams are a part of start commands. */
const TEAM_NAME = /^[-_+a-zA-Z0-9]{1,15}$/;
const HOST = '127.0.0.1';
const POLL_INTERVAL_MS = 20;
const NO_OUTPUT = { out: () => {}, err: () => {} };

/**
 * Plays a recorded match on a server in this process, with programs in place of some of its clients. They receive what these received, and their
 * commands are compared with the recorded ones, which are executed; from `playsFrom.time` on, the programs play.
 *
 * @param bytes The recording, not compressed.
 * @throws {RehearsalError} (as a rejection) if a program does not connect, does not answer or ends, or if the recording cannot be played so
 * @throws {RangeError} if a parameter of `playsFrom.server` is unknown, has a value that is not allowed, or cannot be changed
 */
export async function rehearse(bytes: Uint8Array, plan: RehearsalPlan): Promise<Rehearsed> {
  const { teams, only, playsFrom, signal } = plan;
  const opened = readRecording(bytes);
  if (!opened.ok) throw new RehearsalError(opened.error.message);
  const { header } = opened.value;
  const { rules, seed, start } = header;
  if (!rules.server.synch_mode)
    throw new RehearsalError(
      'the match was recorded in real time, in which programs do not decide in step; record it in synchronous mode, as rcss match --synchronous does',
    );
  checkChanges(rules, seed, playsFrom?.server ?? {});
  const names = readTeamNames(bytes);
  for (const side of ['l', 'r'] as const)
    if (teams[side] !== undefined && !TEAM_NAME.test(names[side]))
      throw new RehearsalError(
        names[side] === ''
          ? `the recording has no ${side === 'l' ? 'left' : 'right'} team`
          : `the recorded name of a team is ${JSON.stringify(names[side].slice(0, 40))}; allowed: 1 to 15 of the characters A–Z a–z 0–9 - _ +`,
      );
  const rehearsal = new Rehearsal(
    opened.value,
    // `playsFrom.server` changes a copy.
    createMatchParams({ ...rules.server }, rules.player, seed, rules.types),
    readStartTime(start),
    {
      ...plan,
      refusesOthers: only !== undefined,
      isLive: ({ side, unum }) => teams[side] !== undefined && (only === undefined || only === unum),
    },
  );
  const { handle } = await launchServer(configure(rules, plan), NO_OUTPUT, rehearsal);
  const abort = () => handle.stop();
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  const folder = mkdtempSync(join(tmpdir(), 'rcss-teams-'));
  const started: Partial<Record<Side, TeamProcess>> = {};
  let failed: RehearsalError | null = null;
  try {
    plan.onStart?.(handle.match, header);
    const { player: port, coach: coachPort, olcoach: olcoachPort } = handle.ports;
    for (const side of ['l', 'r'] as const) {
      const choice = teams[side];
      if (choice === undefined) continue;
      // The first team to connect plays left, whatever its name.
      while (side === 'r' && teams.l !== undefined && !rehearsal.hasName('l') && handle.ending === null)
        await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
      if (handle.ending !== null) break;
      const place = { host: HOST, port, coachPort, olcoachPort, seed };
      const name = side === 'l' ? 'left' : 'right';
      const team = startTeam(name, { choice, name: names[side] }, place, join(folder, `${name}.log`), plan);
      started[side] = team;
      void team.tree.ended.then(({ status, error }) => {
        if ((status === 0 && error === '') || handle.ending !== null) return;
        failed = new RehearsalError(`the ${name} team ended with an error`, side);
        abort();
      });
    }
    await handle.finished;
    const problem = handle.fault ?? failed;
    if (problem !== null) throw problem;
    rmSync(folder, { recursive: true, force: true });
    const { isOver, isTruncated, isPlaying: hasPlayed, differsFrom } = rehearsal;
    const { logPaths } = handle;
    return { end: handle.readEnd(), names, isOver, isTruncated, hasPlayed, differsFrom, logPaths };
  } catch (error) {
    const team = error instanceof RehearsalError && error.side !== null && started[error.side];
    // The output of the programs stays: the message names its file.
    if (team) throw new RehearsalError(describeTeam(team, (error as Error).message), error.side);
    rmSync(folder, { recursive: true, force: true });
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
    handle.stop();
    await Promise.all(Object.values(started).map(({ tree }) => tree.stop()));
  }
}

/** Returns a configuration without the files, addresses and start scripts of the machine that recorded. */
function configure({ server }: MatchRules, { logs, limitMs, singlePort = false }: RehearsalPlan) {
  const { game_log_dated } = server;
  return createConfiguration({
    server: {
      port: 0,
      coach_port: 0,
      olcoach_port: 0,
      text_logging: false,
      game_logging: logs !== undefined,
      ...(logs !== undefined && { game_log_dir: `${logs}/`, game_log_dated }),
    },
    rcss: {
      bind_address: HOST,
      reproducible: true,
      referees: 'none',
      synch_timeout: limitMs,
      synch_max_missed: 0,
      single_port: singlePort,
      ...(logs !== undefined && { record: join(logs, 'future.rec.gz'), overwrite: true }),
    },
  });
}

/** Returns the names of the teams of a recording, the left one first: the first to connect. */
function readTeamNames(bytes: Uint8Array): Record<Side, string> {
  const opened = readRecording(bytes);
  const names: string[] = [];
  if (opened.ok)
    for (
      let entry = opened.value.nextEntry();
      entry !== null && names.length < 2;
      entry = opened.value.nextEntry()
    )
      if (entry.do === 'connect_player' && !names.includes(entry.entry.team)) names.push(entry.entry.team);
  const [l = '', r = ''] = names;
  return { l, r };
}

/** Checks parameters that change during a match: what the match has computed from parameters when it was created stays as it is. */
function checkChanges(
  { server, player }: MatchRules,
  seed: number,
  changes: Readonly<Record<string, unknown>>,
): void {
  for (const [name, value] of Object.entries(changes)) {
    if (!Object.hasOwn(DEFAULT_SERVER_PARAMS, name))
      throw new RangeError(`server::${name} is not a known parameter`);
    const changed = createServerParams({ ...server, [name]: value });
    const derive = (values: typeof server) => {
      const { server: _, ...derived } = createMatchParams(values, player, seed);
      return JSON.stringify(derived);
    };
    if (FIXED.test(name) || derive(changed) !== derive(server))
      throw new RangeError(
        `server::${name} cannot be changed during a match: player types, times or the clock are computed from it at the start`,
      );
  }
}
