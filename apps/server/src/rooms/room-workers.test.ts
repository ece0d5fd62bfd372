import type { RoomEvent } from '@rcss/core/rooms';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectPlayer, createFolder } from '../../test/harness.js';
import { STEPPED } from '../../test/rooms.js';
import type { RoomError } from './room-error.js';
import { DEFAULT_ROOM_HOST_SETTINGS, type RoomService } from './room-host.js';
import { createRoomWorkers } from './room-workers.js';

const faults: Error[] = [];

/** Rooms in two threads that run from source. Loading the source takes seconds, so the tests share them. */
const service: RoomService = createRoomWorkers({
  ...DEFAULT_ROOM_HOST_SETTINGS,
  folder: createFolder(),
  maxRooms: 6,
  workers: 2,
  warmup: 0,
  reportFault: (error) => faults.push(error),
  entry: {
    url: new URL('../../test/room-worker-from-source.mjs', import.meta.url),
    execArgv: ['--conditions=@rcss/source'],
  },
});

beforeAll(() => service.list(), 120_000);
afterEach(async () => {
  for (const { id } of await service.list()) await service.delete(id);
  expect(faults).toEqual([]);
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
});
