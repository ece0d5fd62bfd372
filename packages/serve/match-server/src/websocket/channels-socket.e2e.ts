import { CHANNEL_PORT_CODES, type ChannelPort, encodeChannelFrame } from '@rcss/protocol/websocket';
import { expect, it, vi } from 'vitest';
import { connectPlayer, ReceivedMessages, waitUntil } from '../../test/harness.js';
import { SocketClient, startWebSocketServer, type TestEndpoint } from '../../test/websocket.js';
import type { Network } from '../net/network.js';
import { ChannelsSocketHandler } from './channels-socket.js';

/** Messages of one channel; `port` of a message is the third byte of its frame. */
class Channel extends ReceivedMessages {
  readonly #client: SocketClient;
  readonly #number: number;
  constructor(client: SocketClient, number: number) {
    super();
    this.#client = client;
    this.#number = number;
    client.socket.on('message', (data) => {
      const frame = data as Buffer;
      if (frame.readUInt16LE(0) !== number) return;
      this.add(frame.subarray(3), frame.toString('latin1', 3), frame[2]!);
    });
  }
  send(text: string, port: ChannelPort = 'own'): void {
    const message = Buffer.from(`${text}\0`, 'latin1');
    this.#client.socket.send(encodeChannelFrame({ channel: this.#number, port, message }));
  }
}

const open = (server: TestEndpoint) => SocketClient.open(server.url, '/rooms/main/channels');

it('clients of all roles use channels of one WebSocket, and their messages name the port', async () => {
  const server = await startWebSocketServer({ server: { coach: true } });
  const socket = await open(server);
  const player = new Channel(socket, 1);
  player.send('(look)', 'player');
  expect((await player.next('(error unknown_command)')).port).toBe(CHANNEL_PORT_CODES.player);
  player.send('(init Alpha (version 19))', 'player');
  expect((await player.next('(init l 1')).port).toBe(CHANNEL_PORT_CODES.own);
  const coach = new Channel(socket, 300);
  coach.send('(init Beta (version 19))', 'coach');
  expect((await coach.next('(error')).port).toBe(CHANNEL_PORT_CODES.coach);
  coach.send('(init Alpha (version 19))', 'coach');
  await coach.next('(init l ok)');
  const trainer = new Channel(socket, 65535);
  trainer.send('(init (version 19))', 'trainer');
  await trainer.next('(init ok)');
  const monitor = new Channel(socket, 0);
  monitor.send('(dispinit version 5)', 'player');
  await monitor.next('(show');
  player.send('(init Alpha (version 19))', 'player');
  expect((await player.next('(error only_init_allowed_on_init_port)')).port).toBe(CHANNEL_PORT_CODES.own);
  player.send('(nonsense)');
  expect((await player.next('(error illegal_command_form)')).port).toBe(CHANNEL_PORT_CODES.own);
  expect(player.received.some(({ text }) => text.startsWith('(show'))).toBe(false);
});

it('the end of a channel is reported on both sides, and its number can be used again', async () => {
  const server = await startWebSocketServer();
  const socket = await open(server);
  const player = new Channel(socket, 7);
  player.send('(init Alpha (version 19))', 'player');
  await player.next('(init l 1');
  player.send('(bye)');
  const end = await player.next('the server has closed the connection');
  expect(end.port).toBe(CHANNEL_PORT_CODES.end);
  player.send('(init Alpha (version 19))', 'player');
  await player.next(/^\(init l/);
  player.send('', 'end');
  await waitUntil(() => server.server.clients.players.every((session) => session === null));
  expect(socket.socket.readyState).toBe(1);
});

it('the end of the WebSocket ends its clients and no others', async () => {
  const server = await startWebSocketServer();
  const socket = await open(server);
  const channels = [1, 2, 3].map((number) => new Channel(socket, number));
  for (const channel of channels) {
    channel.send('(init Alpha (version 19))', 'player');
    await channel.next('(init l');
  }
  await connectPlayer(server, 'Beta');
  socket.socket.terminate();
  await waitUntil(() => server.server.clients.players.filter((session) => session !== null).length === 1);
});

it('more channels than allowed are refused one by one', async () => {
  const server = await startWebSocketServer({}, { maxChannels: 1 });
  const socket = await open(server);
  const [first, second] = [1, 2].map((number) => new Channel(socket, number)) as [Channel, Channel];
  first.send('(init Alpha (version 19))', 'player');
  second.send('(init Alpha (version 19))', 'player');
  expect((await second.next('more than 1 channels')).port).toBe(CHANNEL_PORT_CODES.end);
  await first.next('(init l 1');
});

it('a frame without a header or with an unknown port closes the WebSocket with a reason', async () => {
  const server = await startWebSocketServer();
  for (const frame of [
    [1, 0],
    [1, 0, 9],
  ]) {
    const socket = await open(server);
    socket.socket.send(Buffer.from(frame));
    expect(await socket.ended).toEqual({
      code: 1002,
      reason: 'a frame begins with the number of the channel and a port: 0, 1, 2, 3 or 255',
    });
  }
});

it('a message of an unknown channel to a port of its own is ignored', async () => {
  const server = await startWebSocketServer();
  const socket = await open(server);
  const channel = new Channel(socket, 5);
  channel.send('(turn 10)');
  channel.send('(init Alpha (version 19))', 'player');
  await channel.next('(init l 1');
});

it('frames without effect are read slowly, and thousands of refused channels are not answered', () => {
  const sent: Uint8Array[] = [];
  const peer = {
    send: (header: Uint8Array) => void sent.push(header),
    close: () => {},
    markAccepted: () => {},
  };
  const addresses = { address: '127.0.0.1', port: 1, localPort: 2, isOperator: false };
  const createHandler = () =>
    new ChannelsSocketHandler({ ports: {} } as unknown as Network, addresses, 0, () => peer);
  const frames = {
    end: [1, 0, CHANNEL_PORT_CODES.end],
    'a message of an unknown channel': [1, 0, CHANNEL_PORT_CODES.own, 40],
    'an empty message': [1, 0, CHANNEL_PORT_CODES.player],
    'a channel too many': [1, 0, CHANNEL_PORT_CODES.player, 40],
  };
  for (const [name, frame] of Object.entries(frames)) {
    vi.spyOn(performance, 'now').mockReturnValue(1000);
    const handler = createHandler();
    const results = Array.from({ length: 300 }, () => handler.onFrame(Buffer.from(frame)));
    expect(results.indexOf(false), name).toBe(200);
    vi.spyOn(performance, 'now').mockReturnValue(1100);
    expect(handler.onFrame(Buffer.from(frame)), name).toBe(true);
  }
  vi.restoreAllMocks();
  expect(sent).toHaveLength(201);
});
