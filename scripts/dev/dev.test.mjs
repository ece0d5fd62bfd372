import { afterEach, describe, expect, test, vi } from 'vitest';
import { dependenciesOf } from '../launch/compile-cache.mjs';
import { ManagedProgram } from './programs.mjs';
import { createJobQueue, isBuildInput } from './rebuild.mjs';

describe('which changes start a build', () => {
  test.each([
    'src/a.ts',
    'src/page/html.ts',
    'src\\page\\main.ts',
    'package.json',
    'tsup.config.ts',
    'page.build.ts',
  ])('%s does', (path) => expect(isBuildInput(path)).toBe(true));
  test.each(['src/a.test.ts', 'src/a.long.ts', 'test/helper.ts', 'dist/index.js', 'README.md'])(
    '%s does not',
    (path) => expect(isBuildInput(path)).toBe(false),
  );

  test('the packages of a program are those that it needs, directly or through others', () => {
    const packages = [
      {
        name: 'server',
        manifest: { dependencies: { engine: '*' }, devDependencies: { bundled: '*', vitest: '*' } },
      },
      { name: 'engine', manifest: { dependencies: { core: '*' } } },
      { name: 'core', manifest: {} },
      { name: 'bundled', manifest: {} },
      { name: 'viewer', manifest: { dependencies: { core: '*' } } },
    ];
    expect([...dependenciesOf('server', packages)].sort()).toEqual(['bundled', 'core', 'engine', 'server']);
  });
});

describe('the queue of builds', () => {
  test('a burst of changes runs the job once', async () => {
    const job = vi.fn(async () => {});
    const queue = createJobQueue(job, 5);
    queue.changed();
    queue.changed();
    await vi.waitFor(() => expect(job).toHaveBeenCalledTimes(1));
    queue.close();
  });

  test('a change during the job runs it once more', async () => {
    const releases = [];
    const job = vi.fn(() => new Promise((resolve) => releases.push(resolve)));
    const queue = createJobQueue(job, 1);
    queue.changed();
    await vi.waitFor(() => expect(job).toHaveBeenCalledTimes(1));
    queue.changed();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(job).toHaveBeenCalledTimes(1);
    releases[0]();
    await vi.waitFor(() => expect(job).toHaveBeenCalledTimes(2));
    releases[1]();
    queue.close();
  });

  test('a closed queue starts no job', async () => {
    const job = vi.fn(async () => {});
    const queue = createJobQueue(job, 1);
    queue.changed();
    queue.close();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(job).not.toHaveBeenCalled();
  });
});

describe('a managed program', () => {
  let program;
  afterEach(() => program?.stop());

  const start = (code) => {
    const lines = [];
    const exits = [];
    program = new ManagedProgram(
      { name: 'sample', file: process.execPath, args: ['-e', code] },
      { cwd: process.cwd(), onLine: (line) => lines.push(line), onExit: (status) => exits.push(status) },
    );
    program.start();
    return { lines, exits };
  };

  test('is stopped by SIGINT and does not report that as its own end', async () => {
    const { lines, exits } = start(
      'process.on("SIGINT", () => { console.log("saved"); process.exit(0); }); console.log("ready"); setInterval(() => {}, 1000);',
    );
    await vi.waitFor(() => expect(lines).toEqual(['ready']), 10_000);
    await program.stop();
    expect(lines).toEqual(['ready', 'saved']);
    expect(exits).toEqual([]);
  });

  test('starts again after a restart', async () => {
    const { lines } = start('console.log("ready"); setInterval(() => {}, 1000);');
    await vi.waitFor(() => expect(lines).toHaveLength(1), 10_000);
    await program.restart();
    await vi.waitFor(() => expect(lines).toHaveLength(2), 10_000);
  });

  test('reports its own end with the exit status', async () => {
    const { exits } = start('process.exit(3)');
    await vi.waitFor(() => expect(exits).toEqual([3]), 10_000);
  });

  test.skipIf(process.platform === 'win32')('reports a file that cannot be started', async () => {
    const exits = [];
    program = new ManagedProgram(
      { name: 'none', file: '/does/not/exist', args: [] },
      { cwd: process.cwd(), onLine: () => {}, onExit: (status) => exits.push(status) },
    );
    program.start();
    await vi.waitFor(() => expect(exits).toEqual([expect.stringContaining('ENOENT')]), 10_000);
  });
});
