import { createFrame, PlayerState, playModeId } from '@rcss/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readShots } from '../model/read-shots.js';
import { createExpectedGoalsCurve } from './charts.js';
import { createColumns, OBJECT_COUNT } from './columns.js';
import { type DecisionTree, EXPECTED_GOALS_MODEL, predictGoal } from './expected-goals.js';
import { createAnalyzer, type MatchAnalysis, summarize } from './index.js';
import { measureShot, SHOT_FEATURES, type ShotFeature } from './shot-features.js';

/** A match in which left 11 kicks once from (x, y) by (dx, dy), the right goalie stands at (goalieX, goalieY), and left scores. */
function kickOnce(
  x: number,
  y: number,
  dx: number,
  dy: number,
  goalieX: number,
  goalieY: number,
): MatchAnalysis {
  const frame = createFrame();
  for (const p of frame.players) p.state = 0;
  const [kicker, goalie] = [frame.players[10]!, frame.players[11]!];
  kicker.state = PlayerState.STAND;
  goalie.state = PlayerState.STAND | PlayerState.GOALIE;
  [kicker.x, kicker.y, goalie.x, goalie.y] = [x, y, goalieX, goalieY];
  [frame.ballX, frame.ballY] = [x, y];
  const analyzer = createAnalyzer();
  const show = (): void => {
    frame.time++;
    analyzer.addFrame(frame);
  };
  frame.playMode = 'play_on';
  show();
  show();
  kicker.state |= PlayerState.KICK;
  frame.ballX += dx;
  frame.ballY += dy;
  show();
  kicker.state = PlayerState.STAND;
  frame.left.score = 1;
  frame.playMode = 'goal_l';
  show();
  return analyzer.finish();
}

const xgOf = (a: MatchAnalysis): number => a.events.find((event) => event.type === 'shot')!.xg!;

