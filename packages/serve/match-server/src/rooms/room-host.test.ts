import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { MatchDocument } from '@rcss/core/match-document';
import type { RoomEvent } from '@rcss/core/rooms';
import { describe, expect, it } from 'vitest';
import { fillDisk } from '../../test/full-disk.js';
import { Client, connectPlayer, createFolder, waitUntil } from '../../test/harness.js';
import type { RoomHost } from '../../test/room-host.js';
import { createTestHost, STEPPED } from '../../test/rooms.js';
import { checkHealth } from '../operations/health.js';
import { countAllDrops } from '../state/telemetry.js';
import type { RoomError } from './room-error.js';

/** Returns status and message of the error of a request. */
async function refusal(request: Promise<unknown>): Promise<[number, string]> {
  try {
    await request;
  } catch (error) {
    const { status, message } = error as RoomError;
    return [status, message];
  }
  throw new Error('the request was not refused');
}

const roomOf = (host: RoomHost, id: string) => host.rooms.get(id)!;

/** Connects a player of a room over UDP. */
async function joinRoom(host: RoomHost, id: string, team: string, answersThink = true): Promise<Client> {
  const { ports } = await host.read(id);
  return connectPlayer({ ports } as never, team, { answersThink });
}

const ROLLING: MatchDocument = {
  ...STEPPED,
  teams: { left: { name: 'Foxes', remote: true }, right: { name: 'Herons', remote: true } },
  initial: { playMode: 'play_on', ball: { position: { x: 40, y: 0 }, velocity: { x: 2, y: 0 } } },
};

/** Waits until another room of the host has played some cycles in real time. */
async function playOtherRoom(host: RoomHost): Promise<void> {
  const parameters = { server: { simulator_step: 20, sense_body_step: 20 } };
  const { id } = await host.create({ document: { version: 1, parameters } });
  await host.start(id);
  await waitUntil(() => roomOf(host, id).server.match.steps > 4);
  await host.delete(id);
}

