import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { changedFiles, changesDeclarations, changesImports, packagesOf } from './changed.mjs';
import { runSteps } from './run-steps.mjs';

let folder;
afterEach(() => {
  if (folder !== undefined) rmSync(folder, { recursive: true });
  folder = undefined;
});

describe('packages that differ from the main branch', () => {
  test('files are assigned to packages and apps, others are left out', () => {
    expect(
      packagesOf([
        'packages/engine/core/src/a.ts',
        'apps/cli/README.md',
        'packages/engine/core/x.ts',
        'README.md',
        'packages/note.md',
      ]),
    ).toEqual(['apps/cli', 'packages/engine/core']);
  });

  test('commits of the branch, changes in the working tree and new files count; commits of main do not', () => {
    folder = mkdtempSync(join(tmpdir(), 'rcss-changed-'));
    const git = (...args) =>
      execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', ...args], {
        cwd: folder,
      });
    const commit = (name) => {
      writeFileSync(join(folder, name), name);
      git('add', name);
      git('commit', '-qm', name);
    };
    git('init', '-q', '-b', 'main');
    commit('old');
    git('checkout', '-q', '-b', 'topic');
    commit('committed');
    git('checkout', '-q', 'main');
    commit('of-main');
    git('checkout', '-q', 'topic');
    writeFileSync(join(folder, 'old'), 'changed');
    mkdirSync(join(folder, 'new'));
    writeFileSync(join(folder, 'new', 'file'), '');
    const { base, files } = changedFiles(folder);
    expect(files.sort()).toEqual(['committed', 'new/file', 'old']);
    expect(changesImports(folder, base)).toBe(true);
  });

  test('imports can change with a file, a manifest or a line with an import, and not with other lines', () => {
    folder = mkdtempSync(join(tmpdir(), 'rcss-changed-'));
    const git = (...args) =>
      execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', ...args], {
        cwd: folder,
      });
    const write = (text) => writeFileSync(join(folder, 'a.ts'), text);
    git('init', '-q', '-b', 'main');
    write("import { a } from './b.js';\nlet x = a;\n");
    git('add', '.');
    git('commit', '-qm', 'first');
    write("import { a } from './b.js';\nlet y = a;\n");
    expect(changesImports(folder, 'HEAD')).toBe(false);
    write("import { a } from './c.js';\nlet y = a;\n");
    expect(changesImports(folder, 'HEAD')).toBe(true);
    git('checkout', '-q', '.');
    writeFileSync(join(folder, 'package.json'), '{}');
    expect(changesImports(folder, 'HEAD')).toBe(true);
  });
});

describe('changes of declarations', () => {
  test.each([
    ['a line in the body of a function', '  return 1;', '  return 2;', false],
    ['a call in the body of a function', '  run(1);', '  run(2);', false],
    ['a comment', ' * Text.', ' * Other text.', true],
    ['an export', 'export const a = 1;', 'export const a = 2;', true],
    ['a member of a type', '  readonly width?: number;', '  readonly height?: number;', true],
    ['a method of a type', '  open(port: number): void;', '  open(): void;', true],
  ])('%s: %j to %j', (_, before, after, expected) => {
    folder = mkdtempSync(join(tmpdir(), 'rcss-changed-'));
    const git = (...args) =>
      execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', ...args], {
        cwd: folder,
      });
    mkdirSync(join(folder, 'p/src'), { recursive: true });
    const write = (name, text) => writeFileSync(join(folder, 'p/src', name), `${text}\n`);
    git('init', '-q', '-b', 'main');
    write('a.ts', before);
    write('a.test.ts', 'export {};');
    git('add', '.');
    git('commit', '-qm', 'first');
    write('a.test.ts', 'export const b = 1;');
    write('a.ts', after);
    expect(changesDeclarations(folder, 'HEAD', 'p')).toBe(expected);
  });
});

