import type { SideName } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import { type Batch, createBatch, fieldIndex } from '../index.js';

type Pose = readonly [x: number, y: number, body?: number, vx?: number, vy?: number];

/** A match with players at given places and its observations: left players, right players, ball. */
function observe(
  type: 'hfo-high' | 'hfo-low',
  scenario: string,
  left: readonly Pose[],
  right: readonly Pose[],
  ball: Pose,
  options: { readonly agents?: SideName | 'both'; readonly order?: 'distance' | 'number' } = {},
): Batch {
  const { agents = 'left', order = 'distance' } = options;
  const batch = createBatch({ scenario, agents, observation: { type, order } });
  batch.reset(1);
  const { world } = batch.match(0);
  const place = (player: (typeof world.players)[number], [x, y, body = 0, vx = 0, vy = 0]: Pose) => {
    Object.assign(player.pos, { x, y });
    Object.assign(player.vel, { x: vx, y: vy });
    player.body = player.bodyTarget = (body * Math.PI) / 180;
  };
  left.forEach((pose, i) => {
    place(world.players[i]!, pose);
  });
  right.forEach((pose, i) => {
    place(world.players[11 + i]!, pose);
  });
  Object.assign(world.ball.pos, { x: ball[0], y: ball[1] });
  Object.assign(world.ball.vel, { x: ball[3] ?? 0, y: ball[4] ?? 0 });
  batch.restoreMatch(0, batch.saveMatch(0));
  return batch;
}

const rowOf = (batch: Batch, agent = 0) => {
  const { length } = batch.observationLayout;
  return [...batch.observations.subarray(agent * length, (agent + 1) * length)];
};
const featureOf = (batch: Batch, name: string, agent = 0) =>
  rowOf(batch, agent)[fieldIndex(batch.observationLayout, name)]!;

/** Proximity of a distance: the diagonal of 52.5 m x 68 m is 85.909 m. */
const proximity = (meters: number) => 1 - (2 * meters) / 85.909;

describe('the manual of half-field offense', () => {
  it.each([
    ['hfo-1v0', 10, 58],
    ['hfo-2v1', 10 + 6 + 3, 58 + 9 + 9],
    ['hfo-4v5', 10 + 18 + 15, 58 + 27 + 45],
  ])('%s: 10 + 6T + 3O high-level and 58 + 9T + 9O low-level features', (scenario, high, low) => {
    const length = (type: 'hfo-high' | 'hfo-low') =>
      createBatch({ scenario, observation: { type } }).observationLayout.length;
    expect([length('hfo-high'), length('hfo-low')]).toEqual([high, low]);
  });

  it('features are at the published indexes', () => {
    const { observationLayout: high } = createBatch({
      scenario: 'hfo-3v2',
      observation: { type: 'hfo-high' },
    });
    expect(high.slice(0, 10).map(({ name }) => name)).toEqual([
      'self.x',
      'self.y',
      'self.body',
      'ball.x',
      'ball.y',
      'self.canKick',
      'goal.proximity',
      'goal.direction',
      'goal.opening',
      'opponent.proximity',
    ]);
    const highIndexes = {
      'mate.1.goalOpening': 10,
      'mate.2.opponentProximity': 13,
      'mate.1.passOpening': 14,
      'mate.1.x': 16,
      'mate.2.unum': 21,
      'opponent.1.x': 22,
      'opponent.2.unum': 27,
    };
    for (const [name, index] of Object.entries(highIndexes)) expect(fieldIndex(high, name)).toBe(index);
    const { observationLayout: low } = createBatch({ scenario: 'hfo-3v2', observation: { type: 'hfo-low' } });
    const lowIndexes = {
      'self.velocity.sin': 2,
      'self.speed': 4,
      'self.body.sin': 5,
      'self.stamina': 7,
      'self.frozen': 8,
      'self.collidedWithPost': 11,
      'self.canKick': 12,
      'goal.sin': 13,
      'postTop.sin': 16,
      'penaltyCenter.sin': 22,
      'center.sin': 31,
      'cornerTopLeft.sin': 34,
      'cornerBottomLeft.sin': 43,
      'line.left': 46,
      'line.bottom': 49,
      'ball.positionValid': 50,
      'ball.sin': 51,
      'ball.proximity': 53,
      'ball.velocityValid': 54,
      'ball.speed': 55,
      'ball.velocity.sin': 56,
      'mate.1.sin': 58,
      'mate.2.sin': 66,
      'opponent.1.sin': 74,
      'mate.1.unum': 90,
      'opponent.2.unum': 93,
    };
    for (const [name, index] of Object.entries(lowIndexes)) expect(fieldIndex(low, name)).toBe(index);
  });
});