describe('a stepped room', () => {
  it('advances by the requested number of cycles, and not otherwise', async () => {
    const host = createTestHost();
    const { id, phase, steps } = await host.create({ document: STEPPED });
    expect([phase, steps]).toEqual(['waiting', 0]);
    expect(await host.step(id, 3)).toMatchObject({ steps: 3, phase: 'running' });
    expect(await host.step(id, 40)).toMatchObject({ steps: 43 });
    await playOtherRoom(host);
    expect((await host.read(id)).steps).toBe(43);
  });

  it('counts the handshakes of a step that ended without a client, which may have another time for (done)', async () => {
    const host = createTestHost();
    const parameters = { ...STEPPED.parameters, rcss: { synch_timeout: 1, synch_max_missed: 0 } };
    const { id } = await host.create({ document: { ...STEPPED, parameters } });
    const player = await joinRoom(host, id, 'Foxes', false);
    // One handshake takes place before the first cycle.
    expect(await host.step(id, 2)).toMatchObject({ steps: 2, missed: 3, phase: 'running' });
    expect(await host.step(id, 30)).toMatchObject({ steps: 32, missed: 30, phase: 'running', end: null });
    player.send('(bye)');
    await waitUntil(() => roomOf(host, id).readState().clients.players === 0);
    expect(await host.step(id, 3)).toMatchObject({ steps: 35, missed: 0 });
  });

  it('starts from the situation of its document and ends by its stop condition; a reset makes it playable again', async () => {
    const host = createTestHost();
    const { id } = await host.create({ document: { ...ROLLING, stop: { goals: 1, cycles: 100 } } });
    const ended = await host.step(id, 1000);
    expect(ended).toMatchObject({
      phase: 'ended',
      score: { left: 1, right: 0 },
      end: { condition: 'goals' },
    });
    expect((await refusal(host.step(id, 1)))[0]).toBe(409);
    const again = await host.reset(id, {});
    expect(again).toMatchObject({ phase: 'running', steps: 0, score: { left: 0, right: 0 }, end: null });
    expect((await host.readScene(id)).ball?.position).toEqual({ x: 40, y: 0 });
    const second = await host.step(id, 1000);
    expect(second.steps).toBe(ended.steps);
  });

  it('gives the teams of the document their sides, whatever the order in which they connect, and refuses others', async () => {
    const host = createTestHost();
    const { id } = await host.create({ document: ROLLING });
    await joinRoom(host, id, 'Herons');
    const other = await joinRoom(host, id, 'Otters');
    expect(other.received.at(-1)?.text).toMatch(/^\(error no_more_team/);
    await joinRoom(host, id, 'Foxes');
    await host.step(id, 1);
    const { players = [] } = await host.readScene(id);
    expect(players.map(({ side }) => side)).toEqual(['left', 'right']);
    expect((await host.read(id)).teams).toEqual({ left: 'Foxes', right: 'Herons' });
  });

  it('waits in each cycle for (done) of its clients, and keeps them over a reset', async () => {
    const host = createTestHost();
    const { id } = await host.create({ document: STEPPED });
    const client = await joinRoom(host, id, 'Foxes');
    await host.step(id, 5);
    await waitUntil(() => client.unread('(think)').length >= 5);
    client.send('(dash 100)(done)');
    await host.reset(id, { scene: { playMode: 'play_on' } });
    expect(await host.read(id)).toMatchObject({ clients: { players: 1 }, teams: { left: 'Foxes' }, time: 0 });
    client.skip();
    await host.step(id, 2);
    await client.next('(sense_body 1 ');
  });

  it('plays the same match again after a reset with the same seed, and another one with another seed', async () => {
    const host = createTestHost();
    const noisy = { ...ROLLING, parameters: { server: { ball_rand: 0.5 } } };
    const { id } = await host.create({ document: noisy });
    const play = async (seed?: number) => {
      await host.reset(id, seed === undefined ? {} : { seed });
      await host.step(id, 4);
      return (await host.readScene(id)).ball;
    };
    const first = await play();
    expect(await play()).toEqual(first);
    const other = await play(8);
    expect(other).not.toEqual(first);
    expect(await play(7)).toEqual(first);
    expect(await play(8)).toEqual(other);
  });
});

describe('a stepped room with long steps', () => {
  it.each([
    { simulator_step: 60_000, slow_down_factor: 100 },
    { synch_offset: 60_000, slow_down_factor: 100 },
    { sense_body_step: 59_999, send_vi_step: 59_981, send_step: 59_971, slow_down_factor: 99 },
  ])('%o answers its request', async (server) => {
    const host = createTestHost();
    const { id } = await host.create({ document: { ...STEPPED, parameters: { server } } });
    expect((await host.step(id, 2)).steps).toBeGreaterThanOrEqual(2);
  });
});

describe('a reset to another document', () => {
  const next: MatchDocument = {
    version: 1,
    name: 'second',
    seed: 11,
    initial: { playMode: 'play_on', ball: { position: { x: -40, y: 0 }, velocity: { x: -2, y: 0 } } },
    stop: { goals: 1 },
  };

  it('plays its situation, seed and stop conditions with the same ports and clients', async () => {
    const host = createTestHost();
    const created = await host.create({ document: { ...ROLLING, stop: { cycles: 3 } } });
    const { id } = created;
    const client = await joinRoom(host, id, 'Foxes');
    expect(await host.step(id, 10)).toMatchObject({ phase: 'ended', end: { condition: 'cycles' } });
    const events: RoomEvent[] = [];
    await host.subscribe(id, (event) => events.push(event));
    const reset = await host.reset(id, { document: next });
    expect(reset).toMatchObject({
      name: 'second',
      seed: 11,
      steps: 0,
      phase: 'running',
      clock: 'stepped',
      end: null,
      clients: { players: 1 },
      teams: { left: 'Foxes', right: 'Herons' },
      ports: created.ports,
    });
    expect(events.at(-1)).toMatchObject({ type: 'state', state: { name: 'second' } });
    client.skip();
    const ended = await host.step(id, 100);
    expect(ended).toMatchObject({ score: { left: 0, right: 1 }, end: { condition: 'goals' } });
    await client.next('(sense_body 1 ');
    expect(await host.reset(id, {})).toMatchObject({ name: 'second', seed: 11 });
    expect((await host.readScene(id)).ball?.position).toEqual({ x: -40, y: 0 });
  });

  it('gives the match of a room that was created from the document', async () => {
    const host = createTestHost();
    const parameters = { server: { ball_rand: 0.5 } };
    const fresh = await host.create({ document: { ...STEPPED, ...next, clock: 'stepped', parameters } });
    // The types of the players stay those of the first seed; this match has no players.
    const used = await host.create({ document: { ...STEPPED, parameters } });
    await host.step(used.id, 5);
    await host.reset(used.id, { document: { ...next, parameters } });
    await host.step(fresh.id, 4);
    await host.step(used.id, 4);
    expect(await host.readScene(used.id)).toEqual(await host.readScene(fresh.id));
  });

  it('can change between the clocks stepped and synchronous', async () => {
    const host = createTestHost();
    const { id } = await host.create({ document: STEPPED });
    await host.step(id, 2);
    const initial = { playMode: 'play_on' as const };
    await host.reset(id, { document: { version: 1, clock: 'synchronous', initial, stop: { cycles: 20 } } });
    await roomOf(host, id).closed;
    expect(await host.read(id)).toMatchObject({ clock: 'synchronous', steps: 20, phase: 'closed' });
  });

  it.each<[string, Partial<MatchDocument>, string[]]>([
    [
      'other teams',
      { teams: { left: { name: 'Otters', remote: true } } },
      ['teams.left.name', 'teams.right'],
    ],
    [
      'other parameters',
      { parameters: { server: { half_time: 5, ball_rand: 0.5 } } },
      ['parameters.server.half_time'],
    ],
    ['other files', { recording: { gameLog: true } }, ['recording.gameLog']],
    ['the clock real-time', { clock: 'real-time' }, ['clock']],
    [
      'a situation that does not fit the parameters',
      { initial: { players: [{ side: 'left', unum: 1, stamina: 9999 }] } },
      ['initial.players[0].stamina'],
    ],
  ])('is refused with %s, and leaves the room as it was', async (_what, fields, paths) => {
    const host = createTestHost();
    const parameters = { server: { ball_rand: 0.5 } };
    const { id } = await host.create({ document: { ...ROLLING, parameters } });
    await host.step(id, 3);
    const before = [await host.read(id), await host.readScene(id)];
    const request = { document: { version: 1 as const, seed: 3, ...fields } };
    const error = await host.reset(id, request).catch((e: RoomError) => e);
    expect((error as RoomError).problems.map(({ path }) => path)).toEqual(
      paths.map((path) => `document.${path}`),
    );
    expect([await host.read(id), await host.readScene(id)]).toEqual(before);
    expect(await host.reset(id, {})).toMatchObject({ name: null, seed: 7 });
  });

  it('is refused together with fields that the document has', async () => {
    const host = createTestHost();
    const { id } = await host.create({ document: STEPPED });
    const error = await host.reset(id, { document: next, seed: 3, stop: {} }).catch((e: RoomError) => e);
    expect((error as RoomError).problems.map(({ path }) => path)).toEqual(['stop', 'seed']);
  });
});

it('a reset to a snapshot with another seed continues with other random numbers', async () => {
  const host = createTestHost();
  const { id } = await host.create({
    document: { ...ROLLING, parameters: { server: { ball_rand: 0.5 } } },
  });
  await host.step(id, 2);
  const name = await host.takeSnapshot(id);
  const play = async (seed?: number) => {
    await host.reset(id, { snapshot: name, ...(seed === undefined ? {} : { seed }) });
    await host.step(id, 2);
    return (await host.readScene(id)).ball;
  };
  const first = await play();
  expect(await play()).toEqual(first);
  expect(await play(8)).not.toEqual(first);
  expect(await play()).toEqual(first);
});

describe('logs of a room that is reset', () => {
  /** Times of the frames of all game logs of a room, by file. */
  const readTimes = (folder: string) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.rcg'))
      .sort()
      .map((name) =>
        [...readFileSync(join(folder, name), 'latin1').matchAll(/^\(show (\d+) /gm)].map(([, time]) =>
          Number(time),
        ),
      );

  it('have a file for each part of the match, in which the time never decreases', async () => {
    const folder = createFolder();
    const host = createTestHost({ folder });
    const recording = { gameLog: true, textLog: true, recording: true };
    const { id } = await host.create({ id: 'a', document: { ...ROLLING, recording } });
    await host.reset(id, {});
    await host.step(id, 3);
    const snapshot = await host.takeSnapshot(id);
    await host.step(id, 2);
    await host.reset(id, { snapshot });
    await host.step(id, 1);
    await host.setScene(id, { time: 1 });
    await host.step(id, 2);
    await host.stop(id);
    expect(readTimes(join(folder, id)).sort()).toEqual([[1, 2, 3, 4, 5], [2, 3], [4]]);
    const names = readdirSync(join(folder, id));
    expect(names.filter((name) => name.endsWith('.rcl'))).toHaveLength(3);
    expect(names.filter((name) => name.includes('.rec'))).toHaveLength(1);
    expect(names.filter((name) => name.startsWith('incomplete'))).toEqual([]);
  });

  it('a log in a folder of the room', async () => {
    const folder = createFolder();
    const recording = { gameLog: 'a/b.rcg', textLog: 'c/d.rcl', recording: 'a/e.rec' };
    const host = createTestHost({ folder });
    const { id } = await host.create({ id: 'a', document: { ...ROLLING, recording } });
    await host.step(id, 1);
    await host.stop(id);
    const names = ['a/b.rcg', 'c/d.rcl', 'a/e.rec'];
    expect(names.map((name) => existsSync(join(folder, id, name)))).toEqual([true, true, true]);
  });

  it.runIf(existsSync('/dev/full'))('a room without space for its recording is not created', async () => {
    const folder = createFolder();
    symlinkSync('/dev', join(folder, 'full'));
    const host = createTestHost({ folder });
    const document = { ...ROLLING, recording: { gameLog: 'none', recording: 'full' } };
    const [status, text] = await refusal(host.create({ id: 'full', document }));
    expect([status, text]).toEqual([409, expect.stringMatching(/^could not write to "full": ENOSPC/)]);
    expect(host.rooms.size).toBe(0);
  });

  it.runIf(process.platform === 'linux')('a full disk in one room does not touch another', async () => {
    const folder = createFolder();
    const host = createTestHost({ folder });
    const full = await host.create({ id: 'full', document: { ...ROLLING, recording: { recording: true } } });
    const other = await host.create({ id: 'other', document: { ...ROLLING, recording: { gameLog: true } } });
    expect([full.recording, other.recording]).toEqual([{ lostAt: null }, null]);
    const events: RoomEvent[] = [];
    await host.subscribe(full.id, (event) => events.push(event));
    await host.step(full.id, 2);
    const freeDisk = fillDisk(join(folder, 'full'));
    try {
      for (const { id } of [full, other]) await host.step(id, 5);
    } finally {
      freeDisk();
    }
    expect(await host.step(full.id, 1)).toMatchObject({ steps: 8, fault: null, recording: { lostAt: 3 } });
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'state',
        state: expect.objectContaining({ steps: 3, recording: { lostAt: 3 } }),
      }),
    );
    expect(checkHealth(await host.readStatus())).toEqual({
      status: 'ok',
      recording: { lostAt: 3, rooms: 1 },
    });
    const [status, otherStatus] = await host.readStatus();
    expect(status?.fileProblems).toEqual([expect.stringContaining('ENOSPC')]);
    expect(otherStatus?.fileProblems).toEqual([]);
    await host.stop(other.id);
    expect(readTimes(join(folder, 'other'))).toEqual([[1, 2, 3, 4, 5]]);
  });
});

