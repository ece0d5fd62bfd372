import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, deflateSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { createWireClient, decodeDatagram } from './decode-datagram.js';
import { formatFields, formatWireJson, formatWireMessage } from './format-message.js';
import type { WireDatagram } from './proxy.js';
import { createWireCommand, isSelected, runWire, type WireOptions } from './wire.js';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

async function openSocket(): Promise<{ socket: Socket; port: number }> {
  const socket = createSocket('udp4');
  sockets.push(socket);
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { socket, port: socket.address().port };
}

const receive = async (socket: Socket): Promise<string> => String((await once(socket, 'message'))[0]);

function datagram(
  text: string | Uint8Array,
  toServer: boolean,
  role: WireDatagram['role'] = 'player',
): WireDatagram {
  const bytes = typeof text === 'string' ? Buffer.from(text, 'latin1') : text;
  return {
    at: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
    role,
    client: 1,
    address: '127.0.0.1:4000',
    toServer,
    bytes,
  };
}

function decodeAll(...datagrams: WireDatagram[]) {
  const client = createWireClient(datagrams[0]!);
  return { client, messages: datagrams.flatMap((one) => decodeDatagram(one, client)) };
}

async function parseOptions(...argv: string[]): Promise<WireOptions> {
  let parsed: WireOptions | undefined;
  const command = createWireCommand(async (options) => {
    parsed = options;
  });
  await command.parseAsync(argv, { from: 'user' });
  return parsed!;
}

test('a player is named by side and number after the answer to its init', () => {
  const { client, messages } = decodeAll(
    datagram('(init Alpha (version 19))\0', true),
    datagram('(init l 7 before_kick_off)\0', false),
  );
  expect(client).toMatchObject({ kind: 'player', label: 'L7', version: 19 });
  expect(messages.map(({ type }) => type)).toEqual(
    ['init', 'accepted'].slice(0, 1).concat(messages[1]!.type),
  );
  expect(messages[0]!.fields).toMatchObject({ version: 19 });
});

test('each command of a datagram is a message', () => {
  const { messages } = decodeAll(datagram('(dash 50 30)(turn_neck -20)', true));
  expect(messages.map(({ type }) => type)).toEqual(['dash', 'turn_neck']);
  expect(formatFields(messages[0]!.fields!)).toMatch(/50.*30/);
});

test('text that is not understood is shown with the reason', () => {
  const { client, messages } = decodeAll(datagram('(dash fast\u001b[2J)', true));
  expect(messages.at(-1)).toMatchObject({ fields: null, problem: 'illegal command form' });
  const line = formatWireMessage(datagram('', true), client, messages.at(-1)!, {
    color: false,
    raw: false,
    width: 0,
  });
  expect(line).toContain('not understood: illegal command form: (dash fast\\x1b[2J)');
});

test('sense_body has its fields by name', () => {
  const { messages } = decodeAll(
    datagram(
      '(sense_body 12 (view_mode high normal) (stamina 7900 1) (speed 0.5 -3) (kick 2) (dash 9) (turn 4) (say 0))',
      false,
    ),
  );
  expect(messages[0]).toMatchObject({
    type: 'sense_body',
    fields: { time: 12, stamina: 7900, kick: 2, dash: 9 },
  });
});

test('compressed messages are decoded after the server has confirmed compression', () => {
  const packed = deflateSync(Buffer.from('(hear 5 referee play_on)\0'), {
    finishFlush: constants.Z_SYNC_FLUSH,
  });
  const { messages } = decodeAll(datagram('(ok compression 6)\0', false), datagram(packed, false));
  expect(messages[1]).toMatchObject({ type: 'hear' });
});

test('damaged compressed data is reported and does not end the program', () => {
  const { messages } = decodeAll(
    datagram('(ok compression 6)\0', false),
    datagram(Uint8Array.of(1, 2, 3), false),
  );
  expect(messages[1]).toMatchObject({ fields: null, problem: 'the compressed data is damaged' });
});

test('trainer, online coach and monitor are recognized by port and first message', () => {
  expect(decodeAll(datagram('(init (version 19))', true, 'trainer')).client.label).toBe('trainer');
  expect(decodeAll(datagram('(dispinit version 4)', true)).client).toMatchObject({
    kind: 'monitor',
    version: 4,
  });
  const { client } = decodeAll(
    datagram('(init Alpha (version 19))', true, 'coach'),
    datagram('(init r ok)', false, 'coach'),
  );
  expect(client.label).toBe('R coach');
});

