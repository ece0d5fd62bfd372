import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type LogRecord, parseLog } from '@rcss/logs';
import { describe, expect, it } from 'vitest';
import { createTempFolder, findClip, findSample, MATCH, run, SAMPLES } from '../../test/run.js';

function records(file: string): LogRecord[] {
  const parsed = parseLog(new Uint8Array(readFileSync(file)));
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

function frames(file: string) {
  return records(file).flatMap((record) => (record.type === 'show' ? [record.frame] : []));
}

describe('version (spec 11 §6.3)', () => {
  it.each(SAMPLES)('%s', async (name) => {
    const file = findSample(name);
    const { code, out } = await run(['version', file]);
    expect([code, out]).toEqual([0, `file=${file}, version=${name.replace(/^sample-v?/, '')}\n`]);
  });

  it('reports what cannot be read in one line with status 1', async () => {
    const { code, out, err } = await run(['version', '/no/such.rcg', findSample('sample-v6')]);
    expect(code).toBe(1);
    expect(out).toContain('version=6');
    expect(err).toBe('rcss-log: /no/such.rcg: no such file\n');
    const json = await run(['version', '--json', findSample('sample-json')]);
    expect(JSON.parse(json.out)).toMatchObject([{ version: 'json' }]);
  });
});

describe('text (spec 11 §6.1)', () => {
  it.each(SAMPLES)('%s: a line for every show, then the result', async (name) => {
    const { code, out } = await run(['text', findSample(name)]);
    const lines = out.trimEnd().split('\n');
    expect(code).toBe(0);
    expect(lines.length).toBe(frames(findSample(name)).length + 1);
    expect(lines[0]).toMatch(
      /^\(Info \(state 1 kick_off_l 0 0\) \(ball 0 0 0 0\)\(player l 1 g \(position -50 0 0 0 0 0\)/,
    );
    expect(lines.at(-1)).toBe(
      name === 'sample-v4' ? '(Result "North-1" "South_2" 1 0)' : '(Result "North-1" "South_2" 0 1)',
    );
    for (const line of lines.slice(0, -1)) expect(line.match(/\(player [lr] \d+/g)?.length).toBe(22);
  });

  it('prints numbers as they come out of 16.16 fixed point, and actions by counts and bits', async () => {
    const { out } = await run(['text', findSample('sample-v6')]);
    expect(out).toContain('(player l 2 (position -0.699997 0 0 0 0 0) (stamina 8000) (none))');
    expect(out).toMatch(/\(tackle fault\)/);
    expect(out).toMatch(/\(dash\) \(turn_neck\)/);
  });
});

describe('csv (spec 11 §6.2)', () => {
  it('writes both tables next to a base name, in the form of the spec', async () => {
    const base = join(createTempFolder(), 'x');
    const { code } = await run(['csv', '-b', base, findSample('sample-v6')]);
    expect(code).toBe(0);
    const tracking = readFileSync(`${base}.tracking.csv`, 'latin1').trimEnd().split('\n');
    expect(tracking[0]).toMatch(
      /^#,cycle,stopped,playmode,l_name,l_score,l_pen_score,r_name,.*,r11_vwidth,r11_stamina$/,
    );
    expect(tracking[1]).toMatch(
      /^1,1,0,"kick_off_l","North-1",0,0,"South_2",0,0,0,0,0,0,0,-50,0,0,0,0,0,120,8000,1,-0.7,/,
    );
    for (const line of tracking) expect(line.split(',').length).toBe(14 + 22 * 9);
    expect(tracking.some((line) => /^\d+,18,5,/.test(line))).toBe(true);
    const types = readFileSync(`${base}.player_types.csv`, 'latin1').trimEnd().split('\n');
    expect(types.length).toBe(19);
    expect(types[1]).toBe('0,1.05,45,0.4,5,0.006,0.3,0.7,0.1,50,1,0.6,0.027,1,1');
  });

  it.each(SAMPLES)('%s: also for versions that the original refuses', async (name) => {
    const { code, out } = await run(['csv', '--stdout', 'tracking', findSample(name)]);
    expect([code, out.trimEnd().split('\n').length]).toEqual([0, frames(findSample(name)).length + 1]);
  });
});

describe('result (spec 11 §6.4)', () => {
  it.each(SAMPLES)('%s', async (name) => {
    const { code, out } = await run(['result', findSample(name)]);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^20261120161[45]00 North-1 South_2 (0 1|1 0)\n$|^20261120151400 North-1 South_2 0 1\n$|^202611201614\d\d /,
    );
  });

  it('prints penalties, missing teams and matches that were not finished', async () => {
    expect((await run(['result', findSample('shootout-v6')])).out).toBe(
      '20261120161400 North-1 South_2 0 0 0 0\n',
    );
    expect((await run(['result', findSample('one-team-v5')])).out).toMatch(
      / North-1 null 0 0 \(incomplete match : cycle=8\)\n$/,
    );
    expect((await run(['result', findSample('killed-json')])).out).toMatch(
      /^20261120161447 North-1 South_2 0 1/,
    );
  });
});

describe('convert, rename-teams, reverse (spec 11 §6.5, §6.6, §6.7)', () => {
  it.each(SAMPLES)('%s: into every version and back keeps what both versions store', async (name) => {
    const dir = createTempFolder();
    for (const version of ['1', '2', '3', '4', '5', '6', '7', 'json']) {
      const file = join(dir, `${version}.rcg.gz`);
      expect((await run(['convert', '-v', version, '-o', file, findSample(name)])).code).toBe(0);
      expect((await run(['version', file])).out).toContain(`version=${version}\n`);
      const difference = await run(['diff', '--shows', findSample(name), file]);
      expect([version, difference.code, difference.out]).toEqual([version, 0, '']);
    }
  });

  it('reports a height of the ball that the target does not store (spec 12 §11)', async () => {
    const dir = createTempFolder();
    const seven = join(dir, 'seven.rcg');
    expect((await run(['convert', '-v', '7', '-o', seven, findSample('sample-v6')])).err).toBe('');
    // The ball of one show is in the air.
    const text = readFileSync(seven, 'latin1').replace(/^(\(show 5 \(\(b\) \S+ \S+ \S+ \S+) 0\)/m, '$1 1.5)');
    writeFileSync(seven, text, 'latin1');
    const results = await Promise.all(
      ['6', '7', 'json'].map((version) =>
        run(['convert', '-v', version, '-o', join(dir, `${version}.rcg`), seven]),
      ),
    );
    expect(results.map(({ code, err }) => [code, err])).toEqual([
      [
        0,
        `${join(dir, '6.rcg')}: version 6 does not store the height of the ball, which is lost in 1 shows; versions 7 and json store it\n`,
      ],
      [0, ''],
      [0, ''],
    ]);
  });

  it('renames teams but does not change messages', async () => {
    const file = join(createTempFolder(), 'x.rcg');
    expect((await run(['rename-teams', '--left', 'Alpha', '-o', file, findSample('sample-v5')])).code).toBe(
      0,
    );
    const text = readFileSync(file, 'latin1');
    expect(text).toMatch(/\(team 1 Alpha South_2 0 0\)/);
    expect(text).toMatch(/\(result 202611201614 North-1_/);
    for (const args of [[], ['--left', 'A', '--right', 'A'], ['--left', 'A B']]) {
      const { code, err } = await run(['rename-teams', ...args, '-o', file, findSample('sample-v5')]);
      expect([code, err.split('\n').length]).toEqual([2, 2]);
    }
  });

  it('turns the pitch and exchanges the teams; applied twice it changes nothing', async () => {
    const dir = createTempFolder();
    const [once, twice] = [join(dir, 'a.rcg'), join(dir, 'b.rcg')];
    await run(['reverse', findSample('sample-v6'), once]);
    const [before, after] = [frames(findSample('sample-v6'))[30]!, frames(once)[30]!];
    expect(after.left.name).toBe('South_2');
    expect(after.ballX).toBeCloseTo(-before.ballX, 9);
    expect(after.players[11]!.x).toBeCloseTo(-before.players[0]!.x, 9);
    expect(after.players[11]!.side).toBe('r');
    await run(['reverse', once, twice]);
    expect((await run(['diff', '--tolerance', '0.0011', findSample('sample-v6'), twice])).out).toBe('');
  });

  it('refuses to write over its input', async () => {
    const file = join(createTempFolder(), 'x.rcg');
    writeFileSync(file, gunzipSync(readFileSync(findSample('sample-v6'))));
    const { code, err } = await run(['convert', '-v', '4', '-o', file, file]);
    expect([code, err]).toEqual([
      1,
      `rcss-log: ${file}: the output file is also an input file. Choose another name\n`,
    ]);
    expect((await run(['convert', '-o', '/no/dir/x', file])).err).toBe(
      'rcss-log: /no/dir/x: cannot be created: there is no folder /no/dir, or it takes no files\n',
    );
    expect((await run(['convert', '-v', '9', '-o', '-', file])).code).toBe(2);
  });
});

describe('cut, split, xml (spec 11 §2.5, §6.11)', () => {
  it('cuts scenes of several logs into one that every reader opens', async () => {
    const file = join(createTempFolder(), 'x.rcg');
    const args = [
      `${findSample('sample-v6')}:5-9,20-22`,
      `${findSample('sample-v3')}:#0-#2`,
      '-o',
      file,
      '--json',
    ];
    const { code, out } = await run(['cut', ...args]);
    expect([code, JSON.parse(out)]).toEqual([0, { output: file, shows: 11 }]);
    expect(frames(file).map((f) => f.time)).toEqual([5, 6, 7, 8, 9, 20, 21, 22, 1, 2, 3]);
    expect(frames(file)[8]!.playMode).toBe('kick_off_l');
    expect(frames(file)[5]).toEqual(frames(findSample('sample-v6')).find((f) => f.time === 20));
    expect((await run(['validate', '--file-only', file])).err).toMatch(
      /^\S+: offset \d+: the game time goes back from 22 to 1\n\S+: offset \d+: the result message is missing\n$/,
    );
  });

  it('cuts out the goals', async () => {
    const file = join(createTempFolder(), 'x.rcg');
    await run(['cut', '--goals', '--before', '3', '--after', '2', '-o', file, findSample('sample-v6')]);
    const scores = frames(file).map((f) => f.right.score);
    expect(scores).toEqual([0, 0, 0, 1, 1, 1]);
  });

  it('reports invalid scenes', async () => {
    expect((await run(['cut', `${findSample('sample-v6')}:9-5`, '-o', '-'])).err).toMatch(
      /ends before it begins/,
    );
    const file = join(createTempFolder(), 'x.rcg');
    expect((await run(['cut', `${findSample('sample-v6')}:900-`, '-o', file])).code).toBe(1);
  });

  it('splits by time; each piece is a log of its own', async () => {
    const dir = join(createTempFolder(), 'new', 'folder');
    const { out } = await run([
      'split',
      '-c',
      '20',
      '-s',
      '2',
      '-e',
      '45',
      '-d',
      dir,
      findSample('sample-v5'),
    ]);
    expect(readdirSync(dir).sort()).toEqual([
      '00000002-00000021.rcg',
      '00000022-00000041.rcg',
      '00000042-00000061.rcg',
    ]);
    expect(out.trimEnd().split('\n').length).toBe(3);
    const times = readdirSync(dir)
      .sort()
      .flatMap((name) => frames(join(dir, name)).map((f) => f.time));
    expect(times).toEqual(
      frames(findSample('sample-v5'))
        .map((f) => f.time)
        .filter((t) => t >= 2 && t <= 45),
    );
  });

  it('writes XML', async () => {
    const { out } = await run(['xml', findSample('sample-v5')]);
    expect(out).toMatch(/^<\?xml version="1.0"\?>\n<RCG [^>]*version="5">\n<ServerParam>\n/);
    expect(out).toContain(
      '<Player side="l" unum="1" type="0" mode="9">\n<X>-50</X><Y>0</Y>\n<VelX>0</VelX><VelY>0</VelY>\n<BodyAng>0</BodyAng>\n',
    );
    expect(out.match(/<ShowInfo /g)?.length).toBe(frames(findSample('sample-v5')).length);
    expect(out.endsWith('</RCG>\n')).toBe(true);
  });
});

describe('validate, and repair (spec 11 §6.8)', () => {
  it('reports problems with their offsets, status 1', async () => {
    const { code, err } = await run(['validate', findSample('cut-v5')]);
    expect(code).toBe(1);
    expect(err).toMatch(/: offset 67444: the log is cut off in the middle of a line\n/);
    expect(err).toMatch(/: the match is too short: last game time 18, expected 60\n/);
    const { out } = await run(['validate', '--json', findSample('sample-v6')]);
    expect(JSON.parse(out)).toMatchObject([
      {
        valid: false,
        fileProblems: [],
        matchProblems: [{ code: 'missing-players', message: 'a player is missing in 67 shows' }],
      },
    ]);
  });

  it.each(['cut-v3', 'cut-v5', 'killed-json'])(
    '%s: is complete after a repair, except for its result',
    async (name) => {
      const file = join(createTempFolder(), 'x.rcg');
      expect((await run(['validate', '--repair', file, findSample(name)])).code).toBe(0);
      const { out } = await run(['validate', '--file-only', '--json', file]);
      const [{ fileProblems }] = JSON.parse(out) as [{ fileProblems: { code: string }[] }];
      expect(fileProblems.map((p) => p.code)).toEqual(['no-result']);
      expect(frames(file).length).toBe(frames(findSample(name)).length);
    },
  );

  it.skipIf(!existsSync(MATCH))('a complete match is valid', async () => {
    expect(await run(['validate', MATCH])).toEqual({ code: 0, out: '', err: '' });
  });
});

describe('diff, index, json', () => {
  it('finds the first difference, with the place in both logs; codes 0, 1, 2', async () => {
    const text = gunzipSync(readFileSync(findSample('sample-v6'))).toString('latin1');
    const lines = text.split('\n');
    const show = lines.findIndex((line) => line.startsWith('(show 12 '));
    const file = join(createTempFolder(), 'x.rcg');
    writeFileSync(
      file,
      text.replace(lines[show]!, lines[show]!.replace(/\(\(l 4\) (\d+) (\S+) \S+/, '((l 4) $1 $2 33.25')),
      'latin1',
    );
    const { code, out } = await run(['diff', '--json', findSample('sample-v6'), file]);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      type: 'show',
      time: 12,
      path: 'frame.players[3].x (l 4)',
      b: 33.25,
    });
    expect((await run(['diff', file, file])).code).toBe(0);
    expect((await run(['diff', file, '/no/such'])).code).toBe(2);
  });

  it('prints the contents of a log with their positions', async () => {
    const { out } = await run(['index', findSample('sample-v6')]);
    expect(out).toMatch(
      /^version 6, \d+ bytes uncompressed\n\d+ shows, time 1 to 60\nNorth-1 0 : 1 South_2\ngoal_r 0:1 at /,
    );
    const json = await run(['index', '--json', '--every', '10', findSample('sample-v6')]);
    expect((JSON.parse(json.out) as { seekPoints: unknown[] }).seekPoints.length).toBe(7);
  });

  it.each(SAMPLES)('%s: every record as a line of JSON', async (name) => {
    const { out } = await run(['json', findSample(name)]);
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string });
    expect(lines.length).toBe(records(findSample(name)).length);
    expect(lines.at(-1)).toMatchObject({ type: 'end', complete: true });
    const only = await run(['json', '--only', 'header', findSample(name)]);
    expect(only.out.trimEnd().split('\n').length).toBe(1);
  });

  it('reads the standard input', async () => {
    const { code, out } = await run(['text', '-'], gunzipSync(readFileSync(findSample('sample-v2'))));
    expect([code, out.endsWith('(Result "North-1" "South_2" 0 1)\n')]).toEqual([0, true]);
  });
});

describe('stats from the command line', () => {
  it('prints tables of many logs, one line per log', async () => {
    const { out } = await run(['stats', '--csv', ...SAMPLES.map(findSample)]);
    const lines = out.trimEnd().split('\n');
    expect(lines.length).toBe(1 + 2 * SAMPLES.length);
    const columns = new Set(lines.map((line) => line.split(',').length));
    expect(columns.size).toBe(1);
  });

  it.each(['teams', 'players', 'events', 'spadl', 'stamina', 'distance', 'heat-map'])(
    '%s as JSON',
    async (table) => {
      const { code, out } = await run(['stats', '--json', '-t', table, findSample('sample-v6')]);
      expect(code).toBe(0);
      const [row] = JSON.parse(out) as [Record<string, unknown[]>];
      expect(row[table]!.length).toBeGreaterThan(0);
    },
  );

  it.each(['action-values', 'player-values', 'team-values', 'moments'])('%s as CSV', async (table) => {
    const { code, out } = await run(['stats', '--csv', '-t', table, findClip('06')]);
    expect(code).toBe(0);
    const [header, ...rows] = out.trimEnd().split('\n');
    expect(header).toContain(',side,');
    expect(rows.length).toBeGreaterThan(1);
  });

  it('the report with values names the decisive moments, the JSON has them, and without the option there are none', async () => {
    const report = await run(['stats', '--values', findClip('06')]);
    expect(report.out).toMatch(/\ndecisive moments\n(?: +\d+ {2}[+-]\d\.\d\d {2}\w.*\n)+$/);
    expect(report.out).toMatch(/ +\d+ {2}\+[01]\.\d\d {2}base 10 shoots from [\d.]+ m and scores\.\n/);
    const both = await run(['stats', '--values', '--json', findClip('06')]);
    const [{ values }] = JSON.parse(both.out) as [
      { values: { teams: { total: number }[]; players: { total: number }[]; moments: { text: string }[] } },
    ];
    const sum = (rows: { total: number }[]) => rows.reduce((all, { total }) => all + total, 0);
    expect(sum(values.players)).toBeCloseTo(sum(values.teams), 9);
    expect(values.moments.some(({ text }) => text.includes('scores'))).toBe(true);
    expect((await run(['stats', findClip('06')])).out).not.toContain('decisive moments');
    const refused = await run(['stats', '--values', '--csv', findClip('06')]);
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringContaining("'--values' cannot be used with"),
    ]);
  });

  it('a log of version 7 has the values of the same log of version 6', async () => {
    const folder = createTempFolder();
    const [six, seven] = ['6', '7'].map((version) => ({ version, path: join(folder, `${version}.rcg`) })) as [
      { version: string; path: string },
      { version: string; path: string },
    ];
    const print = async ({ version, path }: typeof six) => {
      expect((await run(['convert', '-v', version, '-o', path, findClip('06')])).code).toBe(0);
      const { code, out } = await run(['stats', '--values', path]);
      expect(code).toBe(0);
      return out.replace(path, 'log');
    };
    const expected = await print(six);
    expect(expected).toMatch(/\ndecisive moments\n(?: +\d+ .*\n)+$/);
    expect(await print(seven)).toBe(expected);
  });

  it('continues after a log that cannot be read, and ends with status 1', async () => {
    const { code, out, err } = await run(['stats', '/no/such', findSample('sample-v6')]);
    expect([code, err]).toEqual([1, 'rcss-log: /no/such: no such file\n']);
    expect(out).toMatch(/^North-1 0 : 1 South_2\n/);
  });

  it.skipIf(!existsSync(MATCH))('the report on a match', async () => {
    const { out } = await run(['stats', MATCH]);
    expect(out).toMatch(/^HELIOS_L 3 : 1 HELIOS_R\n/);
    expect(out).toContain('  4001  1:1  HELIOS_L 11 (pass of 10), from 9.7 m, xG 0.');
    const early = await run(['stats', '--until', '4000', '--json', MATCH]);
    expect(JSON.parse(early.out)).toMatchObject([
      { lastTime: 4000, teams: { l: { score: 0 }, r: { score: 1 } } },
    ]);
  });
});
