/** Command lines of Docker and Podman for a team that is an image. Both programs have the same options. */
import { fileURLToPath } from 'node:url';
import type { TeamLimits } from '@rcss/tournament/documents';
import type { SandboxPlan } from './sandbox-command.js';

/** Programs that run containers. */
export type ContainerEngine = 'docker' | 'podman';

/** Names of the containers of one team. */
export interface ContainerNames {
  /** Container of the gate. */
  readonly gate: string;
  /** Container of the team. */
  readonly team: string;
}

/** Settings of the containers of a team. */
export interface ContainerPlan
  extends Pick<SandboxPlan, 'socketPath' | 'ports' | 'diskMb' | 'threads'>,
    Pick<TeamLimits, 'memoryMb' | 'cpus'> {
  readonly engine: ContainerEngine;
  readonly names: ContainerNames;
  /** Image of the gate: it has Node.js. */
  readonly gateImage: string;
  /** Image of the team: it has `/bin/sh`. */
  readonly image: string;
}

/** Program in the container of the gate. */
const GATE_PROGRAM = fileURLToPath(new URL('./sandbox-gate.js', import.meta.url));
const GATE_IN_CONTAINER = '/run/rcss/gate.mjs';
const SOCKET_IN_CONTAINER = '/run/rcss/socket';
/** Folder that the team can write; images have no folder of this name, whose rights it would get. */
const WORK_FOLDER = '/rcss';
/** Users without rights: of the gate, and of the team, which therefore cannot change the gate. */
const GATE_USER = '65533:65533';
const TEAM_USER = '65534:65534';
/** Variables whose values the team gets from the program of the engine. */
const INHERITED_VARIABLES: readonly string[] =
  'RCSS_HOST RCSS_PORT RCSS_OLCOACH_PORT RCSS_TEAM RCSS_SIDE RCSS_SEED'.split(' ');
const GATE_MEMORY_MB = 256;
const GATE_THREADS = 64;

/** What takes the rights of both containers. Podman adds folders without a limit to those that are read-only. */
function withoutRights(engine: ContainerEngine): string[] {
  const readOnly = engine === 'podman' ? ['--read-only', '--read-only-tmpfs=false'] : ['--read-only'];
  return [...readOnly, '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];
}

/**
 * Returns the arguments that start the gate of a team: a container without network whose loopback interface has the ports of the server.
 * Its first process is the first one of the process namespace of the team, so that its end ends all processes of the team.
 */
export function createGateArguments(plan: ContainerPlan): string[] {
  const { engine, names, gateImage, socketPath, ports } = plan;
  return [
    ...['run', '--detach', '--rm', '--pull', 'never', '--name', names.gate, '--network', 'none'],
    ...[...withoutRights(engine), '--user', GATE_USER],
    ...['--pids-limit', String(GATE_THREADS), '--memory', `${GATE_MEMORY_MB}m`],
    ...[
      '--volume',
      `${GATE_PROGRAM}:${GATE_IN_CONTAINER}:ro`,
      '--volume',
      `${socketPath}:${SOCKET_IN_CONTAINER}`,
    ],
    ...['--entrypoint', 'node', gateImage],
    ...[GATE_IN_CONTAINER, SOCKET_IN_CONTAINER, ports.join(',')],
  ];
}

/**
 * Returns the arguments that start a team beside its gate.
 *
 * @param line Command for the shell of the image.
 * @param environment Variables of the team besides {@link INHERITED_VARIABLES}.
 */
export function createTeamArguments(
  plan: ContainerPlan,
  line: string,
  environment: Readonly<Record<string, string>>,
): string[] {
  const { engine, names, image, diskMb, threads, memoryMb, cpus } = plan;
  const folder = (path: string): string[] => [
    '--tmpfs',
    `${path}:rw,size=${Math.round(diskMb * 1024)}k,mode=1777`,
  ];
  return [
    ...['run', '--rm', '--pull', 'never', '--name', names.team],
    ...['--network', `container:${names.gate}`, '--pid', `container:${names.gate}`],
    ...[...withoutRights(engine), '--user', TEAM_USER, '--pids-limit', String(threads)],
    ...(memoryMb === undefined ? [] : ['--memory', `${Math.round(memoryMb * 1024)}k`]),
    ...(cpus === undefined ? [] : ['--cpus', String(cpus)]),
    ...[...folder(WORK_FOLDER), ...folder('/tmp')],
    ...INHERITED_VARIABLES.flatMap((name) => ['--env', name]),
    ...Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    ...['--env', `HOME=${WORK_FOLDER}`, '--env', `RCSS_WORK=${WORK_FOLDER}`, '--env', 'TMPDIR=/tmp'],
    ...['--entrypoint', '/bin/sh', image, '-c', line],
  ];
}
