/**
 * The box: a library that is loaded before a program of a team (`LD_PRELOAD`) and gives it the same clock and the same random numbers in each
 * run of a synchronous match. Its source and its build are in the folder `box` of this package.
 *
 * Only the processes of the team have it: a sandbox starts its gate and its own tools outside of it. The system leaves out such a library
 * without a word in programs that are linked statically, or that get the rights of another user; {@link findUnboxed} finds those.
 */
import { closeSync, openSync, readFileSync, readlinkSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { MatchClock, MatchTeam } from '@rcss/core/match-document';
import {
  BUILT_IN_TEAMS,
  findPolicyFile,
  listTreeProcesses,
  type ProcessTree,
  type StartCommand,
} from '@rcss/kit/match-runner';
import type { TeamIsolation } from '@rcss/tournament/documents';

const ARCHITECTURES: readonly string[] = ['x64', 'arm64'];

/** The machine on which a team starts; replaced in tests. */
export interface BoxMachine {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  /** The program that loads the libraries of `/bin/sh`; empty if it is not known. */
  readonly loader: string;
}

/** Bytes at the beginning of a program in which the name of its loader is. */
const HEAD_BYTES = 8192;

/** Returns the loader that a program names, such as `/lib64/ld-linux-x86-64.so.2`; empty if it names none. */
function findLoader(program: string): string {
  let file: number;
  try {
    file = openSync(program, 'r');
  } catch {
    return '';
  }
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const size = readSync(file, head, 0, HEAD_BYTES, 0);
    return /\/[\w./-]*ld-[\w.-]+\.so[\w.]*/.exec(head.toString('latin1', 0, size))?.[0] ?? '';
  } finally {
    closeSync(file);
  }
}

const THIS_MACHINE: BoxMachine = {
  platform: process.platform,
  arch: process.arch,
  loader: process.platform === 'linux' ? findLoader('/bin/sh') : '',
};

/** Path of the library for a machine. */
export function findBoxFile({ arch, loader }: BoxMachine = THIS_MACHINE): string {
  const manifest = createRequire(import.meta.url).resolve('@rcss/league-runner/package.json');
  return join(dirname(manifest), 'box', `rcssbox-${arch}-${loader.includes('musl') ? 'musl' : 'gnu'}.so`);
}

/**
 * Returns a team for a match with a clock: the box is only for synchronous matches. Without (think), its clock stands still, and by the clock of
 * the machine no match is the same again.
 */
export function chooseBox<Team extends { readonly repeatable?: 'box' }>(
  team: Team,
  clock: MatchClock | undefined,
): Team | Omit<Team, 'repeatable'> {
  if (clock !== undefined && clock !== 'real-time') return team;
  const { repeatable: _repeatable, ...others } = team;
  return others;
}

/** What the box depends on. */
interface BoxedTeam {
  readonly repeatable?: 'box' | undefined;
  readonly team: MatchTeam;
  readonly image?: string | undefined;
  readonly isolation?: TeamIsolation | undefined;
}

/** Returns why a team cannot play in the box on a machine, as a sentence; null if it can, or needs none. */
export function findBoxProblem(
  { repeatable, team, image, isolation }: BoxedTeam,
  machine: BoxMachine = THIS_MACHINE,
): string | null {
  if (repeatable === undefined) return null;
  const prefix = 'repeatable: box';
  const { platform, arch, loader } = machine;
  if (!('start' in team) || isOfThisProgram(team))
    return `${prefix} is for teams with programs of their own; this team repeats its matches without it. Remove the field`;
  if (image !== undefined || isolation?.level === 'container')
    return `${prefix} does not work in a container; use isolation: { level: sandbox }, or no isolation`;
  if (platform !== 'linux') return `${prefix} needs Linux; this machine has ${platform}`;
  if (!ARCHITECTURES.includes(arch))
    return `${prefix} needs a processor of the type ${ARCHITECTURES.join(' or ')}; this machine has ${arch}`;
  if (loader === '')
    return `${prefix} needs a system with shared libraries; /bin/sh of this machine has none`;
  const file = findBoxFile(machine);
  return /[\s:]/.test(file)
    ? `${prefix} needs a path without blanks and colons; the library is ${file}`
    : null;
}

function isOfThisProgram(team: Extract<MatchTeam, { readonly start: string }>): boolean {
  return BUILT_IN_TEAMS.includes(team.start) || findPolicyFile(team) !== null;
}

/** Returns a command whose processes, and all that they start, have the box. */
export function putInBox(command: StartCommand, environment: Readonly<Record<string, string>>): StartCommand {
  const preload = [findBoxFile(), environment['LD_PRELOAD']].filter(Boolean).join(':');
  const { file, args, shell } = command;
  return shell
    ? { ...command, file: `export LD_PRELOAD='${preload}'; ${file}` }
    : { ...command, file: 'env', args: [`LD_PRELOAD=${preload}`, file, ...args] };
}

/** Returns the programs of a team in the box that run without it, sorted, each with the reason if it is known. */
export function findUnboxed({ child, mark }: ProcessTree): string[] {
  const processes = child.pid === undefined ? [] : listTreeProcesses({ group: child.pid, mark });
  const library = findBoxFile();
  const found = new Set<string>();
  for (const { pid } of processes) {
    try {
      // Those before the box, such as the gate of a sandbox, have no such variable.
      if (!readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`LD_PRELOAD=${library}`)) continue;
      if (readFileSync(`/proc/${pid}/maps`, 'latin1').includes(library)) continue;
      const program = readlinkSync(`/proc/${pid}/exe`);
      found.add(`${program}${describeReason(`/proc/${pid}/root${program}`)}`);
    } catch {
      // It has ended, or it has the rights of another user.
      const { name, user } = readStatus(pid);
      if (user !== null && user !== process.geteuid?.() && process.geteuid?.() !== 0)
        found.add(`${name} (runs with the rights of the user ${user})`);
    }
  }
  return [...found].sort();
}

/** The name of a process and the user whose rights it has; null if it has ended. */
function readStatus(pid: number): { readonly name: string; readonly user: number | null } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const [, name = '', user] = /^Name:\t(.*)[\s\S]*^Uid:\t\d+\t(\d+)/m.exec(status) ?? [];
    return { name, user: user === undefined ? null : Number(user) };
  } catch {
    return { name: '', user: null };
  }
}

function describeReason(file: string): string {
  const loader = findLoader(file);
  if (loader === '') return ' (linked statically)';
  return loader.includes('musl') === findBoxFile().includes('musl') ? '' : ` (loaded by ${loader})`;
}
