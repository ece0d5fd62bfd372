import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { tableFromIPC } from '@uwdata/flechette';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { createTempFolder, findClip, findSample, run } from '../../test/run.js';

const NAMES = ['sample-v3', 'sample-v6', 'shootout-v6'];

/** A folder with logs, one of them in a subfolder. */
function createLogFolder(): string {
  const folder = join(createTempFolder(), 'a folder é');
  mkdirSync(join(folder, 'more'), { recursive: true });
  for (const name of NAMES) {
    copyFileSync(findSample(name), join(folder, name === 'sample-v6' ? 'more' : '.', `${name}.rcg.gz`));
  }
  return folder;
}

const FOLDER = createLogFolder();

async function exportTo(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await run(['export', '--jobs', '1', ...args]);
  expect([code, err]).toEqual([0, '']);
  return out;
}

describe('export', () => {
  it('writes one file per log of a folder, in the order of their paths, and prints their names', async () => {
    const out = createTempFolder();
    const printed = await exportTo('--table', 'spadl', '-d', out, FOLDER);
    const names = ['sample-v6', 'sample-v3', 'shootout-v6'].map((name) => `${name}.spadl.csv`);
    expect(printed.trimEnd().split('\n')).toEqual(names.map((name) => join(out, name)));
    expect(readdirSync(out).sort()).toEqual([...names].sort());
    expect(readFileSync(join(out, names[0]!), 'utf8')).toMatch(
      /^game_id,original_event_id,action_id,period_id,time_seconds,team_id,player_id,.*\nsample-v6,\d+,0,1,/,
    );
  });

  it('writes the tables of all logs to one file, with one header', async () => {
    const printed = await exportTo('--table', 'teams', '-o', '-', FOLDER);
    const lines = printed.trimEnd().split('\n');
    expect(lines.map((line) => line.split(',')[0])).toEqual([
      'game_id',
      ...['sample-v6', 'sample-v3', 'shootout-v6'].flatMap((name) => [name, name]),
    ]);
  });

  it.each(['action-values', 'player-values'])(
    '%s: rows of the actions or players of the log',
    async (table) => {
      const { code, out } = await run([
        'export',
        '--format',
        'jsonl',
        '--table',
        table,
        '-o',
        '-',
        findClip('06'),
      ]);
      expect(code).toBe(0);
      const rows = out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, number>);
      expect(rows.length).toBeGreaterThan(3);
      for (const row of rows)
        expect(row['offensive_value']! + row['defensive_value']!).toBeCloseTo(row['vaep_value']!, 6);
      const header = await run([
        'export',
        '--table',
        table,
        '--fields',
        'game_id,vaep_*',
        '-o',
        '-',
        findClip('06'),
      ]);
      expect(header.out.split('\n')[0]).toBe('game_id,vaep_value');
    },
  );

  it('pitch-control: the shares of all cells in one show of the given number of cycles', async () => {
    const print = (...args: string[]) =>
      run(['export', '--table', 'pitch-control', '--format', 'jsonl', '-o', '-', ...args, findClip('06')]);
    const read = async (...args: string[]) => {
      const { code, out } = await print(...args);
      expect(code).toBe(0);
      return out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { time: number; x: number; y: number; l_control: number });
    };
    const rows = await read();
    expect(rows.length % (40 * 26)).toBe(0);
    expect(rows.every(({ l_control }) => l_control >= 0 && l_control <= 1)).toBe(true);
    expect([rows[0]!.x, rows[0]!.y, rows[1039]!.x, rows[1039]!.y].map((x) => Number(x.toFixed(4)))).toEqual([
      -51.1875, -32.6923, 51.1875, 32.6923,
    ]);
    // The left team is first in front of its own goal, the right team in front of the other.
    const mean = (sign: number) => {
      const part = rows.filter(({ x, y }) => sign * x > 45 && Math.abs(y) < 10);
      return part.reduce((sum, { l_control }) => sum + l_control, 0) / part.length;
    };
    expect(mean(-1)).toBeGreaterThan(0.7);
    expect(mean(1)).toBeLessThan(0.3);
    const times = [...new Set((await read('--step', '20', '--fields', 'time')).map(({ time }) => time))];
    expect(times.length).toBeGreaterThan(2);
    expect(times).toEqual(times.map((_, i) => rows[0]!.time + 20 * i));
    expect(await run(['export', '--table', 'teams', '--step', '5', '-o', '-', findClip('06')])).toMatchObject(
      {
        code: 2,
        err: expect.stringContaining('--step needs --table pitch-control'),
      },
    );
  });

  it('exports selected fields, from the standard input too', async () => {
    const log = gunzipSync(readFileSync(findSample('sample-v6')));
    const { code, out } = await run(
      ['export', '--format', 'jsonl', '--fields', 'time,ball_*,l4_x', '-o', '-', '-'],
      log,
    );
    expect(code).toBe(0);
    const [first] = out.split('\n').map((line) => (line === '' ? null : (JSON.parse(line) as object)));
    expect(Object.keys(first!)).toEqual(['time', 'ball_x', 'ball_y', 'ball_z', 'ball_vx', 'ball_vy', 'l4_x']);
  });

  it('Parquet and Arrow files of several logs have the rows of the CSV file', async () => {
    const out = createTempFolder();
    const csv = await exportTo('--table', 'events', '--fields', 'game_id,time,x', '-o', '-', FOLDER);
    const args = ['--table', 'events', '--fields', 'game_id,time,x', FOLDER] as const;
    await exportTo('--format', 'parquet', '-o', join(out, 'x.parquet'), ...args);
    await exportTo('--format', 'arrow', '-o', join(out, 'x.arrow'), ...args);
    const toCsv = (rows: Record<string, unknown>[]) =>
      `game_id,time,x\n${rows.map((row) => `${row['game_id']},${row['time']},${row['x']}\n`).join('')}`;
    const parquet = readFileSync(join(out, 'x.parquet'));
    const file = parquet.buffer.slice(parquet.byteOffset, parquet.byteOffset + parquet.length) as ArrayBuffer;
    expect(toCsv((await parquetReadObjects({ file })) as Record<string, unknown>[])).toBe(csv);
    const arrow = tableFromIPC(readFileSync(join(out, 'x.arrow'))).toArray() as Record<string, unknown>[];
    expect(toCsv(arrow)).toBe(csv);
  });

  it('writes tracking data for other programs', async () => {
    const out = createTempFolder();
    for (const format of ['tracab', 'cdf', 'league'])
      await exportTo('--format', format, '-d', out, findSample('sample-v6'));
    expect(readdirSync(out).sort()).toEqual([
      'sample-v6.dat',
      'sample-v6.event.csv',
      'sample-v6.events.jsonl',
      'sample-v6.match.json',
      'sample-v6.meta.json',
      'sample-v6.player_types.csv',
      'sample-v6.tracking.csv',
      'sample-v6.tracking.jsonl',
      'sample-v6.xml',
    ]);
    const events = readFileSync(join(out, 'sample-v6.event.csv'), 'utf8').trimEnd().split('\n');
    expect(events[0]).toBe('Type,Side1,Unum1,Time1,Mode1,X1,Y1,Side2,Unum2,Time2,Mode2,X2,Y2,Success');
    expect(events.some((line) => line.startsWith('Goal,Right,'))).toBe(true);
    expect(JSON.parse(readFileSync(join(out, 'sample-v6.meta.json'), 'utf8'))).toMatchObject({
      match: { id: 'sample-v6', kickoff_time: '2026-11-20T16:14:00.000Z' },
    });
    const csv = await run(['csv', '--stdout', 'tracking', findSample('sample-v6')]);
    expect(readFileSync(join(out, 'sample-v6.tracking.csv'), 'utf8')).toBe(csv.out);
    await exportTo('--format', 'league-spaced', '-d', out, findSample('sample-v6'));
    expect(readFileSync(join(out, 'sample-v6.tracking.csv'), 'utf8')).toMatch(
      /^#, cycle, stopped, playmode, l_name,/,
    );
  });

  it('rejects what it cannot do, and continues after a log that cannot be read', async () => {
    const usage = [
      [['--fields', 'time,speed', 'x'], "'speed' is not a field"],
      [['--format', 'tracab', '-o', '-', 'x'], 'without --output, --table and --fields'],
      [['--format', 'xlsx', 'x'], 'csv, jsonl, parquet'],
    ] as const;
    for (const [args, message] of usage) {
      const { code, err } = await run(['export', ...args]);
      expect([args[1], code]).toEqual([args[1], 2]);
      expect(err).toContain(message);
    }
    const sample = findSample('sample-v6');
    const forged = join(createTempFolder(), 'forged.rcg');
    const text = gunzipSync(readFileSync(sample)).toString('latin1');
    expect(text).toMatch(/\(result 2026\d+ /);
    writeFileSync(forged, text.replace(/\(result 2026\d+ /, '(result 20269941996199 '), 'latin1');
    for (const format of ['tracab', 'cdf']) {
      const both = await run([
        'export',
        '-j',
        '1',
        '--format',
        format,
        '-d',
        createTempFolder(),
        forged,
        sample,
      ]);
      expect([format, both.code, both.err]).toEqual([format, 0, '']);
    }
    expect((await run(['export', sample, sample])).err).toContain('have the same name');
    expect((await run(['export', '-d', sample, sample])).err).toContain(
      `--directory: ${sample} cannot be created: `,
    );
    expect((await run(['export', createTempFolder()])).err).toContain('has no .rcg or .rcg.gz files');
    const out = join(createTempFolder(), 'new', 'folder');
    const { code, err } = await run(['export', '-j', '1', '-d', out, '/no/such.rcg', sample]);
    expect([code, err]).toEqual([1, 'rcss-log: /no/such.rcg: no such file\n']);
    expect(readdirSync(out)).toEqual(['sample-v6.tracking.csv']);
    const all = await run(['export', '-j', '1', '-o', join(out, 'y.csv'), '/no/such.rcg']);
    expect([all.code, readdirSync(out).length]).toEqual([1, 1]);
  });
});
