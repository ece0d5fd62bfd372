import { constants, deflateSync, inflateSync } from 'node:zlib';
import type { Side } from '@rcss/core';
import type { MonitorVersion } from '@rcss/core/versions';
import { decodeMonitorDatagram, type MonitorRecord } from '@rcss/protocol';
import { describe, expect, it } from 'vitest';
import {
  Client,
  connectOnlineCoach,
  connectPlayer,
  connectTrainer,
  startTestServer,
  type TestServer,
  waitForSteps,
  waitUntil,
} from '../../test/harness.js';

const VERSIONS: readonly MonitorVersion[] = [1, 2, 3, 4, 5, -1];
/** Shorter steps, so that shows are frequent. */
const SHORT_STEP = { simulator_step: 20, sense_body_step: 20, send_vi_step: 20 };
const WITH_TRAINER = { server: { coach_w_referee: true, ...SHORT_STEP } };

/** A monitor that has received its first datagram. */
async function connectAndSkip(server: TestServer, version: MonitorVersion): Promise<Client> {
  const client = await Client.open(server.ports.player);
  client.send(version === 1 ? '(dispinit)' : `(dispinit version ${version})`);
  await waitUntil(() => client.received.length > 0);
  return client;
}

function readRecords(client: Client, version: MonitorVersion): MonitorRecord[] {
  return client.received.map(({ bytes }) => {
    const record = decodeMonitorDatagram(bytes, version);
    if (!record.ok) throw new Error(record.error.message);
    return record.value;
  });
}

/** The next message for a monitor of version 3 to 5, without its frame. */
async function nextMessage(client: Client): Promise<string> {
  const { text } = await client.next('(msg');
  return /^\(msg \d+ 1 "([\s\S]*)"\)$/.exec(text)?.[1] ?? text;
}

/** The next show as a record; shows that wait are skipped. */
async function nextShow(client: Client, version: MonitorVersion) {
  const from = client.received.length;
  const shows = () =>
    readRecords(client, version)
      .slice(from)
      .filter(({ type }) => type === 'show');
  // The first show may have been sent before this call.
  await waitUntil(() => shows().length > 1);
  const show = shows().at(-1)!;
  if (show.type !== 'show') throw new Error('no show');
  return show.frame;
}

describe('registration (spec 10 §2)', () => {
  it('accepted forms are answered from the port of the session (spec 10 §15.1)', async () => {
    for (const [text, version, line] of [
      ['(dispinit)', 1, 'v1'],
      ['(dispinit)garbage', 1, 'v1'],
      ['(dispinit version 4', 4, 'v4'],
      ['(dispinit version 5.9)', 5, 'v5.9'],
      ['(dispinit  version  0x3 )', 3, 'v3'],
      ['(dispinit version -1.5)', -1, 'json'],
    ] as const) {
      const server = await startTestServer({ server: SHORT_STEP });
      const client = await Client.open(server.ports.player);
      client.sendBytes(Buffer.from(`${text}\n`));
      await waitUntil(() => client.received.length > (version === 1 ? 1 : 20));
      expect(client.received.every(({ port }) => port !== server.ports.player)).toBe(true);
      expect(server.out, text).toContain(`A new (${line}) monitor connected.`);
      const kinds = new Set(readRecords(client, version).map(({ type }) => type));
      expect(kinds.has('show') || kinds.has('player_type')).toBe(true);
      await server.end();
    }
  });

  it('malformed forms are refused (spec 10 §15.1)', async () => {
    const server = await startTestServer();
    const client = await Client.open(server.ports.player);
    for (const [text, answer] of [
      ['(dispinit version 0)', '(error illegal_client_version)'],
      ['(dispinit version 6)', '(error illegal_client_version)'],
      ['(dispinit version -0.5)', '(error illegal_client_version)'],
      ['(dispinit version nan)', '(error illegal_client_version)'],
      ['(dispinitx)', '(error unknown_command)'],
    ] as const) {
      client.send(text);
      const got = await client.next('(');
      expect([text, got.text, got.port, got.bytes.at(-1)]).toEqual([text, answer, server.ports.player, 0]);
    }
    expect(server.server.clients.monitors).toHaveLength(0);
  });

  it('the player port refuses texts of registered monitors, except of version 1 (spec 10 §15.1, §2.4)', async () => {
    const server = await startTestServer({ server: { send_comms: true } });
    for (const version of [2, 3, 5, -1] as const) {
      const client = await connectAndSkip(server, version);
      client.send('(dispinit version 3)', server.ports.player);
      const refusal = await client.next('(error only_init_allowed_on_init_port)');
      expect([refusal.port, refusal.bytes.at(-1)]).toEqual([client.port, 0]);
    }
    const old = await connectAndSkip(server, 1);
    old.send('(foo)', server.ports.player);
    const received = () => readRecords(old, 1).filter((record) => record.type === 'msg');
    await waitUntil(() => received().length > 0);
    expect(received()[0]).toMatchObject({ board: 1, text: '(error illegal_command_form)' });
  });

  it('max_monitors limits monitors; a place is free as soon as its monitor leaves (spec 10 §15.2)', async () => {
    const server = await startTestServer({ server: { max_monitors: 2 } });
    const first = await connectAndSkip(server, 1);
    await connectAndSkip(server, -1);
    const third = await Client.open(server.ports.player);
    // The limit is checked before the version.
    for (const version of [4, 99]) {
      third.send(`(dispinit version ${version})`);
      const answer = await third.next('(');
      expect([answer.text, answer.port]).toEqual(['(error no_more_monitor)', server.ports.player]);
    }
    first.send('(dispbye)');
    await waitUntil(() => server.server.clients.monitors.length === 1);
    third.send('(dispinit version 4)');
    await third.next('(server_param ');
  });
});

