import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { runMain } from './index.js';

function createStreams(code: string | null) {
  let text = '';
  const stdout = new Writable({
    write(_chunk, _encoding, done) {
      done(code === null ? null : Object.assign(new Error(`${code}: write`), { code }));
    },
  });
  const stderr = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  return { stdout, stderr, readText: () => text };
}

async function runWith(code: string | null, exitCode: number): Promise<[number, string]> {
  const streams = createStreams(code);
  const result = await runMain(
    'rcss',
    async () => {
      streams.stdout.write('text');
      return exitCode;
    },
    streams,
  );
  return [result, streams.readText()];
}

test('an output that cannot be written is an error', async () => {
  expect(await runWith('ENOSPC', 0)).toEqual([1, 'rcss: standard output: no space left on device\n']);
  expect(await runWith('EIO', 0)).toEqual([1, 'rcss: standard output: EIO: write\n']);
});

test('a reader that closes the pipe is not an error', async () => {
  expect(await runWith('EPIPE', 0)).toEqual([0, '']);
});

test('an output that is written, and a program that has failed, keep the exit code', async () => {
  expect(await runWith(null, 0)).toEqual([0, '']);
  expect(await runWith('ENOSPC', 2)).toEqual([2, '']);
});
