import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LogFile, LogFileError, type LogFileOptions } from './log-file.js';

let dir: string;
let reports: string[];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'rcss-'));
  reports = [];
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const openLog = (more: Partial<LogFileOptions> = {}) =>
  new LogFile(
    { dir, suffix: '.rcl', fixed: false, fixedName: 'foo', compression: 0, overwrite: false, ...more },
    (line) => reports.push(line),
  );

/** A device that fails each write as a full disk does. */
const FULL_DISK = { dir: '/dev', suffix: '', fixed: true, fixedName: 'full' };

describe('log files (spec 02 §10)', () => {
  it('a log has the name `incomplete` while it grows, is flushed, and gets its final name at the end (spec 02 §13.39)', async () => {
    const log = openLog();
    log.write('one\n');
    log.write(new Uint8Array([0x74, 0x77, 0x6f, 0x0a]));
    log.flush();
    expect(readFileSync(join(dir, 'incomplete.rcl'), 'latin1')).toBe('one\ntwo\n');
    log.write('caf\xe9\n');
    expect(await log.close('A_0-vs-B_0')).toBe(join(dir, 'A_0-vs-B_0.rcl'));
    expect(readdirSync(dir)).toEqual(['A_0-vs-B_0.rcl']);
    expect(readFileSync(join(dir, 'A_0-vs-B_0.rcl'), 'latin1')).toBe('one\ntwo\ncaf\xe9\n');
    expect(reports).toEqual([]);
  });

  it('a fixed name stays; an existing file is kept under a number', async () => {
    writeFileSync(join(dir, 'foo.rcl'), 'the match of yesterday');
    const log = openLog({ fixed: true });
    log.write('now\n');
    expect(await log.close('A_0-vs-B_0')).toBe(join(dir, 'foo.rcl'));
    expect(readFileSync(join(dir, 'foo.rcl'), 'latin1')).toBe('now\n');
    expect(readFileSync(join(dir, 'foo-2.rcl'), 'latin1')).toBe('the match of yesterday');
  });

  it('a fixed name replaces an existing file if this is configured', async () => {
    writeFileSync(join(dir, 'foo.rcl'), 'the match of yesterday');
    await openLog({ fixed: true, overwrite: true }).close('A_0-vs-B_0');
    expect(readdirSync(dir)).toEqual(['foo.rcl']);
    expect(readFileSync(join(dir, 'foo.rcl'), 'latin1')).toBe('');
  });

  it('two logs with one fixed name at the same time are both complete', async () => {
    const first = openLog({ fixed: true });
    first.write('first ');
    first.flush();
    const second = openLog({ fixed: true });
    second.write('second');
    first.write('match');
    expect(await first.close('x')).toBe(join(dir, 'foo-2.rcl'));
    expect(await second.close('x')).toBe(join(dir, 'foo.rcl'));
    expect(readFileSync(join(dir, 'foo-2.rcl'), 'latin1')).toBe('first match');
    expect(readFileSync(join(dir, 'foo.rcl'), 'latin1')).toBe('second');
  });

  it('an existing file of the final name is kept; the log gets a number', async () => {
    writeFileSync(join(dir, 'result.rcl'), 'old');
    const log = openLog();
    log.write('new');
    expect(await log.close('result')).toBe(join(dir, 'result-2.rcl'));
    expect(readFileSync(join(dir, 'result.rcl'), 'latin1')).toBe('old');
    expect(readFileSync(join(dir, 'result-2.rcl'), 'latin1')).toBe('new');
  });

  it('two logs in one folder have different names while they grow', async () => {
    const first = openLog();
    const second = openLog();
    first.write('first');
    second.write('second');
    expect(readdirSync(dir).sort()).toEqual(['incomplete-2.rcl', 'incomplete.rcl']);
    await first.close('A_0-vs-B_0');
    await second.close('A_0-vs-B_0');
    expect(readFileSync(join(dir, 'A_0-vs-B_0.rcl'), 'latin1')).toBe('first');
    expect(readFileSync(join(dir, 'A_0-vs-B_0-2.rcl'), 'latin1')).toBe('second');
  });

  it('a symbolic link named `incomplete` is not followed', async () => {
    const target = join(dir, 'precious.txt');
    writeFileSync(target, 'precious');
    symlinkSync(target, join(dir, 'incomplete.rcl'));
    const log = openLog();
    log.write('log');
    expect(await log.close('x')).toBe(join(dir, 'x.rcl'));
    expect(readFileSync(target, 'latin1')).toBe('precious');
  });

  it('a log that another program has renamed gets its final name at the end', async () => {
    const log = openLog();
    renameSync(join(dir, 'incomplete.rcl'), join(dir, 'moved.rcl'));
    writeFileSync(join(dir, 'incomplete.rcl'), 'of another match');
    log.write('log');
    expect(await log.close('x')).toBe(join(dir, 'x.rcl'));
    expect(readFileSync(join(dir, 'x.rcl'), 'latin1')).toBe('log');
    expect(readFileSync(join(dir, 'incomplete.rcl'), 'latin1')).toBe('of another match');
    expect(reports).toEqual([]);
  });

  it('a log that was removed while the match ran is reported', async () => {
    const log = openLog();
    rmSync(join(dir, 'incomplete.rcl'));
    await log.close('x');
    expect(reports).toEqual([expect.stringContaining('was removed while the match ran')]);
  });

  it('a date format may contain folders; they are created', async () => {
    expect(await openLog().close('2026/x')).toBe(join(dir, '2026', 'x.rcl'));
  });

  it('missing directories are created with their parents', async () => {
    const log = openLog({ dir: join(dir, 'a', 'b') });
    await log.close('x');
    expect(existsSync(join(dir, 'a', 'b', 'x.rcl'))).toBe(true);
  });

  it('compressed logs are gzip, readable up to the last flush while they grow', async () => {
    const log = openLog({ compression: 6 });
    log.write('hello\n');
    log.flush();
    await expect
      .poll(() => {
        const bytes = readFileSync(join(dir, 'incomplete.rcl.gz'));
        if (bytes.length === 0) return '';
        return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString();
      })
      .toBe('hello\n');
    log.write('world\n');
    expect(await log.close('x')).toBe(join(dir, 'x.rcl.gz'));
    expect(gunzipSync(readFileSync(join(dir, 'x.rcl.gz'))).toString()).toBe('hello\nworld\n');
  });

  it('a directory or file that cannot be created stops the start (spec 02 §1.3)', () => {
    writeFileSync(join(dir, 'file'), '');
    expect(() => openLog({ dir: join(dir, 'file') })).toThrow(LogFileError);
    mkdirSync(join(dir, 'foo.rcl'));
    expect(() => openLog({ fixed: true })).toThrow(/could not open file ".*foo.rcl"/);
  });

  it.runIf(existsSync('/dev/shm'))(
    'in /dev/shm, an existing file keeps its contents under another name',
    async () => {
      const dir = mkdtempSync('/dev/shm/rcss-log-');
      try {
        writeFileSync(join(dir, 'match.rec'), 'earlier');
        const options = {
          dir,
          suffix: '',
          fixed: true,
          fixedName: 'match.rec',
          compression: 0,
          overwrite: false,
        };
        const log = new LogFile(options, () => {});
        log.write('later');
        await log.close('');
        expect(['match-2.rec', 'match.rec'].map((name) => readFileSync(join(dir, name), 'utf8'))).toEqual([
          'earlier',
          'later',
        ]);
      } finally {
        rmSync(dir, { recursive: true });
      }
    },
  );

  it.runIf(existsSync('/dev/full'))(
    'a full disk is reported once and ends the log, not the match',
    async () => {
      const log = openLog(FULL_DISK);
      for (let step = 0; step < 100; step++) {
        log.write(`step ${step}\n`);
        log.flush();
      }
      await log.close('x');
      expect(reports).toHaveLength(1);
      expect(reports[0]).toMatch(
        /could not write to ".*\/dev\/full": ENOSPC.*; the match continues without this log/,
      );
    },
  );

  it.runIf(existsSync('/dev/full'))('a full disk is reported once for a compressed log too', async () => {
    symlinkSync('/dev/full', join(dir, 'full.gz'));
    const log = openLog({ ...FULL_DISK, dir, overwrite: true, suffix: '', compression: 1 });
    log.write('step\n'.repeat(10_000));
    log.flush();
    await log.close('x');
    expect(reports).toHaveLength(1);
    expect(reports[0]).toContain('ENOSPC');
  });

  it('if the file cannot be renamed, it stays where it is', async () => {
    const log = openLog();
    log.write('kept');
    writeFileSync(join(dir, 'file'), '');
    const path = await log.close('file/name');
    expect(path).toBe(join(dir, 'incomplete.rcl'));
    expect(readFileSync(path, 'latin1')).toBe('kept');
    expect(reports[0]).toMatch(/could not rename/);
  });

  it('a second close has no effect', async () => {
    const log = openLog({ fixed: true });
    await log.close('x');
    log.write('late');
    log.flush();
    await log.close('x');
    expect(readFileSync(join(dir, 'foo.rcl'), 'latin1')).toBe('');
  });

  it('without options all bytes are discarded', async () => {
    const reports: string[] = [];
    const log = new LogFile(null, (message) => reports.push(message));
    log.write('lost\n');
    log.flush();
    expect(log.writer).not.toBeNull();
    expect(await log.close('name')).toBe('');
    expect(reports).toEqual([]);
  });
});
