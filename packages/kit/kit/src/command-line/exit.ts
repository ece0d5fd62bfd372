/** Exit codes of every program of RCSS. A program documents the codes that it uses in its `--help`. */
export const EXIT = {
  /** The program did what the command line asks for. */
  ok: 0,
  /** The work failed, or a check found a difference. */
  failed: 1,
  /** The command line, a configuration file or another input is wrong; nothing was started. */
  usage: 2,
  /** The work is done, but its result is incomplete. */
  incomplete: 3,
  /** The work is done, but a file that it should have written is missing or incomplete. */
  filesMissing: 4,
  /** A signal (SIGINT) ended the program before its work was done. */
  interrupted: 130,
} as const;
