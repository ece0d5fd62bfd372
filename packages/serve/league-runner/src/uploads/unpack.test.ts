// cspell:ignore linkpath libfoo
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Parser } from 'tar';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { chunk, type Entry, LINK, pack, START, unpackMutations } from '../../test/archives.js';
import { UPLOAD_LIMITS, UploadProblem, unpackArchive } from './unpack.js';

let base: string;
let folder: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'rcss-unpack-'));
  folder = join(base, 'inside');
  mkdirSync(folder);
});
afterEach(() => rmSync(base, { recursive: true }));

const unpack = (bytes: Buffer, limits = UPLOAD_LIMITS): Promise<string> =>
  unpackArchive(chunk(bytes), folder, limits);

test('unpacks files, folders and links, with the rights of a file only, and returns the digest of the archive', async () => {
  const archive = pack([
    { path: './', type: 'Directory' },
    START,
    { path: 'reds/lib/libfoo.so.1', body: Buffer.alloc(70_000, 'x') },
    { path: 'reds/lib/libfoo.so', type: 'SymbolicLink', linkpath: 'libfoo.so.1' },
    { path: 'reds/lib', type: 'Directory' },
    { path: 'reds/lib/up', type: 'SymbolicLink', linkpath: '../start.sh' },
  ]);
  // Below two folders at the top, a link may lead from one to the other.
  mkdirSync(join(base, 'two'));
  const two = pack([START, { path: 'lib/up', type: 'SymbolicLink', linkpath: '../reds/start.sh' }]);
  await unpackArchive(chunk(two), join(base, 'two'));
  const digest = await unpack(gzipSync(archive));
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  expect(readdirSync(join(folder, 'reds/lib')).sort()).toEqual(['libfoo.so', 'libfoo.so.1', 'up']);
  expect(readFileSync(join(folder, 'reds/lib/up'), 'utf8')).toBe('#!/bin/sh\n');
  expect(statSync(join(folder, 'reds/start.sh')).mode & 0o7777).toBe(0o755);
  expect(statSync(join(folder, 'reds/lib/libfoo.so')).size).toBe(70_000);
});

test('an archive without compression, in chunks of one byte, is the same', async () => {
  await unpackArchive(chunk(pack([START]), 1), folder);
  expect(readFileSync(join(folder, 'reds/start.sh'), 'utf8')).toBe('#!/bin/sh\n');
});

test('what follows the end of an archive is neither kept nor copied', async () => {
  const write = vi.spyOn(Parser.prototype, 'write');
  await unpack(gzipSync(Buffer.concat([pack([START]), Buffer.alloc(8 << 20)])));
  const byteCount = write.mock.calls.reduce((sum, [bytes]) => sum + bytes.length, 0);
  write.mockRestore();
  expect(byteCount).toBeLessThan(1 << 18);
});