describe('hfo-high', () => {
  it('gives the coordinates, directions and openings of a state that was observed in half-field offense', () => {
    // github.com/LARG/HFO, issue 65: one attacker, no other player, the ball at the center of the field.
    const batch = observe('hfo-high', 'hfo-1v0', [[24.99124, -15.045, -59]], [], [0, 0]);
    const row = rowOf(batch);
    const published = [-0.03996074, -0.40227264, -0.3277778, -0.8333333, 0, -1];
    published.forEach((value, i) => {
      expect(row[i]).toBeCloseTo(value, 5);
    });
    expect(featureOf(batch, 'goal.direction')).toBeCloseTo(0.15930545, 5);
    expect(featureOf(batch, 'goal.opening')).toBeCloseTo(-0.7506865, 5);
    expect(featureOf(batch, 'opponent.proximity')).toBe(-2);
    // 31.355 m to the center of the goal.
    expect(featureOf(batch, 'goal.proximity')).toBeCloseTo(proximity(31.355), 4);
  });

  it('limits positions outside the play field', () => {
    const batch = observe('hfo-high', 'hfo-1v0', [[-20, -60]], [], [57.75, 37.4]);
    expect([featureOf(batch, 'self.x'), featureOf(batch, 'self.y')]).toEqual([-1, -1]);
    expect(featureOf(batch, 'ball.x')).toBeCloseTo(1, 6);
    expect(featureOf(batch, 'ball.y')).toBeCloseTo(1, 6);
  });

  it('the goal opening is the largest sector between posts and opponents', () => {
    // 7.01 m before the goal: the posts are at -45 and 45 degrees; the goalie is at atan(1 / 4) = 14.036 degrees below the middle.
    const x = 52.5 - 7.01;
    const open = (goalie: Pose) =>
      featureOf(observe('hfo-high', 'hfo-1v1', [[x, 0]], [goalie], [x, 0]), 'goal.opening');
    expect(open([x + 4, 1])).toBeCloseTo((2 * (45 + 14.036)) / 180 - 1, 4);
    expect(open([x + 4, -1])).toBeCloseTo((2 * (45 + 14.036)) / 180 - 1, 4);
    // Nearer to the own goal than the agent, beyond the goal line or beside the goal, it does not count.
    for (const pose of [
      [x - 4, 0],
      [53, 1],
      [x + 4, 5],
    ] as const)
      expect(open(pose)).toBeCloseTo(0, 5);
  });

  it('the goal opening beyond the goal line is 0 degrees', () => {
    const batch = observe('hfo-high', 'hfo-1v1', [[53, 0]], [[40, 0]], [20, 0]);
    expect(featureOf(batch, 'goal.opening')).toBe(-1);
  });

  it('the pass opening is the free sector around the line to the team mate', () => {
    const open = (goalie: Pose, defender: Pose) =>
      featureOf(
        observe(
          'hfo-high',
          'hfo-2v2',
          [
            [10, 0],
            [20, 0],
          ],
          [goalie, defender],
          [10, 0],
        ),
        'mate.1.passOpening',
      );
    // 45 degrees to the left, 26.565 degrees to the right.
    expect(open([13, -3], [14, 2])).toBeCloseTo((2 * (45 + 26.565)) / 180 - 1, 4);
    // On one side only: 90 degrees on the other.
    expect(open([51, 0], [14, 2])).toBeCloseTo((2 * (90 + 26.565)) / 180 - 1, 4);
    // On the line; farther than the team mate.
    expect(open([51, 0], [14, 0])).toBe(-1);
    expect(open([51, 0], [24, 0])).toBeCloseTo(1, 6);
  });

  it('describes team mates and opponents from the nearest to the farthest, or by number', () => {
    const left: Pose[] = [
      [10, 0],
      [30, 0],
      [16, 8],
    ];
    const right: Pose[] = [
      [50, 0],
      [26, 3],
    ];
    const batch = observe('hfo-high', 'hfo-3v2', left, right, [10, 0]);
    // Player 3 is 10 m away, player 2 is 20 m away; player 2 of the opponents is nearer than the goalie.
    expect(featureOf(batch, 'mate.1.unum')).toBeCloseTo(0.03, 6);
    expect(featureOf(batch, 'mate.2.unum')).toBeCloseTo(0.02, 6);
    expect(featureOf(batch, 'mate.1.x')).toBeCloseTo((16 - 26.25) / 31.5, 5);
    expect(featureOf(batch, 'mate.1.y')).toBeCloseTo(8 / 37.4, 5);
    expect(featureOf(batch, 'opponent.1.unum')).toBeCloseTo(0.02, 6);
    expect(featureOf(batch, 'opponent.2.x')).toBeCloseTo((50 - 26.25) / 31.5, 5);
    expect(featureOf(batch, 'opponent.proximity')).toBeCloseTo(proximity(Math.hypot(16, 3)), 4);
    expect(featureOf(batch, 'mate.2.opponentProximity')).toBeCloseTo(proximity(5), 4);
    const numbered = observe('hfo-high', 'hfo-3v2', left, right, [10, 0], { order: 'number' });
    expect(featureOf(numbered, 'mate.1.unum')).toBeCloseTo(0.02, 6);
    expect(featureOf(numbered, 'opponent.1.unum')).toBeCloseTo(0.01, 6);
  });

  it('agents of the right team get the same play field and no openings to the goal', () => {
    const batch = observe(
      'hfo-high',
      'hfo-2v2',
      [
        [20, 0],
        [30, 5],
      ],
      [
        [50, 0, 180],
        [40, -3],
      ],
      [20, 0],
      {
        agents: 'right',
      },
    );
    expect(featureOf(batch, 'self.x')).toBeCloseTo((50 - 26.25) / 31.5, 5);
    expect(Math.abs(featureOf(batch, 'self.body'))).toBeCloseTo(1, 5);
    expect(featureOf(batch, 'goal.proximity')).toBeCloseTo(proximity(2.5), 4);
    expect([featureOf(batch, 'goal.opening'), featureOf(batch, 'mate.1.goalOpening')]).toEqual([-2, -2]);
    expect(featureOf(batch, 'mate.1.unum')).toBeCloseTo(0.02, 6);
    expect(featureOf(batch, 'opponent.1.unum')).toBeCloseTo(0.02, 6);
  });

  it('the features of a player that was sent off are -2', () => {
    const batch = observe(
      'hfo-high',
      'hfo-2v1',
      [
        [20, 0],
        [30, 5],
      ],
      [[50, 0]],
      [20, 0],
    );
    const { world } = batch.match(0);
    world.players[1]!.enabled = false;
    world.players[11]!.enabled = false;
    batch.restoreMatch(0, batch.saveMatch(0));
    expect(rowOf(batch).slice(9)).toEqual(Array.from({ length: 10 }, () => -2));
  });
});

