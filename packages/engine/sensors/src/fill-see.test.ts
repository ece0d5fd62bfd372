import { LANDMARKS } from '@rcss/core/landmarks';
import { deg } from '@rcss/core/math';
import { createSeeObservation, type SeenObject } from '@rcss/core/observation';
import { createRandomStream } from '@rcss/core/random';
import { describe, expect, it } from 'vitest';
import {
  contextOf,
  createFullTeams,
  createObserverScene,
  createTestParams,
  findBall,
  placeBall,
  placePlayer,
  seeOnce,
} from '../test/scene.js';
import { fillSee } from './fill-see.js';

const landmark = (objects: readonly SeenObject[], name: string) =>
  objects.find((o) => o.kind === 'landmark' && LANDMARKS[o.index]?.name === name);

describe('structure of the message (spec 04 §3.1)', () => {
  it('contains landmarks in their order, ball, left players, right players, lines (spec 04 §9.1)', () => {
    const params = createTestParams({ visible_angle: 360 });
    const world = createFullTeams(params, 3, { version: 19 });
    const observer = world.players[4]!;
    const objects = seeOnce(world, params, observer);
    const rank = { landmark: 0, ball: 1, player: 2, line: 3 };
    const keys = objects.map((o) => rank[o.kind] * 1000 + o.index);
    expect(keys).toEqual([...keys].sort((a, b) => a - b));
    // With an angle of 480 degrees all objects are in the cone.
    expect(objects.filter((o) => o.kind === 'landmark' && o.detail === 'named').length).toBeGreaterThan(50);
    expect(objects.filter((o) => o.kind === 'player')).toHaveLength(21);
    expect(objects.some((o) => o.kind === 'player' && o.index === observer.index)).toBe(false);
  });

  it.each([
    [1, 0],
    [2.5, 0],
    [3, 19],
    [3.9, 19],
    [4, 55],
    [19, 55],
  ])('version %d sees %d landmarks (spec 04 §9.2)', (version, count) => {
    const params = createTestParams({ visible_angle: 360 });
    const { world, observer } = createObserverScene({ version, x: 1, y: 2 }, params);
    const objects = seeOnce(world, params, observer);
    expect(objects.filter((o) => o.kind === 'landmark')).toHaveLength(count);
    expect(objects.length === 0).toBe(version < 3);
  });

  it('omits players that are not enabled, and contains time and observer', () => {
    const { world, params, observer } = createObserverScene();
    world.time = 57;
    placePlayer(world, params, 'r', 3, { x: 10 }).enabled = false;
    const out = fillSee(
      contextOf(world, params),
      createRandomStream(1, 'see'),
      observer,
      createSeeObservation(),
    );
    expect(out.objects.slice(0, out.count).some((o) => o.kind === 'player')).toBe(false);
    expect([out.time, out.observer, out.quality]).toEqual([57, 0, 'high']);
  });
});

