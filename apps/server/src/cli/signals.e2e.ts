import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder, waitUntil } from '../../../../packages/serve/server/test/harness.js';
import { watchProcess } from '../../test/watch-process.js';

const main = resolve(import.meta.dirname, '../main.ts');
const tsx = import.meta.resolve('tsx');

/** Starts the program as a process, from source. */
function start(dir: string, ...settings: string[]) {
  const child = spawn(
    process.execPath,
    [
      '--conditions=@rcss/source',
      '--import',
      tsx,
      main,
      'server::port=0',
      'server::coach_port=0',
      'server::olcoach_port=0',
      'server::game_log_dir=log',
      'server::text_log_dir=log',
      ...settings,
    ],
    {
      cwd: dir,
      env: { ...process.env, RCSS_CONF_DIR: join(dir, 'conf') },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  return watchProcess(child);
}

describe.skipIf(process.platform === 'win32')('signals (spec 02 §8, §13.34)', () => {
  it('SIGINT, SIGTERM and SIGHUP end the process with results and renamed logs', async () => {
    await Promise.all(
      (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map(async (signal) => {
        const dir = createFolder();
        const { child, seen, ended } = start(dir);
        await waitUntil(() => seen.out.includes('Hit CTRL-C to exit'), undefined, 'the server is up');
        expect(readdirSync(join(dir, 'log')).sort()).toEqual(['incomplete.rcg', 'incomplete.rcl']);
        child.kill(signal);
        // A second one changes nothing.
        child.kill(signal);
        expect(await ended).toEqual({ status: 0, signal: null });
        expect(seen.out).toMatch(/\n\nServer Killed\. Exiting\.\.\.\n\nSaving Results:\n/);
        expect(seen.out).toMatch(/\nSaving Results Complete\n$/);
        const names = readdirSync(join(dir, 'log'));
        expect(names).toHaveLength(2);
        for (const name of names) expect(name).toMatch(/^\d{14}-null-vs-null\.rc[gl]$/);
        const game = names.find((name) => name.endsWith('.rcg'))!;
        expect(readFileSync(join(dir, 'log', game), 'latin1')).toMatch(/\(result \d{12} null-vs-null\)/);
      }),
    );
  });

  it('SIGKILL leaves unfinished logs; a start that fails ends with status 1 (spec 02 §8)', async () => {
    const dir = createFolder();
    const killed = start(dir);
    const failing = start(createFolder(), 'server::nosuch=1');
    await waitUntil(() => killed.seen.out.includes('Hit CTRL-C to exit'), undefined, 'the server is up');
    killed.child.kill('SIGKILL');
    expect((await killed.ended).signal).toBe('SIGKILL');
    expect(readdirSync(join(dir, 'log')).sort()).toEqual(['incomplete.rcg', 'incomplete.rcl']);
    expect((await failing.ended).status).toBe(1);
    expect(failing.seen.err).toMatch(/\nrcss-server: not started: .*\n$/);
  });

  it('the match continues if the reader of the output closes it', async () => {
    const dir = createFolder();
    const { child, seen, ended } = start(dir);
    await waitUntil(() => seen.out.includes('Hit CTRL-C to exit'), undefined, 'the server is up');
    child.stdout.destroy();
    child.stderr.destroy();
    child.kill('SIGINT');
    expect(await ended).toEqual({ status: 0, signal: null });
    expect(readdirSync(join(dir, 'log'))).toHaveLength(2);
  });
});
