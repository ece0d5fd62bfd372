import type { MatchDocument } from '@rcss/core/match-document';
import { describe, expect, it } from 'vitest';
import { createTestHost, STEPPED } from '../../test/rooms.js';
import type { RoomError } from './room-error.js';

/** A match that ends by its stop condition after a few cycles. */
const SHORT: MatchDocument = { ...STEPPED, initial: { playMode: 'play_on' }, stop: { cycles: 5 } };

/** Status of the error of a request; null if it is not refused. */
async function statusOf(request: Promise<unknown>): Promise<number | null> {
  return request.then(
    () => null,
    (error: RoomError) => error.status,
  );
}

describe('a drain', () => {
  it('lets matches that have begun end, and refuses rooms, forks and matches that would begin', async () => {
    const host = createTestHost();
    await host.create({ id: 'a', document: SHORT });
    await host.create({ id: 'waiting', document: SHORT });
    await host.step('a', 1);
    let isFinished = false;
    void host.drain.finished.then(() => {
      isFinished = true;
    });
    expect(await host.drain.read()).toEqual({ draining: false, running: ['a'] });
    host.drain.begin();
    expect(await host.drain.read()).toEqual({ draining: true, running: ['a'] });
    await expect(host.create({ document: SHORT })).rejects.toThrow(
      'The server plays its running matches to their end and takes no more; use another server, or try again after its restart.',
    );
    expect(await statusOf(host.create({ id: 'b', document: SHORT }))).toBe(503);
    expect(await statusOf(host.fork('a', {}))).toBe(503);
    expect(await statusOf(host.start('waiting'))).toBe(503);
    expect(await statusOf(host.step('waiting', 1))).toBe(503);
    expect((await host.list()).map(({ id }) => id)).toEqual(['a', 'waiting']);
    expect(await statusOf(host.reset('a', {}))).toBeNull();
    expect(isFinished).toBe(false);
    expect(await host.step('a', 1000)).toMatchObject({ phase: 'ended', time: 5 });
    await host.drain.finished;
    expect(await host.drain.read()).toEqual({ draining: true, running: [] });
    expect(await statusOf(host.reset('a', {}))).toBe(503);
  });

  it('waits for a match that is paused, which can go on, and reports each change', async () => {
    const host = createTestHost();
    const changes: string[] = [];
    for (const id of ['a', 'b']) {
      await host.create({ id, document: { ...SHORT, clock: 'synchronous' } });
      await host.start(id);
      await host.pause(id);
    }
    host.drain.watch((running) => changes.push(running.join()));
    host.drain.begin();
    host.drain.begin();
    await host.delete('b');
    await host.start('a');
    await host.drain.finished;
    expect((await host.read('a')).phase).toBe('closed');
    expect([changes[0], changes.at(-1)]).toEqual(['a,b', '']);
  });

  it('waits for a room that is being created', async () => {
    const host = createTestHost();
    const created = host.create({ id: 'a', document: { ...SHORT, clock: 'synchronous' }, start: true });
    host.drain.begin();
    await created;
    await host.drain.finished;
    expect(await host.read('a')).toMatchObject({ phase: 'closed', time: 5 });
  });

  it('of a server without a match is over at once', async () => {
    const host = createTestHost();
    await host.create({ id: 'waiting', document: SHORT });
    host.drain.begin();
    await host.drain.finished;
    expect((await host.read('waiting')).phase).toBe('waiting');
  });
});
