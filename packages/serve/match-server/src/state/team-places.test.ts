import { createMatchEnd } from '@rcss/simulator';
import { describe, expect, it } from 'vitest';
import { MemoryServer } from '../../test/memory-server.js';
import { createMatchResult } from '../results/match-result.js';
import { createResultReport } from '../results/result-file.js';
import type { SeatOwner } from './team-places.js';

/** A match with a player of Alpha at 10.0.0.1, and a function that sends a request from another client and returns the answer. */
function play(isOwnSender?: SeatOwner) {
  const memory = new MemoryServer(isOwnSender === undefined ? {} : { isOwnSender });
  const open = (address: string, port: 'player' | 'olcoach' = 'player') =>
    Object.assign(memory.open(port), { address });
  const own = open('10.0.0.1');
  own.sayToPort('(init Alpha (version 19))');
  memory.phases.receive();
  own.take();
  const ask = (text: string, address: string, port: 'player' | 'olcoach' = 'player') => {
    const client = open(address, port);
    client.sayToPort(text);
    memory.phases.receive();
    return client.take()[0];
  };
  const cycle = (count: number, isAlive: boolean) => {
    for (let i = 0; i < count; i++) {
      if (isAlive) own.say('(turn 1)');
      memory.phases.receive();
      memory.phases.simulate();
    }
  };
  return { memory, own, ask, cycle };
}

const REFUSED = '(error not_allowed)';
const RECONNECT = '(reconnect Alpha 1)';
const ACCEPTED = '(reconnect l before_kick_off)';

describe('a reconnect', () => {
  it('is accepted from the address of the former client', () => {
    const { ask, cycle } = play();
    cycle(3, true);
    expect(ask(RECONNECT, '10.0.0.1')).toBe(ACCEPTED);
  });

  it('is refused from another address while the former client sends, and accepted after its silence', () => {
    const { ask, cycle } = play();
    cycle(200, true);
    expect(ask(RECONNECT, '10.0.0.2')).toBe(REFUSED);
    cycle(49, false);
    expect(ask(RECONNECT, '10.0.0.2')).toBe(REFUSED);
    cycle(2, false);
    expect(ask(RECONNECT, '10.0.0.2')).toBe(ACCEPTED);
  });

  it('is refused from another address when the former client has just left', () => {
    const { own, ask, cycle } = play();
    own.say('(bye)');
    cycle(1, false);
    expect(ask(RECONNECT, '10.0.0.2')).toBe(REFUSED);
    expect(ask(RECONNECT, '10.0.0.1')).toBe(ACCEPTED);
  });

  it('of a wrong form, or for no player, has the answer of the original', () => {
    const { ask } = play();
    expect(ask('(reconnect Beta 1)', '10.0.0.2')).toBe('(error no_such_team_or_player)');
    expect(ask('(reconnect Alpha)', '10.0.0.2')).toBe('(error illegal_command_form)');
  });

  it('is in the result, as are requests that were refused', () => {
    const { memory, ask } = play();
    ask(RECONNECT, '10.0.0.2');
    ask(RECONNECT, '10.0.0.1');
    const { server } = memory;
    const report = createResultReport(
      server,
      createMatchResult(server.match, new Date(0)),
      createMatchEnd(server.match, { condition: 'stopped', message: '' }),
    );
    expect(report.seatRequestCount).toBe(2);
    expect(report.seatRequests).toMatchObject([
      { team: 'Alpha', unum: 1, address: '10.0.0.2', accepted: false },
      { team: 'Alpha', unum: 1, address: '10.0.0.1', accepted: true },
    ]);
  });
});

describe('with a known owner', () => {
  const isOwn: SeatOwner = (team, { address }) =>
    address === '10.0.0.9' ? null : (address === '10.0.0.1') === (team === 'Alpha');

  it.each([
    ['(init Alpha (version 19))', 'player'],
    [RECONNECT, 'player'],
    ['(init Alpha (version 19))', 'olcoach'],
  ] as const)('%s at the port %s is refused for the other team', (text, port) => {
    const { ask, cycle } = play(isOwn);
    cycle(100, false);
    expect(ask(text, '10.0.0.2', port)).toBe(REFUSED);
    expect(ask(text, '10.0.0.1', port)).not.toBe(REFUSED);
  });

  it('a sender that is not known takes over a player only after its silence', () => {
    const { ask, cycle } = play(isOwn);
    cycle(5, true);
    expect(ask(RECONNECT, '10.0.0.9')).toBe(REFUSED);
    cycle(51, false);
    expect(ask(RECONNECT, '10.0.0.9')).toBe(ACCEPTED);
  });
});
