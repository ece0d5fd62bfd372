import { spawn } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createRoomClient } from '@rcss/client/rooms';
import type { MatchDocument } from '@rcss/core/match-document';
import { describe, expect, it } from 'vitest';
import {
  cleanUpAfterTest,
  createFolder,
  startTestServer,
  waitUntil,
} from '../../../packages/serve/match-server/test/harness.js';
import { watchProcess } from './watch-process.js';

const main = resolve(import.meta.dirname, '../src/main.ts');
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

const DOCUMENT: MatchDocument = {
  version: 1,
  seed: 7,
  clock: 'stepped',
  initial: { playMode: 'play_on', ball: { position: { x: 0, y: 0 }, velocity: { x: 1, y: 0.5 } } },
  recording: { recording: true },
};

/** Starts a room server as a process, from source. */
async function startRooms(folder: string, ...options: string[]) {
  const child = spawn(
    process.execPath,
    ['--conditions=@rcss/source', '--import', tsx, main, '--rooms', 'rooms.yaml', ...options],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  cleanUpAfterTest(() => void child.kill('SIGKILL'));
  const { seen, ended } = watchProcess(child);
  await waitUntil(() => seen.out.includes('Rooms: '), undefined, 'the server is up');
  const rooms = createRoomClient({ url: /Rooms: (\S+)/.exec(seen.out)![1]! });
  return { child, seen, ended, rooms };
}

describe.skipIf(process.platform === 'win32')('a room server as a process', () => {
  it('continues its matches after SIGKILL as if nothing had happened, names those that it cannot, and drains at SIGUSR2', async () => {
    const folder = createFolder();
    writeFileSync(join(folder, 'rooms.yaml'), 'version: 1\nhttp: { port: 0 }\nwarmup: 0\nresume: true\n');
    const first = await startRooms(folder);
    for (const id of ['a', 'undisturbed', 'damaged']) {
      await first.rooms.create({ id, document: DOCUMENT });
      await first.rooms.spawnPlayer(id, { team: 'Foxes', position: { x: 3, y: 1 } });
      await first.rooms.step(id, 20);
    }
    await first.rooms.step('undisturbed', 30);
    const undisturbed = await first.rooms.readScene('undisturbed');
    first.child.kill('SIGKILL');
    expect((await first.ended).signal).toBe('SIGKILL');
    appendFileSync(join(folder, 'rooms/damaged/match.rec'), Buffer.alloc(50, 255));

    const second = await startRooms(folder);
    expect(second.seen.err).toMatch(/Room a continues at cycle 20 \(running, port \d+\)/);
    expect(second.seen.err).toMatch(/Room damaged does not continue: rooms\/damaged\/match\.rec: /);
    expect((await second.rooms.list()).map(({ id }) => id).sort()).toEqual(['a', 'undisturbed']);
    await second.rooms.step('a', 30);
    expect(await second.rooms.readScene('a')).toEqual(undisturbed);
    second.child.kill('SIGUSR2');
    await waitUntil(() => second.seen.err.includes('2 go on (a, undisturbed)'));
    await expect(second.rooms.create({ document: DOCUMENT })).rejects.toThrow(/takes no more/);
    await second.rooms.stop('a');
    await second.rooms.delete('undisturbed');
    expect(await second.ended).toEqual({ status: 0, signal: null });
  });
});

it.runIf(process.platform === 'linux')(
  'a log that another process is still writing is left as it is',
  async () => {
    const dir = createFolder();
    const path = join(dir, 'incomplete.rcg');
    const program = `const fs = require('fs'); fs.openSync(${JSON.stringify(path)}, 'w'); console.log('open'); setInterval(() => {}, 1000);`;
    const writer = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      await new Promise((resolve) => writer.stdout.once('data', resolve));
      const server = await startTestServer({
        server: { game_log_dir: dir, text_log_dir: dir, log_date_format: '' },
      });
      expect(readdirSync(dir).sort()).toEqual(['incomplete-2.rcg', 'incomplete.rcg', 'incomplete.rcl']);
      await server.end();
      expect(readdirSync(dir).sort()).toEqual(['incomplete.rcg', 'null-vs-null.rcg', 'null-vs-null.rcl']);
    } finally {
      writer.kill('SIGKILL');
    }
  },
);