describe('expected goals', () => {
  it('of every shot are between 0 and 1, wherever ball and goalie are', () => {
    const position = fc.double({ min: -60, max: 60, noNaN: true });
    fc.assert(
      fc.property(position, position, position, position, (x, y, goalieX, goalieY) => {
        const a = kickOnce(x, y, 2, 0, goalieX, goalieY);
        const xg = xgOf(a);
        expect(xg).toBeGreaterThanOrEqual(0);
        expect(xg).toBeLessThanOrEqual(1);
        expect(measureShot(a, 2, 'l').every(Number.isFinite)).toBe(true);
        expect(summarize(a).teams.l.xg).toBe(xg);
      }),
      { numRuns: 200 },
    );
  });

  it('are higher near an empty goal than from far away or if the goalie is in the way', () => {
    const near = xgOf(kickOnce(46, 0, 2, 0, 30, 30));
    expect(near).toBeGreaterThan(0.85);
    expect(xgOf(kickOnce(20, 0, 2.5, 0, 51, 0))).toBeLessThan(0.35);
    expect(xgOf(kickOnce(46, 0, 2, 0, 47.5, 0))).toBeLessThan(near);
  });

  it('do not depend on where the shot goes, and are the same for both directions of the attack', () => {
    const straight = kickOnce(40, 5, 2, -0.3, 50, 1);
    expect(xgOf(kickOnce(40, 5, 1.5, 0.1, 50, 1))).toBe(xgOf(straight));
    const values = measureShot(straight, 2, 'l');
    const { columns, goalies, server } = straight;
    const mirrored = {
      server,
      goalies: { l: goalies.r - 11, r: 21 },
      columns: { ...columns, x: mirror(columns.x), y: mirror(columns.y) },
    };
    for (const [i, value] of measureShot(mirrored, 2, 'r').entries())
      expect(value).toBeCloseTo(values[i]!, 5);
  });

  it('measure goalie and ball before the kick', () => {
    const columns = createColumns(3);
    columns.length = 3;
    columns.x.fill(Number.NaN);
    columns.y.fill(Number.NaN);
    columns.mode.fill(playModeId('play_on'));
    const place = (row: number, object: number, x: number, y: number): void => {
      columns.x[row * OBJECT_COUNT + object] = x;
      columns.y[row * OBJECT_COUNT + object] = y;
    };
    place(0, 0, 40, 10);
    place(1, 0, 41, 10);
    place(1, 9, 40.5, 10);
    place(1, 8, 38, 10);
    place(0, 12, 50, 4.4);
    place(1, 12, 50, 4);
    place(1, 13, 43, 12);
    const server = { ball_decay: 0.94, ball_speed_max: 3, goal_width: 14.02 };
    const values = measureShot({ columns, server, goalies: { l: 0, r: 11 } }, 2, 'l');
    const features = Object.fromEntries(SHOT_FEATURES.map((name, i) => [name, values[i]!]));
    const expected: Partial<Record<ShotFeature, number>> = {
      distance: Math.hypot(11.5, 10),
      goalieDistance: Math.hypot(9, 6),
      // At x = 50, the line from the ball to the middle of the goal is at y = 2.174; the goalie is nearer to the post at y = 7.01.
      goalieSide: ((4 - 2.1739) * 11.5) / Math.hypot(11.5, 10),
      goalieOffset: ((4 - 2.1739) * 11.5) / Math.hypot(11.5, 10),
      goalieAngle: 0.0757,
      goalieDepth: 2.5,
      goalieSpeed: 0.4,
      pressure: Math.hypot(2, 2),
      opponentsInCone: 0,
      ballSpeed: 1,
      ballApproach: 12.5 / Math.hypot(12.5, 10),
      ballLead: (0.5 * 11.5) / Math.hypot(11.5, 10),
      setPlay: 0,
    };
    for (const [name, value] of Object.entries(expected))
      expect([name, features[name]!.toFixed(3)]).toEqual([name, value.toFixed(3)]);
    place(1, 12, 50, 1);
    expect(measureShot({ columns, server, goalies: { l: 0, r: 11 } }, 2, 'l')[6]).toBeLessThan(0);
  });

  it('add up over the match, and other events have none', () => {
    const a = kickOnce(45, 0, 2, 0, 50, 0);
    const curve = createExpectedGoalsCurve(a, 'l');
    expect(curve).toEqual({ time: [0, 3, 4], value: [0, xgOf(a), xgOf(a)] });
    expect(createExpectedGoalsCurve(a, 'r').value).toEqual([0, 0]);
    expect(summarize(a).goals[0]!.xg).toBe(xgOf(a));
    for (const event of a.events)
      expect([event.type, event.xg === null]).toEqual([event.type, !/shot|goal/.test(event.type)]);
  });
});

/** Swaps sides: the left team's positions become those of the right team, turned by 180 degrees. */
function mirror(values: Float32Array): Float32Array {
  return values.map((_, i) => {
    const object = i % 23;
    const other = object === 0 ? 0 : object <= 11 ? object + 11 : object - 11;
    return -values[i - object + other]!;
  });
}

describe('the model of expected goals', () => {
  const shots = readShots();

  it('rates shots of its own data by the sum of its trees', () => {
    const { features: names, intercept, trees } = EXPECTED_GOALS_MODEL;
    expect(names).toEqual(SHOT_FEATURES);
    expect(trees.length).toBeGreaterThan(10);
    const walk = (tree: DecisionTree, row: readonly number[]): number => {
      if (typeof tree === 'number') return tree;
      const [feature, threshold, below, above] = tree;
      return walk(row[feature]! > threshold ? above : below, row);
    };
    for (const { features } of shots) {
      let odds = intercept;
      for (const tree of trees) odds += walk(tree, features);
      expect(predictGoal(features)).toBeCloseTo(1 / (1 + Math.exp(-odds)), 12);
    }
  });

  it('a tree takes the lower branch up to its threshold', () => {
    const model = { ...EXPECTED_GOALS_MODEL, intercept: 0, trees: [[1, 2, [0, 5, -1, 1], 3] as const] };
    const odds = (row: readonly number[]): number => {
      const p = predictGoal(row, model);
      return Math.log(p / (1 - p));
    };
    expect(odds([5, 2])).toBeCloseTo(-1, 12);
    expect(odds([5.1, 2])).toBeCloseTo(1, 12);
    expect(odds([5, 2.1])).toBeCloseTo(3, 12);
  });
});