describe('refuses, with the reason', () => {
  test.each<[string, readonly Entry[], RegExp]>([
    ['a path that leaves the archive', [{ path: '../x' }], /"\.\.\/x": paths do not leave/],
    ['one in the middle', [{ path: 'a/../../x' }], /do not leave/],
    ['an absolute path', [{ path: '/etc/x' }], /relative to the archive/],
    ['a drive', [{ path: 'c:/x' }], /relative to the archive/],
    ['a backslash', [{ path: '..\\x' }], /backslash/],
    ['a line break', [{ path: 'a\nb' }], /control characters/],
    ['a device', [{ path: 'x', type: 'CharacterDevice' }], /of the type CharacterDevice/],
    ['a disk', [{ path: 'x', type: 'BlockDevice' }], /of the type BlockDevice/],
    ['a pipe', [{ path: 'x', type: 'FIFO' }], /of the type FIFO/],
    ['a hard link', [START, { path: 'x', type: 'Link', linkpath: 'reds/start.sh' }], /of the type Link/],
    [
      'a link to an absolute path',
      [{ ...LINK, linkpath: '/etc/passwd' }],
      /links lead to a place in the archive/,
    ],
    ['a link out of the archive', [{ ...LINK, linkpath: '../../x' }], /is a link to "\.\.\/\.\.\/x"/],
    [
      'a link that leaves by way of another',
      [LINK, { ...LINK, path: 'reds/on', linkpath: 'to/../../..' }],
      /links lead/,
    ],
    [
      'a link that leads out when the only folder of the archive becomes the folder of the team',
      [START, { ...LINK, linkpath: '../team.json' }],
      /"reds\/to" is a link out of the only folder/,
    ],
    ['the place of that folder itself', [START, { ...LINK, linkpath: '..' }], /out of the only folder/],
    ['a file below a link', [LINK, { path: 'reds/to/x', body: 'x' }], /below a file or a link/],
    ['a folder in the place of a link', [LINK, { path: 'reds/to', type: 'Directory' }], /comes twice/],
    ['a file twice', [START, START], /comes twice/],
    ['a file below a file', [START, { path: 'reds/start.sh/x' }], /below a file/],
    ['names that differ by case', [START, { path: 'reds/START.sh' }], /differ only by case/],
    ['folders that differ by case', [START, { path: 'Reds/other' }], /differ only by case/],
    ['two forms of a letter', [{ path: 'caf\u00e9' }, { path: 'cafe\u0301' }], /form of their letters/],
    ['a long path', [{ path: `${'a'.repeat(70)}/${'b'.repeat(70)}/${'c'.repeat(99)}` }], /at most 240 bytes/],
    ['deep folders', [{ path: `${'d/'.repeat(30)}x` }], /at most 24 deep/],
    ['nothing', [{ path: './', type: 'Directory' }], /no files/],
  ])('%s', async (_, entries, reason) => {
    await expect(unpack(pack(entries))).rejects.toThrow(reason);
    await expect(unpack(gzipSync(pack(entries)))).rejects.toThrow(UploadProblem);
    expect(readdirSync(base)).toEqual(['inside']);
  });

  test('more bytes, packed and unpacked, and more entries than allowed', async () => {
    const zeros = pack([{ path: 'zeros', body: Buffer.alloc(3_000_000) }]);
    await expect(unpack(zeros, { ...UPLOAD_LIMITS, archiveBytes: 1 << 20 })).rejects.toThrow(
      'the archive is larger than 1 MB',
    );
    const bomb = unpack(gzipSync(pack([{ path: 'more', body: Buffer.alloc(3_000_000) }])), {
      ...UPLOAD_LIMITS,
      bytes: 1 << 20,
    });
    await expect(bomb).rejects.toThrow('the unpacked archive is larger than 1 MB');
    const many = pack(Array.from({ length: 11 }, (_, i) => ({ path: `f${i}` })));
    await expect(unpack(many, { ...UPLOAD_LIMITS, entries: 10 })).rejects.toThrow('more than 10 files');
  });

  test('what the system cannot write, without the path of the server', async () => {
    rmSync(folder, { recursive: true });
    const refused = unpack(pack([START]));
    await expect(refused).rejects.toThrow(/^the server cannot write the files: ENOENT$/);
    mkdirSync(folder);
  });

  test('what is compressed twice, has no archive, or is cut', async () => {
    const archive = pack([START]);
    await expect(unpack(gzipSync(gzipSync(archive)))).rejects.toThrow('compressed twice');
    await expect(unpack(Buffer.from('PK\x03\x04 a zip'.repeat(100)))).rejects.toThrow('not a tar archive');
    await expect(unpack(gzipSync(archive).subarray(0, 60))).rejects.toThrow('damaged');
    await expect(unpack(Buffer.alloc(0))).rejects.toThrow('the archive has only 0 bytes');
  });
});

test('300 mutated archives are unpacked inside of the folder or refused with a reason; memory stays bounded', () =>
  unpackMutations(base, gzipSync));
