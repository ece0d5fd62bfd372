import { cpSync, existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MatchDocument } from '@rcss/core/match-document';
import { digest } from '@rcss/simulator';
import { describe, expect, it } from 'vitest';
import { fillDisk } from '../../test/full-disk.js';
import { Client, connectPlayer, createFolder, waitUntil } from '../../test/harness.js';
import type { RoomHost } from '../../test/room-host.js';
import { createTestHost, STEPPED } from '../../test/rooms.js';
import type { RoomPlan } from './room-plan.js';
import { listStoredRooms } from './stored-room.js';

/** A match in which random numbers matter. */
const NOISY: MatchDocument = {
  ...STEPPED,
  teams: { left: { name: 'Foxes', remote: true }, right: { name: 'Herons', remote: true } },
  parameters: { server: { ball_rand: 0.3, player_rand: 0.3, wind_force: 20, wind_rand: 1 } },
  initial: { playMode: 'play_on', ball: { position: { x: 0, y: 0 }, velocity: { x: 1, y: 0.5 } } },
  recording: { recording: true },
};

const createStoringHost = (folder: string) => createTestHost({ folder, storesRooms: true });
const digestOf = (host: RoomHost, id = 'a') => digest(host.rooms.get(id)!.server.match);

async function spawnPlayers(host: RoomHost, id = 'a'): Promise<void> {
  for (const team of ['Foxes', 'Herons'])
    await host.spawnPlayer(id, {
      team,
      position: { x: team === 'Foxes' ? -5 : 5, y: 3 },
      velocity: { x: 0.3, y: 0 },
    });
}

/** Returns a copy of the folder of a host at this moment, as a killed process leaves it. */
function copyFolder(folder: string): string {
  const copy = join(createFolder(), 'copy');
  cpSync(folder, copy, { recursive: true });
  return copy;
}

