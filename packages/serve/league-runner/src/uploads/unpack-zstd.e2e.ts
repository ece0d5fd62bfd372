import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as zlib from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { chunk, pack, START, unpackMutations } from '../../test/archives.js';
import { UPLOAD_LIMITS, unpackArchive } from './unpack.js';

let base: string;
let folder: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'rcss-zstd-'));
  folder = join(base, 'inside');
  mkdirSync(folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(base, { recursive: true });
});

const compress = (bytes: Buffer, ...options: string[]): Buffer =>
  execFileSync('zstd', ['-qc', ...options], { input: bytes, maxBuffer: 64 << 20 });
const hasProgram = (): boolean => {
  try {
    compress(Buffer.from('x'));
    return true;
  } catch {
    return false;
  }
};

describe.runIf(hasProgram())('archives of zstd', () => {
  test('are unpacked like others', async () => {
    await unpackArchive(chunk(compress(pack([START]))), folder);
    expect(readFileSync(join(folder, 'reds/start.sh'), 'utf8')).toBe('#!/bin/sh\n');
  });

  test.each<[string, () => Buffer, RegExp]>([
    // Node.js itself ends a cut frame without an error.
    ['cut', () => compress(pack([START])).subarray(0, 60), /damaged|has only 0 bytes/],
    ['compressed twice', () => compress(compress(pack([START]))), /compressed twice/],
    [
      'larger than allowed',
      () => compress(pack([{ path: 'zeros', body: Buffer.alloc(8 << 20) }])),
      /larger than 4 MB/,
    ],
    // A window of 1 GB, for which the bytes after the header need not be there.
    [
      'with a window that needs much memory',
      () => Buffer.from('28b52ffd00a0000000', 'hex'),
      /damaged: .*(memory|Window)/,
    ],
  ])('are refused if they are %s', async (_, create, reason) => {
    const limits = { ...UPLOAD_LIMITS, bytes: 4 << 20 };
    await expect(unpackArchive(chunk(create()), folder, limits)).rejects.toThrow(reason);
    expect(readdirSync(base)).toEqual(['inside']);
  });

  test('more bytes than allowed are not read to their end', async () => {
    const random = randomBytes(2 << 20);
    const archive = compress(pack([{ path: 'random', body: random }]));
    await expect(
      unpackArchive(chunk(archive), folder, { ...UPLOAD_LIMITS, archiveBytes: 1 << 17 }),
    ).rejects.toThrow('the archive is larger than');
  });

  test('300 mutated archives are unpacked inside of the folder or refused with a reason; memory stays bounded', () =>
    unpackMutations(base, (bytes) => compress(bytes)));

  test.runIf(!('createZstdDecompress' in zlib))(
    'without the program, the answer is what is missing',
    async () => {
      const archive = compress(pack([START]));
      vi.stubEnv('PATH', base);
      await expect(unpackArchive(chunk(archive), folder)).rejects.toThrow(
        /it needs the program zstd or Node.js 22.15\); send .tar.gz/,
      );
    },
  );
});
