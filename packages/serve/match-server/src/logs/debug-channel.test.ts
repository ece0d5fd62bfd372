import { createSocket } from 'node:dgram';
import { constants, deflateSync } from 'node:zlib';
import type { DebugRecord } from '@rcss/core/debug-channel';
import { formatDebugRecord, parseDebugLine } from '@rcss/logs/debug';
import { describe, expect, it } from 'vitest';
import {
  cleanUpAfterTest,
  connectPlayer,
  startTestServer,
  type TestServer,
  waitForSteps,
  waitUntil,
} from '../../test/harness.js';
import { parseDebugReceiver } from '../config/debug-receiver.js';
import { DebugChannel } from './debug-channel.js';

/** A receiver of debug records on a port of its own. */
async function openReceiver() {
  const records: DebugRecord[] = [];
  /** Number of lines of each datagram. */
  const lineCounts: number[] = [];
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  cleanUpAfterTest(() => void socket.close());
  socket.on('message', (datagram) => {
    const lines = datagram.toString('utf8').trim().split('\n');
    lineCounts.push(lines.length);
    for (const line of lines) {
      const parsed = parseDebugLine(line);
      if (!parsed.ok) throw new Error(parsed.error.message);
      if (parsed.value !== null) records.push(parsed.value);
    }
  });
  return { address: `127.0.0.1:${socket.address().port}`, records, lineCounts };
}

function listTexts(records: readonly DebugRecord[], direction: 'received' | 'sent', unum = 1): string[] {
  return records
    .filter((record) => record.unum === unum)
    .flatMap(({ messages = [] }) => messages.filter((message) => message.direction === direction))
    .map(({ text }) => text);
}

