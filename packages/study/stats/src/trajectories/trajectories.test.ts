import { describe, expect, it } from 'vitest';
import {
  findChallengeScene,
  formatPositionTable,
  HORIZONS,
  measureScene,
  type Positions,
  PREDICTED_CYCLES,
  PREDICTED_OBJECTS,
  parsePositions,
  predictBaseline,
  ROW_LENGTH,
  summarizeErrors,
} from '../entries/trajectories.js';

/** Rows in which each object moves by its velocity in each cycle. */
function move(count: number, velocity: (value: number) => number, from = 0): Float64Array[] {
  return Array.from({ length: count }, (_, cycle) =>
    new Float64Array(ROW_LENGTH).map((_unused, value) => value + (from + cycle) * velocity(value)),
  );
}

function parse(text: string, required?: string[]): Positions {
  const parsed = parsePositions(text, { file: 'a.csv', ...(required && { required }) });
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

describe('tables of positions', () => {
  it('are read as they were written; cells of absent players are empty', () => {
    const rows = move(3, (value) => value / 100);
    rows[1]![40] = rows[1]![41] = Number.NaN;
    const text = formatPositionTable([7, 8, 9], rows);
    expect(text.split('\n')[0]).toMatch(/^#,l1_x,l1_y,.*r11_x,r11_y,b_x,b_y$/);
    const { numbers, rows: read } = parse(text);
    expect(numbers).toEqual([7, 8, 9]);
    expect(read.map((row) => [...row])).toEqual(rows.map((row) => [...row]));
  });

  it('have times and play modes if they have the columns; names of teams may contain commas', () => {
    const text =
      '#,cycle,stopped,playmode,l_name,b_x,b_y\r\n1,5,0,"play_on","A,""B",1,2\r\n2,6,0,"goal_l","A,""B",3,4\r\n';
    const table = parse(text);
    expect([table.cycles, table.playModes]).toEqual([
      [5, 6],
      ['play_on', 'goal_l'],
    ]);
    expect([...table.rows[1]!.slice(-2)]).toEqual([3, 4]);
  });

  it.each([
    ['#,b_x\n1,2\n', 'a.csv:1: the columns b_y are missing'],
    ['', 'a.csv:1: the columns #, b_x, b_y are missing'],
    ['#,b_x,b_y\n', 'a.csv: the table has no rows'],
    ['#,b_x,b_y\n1,2,3\n2,x,3\n', 'a.csv:3: b_x: "x" is not a number of meters'],
    ['#,b_x,b_y\n1,2,\n', 'a.csv:2: b_y: "" is not a number of meters'],
    ['#,b_x,b_y\n1,2,3\n3,2,3\n', 'a.csv:3: #: "3" is not 2, the number after that of the line before'],
    ['#,b_x,b_y\nA,2,3\n', 'a.csv:2: #: "A" is not a whole number'],
    ['#,l1_x,l1_y,b_x,b_y\n1,nan,0,2,3\n', 'a.csv:2: l1_x: "nan" is not a number of meters'],
  ])('that are wrong are refused with place and value: %j', (text, message) => {
    const parsed = parsePositions(text, { file: 'a.csv' });
    expect(parsed.ok ? '' : parsed.error.message).toContain(message);
  });
});

describe('the challenge', () => {
  it('begins 30 cycles before the first goal of the left team after 50 cycles of open play', () => {
    const modes = (...runs: [number, string][]) => ({
      playModes: runs.flatMap(([count, mode]) => Array.from({ length: count }, () => mode)),
    });
    const find = (...runs: [number, string][]) => findChallengeScene(modes(...runs) as unknown as Positions);
    expect(find([10, 'kick_off_l'], [60, 'play_on'], [50, 'goal_l'])).toBe(40);
    expect(find([30, 'play_on'], [50, 'goal_l'], [5, 'kick_off_r'], [50, 'play_on'], [50, 'goal_l'])).toBe(
      105,
    );
    expect(find([100, 'play_on'], [50, 'goal_r'])).toBeNull();
    expect(find([49, 'play_on'], [50, 'goal_l'])).toBeNull();
  });

  it('measures the left team and the ball; an error of one object counts once in twelve', () => {
    const truth = move(PREDICTED_CYCLES, () => 0);
    const predicted = truth.map((row) => row.slice());
    const ball = PREDICTED_OBJECTS.indexOf('b');
    const right = PREDICTED_OBJECTS.indexOf('r3');
    const end = predicted.at(-1)!;
    end.set([3 + end[2 * ball]!, 4 + end[2 * ball + 1]!], 2 * ball);
    for (const row of predicted) row[2 * right] = 11 + row[2 * right]!;
    const { byHorizon, average } = measureScene(predicted, truth);
    expect(byHorizon.challenge.at(-1)).toBeCloseTo(5 / 12, 12);
    expect(byHorizon.challenge[0]).toBe(0);
    expect(byHorizon.ball.at(-1)).toBe(5);
    expect(byHorizon.right).toEqual(HORIZONS.map(() => 1));
    expect(average.ball).toBeCloseTo(5 / PREDICTED_CYCLES, 12);
  });

  it('the mean over scenes has an interval of 1.96 standard errors', () => {
    const { mean, margin } = summarizeErrors([1, 2, 3, Number.NaN]);
    expect(mean).toBe(2);
    expect(margin).toBeCloseTo(1.96 / Math.sqrt(3), 12);
    expect(summarizeErrors([1]).margin).toBeNaN();
  });
});

describe('baselines', () => {
  it('constant velocity predicts a motion of constant velocity without error', () => {
    const rows = move(5, (value) => 0.01 * value);
    const truth = move(PREDICTED_CYCLES, (value) => 0.01 * value, 5);
    const { byHorizon } = measureScene(predictBaseline({ rows }, 'velocity'), truth);
    for (const error of byHorizon.challenge) expect(error).toBeCloseTo(0, 9);
    const stay = measureScene(predictBaseline({ rows }, 'stay'), truth);
    expect(stay.byHorizon.ball[0]).toBeCloseTo(0.01 * Math.hypot(44, 45), 9);
  });

  it('the engine predicts a free ball without error', () => {
    const decay = 0.94;
    const way = (cycle: number) => (2 * (1 - decay ** cycle)) / (1 - decay);
    const roll = (first: number, count: number) =>
      Array.from({ length: count }, (_, i) => {
        const row = new Float64Array(ROW_LENGTH);
        row[ROW_LENGTH - 2] = way(first + i);
        return row;
      });
    const predicted = predictBaseline({ rows: roll(0, 5) }, 'engine');
    const { byHorizon } = measureScene(predicted, roll(5, PREDICTED_CYCLES));
    for (const error of byHorizon.ball) expect(error).toBeCloseTo(0, 9);
  });
});
