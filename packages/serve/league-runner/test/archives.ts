// cspell:ignore linkpath
import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Header } from 'tar';
import { expect } from 'vitest';
import { UploadProblem, unpackArchive } from '../src/uploads/unpack.js';

/** An entry of a tar archive. */
export interface Entry {
  readonly path: string;
  readonly type?: 'File' | 'Directory' | 'SymbolicLink' | 'Link' | 'CharacterDevice' | 'BlockDevice' | 'FIFO';
  readonly body?: string | Buffer;
  readonly linkpath?: string;
  readonly mode?: number;
}

/** Returns a tar archive with any entries. */
export function pack(entries: readonly Entry[]): Buffer {
  const parts = entries.flatMap(({ path, type = 'File', body = '', linkpath = '', mode = 0o644 }) => {
    const bytes = Buffer.from(body);
    const header = new Header({ path, type, linkpath, mode, size: bytes.length });
    header.encode();
    return [header.block!, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}

export async function* chunk(bytes: Buffer, size = 16_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export const START: Entry = { path: 'reds/start.sh', body: '#!/bin/sh\n', mode: 0o4755 };
export const LINK: Entry = { path: 'reds/to', type: 'SymbolicLink', linkpath: 'lib' };

/** Random numbers of a seed. */
function createRandom(seed: number): (end: number) => number {
  let state = seed;
  return (end) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}

/** Unpacks 300 mutated archives, half of them compressed, in a folder below `base`. */
export async function unpackMutations(base: string, compress: (bytes: Buffer) => Buffer): Promise<void> {
  const folder = join(base, 'inside');
  const parts: readonly (readonly Entry[])[] = [
    [{ path: '../outside', body: 'x' }],
    [LINK, { path: 'reds/to/x', body: 'x' }],
    [{ path: 'big', body: Buffer.alloc(2_000_000) }],
    [{ path: 'x', type: 'CharacterDevice' }],
    [
      { ...LINK, path: 'out', linkpath: '..' },
      { path: 'out/x', body: 'x' },
    ],
    [
      { path: 'A', body: 'x' },
      { path: 'a', body: 'x' },
    ],
    [{ path: '/tmp/rcss-absolute', body: 'x' }],
  ];
  const limits = { archiveBytes: 1 << 20, bytes: 4 << 20, entries: 50 };
  let refused = 0;
  const before = process.memoryUsage().rss;
  for (let seed = 1; seed <= 300; seed++) {
    const random = createRandom(seed);
    const bytes = pack([
      START,
      ...parts[random(parts.length)]!,
      ...(random(2) === 0 ? parts[random(parts.length)]! : []),
    ]);
    // Fields of headers and data of any kind; with a sum that is right again, half of the time.
    for (let i = random(4); i > 0; i--) bytes[random(bytes.length)] = random(256);
    const archive = random(2) === 0 ? bytes : compress(bytes);
    if (random(3) === 0) archive[random(archive.length)]! ^= 1 << random(8);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    const cut = random(8) === 0 ? archive.subarray(0, random(archive.length)) : archive;
    await unpackArchive(chunk(cut), folder, limits).catch((error: Error) => {
      refused += 1;
      expect(error, `seed ${seed}`).toBeInstanceOf(UploadProblem);
      expect(error.message.length).toBeGreaterThan(10);
    });
    expect(readdirSync(base), `seed ${seed}`).toEqual(['inside']);
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const stat = lstatSync(join(folder, name));
      expect(stat.isFile() || stat.isDirectory() || stat.isSymbolicLink(), `seed ${seed}: ${name}`).toBe(
        true,
      );
    }
  }
  expect(existsSync('/tmp/rcss-absolute')).toBe(false);
  expect(refused).toBeGreaterThan(200);
  expect(process.memoryUsage().rss - before).toBeLessThan(300 << 20);
}
