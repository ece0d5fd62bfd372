import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { decompress, limitUnpackedBytes } from './gzip.js';

const MIB = 2 ** 20;

it('a packed log may become 200 times as large, and any may become 64 MiB', () => {
  expect(limitUnpackedBytes(1, 4096 * MIB)).toBe(64 * MIB);
  expect(limitUnpackedBytes((64 * MIB) / 200, 4096 * MIB)).toBe(64 * MIB);
  expect(limitUnpackedBytes(MIB, 4096 * MIB)).toBe(200 * MIB);
  expect(limitUnpackedBytes(100 * MIB, 4096 * MIB)).toBe(4096 * MIB);
  expect(limitUnpackedBytes(1, 1000)).toBe(1000);
});

it.each([
  ['without the last byte', (packed: Buffer) => packed.subarray(0, -1), 'gzip-damaged'],
  ['without its trailer', (packed: Buffer) => packed.subarray(0, -8), 'gzip-damaged'],
  ['cut off in its content', (packed: Buffer) => packed.subarray(0, -12), 'gzip-truncated'],
  ['with a wrong check sum', (packed: Buffer) => flip(packed, packed.length - 8), 'gzip-damaged'],
  ['with a wrong length', (packed: Buffer) => flip(packed, packed.length - 4), 'gzip-damaged'],
])('compressed data %s is decompressed and reported', (_, damage, code) => {
  const content = Buffer.from('ULG5\n');
  const { bytes, failure } = decompress(damage(gzipSync(content)), MIB);
  expect(failure?.code).toBe(code);
  if (code === 'gzip-damaged') expect(Buffer.from(bytes).equals(content)).toBe(true);
  else expect(content.subarray(0, bytes.length).equals(Buffer.from(bytes))).toBe(true);
});

it('several members are one log, each with its own trailer', () => {
  const members = [gzipSync('ULG5\n'), gzipSync('(show 1)\n')];
  const { bytes, failure } = decompress(Buffer.concat(members), MIB);
  expect(Buffer.from(bytes).toString()).toBe('ULG5\n(show 1)\n');
  expect(failure).toBeNull();
  const [first, second] = members as [Buffer, Buffer];
  const damaged = decompress(Buffer.concat([flip(first, first.length - 8), second]), MIB);
  expect(damaged.failure?.code).toBe('gzip-damaged');
});

/** Returns a copy in which the bits of one byte are inverted. */
function flip(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = copy[at]! ^ 0xff;
  return copy;
}
