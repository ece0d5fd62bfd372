import { type ChildProcess, spawn } from 'node:child_process';
import type { Match } from '@rcss/simulator';
import type { ConsoleOutput } from '../console-output.js';
import { getServerPorts, type Network } from '../net/network.js';
import type { RunState } from '../run-state.js';

/** The start scripts of the teams (spec 02 §7.5). */
export interface TeamProcesses {
  left: ChildProcess | null;
  right: ChildProcess | null;
  isLeftStarted: boolean;
  isRightStarted: boolean;
}

/** The parts of a server that starting a script uses. */
interface StartContext {
  readonly teams: TeamProcesses;
  readonly match: Match;
  readonly net: Network;
  readonly console: ConsoleOutput;
  readonly run: RunState;
}

export function createTeamProcesses(): TeamProcesses {
  return { left: null, right: null, isLeftStarted: false, isRightStarted: false };
}

/** Starts the left team's script, and the right team's once the left side has a team. Does nothing in play_on. */
export function startTeams(context: StartContext): void {
  const { teams, match } = context;
  if (match.world.playMode === 'play_on') return;
  const { team_l_start: left, team_r_start: right } = match.params.server;
  if (left !== '' && !teams.isLeftStarted) {
    teams.isLeftStarted = true;
    teams.left = startScript(context, left, 'left');
  }
  if (right !== '' && !teams.isRightStarted && match.world.left.name !== '') {
    teams.isRightStarted = true;
    teams.right = startScript(context, right, 'right');
  }
}

function startScript(
  { net, console, run }: StartContext,
  command: string,
  side: 'left' | 'right',
): ChildProcess {
  console.out(`Starting "/bin/sh -c ${command}"`, { event: 'team_start', fields: { command, side } });
  const windows = process.platform === 'win32';
  const options = {
    env: { ...process.env, ...createAddressVariables(net), RCSS_SIDE: side },
    stdio: 'inherit',
  } as const;
  const child = windows
    ? spawn(command, { ...options, shell: true })
    : spawn('/bin/sh', ['-c', command], options);
  child.on('error', (error) => {
    console.err(`could not start "${command}": ${error.message}`, {
      event: 'team_start_failed',
      level: 'error',
      fields: { command, side, reason: error.message },
    });
    run.ending ??= 'Quit Server. Exiting...';
  });
  return child;
}

/** Address of the server as environment variables; with port 0 a script has no other way to get it. */
function createAddressVariables({ bindAddress, ports }: Network): Record<string, string> {
  const { player, coach, olcoach } = getServerPorts(ports);
  return {
    RCSS_HOST: bindAddress === '0.0.0.0' ? '127.0.0.1' : bindAddress,
    RCSS_PORT: String(player),
    RCSS_COACH_PORT: String(coach),
    RCSS_OLCOACH_PORT: String(olcoach),
  };
}

/** Sends SIGINT to the shells of the started scripts and waits a second for each (spec 02 §8). */
export async function stopTeams({ left, right }: TeamProcesses, console: ConsoleOutput): Promise<void> {
  for (const child of [left, right]) {
    if (child === null || child.pid === undefined) continue;
    console.out(`Killing ${child.pid}`, { event: 'team_stop', fields: { pid: child.pid } });
    child.kill('SIGINT');
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}
