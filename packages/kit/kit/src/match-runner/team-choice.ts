import path from 'node:path';
import { type SideName, TEAM_SIZE } from '@rcss/core';
import { findProgramProblem, statPath } from '@rcss/core/node';
import { createTeamSeed } from '@rcss/core/team-module';
import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import { resolveBin, type StartCommand } from './process-tree.js';
import { resolveModule } from './team-module.js';

/** Where a team connects, and its name. */
export interface TeamAddress {
  readonly host: string;
  /** Port for players. */
  readonly port: number;
  /** Port for the trainer. */
  readonly coachPort: number;
  /** Port for online coaches. */
  readonly olcoachPort: number;
  readonly team: string;
  /** Seed of the match, from which the team may draw its random numbers; absent: the match has none that is known. */
  readonly seed?: number;
  readonly side?: SideName;
  /** Number of players that should connect; absent: eleven. */
  readonly players?: number;
  /** Whether an online coach should connect, if the team has one; true by default. */
  readonly coach?: boolean;
}

/** A team as the command line names it. */
export interface TeamChoice {
  readonly kind: 'built-in' | 'module' | 'script' | 'template';
  /** Name that the team gets if none is given; empty if the value suggests none. */
  readonly defaultName: string;
  /** Folder of the team, in which its command runs; null: it is one of the built-in teams, or a module. */
  readonly folder: string | null;
  /** Absolute path of the policy by which it plays; absent for other teams. */
  readonly policy?: string;
  start(address: TeamAddress): StartCommand;
}

/** Properties of the machine that the choice depends on; replaced in tests. */
export interface TeamFiles {
  readonly platform: NodeJS.Platform;
  /** Returns what is at a path; null if there is nothing. */
  kind(path: string): 'file' | 'folder' | null;
  /** Why this user cannot start a file, as a sentence without a period; null if no reason is known. */
  findProblem(path: string): string | null;
}

const SYSTEM_FILES: TeamFiles = {
  platform: process.platform,
  kind(file) {
    const stat = statPath(file);
    return stat === undefined ? null : stat.isDirectory() ? 'folder' : 'file';
  },
  findProblem: findProgramProblem,
};

/** Makes a command a template. */
const PLACEHOLDER = /\{\w+\}/;
const TEAM_NAME = /^[-_+a-zA-Z0-9]{1,15}$/;
const MAX_NAME_LENGTH = 15;

/** Programs of `rcss-team` that play as a whole team. */
const BUILT_IN: Readonly<Record<string, { readonly verb: string; readonly args: readonly string[] }>> = {
  demo: { verb: 'team', args: [] },
  chaser: { verb: 'chaser', args: ['--players', '11'] },
};

/** Start of the value for a team that plays by a learned policy. */
export const POLICY_PREFIX = 'policy:';

/** Start of the value for a team that is a module. */
export const MODULE_PREFIX = 'module:';

/** Names of the built-in teams. */
export const BUILT_IN_TEAMS: readonly string[] = Object.keys(BUILT_IN);

/**
 * Reads the value of `--left` or `--right`:
 *
 * 1. text with `{host}`, `{port}`, `{coach_port}`, `{olcoach_port}`, `{team}` or `{players}` is a template for a shell command;
 * 2. `demo` and `chaser` are built-in teams; `policy:FILE` plays by a learned policy, `module:FILE` is a team module;
 * 3. a file is a start script that gets `HOST PORT OLCOACH_PORT TEAM`; a folder stands for its start script;
 * 4. a program with arguments is a shell command, to which the same four values are appended;
 * 5. any other team name is the demonstration team with that name.
 *
 * @param cwd Folder that relative paths start from.
 * @throws {CommandLineError} if the value is none of these.
 */
