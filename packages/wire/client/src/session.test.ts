import type { PlayerCommand } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import {
  type CloseReason,
  createCoachClient,
  createInProcessTransport,
  createPlayerClient,
  createTrainerClient,
  type Timers,
} from './index.js';

/** Timers that the test advances. */
function fakeTimers(): Timers & { advance(ms: number): void; readonly active: number } {
  const list: { ms: number; next: number; action: () => void }[] = [];
  let now = 0;
  return {
    every(ms, action) {
      const entry = { ms, next: now + ms, action };
      list.push(entry);
      return () => {
        const i = list.indexOf(entry);
        if (i >= 0) list.splice(i, 1);
      };
    },
    advance(ms) {
      now += ms;
      for (const entry of [...list]) {
        while (list.includes(entry) && entry.next <= now) {
          entry.next += entry.ms;
          entry.action();
        }
      }
    },
    get active() {
      return list.length;
    },
  };
}

function setUp(options: { reconnectAs?: number; autoDone?: boolean; silenceMs?: number } = {}) {
  const { transport, peer } = createInProcessTransport();
  const sent: string[] = [];
  peer.onDatagram = (text) => sent.push(text);
  const timers = fakeTimers();
  const client = createPlayerClient({ team: 'Alpha', version: 19, transport, timers, ...options });
  const closed: CloseReason[] = [];
  client.events.on('closed', (reason) => closed.push(reason));
  return { client, peer, sent, timers, closed };
}

