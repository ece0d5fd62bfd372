import type { MatchEvent } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import { type MemoryClient, MemoryLog, MemoryServer, type MemorySettings } from '../../test/memory-server.js';

/** A server with clients of every role, and a function that sends an event to them. */
function startMatch(settings: MemorySettings = {}) {
  const memory = new MemoryServer({
    ...settings,
    server: { coach_w_referee: true, send_comms: true, ...settings.server },
  });
  const clients = {
    l1: memory.connectPlayer('Alpha'),
    r1: memory.connectPlayer('Beta'),
    old: memory.connectPlayer('Alpha', 6),
    coachL: memory.connectOnlineCoach('Alpha'),
    coachR: memory.connectOnlineCoach('Beta'),
    trainer: memory.connectTrainer(),
    monitor: memory.connectMonitor(),
  };
  clients.trainer.say('(ear on)');
  memory.poll();
  const takeAll = () => {
    memory.server.net.sendQueue.flush();
    const taken = Object.entries(clients).map(([name, client]): [string, string[]] => [name, client.take()]);
    return Object.fromEntries(taken.filter(([, texts]) => texts.length > 0));
  };
  takeAll();
  memory.out.length = 0;
  memory.err.length = 0;
  const send = (event: MatchEvent) => {
    memory.server.match.listener(event);
    return takeAll();
  };
  return { memory, clients, send };
}

describe('events of a match for the console', () => {
  it.each<[MatchEvent, 'out' | 'err', unknown]>([
    [
      { type: 'kick_off', side: 'l' },
      'out',
      { line: 'Kick_off_left', record: { event: 'kick_off', fields: { side: 'l' } } },
    ],
    [
      { type: 'kick_off', side: 'r' },
      'out',
      { line: 'Kick_off_right', record: { event: 'kick_off', fields: { side: 'r' } } },
    ],
    [
      { type: 'console', text: 'words', error: false },
      'out',
      { line: 'words', record: { event: 'match_message' } },
    ],
    [
      { type: 'console', text: 'words', error: true },
      'err',
      { line: 'words', record: { event: 'match_message' } },
    ],
    [
      { type: 'auto_player_type', side: 'r', unum: 3, typeId: 7 },
      'out',
      {
        line: 'rcssserver changes (player Beta 3) to type 7',
        record: { event: 'player_type_changed', fields: { team: 'Beta', unum: 3, type: 7 } },
      },
    ],
  ])('%j is a line of %s', (event, stream, line) => {
    const { memory, send } = startMatch();
    expect(send(event)).toEqual({});
    expect([memory.out, memory.err]).toEqual(stream === 'out' ? [[line], []] : [[], [line]]);
  });

  it('lines of the keepaway log are written and flushed at once', () => {
    const { memory, send } = startMatch();
    const log = new MemoryLog();
    memory.server.logs.keepaway = log.asFile();
    send({ type: 'keepaway', line: '1 2 3' });
    expect(log.flushed).toBe('1 2 3\n');
    memory.server.logs.keepaway = null;
    expect(() => send({ type: 'keepaway', line: '4' })).not.toThrow();
  });
});

describe('a call of the referee', () => {
  const CALL: MatchEvent = { type: 'referee', time: 12, text: 'foul_l' };

  it('is sent to all players, coaches, the trainer and monitors, and to the text log', () => {
    const { memory, send } = startMatch();
    memory.textLog.flush();
    const before = memory.textLog.flushed.length;
    expect(send(CALL)).toEqual({
      l1: ['(hear 12 referee foul_l)'],
      r1: ['(hear 12 referee foul_l)'],
      old: ['(hear 12 referee foul_l)'],
      coachL: ['(hear 12 referee foul_l)'],
      coachR: ['(hear 12 referee foul_l)'],
      trainer: ['(hear referee 12 foul_l)'],
      monitor: ['(msg 0 1 "(referee foul_l)")'],
    });
    memory.textLog.flush();
    expect(memory.textLog.flushed.slice(before)).toMatch(/^0,\d+\t\(referee foul_l\)\n$/);
    expect(memory.err).toEqual([
      {
        line: 'Referee at 12: foul_l',
        record: { event: 'referee', level: 'debug', fields: { cycle: 12, call: 'foul_l' } },
      },
    ]);
  });

  it('is not sent to monitors without server::send_comms, nor to a trainer whose ear is off', () => {
    const { clients, memory, send } = startMatch({ server: { send_comms: false } });
    clients.trainer.say('(ear off)');
    memory.poll();
    clients.trainer.take();
    expect(Object.keys(send(CALL))).toEqual(['l1', 'r1', 'old', 'coachL', 'coachR']);
    // The ear stays on without a trainer.
    memory.server.match.trainer.ear = true;
    memory.server.clients.trainer = null;
    expect(Object.keys(send(CALL))).toEqual(['l1', 'r1', 'old', 'coachL', 'coachR']);
  });

  it('is not sent to a player that is not in the match any more', () => {
    const { memory, send } = startMatch();
    memory.server.match.world.players[0]!.enabled = false;
    expect(send(CALL).l1).toBeUndefined();
  });
});