export function chooseTeam(value: string, cwd: string, files: TeamFiles = SYSTEM_FILES): TeamChoice {
  if (isShellCommand(value, cwd, files)) return createTemplateTeam(addPlaceholders(value), cwd, files);
  const builtIn = Object.hasOwn(BUILT_IN, value) ? BUILT_IN[value] : undefined;
  if (builtIn !== undefined) return createBuiltInTeam(builtIn, '');
  if (value.startsWith(POLICY_PREFIX)) return createPolicyTeam(value.slice(POLICY_PREFIX.length), cwd, files);
  if (value.startsWith(MODULE_PREFIX)) {
    const module = resolveModule(value.slice(MODULE_PREFIX.length), cwd, import.meta.url);
    return chooseModuleTeam(module, deriveTeamName(decodeURI(module), path.posix));
  }
  const script = findScript(getPathModule(files).resolve(cwd, value), files);
  if (script !== null) return createScriptTeam(script, files);
  if (TEAM_NAME.test(value)) return createBuiltInTeam(BUILT_IN['demo']!, value);
  throw new CommandLineError(
    `${describeMissingStart(value)}, module:FILE, or a team name for the demonstration team`,
    EXIT.usage,
  );
}

/** Says that a start command names nothing that exists, and what is allowed: the same for matches, leagues and rooms. */
export function describeMissingStart(value: string): string {
  return (
    `no such file: '${value}'. Allowed: a start script, a folder with start.sh, ` +
    `a command with placeholders such as "./run {host} {port} {olcoach_port} {team}", ` +
    `a built-in team (${BUILT_IN_TEAMS.join(', ')}), policy:FILE`
  );
}

/** Likewise for the file of a policy. */
export function describeMissingPolicy(file: string): string {
  return `no such file: '${file}'. Allowed after ${POLICY_PREFIX} is the file of a policy, such as ${POLICY_PREFIX}3v3.json`;
}

/** Whether a value names a team file, and not a policy, a module or a command that ends with the name of a file. */
export function isTeamFile(value: string, cwd: string, files: TeamFiles = SYSTEM_FILES): boolean {
  const isPrefixed = [POLICY_PREFIX, MODULE_PREFIX].some((prefix) => value.startsWith(prefix));
  return /\.(ya?ml|json)$/i.test(value) && !isPrefixed && !isShellCommand(value, cwd, files);
}

