import { describe, expect, it } from 'vitest';
import { createTestLog } from '../test/match.js';
import { openLogSource } from './log-source.js';
import type { MatchSource } from './source.js';

const LOG = createTestLog(300, (frame) => {
  if (frame.time >= 120) frame.left.score = 1;
  if (frame.time >= 280) frame.right.score = 1;
});

/** The body of a response that arrives in pieces, the first one late. */
class SlowBody {
  readonly stream: ReadableStream<Uint8Array>;
  isCanceled = false;
  #controller!: ReadableStreamDefaultController<Uint8Array>;

  constructor() {
    this.stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => {
        this.isCanceled = true;
      },
    });
  }

  send(from: number, to: number): void {
    this.#controller.enqueue(new Uint8Array(LOG.subarray(LOG.length * from, LOG.length * to)));
  }

  end(): void {
    this.#controller.close();
  }

  fail(): void {
    this.#controller.error(new Error('the network is gone'));
  }
}

/** Opens a log of which the first part has arrived. */
async function openPart(): Promise<{ readonly body: SlowBody; readonly source: MatchSource }> {
  const body = new SlowBody();
  const opening = openLogSource(body.stream, 'match.rcg');
  // Longer than the first step, after which a log is shown.
  await new Promise((resolve) => setTimeout(resolve, 60));
  body.send(0, 0.6);
  const opened = await opening;
  if (!opened.ok) throw new Error(opened.error.message);
  return { body, source: opened.value };
}

describe('a log whose bytes arrive slowly', () => {
  it('is shown before its end; cycles that are still to be read are waited for', async () => {
    const { body, source } = await openPart();
    expect(await source.indexOfCycle(150)).toBe(149);
    expect([source.isGrowing, source.status.state]).toEqual([true, 'loading']);
    expect(source.last).toBeLessThan(200);
    expect(source.getFrame(source.last)?.left.name).toBe('Foxes');
    expect(source.getFrame(source.last + 1)).toBeUndefined();
    const later = source.indexOfCycle(290);
    const changes: string[] = [];
    source.subscribe((change) => changes.push(change));
    body.send(0.6, 1);
    body.end();
    await source.whenRead;
    expect(await later).toBe(289);
    expect([source.isGrowing, source.last, source.damage]).toEqual([false, 299, null]);
    expect(source.status.text).toBe('Game log of version 6, 300 frames');
    expect(source.marks.map(({ kind, index }) => [kind, index])).toEqual([
      ['goal', 119],
      ['goal', 279],
    ]);
    expect(changes).toContain('frames');
    expect(await source.indexOfCycle(301)).toBe(-1);
  });

  it('waits for the frames after a cycle that are asked for', async () => {
    const { body, source } = await openPart();
    const found = source.indexOfCycle(150, 100).then((index) => [index, source.last >= 249]);
    body.send(0.6, 1);
    body.end();
    expect(await found).toEqual([149, true]);
    expect(await source.indexOfCycle(300, 100)).toBe(299);
  });

  it('is shown if the network stands still within the first step', async () => {
    const body = new SlowBody();
    body.send(0, 0.6);
    const opened = await openLogSource(body.stream, 'match.rcg');
    if (!opened.ok) throw new Error(opened.error.message);
    const source = opened.value;
    expect(await source.indexOfCycle(150)).toBe(149);
    expect([source.isGrowing, source.getFrame(149)?.time]).toEqual([true, 150]);
    body.send(0.6, 1);
    body.end();
    await source.whenRead;
    expect([source.isGrowing, source.last, source.damage]).toEqual([false, 299, null]);
  });

  it('keeps what was read if the network fails within the first step', async () => {
    const body = new SlowBody();
    body.send(0, 0.6);
    const opening = openLogSource(body.stream, 'match.rcg');
    await new Promise((resolve) => setTimeout(resolve));
    body.fail();
    const opened = await opening;
    if (!opened.ok) throw new Error(opened.error.message);
    await opened.value.whenRead;
    expect(opened.value.last).toBeGreaterThan(150);
    expect(opened.value.damage?.summary).toBe('match.rcg was not loaded to its end: the network is gone');
  });

  it('keeps what was read if the network fails, and says so', async () => {
    const { body, source } = await openPart();
    await source.indexOfCycle(150);
    body.fail();
    await source.whenRead;
    expect(source.isGrowing).toBe(false);
    expect(source.damage?.summary).toBe('match.rcg was not loaded to its end: the network is gone');
    expect(source.damage?.missing[0]).toMatch(/up to cycle 1[5-9]\d/);
  });

  it('is not read any further when it is closed', async () => {
    const { body, source } = await openPart();
    const later = source.indexOfCycle(290);
    source.close();
    await source.whenRead;
    expect(await later).toBe(-1);
    body.send(0.6, 0.7);
    await expect.poll(() => body.isCanceled).toBe(true);
  });

  it('is refused with the reason if it fails before its first frame', async () => {
    const body = new SlowBody();
    body.fail();
    expect(await openLogSource(body.stream, 'match.rcg')).toMatchObject({
      ok: false,
      error: { message: 'match.rcg cannot be read: the network is gone' },
    });
    expect(await openLogSource(new Blob(['ULG6\n']), 'empty.rcg')).toMatchObject({
      ok: false,
      error: { message: 'empty.rcg has no frames' },
    });
  });
});
