import { constants, deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import {
  Client,
  connectMonitor,
  connectOnlineCoach,
  connectPlayer,
  connectTrainer,
  countAllowedLines,
  startTestServer,
  waitUntil,
} from '../../test/harness.js';

const unpack = (bytes: Buffer) => inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });

describe('sockets and clients (spec 02 §2)', () => {
  it('each client has a port of its own and must send to it (spec 02 §13.3, §13.4)', async () => {
    const server = await startTestServer();
    const first = await connectPlayer(server);
    const second = await connectPlayer(server);
    expect(first.port).not.toBe(server.ports.player);
    expect(second.port).not.toBe(first.port);
    first.skip();
    first.send('(turn 10)', server.ports.player);
    const refusal = await first.next('(error only_init_allowed_on_init_port)');
    expect(refusal.port).toBe(first.port);
    first.send('(init Alpha (version 19))', server.ports.player);
    expect((await first.next('(error only_init_allowed_on_init_port)')).port).toBe(first.port);
    const screen = await connectMonitor(server, 4);
    screen.send('(dispinit version 4)', server.ports.player);
    const answer = await screen.next('(error only_init_allowed_on_init_port)');
    expect(answer.port).toBe(screen.port);
    expect(server.server.clients.monitors).toHaveLength(1);
  });

  it('players below version 8 and monitors of version 1 may continue to send to the player port (spec 02 §13.5)', async () => {
    const server = await startTestServer({ server: { coach_w_referee: true } });
    const old = await connectPlayer(server, 'Alpha', { version: 7 });
    old.send('(say hello)', server.ports.player);
    await old.next(/^\(hear \d+ self "?hello"?\)/);
    old.send('(nonsense)', server.ports.player);
    expect((await old.next('(error illegal_command_form)')).port).toBe(old.port);
    const screen = await Client.open(server.ports.player);
    screen.send('(dispinit)');
    await waitUntil(() => server.server.clients.monitors.length === 1);
    screen.send('(dispstart)', server.ports.player);
    await old.next(/kick_off_l/);
  });

  it('unknown text, blanks and empty datagrams on the player port (spec 02 §13.6, §2.4)', async () => {
    const server = await startTestServer();
    const stranger = await Client.open(server.ports.player);
    for (const text of ['(look)', '(init)', ' (init Alpha (version 19))', 'x', '']) {
      stranger.send(text);
      const answer = await stranger.next('(error unknown_command)');
      expect(answer.port).toBe(server.ports.player);
      expect(answer.bytes.at(-1)).toBe(0);
    }
    stranger.skip();
    stranger.sendBytes(new Uint8Array(0));
    stranger.send('(init Alpha (version 19))');
    await stranger.next('(init l 1 before_kick_off)');
    expect(stranger.received.filter(({ text }) => text.startsWith('(error'))).toHaveLength(5);
  });

  it('a missing NUL and a trailing newline are accepted on the well-known ports (spec 02 §2.4)', async () => {
    const server = await startTestServer();
    const client = await Client.open(server.ports.player);
    client.sendBytes(Buffer.from('(init Alpha (version 19))\n'));
    await client.next('(init l 1 before_kick_off)');
  });

  it('the trainer port without a trainer mode (spec 02 §13.7)', async () => {
    const server = await startTestServer();
    const client = await Client.open(server.ports.coach);
    client.send('(init (version 19))');
    await client.next('(error connected_offline_coach_without_coach_mode)');
  });

  it('a second trainer is refused; a new one is accepted after the first is lost (spec 02 §13.8, §2.7)', async () => {
    const server = await startTestServer({ server: { coach_w_referee: true } });
    const first = await connectTrainer(server);
    const second = await Client.open(server.ports.coach);
    second.send('(init (version 19))');
    await second.next('(error already_have_offline_coach)');
    first.send('(eye on)');
    await first.next('(ok eye on)');
    const close = vi.spyOn(server.server.clients.trainer!.connection, 'close');
    first.close();
    await waitUntil(() => server.out.includes('An offline coach disconnected'));
    expect(close).toHaveBeenCalledOnce();
    second.send('(init (version 19))');
    await second.next('(init ok)');
  });

  it('a coach that says bye gets no answer to the commands after it in the same datagram', async () => {
    const server = await startTestServer();
    await connectPlayer(server);
    const coach = await connectOnlineCoach(server, 'Alpha', { name: 'Brain' });
    coach.skip();
    coach.send('(bye)');
    coach.send('(team_names)');
    await waitUntil(() => server.out.includes('An online coach disconnected : (Alpha Brain)'));
    expect(coach.received.map(({ text }) => text).filter((text) => text.includes('team_names'))).toEqual([]);
  });

  it('a second online coach is refused; after the first has left, no other is accepted (spec 02 §13.9)', async () => {
    const server = await startTestServer();
    await connectPlayer(server);
    const first = await connectOnlineCoach(server, 'Alpha', { name: 'Brain' });
    const second = await connectOnlineCoach(server, 'Alpha');
    expect(second.received.map(({ text }) => text)).toContain('(error already_have_coach)');
    first.send('(bye)');
    await waitUntil(() => server.out.includes('An online coach disconnected : (Alpha Brain)'));
    second.send('(init Alpha (version 19))');
    await second.next('(error connection_failed)');
    second.send('(init Unknown (version 19))');
    await second.next('(error no_such_team)');
  });

  it('max_monitors limits the number of monitors (spec 02 §13.10)', async () => {
    const server = await startTestServer({ server: { max_monitors: 1 } });
    const first = await connectMonitor(server);
    const second = await Client.open(server.ports.player);
    second.send('(dispinit version 4)');
    await second.next('(error no_more_monitor)');
    first.send('(dispbye)');
    await waitUntil(() => server.out.includes('A monitor disconnected'));
    second.send('(dispinit version 4)');
    await second.next('(server_param');
  });

  it('a missing NUL gives a warning, and the command is executed (spec 02 §13.11)', async () => {
    const server = await startTestServer({ server: { coach_w_referee: true } });
    const modern = await connectPlayer(server, 'Alpha', { version: 8 });
    modern.sendBytes(Buffer.from('(say no)'));
    await modern.next('(warning message_not_null_terminated)');
    await modern.next(/^\(hear \d+ self "no"\)/);
    const coach = await connectTrainer(server);
    coach.sendBytes(Buffer.from('(check_ball)'));
    await coach.next('(warning message_not_null_terminated)');
    await coach.next(/^\(ok check_ball/);
    const screen = await connectMonitor(server, 3);
    screen.sendBytes(Buffer.from('(dispnothing)'));
    await screen.next(/warning message_not_null_terminated/);
    const old = await connectPlayer(server, 'Beta', { version: 7 });
    old.sendBytes(Buffer.from('(say quiet)'));
    await old.next(/^\(hear \d+ self "?quiet"?\)/);
    expect(old.received.filter(({ text }) => text.includes('null_terminated'))).toEqual([]);
  });

  it('compression is confirmed in the old state and has independent streams in both directions (spec 02 §13.12)', async () => {
    const server = await startTestServer();
    const client = await connectPlayer(server);
    client.skip();
    client.send('(compression 10)');
    client.send('(compression 6)');
    expect((await client.next('(ok compression')).text).toBe('(ok compression 6)');
    client.decode = unpack;
    for (let cycle = 0; cycle < 3; cycle++) {
      const sense = await client.next('(sense_body');
      expect(sense.bytes.subarray(0, 2).toString('hex')).toBe('789c');
      expect(sense.bytes.subarray(-4).toString('hex')).toBe('0000ffff');
    }
    // A stream that ends with a sync flush, a complete stream, and data that is not compressed.
    const pack = (text: string, finishFlush: number) =>
      deflateSync(Buffer.from(`${text}\0`), { finishFlush });
    client.sendBytes(pack('(say one)', constants.Z_SYNC_FLUSH));
    await client.next(/self "one"/);
    client.sendBytes(Buffer.from('(say lost)\0'));
    client.sendBytes(pack('(say two)', constants.Z_FINISH));
    await client.next(/self "two"/);
    client.sendBytes(pack('(compression -1)', constants.Z_FINISH));
    await client.next('(ok compression -1)');
    client.decode = (bytes) => bytes;
    await client.next('(sense_body');
    expect(client.received.some(({ text }) => text.includes('lost'))).toBe(false);
  });

  it('a client whose port is closed is removed at once (spec 02 §13.13)', async () => {
    const server = await startTestServer();
    const leaver = await connectPlayer(server, 'Alpha');
    const stayer = await connectPlayer(server, 'Alpha');
    const screen = await connectMonitor(server);
    leaver.close();
    screen.close();
    await waitUntil(() => server.out.includes('A player disconnected : (Alpha 1)'));
    await waitUntil(() => server.out.includes('A monitor disconnected'));
    stayer.skip();
    await stayer.next('(sense_body');
  });

  it('a client that sends nothing stays connected (spec 02 §13.14)', async () => {
    const server = await startTestServer();
    const silent = await connectPlayer(server);
    silent.skip();
    for (let cycle = 0; cycle < 12; cycle++) await silent.next('(sense_body');
    expect(server.out.filter((line) => line.includes('disconnected'))).toEqual([]);
  });

  it('bye does not free the number; reconnect restores the player, but not in play_on (spec 02 §2.7)', async () => {
    const server = await startTestServer({ server: { coach_w_referee: true } });
    const first = await connectPlayer(server);
    const second = await connectPlayer(server);
    first.send('(bye)');
    await waitUntil(() => server.out.includes('A player disconnected : (Alpha 1)'));
    const third = await connectPlayer(server);
    expect(third.received[0]!.text).toBe('(init l 3 before_kick_off)');
    const back = await Client.open(server.ports.player);
    back.send('(reconnect Alpha 1)');
    await back.next('(reconnect l before_kick_off)');
    expect(server.out).toContain('A player (Alpha 1) reconnected.');
    second.send('(bye)');
    const coach = await connectTrainer(server);
    coach.send('(change_mode play_on)');
    await coach.next('(ok change_mode)');
    const late = await Client.open(server.ports.player);
    late.send('(reconnect Alpha 2)');
    await late.next('(error');
  });

  it('a monitor discards a player (spec 02 §2.7)', async () => {
    const server = await startTestServer({ server: { coach_w_referee: true } });
    const victim = await connectPlayer(server);
    const stayer = await connectPlayer(server);
    const screen = await connectMonitor(server);
    screen.send('(dispdiscard 1 1)');
    await waitUntil(() => server.out.includes('A player disconnected : (Alpha 1)'));
    stayer.skip();
    await stayer.next('(sense_body');
    // Messages from before have arrived.
    victim.skip();
    for (let cycle = 0; cycle < 2; cycle++) await stayer.next('(sense_body');
    expect(victim.unread('(sense_body')).toEqual([]);
  });

  it('the console has a line for each connection (spec 02 §2.8)', async () => {
    const server = await startTestServer({ server: { coach_w_referee: true } });
    await connectPlayer(server, 'Alpha', { version: 15 });
    await connectOnlineCoach(server, 'Alpha', { version: 15 });
    await connectTrainer(server, 8.5);
    await connectMonitor(server, 4);
    const json = await Client.open(server.ports.player);
    json.send('(dispinit version -1)');
    await json.next('{');
    const bad = await Client.open(server.ports.player);
    bad.send('(dispinit version 9)');
    await bad.next('(error illegal_client_version)');
    expect(server.out.slice(server.out.indexOf('Hit CTRL-C to exit') + 1)).toEqual([
      'A new (v15) player (Alpha 1) connected.',
      'A new (v15) online coach (Alpha) connected.',
      'A new (v8.5) offline coach connected',
      'A new (v4) monitor connected.',
      'A new (json) monitor connected.',
      'Unsupported monitor protocol version. version=9',
    ]);
  });

  it('requests of unsupported versions are answered, but logged at a limited rate', async () => {
    const server = await startTestServer();
    const start = performance.now();
    for (let i = 0; i < 5; i++) {
      for (const [request, answer] of [
        ['(dispinit version 9)', '(error illegal_client_version)'],
        ['(init Alpha (version 99))', '(error no_more_player_or_goalie_or_illegal_client_version)'],
      ] as const) {
        const client = await Client.open(server.ports.player);
        client.send(request);
        await client.next(answer);
      }
    }
    const monitorLines = server.out.filter((line) => line.includes('Unsupported monitor'));
    expect(server.err[0]).toBe('Error: Could not find serializer or sender for version 99');
    expect(monitorLines[0]).toBe('Unsupported monitor protocol version. version=9');
    const most = countAllowedLines(start);
    for (const lines of [server.err, monitorLines]) expect(lines.length).toBeLessThanOrEqual(most);
  });

  it('with server::verbose each connect, reconnect and disconnect is a line of JSON on stderr', async () => {
    const server = await startTestServer({ server: { verbose: true } });
    const client = await connectPlayer(server, 'Alpha', { version: 18 });
    const screen = await connectMonitor(server);
    client.send('(bye)');
    await waitUntil(() => server.out.includes('A player disconnected : (Alpha 1)'));
    const back = await Client.open(server.ports.player);
    back.send('(reconnect Alpha 1)');
    await back.next('(reconnect l before_kick_off)');
    screen.send('(dispbye)');
    await waitUntil(() => server.out.includes('A monitor disconnected'));
    const events = server.err.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
    const common = { time: 0, stoppageTime: expect.any(Number), address: '127.0.0.1' };
    const alpha = { ...common, client: 'player', team: 'Alpha', unum: 1, port: client.localPort };
    expect(events).toHaveLength(5);
    expect(events).toContainEqual({ ...alpha, event: 'connected', version: 18 });
    expect(events).toContainEqual({ ...alpha, event: 'disconnected', reason: 'bye' });
    expect(events).toContainEqual({ ...alpha, event: 'reconnected', port: back.localPort });
    const display = { ...common, client: 'monitor', port: screen.localPort };
    expect(events).toContainEqual({ ...display, event: 'connected', version: 4 });
    expect(events).toContainEqual({ ...display, event: 'disconnected', reason: 'bye' });
  });
});
