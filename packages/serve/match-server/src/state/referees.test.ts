import { createMatchEnd } from '@rcss/simulator';
import { describe, expect, it } from 'vitest';
import { MemoryServer } from '../../test/memory-server.js';
import { createMatchResult } from '../results/match-result.js';
import { createResultReport } from '../results/result-file.js';
import { createRoomConfiguration, planRoom } from '../rooms/room-configuration.js';
import { DEFAULT_ROOM_HOST_SETTINGS } from '../rooms/room-host.js';

function createServer(rcss: object, server: object = {}) {
  const memory = new MemoryServer({ server, rcss });
  const player = memory.connectPlayer('Alpha');
  player.take();
  const report = () =>
    createResultReport(
      memory.server,
      createMatchResult(memory.server.match, memory.server.start.date),
      createMatchEnd(memory.server.match, { condition: 'stopped', message: '' }),
    );
  return { memory, player, report, world: memory.server.match.world };
}

describe('rcss::referees', () => {
  it('without it, every monitor may command, and each command is in the result', () => {
    const { memory, world, report } = createServer({});
    const monitor = memory.connectMonitor();
    monitor.say('(dispdiscard 1 1)');
    memory.poll();
    expect(world.players[0]!.enabled).toBe(false);
    expect(report().refereeCommands).toEqual([
      {
        time: 0,
        stoppage: 0,
        role: 'monitor',
        address: '127.0.0.1',
        port: monitor.port,
        command: '(dispdiscard 1 1)',
        executed: true,
      },
    ]);
  });

  it('none: the command of a monitor is refused and noted, and it still watches', () => {
    const { memory, world, report } = createServer({ referees: 'none' });
    const monitor = memory.connectMonitor();
    for (const command of ['(dispdiscard 1 1)', '(dispstart)', '(dispcard 1 1 red)']) monitor.say(command);
    memory.poll();
    expect(world.players[0]!.enabled).toBe(true);
    expect(world.playMode).toBe('before_kick_off');
    expect(monitor.take().filter((text) => text.includes('error not_allowed'))).toHaveLength(3);
    expect(report().refereeCommands.map(({ command, executed }) => [command, executed])).toEqual([
      ['(dispdiscard 1 1)', false],
      ['(dispstart)', false],
      ['(dispcard 1 1 red)', false],
    ]);
    memory.step();
    expect(monitor.take()).not.toEqual([]);
    monitor.say('(dispbye)');
    memory.poll();
    expect(memory.server.clients.monitors).toEqual([]);
  });

  it('commands of the trainer by a monitor are refused too', () => {
    const { memory, world } = createServer({ referees: 'none' }, { coach: true });
    const monitor = memory.connectMonitor();
    monitor.say('(change_mode play_on)');
    memory.poll();
    expect(world.playMode).toBe('before_kick_off');
  });

  it('a list has the addresses that may command', () => {
    const own = createServer({ referees: '10.0.0.9, 127.0.0.1' });
    own.memory.connectMonitor().say('(dispdiscard 1 1)');
    own.memory.poll();
    expect(own.world.players[0]!.enabled).toBe(false);
    const others = createServer({ referees: '10.0.0.9' });
    others.memory.connectMonitor().say('(dispdiscard 1 1)');
    others.memory.poll();
    expect(others.world.players[0]!.enabled).toBe(true);
  });

  it('none: no trainer connects, and its commands before an init are not executed', () => {
    const { memory, world, report } = createServer({ referees: 'none' }, { coach: true });
    const trainer = memory.open('coach');
    trainer.sayToPort('(init (version 19))');
    trainer.sayToPort('(change_mode play_on)');
    memory.poll();
    expect(memory.server.clients.trainer).toBeNull();
    expect(trainer.take()).toEqual(['(error not_allowed)', '(error not_allowed)']);
    expect(world.playMode).toBe('before_kick_off');
    expect(report().refereeCommands).toMatchObject([{ role: 'trainer', command: '(change_mode play_on)' }]);
  });

  it('the commands of a trainer are in the result; those that only ask are not', () => {
    const { memory, report } = createServer({}, { coach: true });
    const trainer = memory.connectTrainer();
    for (const command of ['(look)', '(eye on)', '(move (ball) 3 4)', '(done)']) trainer.say(command);
    memory.poll();
    expect(report().refereeCommands.map(({ command }) => command)).toEqual(['(move (ball) 3 4)']);
  });
});

describe('rcss::referee_token', () => {
  const settings = { referees: 'none', referee_token: 'sesame' };

  it('a monitor that shows it before its init may command; another one on the same address may not', () => {
    const { memory, world } = createServer(settings);
    const referee = memory.open('player');
    referee.sayToPort('(token sesame)');
    referee.sayToPort('(dispinit version 4)');
    memory.poll();
    const other = memory.connectMonitor();
    other.say('(dispdiscard 1 1)');
    memory.poll();
    expect(world.players[0]!.enabled).toBe(true);
    referee.say('(dispdiscard 1 1)');
    memory.poll();
    expect(world.players[0]!.enabled).toBe(false);
  });

  it('a trainer that shows it may connect', () => {
    const { memory } = createServer(settings, { coach: true });
    const trainer = memory.open('coach');
    trainer.sayToPort('(token sesame)');
    trainer.sayToPort('(init (version 19))');
    memory.poll();
    expect(memory.server.clients.trainer).not.toBeNull();
  });

  it('a sender on a WebSocket with the token of the operator needs no other one', () => {
    const { memory, world } = createServer({ referees: 'none' });
    const monitor = memory.open('player');
    monitor.isOperator = true;
    monitor.sayToPort('(dispinit version 4)');
    memory.poll();
    monitor.say('(dispdiscard 1 1)');
    memory.poll();
    expect(world.players[0]!.enabled).toBe(false);
  });

  it('a wrong token is answered with an error', () => {
    const { memory, world } = createServer(settings);
    const monitor = memory.open('player');
    monitor.sayToPort('(token open)');
    monitor.sayToPort('(dispinit version 4)');
    memory.poll();
    expect(monitor.take()[0]).toBe('(error wrong_token)');
    monitor.say('(dispdiscard 1 1)');
    memory.poll();
    expect(world.players[0]!.enabled).toBe(true);
  });

  it('without a token, the text is another unknown command', () => {
    const { memory } = createServer({});
    const sender = memory.open('player');
    sender.sayToPort('(token sesame)');
    memory.poll();
    expect(sender.take()).toEqual(['(error unknown_command)']);
  });

  it('is a setting that must be usable', () => {
    expect(() => createServer({ referees: 'localhost' })).toThrow(
      "rcss::referees: 'localhost' is not an address; allowed: all, none, or numeric addresses separated by commas, such as 10.0.0.5,10.0.0.6.",
    );
    expect(() => createServer({ referee_token: 'two words' })).toThrow('rcss::referee_token');
  });
});

describe('the referees of a room', () => {
  it.each([
    [false, {}, 'all'],
    [true, {}, 'none'],
    [true, { referees: '10.0.0.5' }, '10.0.0.5'],
  ])('restricted: %s, document: %o', (restrictsReferees, rcss, expected) => {
    const policy = { ...DEFAULT_ROOM_HOST_SETTINGS, restrictsReferees };
    const plan = planRoom({ version: 1, parameters: { rcss } }, policy);
    const config = plan.ok ? createRoomConfiguration('a', plan.value, policy) : plan;
    expect(config).toMatchObject({ ok: true, value: { rcss: { referees: expected } } });
  });
});