describe('steps', () => {
  const step = (name, code, rest = {}) => ({
    name,
    file: process.execPath,
    args: ['-e', code],
    command: `run ${name}`,
    lateAfter: 1_000,
    ...rest,
  });
  const run = async (steps, print = () => {}) => {
    const lines = [];
    const { failed } = await runSteps(steps, {
      cwd: process.cwd(),
      env: process.env,
      jobs: 2,
      print(line) {
        lines.push(line.replace(/\d+\.\d s$/, 'TIME'));
        print(line);
      },
    });
    return { lines, failed };
  };

  test('a step that passes prints a line when it starts, with the time after which it is late, and one when it ends', async () => {
    expect(await run([step('quiet', 'console.log("much")')])).toEqual({
      lines: ['start  quiet late after 1000 s', expect.stringMatching(/^ok {5}quiet +TIME$/)],
      failed: [],
    });
  });

  test('a step that is late is reported while it runs, with the command that runs it alone', async () => {
    folder = mkdtempSync(join(tmpdir(), 'rcss-late-'));
    const reported = join(folder, 'reported');
    const code = `const { existsSync } = require('node:fs'); setInterval(() => existsSync(${JSON.stringify(reported)}) && process.exit(), 5)`;
    const { lines, failed } = await run([step('slow', code, { lateAfter: 0.001 })], (line) => {
      if (line.startsWith('late')) writeFileSync(reported, '');
    });
    expect(lines.slice(0, 2)).toEqual([
      'start  slow late after 0.001 s',
      'late   slow > 0.001 s; alone: run slow',
    ]);
    expect(failed).toEqual([]);
  });

  test('a step that fails prints its output, the command and the correction; the others run too', async () => {
    const { lines, failed } = await run([
      step('bad', 'console.log("out"); console.error("err"); process.exit(3)', { fix: 'repair' }),
      step('good', ''),
    ]);
    expect(failed).toEqual(['bad']);
    expect(lines).toEqual(
      expect.arrayContaining(['    out', '    err', '    Run it alone: run bad', '    Correct it:   repair']),
    );
    expect(lines.filter((line) => /^(ok|FAILED)/.test(line))).toHaveLength(2);
  });

  test('only the end of a long output is printed', async () => {
    const { lines } = await run([
      step('long', 'for (let i = 0; i < 100; i++) console.log(i); process.exit(1)'),
    ]);
    expect(lines[2]).toBe('    … 60 more lines before');
    expect(lines[3]).toBe('    60');
  });

  test('a program that does not exist fails its step', async () => {
    const { failed } = await run([
      { name: 'none', file: '/does/not/exist', args: [], command: 'none', lateAfter: 1 },
    ]);
    expect(failed).toEqual(['none']);
  });

  const isAlive = (pid) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  /** A program that runs a file with arguments, as `npm run check` and as `npm test` do. */
  const RUNNERS = {
    runSteps: (file, args) => `
      import { runSteps } from ${JSON.stringify(join(import.meta.dirname, 'run-steps.mjs'))};
      const steps = ['tests', 'next'].map((name) => ({ name, file: ${file}, args: ${args}, command: name, lateAfter: 1000 }));
      const options = { cwd: '.', env: process.env, jobs: 1, print: console.log, graceMs: 1 };
      process.exitCode = (await runSteps(steps, options)).status;`,
    runProgram: (file, args) => `
      import { runProgram } from ${JSON.stringify(join(import.meta.dirname, '../launch/run-program.mjs'))};
      process.exitCode = await runProgram(${file}, ${args}, {});`,
  };

  test.skipIf(process.platform === 'win32').each([
    ['runSteps', 'start  tests late after 1000 s\nSIGTERM: ending 1 steps\n'],
    ['runProgram', ''],
  ])('%s: a signal ends a program with the processes that it has started', async (name, expected) => {
    folder = mkdtempSync(join(tmpdir(), 'rcss-signal-'));
    const pidFile = join(folder, 'pid');
    // A test runner, and its worker, which ignores signals and has its output.
    const worker = `process.on('SIGTERM', () => {}); require('node:fs').writeFileSync(${JSON.stringify(pidFile)}, process.pid + '.'); setInterval(() => {}, 1000)`;
    const runner = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(worker)}], { stdio: 'inherit' }); setInterval(() => {}, 1000)`;
    const program = RUNNERS[name](JSON.stringify(process.execPath), JSON.stringify(['-e', runner]));
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    // Its output ends with the last process that has it.
    const status = new Promise((resolve) => child.once('close', resolve));
    const readPid = () => (existsSync(pidFile) ? readFileSync(pidFile, 'utf8') : '');
    await expect.poll(readPid).toMatch(/\.$/);
    child.kill('SIGTERM');
    expect(await status).toBe(143);
    expect(output).toBe(expected);
    await expect.poll(() => isAlive(Number.parseInt(readPid(), 10))).toBe(false);
  });
});
