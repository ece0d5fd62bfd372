import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createTempFolder, findSample } from '../test/run.js';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const LOG = gunzipSync(readFileSync(findSample('sample-v6')));

describe.skipIf(process.platform === 'win32')('a program that a signal ends while it writes a file', () => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`${signal}: no unfinished file remains, and the old file stays`, async () => {
      const folder = createTempFolder();
      const output = join(folder, 'out.csv');
      writeFileSync(output, 'old');
      const node = ['--conditions=@rcss/source', '--import', import.meta.resolve('tsx'), MAIN];
      const child = spawn(process.execPath, [...node, 'export', '-o', output, '-']);
      const ended = once(child, 'exit');
      // The program waits for the rest of the log.
      child.stdin.write(LOG.subarray(0, LOG.length / 2));
      const findUnfinished = (): string[] => readdirSync(folder).filter((name) => name.endsWith('.part'));
      while (findUnfinished().length === 0 && child.exitCode === null) await sleep(50);
      expect(findUnfinished()).toEqual([expect.stringContaining(`-${child.pid}-`)]);
      const ofThread = join(folder, `.rcss-log-${child.pid}-7-1.part`);
      const ofOthers = join(folder, '.rcss-log-1-0-1.part');
      for (const name of [ofThread, ofOthers]) writeFileSync(name, 'half');
      child.kill(signal);
      expect(await ended).toEqual([null, signal]);
      expect([findUnfinished(), existsSync(ofThread)]).toEqual([['.rcss-log-1-0-1.part'], false]);
      expect(readFileSync(output, 'utf8')).toBe('old');
    });
  }
});