test('filters select by type, client and direction', () => {
  const see = { type: 'see' };
  const fromServer = { toServer: false };
  const player = { label: 'L7' };
  const all = { only: [], skip: [], client: [] };
  expect(isSelected(all, fromServer, player, see)).toBe(true);
  expect(isSelected({ ...all, only: ['dash'] }, fromServer, player, see)).toBe(false);
  expect(isSelected({ ...all, skip: ['see'] }, fromServer, player, see)).toBe(false);
  expect(isSelected({ ...all, client: ['R1'] }, fromServer, player, see)).toBe(false);
  expect(isSelected({ ...all, from: 'client' }, fromServer, player, see)).toBe(false);
});

test('a JSON line has time, client, direction, type and fields', () => {
  const { client, messages } = decodeAll(datagram('(turn 30)', true));
  expect(JSON.parse(formatWireJson(datagram('(turn 30)', true), client, messages[0]!))).toMatchObject({
    time: '2026-01-02T03:04:05.006Z',
    client: 1,
    kind: 'player',
    direction: 'to_server',
    type: 'turn',
    text: '(turn 30)',
  });
});

test('the proxy forwards both ways and follows the port that the server answers from', async () => {
  const server = await openSocket();
  const answering = await openSocket();
  const client = await openSocket();
  const file = join(mkdtempSync(join(tmpdir(), 'rcss-wire-')), 'wire.txt');
  const options = await parseOptions(
    '--server',
    `127.0.0.1:${server.port}`,
    '--listen',
    '0',
    '--output',
    file,
  );
  const printed: string[] = [];
  let stop = (): void => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const output = {
    isTerminal: false,
    columns: 100,
    out: () => {},
    err: (text: string) => void printed.push(text),
  };
  const running = runWire(options, output, stopped);
  await expect.poll(() => printed.join('')).toContain('player ');
  const proxyPort = Number(/player (\d+)/.exec(printed.join(''))![1]);

  client.socket.send('(init Alpha (version 19))', proxyPort, '127.0.0.1');
  const [first, remote] = (await once(server.socket, 'message')) as [Buffer, { port: number }];
  expect(String(first)).toBe('(init Alpha (version 19))');
  answering.socket.send('(init l 3 before_kick_off)', remote.port, '127.0.0.1');
  expect(await receive(client.socket)).toBe('(init l 3 before_kick_off)');
  client.socket.send('(dash 100)', proxyPort, '127.0.0.1');
  expect(await receive(answering.socket)).toBe('(dash 100)');

  stop();
  await running;
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[2]).toMatch(/L3 +→ dash .*100/);
  expect(printed.at(-1)).toContain('3 datagrams of 1 clients');
});

test('a port in use is an error that names the port and the option', async () => {
  const taken = await openSocket();
  const options = await parseOptions('--listen', String(taken.port));
  const output = { isTerminal: false, columns: 100, out: () => {}, err: () => {} };
  await expect(runWire(options, output, Promise.resolve())).rejects.toThrow(
    `UDP port 127.0.0.1:${taken.port} cannot be opened: Address already in use; choose other ports with --listen`,
  );
});

test('an unknown host is an error that names the option and the value', async () => {
  const options = await parseOptions('--server', 'no-such-host.invalid:6000', '--listen', '0');
  const output = { isTerminal: false, columns: 100, out: () => {}, err: () => {} };
  await expect(runWire(options, output, Promise.resolve())).rejects.toThrow(
    "the host 'no-such-host.invalid' is not known",
  );
});

test('no control character of a datagram is printed, in any format', () => {
  const hostile = '\u001b[2J\u009b31m\u007f';
  for (const text of [
    `(say "${hostile}")\0`,
    `(${hostile} 1)\0`,
    `(init ${hostile} (version 19))\0`,
    `(server_param (${hostile} 1)(x "${hostile}"))\0`,
    `(team_graphic (0 0 "8 8 1 1" "${hostile}"))\0`,
  ]) {
    for (const toServer of [true, false]) {
      const one = datagram(text, toServer);
      const client = createWireClient(one);
      for (const message of decodeDatagram(one, client)) {
        for (const raw of [true, false]) {
          const line = formatWireMessage(one, client, message, { color: false, raw, width: 0 });
          expect(line).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
        }
        const json = formatWireJson(one, client, message);
        expect(json).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
        expect(JSON.parse(json).text).toContain(hostile);
      }
    }
  }
});