describe('a room of an earlier server', () => {
  it('continues where it was if the server is killed again before the first step', async () => {
    const folder = createFolder();
    const host = createStoringHost(folder);
    await host.create({ id: 'a', document: NOISY });
    await spawnPlayers(host);
    await host.step('a', 10);
    const interrupted = digestOf(host);
    const first = createStoringHost(copyFolder(folder));
    await first.resume('a');
    const killed = copyFolder(first.rooms.get('a')!.server.config.server.game_log_dir.replace(/a$/, ''));
    const second = createStoringHost(killed);
    expect(await second.resume('a')).toMatchObject({ steps: 10, phase: 'running' });
    expect(digestOf(second)).toBe(interrupted);
    expect(readdirSync(join(killed, 'a')).sort()).toEqual([
      'match-2.rec',
      'match-3.rec',
      'match.rec',
      'room.json',
    ]);
  });

  it.runIf(process.platform === 'linux')(
    'does not continue where the disk was full, and says so, also after a phase that could not be stored',
    async () => {
      const folder = createFolder();
      const host = createStoringHost(folder);
      await host.create({ id: 'a', document: NOISY });
      await host.create({ id: 'b', document: NOISY });
      await host.step('b', 2);
      const freeDisk = fillDisk(join(folder, 'b'));
      const freeState = fillDisk(join(folder, 'a', 'room.json'));
      try {
        await host.step('a', 3);
        await host.step('b', 3);
        await host.pause('b');
      } finally {
        freeState();
        freeDisk();
      }
      await host.step('b', 1);
      const killed = copyFolder(folder);
      expect(listStoredRooms(killed)).toEqual(['a', 'b']);
      const next = createStoringHost(killed);
      expect(await next.resume('a')).toMatchObject({ steps: 3, phase: 'running' });
      await expect(next.resume('b')).rejects.toThrow(
        /b\/match\.rec: it could not be written after cycle 2, .*rcss-server resume match\.rec --cycle 2/,
      );
      await host.delete('b');
      expect(listStoredRooms(folder)).toEqual(['a']);
    },
  );

  it.runIf(process.platform === 'linux')(
    'a file system that allows no change ends neither a room nor the others',
    async () => {
      const folder = createFolder();
      const host = createStoringHost(folder);
      for (const id of ['a', 'b', 'c']) await host.create({ id, document: NOISY });
      await host.step('a', 2);
      const free = fillDisk(folder, true);
      try {
        expect(await host.step('c', 2)).toMatchObject({ steps: 2, recording: { lostAt: 1 }, fault: null });
        await host.stop('a');
        await host.rooms.get('a')!.closed;
        expect(host.rooms.get('a')!.phase).toBe('closed');
        await host.delete('c');
      } finally {
        free();
      }
      expect(await host.step('b', 3)).toMatchObject({ steps: 3, recording: { lostAt: null } });
      const [problem] = (await host.readStatus())[0]!.fileProblems.filter((line) => /room\.json/.test(line));
      expect(problem).toMatch(/could not remove .*room\.json": EROFS/);
    },
  );

  it.runIf(process.platform === 'linux')(
    'keeps its recording if there is no space for the state from which it continues',
    async () => {
      const folder = createFolder();
      const host = createStoringHost(folder);
      await host.create({ id: 'a', document: NOISY });
      await host.step('a', 5);
      const killed = copyFolder(folder);
      // There is space for the header.
      const free = fillDisk(join(killed, 'a', 'new-match.rec'), false, 1);
      try {
        await expect(createStoringHost(killed).resume('a')).rejects.toThrow(
          /^could not write to "new-match\.rec": ENOSPC: no space left on device, write$/,
        );
      } finally {
        free();
      }
      expect(readdirSync(join(killed, 'a')).sort()).toEqual(['match.rec', 'room.json']);
      expect(await createStoringHost(killed).resume('a')).toMatchObject({ steps: 5, phase: 'running' });
    },
  );

  it('has the same state, ports and future as without the interruption, also after a second one', async () => {
    const folder = createFolder();
    const host = createStoringHost(folder);
    const { ports } = await host.create({ id: 'a', document: NOISY });
    await spawnPlayers(host);
    await host.step('a', 10);
    await host.setScene('a', { players: [{ side: 'left', unum: 1, position: { x: 1, y: 1 } }] });
    await host.step('a', 5);
    const killed = copyFolder(folder);
    const interrupted = digestOf(host);
    await host.step('a', 15);
    const undisturbed = digestOf(host);
    await host.close();

    const next = createStoringHost(killed);
    const state = await next.resume('a');
    expect(state).toMatchObject({ id: 'a', phase: 'running', steps: 15, seed: 7, ports });
    expect(state.teams).toEqual({ left: 'Foxes', right: 'Herons' });
    expect(digestOf(next)).toBe(interrupted);
    await next.step('a', 8);
    // A regular end of the server; the match is not over.
    await next.close();

    const last = createStoringHost(killed);
    expect(await last.resume('a')).toMatchObject({ phase: 'running', steps: 23 });
    await last.step('a', 7);
    expect(digestOf(last)).toBe(undisturbed);
  });

  it('of version 1 of its file is read as before', async () => {
    const folder = createFolder();
    const host = createStoringHost(folder);
    const document = { ...NOISY, name: 'former', stop: { cycles: 12 } };
    const { ports } = await host.create({ id: 'a', document });
    await spawnPlayers(host);
    await host.step('a', 10);
    const killed = copyFolder(folder);
    const interrupted = digestOf(host);
    await host.close();
    const former = { version: 1, document, phase: 'paused', ports };
    writeFileSync(join(killed, 'a/room.json'), `${JSON.stringify(former)}\n`);

    const next = createStoringHost(killed);
    expect(await next.resume('a')).toMatchObject({
      name: 'former',
      phase: 'paused',
      steps: 10,
      seed: 7,
      ports,
    });
    expect(digestOf(next)).toBe(interrupted);
    const { version, plan } = JSON.parse(readFileSync(join(killed, 'a/room.json'), 'utf8'));
    expect([version, plan.name, plan.seed, plan.rules.server.ball_rand]).toEqual([2, 'former', 7, 0.3]);
    expect(await next.step('a', 5)).toMatchObject({ steps: 12, end: { condition: 'cycles' } });
  });

  it('has the seed that its first server chose, as have its forks', async () => {
    const folder = createFolder();
    const host = createStoringHost(folder);
    await host.create({ id: 'a', document: { ...NOISY, seed: -1 } });
    await host.step('a', 1);
    const { seed } = await host.read('a');
    const killed = copyFolder(folder);
    const next = createStoringHost(killed);
    expect(await next.resume('a')).toMatchObject({ seed });
    const fork = await next.fork('a', { id: 'b' });
    expect(fork).toMatchObject({ seed, name: null });
    expect(digestOf(next, 'b')).toBe(digestOf(next));
  });

  it('continues from a compressed recording', async () => {
    const folder = createFolder();
    const host = createStoringHost(folder);
    const recording = { recording: 'x/match.rec.gz' };
    await host.create({ id: 'a', document: { ...NOISY, recording } });
    await host.step('a', 6);
    const before = digestOf(host);
    await host.close();
    const next = createStoringHost(folder);
    await next.resume('a');
    expect(digestOf(next)).toBe(before);
  });

  it.each(['synchronous', 'real-time'] as const)(
    'with the clock %s waits for its players, who reconnect in any play mode, and goes on',
    async (clock) => {
      const folder = createFolder();
      const host = createStoringHost(folder);
      const { ports } = await host.create({ id: 'a', document: { ...NOISY, clock } });
      await connectPlayer({ ports } as never, 'Foxes', { answersThink: true });
      await host.step('a', 3);
      const { steps } = await host.start('a');
      await host.close();

      const next = createStoringHost(folder);
      const resumed = await next.resume('a');
      expect(resumed.phase).toBe('running');
      expect(resumed.steps).toBeGreaterThanOrEqual(steps);
      // No cycle without the player, although the room runs.
      expect(next.rooms.get('a')!.server.clients.awaitedPlayers.size).toBe(1);
      const client = await Client.open(resumed.ports.player);
      client.answersThink = true;
      client.send('(reconnect Foxes 1)');
      expect((await client.next('(reconnect')).text).toMatch(/^\(reconnect l play_on\)/);
      await waitUntil(() => next.rooms.get('a')!.server.match.steps > resumed.steps + 2);
    },
  );

  it('stays paused or waiting', async () => {
    const folder = createFolder();
    const host = createStoringHost(folder);
    await host.create({ id: 'paused', document: { ...NOISY, clock: 'synchronous' } });
    await host.step('paused', 2);
    await host.create({ id: 'waiting', document: NOISY });
    await host.close();
    const next = createStoringHost(folder);
    expect(listStoredRooms(folder)).toEqual(['paused', 'waiting']);
    expect(await next.resume('paused')).toMatchObject({ phase: 'paused', steps: 2 });
    expect(await next.resume('waiting')).toMatchObject({ phase: 'waiting', steps: 0, seed: 7 });
    expect(await next.step('waiting', 1)).toMatchObject({ steps: 1, playMode: 'play_on' });
  });

  it('is not continued after its match is over, was stopped or reset, or without a recording', async () => {
    const folder = createFolder();
    const host = createStoringHost(folder);
    const { recording: _recording, ...unrecorded } = NOISY;
    await host.create({ id: 'over', document: { ...NOISY, stop: { cycles: 3 } } });
    await host.create({ id: 'stopped', document: NOISY });
    await host.create({ id: 'deleted', document: NOISY });
    await host.create({ id: 'reset', document: NOISY });
    await host.create({ id: 'unrecorded', document: unrecorded });
    for (const id of host.rooms.keys()) await host.step(id, 3);
    expect(listStoredRooms(folder)).toEqual(['deleted', 'reset', 'stopped']);
    await host.stop('stopped');
    await host.delete('deleted');
    await host.reset('reset', {});
    expect(listStoredRooms(folder)).toEqual([]);
    await host.close();
    expect(listStoredRooms(folder)).toEqual([]);
  });
});

describe('files of a room that cannot be continued', () => {
  async function createStored(): Promise<{ folder: string; recording: string; file: string }> {
    const folder = createFolder();
    const host = createStoringHost(folder);
    await host.create({ id: 'a', document: NOISY });
    await spawnPlayers(host);
    await host.step('a', 20);
    const copy = copyFolder(folder);
    return { folder: copy, recording: join(copy, 'a/match.rec'), file: join(copy, 'a/room.json') };
  }

  it('a recording that is cut continues after its last complete step', async () => {
    const { folder, recording } = await createStored();
    truncateSync(recording, readFileSync(recording).length - 3);
    expect(await createStoringHost(folder).resume('a')).toMatchObject({ steps: 19 });
  });

  it('a damaged recording is refused with its name and the reason, and stays', async () => {
    const { folder, recording } = await createStored();
    const bytes = readFileSync(recording);
    // The digest of the last step.
    bytes[bytes.length - 2]! ^= 1;
    writeFileSync(recording, bytes);
    await expect(createStoringHost(folder).resume('a')).rejects.toThrow(
      /a\/match\.rec: the replay differs from the recording in step 20 .*rcss-server resume match\.rec --cycle N/,
    );
    expect(readFileSync(recording)).toEqual(bytes);
    writeFileSync(recording, 'no recording\n');
    await expect(createStoringHost(folder).resume('a')).rejects.toThrow(
      /match\.rec: the file is not a recording/,
    );
  });

  it('a missing recording or a wrong room.json is refused with its name', async () => {
    const { folder, file } = await createStored();
    const stored = JSON.parse(readFileSync(file, 'utf8')) as { plan: RoomPlan };
    const { plan } = stored;
    const refuse = async (text: string, message: RegExp) => {
      writeFileSync(file, text);
      await expect(createStoringHost(folder).resume('a')).rejects.toThrow(message);
    };
    await refuse('{', /a\/room\.json: .*JSON/);
    await refuse(
      JSON.stringify({ ...stored, phase: 'over' }),
      /a\/room\.json: phase: .*waiting, running, paused/,
    );
    await refuse(
      JSON.stringify({ ...stored, plan: { ...plan, keep: { recording: 'other.rec' } } }),
      /other\.rec: ENOENT/,
    );
    await refuse(
      JSON.stringify({ ...stored, plan: { ...plan, teams: { left: { name: 'Foxes', start: './x' } } } }),
      /starts the team Foxes, whose players cannot reconnect/,
    );
    await refuse(JSON.stringify({ ...stored, version: 3 }), /room\.json: version: .*1 or 2/);
    await refuse(JSON.stringify({ ...stored, plan: { ...plan, seed: 'x' } }), /room\.json: seed: "x" is not/);
    await refuse(
      JSON.stringify({ ...stored, plan: { ...plan, stop: { goals: -1 } } }),
      /room\.json: stop\.goals/,
    );
    await refuse(
      JSON.stringify({ ...stored, plan: { ...plan, program: { max_clients: [] } } }),
      /room\.json: parameters\.rcss\.max_clients/,
    );
    expect(existsSync(file)).toBe(true);
  });
});