describe('a reply', () => {
  const OK = { kind: 'ok', code: 'something' } as const;

  it.each([
    [{ role: 'player', index: 11 }, { r1: ['(ok something)'] }],
    [{ role: 'coach', side: 'l' }, { coachL: ['(ok something)'] }],
    [{ role: 'coach', side: 'r' }, { coachR: ['(ok something)'] }],
    [{ role: 'trainer' }, { trainer: ['(ok something)'] }],
  ] as const)('is sent only to %j', (to, expected) => {
    const { send } = startMatch();
    expect(send({ type: 'reply', to, reply: OK })).toEqual(expected);
  });

  it('to a monitor is sent to this monitor alone, as a message', () => {
    const { memory, clients, send } = startMatch();
    const second = memory.connectMonitor();
    const ids = memory.server.clients.monitors.map(({ id, connection }) => [connection.transport.port, id]);
    const idOf = (client: MemoryClient) => new Map(ids as [number, number][]).get(client.port)!;
    expect(idOf(second)).not.toBe(idOf(clients.monitor));
    const sent = send({ type: 'reply', to: { role: 'monitor', id: idOf(second) }, reply: OK });
    expect([sent, second.take()]).toEqual([{}, ['(msg 0 1 "(ok something)")']]);
    expect(send({ type: 'reply', to: { role: 'monitor', id: 99 }, reply: OK })).toEqual({});
    expect(second.take()).toEqual([]);
  });

  it('to a client that has left is dropped', () => {
    const { memory, send } = startMatch();
    memory.server.clients.players[0] = null;
    memory.server.clients.coaches.l = null;
    memory.server.clients.trainer = null;
    for (const to of [
      { role: 'player', index: 0 },
      { role: 'coach', side: 'l' },
      { role: 'trainer' },
    ] as const)
      expect(send({ type: 'reply', to, reply: OK })).toEqual({});
  });

  it('of a role that cannot receive its kind is dropped', () => {
    const { send } = startMatch();
    const toPlayer = { role: 'player', index: 0 } as const;
    for (const reply of [
      { kind: 'look' },
      { kind: 'check_ball', time: 1, place: 'in_field' },
      { kind: 'team_names', left: 'Alpha', right: null },
    ] as const)
      expect(send({ type: 'reply', to: toPlayer, reply })).toEqual({});
    for (const reply of [{ kind: 'sense_body' }, { kind: 'score', time: 1, own: 0, opponents: 0 }] as const)
      expect(send({ type: 'reply', to: { role: 'trainer' }, reply })).toEqual({});
  });

  it('with an observation is composed from the world', () => {
    const { memory, send } = startMatch();
    memory.server.match.world.time = 33;
    const body = send({ type: 'reply', to: { role: 'player', index: 0 }, reply: { kind: 'sense_body' } });
    expect(body.l1![0]).toMatch(/^\(sense_body 33 /);
    const view = send({ type: 'reply', to: { role: 'coach', side: 'r' }, reply: { kind: 'look' } });
    expect(view.coachR![0]).toMatch(/^\(ok look 33 /);
  });
});

describe('speech', () => {
  const say = (speaker: Extract<MatchEvent, { type: 'say' }>['speaker']): MatchEvent => ({
    type: 'say',
    time: 5,
    speaker,
    message: 'hi',
    receivedAt: 4,
  });

  it('of a player is sent to coaches, trainer and monitors', () => {
    const { send } = startMatch();
    expect(send(say({ by: 'player', index: 11 }))).toEqual({
      coachL: ['(hear 5 (p "Beta" 1) "hi")'],
      coachR: ['(hear 5 (p "Beta" 1) "hi")'],
      trainer: ['(hear 5 (p "Beta" 1) "hi")'],
      monitor: ['(msg 0 1 "((player Beta 1) hi)")'],
    });
  });

  it('of a coach is not sent to coaches, and without server::send_comms not to monitors', () => {
    const { send } = startMatch({ server: { send_comms: false } });
    expect(Object.keys(send(say({ by: 'coach', side: 'l', language: false })))).toEqual(['trainer']);
    expect(Object.keys(send(say({ by: 'trainer' })))).toEqual(['coachL', 'coachR', 'trainer']);
  });

  it('of an opponent has its fixed team name, and shows a goalie that was not appointed', () => {
    const { memory, send } = startMatch({ server: { fixed_teamname_l: 'Left', fixed_teamname_r: '' } });
    const { players } = memory.server.match.world;
    Object.assign(players[0]!, { goalie: true });
    Object.assign(players[11]!, { goalie: true, goalieAppointed: true });
    const left = send(say({ by: 'player', index: 0 }));
    expect([left.coachL, left.coachR]).toEqual([
      ['(hear 5 (p "Alpha" 1 goalie) "hi")'],
      ['(hear 5 (p "Left" 1 goalie) "hi")'],
    ]);
    const right = send(say({ by: 'player', index: 11 }));
    expect([right.coachL, right.coachR]).toEqual([
      ['(hear 5 (p "Beta" 1) "hi")'],
      ['(hear 5 (p "Beta" 1 goalie) "hi")'],
    ]);
  });
});

describe('a change of a team', () => {
  it('of a player type is announced from version 7 on; only the own side gets the type', () => {
    const { memory, send } = startMatch();
    const oldCoach = memory.server.clients.coaches.l!;
    expect(send({ type: 'change_player_type', side: 'r', unum: 1, typeId: 4 })).toEqual({
      l1: ['(change_player_type 1)'],
      r1: ['(change_player_type 1 4)'],
      coachL: ['(change_player_type 1)'],
      coachR: ['(change_player_type 1 4)'],
      monitor: ['(msg 0 1 "(change_player_type r 1 4)")'],
    });
    memory.server.clients.coaches.l = { ...oldCoach, version: 6 };
    expect(send({ type: 'change_player_type', side: 'l', unum: 2, typeId: 0 })).toEqual({
      l1: ['(change_player_type 2 0)'],
      r1: ['(change_player_type 2)'],
      coachR: ['(change_player_type 2)'],
      monitor: ['(msg 0 1 "(change_player_type l 2 0)")'],
    });
  });

  it('of a goalie is announced from version 16 on', () => {
    const { memory, send } = startMatch();
    const { coaches } = memory.server.clients;
    coaches.r = { ...coaches.r!, version: 15 };
    const sent = send({ type: 'change_goalie', side: 'l', unum: 3 });
    expect(Object.keys(sent)).toEqual(['l1', 'r1', 'coachL', 'monitor']);
    expect(sent.monitor).toEqual(['(msg 0 1 "(change_player_type l 3 goalie)")']);
  });

  it('of the languages of a player is sent to its coach from version 8 on', () => {
    const { memory, send } = startMatch();
    expect(send({ type: 'clang_version', player: 11, min: 7, max: 8 })).toEqual({
      coachR: ['(clang (ver (p "Beta" 1) 7 8))'],
    });
    const { coaches } = memory.server.clients;
    coaches.r = { ...coaches.r!, version: 6 };
    expect(send({ type: 'clang_version', player: 11, min: 7, max: 8 })).toEqual({});
    coaches.r = null;
    expect(send({ type: 'clang_version', player: 11, min: 7, max: 8 })).toEqual({});
  });

  it('that removes a player closes its session', () => {
    const { memory, clients, send } = startMatch();
    send({ type: 'player_removed', player: 11, reason: 'red_card' });
    expect([memory.server.clients.players[11], clients.r1.isClosed]).toEqual([null, true]);
    expect(memory.out).toEqual([
      {
        line: 'A player disconnected : (Beta 1)',
        record: {
          event: 'client_disconnected',
          fields: { client: 'player', team: 'Beta', unum: 1, reason: 'red_card' },
        },
      },
    ]);
  });
});
