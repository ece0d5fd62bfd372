import { describe, expect, it } from 'vitest';
import { LANDMARKS, LINE_NAMES, LONG_LINE_NAMES, VERSION_3_LANDMARK_COUNT } from './landmarks.js';
import {
  CENTER_CIRCLE_RADIUS,
  CORNER_ARC_RADIUS,
  GOAL_AREA_LENGTH,
  GOAL_AREA_WIDTH,
  GOAL_DEPTH,
  GOAL_POST_RADIUS,
  PENALTY_AREA_LENGTH,
  PENALTY_AREA_WIDTH,
  PENALTY_SPOT_DISTANCE,
  PITCH,
  PITCH_HALF_LENGTH,
  PITCH_HALF_WIDTH,
  PITCH_LENGTH,
  PITCH_MARGIN,
  PITCH_WIDTH,
  PITCH_WITH_MARGIN,
} from './pitch.js';
import { PLAYER_COUNT, TEAM_SIZE } from './side.js';

describe('the field (spec 05 §2.2)', () => {
  it('has the dimensions of the table', () => {
    expect([PITCH_LENGTH, PITCH_WIDTH, PITCH_MARGIN, CENTER_CIRCLE_RADIUS]).toEqual([105, 68, 5, 9.15]);
    expect([PENALTY_AREA_LENGTH, PENALTY_AREA_WIDTH, GOAL_AREA_LENGTH, GOAL_AREA_WIDTH]).toEqual([
      16.5, 40.32, 5.5, 18.32,
    ]);
    expect([GOAL_DEPTH, GOAL_POST_RADIUS, PENALTY_SPOT_DISTANCE, CORNER_ARC_RADIUS]).toEqual([
      2.44, 0.06, 11, 1,
    ]);
    expect([PITCH_HALF_LENGTH, PITCH_HALF_WIDTH]).toEqual([PITCH_LENGTH / 2, PITCH_WIDTH / 2]);
    expect(PLAYER_COUNT).toBe(2 * TEAM_SIZE);
  });

  it('is centered at the origin, with and without its margin', () => {
    expect(PITCH).toEqual({ left: -52.5, top: -34, right: 52.5, bottom: 34 });
    expect(PITCH_WITH_MARGIN).toEqual({ left: -57.5, top: -39, right: 57.5, bottom: 39 });
  });
});

/** The table of spec 04 §4.1, with its rows unchanged: number, names, x, y, version. */
const TABLE = `
1 | f c | 0 | 0 | 3
2 | f c t | 0 | -34 | 3
3 | f c b | 0 | 34 | 3
4 | f r t | 52.5 | -34 | 3
5 | f r b | 52.5 | 34 | 3
6 | f l t | -52.5 | -34 | 3
7 | f l b | -52.5 | 34 | 3
8 | f g r b | 52.5 | 7.01 | 3
9 | g r | 52.5 | 0 | 3
10 | f g r t | 52.5 | -7.01 | 3
11 | f g l b | -52.5 | 7.01 | 3
12 | g l | -52.5 | 0 | 3
13 | f g l t | -52.5 | -7.01 | 3
14 | f p r b | 36 | 20.16 | 3
15 | f p r c | 36 | 0 | 3
16 | f p r t | 36 | -20.16 | 3
17 | f p l b | -36 | 20.16 | 3
18 | f p l c | -36 | 0 | 3
19 | f p l t | -36 | -20.16 | 3
20 | f t 0 | 0 | -39 | 4
21 | f t r 10, f t r 20, f t r 30, f t r 40, f t r 50 | 10 20 30 40 50 | -39 | 4
26 | f t l 10, f t l 20, f t l 30, f t l 40, f t l 50 | -10 -20 -30 -40 -50 | -39 | 4
31 | f b 0 | 0 | 39 | 4
32 | f b r 10, f b r 20, f b r 30, f b r 40, f b r 50 | 10 20 30 40 50 | 39 | 4
37 | f b l 10, f b l 20, f b l 30, f b l 40, f b l 50 | -10 -20 -30 -40 -50 | 39 | 4
42 | f r 0 | 57.5 | 0 | 4
43 | f r t 10, f r t 20, f r t 30 | 57.5 | -10 -20 -30 | 4
46 | f r b 10, f r b 20, f r b 30 | 57.5 | 10 20 30 | 4
49 | f l 0 | -57.5 | 0 | 4
50 | f l t 10, f l t 20, f l t 30 | -57.5 | -10 -20 -30 | 4
53 | f l b 10, f l b 20, f l b 30 | -57.5 | 10 20 30 | 4
`;

describe('landmarks (spec 04 §4.1)', () => {
  const rows = TABLE.trim()
    .split('\n')
    .flatMap((line) => {
      const [first, names, xs, ys, since] = line.split(' | ') as [string, string, string, string, string];
      return names.split(', ').map((name, i) => {
        const at = (values: string): number => Number(values.split(' ')[i] ?? values);
        return { number: Number(first) + i, name, x: at(xs), y: at(ys), since: Number(since) };
      });
    });

  it('are the 55 of the table, in its order', () => {
    expect(rows).toHaveLength(55);
    expect(
      LANDMARKS.map(({ index, name, x, y, since }) => ({
        number: index + 1,
        name,
        x: x + 0,
        y: y + 0,
        since,
      })),
    ).toEqual(rows);
  });

  it('have long names with `flag` and `goal`', () => {
    for (const mark of LANDMARKS) {
      const [kind, ...rest] = mark.name.split(' ');
      expect(mark.kind).toBe(kind === 'g' ? 'goal' : 'flag');
      expect(mark.longName).toBe([mark.kind, ...rest].join(' '));
    }
    expect(LANDMARKS.filter((mark) => mark.kind === 'goal').map((mark) => mark.longName)).toEqual([
      'goal r',
      'goal l',
    ]);
    // In a long name only the first letter of the short name becomes a word: `g` stays `g` here.
    expect(LANDMARKS[7]!.longName).toBe('flag g r b');
  });

  it('the first 19 are those that version 3 sees', () => {
    expect(VERSION_3_LANDMARK_COUNT).toBe(LANDMARKS.filter((mark) => mark.since === 3).length);
    expect(LANDMARKS.findIndex((mark) => mark.since === 4)).toBe(VERSION_3_LANDMARK_COUNT);
  });

  it('the four lines have the order of the message (spec 04 §4.2)', () => {
    expect(LINE_NAMES).toEqual(['l l', 'l r', 'l t', 'l b']);
    expect(LONG_LINE_NAMES).toEqual(LINE_NAMES.map((name) => name.replace(/^l/, 'line')));
  });
});
