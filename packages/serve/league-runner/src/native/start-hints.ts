/**
 * Faults of start scripts that teams have again and again, and that a match does not show: a team that is started in another folder can play
 * without its data and lose every match.
 */
import { type Dirent, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { StartedTeam } from '@rcss/core/match-document';
import { findProgramProblem } from '@rcss/core/node';
import { chooseStart } from '@rcss/kit/match-runner';

/** Longest script, bytes, and most scripts that are read. */
const MAX_BYTES = 256 * 1024;
const MAX_SCRIPTS = 20;

const SHELLS = '(?:sh|bash|dash|ash|ksh|zsh|source|\\.)';
/** A file that a line gives to a shell: `sh -e ./run.sh`, `exec bash run.sh`. */
const RUN_BY_SHELL = new RegExp(
  `(?:^|[;&|(]|\\bexec\\b|\\bthen\\b|\\bdo\\b)[ \\t]*(?:/\\S{0,200}/)?${SHELLS}[ \\t]+(?:-\\w+[ \\t]+)*(["']?)([\\w./-]+)\\1`,
  'gm',
);
/** A file that a line starts. */
const STARTED = /(?:^|[;&|(]|\bexec\b|\bthen\b|\bdo\b)[ \t]*(["']?)(\.{0,2}\/[\w./-]+)\1/gm;
/** A path that depends on the working directory. */
const RELATIVE = /(?<![\w./$}~-])\.\/([\w.-]+)/g;

/** Returns the text of a script; null if there is no such file, or if it is a program. */
function readScript(path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile() || stat.size > MAX_BYTES) return null;
  try {
    const text = readFileSync(path, 'latin1');
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

const withoutComments = (text: string): string => text.replace(/(^|\s)#.*$/gm, '$1');

/**
 * Returns what is wrong with the scripts of a start command, one sentence each; nothing is started.
 *
 * @param isIsolated Whether the team must not learn which files are outside of its folder.
 */
export function findStartHints(team: StartedTeam, isIsolated = false): string[] {
  const { file, args, shell, cwd } = chooseStart(team).start({
    ...{ host: '127.0.0.1', port: 6000, coachPort: 6001, olcoachPort: 6002, team: team.name },
  });
  const hints = new Set<string>();
  const seen = new Set<string>();
  /** Reads a line or a script, and the scripts that it runs. */
  const read = (text: string, path: string | null): void => {
    const code = withoutComments(text);
    if (path !== null) addFolderHint(hints, code, path, cwd);
    for (const [, , word = ''] of [...code.matchAll(RUN_BY_SHELL), ...code.matchAll(STARTED)]) {
      const inner = [cwd, ...(path === null ? [] : [dirname(path)])]
        .map((from) => resolve(from, word))
        .filter((candidate) => !isIsolated || !relative(cwd, candidate).startsWith('..'))
        .find((candidate) => existsSync(candidate));
      if (inner !== undefined) open(inner);
    }
  };
  const open = (path: string): void => {
    if (seen.has(path) || seen.size >= MAX_SCRIPTS) return;
    seen.add(path);
    const text = readScript(path);
    const problem = findProgramProblem(path);
    // A shell reads files that are not executable, too; then line 1 does not count.
    if (problem !== null && !/is not executable/.test(problem)) hints.add(problem);
    if (text === null) return;
    const line = text.split('\n').findIndex((content) => content.endsWith('\r')) + 1;
    if (line > 1 || (line === 1 && problem === null))
      hints.add(
        `${path}: line ${line} ends with a carriage return, as on Windows, which a shell takes as a part of the command; convert the line ends: sed -i 's/\\r$//' '${path}'`,
      );
    read(text, path);
  };
  if (shell) read(file, null);
  else for (const word of [file, ...args.slice(0, 1)]) if (/[/\\]/.test(word)) open(resolve(cwd, word));
  return [...hints];
}

/** Adds relative paths of a script that exist beside it, but not in the folder in which it runs. */
function addFolderHint(hints: Set<string>, code: string, path: string, cwd: string): void {
  const own = dirname(path);
  if (resolve(cwd) === own || /(?:^|[;&|])[ \t]*(?:cd|pushd)[ \t]/m.test(code)) return;
  const lost = [...new Set([...code.matchAll(RELATIVE)].map(([, name]) => name!))].filter(
    (name) => existsSync(join(own, name)) && !existsSync(join(cwd, name)),
  );
  if (lost.length === 0) return;
  const names = lost.map((name) => `./${name}`).join(', ');
  hints.add(
    `${path} runs in ${cwd}, but needs ${names} of ${own}: the team plays without its data, if it plays; set directory: ${own}, or begin the script with cd "$(dirname "$0")"`,
  );
}

/** A line about a file that could not be read, and the relative path that it names, without `..`. */
const FAILED = /fail|cannot|could not|no such file/i;
const QUOTED = /[[('"]([\w-](?:\.?[\w/-])*)[\])'"]/;

/** Returns what the output of a team says about missing libraries, data in another folder, refused values and line ends, one sentence each. */
export function explainOutput(lines: readonly string[], folder: string): string[] {
  const hints = new Set<string>();
  for (const line of lines) {
    const glibc = /(?:^|\s)(\S+): error while loading shared libraries: ([^\s:]+): cannot open/.exec(line);
    const musl = /Error loading shared library ([^\s:]+): .*\(needed by (\S+)\)/.exec(line);
    const [program, library] = glibc === null ? [musl?.[2], musl?.[1]] : [glibc[1], glibc[2]];
    if (library !== undefined) {
      const found = findFile(folder, library);
      const advice =
        found === null
          ? `install it, or put it beside the program; ldd ${program} lists what it needs`
          : `it is in ${dirname(found)}: set LD_LIBRARY_PATH to this folder in the start script or in environment`;
      hints.add(`${program} needs the library ${library}, which was not found: ${advice}`);
    }
    const file = FAILED.test(line) ? QUOTED.exec(line)?.[1] : undefined;
    const data =
      file === undefined || existsSync(join(folder, file)) ? null : findFile(folder, basename(file));
    if (data !== null)
      hints.add(
        `a program did not find ${file} in ${folder}; it is in ${dirname(data)}: set directory to the folder from which the team runs, or begin the start script with cd "$(dirname "$0")"`,
      );
    const [, option, value] = /parse error.*name=\[(\w+)\] value=\[([^\]]*)\]/i.exec(line) ?? [];
    if (option !== undefined)
      hints.add(
        `a program refuses the value "${value}" of ${option} in its configuration, and plays on with its default`,
      );
    if (/\\r|\^M|\r/.test(line) && /not found|bad interpreter|invalid|syntax error/i.test(line))
      hints.add(`a script has line ends of Windows: ${JSON.stringify(line.slice(0, 120))}`);
  }
  return [...hints];
}

/** Most files of a folder that are looked at. */
const MAX_FILES = 5000;

/** Returns the path of a file in a folder or below, at most three levels down; null if it is not there. */
function findFile(folder: string, name: string, depth = 3, budget = { left: MAX_FILES }): string | null {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return null;
  }
  if (entries.some((entry) => entry.name === name)) return join(folder, name);
  for (const entry of entries) {
    budget.left -= 1;
    if (depth === 0 || budget.left < 0) return null;
    if (!entry.isDirectory()) continue;
    const found = findFile(join(folder, entry.name), name, depth - 1, budget);
    if (found !== null) return found;
  }
  return null;
}