/** Whether a value is a command for the shell, with placeholders or arguments, and not the name of a file or of a team. */
export function isShellCommand(value: string, cwd: string, files: TeamFiles = SYSTEM_FILES): boolean {
  if (PLACEHOLDER.test(value)) return true;
  const program = /^(\S+)\s/.exec(value)?.[1];
  if (program === undefined || [POLICY_PREFIX, MODULE_PREFIX].some((prefix) => value.startsWith(prefix)))
    return false;
  const kind = (file: string) => files.kind(getPathModule(files).resolve(cwd, file));
  return kind(value) === null && (/^['"]|^[^/\\]+$/.test(program) || kind(program) === 'file');
}

function addPlaceholders(command: string): string {
  return PLACEHOLDER.test(command) ? command : `${command} {host} {port} {olcoach_port} {team}`;
}

/**
 * Reads the start command of a team that is an image: a template for the shell of the image.
 *
 * @throws {CommandLineError} if it has no placeholder, or an unknown one.
 */
export function chooseImageTeam(value: string): TeamChoice {
  if (!PLACEHOLDER.test(value))
    throw new CommandLineError(
      `'${value}' has no placeholders; the start command of an image is a command in it such as ` +
        '"/team/start.sh {host} {port} {olcoach_port} {team}"',
      EXIT.usage,
    );
  // Its paths are those of the image, whatever files this machine has.
  return createTemplateTeam(value, '/', { ...SYSTEM_FILES, kind: () => null });
}

function getPathModule({ platform }: TeamFiles): path.PlatformPath {
  return platform === 'win32' ? path.win32 : path.posix;
}

function createBuiltInTeam(
  { verb, args }: { readonly verb: string; readonly args: readonly string[] },
  defaultName: string,
): TeamChoice {
  return {
    kind: 'built-in',
    defaultName,
    folder: null,
    start: ({ host, port, olcoachPort, team, players, coach = true }) => ({
      file: process.execPath,
      args: [
        resolveBin('sampleclient', 'rcss-team.js'),
        verb,
        ...['--host', host, '--port', String(port), '--team', team],
        ...(verb === 'team' ? ['--coach-port', String(olcoachPort)] : []),
        ...args,
        ...(players === undefined ? [] : ['--players', String(players)]),
        ...(coach || verb !== 'team' ? [] : ['--no-coach']),
      ],
      shell: false,
      cwd: process.cwd(),
    }),
  };
}

/** A team that plays by the policy in a file. The number of its players is that of the policy's scenario. */
function createPolicyTeam(value: string, cwd: string, files: TeamFiles): TeamChoice {
  const paths = getPathModule(files);
  const policy = paths.resolve(cwd, value);
  if (files.kind(policy) !== 'file') throw new CommandLineError(describeMissingPolicy(value), EXIT.usage);
  const team = createBuiltInTeam({ verb: 'team', args: ['--policy', policy] }, deriveTeamName(policy, paths));
  return { ...team, policy, start: ({ players: _, ...address }) => team.start(address) };
}

/**
 * A team module in a process of its own, with the seed that it has in a match in one process. Its options are those of the environment.
 *
 * @param module Address, as {@link resolveModule} returns it.
 */
export function chooseModuleTeam(module: string, defaultName = ''): TeamChoice {
  const play = (...args: string[]) =>
    createBuiltInTeam({ verb: 'team', args: ['--module', module, ...args] }, defaultName);
  return {
    ...play(),
    kind: 'module',
    start: ({ seed = 0, side = 'left', ...address }) =>
      play('--seed', String(createTeamSeed(seed, side))).start(address),
  };
}

/** The script itself, or the start script in a folder; null if there is none. */
function findScript(file: string, files: TeamFiles): string | null {
  const kind = files.kind(file);
  if (kind !== 'folder') return kind === 'file' ? file : null;
  const names = files.platform === 'win32' ? ['start.cmd', 'start.bat', 'start.sh'] : ['start.sh', 'start'];
  const found = names
    .map((name) => getPathModule(files).join(file, name))
    .find((script) => files.kind(script) === 'file');
  if (found === undefined) {
    throw new CommandLineError(`no start script in ${file}; expected ${names.join(' or ')}`, EXIT.usage);
  }
  return found;
}

function createScriptTeam(script: string, files: TeamFiles): TeamChoice {
  const paths = getPathModule(files);
  const cwd = paths.dirname(script);
  const run = createScriptRunner(script, files);
  return {
    kind: 'script',
    folder: cwd,
    defaultName: deriveTeamName(script, paths),
    start: ({ host, port, olcoachPort, team }) => ({
      ...run([host, String(port), String(olcoachPort), team]),
      shell: false,
      cwd,
    }),
  };
}

/** How a script is run on this system. */
function createScriptRunner(
  script: string,
  files: TeamFiles,
): (args: readonly string[]) => Pick<StartCommand, 'file' | 'args' | 'verbatim'> {
  const extension = getPathModule(files).extname(script).toLowerCase();
  const windows = files.platform === 'win32';
  const isNode = /^\.[mc]?js$/.test(extension);
  if (isNode && (windows || files.findProblem(script) !== null)) {
    return (args) => ({ file: process.execPath, args: [script, ...args] });
  }
  if (windows) {
    if (extension === '.cmd' || extension === '.bat') {
      // The command line of cmd.exe is one text; with /s the outermost quotes are removed.
      return (args) => ({
        file: 'cmd.exe',
        args: ['/d', '/s', '/c', `""${script}" ${args.join(' ')}"`],
        verbatim: true,
      });
    }
    if (extension === '.ps1') {
      return (args) => ({
        file: 'powershell.exe',
        args: ['-NoProfile', '-ExecutionPolicy', 'Bypass', '-File', script, ...args],
      });
    }
    if (extension === '.sh') return (args) => ({ file: 'bash', args: [script, ...args] });
    return (args) => ({ file: script, args });
  }
  refuseProblem(script, files);
  return (args) => ({ file: script, args });
}

/** @throws {CommandLineError} if the system cannot start a file */
function refuseProblem(script: string, files: TeamFiles): void {
  const problem = files.findProblem(script);
  if (problem !== null) throw new CommandLineError(problem, EXIT.usage);
}

const PLACEHOLDERS: Readonly<Record<string, (address: TeamAddress) => string>> = {
  host: ({ host }) => host,
  port: ({ port }) => String(port),
  coach_port: ({ coachPort }) => String(coachPort),
  olcoach_port: ({ olcoachPort }) => String(olcoachPort),
  team: ({ team }) => team,
  players: ({ players = TEAM_SIZE }) => String(players),
};

function createTemplateTeam(template: string, cwd: string, files: TeamFiles): TeamChoice {
  for (const [text, name] of template.matchAll(/\{(\w+)\}/g)) {
    if (Object.hasOwn(PLACEHOLDERS, name!)) continue;
    const allowed = Object.keys(PLACEHOLDERS).map((known) => `{${known}}`);
    throw new CommandLineError(
      `unknown placeholder ${text} in '${template}'; allowed: ${allowed.join(' ')}`,
      EXIT.usage,
    );
  }
  // If the template begins with the path of a script, the script runs in its own folder, as a script without
  // placeholders does.
  const paths = getPathModule(files);
  const first = /^\S+/.exec(template)?.[0] ?? '';
  const script = paths.resolve(cwd, first);
  const isScript = files.kind(script) === 'file';
  if (isScript) refuseProblem(script, files);
  const line = isScript ? `"${script}"${template.slice(first.length)}` : template;
  return {
    kind: 'template',
    folder: isScript ? paths.dirname(script) : cwd,
    defaultName: isScript ? deriveTeamName(script, paths) : '',
    // Every value consists of letters, digits and . : - _ +, so that nothing needs quotes.
    start: (address) => ({
      file: line.replace(/\{(\w+)\}/g, (_, name: string) => PLACEHOLDERS[name]!(address)),
      args: [],
      shell: true,
      cwd: isScript ? paths.dirname(script) : cwd,
    }),
  };
}

/** Names of files and folders that are not team names. */
const COMMON_NAMES =
  /^((start|run|launch|play)([-_]?(team|all))?|go|main|index|team|bin|src|scripts?|build|dist)$/i;

/**
 * Derives a team name from the path of the script: the last part of the path that is not one of the common names;
 * empty if there is none.
 */
export function deriveTeamName(script: string, paths: path.PlatformPath = path): string {
  const { dir, name } = paths.parse(script);
  for (const part of [name, ...dir.split(paths.sep).reverse()]) {
    const allowed = part.replace(/[^-_+a-zA-Z0-9]/g, '').slice(0, MAX_NAME_LENGTH);
    if (allowed !== '' && !COMMON_NAMES.test(part)) return allowed;
  }
  return '';
}

/**
 * Returns the names of both teams, which are always different. Each is the given name; if there is none, the
 * suggested one; if there is none, the default.
 *
 * @throws {CommandLineError} if both given names are the same.
 */
export function chooseTeamNames(
  left: { readonly given: string | undefined; readonly suggested: string },
  right: { readonly given: string | undefined; readonly suggested: string },
): { readonly left: string; readonly right: string } {
  const leftName = left.given ?? (left.suggested || 'Foxes');
  const rightName = right.given ?? (right.suggested || 'Herons');
  if (leftName !== rightName) return { left: leftName, right: rightName };
  if (left.given !== undefined && right.given !== undefined) {
    throw new CommandLineError(
      `both teams have the name '${leftName}'; the server takes all players of one name for one team. ` +
        'Give one of them another name with --left-name or --right-name',
      EXIT.usage,
    );
  }
  const other = `${leftName.slice(0, MAX_NAME_LENGTH - 1)}2`;
  return right.given === undefined ? { left: leftName, right: other } : { left: other, right: rightName };
}

/** A command as a line for a shell of POSIX, in its folder. */
export function formatShellLine({ file, args, shell, cwd }: StartCommand): string {
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  return `cd ${quote(cwd)} && ${shell ? file : `exec ${[file, ...args].map(quote).join(' ')}`}`;
}

/** A command as a person would type it. */
export function formatCommand({ file, args, shell }: StartCommand): string {
  if (shell) return file;
  return [file, ...args].map((part) => (/[\s"'$]/.test(part) ? `'${part}'` : part)).join(' ');
}