describe('messages to monitors (spec 10 §3 to §7)', () => {
  it.each(VERSIONS)(
    'version %d: initial data, then only shows (spec 10 §15.3, §15.5, §15.6, §15.7, §15.8)',
    async (version) => {
      const server = await startTestServer();
      const client = await connectAndSkip(server, version);
      const shows = () => readRecords(client, version).filter(({ type }) => type === 'show');
      await waitUntil(() => shows().length > 2);
      const kinds = readRecords(client, version).map(({ type }) => type);
      const initial =
        version === 1 ? [] : ['server_param', 'player_param', ...new Array(18).fill('player_type')];
      expect(kinds.slice(0, initial.length)).toEqual(initial);
      expect(new Set(kinds.slice(initial.length))).toEqual(new Set(['show']));
      const sizes = new Set(client.received.slice(initial.length).map(({ bytes }) => bytes.length));
      if (version === 1) expect([...sizes]).toEqual([2052]);
      else if (version === 2)
        expect(new Set(client.received.map(({ bytes }) => bytes.length))).toEqual(new Set([2056]));
      else {
        // Sizes without connected clients; in JSON with a stoppage time of one digit.
        const least = { 3: 1708, 4: 1862, 5: 2104, [-1]: 4158 }[version as 3 | 4 | 5 | -1];
        for (const { bytes, text } of client.received) {
          expect(bytes.at(-1)).toBe(0);
          expect(text.includes('\n')).toBe(false);
        }
        if (version > 0) expect([...sizes]).toEqual([least]);
        else {
          const { show } = JSON.parse(client.received.at(-1)!.text);
          show.stime = 1;
          expect(JSON.stringify({ show }).length + 1).toBe(least);
        }
      }
      if (version === 2) {
        const types = client.received.slice(0, 3).map(({ bytes }) => bytes.readUInt16BE(0));
        expect(types).toEqual([8, 9, 7]);
        expect(client.received.at(-1)!.bytes.readUInt16BE(0)).toBe(1);
        expect(client.received.at(-1)!.bytes[4]).toBe(1);
      }
    },
  );

  it('members of a JSON show have a fixed order (spec 10 §15.7)', async () => {
    const server = await startTestServer(WITH_TRAINER);
    await connectPlayer(server, 'A_B+1', { goalie: true });
    await connectPlayer(server, 'Right');
    const boss = await connectTrainer(server);
    const client = await connectAndSkip(server, -1);
    boss.send('(change_mode free_kick_r)');
    const { text } = await client.next(/"mode":"free_kick_r"/);
    const { show } = JSON.parse(text) as { show: { team: object; players: object[] } };
    expect(Object.keys(show)).toEqual(['time', 'mode', 'team', 'ball', 'players']);
    expect(JSON.stringify(show.team)).toBe('{"l":{"name":"A_B+1","score":0},"r":{"name":"Right","score":0}}');
    expect(show.players).toHaveLength(22);
    const common =
      'side unum type state x y vx vy body neck vq vw fdist fdir stamina effort recovery capacity';
    expect(Object.keys(show.players[0]!).join(' ')).toBe(common);
  });

  it('one show per step in every mode (spec 10 §15.4)', async () => {
    const server = await startTestServer({ server: { coach: true, ...SHORT_STEP } });
    const boss = await connectTrainer(server);
    const client = await connectAndSkip(server, 5);
    const { match } = server.server;
    const shows = () => client.received.filter(({ text }) => text.startsWith('(show ')).length;
    await client.next('(show ');
    // When a show arrives, no later one is on its way.
    client.skip();
    await client.next('(show ');
    const missing = match.steps - shows();
    for (const mode of [
      'before_kick_off',
      'play_on',
      'goal_l',
      'foul_charge_r',
      'time_over',
      'penalty_setup_l',
    ]) {
      boss.send(`(change_mode ${mode})`);
      await boss.next('(ok change_mode)');
      const from = match.steps;
      await waitUntil(() => match.steps > from + 2);
      await waitUntil(() => shows() + missing === match.steps);
    }
  });

  it('all versions show the same match (spec 10 §15.15)', async () => {
    const server = await startTestServer(WITH_TRAINER);
    await connectPlayer(server, 'Alpha', { goalie: true });
    await connectPlayer(server, 'Beta');
    const boss = await connectTrainer(server);
    const clients = new Map<MonitorVersion, Client>();
    for (const version of VERSIONS) clients.set(version, await connectAndSkip(server, version));
    boss.send('(move (ball) 12.5 -20.25)');
    boss.send('(move (player Alpha 1) -10.5 3.25 90)');
    boss.send('(move (player Beta 1) 20 -3.5 -45)');
    boss.send('(change_mode kick_in_r)');
    await boss.next('(ok change_mode)');
    for (const [version, client] of clients) {
      const frame = await nextShow(client, version);
      expect(frame.playMode, `version ${version}`).toBe('kick_in_r');
      expect([frame.left.name, frame.right.name]).toEqual(['Alpha', 'Beta']);
      expect([frame.ballX, frame.ballY]).toEqual([12.5, -20.25]);
      const [l1, l2] = frame.players;
      const r1 = frame.players[11]!;
      // Version 1 has sixteenths of a meter.
      expect([l1!.x, l1!.y, Math.round(l1!.body)]).toEqual([-10.5, 3.25, 90]);
      expect([r1.x, r1.y, Math.round(r1.body)]).toEqual([20, -3.5, -45]);
      expect([l1!.state & 9, l2!.state, r1.state & 1]).toEqual([9, 0, 1]);
    }
  });

  it('a monitor that connects late gets initial data and shows, but no earlier messages (spec 10 §3.4)', async () => {
    const server = await startTestServer({ server: { coach_w_referee: true, send_comms: true } });
    await connectPlayer(server, 'Alpha');
    const boss = await connectTrainer(server);
    for (const text of ['(change_player_type Alpha 1 3)', '(change_mode play_on)', '(say early)']) {
      boss.send(text);
      await boss.next('(ok');
    }
    const client = await connectAndSkip(server, 5);
    expect((await nextShow(client, 5)).players[0]!.typeId).toBe(3);
    expect(client.received.some(({ text }) => text.startsWith('(msg'))).toBe(false);
  });
});

