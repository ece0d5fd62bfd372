import type { ServerParams } from '@rcss/params';
import { describe, expect, it } from 'vitest';
import { MemoryServer } from '../../test/memory-server.js';

const WITH_TRAINER = { coach_w_referee: true, verbose: true } as const;

const readEvents = ({ err }: MemoryServer) =>
  err.flatMap(({ record }) => (record?.event === 'connection' ? [record.fields] : []));

describe('the trainer', () => {
  it('that connects and is lost is reported with its version, and another one can connect', () => {
    const memory = new MemoryServer({ server: WITH_TRAINER });
    const trainer = memory.connectTrainer(8.5);
    expect(memory.server.clients.trainer!.isDone).toBe(false);
    trainer.receiver!.onLost();
    memory.poll();
    expect([memory.server.clients.trainer, trainer.isClosed]).toEqual([null, true]);
    expect(memory.out).toEqual([
      {
        line: 'A new (v8.5) offline coach connected',
        record: { event: 'client_connected', fields: { client: 'trainer', version: 8.5 } },
      },
      {
        line: 'An offline coach disconnected',
        record: { event: 'client_disconnected', fields: { client: 'trainer' } },
      },
    ]);
    const common = { client: 'trainer', time: 0, address: '127.0.0.1', port: trainer.port };
    expect(readEvents(memory)).toMatchObject([
      { ...common, event: 'connected', version: 8.5 },
      { ...common, event: 'disconnected', reason: 'lost' },
    ]);
    expect(memory.connect('coach', '(init (version 19))').take()[0]).toBe('(init ok)');
    memory.textLog.flush();
    expect(memory.textLog.flushed).toContain('Recv Coach: (init (version 8.5))');
  });

  it('executes all datagrams that have arrived, in one poll, and is done with (done)', () => {
    const memory = new MemoryServer({ server: WITH_TRAINER });
    const trainer = memory.connectTrainer();
    for (const text of ['(ear on)', '(done)', '(x)', '(move (ball) 3 4)', '(compression 5)'])
      trainer.say(text);
    memory.poll();
    expect(trainer.take()).toEqual([
      '(ok ear on)',
      '(error unknown_command)',
      '(ok move)',
      '(ok compression 5)',
    ]);
    expect(memory.server.clients.trainer!.isDone).toBe(true);
    expect(memory.server.match.world.ball.pos).toMatchObject({ x: 3, y: 4 });
  });

  it('may send to the well-known port up to version 7', () => {
    const memory = new MemoryServer({ server: WITH_TRAINER });
    const old = memory.connectTrainer(7);
    old.sayToPort('(ear on)');
    memory.poll();
    expect(old.take()).toEqual(['(ok ear on)']);
    const other = new MemoryServer({ server: WITH_TRAINER });
    const young = other.connectTrainer(8);
    young.sayToPort('(ear on)');
    other.poll();
    expect(young.take()).toEqual(['(error only_init_allowed_on_init_port)']);
  });

  it.each<[Partial<ServerParams>, string]>([
    [{ coach: true }, '(init ok)'],
    [{ coach_w_referee: true }, '(init ok)'],
    [{}, '(error connected_offline_coach_without_coach_mode)'],
  ])('with %j is answered %s', (server, answer) => {
    const memory = new MemoryServer({ server });
    expect(memory.connect('coach', '(init (version 19))').take()[0]).toBe(answer);
  });

  it('is refused if there is one', () => {
    const memory = new MemoryServer({ server: WITH_TRAINER });
    memory.connectTrainer();
    expect(memory.connect('coach', '(init (version 19))').take()).toEqual([
      '(error already_have_offline_coach)',
    ]);
  });

  it('a text before its init kicks off and is executed, but not (done), (compression) or an error', () => {
    const memory = new MemoryServer({ server: WITH_TRAINER });
    memory.connectPlayer();
    const stray = memory.open('coach');
    for (const text of ['(done)', '(compression 3)', '(nothing)', '(move (ball) 5 6)']) stray.sayToPort(text);
    memory.poll();
    expect(stray.take()).toEqual([]);
    expect(memory.server.match.world.ball.pos).toMatchObject({ x: 5, y: 6 });
    expect(memory.server.match.world.playMode).toBe('kick_off_l');
    expect(memory.err.filter(({ line }) => line.startsWith('Internal error'))).toEqual([]);
    memory.textLog.flush();
    expect(memory.textLog.flushed).toContain('Recv Coach: (nothing)');
  });
});