describe('visible, close, invisible (spec 04 §3.5)', () => {
  it.each([
    [17, 45],
    [19, 60],
  ])(
    'version %d: exactly at half the view angle (%d degrees) is not visible (spec 04 §9.6)',
    (version, half) => {
      const { world, params, observer } = createObserverScene({ version });
      const at = (angle: number) => {
        placeBall(world, 10 * Math.cos(angle), 10 * Math.sin(angle));
        return findBall(seeOnce(world, params, observer));
      };
      const edge = (half * Math.PI) / 180;
      expect(at(edge - 1e-12)?.detail).toBe('named');
      expect(at(edge + 1e-12)).toBeUndefined();
      // The body is such that the direction to (10, 10), pi/4, is exactly on the edge.
      placeBall(world, 10, 10);
      observer.body = Math.PI / 4 - observer.viewAngle / 2;
      expect(findBall(seeOnce(world, params, observer))).toBeUndefined();
      observer.body += 1e-9;
      expect(findBall(seeOnce(world, params, observer))?.detail).toBe('named');
    },
  );

  it('an object outside the cone at exactly visible_distance is close (spec 04 §9.6)', () => {
    const { world, params, observer } = createObserverScene();
    placeBall(world, -3, 0);
    expect(findBall(seeOnce(world, params, observer))?.detail).toBe('close');
    placeBall(world, -3.0001, 0);
    expect(findBall(seeOnce(world, params, observer))).toBeUndefined();
  });

  it('close objects have only distance and direction (spec 04 §9.7)', () => {
    const { world, params, observer } = createObserverScene({ x: 52, y: 0.5, body: 180, version: 19 });
    placeBall(world, 53, 0, 2, 1);
    const other = placePlayer(world, params, 'r', 2, { x: 53, y: 1, vx: 0.4 });
    other.kickedCount = 1;
    const objects = seeOnce(world, params, observer);
    const near = objects.filter((o) => o.detail === 'close');
    expect(near.map((o) => o.kind)).toEqual(['landmark', 'ball', 'player']);
    for (const o of near) {
      expect(o.hasMotion).toBe(false);
      expect(o.flag).toBe('');
      expect(o.dist).toBeGreaterThan(0);
    }
    observer.synchSee = false;
    observer.viewQuality = 'low';
    expect(seeOnce(world, params, observer).filter((o) => o.detail === 'close')).toHaveLength(3);
  });

  it('beyond the greatest observation length nothing is visible, but a v19 player sees close objects', () => {
    const params = createTestParams({ visible_distance: 200 }, { flag_max_observation_length: 50 });
    const { world, observer } = createObserverScene({}, params);
    const objects = seeOnce(world, params, observer);
    expect(landmark(objects, 'f p r c')?.detail).toBe('named');
    expect(landmark(objects, 'g r')?.detail).toBe('close');
  });

  it('an object at exactly its greatest observation length is not visible', () => {
    const params = createTestParams(
      {},
      {
        ball_max_observation_length: 10,
        player_max_observation_length: 20,
        flag_max_observation_length: 52.5,
      },
    );
    const { world, observer } = createObserverScene({}, params);
    const other = placePlayer(world, params, 'r', 2);
    const look = (distance: number) => {
      placeBall(world, distance, 0);
      other.pos.x = 2 * distance;
      const objects = seeOnce(world, params, observer);
      return [findBall(objects) !== undefined, objects.some((o) => o.kind === 'player')];
    };
    expect(look(9.999)).toEqual([true, true]);
    expect(look(10)).toEqual([false, false]);
    expect(landmark(seeOnce(world, params, observer), 'g r')).toBeUndefined();
    observer.pos.x = 0.001;
    expect(landmark(seeOnce(world, params, observer), 'g r')).toBeDefined();
  });

  it('from version 18 on the motion of landmarks and ball is seen up to the limits of the player type', () => {
    const params = createTestParams(
      {},
      {
        flag_chg_far_length: 1,
        flag_chg_too_far_length: 2,
        ball_vel_far_length: 1,
        ball_vel_too_far_length: 2,
      },
    );
    for (const [version, expected] of [
      [17, true],
      [18, false],
    ] as const) {
      const { world, observer } = createObserverScene({ version, x: 40 }, params);
      placeBall(world, 50, 0);
      const objects = seeOnce(world, params, observer);
      expect([findBall(objects)?.hasMotion, landmark(objects, 'g r')?.hasMotion]).toEqual([
        expected,
        expected,
      ]);
    }
  });

  it('nothing of an earlier message remains in the buffer', () => {
    const { world, params, observer } = createObserverScene();
    placeBall(world, 5, 0, 1, 1);
    const other = placePlayer(world, params, 'r', 2, { x: 6, body: 40, neck: 20, vx: 0.3, goalie: true });
    other.armAge = 0;
    other.kickedCount = 1;
    Object.assign(other.armTarget, { x: 0, y: 20 });
    const buffer = createSeeObservation();
    const look = (out: ReturnType<typeof createSeeObservation>) => {
      const { objects, count } = fillSee(
        contextOf(world, params),
        createRandomStream(1, 'see'),
        observer,
        out,
      );
      return structuredClone(objects.slice(0, count));
    };
    expect(look(buffer).some((o) => o.hasPointDir && o.goalie && o.flag === 'k')).toBe(true);
    for (const x of [6, 50]) {
      Object.assign(other, { armAge: 1000, kickedCount: -1, goalie: false });
      other.pos.x = x;
      expect(look(buffer)).toEqual(look(createSeeObservation()));
    }
  });

  it('an object at the position of the observer has distance 0 and motion 0 0 (spec 04 §9.22)', () => {
    const { world, params, observer } = createObserverScene({ vx: 0.3 });
    const ball = findBall(seeOnce(world, params, observer))!;
    expect([ball.dist, ball.dir, ball.hasMotion, ball.distChange, ball.dirChange]).toEqual([
      0,
      0,
      true,
      0,
      0,
    ]);
  });
});

