import { deg } from '@rcss/core/math';
import { createSeeObservation, type SeenObject } from '@rcss/core/observation';
import { createRandomStream } from '@rcss/core/random';
import { describe, expect, it } from 'vitest';
import {
  contextOf,
  createObserverScene,
  createTestParams,
  findBall,
  findSeenPlayer,
  placeBall,
  placePlayer,
  seeOnce,
  type TestPose,
} from '../test/scene.js';
import { fillSee } from './fill-see.js';

/** Fraction of `n` messages in which a predicate holds; observer at the origin, ball and opponent at `distance`. */
function share(
  version: number,
  distance: number,
  n: number,
  predicate: (player: SeenObject, ball: SeenObject) => boolean,
): number {
  const { world, params, observer } = createObserverScene({ version });
  const other = placePlayer(world, params, 'r', 7, { x: distance });
  placeBall(world, distance, 0);
  const rng = createRandomStream(42, `share ${version} ${distance}`);
  const out = createSeeObservation();
  let count = 0;
  for (let i = 0; i < n; i++) {
    fillSee(contextOf(world, params), rng, observer, out);
    // In the buffer the ball comes right before the only other player.
    const at = out.objects.findIndex((o) => o.kind === 'player' && o.index === other.index);
    if (predicate(out.objects[at]!, out.objects[at - 1]!)) count += 1;
  }
  return count / n;
}

/** Four standard deviations of a fraction of n draws. */
const tolerance = (p: number, n: number) => 4 * Math.sqrt((p * (1 - p)) / n) + 1e-12;

describe('probabilities (spec 04 §8.5, §9.10)', () => {
  const n = 2000;
  it.each([
    [15, 0],
    [25, 0.225],
    [30, 0.5],
    [40, 1],
  ])('the motion of the ball is unknown at %d m with the expected probability', (d) => {
    for (const version of [17, 19]) {
      const dist = findBall(look_(version, d))!.dist;
      const expected = Math.min(1, Math.max(0, (dist - 20) / 20));
      expect(Math.abs(share(version, d, n, (_p, ball) => !ball.hasMotion) - expected)).toBeLessThanOrEqual(
        tolerance(expected, n),
      );
    }
  });

  it.each([
    [18.2, 0],
    [27.1, 0.355],
    [36.6, 0.83],
    [40.4, 1],
  ])('the number is unknown at %d m with probability %d', (dist, expected) => {
    for (const version of [8, 17, 18, 19]) {
      const unknown = share(version, dist, n, (p) => p.detail !== 'full');
      expect(Math.abs(unknown - expected)).toBeLessThanOrEqual(tolerance(expected, n));
    }
  });

  it.each([
    [36.6, 0],
    [44.7, 0.235],
    [54.6, 0.73],
    [60.3, 1],
  ])('the team is unknown at %d m before version 18 with probability %d', (dist, expected) => {
    const unknown = share(17, dist, n, (p) => p.detail === 'player');
    expect(Math.abs(unknown - expected)).toBeLessThanOrEqual(tolerance(expected, n));
  });

  it('from version 18 on the team is known at 121.5 m (spec 04 §9.11)', () => {
    expect(share(18, 121.5, 20, (p) => p.detail === 'team')).toBe(1);
    expect(share(17, 121.5, 20, (p) => p.detail === 'player')).toBe(1);
  });

  it('beyond team_too_far_length the team is never known (134.3 m of noisy distance)', () => {
    const { world, params, observer } = createObserverScene(
      { x: -62 },
      createTestParams({ quantize_step: 0.1 }, { player_max_observation_length: 200 }),
    );
    const other = placePlayer(world, params, 'r', 1, { x: 70 });
    expect(findSeenPlayer(seeOnce(world, params, observer), other)?.detail).toBe('player');
  });

  it('a player type has its own limits from version 18 on', () => {
    const params = createTestParams({}, { unum_far_length: 1, unum_too_far_length: 2 });
    for (const [version, detail] of [
      [17, 'full'],
      [18, 'team'],
    ] as const) {
      const { world, observer } = createObserverScene({ version }, params);
      const other = placePlayer(world, params, 'r', 1, { x: 10 });
      expect(findSeenPlayer(seeOnce(world, params, observer), other)?.detail).toBe(detail);
    }
  });
});

function look_(version: number, x: number): SeenObject[] {
  const { world, params, observer } = createObserverScene({ version });
  placeBall(world, x, 0);
  return seeOnce(world, params, observer);
}

function seen(
  observerPlace: TestPose,
  place: TestPose,
  change: (p: ReturnType<typeof placePlayer>) => void = () => {},
) {
  const { world, params, observer } = createObserverScene(observerPlace);
  const other = placePlayer(world, params, 'r', 4, place);
  change(other);
  return findSeenPlayer(seeOnce(world, params, observer), other)!;
}

describe('body and head (spec 04 §3.10)', () => {
  it.each([
    [0, 180, 180],
    [180, 0, -180],
    [10, 30, 20],
  ])('observer faces %d, player %d: %d (spec 04 §8.7)', (face, body, expected) => {
    const x = face === 180 ? -5 : 5;
    expect(seen({ body: face }, { x, body }).bodyDir).toBe(expected);
  });

  it('the head direction includes the neck; both are reported only with full identity (spec 04 §9.14)', () => {
    const near = seen({ body: 10, neck: -20 }, { x: 5, body: 30, neck: 40.4 });
    expect([near.detail, near.bodyDir, near.headDir, near.hasMotion]).toEqual(['full', 40, 80, true]);
    const far = seen({ body: 10 }, { x: 45, body: 30, neck: 40 });
    expect([far.detail, far.bodyDir, far.headDir, far.hasMotion]).toEqual(['team', 0, 0, false]);
  });

  it('the motion of a player is reported with the number', () => {
    const object = seen({}, { x: 10, vx: 1.5, vy: 0.4 });
    expect([object.distChange.toFixed(3), object.dirChange.toFixed(3)]).toEqual(['1.600', '2.300']);
  });
});

