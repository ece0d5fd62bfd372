import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_INCLUDE_SIZE } from '@rcss/protocol/coach';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../../test/harness.js';
import { MemoryServer } from '../../test/memory-server.js';

/** A server with players of two teams, and the lines about coaches. */
function startServer(settings: ConstructorParameters<typeof MemoryServer>[0] = {}) {
  const memory = new MemoryServer({ ...settings, server: { verbose: true, ...settings.server } });
  memory.connectPlayer('Alpha');
  memory.connectPlayer('Beta');
  memory.out.length = 0;
  memory.err.length = 0;
  return memory;
}

const readEvents = ({ err }: MemoryServer) =>
  err.flatMap(({ record }) => (record?.event === 'connection' ? [record.fields] : []));

describe('an online coach', () => {
  it('that connects and leaves is reported with its team, version and reason', () => {
    const memory = startServer();
    const coach = memory.connect('olcoach', '(init Beta Coach_1 (version 15.5))');
    expect(coach.take()[0]).toBe('(init r ok)');
    expect(memory.out).toEqual([
      {
        line: 'A new (v15) online coach (Beta) connected.',
        record: { event: 'client_connected', fields: { client: 'coach', team: 'Beta', version: 15.5 } },
      },
    ]);
    coach.say('(bye)');
    memory.poll();
    expect(memory.out.slice(1)).toEqual([
      {
        line: 'An online coach disconnected : (Beta Coach_1)',
        record: { event: 'client_disconnected', fields: { client: 'coach', team: 'Beta' } },
      },
    ]);
    const common = { client: 'coach', team: 'Beta', time: 0, address: '127.0.0.1', port: coach.port };
    expect(readEvents(memory)).toMatchObject([
      { ...common, event: 'connected', version: 15.5 },
      { ...common, event: 'disconnected', reason: 'bye' },
    ]);
    expect(coach.isClosed).toBe(true);
    expect(memory.server.clients.coaches.r).toBeNull();
    // A coach without a name leaves without one; of another team.
    const other = memory.connectOnlineCoach('Alpha');
    other.say('(bye)');
    memory.poll();
    expect(memory.out.at(-1)!.line).toBe('An online coach disconnected : (Alpha)');
  });

  it.each(['Alpha', 'Beta'])('of %s that is lost is removed in the next poll', (team) => {
    const memory = startServer();
    const coaches = [memory.connectOnlineCoach('Alpha'), memory.connectOnlineCoach('Beta')] as const;
    coaches[team === 'Alpha' ? 0 : 1].receiver!.onLost();
    memory.poll();
    const { l, r } = memory.server.clients.coaches;
    expect([l === null, r === null]).toEqual([team === 'Alpha', team === 'Beta']);
    expect(readEvents(memory).at(-1)).toMatchObject({ event: 'disconnected', team, reason: 'lost' });
    expect(coaches.map((coach) => coach.isClosed)).toEqual([team === 'Alpha', team === 'Beta']);
  });

  it('executes all datagrams that have arrived, in one poll', () => {
    const memory = startServer();
    const coach = memory.connectOnlineCoach();
    for (const text of ['(eye on)', '(x)', '(compression 5)']) coach.say(text);
    memory.poll();
    expect(coach.take()).toEqual(['(ok eye on)', '(error unknown_command)', '(ok compression 5)']);
  });

  it('executes nothing after (bye)', () => {
    const memory = startServer();
    const coach = memory.connectOnlineCoach();
    coach.say('(bye)');
    coach.say('(eye on)');
    memory.poll();
    expect(coach.take()).toEqual([]);
  });

  it('is not done when it connects, is done with (done), and not any more after a step', () => {
    const memory = startServer();
    const coach = memory.connectOnlineCoach();
    const { coaches } = memory.server.clients;
    expect(coaches.l!.isDone).toBe(false);
    coach.say('(done)');
    memory.poll();
    expect(coaches.l!.isDone).toBe(true);
    memory.step();
    expect(coaches.l!.isDone).toBe(false);
  });

  it('is refused if too many clients are connected, or if its team has a coach', () => {
    const memory = startServer({ limits: { clients: 3 } });
    memory.connectOnlineCoach('Alpha');
    expect(memory.connect('olcoach', '(init Beta (version 15))').take()).toEqual([
      '(error connection_failed)',
    ]);
    expect(memory.server.clients.coaches.r).toBeNull();
    const other = startServer();
    other.connectOnlineCoach('Alpha');
    expect(other.connect('olcoach', '(init Alpha (version 15))').take()).toEqual([
      '(error already_have_coach)',
    ]);
  });

  it.each([
    [0, 0, 0, 0, []],
    [0, 8, 7, 0, ['(clang (ver (p "Alpha" 1) 0 8))', '(clang (ver (p "Beta" 1) 7 0))']],
    [1, 1, 0, 1, ['(clang (ver (p "Alpha" 1) 1 1))', '(clang (ver (p "Beta" 1) 0 1))']],
  ])(
    'receives the languages %d to %d and %d to %d of players that have declared one',
    (lMin, lMax, rMin, rMax, expected) => {
      const memory = startServer();
      const { players } = memory.server.match.world;
      Object.assign(players[0]!, { clangMin: lMin, clangMax: lMax });
      Object.assign(players[11]!, { clangMin: rMin, clangMax: rMax });
      Object.assign(players[12]!, { clangMin: 1, clangMax: 1 });
      const coach = memory.connect('olcoach', '(init Alpha (version 15))');
      expect(coach.take().filter((text) => text.startsWith('(clang'))).toEqual(expected);
    },
  );

  it('receives a message file of the maximum length, and none that is longer', () => {
    const connectWith = (length: number) => {
      const path = join(createFolder(), 'message');
      writeFileSync(path, 'x'.repeat(length));
      const memory = startServer({ server: { coach_msg_file: path } });
      const coach = memory.connect('olcoach', '(init Alpha (version 15))');
      const lines = [...memory.out, ...memory.err].filter(({ line }) => line.includes(path));
      return { path, lines, includes: coach.take().filter((text) => text.startsWith('(include ')) };
    };
    const longest = connectWith(MAX_INCLUDE_SIZE);
    expect(longest.includes).toHaveLength(1);
    expect(longest.lines).toEqual([
      {
        line: `send external message in [${longest.path}]`,
        record: { event: 'coach_message_file', fields: { path: longest.path } },
      },
    ]);
    const longer = connectWith(MAX_INCLUDE_SIZE + 1);
    expect(longer.includes).toEqual([]);
    expect(longer.lines).toMatchObject([
      {
        line: `coach message file "${longer.path}" is too long (${MAX_INCLUDE_SIZE + 1} bytes); at most ${MAX_INCLUDE_SIZE} are sent`,
        record: { event: 'coach_message_file', level: 'warn' },
      },
    ]);
  });
});
