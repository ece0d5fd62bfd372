/**
 * Child processes end with the process that started them, however it ends.
 *
 * A child that is busy (`while (true) {}`) does not notice that its parent was killed, and a program of a team never looks. A shell beside this
 * process therefore reads a pipe, whose end the system reports when this process is gone, also after SIGKILL. It then ends the children that
 * are still registered: SIGTERM, and SIGKILL after one second. It finds their process groups, everything that inherited the variable
 * `RCSS_TREE` with their mark, and the children of those (the last two on Linux). A program that clears its environment and whose parents have
 * ended is not found. The shell starts with the first child and starts again if it is killed.
 *
 * On Windows there is no shell: the system ends the children of Node with their parent.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';

export {
  findCommandProblem,
  findExecutableProblem,
  findProgramProblem,
  statPath,
} from './command-problem.js';
export { closeInheritedFiles } from './inherited-files.js';
export { readInputFile, refusePipe } from './input-file.js';

/** Environment variable with the marks of the trees to which a process belongs, the innermost last. */
export const TREE_VARIABLE = 'RCSS_TREE';

/** Time that a tree that was left has after the end of this process, s. */
const LEAVE_SECONDS = 10;

/** A child that ends with this process. */
export interface GuardedChild<Child extends ChildProcess> {
  readonly child: Child;
  /** Mark of the child and of all that it starts, in the environment variable `RCSS_TREE`. */
  readonly mark: string;
  /** Ends the registration, because nothing of the tree runs. */
  release(): void;
  /** Gives the tree ten seconds to end by itself after the end of this process. */
  leave(): void;
}

/**
 * The shell script of the guard. Reads lines `MARK PID SECONDS` (a child, whose process identifier is 0 before its start, and the time that it has after the end of the
 * input) and `MARK -` (released). At the end of the input it ends the children. `wards` has the entries ` MARK=PID=SECONDS `. `RCSS_WARDS` has the children
 * at its start, in the environment, because this process can end before it has written a line; each mark is in two words, or the guard would be found by it. The
 * parent of the first processes of a system is 0, which must not become a member.
 */
export const GUARD_SCRIPT: string = `
trap '' HUP INT TERM
wards=' '
set -- $RCSS_WARDS
while [ $# -gt 0 ]; do
  wards="$wards$1$2=$3=$4 "
  shift 4
done
drop() {
  case "$wards" in *" $1="*)
    tail=\${wards#*" $1="}
    wards="\${wards%%" $1="*} \${tail#* }" ;;
  esac
}
while read -r mark pid seconds; do
  drop "$mark"
  [ "$pid" = - ] || wards="$wards$mark=$pid=$seconds "
done
strike() {
  marks= running=' '
  for ward in $wards; do
    [ "\${ward##*=}" = "$seconds" ] || continue
    marks="$marks -e \${ward%%=*}" pid=\${ward#*=} pid=\${pid%=*}
    [ "$pid" = 0 ] || members="$members$pid "
  done
  for file in $(grep -Fls $marks /proc/[0-9]*/environ); do
    file=\${file#/proc/} members="$members\${file%/environ} "
  done
  parents=$(grep -s '^PPid:' /proc/[0-9]*/status) before=
  while [ "$members" != "$before" ]; do
    before=$members
    for word in $parents; do
      case $word in
        /*) pid=\${word#/proc/} pid=\${pid%%/*} ;;
        *) case $members in *" $pid "*) ;; *" $word "*) members="$members$pid " ;; esac ;;
      esac
    done
  done
  for pid in $members; do
    { kill -s "$1" -- "-$pid" || kill -s "$1" "$pid"; } 2>/dev/null && running="$running$pid "
  done
  members=$running
  [ "$members" != ' ' ]
}
for seconds in 0 ${LEAVE_SECONDS}; do
  case $wards in *"=$seconds "*) ;; *) continue ;; esac
  sleep "$seconds"
  members=' '
  strike TERM && sleep 1
  for round in 1 2 3 4 5 6 7 8 9; do strike KILL || break; done
done
`;

/** The shell that ends the children of this process, and the children. */
class Guard {
  /** Process identifier and seconds, by mark. */
  readonly #wards = new Map<string, string>();
  #shell: ChildProcess | null = null;

  set(mark: string, pid: number, seconds = 0): void {
    const ward = `${pid} ${seconds}`;
    this.#wards.set(mark, ward);
    if (this.#shell === null) this.#start();
    else this.#write(`${mark} ${ward}\n`);
  }

  delete(mark: string): void {
    if (this.#wards.delete(mark)) this.#write(`${mark} -\n`);
  }

  /** A socket takes a short line within the call. */
  #write(text: string): void {
    this.#shell?.stdin?.write(text);
  }

  #start(): void {
    const wards = [...this.#wards].map(([mark, ward]) => `${mark.slice(0, 8)} ${mark.slice(8)} ${ward}`);
    const shell = spawn('/bin/sh', ['-c', GUARD_SCRIPT, 'rcss-guard'], {
      cwd: '/',
      // Without the marks of this process, to whose tree it does not belong.
      env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', RCSS_WARDS: wards.join(' ') },
      // The signals of a terminal do not reach it.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.#shell = shell;
    const restart = (): void => {
      if (this.#shell !== shell) return;
      this.#shell = null;
      if (shell.pid !== undefined && this.#wards.size > 0) this.#start();
    };
    shell.once('error', restart);
    shell.once('exit', restart);
    // A shell that was killed; its exit is reported.
    shell.stdin.on('error', () => {});
    shell.unref();
    (shell.stdin as unknown as { unref(): void }).unref();
  }
}

const guard = new Guard();

/**
 * Starts a child that ends with this process, with all that it starts, whether or not they notice it.
 *
 * @param start Starts the child with these variables in its environment.
 * @example const { child, release } = startGuarded((variables) => spawn('./start.sh', { env: { ...process.env, ...variables } }));
 */
export function startGuarded<Child extends ChildProcess>(
  start: (variables: Readonly<Record<string, string>>) => Child,
): GuardedChild<Child> {
  const mark = randomUUID();
  const outer = process.env[TREE_VARIABLE];
  const isGuarded = process.platform !== 'win32';
  const release = (): void => guard.delete(mark);
  // Before the start: this process can be killed before the identifier is known.
  if (isGuarded) guard.set(mark, 0);
  try {
    const child = start({ [TREE_VARIABLE]: outer === undefined ? mark : `${outer} ${mark}` });
    const { pid } = child;
    if (pid === undefined) release();
    else if (isGuarded) guard.set(mark, pid);
    return {
      child,
      mark,
      release,
      leave: () => {
        if (isGuarded && pid !== undefined) guard.set(mark, pid, LEAVE_SECONDS);
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}
