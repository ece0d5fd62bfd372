/** Why a program cannot be started. The system only says `ENOENT` for a file that is there, or leaves a program of another machine to the shell. */
import {
  accessSync,
  closeSync,
  constants,
  openSync,
  readdirSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs';
import { delimiter, resolve } from 'node:path';

/** Longest beginning of a file that is read, bytes: line 1 of a script, the tables of a program. */
const HEAD_BYTES = 4096;

/** Codes of processors in programs of Linux (ELF). */
const MACHINES: Readonly<Record<number, string>> = {
  3: 'ia32',
  8: 'mips',
  20: 'ppc',
  21: 'ppc64',
  22: 's390x',
  40: 'arm',
  62: 'x64',
  183: 'arm64',
  243: 'riscv64',
  258: 'loong64',
};
/** Further processors whose programs run on one, if their libraries are installed. */
const ALSO_RUNS: Readonly<Record<string, string>> = { x64: 'ia32', arm64: 'arm' };
const ELF_INTERPRETER = 3;

/** Returns what is at a path; undefined if there is nothing, also if a part of the path is a file. */
export function statPath(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}

const isFile = (path: string): boolean => statPath(path)?.isFile() === true;

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return isFile(path);
  } catch {
    return false;
  }
}

/**
 * Returns why a file cannot be started as a program, as a sentence that names it and what to do, without a period; null if no reason is
 * known. On Windows, which starts files by their ending, only a missing file and a folder are found.
 */
export function findProgramProblem(path: string): string | null {
  const stat = statPath(path);
  if (stat === undefined) return `${path} does not exist`;
  if (stat.isDirectory()) return `${path} is a folder; name the program in it`;
  if (!stat.isFile()) return `${path} is not a file`;
  if (process.platform === 'win32') return null;
  if (!isExecutable(path)) return `${path} is not executable; run: chmod +x '${path}'`;
  const head = readHead(path);
  if (head === null) return null;
  return findScriptProblem(path, head) ?? findBinaryProblem(path, head);
}

/**
 * Returns why a command of a shell cannot be started, by its first word; null if no reason is known, also for words that the shell itself
 * replaces.
 *
 * @param cwd Folder in which it runs. @param path Folders of programs, as in `PATH`; default: those of this process.
 */