describe('distances with a focus point (spec 04 §8.2, §9.8)', () => {
  it.each([
    [20, 0, 20, 20],
    [20, 3, 20, 20],
    [25, 10, 24.8, 25],
    [40, 5, 40.2, 40],
    [30, 35, 30.8, 30.1],
    [5, 40, 5.2, 5],
    [0.3, 40, 0.5, 0.3],
    [2, 39.9, 2.3, 2.1],
  ])('d %d, f %d: ball %d, landmark %d', (d, f, ballDist, landmarkDist) => {
    const { world, params, observer } = createObserverScene({ x: -d, body: 0 });
    // The focus point is f away from the ball and the center flag, d away from the observer along another direction.
    const fd = Math.abs(d - f) <= 40 ? Math.max(Math.abs(d - f), 1e-3) : 40;
    const cosine = Math.min(1, Math.max(-1, (d * d + fd * fd - f * f) / (2 * d * fd)));
    observer.focusDist = fd;
    observer.focusDir = Math.acos(cosine);
    const objects = seeOnce(world, params, observer);
    expect(findBall(objects)?.dist).toBeCloseTo(ballDist, 10);
    expect(landmark(objects, 'f c')?.dist).toBeCloseTo(landmarkDist, 10);
  });

  it('agree with a scene recorded on the wire', () => {
    const { world, params, observer } = createObserverScene({ y: 0.5, focus: [20, 10] });
    placeBall(world, 30, 10);
    const opponent = placePlayer(world, params, 'r', 1, { x: 10, y: -5 });
    const objects = seeOnce(world, params, observer);
    expect(landmark(objects, 'g r')?.dist).toBeCloseTo(52.5, 10);
    expect(landmark(objects, 'f p r c')?.dist).toBeCloseTo(35.9, 10);
    expect(findBall(objects)?.dist).toBeCloseTo(30.8, 10);
    expect(objects.find((o) => o.index === opponent.index && o.kind === 'player')?.dist).toBeCloseTo(
      11.3,
      10,
    );
  });

  it('do not depend on the focus point before version 18 (spec 04 §9.20)', () => {
    const { world, params, observer } = createObserverScene({ y: -0.6, version: 17, focus: [20, 10] });
    placeBall(world, 30, 10);
    const opponent = placePlayer(world, params, 'r', 1, { x: 10, y: -5 });
    const objects = seeOnce(world, params, observer);
    expect(findBall(objects)?.dist).toBeCloseTo(33.1, 10);
    expect(objects.find((o) => o.index === opponent.index && o.kind === 'player')?.dist).toBeCloseTo(11, 10);
  });
});

describe('motion (spec 04 §8.3, §9.9)', () => {
  it.each([
    [0, 0, 10, 1.5, 0.4, 10, 1.6, 2.3],
    [0.4, 0, 10, 0, 0, 10, -0.4, 0],
    [0.05, 0.02, 10, 0, 0, 10, -0, -0.1],
    [0, 0, 25, -0.1, -0.05, 24.5, -0, -0.1],
  ])('v (%d, %d), ball at %d with (%d, %d)', (vx, vy, x, bvx, bvy, dist, distChange, dirChange) => {
    const { world, params, observer } = createObserverScene({ vx, vy, version: 17 });
    placeBall(world, x, 0, bvx, bvy);
    // At 25 m the motion is seen with probability 3/4; repeat until it is seen.
    const rng = createRandomStream(5, 'see');
    let ball = findBall(seeOnce(world, params, observer, rng))!;
    for (let i = 0; i < 30 && !ball.hasMotion; i++) ball = findBall(seeOnce(world, params, observer, rng))!;
    expect(ball.dist).toBeCloseTo(dist, 10);
    expect(ball.distChange).toBeCloseTo(distChange, 10);
    expect(Object.is(ball.distChange, -0)).toBe(Object.is(distChange, -0));
    expect(ball.dirChange).toBeCloseTo(dirChange, 10);
  });

  it('of a landmark for a resting observer is 0 0, or -0 0 towards the upper left', () => {
    const { world, params, observer } = createObserverScene({ x: -42, y: -14, body: -135 });
    const flag = landmark(seeOnce(world, params, observer), 'f l t')!;
    expect([flag.hasMotion, flag.distChange, flag.dirChange]).toEqual([true, -0, 0]);
    observer.body = 0.5;
    const right = landmark(seeOnce(world, params, observer), 'f p l c');
    if (right === undefined) throw new Error('the flag is in the cone, 20 m away');
    expect([right.hasMotion, right.distChange, right.dirChange]).toEqual([true, 0, 0]);
  });
});