describe('messages and team graphics (spec 10 §8, §9)', () => {
  it('with send_comms, referee calls and speech are sent in the form of each version (spec 10 §15.9, spec 06 §24.4)', async () => {
    const server = await startTestServer({ server: { coach_w_referee: true, send_comms: true } });
    const l1 = await connectPlayer(server, 'A_B+1');
    const boss = await connectTrainer(server);
    const old = await connectOnlineCoach(server, 'A_B+1', { version: 6 });
    const clients = new Map<MonitorVersion, Client>();
    for (const version of VERSIONS) clients.set(version, await connectAndSkip(server, version));
    l1.send('(say hello)');
    await l1.next(/self "hello"/);
    old.send('(say words of a coach)');
    await old.next('(ok say)');
    boss.send('(say words of the trainer)');
    await boss.next('(ok say)');
    boss.send('(change_mode drop_ball)');
    await boss.next('(ok change_mode)');
    boss.send('(change_player_type A_B+1 1 7)');
    await boss.next('(ok change_player_type');
    for (const [version, client] of clients) {
      const received = () =>
        readRecords(client, version).flatMap((record) => (record.type === 'msg' ? [record] : []));
      await waitUntil(() => received().length === 5);
      expect(received().map(({ text }) => text)).toEqual([
        '((player A_B+1 1) hello)',
        '(online_coach_left words of a coach)',
        '(referee words of the trainer)',
        '(referee drop_ball)',
        '(change_player_type l 1 7)',
      ]);
      expect(new Set(received().map(({ board }) => board))).toEqual(new Set([1]));
    }
    const raw = (version: MonitorVersion) =>
      clients.get(version)!.received.find(({ text }) => text.includes('(referee drop_ball)'))!;
    expect(raw(1).bytes).toHaveLength(2052);
    expect(raw(2).bytes).toHaveLength(2056);
    for (const version of [3, 4, 5] as const)
      expect(raw(version).text).toBe('(msg 0 1 "(referee drop_ball)")');
    expect(raw(-1).text).toMatch(
      /^\{"msg":\{"time":0,("stime":\d+,)?"board":1,"message":"\(referee drop_ball\)"\}\}$/,
    );
  });

  it('without send_comms only substitutions are sent (spec 10 §15.9)', async () => {
    const server = await startTestServer(WITH_TRAINER);
    const l1 = await connectPlayer(server, 'Alpha');
    const boss = await connectTrainer(server);
    const client = await connectAndSkip(server, 4);
    l1.send('(say hello)');
    await l1.next(/self "hello"/);
    for (const text of ['(say words)', '(change_mode drop_ball)', '(change_player_type Alpha 1 7)']) {
      boss.send(text);
      await boss.next('(ok');
    }
    expect(await nextMessage(client)).toBe('(change_player_type l 1 7)');
    expect(client.received.filter(({ text }) => text.startsWith('(msg'))).toHaveLength(1);
  });

  it('with rcss::send_client_messages, the messages of all clients are sent on board 2, in the form of the game log', async () => {
    const server = await startTestServer({
      server: { coach_w_referee: true },
      rcss: { send_client_messages: true },
    });
    const monitors = new Map<MonitorVersion, Client>();
    for (const version of VERSIONS) monitors.set(version, await connectAndSkip(server, version));
    const l1 = await connectPlayer(server, 'Alpha');
    l1.send('(say "hello")');
    await l1.next(/self/);
    const boss = await connectTrainer(server);
    boss.send('(ear on)');
    await boss.next('(ok ear');
    for (const [version, client] of monitors) {
      const received = () =>
        readRecords(client, version).flatMap((record) => (record.type === 'msg' ? [record] : []));
      await waitUntil(() => received().length === 4);
      expect(received().map(({ board, text }) => [board, text])).toEqual([
        [2, 'Recv Alpha_1: (init Alpha (version 19))'],
        [2, 'Recv Alpha_1: (say "hello")'],
        [2, 'Recv Coach: (init (version 19))'],
        [2, 'Recv Coach: (ear on)'],
      ]);
    }
  });

  it('each tile is sent once, left first, from the highest place down, 32 or 8 after a show (spec 10 §15.10)', async () => {
    const server = await startTestServer(WITH_TRAINER);
    await connectPlayer(server, 'L');
    await connectPlayer(server, 'R');
    const boss = await connectTrainer(server);
    const coaches = { l: await connectOnlineCoach(server, 'L'), r: await connectOnlineCoach(server, 'R') };
    const picture = (name: string) => `"8 8 1 1" "a c ${name}"${' "aaaaaaaa"'.repeat(8)}`;
    const offer = async (side: Side, x: number, y: number, name = 'red') => {
      coaches[side].send(`(team_graphic (${x} ${y} ${picture(name)}))`);
      await coaches[side].next(`(ok team_graphic ${x} ${y})`);
    };
    const expected: string[] = [];
    for (let k = 0; k < 41; k++) await offer('l', k % 32, Math.floor(k / 32));
    for (let k = 0; k < 20; k++) await offer('r', k, 3);
    for (let x = 31; x >= 0; x--)
      for (let y = 1; y >= 0; y--) if (y * 32 + x < 41) expected.push(`l (${x} ${y}`);
    for (let x = 19; x >= 0; x--) expected.push(`r (${x} 3`);

    const sent = (client: Client) => {
      const runs: number[] = [];
      const tiles: string[] = [];
      for (const { text } of client.received) {
        if (text.startsWith('(show ')) runs.push(0);
        const tile = /^\(msg \d+ 1 "\(team_graphic_([lr]) (\(\d+ \d+)/.exec(text);
        if (tile === null) continue;
        runs[runs.length - 1]! += 1;
        tiles.push(`${tile[1]} ${tile[2]}`);
      }
      return { runs, tiles };
    };
    const early = await connectAndSkip(server, 4);
    await waitUntil(() => sent(early).runs.length > 3);
    expect(sent(early).runs.slice(0, 3)).toEqual([32, 29, 0]);
    expect(sent(early).tiles).toEqual(expected);
    expect(early.received.find(({ text }) => text.includes('team_graphic_l (31 0'))!.text).toBe(
      `(msg 0 1 "(team_graphic_l (31 0 ${picture('red')})")`,
    );
    // A tile that was sent is not sent again.
    await offer('l', 31, 0, 'blue');
    await offer('l', 31, 7, 'green');
    await waitUntil(() => early.received.some(({ text }) => text.includes('green')));
    expect(early.received.some(({ text }) => text.includes('blue'))).toBe(false);

    boss.send('(change_mode play_on)');
    await boss.next('(ok change_mode)');
    const late = await connectAndSkip(server, 4);
    await waitUntil(() => sent(late).runs.length > 9);
    expect(sent(late).runs.slice(0, 9)).toEqual([8, 8, 8, 8, 8, 8, 8, 6, 0]);
    expect(late.received.some(({ text }) => text.includes('blue'))).toBe(true);
  });
});

describe('commands (spec 10 §10)', () => {
  it('commands match exactly or by their beginning, and are answered and executed (spec 10 §15.11)', async () => {
    const server = await startTestServer({ server: { send_comms: true } });
    await connectPlayer(server, 'L');
    await connectPlayer(server, 'R');
    const client = await connectAndSkip(server, 3);
    const { world } = server.server.match;
    const illegal = '(error illegal_command_form)';
    const received = async (text: string) => {
      client.send(text);
      return nextMessage(client);
    };
    for (const text of [
      '(foo)',
      ' (dispstart)',
      '(dispstart) ',
      '(dispbye) ',
      '(dispfoul 1 2)',
      '(dispplayer 1 1 0 0)',
      '(dispdiscard 1)',
      '(dispcard 1 1 green)',
      '(compression 10)',
      '(compression)',
    ])
      expect([text, await received(text)]).toEqual([text, illegal]);
    client.sendBytes(Buffer.from('(foo)'));
    expect(await nextMessage(client)).toBe('(warning message_not_null_terminated)');
    expect(await nextMessage(client)).toBe(illegal);

    expect(await received('(dispstart)')).toBe('(referee kick_off_l)');
    expect(await received('(dispfoul 160 -80 0) and more')).toBe('(referee drop_ball)');
    expect(await nextMessage(client)).toBe('(referee play_on)');
    expect([world.ball.pos.x, world.ball.pos.y]).toEqual([10, -5]);
    expect(await received('(dispfoul 1600 -80 -1)')).toBe('(referee foul_l)');
    expect(await nextMessage(client)).toBe('(referee free_kick_r)');
    expect([world.ball.pos.x, world.ball.pos.y]).toEqual([52.5, -5]);
    client.send('(dispplayer 1 1 160 -160 90)');
    await waitUntil(() => world.players[0]!.pos.x === 10 && world.players[0]!.pos.y === -10);
    // Numbers that no player has are ignored without an answer.
    client.send('(dispplayer 1 12 0 0 0)');
    client.send('(dispcard 1 12 red)');
    client.send('(dispdiscard 2 1)');
    expect(await received('(dispcard -1 1 yellow)')).toBe('(referee yellow_card_r_1)');
    expect(world.players.filter(({ enabled }) => enabled)).toHaveLength(2);
    client.send('(dispdiscard -1 1)');
    await waitUntil(() => server.out.includes('A player disconnected : (R 1)'));
    client.send('(dispbye)');
    await waitUntil(() => server.out.includes('A monitor disconnected'));
  });

  it('a monitor of version 1 gets no warning about a missing NUL (spec 10 §15.11)', async () => {
    const server = await startTestServer();
    const client = await connectAndSkip(server, 1);
    client.sendBytes(Buffer.from('(foo)'));
    const received = () =>
      readRecords(client, 1).flatMap((record) => (record.type === 'msg' ? [record.text] : []));
    await waitUntil(() => received().length > 0);
    await waitForSteps(server, 2);
    expect(received()).toEqual(['(error illegal_command_form)']);
  });

  it('commands of the trainer are accepted only in a coach mode (spec 10 §15.12)', async () => {
    const commands = [
      ['(start)', '(ok start)'],
      ['(change_mode kick_in_l)', '(ok change_mode)'],
      ['(change_mode nonsense)', '(error illegal_mode)'],
      ['(move (ball) 10 5 0 1 0.5)', '(ok move)'],
      ['(move (ball) 10 5 0 1)', '(error illegal_command_form)'],
      ['(move (player L 12) 0 0)', '(error illegal_object_form)'],
      ['(move (player Unknown 1) 0 0)', '(ok move)'],
      ['(recover', '(ok recover)'],
      ['(check_ball)', '(ok check_ball 0 in_field)'],
      ['(change_player_type L 1 3)', '(error illegal_command_form)'],
    ] as const;
    for (const coach of [true, false]) {
      const server = await startTestServer({ server: { coach } });
      await connectPlayer(server, 'L');
      const client = await connectAndSkip(server, 4);
      for (const [text, answer] of commands) {
        client.send(text);
        const got = (await nextMessage(client)).replace(/check_ball \d+/, 'check_ball 0');
        expect([text, got]).toEqual([text, coach ? answer : '(error illegal_command_form)']);
      }
      expect(server.server.match.world.playMode).toBe(coach ? 'kick_in_l' : 'before_kick_off');
      await server.end();
    }
  });
});

describe('compression and leaving (spec 10 §11, §12)', () => {
  it('compression can be switched on, changed and switched off; invalid data is ignored (spec 10 §15.13)', async () => {
    const unpack = (bytes: Buffer) => inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
    const server = await startTestServer();
    const client = await connectAndSkip(server, 3);
    client.send('(compression 6)');
    expect(await nextMessage(client)).toBe('(ok compression 6)');
    client.decode = unpack;
    const pack = (text: string) => deflateSync(Buffer.from(`${text}\0`));
    for (const [level, head] of [
      [6, '789c'],
      [0, '7801'],
      [9, '78da'],
    ] as const) {
      client.sendBytes(pack(`(compression ${level})`));
      expect(await nextMessage(client)).toBe(`(ok compression ${level})`);
      client.skip();
      for (let k = 0; k < 2; k++) {
        const show = await client.next('(show 0 ');
        expect(show.bytes.subarray(0, 2).toString('hex')).toBe(head);
        expect(show.bytes.subarray(-4).toString('hex')).toBe('0000ffff');
        expect(unpack(show.bytes).at(-1)).toBe(0);
      }
    }
    client.send('(dispbye)');
    client.sendBytes(Buffer.from([0x78, 0x9c, 7, 1, 2]));
    client.sendBytes(deflateSync(Buffer.from('(foo)\0'), { finishFlush: constants.Z_SYNC_FLUSH }));
    expect(await nextMessage(client)).toBe('(error illegal_command_form)');
    client.sendBytes(pack('(compression -1)'));
    expect(await nextMessage(client)).toBe('(ok compression -1)');
    client.decode = (bytes) => bytes;
    await client.next('(show 0 ');
    expect(server.server.clients.monitors).toHaveLength(1);
  });

  it('a monitor is removed by dispbye or when its port is closed, never for silence (spec 10 §15.14)', async () => {
    const server = await startTestServer({ server: SHORT_STEP });
    const polite = await connectAndSkip(server, 4);
    const rude = await connectAndSkip(server, 1);
    const silent = await connectAndSkip(server, 5);
    polite.send('(dispbye)');
    rude.close();
    await waitUntil(() => server.out.filter((line) => line === 'A monitor disconnected').length === 2);
    const { port } = silent;
    const from = silent.received.length;
    await waitUntil(() => silent.received.length > from + 8);
    expect(server.server.clients.monitors.map(({ connection }) => connection.transport.localPort)).toEqual([
      port,
    ]);
  });
});
