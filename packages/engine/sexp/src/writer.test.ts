import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeLatin1 } from './latin1.js';
import { formatG6 } from './number-text.js';
import { ByteWriter } from './writer.js';

describe('ByteWriter', () => {
  it('writes a datagram with its NUL (spec 03 §1.2)', () => {
    const writer = new ByteWriter();
    writer.ascii('(init ').byte(0x6c).ascii(' ').int(1).ascii(' before_kick_off)').nul();
    expect(writer.length).toBe(27);
    expect(writer.toString()).toBe('(init l 1 before_kick_off)\0');
  });

  it('reset keeps the buffer; view shares it, copy does not (spec 03 §1.6)', () => {
    const writer = new ByteWriter(16);
    writer.ascii('(dash 100)');
    const { buffer } = writer;
    const copy = writer.copy();
    expect(writer.view().buffer).toBe(buffer.buffer);
    writer.reset().g6(-0).byte(0x20).g6(5.4).byte(0x20).hex(0x1a3);
    expect(writer.buffer).toBe(buffer);
    expect(writer.toString()).toBe('-0 5.4 1a3');
    expect(copy).toEqual(encodeLatin1('(dash 100)'));
  });

  it('grows to any size and gives the same text as concatenation (spec 03 §1.2)', () => {
    const part = fc.oneof(
      fc.string({ maxLength: 100 }).map((text) => ({ text, write: (w: ByteWriter) => w.ascii(text) })),
      fc
        .string({ maxLength: 100 })
        .map((text) => ({ text, write: (w: ByteWriter) => w.bytes(encodeLatin1(text)) })),
      fc.integer().map((n) => ({ text: String(n), write: (w: ByteWriter) => w.int(n) })),
      fc.double({ noNaN: true }).map((x) => ({ text: formatG6(x), write: (w: ByteWriter) => w.g6(x) })),
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const writer = new ByteWriter(1);
        for (const { write } of parts) write(writer);
        expect(writer.toString()).toBe(parts.map(({ text }) => text).join(''));
      }),
    );
  });

  it('reserve makes room for direct writes to the buffer (spec 03 §1.2)', () => {
    const writer = new ByteWriter(16);
    writer.ascii('0123456789');
    writer.reserve(1000);
    expect(writer.buffer.length).toBeGreaterThanOrEqual(1010);
    expect(writer.toString()).toBe('0123456789');
  });
});
