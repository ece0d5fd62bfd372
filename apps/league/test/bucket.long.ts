import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { Bucket, BucketError } from '@rcss/league-runner/bucket';
import { findMatchLogs, moveLogs, readResultFile } from '@rcss/league-runner/program';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOutcome } from '../../../packages/serve/league-runner/test/fake-executor.js';

const program = join(import.meta.dirname, '../dist/main.js');
const isBuilt = existsSync(program);
if (!isBuilt) process.stderr.write(`skipped, not built: ${program}\n`);

let folder: string;
let server: S3rver;
let environment: Record<string, string>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rcss bucket é-'));
  server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(folder, 'server'),
    configureBuckets: [{ name: 'league', configs: [] }],
  });
  const { port } = (await server.run()) as AddressInfo;
  environment = {
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
    AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
  };
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

function createFolder(name: string, files: Readonly<Record<string, string>>): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text);
  return path;
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts).toString();
}

test('logs move into a bucket and are read from there', async () => {
  const bucket = new Bucket('s3://league/cup/first', environment);
  const files = { 'match.rcg.gz': 'frames', 'left (é).log': 'output' };
  const path = createFolder('matches/league-1-1', files);
  const outcome = await moveLogs(bucket, path, 'league-1-1-0123', createOutcome());
  expect(outcome).toMatchObject({ logs: 's3://league/cup/first/league-1-1-0123/', problems: [] });
  expect(existsSync(path)).toBe(false);
  await bucket.put('league-1-2/match.rcg.gz', Buffer.from('another match'), 'application/gzip');
  const logs = (await findMatchLogs(outcome.logs, { folders: [], bucket }))!;
  expect(await logs.list()).toEqual([
    { name: 'left (é).log', bytes: 6 },
    { name: 'match.rcg.gz', bytes: 6 },
  ]);
  expect(await readAll(await logs.open('left (é).log'))).toBe('output');
  await expect(logs.open('no.log')).rejects.toThrow(/^GET http.*no\.log: 404 /);
});

test('logs at another place are not read', async () => {
  const bucket = new Bucket('s3://league/cup', environment);
  for (const address of ['s3://other/cup/x/', 's3://league/cup-2/x/', 's3://league/cup/', undefined])
    expect(await findMatchLogs(address, { folders: [], bucket }), address).toBeNull();
});

test('with a wrong key, or without the bucket, the logs stay and the result says so', async () => {
  const path = createFolder('matches/league-1-2', { 'match.rcg.gz': 'frames' });
  const wrong = new Bucket('s3://league', { ...environment, AWS_SECRET_ACCESS_KEY: 'other' });
  const outcome = await moveLogs(wrong, path, 'league-1-2', createOutcome());
  expect(outcome.logs).toBe('league-1-2');
  expect(outcome.problems[0]).toMatchObject({
    side: null,
    isLog: true,
    message: expect.stringMatching(/stay on the machine that has played, in league-1-2: .*403/),
  });
  expect(readdirSync(path)).toEqual(['match.rcg.gz']);
  const missing = new Bucket('s3://no-such-bucket', environment);
  await expect(missing.list('')).rejects.toThrow(BucketError);
});

test.skipIf(!isBuilt)('a run moves the logs of its matches into the bucket', async () => {
  const document = join(folder, 'series.yaml');
  const content = {
    version: 1,
    teams: ['A', 'B'].map((name) => ({ name, module: '@rcss/agent/chasers' })),
    format: { type: 'series', matches: 2 },
    match: { stop: { cycles: 20 } },
    seeds: 1,
  };
  writeFileSync(document, JSON.stringify(content));
  const results = join(folder, 'series-results');
  const child = spawn(
    process.execPath,
    [program, 'run', document, '--quiet', '--folder', results, '--logs', 's3://league/runs'],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...environment } },
  );
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
  const { results: lines } = readResultFile(results);
  expect(lines).toHaveLength(2);
  expect(readdirSync(join(results, 'matches'))).toEqual([]);
  const bucket = new Bucket('s3://league/runs', environment);
  for (const { fixture, logs, problems } of lines) {
    expect(problems).toEqual([]);
    const files = await (await findMatchLogs(logs, { folders: [], bucket }))!.list();
    expect(files.map(({ name }) => name)).toEqual([
      expect.stringMatching(new RegExp(`^${fixture}-(A-vs-B|B-vs-A)\\.rcg\\.gz$`)),
    ]);
  }
});