describe('programs control a room', () => {
  it('a snapshot, its fork and the original continue with the same states', async () => {
    const host = createTestHost();
    const { id } = await host.create({
      document: { ...ROLLING, parameters: { server: { ball_rand: 0.3 } } },
    });
    await host.step(id, 2);
    const name = await host.takeSnapshot(id);
    const { id: copy } = await host.fork(id, { snapshot: name });
    await host.step(id, 3);
    await host.step(copy, 3);
    const scene = await host.readScene(id);
    expect(await host.readScene(copy)).toEqual(scene);
    await host.reset(id, { snapshot: name });
    await host.step(id, 3);
    expect(await host.readScene(id)).toEqual(scene);
    await host.deleteSnapshot(id, name);
    expect((await refusal(host.reset(id, { snapshot: name })))[0]).toBe(404);
  });

  it('players without client are put on the field, and a client can take them', async () => {
    const host = createTestHost();
    const { id } = await host.create({ document: STEPPED });
    const slot = await host.spawnPlayer(id, { team: 'Foxes', goalie: true, position: { x: -50, y: 0 } });
    expect(slot).toEqual({ side: 'left', unum: 1 });
    expect(await host.spawnPlayer(id, { team: 'Herons', position: { x: 3, y: 4 } })).toEqual({
      side: 'right',
      unum: 1,
    });
    await host.setScene(id, {
      playMode: 'play_on',
      players: [{ side: 'right', unum: 1, velocity: { x: -0.5, y: 0 } }],
    });
    await host.step(id, 1);
    const { players = [] } = await host.readScene(id);
    expect(players.map(({ side, goalie }) => [side, goalie])).toEqual([
      ['left', true],
      ['right', false],
    ]);
    expect(players[1]!.position!.x).toBeLessThan(3);
    await host.setScene(id, { playMode: 'free_kick_l' });
    const client = await Client.open((await host.read(id)).ports.player);
    client.send('(reconnect Herons 1)');
    await client.next('(reconnect r free_kick_l)');
    expect((await host.read(id)).clients.players).toBe(1);
  });

  it('a player whose place is refused is not connected', async () => {
    const host = createTestHost();
    const { id } = await host.create({ document: STEPPED });
    await expect(host.spawnPlayer(id, { team: 'Foxes', position: { x: 0, y: 1e6 } })).rejects.toMatchObject({
      status: 422,
      problems: [{ path: 'position.y', message: expect.stringMatching(/^position\.y: 1000000 is not/) }],
    });
    expect((await host.read(id)).teams.left).toBe('');
    expect(await host.spawnPlayer(id, { team: 'Foxes' })).toEqual({ side: 'left', unum: 1 });
  });

  it('the status names the clock stepped', async () => {
    const host = createTestHost();
    await host.create({ document: STEPPED });
    expect(await host.readStatus()).toMatchObject([{ clock: 'stepped', state: 'waiting' }]);
  });

  it('events report phases, goals, play modes and the end, in order', async () => {
    const host = createTestHost();
    const { id } = await host.create({ document: { ...ROLLING, stop: { playModes: ['kick_off_r'] } } });
    const events: RoomEvent[] = [];
    const unsubscribe = await host.subscribe(id, (event) => events.push(event));
    await host.step(id, 100);
    unsubscribe();
    await host.reset(id, {});
    expect(events.map((event) => (event.type === 'state' ? event.state.phase : event.type))).toEqual([
      'waiting',
      'running',
      'goal',
      'play_mode',
      'play_mode',
      'end',
      'ended',
    ]);
    expect(events[2]).toMatchObject({ side: 'left', score: { left: 1, right: 0 } });
  });

  it('a kickoff begins the match as the command of a trainer does', async () => {
    const host = createTestHost();
    const { id } = await host.create({ document: STEPPED });
    expect((await host.kickOff(id)).playMode).toBe('kick_off_l');
  });
});

