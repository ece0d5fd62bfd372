import type { RoomPhase, RoomState } from '@rcss/core/rooms';
import type { RoomService } from '@rcss/match-server/rooms';
import { expect, test } from 'vitest';
import { AgonesGameServer, type SendToSidecar } from './agones.js';

/** A server with a sidecar that notes what it gets. */
function open(hasOneRoom = false, fail: (path: string) => boolean = () => false) {
  const sent: string[] = [];
  const rooms: { phase: RoomPhase }[] = [];
  const send: SendToSidecar = async (_, path, body) => {
    if (fail(path)) throw new Error('down');
    sent.push(body === undefined ? path : `${path} ${Object.values(body).join(' ')}`);
  };
  const service = { list: async () => rooms as RoomState[], drain: { begin: () => sent.push('over') } };
  const server = new AgonesGameServer(send, service as unknown as RoomService, hasOneRoom);
  const take = async () => {
    await server.report();
    return sent.splice(0);
  };
  return { server, rooms, sent, take };
}

test('a server of many rooms is allocated while matches go on, and ready again after them', async () => {
  const { rooms, take } = open();
  expect(await take()).toEqual(['/health']);
  rooms.push({ phase: 'waiting' });
  expect(await take()).toEqual(['/health']);
  rooms.push({ phase: 'running' });
  expect(await take()).toEqual(['/health', '/allocate', '/metadata/annotation matches 1']);
  rooms.push({ phase: 'paused' });
  expect(await take()).toEqual(['/health', '/metadata/annotation matches 2']);
  for (const room of rooms) room.phase = 'ended';
  expect(await take()).toEqual(['/health', '/metadata/annotation matches 0', '/ready']);
});

test('a server of one room is over after its match, also if it was too short to be seen', async () => {
  const { rooms, take } = open(true);
  rooms.push({ phase: 'running' });
  await take();
  rooms[0]!.phase = 'ended';
  expect(await take()).toEqual(['/health', '/metadata/annotation matches 0', 'over']);
  const short = open(true);
  short.rooms.push({ phase: 'ended' });
  expect(await short.take()).toEqual(['/health', 'over']);
});

test('a state that the sidecar has not got is reported again', async () => {
  let isDown = true;
  const { rooms, server, take } = open(false, (path) => isDown && path === '/allocate');
  rooms.push({ phase: 'running' });
  await expect(server.report()).rejects.toThrow('down');
  isDown = false;
  expect(await take()).toEqual(['/health', '/health', '/allocate', '/metadata/annotation matches 1']);
});

test('without a sidecar, the start names the variable', async () => {
  const { server } = open(false, () => true);
  await expect(server.start(0)).rejects.toThrow('AGONES_SDK_HTTP_PORT): down');
});