describe('commands of programs without types', () => {
  const send = (command: unknown): void => {
    const { client, peer } = setUp();
    client.connect();
    peer.deliver('(init l 1 before_kick_off)\0');
    client.send(command as PlayerCommand);
  };

  it.each([
    [undefined, TypeError, "command: undefined is not a command; write an object such as { type: 'done' }"],
    [
      { type: 'dahs', power: 1 },
      RangeError,
      /^command: type 'dahs' is unknown; allowed: one of dash, dash_leg, turn, /,
    ],
    [{ type: 'dash', dir: 50 }, TypeError, 'command dash: power is undefined; allowed: a number'],
    [{ type: 'kick', power: null, dir: 0 }, TypeError, 'command kick: power is null; allowed: a number'],
    [{ type: 'say' }, TypeError, 'command say: message is undefined; allowed: a text'],
    [
      { type: 'change_view', quality: null },
      TypeError,
      'command change_view: width is undefined; allowed: one of "narrow", "normal", "wide"',
    ],
    [
      { type: 'attentionto', unum: 3 },
      TypeError,
      /^command attentionto: side is undefined; allowed: an object \{ by: /,
    ],
  ])('%j is refused', (command, kind, message) => {
    expect(() => send(command)).toThrow(kind);
    expect(() => send(command)).toThrow(message);
  });

  it.each([
    [
      { type: 'attentionto', side: { by: 'relative', own: true } },
      'command attentionto: unum is undefined; allowed: a whole number',
    ],
    [
      { type: 'attentionto', side: { by: 'relative', own: true }, unum: Number.NaN },
      'command attentionto: unum is NaN; allowed: a whole number',
    ],
    [
      { type: 'attentionto', side: { by: 'own', own: true }, unum: Number.NaN },
      "command attentionto: side.by is 'own'; allowed: one of side, relative, name",
    ],
    [{ type: 'compression' }, 'command compression: level is undefined; allowed: a whole number'],
  ])('the first wrong field is named: %o', (command, message) => {
    expect(() => send(command)).toThrow(message);
  });

  it('a message with the word undefined can be said', () => {
    expect(() => send({ type: 'say', message: 'undefined null' })).not.toThrow();
  });

  it('sendText refuses what is not a text', () => {
    expect(() => setUp().client.sendText(undefined as unknown as string)).toThrow(TypeError);
  });
});

describe('options of programs without types', () => {
  const { transport } = createInProcessTransport();
  const wrongNames = [undefined, null, 7, 'two words', 'a)(bye', 'a"b', 'a\0'];

  it.each([...wrongNames, ''])('the team %j is refused', (team) => {
    const options = { team: team as string, transport };
    const message = 'team: ';
    expect(() => createPlayerClient(options)).toThrow(TypeError);
    expect(() => createPlayerClient(options)).toThrow(message);
    expect(() => createPlayerClient({ ...options, reconnectAs: 3 })).toThrow(message);
    expect(() => createCoachClient(options)).toThrow(message);
  });

  it('the error names option, value and what is allowed', () => {
    expect(() => createPlayerClient({ transport } as never)).toThrow(
      'team: undefined is not possible; allowed: a text without white space, parentheses and double quotes, at least one character',
    );
  });

  it.each(wrongNames.slice(1))('the name %j of a coach is refused', (name) => {
    expect(() => createCoachClient({ team: 'Alpha', name: name as string, transport })).toThrow('name: ');
  });

  it.each([null, 'x', Number.NaN, Number.POSITIVE_INFINITY])('the version %s is refused', (value) => {
    const version = value as number;
    expect(() => createPlayerClient({ team: 'Alpha', version, transport })).toThrow('version: ');
    expect(() => createCoachClient({ team: 'Alpha', version, transport })).toThrow('version: ');
    expect(() => createTrainerClient({ version, transport })).toThrow('version: ');
  });

  it.each([null, 'x', 1.5])('the uniform number %s is refused', (unum) => {
    const reconnectAs = unum as number;
    expect(() => createPlayerClient({ team: 'Alpha', reconnectAs, transport })).toThrow('reconnectAs: ');
  });

  it('a name that only the server refuses is sent', () => {
    expect(() => createPlayerClient({ team: '!bad', transport })).not.toThrow();
    expect(() => createCoachClient({ team: 'abcdefghijklmnopqrst', transport })).not.toThrow();
  });
});

describe('messages without text', () => {
  it('are handled as datagrams are: parameters, identity, events', () => {
    const { client, peer } = setUp();
    const seen: string[] = [];
    client.events.on('message', ({ type }) => seen.push(type));
    client.events.on('hear', ({ time }) => seen.push(`hear ${time}`));
    client.receiveMessage({ type: 'think' });
    client.connect();
    peer.deliver('(init r 7 before_kick_off)\0');
    const heard = { kind: 'referee' as const, message: 'kick_off_l' };
    client.receiveMessage({ type: 'hear', time: 3, heard });
    expect(seen).toEqual(['init', 'hear', 'hear 3']);
    expect(client.identity.playMode).toBe('kick_off_l');
    client.close();
    client.receiveMessage({ type: 'hear', time: 4, heard });
    expect(seen).toHaveLength(3);
  });
});

describe('connecting', () => {
  it('sends the init and takes side, number and play mode from the answer (spec 03 §1.9)', () => {
    const { client, peer, sent } = setUp();
    let connected = 0;
    client.events.on('connected', () => connected++);
    client.connect();
    expect(sent).toEqual(['(init Alpha (version 19))']);
    expect(client.state).toBe('connecting');
    peer.deliver('(init r 7 kick_off_l)\0');
    expect(client.state).toBe('connected');
    expect(connected).toBe(1);
    expect(client.identity).toEqual({ side: 'r', unum: 7, playMode: 'kick_off_l' });
  });

  it.each([
    [{}, '(init r 7 kick_off_l)', { side: 'r', unum: 7, playMode: 'kick_off_l' }],
    [{ reconnectAs: 4 }, '(reconnect l play_on)', { side: 'l', unum: 4, playMode: 'play_on' }],
  ] as const)('sets the identity before the event `connected` (%j)', (options, answer, identity) => {
    const { client, peer } = setUp(options);
    const known: unknown[] = [];
    client.events.on('connected', () => known.push({ ...client.identity }));
    client.connect();
    peer.deliver(`${answer}\0`);
    expect(known).toEqual([identity]);
  });

  it('repeats the init, then gives up (spec 03 §1.9)', () => {
    const { client, sent, timers, closed } = setUp();
    client.connect();
    timers.advance(2500);
    expect(sent).toHaveLength(3);
    expect(closed).toEqual([]);
    timers.advance(1000);
    expect(closed.map((c) => c.code)).toEqual(['no_answer']);
    expect(timers.active).toBe(0);
  });

  it('closes when the server answers the init with an error (spec 03 §2.4)', () => {
    const { client, peer, closed, timers } = setUp();
    client.connect();
    peer.deliver('(error no_more_team)\0');
    expect(closed).toEqual([
      { code: 'rejected', error: 'no_more_team', message: 'the server refused the connection: no_more_team' },
    ]);
    expect(peer.closed).toBe(true);
    expect(timers.active).toBe(0);
  });

  it('reconnects with a uniform number (spec 03 §3)', () => {
    const { client, peer, sent } = setUp({ reconnectAs: 4 });
    client.connect();
    peer.deliver('(reconnect l free_kick_r)\0');
    expect(sent).toEqual(['(reconnect Alpha 4)']);
    expect(client.identity).toEqual({ side: 'l', unum: 4, playMode: 'free_kick_r' });
  });

  it('reports a closed port', () => {
    const { client, peer, closed } = setUp();
    client.connect();
    peer.refuse();
    expect(closed.map((c) => c.code)).toEqual(['no_answer']);
  });
});

describe('connected', () => {
  function connected(options: Parameters<typeof setUp>[0] = {}) {
    const all = setUp(options);
    all.client.connect();
    all.peer.deliver('(init l 3 before_kick_off)\0');
    all.sent.length = 0;
    return all;
  }

  it('emits one event for the type of a message and one for all messages (spec 03 §10)', () => {
    const { client, peer } = connected();
    const types: string[] = [];
    const times: number[] = [];
    client.events.on('message', (m) => types.push(m.type));
    client.events.on('sense_body', (m) => times.push(m.time));
    client.events.on('see', (m) => times.push(m.time));
    client.events.on('change_player_type', (m) => times.push(m.unum));
    peer.deliver('(sense_body 3 (view_mode high normal) (stamina 8000 1))\0');
    peer.deliver(new TextEncoder().encode('(see 4 ((f c) 10 -5))\0'));
    peer.deliver('(change_player_type 2 3)\0');
    peer.deliver('(error illegal_command_form)\0');
    expect(types).toEqual(['sense_body', 'see', 'change_player_type', 'error']);
    expect(times).toEqual([3, 4, 2]);
    expect(client.state).toBe('connected');
  });

  it('ignores unknown messages and reports malformed datagrams (spec 03 §1.9)', () => {
    const { client, peer } = connected();
    const seen: string[] = [];
    client.events.on('unknown', (m) => seen.push(m.head));
    client.events.on('malformed', (failure) => seen.push(failure.code));
    peer.deliver('(new_thing 1 (2 3))\0');
    peer.deliver('(see 1 ((f c) 10');
    peer.deliver('');
    expect(seen).toHaveLength(3);
    expect(seen[0]).toBe('new_thing');
    expect(client.state).toBe('connected');
  });

  it('follows the play mode through the calls of the referee (spec 06 §3.1)', () => {
    const { client, peer } = connected();
    peer.deliver('(hear 0 referee kick_off_l)\0');
    expect(client.identity.playMode).toBe('kick_off_l');
    peer.deliver('(hear 9 referee goal_r_2)\0');
    expect(client.identity.playMode).toBe('goal_r');
    peer.deliver('(hear 9 referee yellow_card_r_2)\0');
    expect(client.identity.playMode).toBe('goal_r');
  });

  it('sends several commands in one datagram (spec 03 §7)', () => {
    const { client, sent } = connected();
    const commands: PlayerCommand[] = [
      { type: 'dash', power: 80, dir: 0 },
      { type: 'turn_neck', moment: -20 },
      { type: 'say', message: 'go' },
    ];
    client.send(...commands);
    client.batch(() => {
      client.send({ type: 'turn', moment: 5 });
      client.send({ type: 'change_view', width: 'wide', quality: null });
    });
    client.batch(() => {});
    expect(sent).toEqual(['(dash 80)(turn_neck -20)(say "go")', '(turn 5)(change_view wide)']);
  });

  it('answers (think) with (done) after the commands of the cycle (spec 03 §9.6)', () => {
    const { client, peer, sent } = connected();
    client.events.on('think', () => client.send({ type: 'dash', power: 100, dir: 0 }));
    peer.deliver('(think)\0');
    client.events.removeAllListeners('think');
    peer.deliver('(think)\0');
    expect(sent).toEqual(['(dash 100)(done)', '(done)']);
  });

  it('leaves (done) to the agent if autoDone is false', () => {
    const { client, peer, sent } = connected({ autoDone: false });
    peer.deliver('(think)\0');
    expect(sent).toEqual([]);
    client.done();
    expect(sent).toEqual(['(done)']);
  });

  it('keeps the parameters and player types of the match', () => {
    const { client, peer } = connected();
    peer.deliver('(server_param (ball_decay 0.9)(synch_mode 1))\0');
    peer.deliver('(player_type (id 1)(player_speed_max 1.1)(kickable_margin 0.8))\0');
    expect(client.server?.ball_decay).toBe(0.9);
    expect(client.server?.synch_mode).toBe(true);
    expect(client.types[1]?.kickable_margin).toBe(0.8);
  });

  it('ends after silenceMs without a datagram, not earlier (spec 03 §1.9)', () => {
    const { peer, timers, closed } = connected({ silenceMs: 5000 });
    for (let i = 0; i < 10; i++) {
      timers.advance(2000);
      peer.deliver('(think)\0');
    }
    expect(closed).toEqual([]);
    timers.advance(7000);
    expect(closed.map((c) => c.code)).toEqual(['silence']);
  });

  it('sends (bye) once and nothing afterwards', () => {
    const { client, sent, closed, peer } = connected();
    client.bye();
    client.send({ type: 'done' });
    client.bye();
    peer.deliver('(think)\0');
    expect(sent).toEqual(['(bye)']);
    expect(closed.map((c) => c.code)).toEqual(['left']);
  });

  it('closes without (bye) on abandon', () => {
    const { client, sent, closed, peer } = connected();
    client.close();
    expect(sent).toEqual([]);
    expect(peer.closed).toBe(true);
    expect(closed.map((c) => c.code)).toEqual(['left']);
  });
});