describe('rcss::debug_channel', () => {
  it('sends the messages of every player and cycle as debug records, in the order of their arrival', async () => {
    const { address, records } = await openReceiver();
    const server = await startTestServer({ rcss: { debug_channel: address } });
    const first = await connectPlayer(server, 'Alpha');
    const second = await connectPlayer(server, 'Alpha');
    await connectPlayer(server, 'Beta');
    first.skip();
    second.send('(turn 30)');
    await waitUntil(() => listTexts(records, 'sent', 2).length === 1);
    expect(listTexts(records, 'sent', 2)).toEqual(['(turn 30)']);
    expect(listTexts(records, 'sent', 1)).toEqual([]);
    await waitUntil(
      () => listTexts(records, 'received').filter((text) => text.startsWith('(see ')).length > 1,
    );
    const expected = first.received
      .map(({ text }) => text)
      .filter((text) => /^\((?:sense_body|see) /.test(text));
    const received = listTexts(
      records.filter(({ side }) => side === 'l'),
      'received',
    ).filter((text) => !text.startsWith('(server_param') && /^\((?:sense_body|see) /.test(text));
    expect(received.length).toBeGreaterThan(2);
    // The first cycles can be missing: messages are sent at their end.
    expect(expected.slice(0, received.length)).toEqual(received.slice(0, expected.length));
    expect(new Set(records.map(({ side, unum }) => `${side}${unum}`))).toEqual(new Set(['l1', 'l2', 'r1']));
    expect(listTexts(records, 'received').some((text) => /^\((?:server_param|player_type)/.test(text))).toBe(
      false,
    );
  });

  it('messages of a player with compression are sent as text', async () => {
    const { address, records } = await openReceiver();
    const server = await startTestServer({ rcss: { debug_channel: address } });
    const player = await connectPlayer(server);
    player.send('(compression 6)');
    await player.next('(ok compression');
    player.sendBytes(deflateSync(Buffer.from('(say hello)\0'), { finishFlush: constants.Z_SYNC_FLUSH }));
    await waitUntil(() => listTexts(records, 'sent').includes('(say hello)'));
    await waitUntil(() => listTexts(records, 'received').some((text) => text.startsWith('(hear ')));
  });

  it('messages of a player that sends too many are counted', async () => {
    const { address, records } = await openReceiver();
    const server = await startTestServer({ rcss: { debug_channel: address } });
    const player = await connectPlayer(server);
    for (let i = 0; i < 10; i++) player.send(`(turn ${'0'.repeat(5000)})`);
    const isCounted = ({ texts = [] }: DebugRecord) =>
      texts.some(({ text }) => /^\d+ more messages/.test(text));
    await waitUntil(() => records.some(isCounted));
  });

  it('a receiver that does not exist does not disturb the match', async () => {
    const { address } = await openReceiver();
    const server: TestServer = await startTestServer({
      rcss: { debug_channel: address.replace(/\d+$/, '9') },
    });
    await connectPlayer(server);
    await waitForSteps(server, 3);
    expect(server.ending).toBeNull();
    await server.end();
    expect(server.fault).toBeNull();
  });

  it('a text that is not an address with a port is refused', async () => {
    await expect(startTestServer({ rcss: { debug_channel: 'viewer:x' } })).rejects.toThrow(
      "rcss::debug_channel: 'viewer:x' is not an address with a port; give an IP address and a port, such as 127.0.0.1:6032 or [::1]:6032.",
    );
    expect(['localhost:1', '10.0.0.7:65535', '[::1]:6032'].map(parseDebugReceiver)).toEqual([
      { address: '127.0.0.1', port: 1 },
      { address: '10.0.0.7', port: 65535 },
      { address: '::1', port: 6032 },
    ]);
    for (const text of [
      '6032',
      ':6032',
      '127.0.0.1',
      '127.0.0.1:0',
      '127.0.0.1:65536',
      '::1:6032',
      '[10.0.0.7]:1',
    ])
      expect([text, parseDebugReceiver(text)]).toEqual([text, null]);
  });
});

describe('the records of a cycle', () => {
  /** A channel, and its records after a flush at time 7. */
  async function openChannel() {
    const { address, records, lineCounts } = await openReceiver();
    const channel = new DebugChannel(parseDebugReceiver(address)!);
    cleanUpAfterTest(() => channel.close());
    const flush = async (count: number) => {
      records.length = 0;
      lineCounts.length = 0;
      channel.flush({ time: 7, stoppageTime: 2 });
      await waitUntil(() => records.length >= count);
      return { records, lineCounts };
    };
    return { channel, flush };
  }
  const bytes = (text: string) => Buffer.from(text, 'latin1');

  it('have the time and the player, and no message twice', async () => {
    const { channel, flush } = await openChannel();
    channel.addReceived(0, bytes('(see 0)\0'));
    channel.addSent(0, bytes('(turn 1)'));
    for (const index of [10, 11, 21]) channel.addReceived(index, bytes('(see)'));
    const cycle = { time: 7, stoppageTime: 2 };
    expect((await flush(4)).records).toMatchObject([
      {
        ...cycle,
        side: 'l',
        unum: 1,
        messages: [
          { direction: 'received', text: '(see 0)' },
          { direction: 'sent', text: '(turn 1)' },
        ],
      },
      { ...cycle, side: 'l', unum: 11 },
      { ...cycle, side: 'r', unum: 1 },
      { ...cycle, side: 'r', unum: 11 },
    ]);
    channel.addSent(11, bytes('(dash 1)'));
    expect((await flush(1)).records).toMatchObject([
      { side: 'r', unum: 1, messages: [{ direction: 'sent', text: '(dash 1)' }] },
    ]);
  });

  it('have messages of up to 24000 characters of a player, and count the others', async () => {
    const { channel, flush } = await openChannel();
    channel.addSent(0, bytes('x'.repeat(23_990)));
    channel.addSent(0, bytes('y'.repeat(10)));
    channel.addSent(1, bytes('x'.repeat(24_001)));
    const [first, second] = (await flush(2)).records;
    expect(first!.messages!.map(({ text }) => text.length)).toEqual([23_990, 10]);
    expect(first!.texts).toBeUndefined();
    expect(second).toMatchObject({ unum: 2, texts: [{ text: '1 more messages in this cycle' }] });
    for (let n = 0; n < 3; n++) channel.addSent(0, bytes('x'.repeat(12_000)));
    channel.addSent(0, bytes('x'));
    const [third] = (await flush(1)).records;
    expect(third!.messages).toHaveLength(2);
    expect(third!.texts).toEqual([{ text: '2 more messages in this cycle' }]);
    // The count and the length begin again.
    channel.addSent(0, bytes('x'.repeat(24_000)));
    const [fourth] = (await flush(1)).records;
    expect([fourth!.messages!.length, fourth!.texts]).toEqual([1, undefined]);
  });

  it('are sent in datagrams of up to 32000 bytes', async () => {
    const { channel, flush } = await openChannel();
    channel.addSent(0, bytes('x'.repeat(100)));
    channel.addSent(1, bytes('x'.repeat(100)));
    const { records } = await flush(2);
    const overhead = records.map((record) => formatDebugRecord(record).length - 100);
    /** Lines per datagram if the lines of both players together have `length` bytes, with one line feed. */
    const sendLines = async (length: number) => {
      channel.addSent(0, bytes('x'.repeat(16_000)));
      channel.addSent(1, bytes('x'.repeat(length - 16_000 - 1 - overhead[0]! - overhead[1]!)));
      return (await flush(2)).lineCounts;
    };
    expect(await sendLines(32_000)).toEqual([2]);
    expect(await sendLines(32_001)).toEqual([1, 1]);
  });

  it('of a long line are sent alone', async () => {
    const { channel, flush } = await openChannel();
    // Each of these characters has two bytes in the datagram and one in the message.
    channel.addSent(0, bytes('\\'.repeat(20_000)));
    channel.addSent(1, bytes('x'));
    expect((await flush(2)).lineCounts).toEqual([1, 1]);
  });

  it('are not sent if there are none, and can be sent after the channel was closed', async () => {
    const { channel, flush } = await openChannel();
    channel.flush({ time: 1, stoppageTime: 0 });
    channel.addSent(3, bytes('a'));
    expect((await flush(1)).records).toHaveLength(1);
    channel.close();
    channel.close();
    channel.addSent(3, bytes('b'));
    expect((await flush(1)).records).toHaveLength(1);
  });
});
