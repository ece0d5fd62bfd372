import { createSocket } from 'node:dgram';
import { PassThrough } from 'node:stream';
import { constants, deflateSync, inflateSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runPipe } from './pipe.js';

/** The default limit is one second. */
const LONG_WAIT = { timeout: 60_000 };

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function server() {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  closers.push(() => socket.close());
  const next = (): Promise<{ bytes: Buffer; port: number }> =>
    new Promise((resolve) => socket.once('message', (bytes, from) => resolve({ bytes, port: from.port })));
  return { socket, next, port: socket.address().port };
}

function stopper(): { promise: Promise<void>; stop: () => void } {
  let stop = (): void => {};
  const promise = new Promise<void>((resolve) => {
    stop = resolve;
  });
  return { promise, stop };
}

describe('command line client without a screen', () => {
  it('sends and echoes lines, prints datagrams, follows the port, switches compression (spec 11 §4)', async () => {
    const front = await server();
    const own = await server();
    const input = new PassThrough();
    let output = '';
    let notes = '';
    let shown = (): void => {};
    const printed = (text: string): Promise<void> =>
      new Promise((resolve) => {
        shown = () => {
          if (output.includes(text)) resolve();
        };
        shown();
      });
    const { promise: stop, stop: end } = stopper();
    const finished = runPipe({
      host: '127.0.0.1',
      port: front.port,
      input,
      write(line) {
        output += `${line}\n`;
        shown();
      },
      note(line) {
        notes += `${line}\n`;
      },
      stop,
    });
    await vi.waitUntil(() => notes !== '', LONG_WAIT);
    expect(notes).toBe('Hit Ctrl-C to exit.\n');
    const first = front.next();
    input.write('(init X (version 19))\n');
    const { bytes, port } = await first;
    expect(bytes.toString()).toBe('(init X (version 19))\0');
    own.socket.send('(init l 1 before_kick_off)\0', port, '127.0.0.1');
    await printed('before_kick_off)\n');
    expect(output).toBe('(init X (version 19))\n(init l 1 before_kick_off)\n');
    const second = own.next();
    input.write('(turn');
    input.write(' 5)\n');
    expect((await second).bytes.toString()).toBe('(turn 5)\0');
    own.socket.send('(ok compression 3)\0', port, '127.0.0.1');
    await printed('(ok compression 3)\n');
    own.socket.send(
      deflateSync('(score 1 0 0)\0', { finishFlush: constants.Z_SYNC_FLUSH }),
      port,
      '127.0.0.1',
    );
    await printed('(score 1 0 0)\n');
    const third = own.next();
    input.write('(score)\n');
    expect(inflateSync((await third).bytes).toString()).toBe('(score)\0');
    end();
    expect(await finished).toBe('stopped');
  });

  it('reports an unknown host at once', async () => {
    const run = runPipe({
      host: 'no-such-host.invalid',
      port: 6000,
      input: new PassThrough(),
      write() {},
      note() {},
      stop: new Promise(() => {}),
    });
    await expect(run).rejects.toThrow(/^host 'no-such-host.invalid': /);
  });

  it('reports a server that does not answer, and ends when the input has ended too', async () => {
    const silent = await server();
    const input = new PassThrough();
    const notes: string[] = [];
    const run = runPipe({
      host: '127.0.0.1',
      port: silent.port,
      input,
      write() {},
      note: (line) => notes.push(line),
      stop: new Promise(() => {}),
      answerTimeoutMs: 50,
    });
    input.end('(init X (version 19))\n');
    expect(await run).toBe('silent');
    expect(notes.at(-1)).toBe(
      `no answer from 127.0.0.1:${silent.port} after 0.05 s; check that a server runs there`,
    );
  });
});
