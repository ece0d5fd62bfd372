import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SideName } from '@rcss/core';
import { closeInheritedFiles, findCommandProblem, type GuardedChild, startGuarded } from '@rcss/core/node';
import { signalGroup, signalTreeProcesses, waitForGroupEnd } from '@rcss/kit/match-runner';
import type { Match } from '@rcss/simulator';
import { HTTP_TOKEN_VARIABLE } from '../config/http-problems.js';
import { REFEREE_TOKEN_VARIABLE } from '../config/referee-settings.js';
import type { ConsoleOutput } from '../console/console-output.js';
import { findLocalAddress } from '../net/bind-address.js';
import { getServerPorts, type Network } from '../net/network.js';
import type { ServerRunState } from '../state/run-state.js';
import { createShellArguments } from './thread-priority.js';

type TeamScript = GuardedChild<ChildProcess>;

/** The start scripts of the teams (spec 02 §7.5). */
export interface TeamProcesses {
  left: TeamScript | null;
  right: TeamScript | null;
  isLeftStarted: boolean;
  isRightStarted: boolean;
  /**
   * Whether each script gets a process group of its own, which ends as a whole. Otherwise the scripts belong to the group of the
   * server, so that Ctrl+C in a terminal reaches them.
   */
  hasOwnGroups: boolean;
}

/** The parts of a server that starting a script uses. */
interface StartContext {
  readonly teams: TeamProcesses;
  readonly match: Match;
  readonly net: Network;
  readonly console: ConsoleOutput;
  readonly run: ServerRunState;
}

export function createTeamProcesses(): TeamProcesses {
  return { left: null, right: null, isLeftStarted: false, isRightStarted: false, hasOwnGroups: false };
}

/** Starts the left team's script, and the right team's once the left side has a team. Does nothing in play_on. */
export function startTeams(context: StartContext): void {
  const { teams, match } = context;
  if (match.world.playMode === 'play_on') return;
  if (!teams.isLeftStarted) startTeamScript(context, 'left');
  if (!teams.isRightStarted && match.world.left.name !== '') startTeamScript(context, 'right');
}

/** Starts the script of a side; does nothing if it has none or was started before. */
function startTeamScript(context: StartContext, side: SideName): void {
  const { teams, match } = context;
  const { team_l_start, team_r_start } = match.params.server;
  const command = side === 'left' ? team_l_start : team_r_start;
  const flag = side === 'left' ? 'isLeftStarted' : 'isRightStarted';
  if (command === '' || teams[flag]) return;
  teams[flag] = true;
  startScript(context, side, command);
}

/** Secrets of the server, which its teams do not get. */
const NO_TOKENS = { [HTTP_TOKEN_VARIABLE]: undefined, [REFEREE_TOKEN_VARIABLE]: undefined };

/** Starts a command of the shell as the script of a side, with the address of the server and further variables in its environment. */
export function startScript(
  { teams, match, net, console, run }: StartContext,
  side: SideName,
  command: string,
  environment: Readonly<Record<string, string>> = {},
): void {
  console.out(`Starting "/bin/sh -c ${command}"`, { event: 'team_start', fields: { command, side } });
  const windows = process.platform === 'win32';
  const problem = windows ? null : findCommandProblem(command, process.cwd());
  if (problem !== null)
    console.err(`Warning: team_${side[0]}_start: ${problem}`, {
      event: 'team_start_problem',
      level: 'warn',
      fields: { command, side, reason: problem },
    });
  const createOptions = (variables: Readonly<Record<string, string>>): SpawnOptions => ({
    env: {
      ...process.env,
      ...NO_TOKENS,
      ...environment,
      ...createAddressVariables(net),
      RCSS_SEED: String(match.seed),
      RCSS_SIDE: side,
      ...variables,
    },
    detached: teams.hasOwnGroups && !windows,
    stdio: [teams.hasOwnGroups ? 'ignore' : 'inherit', 'inherit', 'inherit'],
  });
  closeInheritedFiles();
  const script = startGuarded((variables) =>
    windows
      ? spawn(command, { ...createOptions(variables), shell: true })
      : spawn('/bin/sh', createShellArguments(command), createOptions(variables)),
  );
  script.child.on('error', (error) => {
    console.err(`could not start "${command}": ${error.message}`, {
      event: 'team_start_failed',
      level: 'error',
      fields: { command, side, reason: error.message },
    });
    run.ending ??= 'Quit Server. Exiting...';
  });
  teams[side] = script;
}

/** Address of the server as environment variables; with port 0 a script has no other way to get it. */
function createAddressVariables({ bindAddress, ports }: Network): Record<string, string> {
  const { player, coach, olcoach } = getServerPorts(ports);
  return {
    RCSS_HOST: findLocalAddress(bindAddress),
    RCSS_PORT: String(player),
    RCSS_COACH_PORT: String(coach),
    RCSS_OLCOACH_PORT: String(olcoach),
  };
}

/** Time that scripts have after SIGINT, ms. */
const STOP_TIMEOUT_MS = 1000;

/**
 * Sends SIGINT to the shells of the started scripts and waits a second for each (spec 02 §8). Process groups of their own end as soon as all
 * their processes have ended; what remains after a second is killed.
 */
export async function stopTeams(
  { left, right, hasOwnGroups }: TeamProcesses,
  console: ConsoleOutput,
): Promise<void> {
  const groups: Promise<void>[] = [];
  for (const script of [left, right]) {
    const pid = script?.child.pid;
    if (script === null || pid === undefined) continue;
    console.out(`Killing ${pid}`, { event: 'team_stop', fields: { pid } });
    if (hasOwnGroups && process.platform !== 'win32') groups.push(stopGroup(script, pid));
    else {
      script.child.kill('SIGINT');
      await sleep(STOP_TIMEOUT_MS);
      // What it has started notices the end of the server by itself.
      script.leave();
    }
  }
  await Promise.all(groups);
}

async function stopGroup({ mark, release }: TeamScript, pid: number): Promise<void> {
  if (signalGroup(pid, 'SIGINT') && !(await waitForGroupEnd(pid, STOP_TIMEOUT_MS)))
    signalGroup(pid, 'SIGKILL');
  signalTreeProcesses({ group: pid, mark }, 'SIGKILL');
  release();
}