describe('whole degrees (spec 04 §8.7, §9.13)', () => {
  it.each([
    [12.7, 12, 13],
    [-12.7, -12, -13],
    [0.5001, 0, 1],
    [0.4999, 0, 0],
    [-0.3, 0, 0],
  ])('direction %d is %d up to version 6 and %d from 7', (angle, old, recent) => {
    for (const [version, expected] of [
      [3, old],
      [6, old],
      [7, recent],
      [19, recent],
    ] as const) {
      const { world, params, observer } = createObserverScene({ version });
      placeBall(world, 10 * Math.cos((angle * Math.PI) / 180), 10 * Math.sin((angle * Math.PI) / 180));
      expect(findBall(seeOnce(world, params, observer))?.dir).toBe(expected);
    }
  });

  it.each([
    [0.5, 0],
    [3.5, 4],
    [2.5, 2],
    [-0.5, 0],
    [-3.5, -4],
  ])('%d is rounded to the even neighbor %d', (angle, expected) => {
    const { world, params, observer } = createObserverScene({ version: 19, body: -angle });
    expect(deg(-observer.body)).toBe(angle);
    placeBall(world, 10, 0);
    expect(findBall(seeOnce(world, params, observer))?.dir).toBe(expected);
  });
});

describe('low quality (spec 04 §3.14, §9.18)', () => {
  it('has only directions; the identity depends on the distance', () => {
    const { world, params, observer } = createObserverScene({ version: 17, quality: 'low' });
    placeBall(world, 10, 1, 2, 2);
    const near = placePlayer(world, params, 'r', 1, { x: 15, goalie: true });
    const far = placePlayer(world, params, 'r', 2, { x: 52, y: 1 });
    near.kickedCount = 1;
    near.armAge = 0;
    const objects = seeOnce(world, params, observer);
    expect(objects.some((o) => o.hasMotion || o.hasPointDir || o.flag !== '')).toBe(false);
    const [first, second] = objects.filter((o) => o.kind === 'player');
    expect([first?.index, first?.detail, first?.goalie]).toEqual([near.index, 'full', true]);
    expect(second?.index).toBe(far.index);
    expect(['player', 'team']).toContain(second?.detail);
    expect(objects.at(-1)).toMatchObject({ kind: 'line', index: 1, dir: 90 });
  });
});

describe('landmarks (spec 04 §4.1, §9.23)', () => {
  it('do not depend on goal_width', () => {
    const params = createTestParams({ goal_width: 30 });
    const { world, observer } = createObserverScene({}, params);
    expect(landmark(seeOnce(world, params, observer), 'f g r b')?.dist).toBeCloseTo(53, 6);
  });
});

describe('height of the ball (spec 12 §9.1)', () => {
  it('is exact, and plays no part in distance and direction', () => {
    const seen = [0, 6.9].map((z) => {
      const { world, params, observer } = createObserverScene({ version: 20 });
      placeBall(world, 30, 5, 1, 0);
      Object.assign(world.ball, { z, vz: z / 10 });
      const objects = seeOnce(world, params, observer);
      expect(objects.filter((o) => o.kind !== 'ball').every((o) => o.z === 0 && o.vz === 0)).toBe(true);
      return findBall(objects);
    });
    expect(seen[1]).toEqual({ ...seen[0], z: 6.9, vz: 0.6900000000000001 });
  });
});
