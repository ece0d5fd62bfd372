import { isDeepStrictEqual } from 'node:util';
import { constants, deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  Client,
  connectOnlineCoach,
  connectPlayer,
  connectTrainer,
  repeatAfterPause,
  startTestServer,
  type TestServer,
  waitForSteps,
  waitUntil,
} from '../../test/harness.js';

const WITH_TRAINER = { server: { coach_w_referee: true } } as const;

const unpack = (bytes: Buffer) => inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
const receivedTexts = (client: Client) => client.received.map(({ text }) => text);
const receivedHeads = (client: Client) => receivedTexts(client).map((text) => /^\((\w+)/.exec(text)?.[1]);

/** Everything up to the first sense_body: the messages of a connection. */
async function receiveInitMessages(client: Client): Promise<string[]> {
  await waitUntil(() => receivedHeads(client).includes('sense_body'));
  return receivedTexts(client).slice(0, receivedHeads(client).indexOf('sense_body'));
}

/** Sends commands in one datagram, hence in one cycle, and returns the next sense_body. */
async function sendAndAwaitSense(client: Client, commands: string): Promise<string> {
  client.skip();
  client.send(`${commands}(score)(sense_body)`);
  await client.next('(score ');
  return (await client.next('(sense_body ')).text;
}

/** The number after a counter of sense_body. */
function readCount(sense: string, name: string): number {
  return Number(new RegExp(`\\(${name} (\\d+)\\)`).exec(sense)?.[1]);
}

async function changeMode(boss: Client, name: string): Promise<void> {
  boss.send(`(change_mode ${name})`);
  await boss.next('(ok change_mode)');
}

/** Returns the answer to an unknown sender. */
async function requestInit(server: TestServer, text: string): Promise<string> {
  const client = await Client.open(server.ports.player);
  client.send(text);
  return (await client.next('(')).text;
}

describe('connecting (spec 03 §1, §2)', () => {
  it('a session has a port of its own, messages end with one NUL, and without a version only the init reply is sent (spec 03 §13.1, §13.2, §13.4)', async () => {
    const server = await startTestServer();
    const stranger = await Client.open(server.ports.player);
    stranger.send('(hello)');
    expect(await stranger.next('(error unknown_command)')).toMatchObject({ port: server.ports.player });
    const first = await Client.open(server.ports.player);
    first.send('(init T)');
    const reply = await first.next('(init l 1 before_kick_off)');
    expect(reply.bytes).toHaveLength(27);
    expect(reply.port).not.toBe(server.ports.player);
    const second = await connectPlayer(server, 'T', { version: 19 });
    expect(new Set([server.ports.player, first.port, second.port]).size).toBe(3);
    expect(await receiveInitMessages(first)).toEqual(['(init l 1 before_kick_off)']);
    expect((await first.next('(sense_body')).text).not.toContain('head_angle');
    await receiveInitMessages(second);
    for (const { bytes, port } of second.received) {
      expect(port).toBe(second.port);
      expect(bytes.indexOf(0)).toBe(bytes.length - 1);
    }
  });

  it('each version gets its first messages in order (spec 03 §13.5, §13.6, §13.7, §13.8, §13.9, spec 01 §9.1, §9.2, §9.3)', async () => {
    const server = await startTestServer(WITH_TRAINER);
    await connectPlayer(server, 'Alpha');
    const boss = await connectTrainer(server);
    boss.send('(change_player_type Alpha 1 3)');
    await boss.next('(ok change_player_type Alpha 1 3)');
    const pairs = (text: string) => text.match(/\(/g)!.length - 1;
    const rows = [
      [7, 103, 12],
      [8, 137, 12],
      [13, 182, 12],
      [14, 187, 15],
      [17, 196, 15],
      [18, 196, 26],
      [19, 200, 30],
    ] as const;
    const clients: Client[] = [];
    for (const [version] of rows) clients.push(await connectPlayer(server, 'Alpha', { version }));
    const opponent = await connectPlayer(server, 'Beta', { version: 7 });
    for (const [index, [version, server_param, player_type]] of rows.entries()) {
      const received = await receiveInitMessages(clients[index]!);
      expect(received.map((text) => /^\((\w+)/.exec(text)?.[1])).toEqual([
        'init',
        'server_param',
        'player_param',
        ...Array<string>(18).fill('player_type'),
        'change_player_type',
        ...(version >= 18 ? ['ok'] : []),
      ]);
      if (version === 7) {
        const values = received[1]!.slice('(server_param '.length, -1).split(' ');
        expect([values.length, values[69]]).toEqual([server_param, '3000']);
        expect(received[3]!.split(' ')).toHaveLength(player_type + 1);
      } else {
        expect([version, pairs(received[1]!), pairs(received[3]!)]).toEqual([
          version,
          server_param,
          player_type,
        ]);
        expect(received[1]).toContain('(half_time 300)');
      }
      expect(received[21]).toBe('(change_player_type 1 3)');
      if (version >= 18) expect(received[22]).toBe('(ok synch_see)');
    }
    expect((await receiveInitMessages(opponent)).at(-1)).toBe('(change_player_type 1)');
    const old = await connectPlayer(server, 'Beta', { version: 6 });
    expect(await receiveInitMessages(old)).toEqual(['(init r 2 before_kick_off)']);
  });

  it('eleven numbers are given in order and once, to at most one goalie, for versions 1 to 19 (spec 03 §13.10, §13.13)', async () => {
    const server = await startTestServer();
    const full = '(error no_more_player_or_goalie_or_illegal_client_version)';
    expect(await requestInit(server, '(init Alpha (version 19.9) (goalie))')).toBe(
      '(init l 1 before_kick_off)',
    );
    for (const refused of ['(version 0)', '(version 20)', '(version 19)(goalie)'])
      expect(await requestInit(server, `(init Alpha ${refused})`)).toBe(full);
    const leaver = await connectPlayer(server, 'Alpha');
    leaver.send('(bye)');
    await waitUntil(() => server.out.includes('A player disconnected : (Alpha 2)'));
    for (let unum = 3; unum <= 11; unum++)
      expect(await requestInit(server, '(init Alpha)')).toBe(`(init l ${unum} before_kick_off)`);
    expect(await requestInit(server, '(init Alpha)')).toBe(full);
    expect(await requestInit(server, '(init Beta (version 1))')).toBe('(init r 1 before_kick_off)');
    expect(await requestInit(server, '(init Gamma (version 19))')).toBe('(error no_more_team)');
  });

  it('requests get the answers of the tables (spec 03 §13.11, §13.45)', async () => {
    const server = await startTestServer({ server: { fixed_teamname_l: 'Fix' } });
    const rows = [
      ['(init T2', '(error illegal_teamname_or_too_long_teamname)'],
      ['(init T2 (version 15)', '(error illegal_command_form)'],
      ['(init T2) (version 16)', '(error illegal_command_form)'],
      ['(init T2 (version abc))', '(error illegal_command_form)'],
      ['(init !bad)', '(error illegal_teamname)'],
      ['(init a!b)', '(error illegal_teamname_or_too_long_teamname)'],
      ['(init abcdefghijklmnop (version 19))', '(error illegal_teamname_or_too_long_teamname)'],
      ['(init Fix (version 19))', '(error conflict_with_fixed_teamname)'],
      ['(init T2 (version nan))', '(error no_more_player_or_goalie_or_illegal_client_version)'],
      ['(init T2 (version inf))', '(error no_more_player_or_goalie_or_illegal_client_version)'],
      ['(init T2 (version 0.999))', '(error no_more_player_or_goalie_or_illegal_client_version)'],
      ['(init T2 (version 0x10))', '(init l 1 before_kick_off)'],
      ['(init T2 (version 7.))', '(init l 2 before_kick_off)'],
      ['(init T2 (version .9e1) )', '(init l 3 before_kick_off)'],
      ['(init T2 (goalie)(version 15))', '(init l 4 before_kick_off)'],
    ] as const;
    for (const [text, answer] of rows)
      expect([text, await requestInit(server, text)]).toEqual([text, answer]);
  });

  it('a refused init claims the name of a team (spec 03 §13.12)', async () => {
    const server = await startTestServer();
    expect(await requestInit(server, '(init Ghost (version 20))')).toMatch(/^\(error no_more_player/);
    expect(await requestInit(server, '(init Beta (version 19))')).toBe('(init r 1 before_kick_off)');
    expect(await requestInit(server, '(init Gamma (version 19))')).toBe('(error no_more_team)');
    expect(await requestInit(server, '(init Ghost (version 19))')).toBe('(init l 1 before_kick_off)');
  });

  it('connecting late, leaving without bye, reconnecting (spec 03 §13.14, §13.15, §13.16, §13.17, spec 04 §9.42)', async () => {
    const server = await startTestServer({ server: { coach_w_referee: true, fullstate_l: true } });
    const stayer = await connectPlayer(server, 'Alpha');
    const leaver = await connectPlayer(server, 'Alpha');
    const boss = await connectTrainer(server);
    await receiveInitMessages(leaver);
    const before = await sendAndAwaitSense(
      leaver,
      '(change_view wide)(turn_neck 20)(change_focus 3 0)(attentionto our 1)(ear (off))(gaussian_see)',
    );
    expect([readCount(before, 'turn_neck'), readCount(before, 'change_view')]).toEqual([1, 1]);
    expect(before).toContain('(focus (target l 1) (count 1))');
    stayer.skip();
    expect((await stayer.next('(fullstate')).text).toContain('((p l 2 ');
    leaver.skip();
    leaver.send('(bye)');
    await waitUntil(() => server.out.includes('A player disconnected : (Alpha 2)'));
    await waitForSteps(server, 1);
    expect(leaver.unread().filter((text) => !/^\((sense_body|fullstate|see) /.test(text))).toEqual([]);
    stayer.skip();
    await stayer.next('(sense_body');
    expect((await stayer.next('(fullstate')).text).not.toContain('((p l 2 ');

    await changeMode(boss, 'play_on');
    expect(await requestInit(server, '(init Alpha (version 19))')).toBe('(init l 3 play_on)');
    expect(await requestInit(server, '(reconnect Alpha 2)')).toBe('(error cannot_reconnect_while_playon)');
    await changeMode(boss, 'kick_in_l');
    const careless = await Client.open(server.ports.player);
    careless.send('(reconnect Alpha)');
    await careless.next('(error illegal_command_form)');
    await careless.next('(error no_such_team_or_player)');
    const back = await Client.open(server.ports.player);
    back.send('(reconnect Alpha 2)');
    expect((await receiveInitMessages(back))[0]).toBe('(reconnect l kick_in_l)');
    expect(receivedTexts(back)).not.toContain('(ok synch_see)');
    const { text } = await back.next('(sense_body');
    expect(text).toContain('(view_mode high wide)');
    expect(text).toContain('(focus (target none) (count 0))');
    expect(['turn_neck', 'change_view', 'change_focus'].map((name) => readCount(text, name))).toEqual([
      1, 1, 1,
    ]);
    expect(server.server.match.world.players[1]).toMatchObject({ synchSee: true, gaussianSee: true });
  });
});

describe('datagrams (spec 03 §1.2, §6 to §8)', () => {
  it('a wrong port, a missing NUL and text after a NUL are handled (spec 03 §13.18, §13.19, §13.20)', async () => {
    const server = await startTestServer();
    const modern = await connectPlayer(server, 'Alpha', { version: 8 });
    const old = await connectPlayer(server, 'Alpha', { version: 7 });
    modern.send('(turn_neck 10)', server.ports.player);
    const refusal = await modern.next('(error only_init_allowed_on_init_port)');
    expect(refusal.port).toBe(modern.port);
    old.send('(score)', server.ports.player);
    expect((await old.next('(score 0 0 0)')).port).toBe(old.port);

    for (const client of [modern, old]) client.sendBytes(Buffer.from('(score)'));
    await modern.next('(warning message_not_null_terminated)');
    await modern.next('(score 0 0 0)');
    await old.next('(score 0 0 0)');
    expect(receivedTexts(old).filter((text) => text.startsWith('(warning'))).toEqual([]);

    modern.skip();
    modern.sendBytes(Buffer.from('(change_view wide)\0(change_view narrow)\0'));
    modern.sendBytes(Buffer.from('(sense_body)\0(change_view narrow)'));
    await modern.next('(warning message_not_null_terminated)');
    expect((await modern.next('(sense_body')).text).toMatch(/\(view_mode high wide\).*\(change_view 1\)/);
  });

  it('each bad datagram gives one error; commands before the error are executed (spec 03 §13.21, §13.22, §13.23)', async () => {
    const server = await startTestServer();
    const client = await connectPlayer(server);
    const rows = [
      ['(change_view wide)(foo)(change_view narrow)', 1],
      ['(foo)(change_view narrow)', 1],
      ['(change_view wide) garbage', 2],
      ['(change_view wide))', 3],
      ['(change_view wide', 3],
      ['(change_view wide)\r\n', 4],
      ['', 4],
      ['   ', 4],
    ] as const;
    for (const [text, views] of rows) {
      client.skip();
      client.send(text);
      client.send('(sense_body)');
      const errors: string[] = [];
      for (;;) {
        const answer = (await client.next(/^\((error|sense_body)/)).text;
        if (answer.startsWith('(error')) errors.push(answer);
        // A periodic message may arrive in between: the requested one follows the error.
        else if (errors.length > 0) {
          expect([text, readCount(answer, 'change_view')]).toEqual([text, views]);
          break;
        }
      }
      expect(errors).toEqual(['(error illegal_command_form)']);
    }
    const sense = await sendAndAwaitSense(client, '(change_view narrow) (say "a")\n(say "b")');
    expect([readCount(sense, 'change_view'), readCount(sense, 'say')]).toEqual([5, 2]);
  });
});

describe('commands (spec 03 §9)', () => {
  it('commands without a slot are all executed (spec 03 §13.24, §13.29, §13.30, §13.31, §13.32, §13.41)', async () => {
    const server = await startTestServer();
    const client = await connectPlayer(server, 'Alpha');
    await connectPlayer(server, 'Alpha');
    await receiveInitMessages(client);
    let sense = await sendAndAwaitSense(client, '(say "12345678901")(say "1234567890")');
    expect(readCount(sense, 'say')).toBe(1);
    sense = await sendAndAwaitSense(client, '(change_view wide low)');
    expect(sense).toContain('(view_mode high normal)');
    expect(readCount(sense, 'change_view')).toBe(0);
    sense = await sendAndAwaitSense(client, '(pointto 10 0)(pointto off)(pointto 5 5)');
    expect(sense).toContain('(arm (movable 5) (expires 20) (target 10 0) (count 1))');
    const from = client.received.length;
    sense = await sendAndAwaitSense(
      client,
      '(attentionto our 1)(attentionto our 3)(attentionto Unknown 1)(attentionto opp 1)',
    );
    expect(sense).toContain('(focus (target none) (count 0))');
    sense = await sendAndAwaitSense(client, '(attentionto our 2)(attentionto off)');
    expect(sense).toContain('(focus (target none) (count 2))');
    expect(client.received.slice(from).filter(({ text }) => /^\((error|ok|warning)/.test(text))).toEqual([]);
    client.send('(ear (on Unknown))');
    await client.next('(error no team with name Unknown)');
    const brain = await connectOnlineCoach(server, 'Alpha');
    client.send('(clang (ver 7 8))');
    await client.next('(ok clang (ver 7 8))');
    await brain.next(/clang .*\(ver .*7 8\)/);
  });

  it('a cycle has one body command, with legs and neck beside it (spec 03 §13.25, §13.26, §13.28)', async () => {
    const server = await startTestServer(WITH_TRAINER);
    const client = await connectPlayer(server, 'Alpha');
    const boss = await connectTrainer(server);
    await receiveInitMessages(client);
    await changeMode(boss, 'play_on');
    boss.send('(move (player Alpha 1) 0 0 0)');
    boss.send('(move (ball) 0.7 0)');
    await boss.next('(ok move)');
    await boss.next('(ok move)');
    // Waits for the next cycle, because the position of a body is not final in the cycle of the moves.
    client.skip();
    await client.next('(sense_body');
    let sense = await sendAndAwaitSense(
      client,
      '(move 5 5)(turn 10)(turn 10)(dash 50)(turn_neck 10)(turn_neck 10)',
    );
    const counts = () => ['move', 'turn', 'turn_neck', 'kick'].map((name) => readCount(sense, name));
    expect(counts()).toEqual([0, 1, 1, 0]);
    sense = (await client.next('(sense_body')).text;
    expect(readCount(sense, 'dash')).toBe(0);
    sense = await sendAndAwaitSense(client, '(kick 1 0)(dash (l 1 0)(r 1 0))(turn 10)');
    expect(counts()).toEqual([0, 1, 1, 1]);
    sense = (await client.next('(sense_body')).text;
    expect(readCount(sense, 'dash')).toBe(1);
    sense = await sendAndAwaitSense(client, '(turn 10)(dash (l 50 0))');
    expect(counts()).toEqual([0, 2, 1, 1]);
    sense = (await client.next('(sense_body')).text;
    expect(readCount(sense, 'dash')).toBe(1);
    sense = await sendAndAwaitSense(client, '(tackle 0)(turn 10)(dash (l 50 0))(turn_neck 10)');
    expect(sense).toContain('(tackle (expires 10) (count 1))');
    expect(counts()).toEqual([0, 2, 2, 1]);
  });

  it('a tackle lasts ten cycles; dashes of a leg work from the second on (spec 03 §13.27, spec 04 §9.39)', async () => {
    let dashes = 0;
    let expires: number[] = [];
    let turns: number[] = [];
    await repeatAfterPause(async () => {
      const server = await startTestServer({ server: { coach_w_referee: true, synch_mode: true } });
      const boss = await connectTrainer(server);
      const client = await connectPlayer(server, 'Alpha');
      await changeMode(boss, 'play_on');
      dashes = 0;
      expires = [];
      turns = [];
      while (turns.at(-1) !== 1) {
        const { text } = await client.next(/^\((think|sense_body)/);
        if (text !== '(think)') {
          const left = Number(/\(tackle \(expires (\d+)\)/.exec(text)?.[1]);
          if (!text.includes('(tackle (expires 0) (count 0))')) {
            expires.push(left);
            turns.push(readCount(text, 'turn'));
            dashes = readCount(text, 'dash');
          }
          continue;
        }
        if (expires.length > 15) throw new Error('never free again');
        client.send(
          expires.length === 0 ? '(tackle 0)(dash (l 1 0))(turn 5)(done)' : '(turn 5)(dash (l 1 0))(done)',
        );
      }
      return server.server.telemetry.players[0]!.missedDoneCount === 0;
    });
    // In the nine cycles after the tackle, the dashes of the leg are accepted and the turns are refused. Then a turn
    // is accepted.
    expect(expires).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0]);
    expect(turns).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    expect(dashes).toBe(9);
  });

  it('a move into the half of the opponents gives a warning and is executed, mirrored for the right team (spec 03 §13.35)', async () => {
    // In synchronous mode the cycle lasts until the players are done. Otherwise the step would move them back
    // before the check.
    const server = await startTestServer({ server: { coach_w_referee: true, synch_mode: true } });
    const boss = await connectTrainer(server);
    const clients = [
      await connectPlayer(server, 'Alpha', { answersThink: true }),
      await connectPlayer(server, 'Beta', { answersThink: true }),
    ];
    for (const client of clients) {
      client.send('(move -5 6)(score)');
      await client.next('(score');
      expect(receivedTexts(client).filter((text) => text.startsWith('(warning'))).toEqual([]);
    }
    for (const client of clients) {
      await client.next('(sense_body');
      client.answersThink = false;
    }
    let text = '';
    await repeatAfterPause(async () => {
      const countMissed = () => server.server.telemetry.players.map((player) => player?.missedDoneCount);
      for (const client of clients) client.skip();
      for (const client of clients) await client.next('(think)');
      const before = countMissed();
      for (const client of clients) {
        client.send('(move 5 5)');
        await client.next('(warning moving_to_opponent_field)');
      }
      boss.send('(look)');
      text = (await boss.next('(ok look')).text;
      // If the time for (done) is over, the step has moved the players back.
      return isDeepStrictEqual(countMissed(), before);
    });
    expect(text).toContain('((p "Alpha" 1) 5 5 ');
    expect(text).toContain('((p "Beta" 1) -5 -5 ');
  });
});

describe('messages (spec 03 §10)', () => {
  it('changes of types are sent from version 7 on, the new goalie from version 16 on (spec 03 §13.40)', async () => {
    const server = await startTestServer(WITH_TRAINER);
    const boss = await connectTrainer(server);
    const clients = new Map<number, Client>();
    for (const version of [6, 7, 15, 16, 19])
      clients.set(version, await connectPlayer(server, 'Alpha', { version }));
    const opponent = await connectPlayer(server, 'Beta', { version: 16 });
    boss.send('(change_player_type Alpha 2 4)');
    await boss.next('(ok change_player_type Alpha 2 4)');
    for (const version of [7, 15, 16, 19])
      expect((await clients.get(version)!.next('(change_player_type')).text).toBe('(change_player_type 2 4)');
    expect((await opponent.next('(change_player_type')).text).toBe('(change_player_type 2)');
    const brain = await connectOnlineCoach(server, 'Alpha');
    brain.send('(change_player_type 3 goalie)');
    await brain.next('(ok change_player_type 3 goalie)');
    for (const client of [clients.get(16)!, clients.get(19)!, opponent])
      expect((await client.next('(change_player_type')).text).toBe('(change_player_type l 3 goalie)');
    await waitForSteps(server, 2);
    expect(receivedTexts(clients.get(6)!).filter((text) => text.includes('change_player_type'))).toEqual([]);
    for (const version of [7, 15]) expect(clients.get(version)!.unread('(change_player_type')).toEqual([]);
  });

  it('in synchronous mode every version gets (think) once in a cycle (spec 03 §13.42)', async () => {
    const server = await startTestServer({ server: { coach_w_referee: true, synch_mode: true } });
    const boss = await connectTrainer(server);
    const clients: Client[] = [];
    for (const version of [1, 7, 19])
      clients.push(await connectPlayer(server, 'Alpha', { version, answersThink: true }));
    boss.send('(start)');
    for (const client of clients) await client.next(/^\(sense_body 10 /);
    for (const client of clients) {
      const order = receivedTexts(client).filter((text) => /^\((think|sense_body)/.test(text));
      const at = (time: number) => order.findIndex((text) => text.startsWith(`(sense_body ${time} `));
      const between = order.slice(at(3), at(10));
      expect(between.filter((text) => text === '(think)')).toHaveLength(7);
      expect(between.filter((_, index) => index % 2 === 1).every((text) => text === '(think)')).toBe(true);
    }
  });

  it('opponents are sent the fixed team name, teammates the real one (spec 03 §13.43, spec 04 §9.21)', async () => {
    const server = await startTestServer({ server: { coach_w_referee: true, fixed_teamname_l: 'East' } });
    const seen = await connectPlayer(server, 'Alpha');
    const mate = await connectPlayer(server, 'Alpha');
    const opponent = await connectPlayer(server, 'Beta');
    const boss = await connectTrainer(server);
    await receiveInitMessages(seen);
    await changeMode(boss, 'play_on');
    for (const [who, x] of [
      ['Alpha 1', 5],
      ['Alpha 2', 0],
      ['Beta 1', 0],
    ] as const) {
      boss.send(`(move (player ${who}) ${x} ${who === 'Beta 1' ? 2 : 0} 0)`);
      await boss.next('(ok move)');
    }
    for (const client of [mate, opponent]) client.skip();
    expect((await mate.next(/^\(see .*\(\(p "(Alpha|East)" 1\)/)).text).toContain('((p "Alpha" 1) ');
    const other = (await opponent.next(/^\(see .*\(\(p "(Alpha|East)" 1\)/)).text;
    expect(other).toContain('((p "East" 1) ');
    expect(other).not.toContain('Alpha');
  });

  it('fullstate is sent to one side, from version 5 on, right after sense_body (spec 04 §9.43, spec 03 §13.39)', async () => {
    const server = await startTestServer({ server: { fullstate_l: true } });
    const v4 = await connectPlayer(server, 'Alpha', { version: 4 });
    const v5 = await connectPlayer(server, 'Alpha', { version: 5 });
    const v19 = await connectPlayer(server, 'Alpha', { version: 19 });
    const right = await connectPlayer(server, 'Beta', { version: 19 });
    for (const client of [v4, v5, v19, right]) await receiveInitMessages(client);
    await v19.next('(fullstate');
    v19.skip();
    await v19.next('(fullstate');
    for (const client of [v5, v19]) {
      const order = receivedHeads(client);
      for (const [index, head] of order.entries())
        if (head === 'fullstate') expect(order[index - 1]).toBe('sense_body');
      expect(order).toContain('fullstate');
    }
    for (const client of [v4, right]) expect(receivedHeads(client)).not.toContain('fullstate');
    expect((await v5.next('(fullstate')).text).toMatch(/\(score 0 0\) \(ball /);
  });

  it('calls of the referee are sent at once, at any distance, without quotes (spec 04 §9.24)', async () => {
    const server = await startTestServer(WITH_TRAINER);
    const boss = await connectTrainer(server);
    const clients: Client[] = [];
    for (const version of [1, 7, 19]) clients.push(await connectPlayer(server, 'Alpha', { version }));
    for (const unum of [1, 2, 3]) {
      boss.send(`(move (player Alpha ${unum}) ${50 * (unum - 2)} 30)`);
      await boss.next('(ok move)');
    }
    for (const client of clients) {
      await client.next('(sense_body');
      client.send('(ear (off))');
      client.skip();
    }
    boss.send('(change_mode kick_in_r)');
    for (const client of clients) {
      expect((await client.next(/referee/)).text).toBe('(hear 0 referee kick_in_r)');
    }
  });
});

describe('compression and loss (spec 03 §1.5, §1.7)', () => {
  it('compression is confirmed in the old state; then each datagram is one stream, in both directions (spec 03 §13.33)', async () => {
    const server = await startTestServer();
    const client = await connectPlayer(server);
    client.send('(compression 10)(score)');
    await client.next('(score');
    client.send('(compression 6)');
    await client.next('(ok compression 6)');
    client.decode = unpack;
    for (let i = 0; i < 2; i++) {
      const { bytes } = await client.next('(sense_body');
      expect(bytes.subarray(0, 2).toString('hex')).toBe('789c');
    }
    expect(receivedTexts(client)).not.toContain('(ok compression 10)');
    client.sendBytes(deflateSync(Buffer.from('(score)\0')));
    await client.next('(score 0 0 0)');
    client.sendBytes(deflateSync(Buffer.from('(compression -1)\0')));
    await client.next('(ok compression -1)');
    client.decode = (bytes) => bytes;
    client.send('(score)');
    await client.next('(score 0 0 0)');
  });

  it('a client whose port is closed is removed within a few cycles of synchronous mode (spec 03 §13.47)', async () => {
    const server = await startTestServer({ server: { coach_w_referee: true, synch_mode: true } });
    const boss = await connectTrainer(server);
    const stayer = await connectPlayer(server, 'Alpha', { answersThink: true });
    const lost = await connectPlayer(server, 'Alpha', { answersThink: true });
    boss.send('(start)');
    await stayer.next(/^\(sense_body 3 /);
    const from = server.server.match.world.time;
    lost.close();
    await waitUntil(() => server.out.includes('A player disconnected : (Alpha 2)'));
    expect(server.server.match.world.time - from).toBeLessThan(60);
  });
});
