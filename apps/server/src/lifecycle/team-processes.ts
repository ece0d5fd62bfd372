import { type ChildProcess, spawn } from 'node:child_process';
import type { Server } from '../server.js';

/** The start scripts of the teams (02 §7.5). */
export interface TeamProcesses {
  left: ChildProcess | null;
  right: ChildProcess | null;
  leftStarted: boolean;
  rightStarted: boolean;
}

export function createTeamProcesses(): TeamProcesses {
  return { left: null, right: null, leftStarted: false, rightStarted: false };
}

/** After each step outside play_on: starts the left team's script, and the right one's once the left side has a team. */
export function startTeams(server: Server): void {
  const { teams, match } = server;
  if (match.world.playMode === 'play_on') return;
  const { team_l_start: left, team_r_start: right } = server.params.server;
  if (left !== '' && !teams.leftStarted) {
    teams.leftStarted = true;
    teams.left = start(server, left);
  }
  if (right !== '' && !teams.rightStarted && match.world.left.name !== '') {
    teams.rightStarted = true;
    teams.right = start(server, right);
  }
}

function start(server: Server, command: string): ChildProcess | null {
  server.console.out(`Starting "/bin/sh -c ${command}"`);
  const windows = process.platform === 'win32';
  const options = { env: { ...process.env, ...addressVariables(server) }, stdio: 'inherit' } as const;
  const child = windows
    ? spawn(command, { ...options, shell: true })
    : spawn('/bin/sh', ['-c', command], options);
  child.on('error', (error) => {
    server.console.err(`could not start "${command}": ${error.message}`);
    server.ending ??= 'Quit Server. Exiting...';
  });
  return child;
}

/** Environment variables that tell a start script where the server is; with port 0 it cannot know otherwise. */
function addressVariables(server: Server): Record<string, string> {
  const { bind_address: address } = server.config.extension;
  return {
    RCSS_HOST: address === '' || address === '0.0.0.0' ? '127.0.0.1' : address,
    RCSS_PORT: String(server.playerPort.listener.port),
    RCSS_COACH_PORT: String(server.coachPort.listener.port),
    RCSS_OLCOACH_PORT: String(server.olcoachPort.listener.port),
  };
}

/** Ends the started scripts: SIGINT to the shell, a second of grace each (02 §8). */
export async function stopTeams(server: Server): Promise<void> {
  for (const child of [server.teams.left, server.teams.right]) {
    if (child === null || child.pid === undefined) continue;
    server.console.out(`Killing ${child.pid}`);
    child.kill('SIGINT');
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}
