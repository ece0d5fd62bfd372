import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lastLines, runLogged } from './run-stage.mjs';

let dir;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'rcss-é stage-'));
});
afterEach(() => {
  rmSync(dir, { recursive: true });
});

const node = (code) => ({ file: process.execPath, args: ['-e', code], shell: false });

test('the output of both streams goes to the log, its lines to the listener, the status to the caller', async () => {
  const lines = [];
  const log = join(dir, 'logs', 'x.log');
  const result = await runLogged(node('console.log("one"); console.error("two"); process.exitCode = 3'), {
    cwd: dir,
    env: process.env,
    log,
    onLine: (line) => lines.push(line),
  });
  expect(result).toEqual({ status: 3, interruptedBy: undefined });
  expect(lines.sort()).toEqual(['one', 'two']);
  expect(readFileSync(log, 'utf8').split('\n').sort()).toEqual(['', 'one', 'two']);
});

test('a program that does not exist is an error', async () => {
  const options = { cwd: dir, env: process.env, log: join(dir, 'x.log'), onLine: () => {} };
  await expect(runLogged({ file: join(dir, 'missing'), args: [] }, options)).rejects.toThrow('ENOENT');
});

test.skipIf(process.platform === 'win32')(
  'an interrupt ends the command with everything that it started',
  async () => {
    const grandchild =
      'process.on("SIGINT", () => {}); setInterval(() => {}, 1000); console.log(process.pid)';
    writeFileSync(join(dir, 'grandchild.js'), grandchild);
    // The child waits for the grandchild, which ignores the interrupt and has to be killed.
    const child = `require('node:child_process').spawn(process.execPath, ['grandchild.js'], { stdio: 'inherit' });
      process.on('SIGINT', () => {});`;
    const runner = `
      const { runLogged } = await import(${JSON.stringify(join(import.meta.dirname, 'run-stage.mjs'))});
      const result = await runLogged(
        { file: process.execPath, args: ['-e', ${JSON.stringify(child)}] },
        { cwd: process.cwd(), env: process.env, log: 'x.log', onLine: (line) => console.log(line) },
      );
      console.log(JSON.stringify(result));`;
    const started = spawn(process.execPath, ['--input-type=module', '-e', runner], {
      cwd: dir,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    started.stdout.on('data', (bytes) => {
      output += bytes;
      // The first line is the process id of the grandchild, which is then ready for the interrupt.
      if (/^\d+\n$/.test(output)) started.kill('SIGINT');
    });
    await new Promise((resolve) => started.on('close', resolve));
    const [pid, result] = output.trim().split('\n');
    expect(JSON.parse(result).interruptedBy).toBe('SIGINT');
    // Removed, or ended and not yet collected by the system.
    expect(spawnSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' }).stdout.trim()).not.toMatch(
      /^[RSDT]/,
    );
  },
);

test('the last lines of a log are shown without colors and empty lines', () => {
  expect(lastLines('a\n\n\u001b[31mb\u001b[0m\r\nc\n', 2)).toEqual(['b', 'c']);
});