describe('pointing (spec 04 §3.10)', () => {
  const point = (p: ReturnType<typeof placePlayer>) => {
    p.armAge = 3;
    p.armTarget.x = p.pos.x;
    p.armTarget.y = p.pos.y + 10;
  };

  it('is reported only while pointing, from version 8, with number or team (spec 04 §9.15)', () => {
    expect(seen({}, { x: 5 }, point)).toMatchObject({ detail: 'full', hasPointDir: true });
    expect(seen({}, { x: 45 }, point)).toMatchObject({ detail: 'team', hasPointDir: true });
    expect(seen({ version: 7 }, { x: 5 }, point).hasPointDir).toBe(false);
    expect(seen({ version: 17 }, { x: 70 }, point)).toMatchObject({ detail: 'player', hasPointDir: false });
    expect(seen({}, { x: 5 }).hasPointDir).toBe(false);
    const done = (p: ReturnType<typeof placePlayer>) => {
      point(p);
      p.armAge = 20;
    };
    expect(seen({}, { x: 5 }, done).hasPointDir).toBe(false);
  });

  it('is the direction from the player to its target', () => {
    const dir = seen({}, { x: 5, y: 5 }, (p) => {
      p.armAge = 3;
      p.armTarget.x = p.pos.x + 10;
      p.armTarget.y = p.pos.y;
    }).pointDir;
    // Six standard deviations.
    expect(Math.abs(dir)).toBeLessThanOrEqual(8);
  });

  it.each([
    [0, 1.25],
    [10, 1.257],
    [25, 1.535],
    [50, 5.812],
  ])('has a standard deviation at %d m of %d degrees (spec 04 §8.6)', (x, sigma) => {
    const { world, params, observer } = createObserverScene({ x: -x / 2, body: 10, neck: -5 });
    const other = placePlayer(world, params, 'r', 4, { x: x / 2 });
    point(other);
    const rng = createRandomStream(7, 'pointing');
    const out = createSeeObservation();
    const n = 3000;
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < n; i++) {
      fillSee(contextOf(world, params), rng, observer, out);
      const dir = out.objects.find((o) => o.kind === 'player')!.pointDir;
      sum += dir;
      squares += dir * dir;
    }
    const mean = sum / n;
    // Rounding to whole degrees adds a variance of 1/12.
    const expected = Math.sqrt(sigma * sigma + 1 / 12);
    expect(Math.abs(mean - 85)).toBeLessThan((5 * expected) / Math.sqrt(n));
    expect(Math.sqrt(squares / n - mean * mean) / expected).toBeCloseTo(1, 1);
  });
});

describe('tackle and kick (spec 04 §3.11, §9.16)', () => {
  const tackle = (p: ReturnType<typeof placePlayer>) => {
    p.tackleIdle = 9;
  };
  const kick = (p: ReturnType<typeof placePlayer>) => {
    p.kickedCount = 0;
  };
  const both = (p: ReturnType<typeof placePlayer>) => {
    tackle(p);
    kick(p);
  };
  it.each([
    [7, tackle, ''],
    [8, tackle, 't'],
    [12, kick, ''],
    [13, kick, 'k'],
    [12, both, 't'],
    [19, both, 't'],
  ])('version %d, %o', (version, change, flag) => {
    expect(seen({ version }, { x: 5 }, change).flag).toBe(flag);
    expect(seen({ version: Math.max(version, 4) }, { x: -2.5 }, change)).toMatchObject({
      detail: 'close',
      flag: '',
    });
  });

  it('are reported if only the team is known, not without it (spec 04 §9.16)', () => {
    expect(seen({ version: 19 }, { x: 45 }, kick)).toMatchObject({ detail: 'team', flag: 'k' });
    expect(seen({ version: 17 }, { x: 70 }, kick)).toMatchObject({ detail: 'player', flag: '' });
  });

  it('kicks are no longer reported when the count is -1 (spec 04 §9.16)', () => {
    expect(seen({}, { x: 5 }).flag).toBe('');
  });
});

describe('goalie mark (spec 03 §10.2, spec 04 §9.21)', () => {
  it.each([
    [5, 'r', false, false],
    [6, 'r', false, true],
    [19, 'r', false, true],
    [19, 'r', true, false],
    [19, 'l', true, true],
  ] as const)('version %d, goalie on side %s, appointed later %s: %s', (version, side, appointed, marked) => {
    const { world, params, observer } = createObserverScene({ version });
    const goalie = placePlayer(world, params, side, 2, { x: 5, goalie: true });
    goalie.goalieAppointed = appointed;
    expect(findSeenPlayer(seeOnce(world, params, observer), goalie)?.goalie).toBe(marked);
  });

  it('is reported only with full identity', () => {
    expect(seen({}, { x: 45, goalie: true }).goalie).toBe(false);
  });
});

describe('directions (spec 04 §3.4)', () => {
  it('are relative to body and neck', () => {
    const { world, params, observer } = createObserverScene({ body: 40, neck: 30 });
    placeBall(world, 0, 10);
    const ball = findBall(seeOnce(world, params, observer))!;
    expect(ball.dir).toBe(20);
    expect(deg(observer.body + observer.neck)).toBeCloseTo(70, 10);
  });
});
