import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MatchDocument } from '@rcss/core/match-document';
import type { RoomEvent } from '@rcss/core/rooms';
import { decodeChannelFrame, encodeChannelHeader } from '@rcss/protocol/websocket';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectPlayer, createFolder } from '../../test/harness.js';
import { STEPPED } from '../../test/rooms.js';
import { SocketClient, startRoomsEndpoint } from '../../test/websocket.js';
import type { RoomError } from './room-error.js';
import { DEFAULT_ROOM_HOST_SETTINGS } from './room-host.js';
import { createRoomWorkers, type RoomWorkerSettings, type RoomWorkers } from './room-workers.js';
import { listStoredRooms } from './stored-room.js';

const faults: Error[] = [];
const expectedFaults: string[] = [];

const SETTINGS: RoomWorkerSettings = {
  ...DEFAULT_ROOM_HOST_SETTINGS,
  folder: createFolder(),
  maxRooms: 6,
  workers: 2,
  warmup: 0,
  answerTimeoutMs: 2000,
  allowsStart: true,
  reportFault: (error) => faults.push(error),
  entry: {
    url: new URL('../../test/room-worker-that-ends.mjs', import.meta.url),
    execArgv: ['--conditions=@rcss/source'],
  },
};

/** Rooms in two threads that run from source. Loading the source takes seconds, so the tests share them. */
const service: RoomWorkers = createRoomWorkers(SETTINGS);

beforeAll(() => service.list());
afterEach(async () => {
  for (const { id } of await service.list()) await service.delete(id);
  expect(faults.splice(0).map(({ message }) => message)).toEqual(expectedFaults.splice(0));
});
afterAll(() => service.close());

