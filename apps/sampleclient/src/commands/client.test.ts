import { createSocket } from 'node:dgram';
import { PassThrough } from 'node:stream';
import { constants, deflateSync, inflateSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { runClient } from './client.js';

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

describe('the classic client', () => {
  it('11 §4: lines go out with a NUL and are echoed, datagrams are printed, the port is followed, compression is switched', async () => {
    const front = await server();
    const own = await server();
    const input = new PassThrough();
    let output = '';
    let notes = '';
    let shown = (): void => {};
    let stop = (): void => {};
    const printed = (text: string): Promise<void> =>
      new Promise((resolve) => {
        shown = () => {
          if (output.includes(text)) resolve();
        };
        shown();
      });
    const status = runClient(
      '127.0.0.1',
      front.port,
      {
        input,
        write: (text) => {
          output += text;
          shown();
        },
        note: (text) => {
          notes += text;
        },
      },
      (s) => {
        stop = s;
      },
    );
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
    stop();
    expect(await status).toBe(1);
    expect(notes).toContain('Killed. Exiting...');
  });
});
