import { createSocket, type Socket } from 'node:dgram';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Side } from '@rcss/core';
import type { ServerParams } from '@rcss/params';
import { type Configuration, createConfiguration } from '../src/config/configuration.js';
import { launchServer, type SoccerServer } from '../src/lifecycle/start-server.js';
import type { Server } from '../src/sessions/server.js';

/** Commands of a scripted player at a cycle; they depend on nothing else. */
export type Script = (time: number, side: Side, unum: number) => readonly string[];

/** Runs, turns, sometimes kicks and speaks; no two players do the same at the same time. */
export const busyScript: Script = (time, side, unum) => {
  const n = time * 7 + unum * 3 + (side === 'l' ? 0 : 5);
  if (time === 0) return [];
  if (n % 11 === 0) return ['(kick 60 20)', `(say m${n % 100})`];
  if (n % 5 === 0) return [`(turn ${(n % 70) - 35})`];
  if (n % 13 === 0) return ['(tackle 0)'];
  return [`(dash ${40 + (n % 50)})`, `(turn_neck ${(n % 40) - 20})`];
};

export interface ScriptedPlayer {
  readonly side: Side;
  readonly unum: number;
  /** Messages from the server in the order of arrival, without their NUL. */
  readonly received: readonly string[];
  close(): void;
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * A client that answers every `(think)` with the commands of its script for the time of its last sense_body, each
 * command in a datagram of its own, after a pause that `delayMs` gives; `(done)` comes after a second pause.
 */
export async function connectScriptedPlayer(
  port: number,
  greeting: string,
  place: string,
  script: Script,
  delayMs: () => number = () => 0,
  doneDelayMs: () => number = () => 0,
): Promise<ScriptedPlayer> {
  const socket: Socket = createSocket('udp4');
  let time = 0;
  let moved = false;
  const received: string[] = [];
  const me = { side: 'l' as Side, unum: 0 };
  const connected = new Promise<void>((resolve, reject) => {
    socket.on('message', (bytes, from) => {
      const text = bytes.toString('latin1').replace('\0', '');
      received.push(text);
      const send = (command: string) => socket.send(`${command}\0`, from.port, '127.0.0.1', () => {});
      const init = /^\((init|reconnect) ([lr])(?: (\d+))?/.exec(text);
      if (init) {
        me.side = init[2] as Side;
        if (init[3] !== undefined) me.unum = Number(init[3]);
        resolve();
      } else if (text.startsWith('(error')) reject(new Error(text));
      const body = /^\(sense_body (\d+)/.exec(text);
      if (body) time = Number(body[1]);
      if (text !== '(think)') return;
      const answer = () => {
        if (!moved && place !== '') send(place);
        moved = true;
        for (const command of script(time, me.side, me.unum)) send(command);
        after(doneDelayMs(), () => send('(done)'));
      };
      after(delayMs(), answer);
    });
  });
  socket.send(`${greeting}\0`, port, '127.0.0.1');
  await Promise.race([
    connected,
    sleep(120_000).then(() => {
      throw new Error(`no answer to ${greeting}`);
    }),
  ]);
  const unum = /^\(reconnect \S+ (\d+)\)/.exec(greeting)?.[1];
  if (unum !== undefined) me.unum = Number(unum);
  return { ...me, received, close: () => socket.close() };
}

function after(delayMs: number, action: () => void): void {
  if (delayMs <= 0) action();
  else setTimeout(action, delayMs);
}

export interface ScriptedMatch {
  readonly digest: number;
  readonly gameLog: string;
  readonly recording: string;
  /** In the order of their connection. */
  readonly players: readonly ScriptedPlayer[];
  readonly out: readonly string[];
  readonly err: readonly string[];
  /** Number of `(done)` that players have sent too late, for example because the process has paused. */
  readonly missedDoneCount: number;
}

export interface ScriptedMatchOptions {
  readonly server?: Partial<ServerParams>;
  readonly seed?: number;
  readonly perTeam?: number;
  readonly recording?: string;
  /** Pauses of a player before its commands and before its `(done)`, ms. */
  readonly delayMs?: () => number;
  readonly doneDelayMs?: () => number;
  readonly script?: Script;
}

const DEFAULT_PER_TEAM = 2;

export function createTemporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'rcss-'));
}

export function createScriptedConfiguration(
  folder: string,
  options: Pick<ScriptedMatchOptions, 'server' | 'seed' | 'recording' | 'perTeam'>,
): Configuration {
  return createConfiguration({
    server: {
      random_seed: options.seed ?? 42,
      port: 0,
      coach_port: 0,
      olcoach_port: 0,
      synch_mode: true,
      auto_mode: true,
      half_time: 4,
      nr_extra_halfs: 0,
      penalty_shoot_outs: false,
      kick_off_wait: 2,
      connect_wait: 12,
      game_over_wait: 2,
      game_log_dir: folder,
      text_log_dir: folder,
      game_log_compression: 0,
      text_log_compression: 0,
      ...options.server,
    },
    rcss: {
      reproducible: true,
      coach_timeout_l: 0,
      coach_timeout_r: 0,
      // The cycles in which the players connect do not depend on the speed of the machine.
      wait_for_clients: 2 * (options.perTeam ?? DEFAULT_PER_TEAM),
      record: join(folder, options.recording ?? 'match.rec'),
    },
  });
}

/** Plays a short synchronous match between scripted players over UDP. */
export async function playScriptedMatch(options: ScriptedMatchOptions = {}): Promise<ScriptedMatch> {
  const folder = createTemporaryFolder();
  const out: string[] = [];
  const err: string[] = [];
  const { server, handle: running } = await launchServer(createScriptedConfiguration(folder, options), {
    out: (line) => out.push(line),
    err: (line) => err.push(line),
  });
  const players = await connectPlayers(running, options);
  const { digest } = await running.finished;
  for (const player of players) player.close();
  return {
    digest,
    gameLog: running.logPaths.gameLog as string,
    recording: running.logPaths.recording as string,
    players,
    out,
    err,
    missedDoneCount: countMissedDone(server),
  };
}

/** Number of `(done)` that the players of a server have sent too late. */
export function countMissedDone({ telemetry }: Pick<Server, 'telemetry'>): number {
  return telemetry.players.reduce((sum, player) => sum + (player?.missedDoneCount ?? 0), 0);
}

async function connectPlayers(
  running: SoccerServer,
  options: ScriptedMatchOptions,
): Promise<ScriptedPlayer[]> {
  const players: ScriptedPlayer[] = [];
  for (const team of ['Left', 'Right']) {
    for (let unum = 1; unum <= (options.perTeam ?? DEFAULT_PER_TEAM); unum++) {
      const goalie = unum === 1 && team === 'Right' ? ' (goalie)' : '';
      const place = `(move ${unum === 2 ? -0.5 : -5 - unum} ${unum === 2 ? 0 : unum})`;
      const greeting = `(init ${team} (version 19)${goalie})`;
      const { script = busyScript, delayMs, doneDelayMs } = options;
      const { player: port } = running.ports;
      players.push(await connectScriptedPlayer(port, greeting, place, script, delayMs, doneDelayMs));
    }
  }
  return players;
}
