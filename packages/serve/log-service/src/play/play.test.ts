import { createSocket, type Socket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import type { MonitorVersion } from '@rcss/core/versions';
import { type OpenLog, openLog, parseLog } from '@rcss/logs';
import { decodeMonitorDatagram, type MonitorRecord } from '@rcss/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { createTempFolder, findSample, SAMPLES } from '../../test/samples.js';
import { openOutput } from '../files/io.js';
import { executeControl, parseControl } from './control-commands.js';
import { Keyboard } from './keyboard.js';
import { MonitorServer } from './monitor-server.js';
import { LogPlayback, type PlaybackLog } from './playback.js';
import { ShowPlayer } from './player.js';
import { Recorder } from './recorder.js';
import { ScriptRunner } from './script-runner.js';
import { createStatus, formatStatusLine } from './status.js';

function load(name: string): OpenLog {
  const opened = openLog(new Uint8Array(readFileSync(findSample(name))));
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0).reverse()) close();
});

async function playerOf(
  logs: readonly string[],
  options: { loop?: boolean; interval?: number; quitAfter?: number } = {},
) {
  const player = new ShowPlayer({
    logs,
    interval: options.interval ?? 5,
    loop: options.loop ?? false,
    autoPlay: false,
    quitAfter: options.quitAfter ?? null,
    open: async (name) => load(name),
  });
  closers.push(() => player.quit());
  await player.start();
  return player;
}

const TEST_LOG: PlaybackLog = {
  frameCount: 300,
  timeOf: (i) => Math.min(i, 200),
  scoreChanges: [30, 120, 240],
};

describe('playing (spec 11 §2.4)', () => {
  const at = (index: number): LogPlayback => {
    const playback = new LogPlayback();
    playback.load(TEST_LOG);
    playback.seek(index);
    return playback;
  };

  it('fast forward halves the interval with every press down to 10 ms; play returns to the configured one', () => {
    const p = at(0);
    const seen: number[] = [];
    for (let i = 0; i < 6; i++) {
      p.playFast(1);
      seen.push(p.interval);
    }
    expect(seen).toEqual([50, 25, 12.5, 10, 10, 10]);
    p.playFast(-1);
    expect([p.interval, p.direction]).toEqual([50, -1]);
    p.play(1);
    expect(p.interval).toBe(100);
  });

  it('steps stop; Space continues in the direction of the last step', () => {
    const p = at(5);
    p.play(1);
    p.step(-1);
    expect([p.index, p.playing]).toEqual([4, false]);
    p.toggle();
    expect([p.playing, p.direction]).toEqual([true, -1]);
    p.toggle();
    expect(p.playing).toBe(false);
  });

  it('stops at both ends, or loops to the other one', () => {
    const p = at(299);
    p.play(1);
    expect(p.advance()).toBe('ended');
    p.loop = true;
    p.play(1);
    expect([p.advance(), p.index]).toEqual(['looped', 0]);
    p.play(-1);
    expect([p.advance(), p.index]).toEqual(['looped', 299]);
  });

  it('goes to 50 shows before the next or previous change of the score; not to one within the first 50', () => {
    const p = at(0);
    p.seekNextGoal();
    expect(p.index).toBe(70);
    p.seekNextGoal();
    expect(p.index).toBe(190);
    p.seekNextGoal();
    expect(p.index).toBe(190);
    p.seekPreviousGoal();
    expect(p.index).toBe(70);
    p.seekPreviousGoal();
    expect(p.index).toBe(0);
  });

  it('a cycle is the first show whose time is not smaller; beyond the end the first show', () => {
    const p = at(0);
    p.play(1);
    p.seekCycle(200);
    expect([p.index, p.playing]).toEqual([200, true]);
    p.seekCycle(201);
    expect(p.index).toBe(0);
    p.seekLast();
    expect([p.index, p.playing]).toEqual([299, false]);
  });
});

describe('keys (spec 11 §2.3)', () => {
  it('arrows, Space, digits and Enter', () => {
    const seen: string[] = [];
    let help = 0;
    const keyboard = new Keyboard(
      ({ command, value }) => seen.push(value === undefined ? command : `${command} ${value}`),
      () => help++,
    );
    keyboard.input(' \x1b[A\x1b[1;5Bg\x07123');
    expect(keyboard.typed).toBe('123');
    keyboard.input('\x7f4\r?xq');
    expect(seen).toEqual(['toggle', 'play', 'rewind', 'next_goal', 'previous_goal', 'cycle 124', 'quit']);
    expect(help).toBe(1);
  });

  it('invalid commands of a page are ignored', () => {
    expect(parseControl({ command: 'cycle', value: 7 })).toEqual({ command: 'cycle', value: 7 });
    for (const bad of [
      null,
      1,
      {},
      { command: 'constructor' },
      { command: 'cycle', value: 'x' },
      { command: 'seek', value: Number.NaN },
    ]) {
      expect(parseControl(bad)).toBeNull();
    }
  });
});

