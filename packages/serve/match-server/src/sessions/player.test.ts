import { describe, expect, it } from 'vitest';
import { MemoryServer } from '../../test/memory-server.js';

const readEvents = ({ err }: MemoryServer) =>
  err.flatMap(({ record }) => (record?.event === 'connection' ? [record.fields] : []));

describe('a player', () => {
  it('that connects, leaves and reconnects is reported with its team, number and version', () => {
    const memory = new MemoryServer({ server: { verbose: true } });
    memory.connectPlayer('Alpha');
    memory.out.length = 0;
    memory.err.length = 0;
    const player = memory.connect('player', '(init Beta (version 15.5))');
    player.say('(bye)');
    memory.poll();
    expect([memory.server.clients.players[11], player.isClosed]).toEqual([null, true]);
    const back = memory.connect('player', '(reconnect Beta 1)');
    expect(back.take()[0]).toBe('(reconnect r before_kick_off)');
    back.receiver!.onLost();
    memory.poll();
    const fields = { client: 'player', team: 'Beta', unum: 1 };
    expect(memory.out).toEqual([
      {
        line: 'A new (v15) player (Beta 1) connected.',
        record: { event: 'client_connected', fields: { ...fields, version: 15.5 } },
      },
      {
        line: 'A player disconnected : (Beta 1)',
        record: { event: 'client_disconnected', fields: { ...fields, reason: 'bye' } },
      },
      { line: 'A player (Beta 1) reconnected.', record: { event: 'client_reconnected', fields } },
      {
        line: 'A player disconnected : (Beta 1)',
        record: { event: 'client_disconnected', fields: { ...fields, reason: 'lost' } },
      },
    ]);
    const common = { ...fields, time: 0, address: '127.0.0.1' };
    expect(readEvents(memory)).toMatchObject([
      { ...common, event: 'connected', version: 15.5, port: player.port },
      { ...common, event: 'disconnected', reason: 'bye', port: player.port },
      { ...common, event: 'reconnected', port: back.port },
      { ...common, event: 'disconnected', reason: 'lost', port: back.port },
    ]);
    memory.textLog.flush();
    expect(memory.textLog.flushed).toContain('Recv Beta_1: (init Beta (version 15.5))');
    expect(memory.textLog.flushed).toContain('Recv Beta_1: (bye)');
    expect(memory.textLog.flushed).toContain('Recv Beta_1: (reconnect Beta 1)');
  });

  it('that reconnects while it is connected takes the place of its old session', () => {
    const memory = new MemoryServer();
    const first = memory.connectPlayer();
    const second = memory.connect('player', '(reconnect Alpha 1)');
    second.take();
    expect([first.isClosed, second.isClosed]).toEqual([true, false]);
    first.say('(turn_neck 30)(done)');
    second.say('(score)');
    memory.poll();
    expect([first.take(), second.take()]).toEqual([[], ['(score 0 0 0)']]);
    expect(memory.server.clients.players[0]!.isDone).toBe(false);
  });

  it('gets the parameters, its own changed types, and from version 18 on the announcement of synch_see', () => {
    const memory = new MemoryServer();
    memory.connectPlayer('Alpha');
    Object.assign(memory.server.match.world.players[0]!, { typeId: 5 });
    memory.connectPlayer('Beta');
    Object.assign(memory.server.match.world.players[11]!, { typeId: 1 });
    const read = (text: string) => {
      const texts = memory.connect('player', text).take();
      const heads = texts.map((message) => /^\((\w+)/.exec(message)![1]);
      return [texts[0], heads.slice(1, 4), heads.length - 4, texts.slice(21)] as const;
    };
    const parameters = ['server_param', 'player_param', 'player_type'];
    const types = ['(change_player_type 1 5)', '(change_player_type 1)'];
    expect(read('(init Alpha (version 18))')).toEqual([
      '(init l 2 before_kick_off)',
      parameters,
      20,
      [...types, '(ok synch_see)'],
    ]);
    expect(read('(init Alpha (version 17))')).toEqual(['(init l 3 before_kick_off)', parameters, 19, types]);
    expect(read('(reconnect Beta 1)')).toEqual([
      '(reconnect r before_kick_off)',
      parameters,
      19,
      ['(change_player_type 1)', '(change_player_type 1 1)'],
    ]);
  });

  it('executes the commands after (done), and after a compression level that does not exist', () => {
    const memory = new MemoryServer();
    const player = memory.connectPlayer();
    player.say('(done)(compression 10)(score)(compression 9)');
    player.say('(score)');
    memory.poll();
    expect(memory.server.clients.players[0]!.isDone).toBe(true);
    expect(player.take()).toEqual(['(score 0 0 0)', '(ok compression 9)']);
    // From now on both directions are compressed; the second datagram was not.
    player.say('(score)');
    memory.poll();
    expect(player.take()).toEqual([]);
  });

  it('executes the commands before and after a compression level in one datagram', () => {
    const memory = new MemoryServer();
    const player = memory.connectPlayer();
    player.say('(compression -1)(score)');
    memory.poll();
    expect(player.take()).toEqual(['(ok compression -1)', '(score 0 0 0)']);
  });

  it('executes nothing after (bye), and is sent no error for the rest', () => {
    const memory = new MemoryServer();
    const player = memory.connectPlayer();
    player.say('(bye)(score)(x');
    player.say('(score)');
    memory.poll();
    expect(player.take()).toEqual([]);
  });

  it('is not executed beyond its budget of work in a cycle', () => {
    const memory = new MemoryServer({ limits: { workPerCycle: 5 } });
    const player = memory.connectPlayer();
    memory.step();
    player.say('(turn_neck 1)(turn_neck 1)(turn_neck 1)(turn_neck 1)(turn_neck 1)');
    memory.poll();
    expect(memory.server.telemetry.players[0]!.commandCount).toBe(2);
    memory.step();
    player.say('(turn_neck 1)');
    memory.poll();
    expect(memory.server.telemetry.players[0]!.commandCount).toBe(3);
  });

  it('is warned from version 8 on if a NUL is missing', () => {
    const memory = new MemoryServer();
    const [old, young] = [memory.connectPlayer('Alpha', 7), memory.connectPlayer('Alpha', 8)];
    for (const player of [old, young]) {
      player.say('(score)', '');
      player.say('(score)');
    }
    memory.poll();
    expect(old.take()).toEqual(['(score 0 0 0)', '(score 0 0 0)']);
    expect(young.take()).toEqual(['(warning message_not_null_terminated)', '(score 0 0 0)', '(score 0 0 0)']);
  });

  it('may send to the well-known port up to version 7', () => {
    const memory = new MemoryServer();
    const [old, young] = [memory.connectPlayer('Alpha', 7), memory.connectPlayer('Alpha', 8)];
    for (const player of [old, young]) player.sayToPort('(score)');
    memory.poll();
    expect([old.take(), young.take()]).toEqual([
      ['(score 0 0 0)'],
      ['(error only_init_allowed_on_init_port)'],
    ]);
  });

  it('that is refused can claim the name of a team, which all clients then use', () => {
    const memory = new MemoryServer();
    const updates = () => ({ ...memory.server.clients.names });
    expect(memory.connect('player', '(init Alpha (version 99))').take()).toEqual([
      '(error no_more_player_or_goalie_or_illegal_client_version)',
    ]);
    expect(updates()).toMatchObject({ left: 'Alpha', right: '' });
    memory.connect('player', '(init Beta (version 99))');
    expect(updates()).toMatchObject({ left: 'Alpha', right: 'Beta' });
    expect(memory.err).toEqual([
      {
        line: 'Error: Could not find serializer or sender for version 99',
        record: {
          event: 'client_refused',
          level: 'error',
          fields: { client: 'player', team: 'Alpha', version: 99 },
        },
      },
    ]);
    expect(memory.connect('player', '(init Gamma (version 99))').take()).toEqual(['(error no_more_team)']);
  });

  it('of a version that exists is refused without a line', () => {
    const memory = new MemoryServer();
    memory.connect('player', '(init Alpha (version 15) (goalie))');
    expect(memory.connect('player', '(init Alpha (version 15) (goalie))').take()).toEqual([
      '(error no_more_player_or_goalie_or_illegal_client_version)',
    ]);
    expect(memory.err).toEqual([]);
  });

  it('is refused if too many clients are connected', () => {
    const memory = new MemoryServer({ limits: { clients: 1 } });
    memory.connectPlayer();
    expect(memory.connect('player', '(init Alpha (version 15))').take()).toEqual([
      '(error no_more_team_or_player_or_goalie)',
    ]);
    // A player that reconnects takes its old place.
    expect(memory.connect('player', '(reconnect Alpha 1)').take()[0]).toBe('(reconnect l before_kick_off)');
  });

  it.each([
    ['before_kick_off', ['(error illegal_command_form)', '(error no_such_team_or_player)']],
    ['play_on', ['(error cannot_reconnect_while_playon)']],
  ] as const)('whose reconnect is malformed is answered in %s', (playMode, answers) => {
    const memory = new MemoryServer();
    memory.connectPlayer();
    memory.server.match.world.playMode = playMode;
    expect(memory.connect('player', '(reconnect )').take()).toEqual(answers);
  });

  it('of a resumed match is claimed by its team and number, once', () => {
    const memory = new MemoryServer();
    for (const team of ['Alpha', 'Beta']) for (let n = 0; n < 2; n++) memory.connectPlayer(team);
    const { clients, match } = memory.server;
    for (const index of [0, 1, 11, 12]) clients.players[index] = null;
    for (const index of [1, 11, 12]) clients.awaitedPlayers.add(index);
    match.world.playMode = 'play_on';
    const answer = (text: string) => memory.connect('player', text).take()[0];
    expect(answer('(reconnect Beta 2)')).toBe('(reconnect r play_on)');
    expect([...clients.awaitedPlayers]).toEqual([1, 11]);
    expect(clients.players.map((session, index) => (session ? index : -1)).filter((n) => n >= 0)).toEqual([
      12,
    ]);
    // Not awaited: the rules of a match apply, which allow no reconnect during play.
    expect(answer('(reconnect Alpha 1)')).toMatch(/^\(error /);
    expect(answer('(reconnect Beta 2)')).toMatch(/^\(error /);
    expect(answer('(reconnect Alpha 2)')).toBe('(reconnect l play_on)');
    expect([...clients.awaitedPlayers]).toEqual([11]);
  });
});
