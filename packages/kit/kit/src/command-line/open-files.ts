/** Returns what to do about an error that means that the process may open no more files and sockets; null for other errors. */
export function describeOpenFiles(error: unknown): string | null {
  // A worker thread that cannot start has the code of the system only in its message.
  const found = /\bE[MN]FILE\b/.exec(error instanceof Error ? error.message : '');
  if (found === null) return null;
  return `too many open files (${found[0]}); allow the process more files and sockets, such as ulimit -n 4096 in its shell or LimitNOFILE=4096 in its unit`;
}
