import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';

/** Collects what a process writes; `ended` resolves with how it ended. */
export function watchProcess<Child extends ChildProcessByStdio<null, Readable, Readable>>(child: Child) {
  const seen = { out: '', err: '' };
  child.stdout.on('data', (text) => {
    seen.out += text;
  });
  child.stderr.on('data', (text) => {
    seen.err += text;
  });
  const ended = new Promise<{ status: number | null; signal: string | null }>((done) =>
    child.on('close', (status, signal) => done({ status, signal })),
  );
  return { child, seen, ended };
}
