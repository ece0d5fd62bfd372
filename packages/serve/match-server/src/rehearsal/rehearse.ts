import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Side, sideName } from '@rcss/core';
import { describeTeam, type OwnTeam, type TeamProcess } from '@rcss/kit/match-runner';
import { createMatchParams, createServerParams, DEFAULT_SERVER_PARAMS, type MatchRules } from '@rcss/params';
import type { MatchEnd } from '@rcss/simulator';
import { type RecordingHeader, readRecording } from '@rcss/simulator/recording';
import { createConfiguration } from '../config/configuration.js';
import { launchServer, type RunningMatch, type SoccerServer } from '../lifecycle/start-server.js';
import { readStartTime } from '../logs/start-time.js';
import type { ServerPorts } from '../net/network.js';
import type { LogPaths } from '../state/run-state.js';
import { Rehearsal } from './rehearsal.js';
import { type OpenClient, RehearsalError, type RehearsalOptions } from './rehearsal-options.js';

/** A recorded match that is played again with programs in place of its clients. */
export interface RehearsalPlan extends Omit<RehearsalOptions, 'isLive' | 'refusesOthers' | 'openTeam'> {
  /** The teams whose programs are started, or whose clients are opened in this process; with `only`, they are in place of one client. */
  readonly teams: Readonly<Partial<Record<Side, OwnTeam | OpenClient>>>;
  /** Number of the only player that is replaced, 0 for the online coach; absent: all clients of these teams. */
  readonly only?: number;
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
  if (!rules.server.synch_mode && Object.values(teams).some((team) => typeof team !== 'function'))
    throw new RehearsalError(
      'the match was recorded in real time, in which programs do not decide in step; record it in synchronous mode, as rcss match --synchronous does',
    );
  checkChanges(rules, seed, playsFrom?.server ?? {});
  const programs = new TeamPrograms(seed);
  const rehearsal = new Rehearsal(
    opened.value,
    // `playsFrom.server` changes a copy.
    createMatchParams({ ...rules.server }, rules.player, seed, rules.types),
    readStartTime(start),
    {
      ...plan,
      refusesOthers: only !== undefined,
      isLive: ({ side, unum }) => teams[side] !== undefined && (only === undefined || only === unum),
      openTeam(side, name, ports) {
        const team = teams[side]!;
        if (typeof team === 'function') return team;
        programs.start(side, name, team, ports);
        return null;
      },
    },
  );
  const { handle } = await launchServer(configure(rules, plan), NO_OUTPUT, rehearsal);
  programs.server = handle;
  const abort = () => handle.stop();
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  try {
    plan.onStart?.(handle.match, header);
    const end = await handle.finished;
    const problem = handle.fault ?? programs.failure;
    if (problem !== null) throw problem;
    const { isOver, isTruncated, isPlaying: hasPlayed, differsFrom } = rehearsal;
    const { logPaths } = handle;
    const names = { l: rehearsal.readName('l'), r: rehearsal.readName('r') };
    programs.removeOutput();
    return { end, names, isOver, isTruncated, hasPlayed, differsFrom, logPaths };
  } catch (error) {
    throw programs.explain(error);
  } finally {
    signal?.removeEventListener('abort', abort);
    handle.stop();
    await programs.stop();
  }
}

/** The started programs of the teams, with the folder of their output. */
class TeamPrograms {
  /** The first team that ended with an error. */
  failure: RehearsalError | null = null;
  /** The server to which they connect. */
  server!: SoccerServer;
  readonly #seed: number;
  readonly #folder = mkdtempSync(join(tmpdir(), 'rcss-teams-'));
  readonly #started: Partial<Record<Side, TeamProcess>> = {};
  readonly #starts: Promise<void>[] = [];

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** @throws {RehearsalError} if the name cannot stand in a start command */
  start(side: Side, name: string, team: OwnTeam, ports: ServerPorts): void {
    if (!TEAM_NAME.test(name))
      throw new RehearsalError(
        `the recorded name of a team is ${JSON.stringify(name.slice(0, 40))}; allowed: 1 to 15 of the characters A–Z a–z 0–9 - _ +`,
      );
    const server = { ports, match: { seed: this.#seed } };
    const log = join(this.#folder, `${sideName(side)}.log`);
    const started = team.startAt({ server, side: sideName(side), name, log });
    this.#starts.push(
      started.then(
        (process) => this.#watch(side, process),
        ({ message }) => this.#fail(side, message),
      ),
    );
  }

  #watch(side: Side, team: TeamProcess): void {
    this.#started[side] = team;
    void team.tree.ended.then(({ status, error }) => {
      if ((status === 0 && error === '') || this.server.ending !== null) return;
      this.#fail(side, `the ${sideName(side)} team ended with an error`);
    });
  }

  #fail(side: Side, message: string): void {
    this.failure = new RehearsalError(message, side);
    this.server.stop();
  }

  /** Adds the end of the output of a team to an error that it caused; then the output stays, because the message names its file. */
  explain(error: unknown): unknown {
    const team = error instanceof RehearsalError && error.side !== null && this.#started[error.side];
    if (team)
      return new RehearsalError(describeTeam(team, (error as Error).message), (error as RehearsalError).side);
    this.removeOutput();
    return error;
  }

  removeOutput(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async stop(): Promise<void> {
    await Promise.all(this.#starts);
    await Promise.all(Object.values(this.#started).map((team) => team.stop()));
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
      const { server: _, types, ...derived } = createMatchParams(values, player, seed);
      return { types: JSON.stringify(types), derived: JSON.stringify(derived) };
    };
    const before = derive(server);
    const after = derive(changed);
    const what =
      before.types !== after.types
        ? 'the player types'
        : FIXED.test(name) || before.derived !== after.derived
          ? 'times or the clock'
          : null;
    if (what !== null)
      throw new RangeError(
        `server::${name} cannot be changed during a match: ${what} are computed from it at the start. Record a match with it; others can be changed, such as server::ball_rand`,
      );
  }
}