describe('a real-time room', () => {
  it('runs after its start, stands while it is paused, and is stepped then without waiting', async () => {
    const host = createTestHost();
    const document: MatchDocument = {
      version: 1,
      parameters: { server: { simulator_step: 20, sense_body_step: 20 } },
    };
    const { id } = await host.create({ document });
    const client = await joinRoom(host, id, 'Foxes', false);
    expect((await host.read(id)).steps).toBe(0);
    await host.start(id);
    const room = roomOf(host, id);
    await waitUntil(() => room.server.match.steps > 3);
    await host.pause(id);
    const { steps } = await host.read(id);
    await playOtherRoom(host);
    expect((await host.read(id)).steps).toBe(steps);
    expect(await host.step(id, 50)).toMatchObject({ steps: steps + 50, phase: 'paused' });
    await host.start(id);
    await waitUntil(() => room.server.match.steps > steps + 52);
    expect((await refusal(host.step(id, 1)))[0]).toBe(409);
    await client.next('(sense_body');
    expect(await host.stop(id)).toMatchObject({ phase: 'closed' });
  });

  it('ends as a server does when a stop condition holds', async () => {
    const host = createTestHost();
    const { id } = await host.create({
      document: { version: 1, stop: { cycles: 3 }, parameters: { server: { simulator_step: 20 } } },
      start: true,
    });
    await roomOf(host, id).closed;
    expect(await host.read(id)).toMatchObject({ phase: 'closed', steps: 3, end: { condition: 'cycles' } });
  });
});

