import { describe, expect, it } from 'vitest';
import { compress } from './entries/codec.js';
import { readTextLog, readTextLogBytes, TextLogDecoder, type TextLogEntry } from './entries/text-logs.js';

/** The example of the specification. */
const EXAMPLE = `0,2\tRecv HELIOS_L_1: (init HELIOS_L (version 18) (goalie))
0,17\tRecv A_B+1_Coach: (init A_B+1 Coachy (version 18))
0,64\tRecv Coach: (say hello all)
0,81\t(referee kick_off_l)
1405,0\t(referee goal_r_1)
6000,0\tRecv HELIOS_R_5: (bye)
0,2\tCYCLE_TIMES: 101.234
0,2\tDISP: 0.012659
0,3\tNum sleeps called: 7
`;

function latin1(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

function read(text: string): TextLogEntry[] {
  return [...readTextLogBytes(latin1(text))].map((entry) => {
    if (entry.type === 'damage') throw new Error(entry.text);
    return entry;
  });
}

describe('lines of more than 1 MiB', () => {
  const LONG = 3 << 20;
  const log = latin1(`0,1\t(referee a)\n0,2\t${'x'.repeat(LONG)}\n0,3\t(referee b)\n${'y'.repeat(LONG)}`);

  it.each([log.length, 65_536])(
    'are damage, and the entries around them are read, in pieces of %i bytes',
    (size) => {
      const decoder = new TextLogDecoder();
      const entries: unknown[] = [];
      const read = (): void => {
        for (let entry = decoder.next(); entry !== null; entry = decoder.next())
          entries.push(entry.type === 'damage' ? [entry.offset, entry.text.length] : entry.type);
      };
      for (let at = 0; at < log.length; at += size) {
        decoder.push(log.subarray(at, at + size));
        read();
      }
      decoder.finish();
      read();
      expect(entries).toEqual(['referee', [16, 200], 'referee', [16 + 4 + LONG + 1 + 16, 200]]);
    },
  );

  it('a line without end is not kept in memory', () => {
    const decoder = new TextLogDecoder();
    const piece = new Uint8Array(1 << 20);
    const before = process.memoryUsage().arrayBuffers;
    for (let i = 0; i < 512; i++) {
      decoder.push(piece);
      while (decoder.next() !== null);
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 << 20);
  });
});

describe('text logs', () => {
  it('reads entries of clients, referee and timing (spec 09 §11, §15.18, §15.19)', () => {
    expect(read(EXAMPLE).map(({ offset: _, ...entry }) => entry)).toEqual([
      {
        time: 0,
        stoppageTime: 2,
        type: 'recv',
        client: { role: 'player', team: 'HELIOS_L', unum: 1 },
        message: '(init HELIOS_L (version 18) (goalie))',
      },
      {
        time: 0,
        stoppageTime: 17,
        type: 'recv',
        client: { role: 'coach', team: 'A_B+1' },
        message: '(init A_B+1 Coachy (version 18))',
      },
      { time: 0, stoppageTime: 64, type: 'recv', client: { role: 'trainer' }, message: '(say hello all)' },
      { time: 0, stoppageTime: 81, type: 'referee', call: 'kick_off_l' },
      { time: 1405, stoppageTime: 0, type: 'referee', call: 'goal_r_1' },
      {
        time: 6000,
        stoppageTime: 0,
        type: 'recv',
        client: { role: 'player', team: 'HELIOS_R', unum: 5 },
        message: '(bye)',
      },
      { time: 0, stoppageTime: 2, type: 'timing', label: 'CYCLE_TIMES', milliseconds: 101.234 },
      { time: 0, stoppageTime: 2, type: 'timing', label: 'DISP', milliseconds: 0.012659 },
      { time: 0, stoppageTime: 3, type: 'sleeps', count: 7 },
    ]);
  });

  it('a message begins directly after the colon if no blank follows, and a client without a name is none', () => {
    const entries = read('1,0\tRecv A_1:(bye)\n2,0\tRecv :A_1: (bye)\n');
    expect(entries).toMatchObject([
      { type: 'recv', client: { team: 'A', unum: 1 }, message: '(bye)' },
      { type: 'other', text: 'Recv :A_1: (bye)' },
    ]);
  });

  it('messages keep their line feeds, inside and at the end (spec 09 §11)', () => {
    const messages = ['(say a)\n', '(say b\nc)', '\n\n', 'x'];
    const log = messages.map((m, i) => `${i},0\tRecv A_1: ${m}\n`).join('');
    const found = read(log).map((e) => (e.type === 'recv' ? e.message : null));
    expect(found).toEqual(messages);
  });

  it('reads text of an unknown form as damage before the first entry, and as other entries after it (spec 09 §11)', () => {
    const entries = [...readTextLogBytes(latin1('garbage\n1,2\tsomething else\n3,4\tRecv unknown: x'))];
    expect(entries).toEqual([
      { type: 'damage', offset: 0, text: 'garbage' },
      { type: 'other', offset: 8, time: 1, stoppageTime: 2, text: 'something else' },
      { type: 'other', offset: 27, time: 3, stoppageTime: 4, text: 'Recv unknown: x' },
    ]);
  });

  it('reads the same entries in pieces, compressed or not (spec 09 §10)', async () => {
    const whole = read(EXAMPLE);
    const packed = compress(latin1(EXAMPLE));
    for (const bytes of [latin1(EXAMPLE), packed]) {
      async function* pieces(): AsyncGenerator<Uint8Array> {
        for (let at = 0; at < bytes.length; at += 5) yield bytes.slice(at, at + 5);
      }
      const entries: unknown[] = [];
      for await (const entry of readTextLog(pieces())) entries.push(entry);
      expect(entries).toEqual(whole);
    }
    const decoder = new TextLogDecoder();
    decoder.push(latin1('1,2\tRecv A_1: (bye)\n'));
    expect(decoder.next()).toBeNull();
    decoder.finish();
    expect(decoder.next()).toMatchObject({ type: 'recv', offset: 0 });
    expect(decoder.next()).toBeNull();
  });

  it.each([
    '5,\tx',
    ',5\tx',
    '5\tx',
    '5,6,7\tx',
    '5,6 \tx',
    '-5,6\tx',
    '5,6x\ty',
    '5,',
    '5,6',
    '12345678901,0\tx',
  ])('a line that begins with %j is not an entry', (line) => {
    expect([...readTextLogBytes(latin1(`${line}\n`))]).toEqual([{ type: 'damage', offset: 0, text: line }]);
    const [entry, ...rest] = read(`1,2\tfirst\n${line}\n`);
    expect(entry).toMatchObject({ type: 'other', text: `first\n${line}` });
    expect(rest).toEqual([]);
  });

  it.each(['_5', 'A_0', 'A_123', 'A_x', 'A', '_Coach', 'A_'])('%s is not the name of a client', (name) => {
    expect(read(`1,0\tRecv ${name}: (bye)\n`)).toMatchObject([
      { type: 'other', text: `Recv ${name}: (bye)` },
    ]);
  });

  it('the text of damage before the first entry has at most 200 characters', () => {
    expect([...readTextLogBytes(latin1(`${'a'.repeat(200)}\n${'b'.repeat(201)}\n`))]).toMatchObject([
      { type: 'damage', offset: 0, text: 'a'.repeat(200) },
      { type: 'damage', offset: 201, text: 'b'.repeat(200) },
    ]);
  });

  it('an entry has at most 4096 lines', () => {
    const texts = read(`1,2\tfirst\n${'x\n'.repeat(5000)}`).map((entry) =>
      'text' in entry ? entry.text : '',
    );
    expect(texts.map((text) => text.split('\n').length)).toEqual([4096]);
  });

  it('times have up to ten digits', () => {
    expect(read('1234567890,0987654321\tx\n')).toMatchObject([{ time: 1234567890, stoppageTime: 987654321 }]);
  });

  it('a line that ends in its head does not take bytes of the next line', () => {
    expect(read('1,2\ta\n3,4\n\tb\n')).toMatchObject([{ time: 1, stoppageTime: 2, text: 'a\n3,4\n\tb' }]);
  });

  it('an entry keeps its first 4096 lines: a file that is not a log needs little memory', () => {
    const lines = Array.from({ length: 5000 }, (_, i) => `line ${i}`);
    const [entry] = read(`1,0\thead\n${lines.join('\n')}\n2,0\tnext\n`);
    expect((entry as { text: string }).text.split('\n')).toEqual(['head', ...lines.slice(0, 4095)]);
  });
});
