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

test('a process that may open no more files says what to do, and other errors are thrown', async () => {
  const run = async (message: string) => {
    const streams = createStreams(null);
    const result = await runMain('rcss', () => Promise.reject(new Error(message)), streams);
    return [result, streams.readText()];
  };
  const advice =
    'rcss: too many open files (EMFILE); allow the process more files and sockets, such as ulimit -n 4096 in its shell or LimitNOFILE=4096 in its unit\n';
  expect(await run("EMFILE: too many open files, open 'a.js'")).toEqual([1, advice]);
  expect(await run('Worker initialization failure: EMFILE')).toEqual([1, advice]);
  await expect(run('other')).rejects.toThrow('other');
});
