import { createSocket } from 'node:dgram';
import { PassThrough } from 'node:stream';
import type { ReadStream, WriteStream } from 'node:tty';
import { afterEach, expect, test, vi } from 'vitest';
import { runScreen } from './run-screen.js';

/** The default limit is one second. */
const LONG_WAIT = { timeout: 60_000 };

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function serverSocket() {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  closers.push(() => socket.close());
  return socket;
}

/** A terminal of 80 x 24 characters that records what is written to it. */
function fakeTerminal() {
  const input = new PassThrough() as unknown as ReadStream;
  const modes: boolean[] = [];
  input.setRawMode = (mode) => {
    modes.push(mode);
    return input;
  };
  const output = new PassThrough() as unknown as WriteStream;
  output.columns = 80;
  output.rows = 24;
  let written = '';
  output.on('data', (chunk: Buffer) => {
    written += chunk.toString();
  });
  const press = (keys: string): void => void (input as unknown as PassThrough).write(keys);
  return { input, output, modes, press, written: () => written };
}

test('typed lines reach the server, its messages reach their panes, Ctrl-C restores the terminal', async () => {
  const socket = await serverSocket();
  const terminal = fakeTerminal();
  const { port } = socket.address();
  const { input, output } = terminal;
  const ended = runScreen({ host: '127.0.0.1', port, input, output, stop: new Promise(() => {}) });
  const received = new Promise<{ text: string; port: number }>((resolve) =>
    socket.once('message', (bytes, from) => resolve({ text: bytes.toString(), port: from.port })),
  );
  await vi.waitUntil(() => terminal.modes.length > 0, LONG_WAIT);
  terminal.press('(init Foxes (version 19))\r');
  const { text, port: clientPort } = await received;
  expect(text).toBe('(init Foxes (version 19))\0');
  socket.send('(see 7 ((b) 4.1 -20))\0', clientPort, '127.0.0.1');
  socket.send('(ok \u001b[31mred)\0', clientPort, '127.0.0.1');
  await vi.waitUntil(() => terminal.written().includes('(ok \\x1b[31mred)'), LONG_WAIT);
  expect(terminal.written()).toContain('seen, time 7');
  expect(terminal.written()).toContain('> (init Foxes (version 19))');
  output.columns = 130;
  output.emit('resize');
  expect(terminal.written()).toContain('│\u001b[7m heard');
  expect(terminal.modes).toEqual([true]);
  terminal.press('\u0003');
  await ended;
  expect(terminal.modes).toEqual([true, false]);
  expect(terminal.written().endsWith('\u001b[?1049l')).toBe(true);
});

test('a signal restores the terminal', async () => {
  const socket = await serverSocket();
  const { input, output, modes } = fakeTerminal();
  let stop = (): void => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const { port } = socket.address();
  const ended = runScreen({ host: '127.0.0.1', port, input, output, stop: stopped });
  await vi.waitUntil(() => modes.length > 0, LONG_WAIT);
  stop();
  await ended;
  expect(modes).toEqual([true, false]);
});