describe('rooms in worker threads', () => {
  it('are controlled as in one thread, and clients join them', async () => {
    const created = await Promise.all([1, 2, 3, 4].map(() => service.create({ document: STEPPED })));
    const ids = created.map(({ id }) => id);
    expect((await service.list()).map(({ id }) => id).sort()).toEqual([...ids].sort());
    const [first = '', second = ''] = ids;
    await connectPlayer({ ports: created[0]!.ports } as never, 'Foxes', { answersThink: true });
    expect(await service.step(first, 5)).toMatchObject({ steps: 5, clients: { players: 1 } });
    expect(await service.read(second)).toMatchObject({ steps: 0, clients: { players: 0 } });
    const snapshot = await service.takeSnapshot(first);
    const copy = await service.fork(first, { snapshot });
    expect(await service.step(copy.id, 2)).toMatchObject({ steps: 7 });
    expect(await service.reset(first, { snapshot })).toMatchObject({ steps: 5 });
    expect(await service.setScene(second, { score: { left: 1, right: 2 } })).toMatchObject({
      score: { left: 1 },
    });
    expect((await service.readStatus()).map(({ room }) => room).sort()).toEqual([...ids, copy.id].sort());
    await service.delete(second);
    await expect(service.read(second)).rejects.toMatchObject({ status: 404 });
  });

  it('report events of their rooms until the end of the subscription', async () => {
    const { id } = await service.create({ document: STEPPED });
    const events: RoomEvent[] = [];
    const unsubscribe = await service.subscribe(id, (event) => events.push(event));
    await service.setScene(id, { playMode: 'play_on' });
    await service.read(id);
    unsubscribe();
    await service.setScene(id, { playMode: 'drop_ball' });
    await service.read(id);
    expect(events.map(({ type }) => type)).toEqual(['state', 'play_mode']);
  });

  it('refuse requests with the same errors', async () => {
    await service.create({ id: 'a', document: STEPPED });
    for (let i = 1; i < 6; i++) await service.create({ document: STEPPED });
    const refused = (request: Promise<unknown>) =>
      request.catch((error: RoomError) => [error.status, error.problems.length]);
    expect(await refused(service.create({ id: 'b', document: STEPPED }))).toEqual([429, 0]);
    expect(await refused(service.create({ id: 'a', document: STEPPED }))).toEqual([409, 0]);
    expect(await refused(service.setScene('a', { time: -1 }))).toEqual([422, 1]);
    expect(await refused(service.subscribe('x', () => {}))).toEqual([404, 0]);
  });

  it('with an endless loop in the module of a team are ended; rooms of other threads and of the main thread go on', async () => {
    const module = join(createFolder(), 'team.mjs');
    writeFileSync(
      module,
      `export default ({ team, options }) => ({
        players: [{ init: '(init ' + team + ' (version 19))', receive() {}, decide() { while (options.loops); return ''; } }],
      });`,
    );
    const createDocument = (loops: boolean): MatchDocument => ({
      ...STEPPED,
      teams: { left: { name: 'Foxes', module, options: { loops } } },
      parameters: { rcss: { wait_for_clients: 1 } },
    });
    const neighbors = await Promise.all([1, 2].map(() => service.create({ document: STEPPED })));
    await service.create({ id: 'healthy', document: createDocument(false) });
    await service.create({ id: 'looping', document: createDocument(true) });
    await service.readStatus();
    const stepped = service.step('looping', 3).catch(({ status }: RoomError) => status);
    for (const { id } of neighbors) expect(await service.step(id, 3)).toMatchObject({ steps: 3 });
    expect(await service.step('healthy', 3)).toMatchObject({ steps: 3, clients: { players: 1 } });
    // The states of all rooms are returned meanwhile.
    expect((await service.readStatus()).map(({ room }) => room)).toContain('looping');
    expect(await stepped).toBe(500);
    const { phase, fault } = await service.read('looping');
    expect([phase, fault]).toEqual(['failed', expect.stringContaining('event loop stood still for 2 s')]);
    for (const { id } of [...neighbors, { id: 'healthy' }])
      expect(await service.step(id, 1)).toMatchObject({ steps: 4 });
    expectedFaults.push(expect.stringMatching(/^A worker thread is ended: its event loop stood still/));
  });

  it('serve clients on WebSockets, and end them when the match ends', async () => {
    const { id } = await service.create({ document: STEPPED });
    const { url } = await startRoomsEndpoint((room) => service.findSocketRoom(room));
    const player = await SocketClient.open(url, `/rooms/${id}/player`);
    player.answersThink = true;
    player.send('(init Foxes (version 19))');
    await player.next(/^\(init l 1 /);
    const channels = await SocketClient.open(url, `/rooms/${id}/channels`);
    channels.decode = (bytes) => Buffer.from(decodeChannelFrame(bytes)!.message);
    channels.socket.send(
      Buffer.concat([encodeChannelHeader(7, 'player'), Buffer.from('(dispinit version 4)\0')]),
    );
    await channels.next(/^\(init_ok\)|^\(server_param/);
    await expect.poll(async () => (await service.read(id)).clients.monitors).toBe(1);
    expect(await service.step(id, 3)).toMatchObject({ steps: 3, clients: { players: 1 } });
    await player.next(/^\(sense_body /);
    await service.stop(id);
    expect(await player.ended).toEqual({ code: 1000, reason: 'the match is over' });
    await expect(SocketClient.open(url, `/rooms/${id}/player`)).rejects.toThrow(/^410 /);
    await expect(SocketClient.open(url, '/rooms/nosuch/player')).rejects.toThrow(/^404 /);
  });

  it('end the client in the match when its WebSocket ends', async () => {
    const { id } = await service.create({ document: STEPPED });
    const { url } = await startRoomsEndpoint((room) => service.findSocketRoom(room));
    const monitor = await SocketClient.open(url, `/rooms/${id}/monitor`);
    monitor.send('(dispinit version 4)');
    await expect.poll(async () => (await service.read(id)).clients.monitors).toBe(1);
    monitor.socket.close();
    await expect.poll(async () => (await service.read(id)).clients.monitors).toBe(0);
  });

  it('are failed after a fault of their thread; a new thread takes its place, the other goes on', async () => {
    const faulty = await service.create({ id: 'faulty', document: STEPPED });
    const other = await service.create({ id: 'other', document: STEPPED });
    const { url } = await startRoomsEndpoint((room) => service.findSocketRoom(room));
    const socket = await SocketClient.open(url, '/rooms/faulty/player');
    const phases: string[] = [];
    await service.subscribe('faulty', (event) => {
      if (event.type === 'state') phases.push(event.state.phase);
    });
    await service.step('other', 2);
    await service.step('faulty', 4);
    await service.setScene('faulty', { score: { left: 2, right: 0 } });
    await service.readStatus();
    await service.kickOff('faulty').catch(() => {});
    const fault = 'the worker thread of the room has ended: a fault of the thread';
    await expect.poll(() => service.read('faulty')).toMatchObject({ phase: 'failed', fault });
    expect(phases.at(-1)).toBe('failed');
    expect(await socket.ended).toEqual({ code: 1011, reason: 'the room has failed' });
    await expect(service.step('faulty', 1)).rejects.toMatchObject({ status: 409 });
    await expect(service.create({ id: 'faulty', document: STEPPED })).rejects.toMatchObject({ status: 409 });
    expect(await service.step('other', 3)).toMatchObject({ steps: 5, ports: other.ports });
    expect((await service.list()).map(({ id, phase }) => [id, phase])).toEqual([
      ['other', 'running'],
      ['faulty', 'failed'],
    ]);
    expect((await service.readStatus()).find(({ room }) => room === 'faulty')).toMatchObject({
      state: 'failed',
      fault,
      steps: 4,
      left: { score: 2 },
      ports: faulty.ports,
    });
    await service.delete('faulty');
    // The least loaded thread is the new one.
    expect(await service.create({ id: 'faulty', document: STEPPED })).toMatchObject({ phase: 'waiting' });
    expect((await service.read('faulty')).ports).not.toEqual(faulty.ports);
    expectedFaults.push('a fault of the thread');
  });
});

it('rooms in worker threads are drained, and continue in the threads of a later server', async () => {
  const settings: RoomWorkerSettings = {
    ...SETTINGS,
    folder: createFolder(),
    workers: 1,
    storesRooms: true,
  };
  const document: MatchDocument = { ...STEPPED, recording: { recording: true } };
  const first = createRoomWorkers(settings);
  try {
    await first.create({ id: 'a', document });
    await first.create({ id: 'waiting', document });
    await first.step('a', 5);
    first.drain.begin();
    expect(await first.drain.read()).toEqual({ draining: true, running: ['a'] });
    for (const refused of [
      () => first.create({ document }),
      () => first.fork('a', {}),
      () => first.start('waiting'),
      () => first.step('waiting', 1),
    ])
      await expect(refused()).rejects.toMatchObject({ status: 503 });
    expect(await first.step('a', 1)).toMatchObject({ steps: 6 });
  } finally {
    await first.close();
  }
  await first.drain.finished;
  expect(listStoredRooms(settings.folder)).toEqual(['a', 'waiting']);
  const second = createRoomWorkers(settings);
  try {
    expect(await second.resume('a')).toMatchObject({ id: 'a', phase: 'running', steps: 6 });
    expect(await second.resume('waiting')).toMatchObject({ id: 'waiting', phase: 'waiting' });
    expect(await second.step('a', 1)).toMatchObject({ steps: 7 });
    await expect(second.resume('none')).rejects.toMatchObject({ status: 409 });
  } finally {
    await second.close();
  }
});
