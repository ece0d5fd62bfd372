import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { DebugRecord } from '@rcss/core/debug-channel';
import { formatDebugRecord } from '@rcss/logs/debug';
import { afterEach, describe, expect, it } from 'vitest';
import { waitUntil } from '../test/wait.js';
import { DebugPort } from './debug-port.js';

const cleanUp: (() => void)[] = [];
afterEach(() => {
  for (const action of cleanUp.splice(0)) action();
});

async function open(): Promise<{ port: DebugPort; send: (text: string) => void; records: DebugRecord[] }> {
  const port = await DebugPort.open('127.0.0.1', 0);
  const client = createSocket('udp4');
  client.connect(port.status.port, '127.0.0.1');
  await once(client, 'connect');
  cleanUp.push(
    () => port.close(),
    () => client.close(),
  );
  const records: DebugRecord[] = [];
  port.onRecords = (arrived) => records.push(...arrived);
  return { port, send: (text) => client.send(text), records };
}

describe('the debug port', () => {
  it('reads JSON lines and the messages of teams, and keeps them by cycle', async () => {
    const { port, send, records } = await open();
    const line = (time: number) => formatDebugRecord({ time, side: 'l', unum: 3, texts: [{ text: 'a' }] });
    send(`${line(5)}\n${line(6)}\n`);
    const file = new URL('../../../wire/logs/testdata/debug/datagrams.txt', import.meta.url);
    for (const datagram of readFileSync(file, 'latin1').trimEnd().split('\n')) send(`${datagram}\0`);
    await waitUntil('all records arrived', () => records.length === 7);
    expect(port.find(5, 6).map(({ time, unum }) => [time, unum])).toEqual([
      [5, 3],
      [6, 3],
    ]);
    expect(port.find(300, 300)[0]).toMatchObject({ side: 'r', unum: 7, beliefs: { self: { x: -23.59 } } });
    expect(port.status).toMatchObject({ received: 7, refused: 0, lastProblem: '' });
    port.clear();
    expect(port.find(0, 19)).toEqual([]);
  });

  it('counts datagrams that it cannot read, and says why', async () => {
    const { port, send, records } = await open();
    send('{"time":1,"side":"l","unum":99}');
    send('hello');
    send('((nothing))');
    send(formatDebugRecord({ time: 1, side: 'r', unum: 1 }));
    await waitUntil('the record arrived', () => records.length === 1);
    expect(port.status).toMatchObject({ received: 4, refused: 3 });
    expect(port.status.lastProblem).not.toBe('');
  });

  it('a page that asks for cycles above the exact numbers gets none', async () => {
    const { port } = await open();
    for (const from of [2 ** 53, 1e300, -(2 ** 53)]) expect(port.find(from, Number.MAX_VALUE)).toEqual([]);
    expect(port.find(-1e15, 1e15)).toEqual([]);
  });

  it('a value that is nested too deeply is refused', async () => {
    const { port, send, records } = await open();
    send(`{"time":1,"side":"l","unum":1,"texts":${'['.repeat(30_000)}${']'.repeat(30_000)}}`);
    send(formatDebugRecord({ time: 1, side: 'r', unum: 1 }));
    await waitUntil('the record arrived', () => records.length === 1);
    expect(port.status).toMatchObject({ received: 2, refused: 1 });
  });

  it('keeps a limited number of records of a cycle, and the answer for it can be composed', async () => {
    const { port, send } = await open();
    const line = formatDebugRecord({ time: 7, side: 'l', unum: 1 });
    for (let i = 0; i < 10; i++) {
      send(`${line}\n`.repeat(1000));
      await waitUntil('the datagram arrived', () => port.status.received === i + 1);
    }
    expect(port.find(7, 7)).toHaveLength(4096);
    expect(port.status.lastProblem).toMatch(/^more than 4096 records or 4194304 bytes of cycle 7$/);
  });

  it('drops the earliest cycles, however small their records are', { timeout: 120_000 }, async () => {
    const { port, send } = await open();
    let time = 0;
    const createLines = () =>
      Array.from({ length: 1000 }, () => formatDebugRecord({ time: time++, side: 'l', unum: 1 })).join('\n');
    for (let sent = 5; sent <= 240; sent += 5) {
      for (let i = 0; i < 5; i++) send(createLines());
      await waitUntil('the datagrams arrived', () => port.status.received === sent);
    }
    expect(port.find(0, 19)).toEqual([]);
    expect(port.find(time - 20, time - 1)).toHaveLength(20);
    port.clear();
    expect(port.find(time - 20, time - 1)).toEqual([]);
  });
});
