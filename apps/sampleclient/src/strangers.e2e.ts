import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { program } from './cli.js';
import { readPolicyFile } from './policy-file.js';
import { runDecidingProcess } from './run-deciding-process.js';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const folder = mkdtempSync(join(tmpdir(), 'rcss-strangers-'));

test('a model of ONNX runs no code of the current folder, but that of the named one', async () => {
  const library = join(folder, 'node_modules/onnxruntime-web');
  mkdirSync(library, { recursive: true });
  writeFileSync(join(library, 'package.json'), '{"name":"onnxruntime-web","main":"index.cjs"}');
  writeFileSync(join(library, 'index.cjs'), 'globalThis.hasRunOnnx = true; throw new Error("no library");');
  const model = join(folder, 'policy.onnx');
  writeFileSync(model, 'model');
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
  await expect(readPolicyFile(model)).rejects.toThrow('needs onnxruntime-web; run npm install');
  expect(globalThis).not.toHaveProperty('hasRunOnnx');
  vi.stubEnv('RCSS_ONNX', folder);
  await expect(readPolicyFile(model)).rejects.toThrow('RCSS_ONNX');
  expect(globalThis).toHaveProperty('hasRunOnnx');
});

test('a signal ends a team whose model has an endless loop: nothing waits for it', async () => {
  const library = join(folder, 'signals/node_modules/onnxruntime-web');
  mkdirSync(library, { recursive: true });
  writeFileSync(join(library, 'package.json'), '{"name":"onnxruntime-web","main":"index.cjs"}');
  const create = "create() { throw new Error(process.listenerCount('SIGTERM') + ' handlers'); }";
  writeFileSync(join(library, 'index.cjs'), `exports.InferenceSession = { ${create} };`);
  vi.stubEnv('RCSS_ONNX', join(folder, 'signals'));
  const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const count = process.listenerCount('SIGTERM');
  const model = fileURLToPath(new URL('../../../packages/play/env/test/shooter.onnx', import.meta.url));
  expect(await program.run(['team', '--policy', model])).toBe(1);
  expect(printed.mock.calls.join('')).toContain(`: ${count} handlers`);
});

test.runIf(process.platform !== 'win32')(
  'a signal ends a program that has not answered to its start',
  async () => {
    const file = join(folder, 'pid');
    const program = join(folder, 'busy.cjs');
    const code = `require("fs").writeFileSync(${JSON.stringify(file)}, String(process.pid)); while (true) {}`;
    writeFileSync(program, code);
    const stop = new AbortController();
    const notes: string[] = [];
    const running = runDecidingProcess(
      `exec "${process.execPath}" "${program}"`,
      { team: 'Busy', port: 1, limitMs: 1000, signal: stop.signal } as never,
      (line) => notes.push(line),
    );
    const readPid = () => {
      try {
        return Number(readFileSync(file, 'utf8'));
      } catch {
        return 0;
      }
    };
    await expect.poll(readPid).toBeGreaterThan(0);
    stop.abort();
    await running;
    const isRunning = () => {
      try {
        return process.kill(readPid(), 0);
      } catch {
        return false;
      }
    };
    await expect.poll(isRunning).toBe(false);
  },
);

test('team gives options to a program that decides, which refuses wrong ones in one line', async () => {
  const ready = {
    type: 'ready',
    version: 1,
    decides: ['play'],
    parameters: { line: { default: -20, min: -45, max: 0 } },
  };
  const script = `process.stdin.once('data', () => {
    const text = Buffer.from(decodeURIComponent('${encodeURIComponent(JSON.stringify(ready))}'));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(text.length);
    process.stdout.write(Buffer.concat([length, text]));
  });`;
  const file = join(folder, 'team.cjs');
  writeFileSync(file, script);
  const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const command = `"${process.execPath}" "${file}"`;
  expect(await program.run(['team', '--decide', command, '--set', 'line=5'])).toBe(1);
  expect(printed.mock.calls.map(([text]) => text).join('')).toBe(
    'rcss-team: process of team Rcss: options: line: 5 is not a number from -45 to 0\n',
  );
});
