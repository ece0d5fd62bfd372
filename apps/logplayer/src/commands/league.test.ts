import { describe, expect, it } from 'vitest';
import { run } from '../../test/run.js';

const RESULTS = `20200101000000 A B 3 1
20200102000000 A C 0 0
20200103000000 B C 2 2 4 3
`;

describe('schedule (spec 11 §6.9)', () => {
  it('prints every pair once, in the order of the specification', async () => {
    const five = await run(['schedule'], 'A\nB\n# comment\nC\nD\nA\nE!\n E\n');
    expect(
      five.out
        .trimEnd()
        .split('\n')
        .map((line) => line.replace(' vs ', '-')),
    ).toEqual('A-B B-C C-D D-E A-E A-C B-D C-E A-D B-E'.split(' '));
    expect(five.err).toMatch(
      /^line 6: A .*\nline 7: "E!" .*\nThe number of teams : 5\nThe number of matches : 10\n$/,
    );
    const four = await run(['schedule'], 'A\nB\nC\nD\n');
    expect(four.out).toBe('A vs B\nB vs C\nC vs D\nA vs D\nA vs C\nB vs D\n');
  });

  it('groups matches into phases in which no team plays twice (spec 11 §7)', async () => {
    const { out } = await run(['schedule', '--para', '2'], 'A\nB\nC\nD\nE\n');
    expect(out).toBe(
      '----- phase 1 -----\n0: A vs B\n1: C vs D\n----- phase 2 -----\n0: B vs C\n1: D vs E\n' +
        '----- phase 3 -----\n0: A vs E\n1: B vs D\n----- phase 4 -----\n0: A vs C\n1: B vs E\n' +
        '----- phase 5 -----\n0: C vs E\n1: A vs D\n',
    );
  });

  it('reports a list without teams', async () => {
    expect(await run(['schedule'], '')).toMatchObject({
      code: 1,
      err: 'rcss-log: standard input: no team names. Give one name per line\n',
    });
  });
});

describe('table (spec 11 §6.10, §7)', () => {
  it('prints the tables of the specification', async () => {
    const { out } = await run(['table', '--group', 'X'], RESULTS);
    expect(out.split('\n')).toEqual([
      '(ranked by (avg. points -> direct comparison -> avg.goal diff -> avg.goals scored)',
      '| place | team             | games | win | lose | draw | pts. (avg)  | goals     | goal diff (avg) | avg goal scored |h',
      '|     1 | A                |     2 |   1 |    0 |    1 |   4 (    2) |   3 -   1 |       2 (    1) |             1.5 |',
      '|     2 | B                |     2 |   1 |    1 |    0 |   3 (  1.5) |   3 -   5 |      -2 (   -1) |             1.5 |',
      '|     3 | C                |     2 |   0 |    1 |    1 |   1 (  0.5) |   2 -   2 |       0 (    0) |               1 |',
      '',
      '|                  | A      | B      | C      |h',
      '| A                |   x    | 3 - 1  | 0 - 0  |',
      '| B                | 1 - 3  |   x    | 2 - 2  |',
      '| C                | 0 - 0  | 2 - 2  |   x    |',
      '',
      '|   # | date         | left team        | goals   | right team       |h',
      '|   1 | 20200101000000 | A                |  3 -  1 | B                |',
      '|   2 | 20200102000000 | A                |  0 -  0 | C                |',
      '|   3 | 20200103000000 | B                |  2 -  2 &br; (4 - 3) | C                |',
      '',
    ]);
  });

  it('links each result of the web page to its logs', async () => {
    const { out } = await run(['table', '--type', 'html', '--log-dir', 'logs'], RESULTS);
    expect(out).toContain('<a href="logs/20200101000000-A_3-vs-B_1.rcg.gz">3 - 1</a>');
    expect(out).toContain('<a href="logs/20200103000000-B_2_4-vs-C_2_3.rcl.gz">2 - 2</a>');
  });

  it('reports bad lines, incomplete matches and repeated lines, and leaves them out', async () => {
    const more = `${RESULTS}nonsense\n20200104000000 D A 0 0 (incomplete match : cycle=3)\n20200101000000  A B 3 1\n`;
    const { out, err } = await run(['table'], more);
    expect(out).toBe((await run(['table'], RESULTS)).out);
    expect(err).toBe(
      'line 4: "nonsense" is not a result. Expected: DATE LEFT RIGHT SCORE SCORE [PENALTIES PENALTIES]\n' +
        'line 5: the match is incomplete and does not count: 20200104000000 D A 0 0 (incomplete match : cycle=3)\n' +
        'line 6: repeats line 1 and does not count: 20200101000000  A B 3 1\n',
    );
  });

  it('counts a second leg and shows both scores in the cross table', async () => {
    const legs = `${RESULTS}20200105000000 B A 2 0\n`;
    const wiki = await run(['table'], legs);
    expect(wiki.err).toBe('');
    expect(wiki.out).toContain('| A                | 3 - 1 &br; 0 - 2 |   x    | 0 - 0  |');
    expect(wiki.out).toContain('|   4 | 20200105000000 | B                |  2 -  0 | A                |');
    const html = await run(['table', '--type', 'html', '--log-dir', 'logs'], legs);
    expect(html.out).toContain(
      '<td><a href="logs/20200101000000-A_3-vs-B_1.rcg.gz">1 - 3</a><br />' +
        '<a href="logs/20200105000000-B_2-vs-A_0.rcg.gz">2 - 0</a></td>',
    );
    const json = JSON.parse((await run(['table', '--type', 'json'], legs)).out);
    expect(json.standing[0]).toMatchObject({ team: 'B', games: 3, win: 2, lose: 1, points: 6 });
  });

  it('ranks tied teams: who beat the others, goal difference, goals; else they share the place', async () => {
    const rows = async (text: string) => {
      const { out } = await run(['table', '--type', 'json'], text);
      return (JSON.parse(out) as { standing: { team: string; place: number }[] }).standing.map(
        (s) => `${s.place} ${s.team}`,
      );
    };
    // A and B have 3 points each; B has the better goals, but A beat B.
    expect(await rows('1 A B 1 0\n2 B C 9 0\n3 C A 1 0\n4 C D 0 1\n5 A D 0 0\n6 B D 0 0\n')).toEqual([
      '1 D',
      '2 A',
      '3 B',
      '4 C',
    ]);
    expect(await rows('1 A B 0 0\n2 C D 0 0\n')).toEqual(['1 A', '1 B', '1 C', '1 D']);
    expect(await rows('1 A B 1 1\n2 C D 0 0\n')).toEqual(['1 A', '1 B', '3 C', '3 D']);
  });
});