describe('rooms are independent', () => {
  it('a fault in one room closes this room with a report; another one goes on', async () => {
    const host = createTestHost();
    const errors: string[] = [];
    const faulty = createTestHost({
      createConsole: () => ({ out: () => {}, err: (line) => errors.push(line) }),
    });
    const { id } = await faulty.create({ document: { version: 1 }, start: true });
    const { id: other } = await faulty.create({ document: { version: 1 }, start: true });
    const { match } = roomOf(faulty, id).server;
    Object.defineProperty(match, 'steps', {
      get: () => 0,
      set: () => {
        throw new Error('broken on purpose');
      },
    });
    await roomOf(faulty, id).closed;
    expect(await faulty.read(id)).toMatchObject({ phase: 'failed', fault: 'broken on purpose' });
    expect(errors.join('\n')).toContain('broken on purpose');
    const before = (await faulty.read(other)).steps;
    await waitUntil(() => roomOf(faulty, other).server.match.steps > before);
    expect(await host.list()).toEqual([]);
  });

  it('a room that needs more than its time does not take the cycles of another one', async () => {
    const host = createTestHost();
    const { id: slow } = await host.create({ document: { version: 1 }, start: true });
    const { id: quick } = await host.create({ document: { version: 1 }, start: true });
    const room = roomOf(host, slow);
    const { phases } = room as unknown as { phases: { simulate: () => void } };
    const { simulate } = phases;
    // Each cycle of this room takes longer than a cycle.
    phases.simulate = () => {
      const end = performance.now() + 130;
      while (performance.now() < end);
      simulate();
    };
    const before = [room.server.match.steps, roomOf(host, quick).server.match.steps];
    await waitUntil(() => room.server.match.steps >= before[0]! + 6);
    // A pass of the slow room is followed by one of the quick room, which has a cycle unless the process pauses in between.
    expect(roomOf(host, quick).server.match.steps - before[1]!).toBeGreaterThanOrEqual(3);
  });

  it('a siege of one room does not take the cycles of another one', async () => {
    const host = createTestHost();
    const { id: attacked } = await host.create({ document: { version: 1 }, start: true });
    const { id: measured } = await host.create({ document: { version: 1 }, start: true });
    const quiet = await joinRoom(host, measured, 'Foxes', false);
    const { ports } = await host.read(attacked);
    const attackers = await Promise.all([0, 1, 2, 3].map(() => Client.open(ports.player)));
    const [first] = attackers;
    first!.send('(init Foxes (version 19))');
    await first!.next('(init');
    const flood = Buffer.from(`${'(turn 1)'.repeat(200)}\0`);
    const { server: measuredServer } = roomOf(host, measured);
    quiet.skip();
    const stepsBefore = measuredServer.match.steps;
    let sent = 0;
    while (quiet.unread('(sense_body').length < 10) {
      for (const client of attackers) for (let i = 0; i < 50; i++) client.sendBytes(flood);
      sent += 200;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(sent).toBeGreaterThan(1000);
    // Every step of the measured room has its sense_body; one may be on its way before and after.
    const steps = measuredServer.match.steps - stepsBefore;
    expect(steps - quiet.unread('(sense_body').length).toBeOneOf([-1, 0, 1]);
    expect(countAllDrops(measuredServer.telemetry)).toBe(0);
    expect(countAllDrops(roomOf(host, attacked).server.telemetry)).toBeGreaterThan(0);
    expect(roomOf(host, measured).phase).toBe('running');
  });
});

describe('files of rooms', () => {
  it('are written only if the document says so, in the folder of the room, with names of their own', async () => {
    const folder = createFolder();
    const host = createTestHost({ folder });
    const recording = { gameLog: true, textLog: 'fixed.rcl', recording: true, result: true };
    const a = await host.create({ id: 'a', document: { ...STEPPED, recording } });
    const b = await host.create({ id: 'b', document: STEPPED });
    await host.step(a.id, 2);
    await host.step(b.id, 2);
    await host.stop(a.id);
    await host.stop(b.id);
    expect(readdirSync(folder)).toEqual(['a']);
    const names = readdirSync(join(folder, 'a')).sort();
    expect(names.map((name) => name.replace(/^\d+/, 'DATE'))).toEqual([
      'DATE-null-vs-null.rcg',
      'fixed.rcl',
      'match.rec',
      'result.json',
    ]);
    expect(JSON.parse(readFileSync(join(folder, 'a/result.json'), 'utf8'))).toBeTypeOf('object');
  });
});

describe('teams that play as modules in the process of a room', () => {
  const SOURCE = `export default ({ team, seed, options }) => ({
    coach: options.coach && {
      init: '(init ' + team + ' (version 19))',
      receive() {},
      decide: () => options.coach,
    },
    players: Array.from({ length: options.players }, (_, i) => ({
      init: '(init ' + team + ' (version 19))',
      messages: 0,
      receive() { this.messages += 1; },
      decide() {
        if (options.faulty && i === 1) throw new Error('a fault of the module');
        return this.messages > 0 ? '(dash 100)' : '';
      },
      close() { globalThis.closedModuleClients = (globalThis.closedModuleClients ?? 0) + 1; },
    })),
  });`;
  const writeModule = (source = SOURCE) => {
    const file = join(createFolder(), 'team.mjs');
    writeFileSync(file, source);
    return file;
  };
  const countClosed = () => (globalThis as { closedModuleClients?: number }).closedModuleClients ?? 0;
  const createDocument = (module: string, options: object): MatchDocument => ({
    ...STEPPED,
    teams: { left: { name: 'Foxes', module, options: { ...options } } },
    initial: { playMode: 'play_on' },
  });

  it('connect before the first cycle, act in every cycle, and are closed at the end', async () => {
    const host = createTestHost({ allowsStart: true });
    const { id } = await host.create({ document: createDocument(writeModule(), { players: 3 }) });
    const state = await host.step(id, 5);
    expect(state).toMatchObject({ clients: { players: 3 }, programs: { left: { status: 'connected' } } });
    const { players = [] } = await host.readScene(id);
    expect(players.map(({ velocity }) => Math.hypot(velocity!.x, velocity!.y) > 0.1)).toEqual([
      true,
      true,
      true,
    ]);
    const status = await host.readStatus();
    expect(status[0]!.players.map(({ missedDone, commands }) => [missedDone, commands > 3])).toEqual(
      Array(3).fill([0, true]),
    );
    const closedBefore = countClosed();
    await host.delete(id);
    expect(countClosed() - closedBefore).toBe(3);
  });

  it('have a coach whose commands are all executed', async () => {
    const host = createTestHost({ allowsStart: true });
    const coach = '(change_player_type 2 5)(change_player_type 3 4)';
    const document = createDocument(writeModule(), { players: 3, coach });
    const { id } = await host.create({ document: { ...document, initial: { playMode: 'before_kick_off' } } });
    expect(await host.step(id, 2)).toMatchObject({ clients: { players: 3, coaches: 1 } });
    const { players = [] } = await host.readScene(id);
    expect(players.map(({ playerType }) => playerType)).toEqual([0, 5, 4]);
  });

  it('lose a client that throws; the others play on', async () => {
    const lines: string[] = [];
    const host = createTestHost({
      allowsStart: true,
      createConsole: () => ({ out: () => {}, err: (line) => lines.push(line) }),
    });
    const { id } = await host.create({
      document: createDocument(writeModule(), { players: 3, faulty: true }),
    });
    expect(await host.step(id, 5)).toMatchObject({ steps: 5, clients: { players: 2 } });
    expect(lines.filter((line) => line.includes('a fault of the module'))).toHaveLength(1);
  });

  it.each<[string, string, object, RegExp]>([
    [
      'has no function',
      'export const team = 1;',
      {},
      /^Foxes has a module without a function as default export, .*team\.mjs/,
    ],
    [
      'has too many players',
      SOURCE,
      { players: 12 },
      /^a client is refused: \(error no_more_player_or_goalie/,
    ],
  ])('are reported as failed if the module %s', async (_what, source, options, message) => {
    const host = createTestHost({ allowsStart: true });
    const { id } = await host.create({ document: createDocument(writeModule(source), options) });
    const { programs, clients } = await host.step(id, 1);
    expect(programs.left).toEqual({ status: 'failed', message: expect.stringMatching(message) });
    expect(clients.players).toBe(0);
  });

  it('are refused with the clock real-time', async () => {
    const host = createTestHost({ allowsStart: true });
    const document: MatchDocument = { version: 1, teams: { left: { name: 'Foxes', module: './team.mjs' } } };
    const error = await host.create({ document }).catch((e: RoomError) => e);
    expect((error as RoomError).problems[0]).toMatchObject({ path: 'document.teams.left.module' });
  });
});

describe('requests that are refused', () => {
  it.each<[string, object, number, string]>([
    [
      'a start command, unless the host allows it',
      { teams: { left: { name: 'A', start: './a' } } },
      422,
      'document.teams.left.start',
    ],
    ['a module', { teams: { left: { name: 'A', module: 'a' } } }, 422, 'document.teams.left.module'],
    [
      'a parameter that names files',
      { parameters: { server: { game_log_dir: '/tmp' } } },
      422,
      'document.parameters.server.game_log_dir',
    ],
    [
      'a parameter of the whole process',
      { parameters: { rcss: { bind_address: '0.0.0.0' } } },
      422,
      'document.parameters.rcss.bind_address',
    ],
    ...['http_port', 'http_token', 'log_format', 'log_level', 'bind_address', 'record', 'result_file'].map(
      (name): [string, Partial<MatchDocument>, number, string] => [
        `the parameter rcss::${name} of the whole process`,
        { parameters: { rcss: { [name]: name === 'http_port' ? 8000 : 'x' } } } as never,
        422,
        `document.parameters.rcss.${name}`,
      ],
    ),
    ...(
      ['max_clients', 'max_datagrams_per_cycle', 'max_init_per_second', 'max_work_per_cycle'] as const
    ).flatMap((name) =>
      [0, -1, 1_000_000].map((value): [string, Partial<MatchDocument>, number, string] => [
        `${name}=${value}, above the limit of the operator`,
        { parameters: { rcss: { [name]: value } } },
        422,
        `document.parameters.rcss.${name}`,
      ]),
    ),
    ['a folder outside of the room', { recording: { folder: '../x' } }, 422, 'document.recording.folder'],
    ['an absolute path', { recording: { result: '/tmp/x' } }, 422, 'document.recording.result'],
    [
      'a scene that does not fit the parameters',
      { initial: { players: [{ side: 'left', unum: 1, stamina: 9999 }] } },
      422,
      'document.initial.players[0].stamina',
    ],
  ])('%s', async (_what, fields, status, path) => {
    const host = createTestHost();
    const error = await host.create({ document: { version: 1, ...fields } }).catch((e: RoomError) => e);
    expect([(error as RoomError).status, (error as RoomError).problems[0]?.path]).toEqual([status, path]);
    expect(await host.list()).toEqual([]);
  });

  it.runIf(process.platform === 'linux')(
    'a refused situation leaves no file open and no recording',
    async () => {
      const folder = createFolder();
      const host = createTestHost({ folder });
      const initial: MatchDocument['initial'] = { players: [{ side: 'left', unum: 1, stamina: 9999 }] };
      const document = { ...STEPPED, initial, recording: { gameLog: true, textLog: true, recording: true } };
      for (let i = 0; i < 3; i++) expect((await refusal(host.create({ id: 'a', document })))[0]).toBe(422);
      const open = readdirSync('/proc/self/fd').flatMap((fd) => {
        const path = `/proc/self/fd/${fd}`;
        return existsSync(path) ? [readlinkSync(path)] : [];
      });
      expect(open.filter((path) => path.startsWith(folder))).toEqual([]);
      expect(readdirSync(join(folder, 'a')).filter((name) => name.endsWith('.rec'))).toEqual([]);
    },
  );

  it('unknown rooms, names in use, wrong names and too many rooms', async () => {
    const host = createTestHost({ maxRooms: 2 });
    expect(await refusal(host.read('nosuch'))).toEqual([404, 'There is no room "nosuch".']);
    await host.create({ id: 'a', document: STEPPED });
    expect((await refusal(host.create({ id: 'a', document: STEPPED })))[0]).toBe(409);
    expect((await refusal(host.create({ id: '../a', document: STEPPED })))[0]).toBe(422);
    await host.create({ document: STEPPED });
    expect((await refusal(host.create({ document: STEPPED })))[0]).toBe(429);
  });

  it('operations on a closed room', async () => {
    const host = createTestHost();
    const { id } = await host.create({ document: STEPPED });
    await host.stop(id);
    for (const request of [host.start(id), host.step(id, 1), host.reset(id, {}), host.setScene(id, {})])
      expect((await refusal(request))[0]).toBe(409);
  });

  it('a scene that is not possible leaves the room as it was', async () => {
    const host = createTestHost();
    const { id } = await host.create({ document: STEPPED });
    await host.step(id, 3);
    const before = await host.readScene(id);
    const wrong = { players: [{ side: 'left' as const, unum: 1, stamina: 1e6 }] };
    expect((await refusal(host.setScene(id, wrong)))[0]).toBe(422);
    expect((await refusal(host.reset(id, { scene: wrong })))[0]).toBe(422);
    expect(await host.readScene(id)).toEqual(before);
  });

  it.each([
    ['referees without a value', { rcss: { referees: '' } }, "rcss::referees: '' is not an address"],
    ['a port of the system', { server: { port: 22 } }, '22 is a port of the system; allowed: 0 or from 1024'],
    ['a coach port of the system', { server: { olcoach_port: 53 } }, '53 is a port of the system'],
  ])('a document with %s', async (_, parameters, message) => {
    const [status, text] = await refusal(createTestHost().create({ document: { ...STEPPED, parameters } }));
    expect([status, text.includes(message)]).toEqual([422, true]);
  });

  it('a log that cannot be created, without the folders of the server', async () => {
    const folder = createFolder();
    mkdirSync(join(folder, 'x'));
    writeFileSync(join(folder, 'x', 'a'), '');
    const document = { ...STEPPED, recording: { gameLog: 'a/b.rcg' } };
    const [status, text] = await refusal(createTestHost({ folder }).create({ id: 'x', document }));
    expect([status, text]).toEqual([409, expect.not.stringContaining('/')]);
  });

  it('a port that the operator does not leave to documents', async () => {
    const choose = (port: number, documentPorts?: string, isTrusted = false) =>
      createTestHost(documentPorts === undefined ? {} : { documentPorts }).create(
        { document: { ...STEPPED, parameters: { server: { port } } } },
        isTrusted,
      );
    const free = (await choose(0)).ports.player;
    for (const [port, ports] of [
      [5353, undefined],
      [5353, '6000-6100'],
      [6101, '6000-6100'],
    ] as const) {
      const [status, text] = await refusal(choose(port, ports));
      expect([status, text]).toEqual([422, expect.stringContaining(`${port} is not a port that documents`)]);
    }
    expect((await refusal(choose(free, '1024-65535')))[0]).toBe(409);
    expect((await refusal(choose(free, undefined, true)))[0]).toBe(409);
  });

  it('a port in use', async () => {
    const host = createTestHost({ documentPorts: '1024-65535' });
    const { ports } = await host.create({ document: STEPPED });
    const document = { ...STEPPED, parameters: { server: { port: ports.player } } };
    expect((await refusal(host.create({ document })))[1]).toContain(
      `UDP port ${ports.player} cannot be opened`,
    );
  });
});