/** A monitor over UDP. */
class Monitor {
  readonly socket: Socket = createSocket('udp4');
  readonly got: Buffer[] = [];
  port = 0;

  constructor() {
    closers.push(() => this.socket.close());
    this.socket.on('message', (bytes, from) => {
      this.port = from.port;
      this.got.push(bytes);
    });
  }

  send(text: string, port: number): void {
    this.socket.send(`${text}\0`, port, '127.0.0.1');
  }

  async until(enough: () => boolean): Promise<void> {
    await expect.poll(enough, { interval: 5 }).toBe(true);
  }

  records(version: MonitorVersion): MonitorRecord[] {
    return this.got.map((bytes) => {
      const decoded = decodeMonitorDatagram(bytes, version);
      if (!decoded.ok) throw new Error(decoded.error.message);
      return decoded.value;
    });
  }
}

async function serve(player: ShowPlayer, messages = false, address = '127.0.0.1') {
  const printed: string[] = [];
  const server = await MonitorServer.open(player, {
    port: 0,
    address,
    messages,
    print: (line) => printed.push(line),
  });
  closers.push(() => server.close());
  return { server, printed };
}

describe('serving monitors (spec 11 §2.6)', () => {
  const versions: readonly MonitorVersion[] = [1, 2, 3, 4, 5, -1];

  it.each(SAMPLES.flatMap((name) => versions.map((version) => [name, version] as const)))(
    '%s to a monitor of version %i: parameters, the current show, every displayed show',
    async (name, version) => {
      const player = await playerOf([name]);
      const { server, printed } = await serve(player);
      executeControl(player, { command: 'seek', value: 10 });
      const monitor = new Monitor();
      monitor.send(version === 1 ? '(dispinit)' : `(dispinit version ${version})`, server.port);
      const log = player.log!;
      const head = version === 1 ? 0 : 2 + (log.hasParameters ? log.types.length : 0);
      await monitor.until(() => monitor.got.length === head + 1);
      executeControl(player, { command: 'forward' });
      executeControl(player, { command: 'backward' });
      executeControl(player, { command: 'cycle', value: 40 });
      await monitor.until(() => monitor.got.length === head + 4);
      expect(printed).toEqual([
        version === -1 ? 'a new (json) monitor connected' : `a new (v${version}) monitor connected`,
      ]);
      const shows = monitor.records(version).flatMap((r) => (r.type === 'show' ? [r] : []));
      expect(shows.map((s) => s.frame.time)).toEqual([10, 11, 10].map((i) => log.timeOf(i)).concat(40));
      const wanted = log.frame(10);
      expect(shows[0]!.frame.ballX).toBeCloseTo(wanted.ballX, version === 1 ? 1 : 3);
      expect(shows[0]!.frame.players[4]!.x).toBeCloseTo(wanted.players[4]!.x, version === 1 ? 1 : 3);
      expect(shows[0]!.frame.playMode).toBe(wanted.playMode);
      expect(shows[0]!.frame.left.name).toBe('North-1');
    },
  );

  const hasIPv6 = Object.values(networkInterfaces()).some((list) =>
    list?.some(({ address }) => address === '::1'),
  );
  it.each([
    ['localhost', '127.0.0.1'],
    ...(hasIPv6
      ? [
          ['::1', '::1'],
          ['::', '::1'],
          ['::', '127.0.0.1'],
        ]
      : []),
  ])('at the address %s it serves monitors of %s', async (address, host = '') => {
    const player = await playerOf(['sample-v1']);
    const { server } = await serve(player, false, address);
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
    closers.push(() => socket.close());
    let count = 0;
    socket.on('message', () => {
      count += 1;
    });
    socket.send('(dispinit version 4)', server.port, host);
    await expect.poll(() => count).toBe(3);
  });

  it('sends defaults for values that version 1 does not store: type -1, view of 90 degrees, no capacity', async () => {
    const player = await playerOf(['sample-v1']);
    const { server } = await serve(player);
    const monitor = new Monitor();
    monitor.send('(dispinit version 4)', server.port);
    await monitor.until(() => monitor.got.length === 3);
    expect(monitor.got[2]!.toString('latin1')).toMatch(
      /\(\(l 1\) -1 0x9 -50 0 0 0 0 0 \(v h 90\) \(s \d+ 1 1 -1\)/,
    );
  });

  it('refuses a second registration from version 2 on, ends the stream on (dispbye), does not accept version 7', async () => {
    const player = await playerOf(['sample-v5']);
    const { server, printed } = await serve(player);
    const monitor = new Monitor();
    monitor.send('(dispinit version 4)', server.port);
    await monitor.until(() => monitor.got.length === 21);
    monitor.send('(dispinit version 4)', server.port);
    await monitor.until(() => monitor.got.length === 22);
    expect(monitor.got[21]!.toString('latin1')).toBe('(error only_init_allowed_on_init_port)\0');
    monitor.send('(dispbye)', monitor.port);
    await monitor.until(() => server.count === 0);
    const other = new Monitor();
    other.send('(dispinit version 7)', server.port);
    other.send('(nonsense)', server.port);
    await other.until(() => printed.length === 2);
    expect(printed[1]).toBe('Unsupported monitor protocol version. 7');
    expect(other.got).toEqual([]);
  });

  it('sends messages and team graphics on request', async () => {
    const player = await playerOf(['sample-v5']);
    const { server } = await serve(player, true);
    const monitor = new Monitor();
    monitor.send('(dispinit version 3)', server.port);
    const graphics = player.log!.teamGraphics.filter((g) => g.frame === 0).length;
    expect(graphics).toBeGreaterThan(0);
    await monitor.until(() => monitor.got.length === 21 + graphics);
    expect(monitor.records(3).filter((r) => r.type === 'team_graphic').length).toBe(graphics);
  });

  it('sends the parameters of each log of the list', async () => {
    const player = await playerOf(['sample-v5', 'sample-v1']);
    const { server } = await serve(player);
    const monitor = new Monitor();
    monitor.send('(dispinit version 5)', server.port);
    await monitor.until(() => monitor.got.length === 21);
    executeControl(player, { command: 'next_log' });
    await monitor.until(() => monitor.got.length === 24);
    expect(monitor.got[23]!.toString('latin1')).toMatch(/^\(show 1 \(pm 4\)/);
  });
});

describe('logs as a list, loops, the end', () => {
  it('continues with the next log, and with the first one in a loop; backward too', async () => {
    const player = await playerOf(['sample-v6', 'sample-v4'], { loop: true });
    const opened: string[] = [];
    const seen = new Promise<void>((resolve) => {
      player.listen({
        log: (_log, name) => {
          opened.push(name);
          if (opened.length === 2) resolve();
        },
      });
    });
    executeControl(player, { command: 'last' });
    executeControl(player, { command: 'play' });
    await new Promise<void>((resolve) => player.listen({ log: () => resolve() }));
    executeControl(player, { command: 'first' });
    executeControl(player, { command: 'back' });
    await seen;
    expect(opened).toEqual(['sample-v4', 'sample-v6']);
    expect(player.playback.index).toBe(player.playback.count - 1);
  });

  it('skips logs of the list that cannot be read, with one line each, and quits at the end', async () => {
    const player = await playerOf(['sample-v2', 'missing-1', 'sample-v4', 'missing-2'], { quitAfter: 0 });
    const events: string[] = [];
    player.listen({
      log: (_log, name) => events.push(name),
      error: (message) => events.push(/missing-\d/.exec(message)?.[0] ?? message),
    });
    player.changePlayback(() => player.playback.seek(player.playback.count - 2));
    player.changePlayback(() => player.playback.play(1));
    const isOver = new Promise<void>((resolve) => player.listen({ quit: resolve }));
    await expect.poll(() => player.logIndex === 2 && player.playback.playing).toBe(true);
    player.changePlayback(() => player.playback.seek(player.playback.count - 2));
    await isOver;
    expect(events).toEqual(['missing-1', 'sample-v4', 'missing-2']);
  });

  it('in a loop, plays the open log again if no other log can be read', async () => {
    const player = await playerOf(['sample-v2', 'missing'], { loop: true });
    const shown: number[] = [];
    const errors: string[] = [];
    player.listen({ show: (_frame, index) => shown.push(index), error: (message) => errors.push(message) });
    executeControl(player, { command: 'last' });
    const last = shown.length;
    executeControl(player, { command: 'play' });
    await expect.poll(() => shown.slice(last).length).toBeGreaterThan(2);
    expect(shown.slice(last, last + 3)).toEqual([0, 1, 2]);
    expect(errors).toHaveLength(1);
  });

  it('quits after the end when asked to (spec 11 §2.1)', async () => {
    const player = await playerOf(['sample-v2'], { quitAfter: 0 });
    await new Promise<void>((resolve) => player.listen({ quit: resolve }));
    expect(player.playback.isAtEnd).toBe(true);
  });

  it('plays at the configured pace', async () => {
    const player = await playerOf(['sample-v6'], { interval: 10 });
    const shown: number[] = [];
    player.listen({ show: (_frame, index) => shown.push(index) });
    executeControl(player, { command: 'play' });
    await expect.poll(() => shown.length).toBeGreaterThan(3);
    executeControl(player, { command: 'stop' });
    // In order, none left out.
    expect(shown).toEqual(shown.map((_, i) => i + 1));
    expect(formatStatusLine(createStatus(player, 2))).toMatch(
      /^= x1 +\d+ {2}North-1 0:\d South_2 {2}\S+ {2}show \d+\/\d+ {2}2 monitors$/,
    );
  });
});

describe('recorder and scripts (spec 11 §2.5, §2.8)', () => {
  it('records what is displayed, in the order of display', async () => {
    const player = new ShowPlayer({
      logs: ['sample-v5'],
      interval: 5,
      loop: false,
      autoPlay: false,
      quitAfter: null,
      open: async (n) => load(n),
    });
    const file = join(createTempFolder(), 'x.rcg');
    const recorder = new Recorder(player, await openOutput({} as never, file), null);
    await player.start();
    executeControl(player, { command: 'seek', value: 30 });
    executeControl(player, { command: 'record' });
    executeControl(player, { command: 'backward' });
    executeControl(player, { command: 'backward' });
    executeControl(player, { command: 'record' });
    executeControl(player, { command: 'backward' });
    await recorder.close();
    const log = load('sample-v5');
    const parsed = parseLog(new Uint8Array(readFileSync(file)), { strict: true });
    if (!parsed.ok) throw new Error(parsed.error.message);
    const frames = parsed.value.flatMap((r) => (r.type === 'show' ? [r.frame] : []));
    expect(frames).toEqual([30, 29, 28].map((i) => log.frame(i)));
    expect(parsed.value.filter((r) => r.type === 'player_type').length).toBe(18);
  });

  it('runs the command language', async () => {
    const player = await playerOf(['sample-v6']);
    let printed = '';
    const runner = new ScriptRunner(player, {
      print: (text) => {
        printed += text;
      },
      load: async () => ['# in a file', 'jump to 40'],
    });
    const shown: number[] = [];
    player.listen({ show: (frame) => shown.push(frame.time) });
    await runner.run([
      '# scene',
      '',
      'jump to 5',
      'play 5 to 7',
      'feed to 8',
      'dance',
      'play 3 to 3',
      'load x',
      'jump to 900',
      'quit',
      'jump to 1',
    ]);
    expect(shown).toEqual([5, 6, 7, 8, 40]);
    expect(printed).toBe(
      "commmand [jump to 5]\ncommmand [play 5 to 7]\ncommmand [feed to 8]\nIllegal command: [dance]\ncommmand [play 3 to 3]\nCan't play. (from = to)\n" +
        "commmand [load x]\ncommmand [jump to 40]\ncommmand [jump to 900]\nCan't jump to 900.\ncommmand [quit]\n",
    );
    expect(player.isOver).toBe(true);
  });
});

describe('many monitors', () => {
  it('one address can connect 16 monitors; the others are refused and the first ones served', async () => {
    const player = await playerOf(['sample-v6']);
    const printed: string[] = [];
    const print = (line: string) => void printed.push(line);
    const server = await MonitorServer.open(player, {
      port: 0,
      address: '127.0.0.1',
      messages: false,
      print,
    });
    closers.push(() => server.close());
    const sockets = Array.from({ length: 40 }, () => createSocket('udp4'));
    for (const socket of sockets) socket.send('(dispinit version 4)', server.port, '127.0.0.1');
    await expect.poll(() => printed.filter((line) => line.startsWith('a monitor is refused')).length).toBe(1);
    expect(server.count).toBe(16);
    for (const socket of sockets) socket.close();
  });
});