describe('hfo-low', () => {
  it('gives directions relative to the body, positive to the right, and proximities', () => {
    // At (26, 0), the body turned by 90 degrees to the bottom: the goal is to the left.
    const batch = observe('hfo-low', 'hfo-1v0', [[26, 0, 90]], [], [26, 10]);
    const place = (name: string) =>
      ['sin', 'cos', 'proximity'].map((part) => featureOf(batch, `${name}.${part}`));
    const expectPlace = (name: string, angle: number, distance: number) => {
      const radians = (angle * Math.PI) / 180;
      [Math.sin(radians), Math.cos(radians), proximity(distance)].forEach((value, i) => {
        expect(place(name)[i]).toBeCloseTo(value, 4);
      });
    };
    expectPlace('goal', -90, 26.5);
    expectPlace('center', 90, 26);
    expectPlace('ball', 0, 10);
    expectPlace('penaltyCenter', -90, 10);
    // 10 m ahead in x, 20.16 m in y: 63.618 degrees from the x axis.
    expectPlace('penaltyBottom', -90 + 63.618, 22.504);
    expectPlace('penaltyTop', -90 - 63.618, 22.504);
    // 26.5 m and 7.01 m: 14.817 degrees.
    expectPlace('postTop', -90 - 14.817, 27.411);
    expectPlace('postBottom', -90 + 14.817, 27.411);
    // 26.5 m and 34 m: 52.066 degrees; 26 m and 34 m: 52.595 degrees.
    expectPlace('cornerTopRight', -90 - 52.066, 43.108);
    expectPlace('cornerBottomRight', -90 + 52.066, 43.108);
    expectPlace('cornerTopLeft', 90 + 52.595, 42.802);
    expectPlace('cornerBottomLeft', 90 - 52.595, 42.802);
    const lines = { left: 26, right: 26.5, top: 34, bottom: 34 };
    for (const [name, distance] of Object.entries(lines))
      expect(featureOf(batch, `line.${name}`)).toBeCloseTo(proximity(distance), 4);
  });

  it('encodes angles as in the examples of the manual', () => {
    // The ball at 60 degrees to the right: sine 0.866, cosine 0.5.
    const batch = observe('hfo-low', 'hfo-1v0', [[20, 0]], [], [25, 8.66025]);
    expect(featureOf(batch, 'ball.sin')).toBeCloseTo(0.866, 3);
    expect(featureOf(batch, 'ball.cos')).toBeCloseTo(0.5, 3);
  });

  it('encodes velocities, stamina and what the agent can do', () => {
    const batch = observe('hfo-low', 'hfo-1v0', [[26, 0, 30, 0, -0.23]], [], [26.5, 0, 0, -0.75, 0]);
    expect(featureOf(batch, 'self.velocity.sin')).toBeCloseTo(-1, 5);
    expect(featureOf(batch, 'self.velocity.cos')).toBeCloseTo(0, 5);
    expect(featureOf(batch, 'self.speed')).toBeCloseTo(0, 5);
    expect(featureOf(batch, 'self.body.sin')).toBeCloseTo(0.5, 5);
    expect(featureOf(batch, 'self.body.cos')).toBeCloseTo(0.866025, 5);
    expect(featureOf(batch, 'ball.speed')).toBeCloseTo(-0.5, 5);
    expect(featureOf(batch, 'ball.velocity.sin')).toBeCloseTo(0, 5);
    expect(featureOf(batch, 'ball.velocity.cos')).toBe(-1);
    expect(featureOf(batch, 'self.canKick')).toBe(1);
    expect(featureOf(batch, 'self.frozen')).toBe(-1);
    expect(featureOf(batch, 'self.stamina')).toBe(1);
    const player = batch.match(0).world.players[0]!;
    player.stamina = 2000;
    player.tackleIdle = 5;
    batch.match(0).world.ball.pos.x = 30;
    batch.restoreMatch(0, batch.saveMatch(0));
    expect(featureOf(batch, 'self.stamina')).toBe(-0.5);
    expect(featureOf(batch, 'self.frozen')).toBe(1);
    expect(featureOf(batch, 'self.canKick')).toBe(-1);
  });

  it('describes other players by place, body and velocity; a player that was sent off is 0 without number', () => {
    const batch = observe(
      'hfo-low',
      'hfo-2v2',
      [
        [26, 0, 90],
        [20, 0, -90, 0.46, 0],
      ],
      [
        [50, 0],
        [26, 5, 180],
      ],
      [26, 0],
    );
    const describePlayer = (name: string) => {
      const from = fieldIndex(batch.observationLayout, `${name}.sin`);
      return rowOf(batch).slice(from, from + 8);
    };
    const near = (row: readonly number[], values: readonly number[]) => {
      values.forEach((value, i) => {
        expect(row[i]).toBeCloseTo(value, 4);
      });
    };
    // To the right at 6 m, its body to the top, at full speed to the goal.
    near(describePlayer('mate.1'), [1, 0, proximity(6), -1, 0, 1, 0, 1]);
    // Ahead at 5 m, its body to the center of the field, without motion.
    near(describePlayer('opponent.1'), [0, 1, proximity(5), 0, -1, -1, 0, 1]);
    const numbers = ['mate.1.unum', 'opponent.1.unum', 'opponent.2.unum'];
    near(
      numbers.map((name) => featureOf(batch, name)),
      [0.02, 0.02, 0.01],
    );
    batch.match(0).world.players[12]!.enabled = false;
    batch.restoreMatch(0, batch.saveMatch(0));
    expect(describePlayer('opponent.2')).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    expect(featureOf(batch, 'opponent.1.unum')).toBeCloseTo(0.01, 6);
    expect(featureOf(batch, 'opponent.2.unum')).toBe(-1);
  });

  it('a collision is shown for one cycle, and saved with the match', () => {
    const batch = observe('hfo-low', 'hfo-1v0', [[26, 0]], [], [26.1, 0]);
    const collided = (of: Batch) => featureOf(of, 'self.collidedWithBall');
    expect(collided(batch)).toBe(-1);
    batch.step();
    expect(collided(batch)).toBe(1);
    const other = createBatch({ scenario: 'hfo-1v0', observation: { type: 'hfo-low' } });
    other.restoreMatch(0, JSON.parse(JSON.stringify(batch.saveMatch(0))));
    expect(collided(other)).toBe(1);
    batch.match(0).world.ball.pos.x = 40;
    batch.step();
    expect(collided(batch)).toBe(-1);
    const sighted = createBatch({ scenario: 'hfo-1v0' });
    expect(() => other.restoreMatch(0, sighted.saveMatch(0))).toThrow(
      '0 numbers of the observation instead of 3',
    );
  });
});
