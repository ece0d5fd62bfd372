import { execFile, execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { promisify } from 'node:util';
import type { TeamIsolation, TeamLimits } from '@rcss/tournament/documents';
import { MatchFailure } from '../jobs/match-outcome.js';
import {
  type ContainerEngine,
  type ContainerPlan,
  createGateArguments,
  createTeamArguments,
} from './container-command.js';
import { openGate } from './gate.js';
import type { LevelIsolation } from './level-isolation.js';

/** The level `container` of an isolation. */
export type ContainerIsolation = Extract<TeamIsolation, { level: 'container' }>;

/** What a container needs of its team. */
export interface ContainerTeam extends Pick<ContainerPlan, 'image' | 'threads' | 'diskMb' | 'ports'> {
  readonly environment: Readonly<Record<string, string>>;
  readonly limits: TeamLimits;
  /** Name of the team. */
  readonly team: string;
}

/** Image of `deploy/docker`. */
const DEFAULT_GATE_IMAGE = 'rcss';
/** Time for the engine to answer, ms. */
const ENGINE_TIMEOUT_MS = 60_000;
/** Variables by which an engine finds its service and its settings. */
const ENGINE_VARIABLES =
  'DOCKER_HOST DOCKER_CONTEXT DOCKER_CONFIG DOCKER_TLS_VERIFY DOCKER_CERT_PATH CONTAINER_HOST CONTAINERS_CONF XDG_RUNTIME_DIR DBUS_SESSION_BUS_ADDRESS'.split(
    ' ',
  );

const run = promisify(execFile);

/** Returns the variables of an environment that the program of an engine needs besides those of every team. */
export function pickEngineVariables(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => ENGINE_VARIABLES.includes(name)));
}

/**
 * Starts the gate of a team in a container.
 *
 * @throws {MatchFailure} if the engine cannot start it.
 */
export async function useContainer(
  { engine = 'docker', gateImage = DEFAULT_GATE_IMAGE }: ContainerIsolation,
  { image, environment, limits, threads, diskMb, team, ports }: ContainerTeam,
): Promise<LevelIsolation> {
  const gate = await openGate(ports, team);
  // The gate is another user in its container.
  chmodSync(gate.socketPath, 0o666);
  const id = randomUUID();
  const { memoryMb, cpus } = limits;
  const plan: ContainerPlan = {
    engine,
    names: { gate: `rcss-gate-${id}`, team: `rcss-team-${id}` },
    gateImage,
    image,
    socketPath: gate.socketPath,
    ports,
    diskMb,
    threads,
    ...(memoryMb === undefined ? {} : { memoryMb }),
    ...(cpus === undefined ? {} : { cpus }),
  };
  const close = async (): Promise<void> => {
    gate.close();
    // The end of the gate is the end of all processes of the team.
    await run(engine, ['kill', '--signal', 'KILL', plan.names.gate], { timeout: ENGINE_TIMEOUT_MS }).catch(
      () => {},
    );
  };
  try {
    await run(engine, createGateArguments(plan), { timeout: ENGINE_TIMEOUT_MS });
  } catch (error) {
    await close();
    throw new MatchFailure(`isolation.level: container: ${describeEngineError(engine, error)}`);
  }
  return {
    // The command of an image is a line for its shell.
    wrap: ({ file }) => ({
      file: engine,
      args: createTeamArguments(plan, file, environment),
      shell: false,
      cwd: '/',
    }),
    withoutThreadLimit: null,
    findForeignTeam: () => gate.foreignTeam,
    close,
  };
}

/** Returns why the images of a team cannot be used on this machine, as a sentence without a period; null if they can. */
export function findImageProblem(
  { engine = 'docker', gateImage = DEFAULT_GATE_IMAGE }: ContainerIsolation,
  image: string,
): string | null {
  for (const name of [image, gateImage]) {
    try {
      execFileSync(engine, ['image', 'inspect', '--format', '{{.Id}}', name], {
        timeout: ENGINE_TIMEOUT_MS,
        stdio: 'pipe',
      });
    } catch (error) {
      return `the image ${name} cannot be used: ${describeEngineError(engine, error)}`;
    }
  }
  return null;
}

function describeEngineError(engine: ContainerEngine, error: unknown): string {
  const { code, stderr, message } = error as NodeJS.ErrnoException & { stderr?: string | Buffer };
  if (code === 'ENOENT')
    return `the command ${engine} is not installed; install it, or set isolation.engine to docker or podman`;
  const last = String(stderr ?? '')
    .trim()
    .split('\n')
    .at(-1);
  return `${engine}: ${last === undefined || last === '' ? message : last}`;
}
