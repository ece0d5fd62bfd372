import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isRunning } from '../../test/is-running.js';
import { endProcessTree, type ProcessTree, type SystemCalls, startProcessTree } from './process-tree.js';
import { listTreeProcesses } from './tree-processes.js';

let dir: string;
const trees: ProcessTree[] = [];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'rcss tree é-'));
});
afterEach(async () => {
  await Promise.all(trees.splice(0).map((tree) => tree.stop(0)));
  rmSync(dir, { recursive: true });
});

function node(code: string): ProcessTree {
  const command = { file: process.execPath, args: ['-e', code], shell: false, cwd: dir };
  const tree = startProcessTree(command, { env: process.env, output: join(dir, 'logs', 'out.log') });
  trees.push(tree);
  return tree;
}

const log = () => readFileSync(join(dir, 'logs', 'out.log'), 'utf8');

async function logHas(pattern: RegExp): Promise<RegExpExecArray> {
  for (;;) {
    const found = pattern.exec(log());
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const posix = process.platform !== 'win32';

describe('a started command', () => {
  test('writes both output streams to its log and reports its exit status', async () => {
    const tree = node('console.log("one"); console.error("two"); process.exitCode = 3');
    expect(await tree.ended).toMatchObject({ status: 3, signal: null, error: '' });
    expect(tree.end?.status).toBe(3);
    expect(log().split('\n').sort()).toEqual(['', 'one', 'two']);
  });

  test.runIf(process.platform === 'linux')(
    'does not get the files of the shell that started this program, whatever their numbers are',
    async () => {
      const module = join(import.meta.dirname, 'process-tree.ts');
      const code = `import { startProcessTree } from ${JSON.stringify(module)};
        const command = { file: 'readlink /proc/self/fd/*', args: [], shell: true, cwd: '/' };
        const tree = startProcessTree(command, { env: process.env, output: 'pipe' });
        tree.child.stdout.pipe(process.stdout);
        await tree.ended;`;
      const file = openSync(module, 'r');
      const node = ['--conditions=@rcss/source', '--import', 'tsx', '--input-type=module', '-e', code];
      const stdio = ['ignore', 'pipe', 'inherit', ...Array(57).fill('ignore'), file] as const;
      const child = spawn(process.execPath, node, { stdio: [...stdio] });
      let files = '';
      child.stdout!.setEncoding('utf8').on('data', (text: string) => {
        files += text;
      });
      await once(child, 'close');
      closeSync(file);
      expect([files.includes('/dev/null'), files.includes('process-tree.ts')]).toEqual([true, false]);
    },
  );

  test.runIf(posix)(
    'that floods its output is ended with all that it has started, and says why',
    async () => {
      const output = join(dir, 'flood.log');
      const flood =
        "setInterval(() => {}, 1e6); for (;;) require('node:fs').writeSync(1, 'x'.repeat(65536));";
      const code = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(flood)}], { stdio: 'inherit', detached: true }); setInterval(() => {}, 1e6);`;
      const command = { file: process.execPath, args: ['-e', code], shell: false, cwd: dir };
      const options = { env: process.env, output, maxOutputBytes: 4 << 20 };
      const tree = startProcessTree(command, options);
      trees.push(tree);
      const group = tree.child.pid!;
      const reason = { signal: 'SIGKILL', error: 'wrote more than 4 MB to its output' };
      expect(await tree.ended).toMatchObject(reason);
      while (listTreeProcesses({ group, mark: tree.mark }).length > 0)
        await new Promise((resolve) => setImmediate(resolve));
      expect(tree.end).toMatchObject(reason);
    },
  );

  test('that does not exist reports the reason', async () => {
    const command = { file: join(dir, 'missing'), args: [], shell: false, cwd: dir };
    const tree = startProcessTree(command, { env: process.env, output: join(dir, 'out.log') });
    expect((await tree.ended).error).toBe(`${join(dir, 'missing')} does not exist`);
    await tree.stop();
  });

  test.runIf(posix)('whose first line names a missing interpreter says so', async () => {
    const script = join(dir, 'start.sh');
    writeFileSync(script, '#!/bin/sh\r\nexec true\r\n', { mode: 0o755 });
    const command = { file: script, args: [], shell: false, cwd: dir };
    const tree = startProcessTree(command, { env: process.env, output: join(dir, 'out.log') });
    expect((await tree.ended).error).toContain('line 1 "#!/bin/sh\\r" ends with a carriage return');
  });

  test.runIf(posix)('ends with its background processes after the command itself has ended', async () => {
    const background = 'setInterval(() => {}, 1000); console.log("pid " + process.pid)';
    const tree = node(
      `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(background)}], { stdio: 'inherit' }).unref()`,
    );
    const [, pid] = await logHas(/pid (\d+)/);
    await tree.ended;
    expect(isRunning(Number(pid))).toBe(true);
    await tree.stop();
    expect(isRunning(Number(pid))).toBe(false);
  });

  test.runIf(process.platform === 'linux')(
    'ends with a process that has left its group, and is measured with it',
    async () => {
      const code = 'setInterval(() => {}, 1000); console.log("pid " + process.pid)';
      const tree = node(
        `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(code)}], { stdio: 'inherit', detached: true }).unref(); setInterval(() => {}, 1000)`,
      );
      const pid = Number((await logHas(/pid (\d+)/))[1]);
      const pids = listTreeProcesses({ group: tree.child.pid!, mark: tree.mark }).map((found) => found.pid);
      expect(pids.sort()).toEqual([tree.child.pid!, pid].sort());
      await tree.stop();
      expect(isRunning(pid)).toBe(false);
    },
  );

  test.runIf(posix)('that ignores SIGTERM is killed', async () => {
    const tree = node('process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log("ready")');
    await logHas(/ready/);
    await tree.stop(50);
    expect((await tree.ended).signal).toBe('SIGKILL');
  });
});

describe('ending a tree', () => {
  function system(platform: NodeJS.Platform, running: () => boolean) {
    const calls: string[] = [];
    const fake: SystemCalls = {
      platform,
      kill(pid, signal) {
        calls.push(`kill ${pid} ${signal}`);
        if (!running()) throw new Error('ESRCH');
      },
      async run(file, args) {
        calls.push([file, ...args].join(' '));
      },
    };
    return { fake, calls };
  }

  test('on POSIX systems the process group gets SIGTERM, then SIGKILL', async () => {
    const { fake, calls } = system('linux', () => !calls.includes('kill -7 SIGKILL'));
    await endProcessTree(7, () => false, 0, fake);
    expect(calls.filter((call) => !call.endsWith(' 0'))).toEqual(['kill -7 SIGTERM', 'kill -7 SIGKILL']);
  });

  test('a group that has ended gets no further signal', async () => {
    const { fake, calls } = system('darwin', () => false);
    await endProcessTree(7, () => true, 1000, fake);
    expect(calls).toEqual(['kill -7 SIGTERM']);
  });

  test('on Windows taskkill ends the tree while its first process runs', async () => {
    const { fake, calls } = system('win32', () => true);
    await endProcessTree(7, () => false, 1000, fake);
    await endProcessTree(8, () => true, 1000, fake);
    expect(calls).toEqual(['taskkill /pid 7 /t /f']);
  });
});
