import type { ServerParams } from '@rcss/params';
import { describe, expect, it } from 'vitest';
import { MemoryServer } from '../../test/memory-server.js';

const readEvents = ({ err }: MemoryServer) =>
  err.flatMap(({ record }) => (record?.event === 'connection' ? [record.fields] : []));

/** Texts of the messages for a monitor of version 3 to 5. */
const readMessages = (texts: readonly string[]) =>
  texts.flatMap((text) => /^\(msg -?\d+ (\d) "([\s\S]*)"\)$/.exec(text)?.slice(1).join(' ') ?? []);

describe('a monitor', () => {
  it('that connects and leaves is reported with its version and the reason', () => {
    const memory = new MemoryServer({ server: { verbose: true } });
    const first = memory.connect('player', '(dispinit version 4)');
    const second = memory.connect('player', '(dispinit version -1)');
    expect(first.take()[0]).toMatch(/^\(server_param /);
    expect(second.take()[0]).toMatch(/^\{/);
    second.say('(dispbye)');
    first.receiver!.onLost();
    memory.poll();
    expect(memory.server.clients.monitors).toEqual([]);
    expect([first.isClosed, second.isClosed]).toEqual([true, true]);
    const connected = (version: string) => ({
      line: `A new (${version === 'json' ? version : `v${version}`}) monitor connected.`,
      record: { event: 'client_connected', fields: { client: 'monitor', version } },
    });
    const disconnected = {
      line: 'A monitor disconnected',
      record: { event: 'client_disconnected', fields: { client: 'monitor' } },
    };
    expect(memory.out).toEqual([connected('4'), connected('json'), disconnected, disconnected]);
    const common = { client: 'monitor', time: 0, address: '127.0.0.1' };
    expect(readEvents(memory)).toMatchObject([
      { ...common, event: 'connected', version: 4, port: first.port },
      { ...common, event: 'connected', version: -1, port: second.port },
      { ...common, event: 'disconnected', reason: 'bye', port: second.port },
      { ...common, event: 'disconnected', reason: 'lost', port: first.port },
    ]);
  });

  it.each([0, 1, 2])('that leaves is the only one that is removed (%d of three)', (index) => {
    const memory = new MemoryServer();
    const monitors = [0, 1, 2].map(() => memory.connectMonitor());
    monitors[index]!.receiver!.onLost();
    memory.poll();
    expect(monitors.map(({ isClosed }) => isClosed)).toEqual([0, 1, 2].map((other) => other === index));
    const ports = memory.server.clients.monitors.map(({ connection }) => connection.transport.port).sort();
    expect(ports).toEqual(monitors.filter((_, other) => other !== index).map(({ port }) => port));
  });

  it('is refused above server::max_monitors; 0 and below mean no limit', () => {
    const countAccepted = (maxMonitors: number) => {
      const memory = new MemoryServer({ server: { max_monitors: maxMonitors } });
      const answers = [0, 1, 2].map(() => memory.connect('player', '(dispinit version 4)').take()[0]!);
      expect(
        answers
          .filter((text) => text.startsWith('(error'))
          .every((text) => text === '(error no_more_monitor)'),
      ).toBe(true);
      return memory.server.clients.monitors.length;
    };
    expect([-1, 0, 1, 2, 3].map(countAccepted)).toEqual([3, 3, 1, 2, 3]);
  });

  it('of an unknown version is refused with a line', () => {
    const memory = new MemoryServer();
    expect(memory.connect('player', '(dispinit version 9)').take()).toEqual([
      '(error illegal_client_version)',
    ]);
    expect(memory.out).toEqual([
      {
        line: 'Unsupported monitor protocol version. version=9',
        record: { event: 'client_refused', level: 'warn', fields: { client: 'monitor', version: '9' } },
      },
    ]);
  });

  it('executes all datagrams that have arrived, in one poll, and nothing after (dispbye)', () => {
    const memory = new MemoryServer({ server: { coach: true } });
    const monitor = memory.connectMonitor();
    for (const text of ['(nothing)', '(move (ball) 3 4)', '(dispbye)', '(x)']) monitor.say(text);
    memory.poll();
    const texts = readMessages(monitor.take());
    expect(texts.slice(0, 2)).toEqual(['1 (error illegal_command_form)', '1 (ok move)']);
    expect(memory.server.match.world.ball.pos).toMatchObject({ x: 3, y: 4 });
    expect(monitor.isClosed).toBe(true);
  });

  it('is sent compressed messages after (compression N)', () => {
    const memory = new MemoryServer();
    const monitor = memory.connectMonitor();
    monitor.say('(compression 6)');
    memory.poll();
    expect(readMessages(monitor.take())).toEqual(['1 (ok compression 6)']);
    memory.step();
    // The begin of a zlib stream.
    expect(monitor.datagrams.map((bytes) => bytes[0])).toEqual([0x78]);
  });

  it.each<[Partial<ServerParams>, boolean]>([
    [{ coach: true }, true],
    [{ coach_w_referee: true }, true],
    [{}, false],
  ])('with %j may send commands of the trainer: %s', (server, isAllowed) => {
    const memory = new MemoryServer({ server });
    const monitor = memory.connectMonitor();
    monitor.say('(move (ball) 3 4)');
    memory.poll();
    expect(readMessages(monitor.take())).toEqual([
      isAllowed ? '1 (ok move)' : '1 (error illegal_command_form)',
    ]);
  });

  it('is warned about a missing NUL, except in version 1', () => {
    const memory = new MemoryServer();
    const [first, fourth] = [memory.connectMonitor(1), memory.connectMonitor(4)];
    for (const monitor of [first, fourth]) monitor.say('(dispstart)', '');
    memory.poll();
    expect(first.datagrams).toEqual([]);
    expect(readMessages(fourth.take())[0]).toBe('1 (warning message_not_null_terminated)');
    fourth.say('(dispstart)');
    memory.poll();
    expect(fourth.take()).toEqual([]);
  });

  it('shares the codec of its version with other monitors', () => {
    const memory = new MemoryServer();
    for (const version of [4, 4, 3]) memory.connectMonitor(version);
    const [a, b, c] = memory.server.clients.monitors.map(({ codec }) => codec);
    expect([a === b, a === c]).toEqual([true, false]);
    expect(memory.server.clients.monitorCodecs.size).toBe(2);
  });
});

describe('team graphics', () => {
  const tile = (x: number, y: number) => ({
    x,
    y,
    width: 8,
    height: 8,
    colors: 1,
    charsPerPixel: 1,
    lines: ['a c red', ...new Array(8).fill('aaaaaaaa')],
  });

  it('are sent from the left team first, from the highest place down; a tile replaces the one at its place', () => {
    const memory = new MemoryServer();
    const { match, clients } = memory.server;
    for (const [side, x, y] of [
      ['r', 1, 1],
      ['l', 0, 2],
      ['r', 2, 0],
      ['l', 3, 1],
      ['l', 3, 5],
      ['r', 2, 4],
      ['l', 0, 3],
    ] as const)
      match.listener({ type: 'team_graphic', side, tile: tile(x, y) });
    const expected = ['l 3 5', 'l 3 1', 'l 0 3', 'l 0 2', 'r 2 4', 'r 2 0', 'r 1 1'];
    expect(clients.tiles.map(({ key }) => key)).toEqual(expected);
    // The first, the last and another one.
    for (const [side, x, y] of [
      ['l', 3, 5],
      ['r', 1, 1],
      ['l', 0, 3],
    ] as const) {
      const replaced = tile(x, y);
      match.listener({ type: 'team_graphic', side, tile: replaced });
      expect(clients.tiles.find(({ key }) => key === `${side} ${x} ${y}`)!.tile).toBe(replaced);
    }
    expect(clients.tiles.map(({ key }) => key)).toEqual(expected);
  });
});

describe('rcss::send_client_messages', () => {
  it('is off by default; texts are cut at the length of a message', () => {
    const read = (isOn: boolean, text: string) => {
      const memory = new MemoryServer({ rcss: { send_client_messages: isOn } });
      const monitor = memory.connectMonitor();
      const player = memory.connectPlayer();
      monitor.take();
      player.say(text);
      memory.poll();
      return readMessages(monitor.take());
    };
    expect(read(false, '(score)')).toEqual([]);
    expect(read(true, '(score)')).toEqual(['2 Recv Alpha_1: (score)']);
    const [long] = read(true, `(turn ${'1'.repeat(5000)})`);
    expect(long!.startsWith('2 Recv Alpha_1: (turn 111')).toBe(true);
    expect(long!.length - 2).toBeLessThan(5000);
  });
});