export function findCommandProblem(command: string, cwd: string, path: string = ownPath()): string | null {
  const [, , quoted, plain] = FIRST_WORD.exec(command) ?? [];
  const word = quoted ?? plain;
  if (word === undefined || word === '' || /[$`\\]/.test(word) || SHELL_WORDS.has(word)) return null;
  return findExecutableProblem(word, cwd, path);
}

/** The first word of a command, if it is one without syntax of the shell. */
const FIRST_WORD = /^\s*(?:exec\s+)?(?:(["'])(.*?)\1|([^\s"'`$;&|<>(){}*?~=\\[\]#!]+))(?=\s|$)/;
/** Commands and syntax of the shell itself. */
const SHELL_WORDS: ReadonlySet<string> = new Set(
  '. : [ alias bg break case cd command continue echo eval exec exit export false fg for getopts hash if jobs kill local printf pwd read readonly return set shift source test time times trap true type ulimit umask unalias unset until wait while'.split(
    ' ',
  ),
);

/** Returns why a program cannot be started: a path, or a name that is looked for in `PATH`; null if no reason is known. */
export function findExecutableProblem(file: string, cwd: string, path: string = ownPath()): string | null {
  if (statPath(cwd)?.isDirectory() !== true) return `the folder ${cwd} does not exist`;
  if (/[/\\]/.test(file)) return findProgramProblem(resolve(cwd, file));
  const found = findInPath(file, path);
  return found === null ? `there is no program '${file}' in PATH` : findProgramProblem(found);
}

const ownPath = (): string => process.env['PATH'] ?? '/usr/bin:/bin';

function findInPath(name: string, path: string): string | null {
  if (process.platform === 'win32') return null;
  return (
    path
      .split(delimiter)
      .map((folder) => resolve(folder, name))
      .find(isExecutable) ?? null
  );
}

function readHead(path: string): Buffer | null {
  try {
    const file = openSync(path, 'r');
    try {
      const head = Buffer.alloc(HEAD_BYTES);
      return head.subarray(0, readSync(file, head, 0, HEAD_BYTES, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    // It can be executed, but not read.
    return null;
  }
}

function findScriptProblem(path: string, head: Buffer): string | null {
  const hasMark = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  const text = head.toString('utf8');
  const [line = ''] = text.slice(hasMark ? 1 : 0).split('\n', 1);
  const isScript = line.startsWith('#!');
  if (hasMark && isScript)
    return `${path}: line 1 begins with a byte order mark (BOM) before #!; save the file without it`;
  if (line.endsWith('\r') && !line.includes('\0'))
    return `${path}: line 1 ${JSON.stringify(line.slice(0, 80))} ends with a carriage return, as on Windows; convert the line ends: sed -i 's/\\r$//' '${path}'`;
  if (!isScript) return null;
  const [interpreter = '', ...words] = line
    .slice(2)
    .trim()
    .split(/[ \t]+/);
  const place = `${path}: line 1 ${JSON.stringify(line.slice(0, 80))}`;
  if (interpreter === '') return `${place} names no interpreter, such as #!/bin/sh`;
  // The same words for all files that are not programs: a team on another machine must not learn which of them exist.
  if (!isExecutable(resolve(interpreter)))
    return `${place}: the interpreter ${interpreter} does not exist or is not a program; install it, or correct the line`;
  if (!/\/env$/.test(interpreter)) return null;
  const name = words.find((word) => !word.startsWith('-') && !word.includes('='));
  if (name === undefined || name.includes('/') || findInPath(name, ownPath()) !== null) return null;
  return `${place}: there is no program '${name}' in PATH; install it, or correct the line`;
}

function findBinaryProblem(path: string, head: Buffer): string | null {
  const of = (system: string): string | null =>
    hasForeignPrograms()
      ? null
      : `${path} is a program for ${system}, not for this machine (${process.platform} ${process.arch})`;
  if (head.length < 64) return null;
  if (head.readUInt16BE(0) === 0x4d5a) return of('Windows');
  const isMac = [0xcffaedfe, 0xcefaedfe, 0xcafebabe].includes(head.readUInt32BE(0));
  if (isMac) return process.platform === 'darwin' ? null : of('macOS');
  if (head.toString('latin1', 0, 4) !== '\x7fELF') return null;
  if (process.platform === 'darwin') return of('Linux');
  const isBig = head[5] === 2;
  const machine = isBig ? head.readUInt16BE(18) : head.readUInt16LE(18);
  const name = MACHINES[machine] ?? `processor ${machine}`;
  if (name !== process.arch && name !== ALSO_RUNS[process.arch]) return of(`Linux on ${name}`);
  const loader = isBig ? null : findLoader(head);
  return loader === null || isExecutable(loader)
    ? null
    : `${path} needs the loader ${loader}, which does not exist or is not a program; install its C library, or build the program for this system`;
}

/** Whether Linux is set up to start programs of other systems, such as by QEMU or Wine. */
function hasForeignPrograms(): boolean {
  try {
    return readdirSync('/proc/sys/fs/binfmt_misc').some((name) => /qemu|wine|DOSWin|rosetta|box/i.test(name));
  } catch {
    return false;
  }
}

/** The loader that a program of Linux names; null if it needs none, or if the beginning of the file does not have it. */
function findLoader(head: Buffer): string | null {
  const is64 = head[4] === 2;
  const table = is64 ? Number(head.readBigUInt64LE(32)) : head.readUInt32LE(28);
  const size = head.readUInt16LE(is64 ? 54 : 42);
  const count = head.readUInt16LE(is64 ? 56 : 44);
  for (let i = 0; i < count; i++) {
    const at = table + i * size;
    if (at + size > head.length || size < 32) return null;
    if (head.readUInt32LE(at) !== ELF_INTERPRETER) continue;
    const start = is64 ? Number(head.readBigUInt64LE(at + 8)) : head.readUInt32LE(at + 4);
    const end = head.indexOf(0, start);
    return start < head.length && end > start ? head.toString('latin1', start, end) : null;
  }
  return null;
}
