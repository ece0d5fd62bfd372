import { spawn } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createRoomClient } from '@rcss/client/rooms';
import type { MatchDocument } from '@rcss/core/match-document';
import { describe, expect, it } from 'vitest';
import { cleanUpAfterTest, createFolder, waitUntil } from '../../../../packages/serve/server/test/harness.js';
import { watchProcess } from '../../test/watch-process.js';

const main = resolve(import.meta.dirname, '../main.ts');
const tsx = import.meta.resolve('tsx');

const DOCUMENT: MatchDocument = {
  version: 1,
  seed: 7,
  clock: 'stepped',
  initial: { playMode: 'play_on', ball: { position: { x: 0, y: 0 }, velocity: { x: 1, y: 0.5 } } },
  recording: { recording: true },
};

/** Starts a room server as a process, from source. */
async function start(folder: string, ...options: string[]) {
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
    const first = await start(folder);
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

    const second = await start(folder);
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
