import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestScene, placePlayer } from '../../test/scene.js';
import { toDegrees, toRadians } from '../geometry.js';
import { compareReach, computeOwnReach, computeReach, listIntercepts } from '../reach/intercept.js';
import { computeTacklePush } from '../world/own-command.js';
import { createAction } from './action.js';
import { clear } from './clear.js';
import { computeCruisePower, computeKickPower, computeStaminaPace, dashTo, kickTo } from './commands.js';
import { findBestDribble, listDribbles, playDribble } from './dribble.js';
import { catchReachableBall, computeGoaliePosition, keepGoal, predictGoalCrossing } from './goalkeeping.js';
import { kickWithSpeed, planKick } from './kick.js';
import { computePassProbability, findBestPass, listPasses } from './pass.js';
import { findBestShot } from './shoot.js';
import { computeTackleProbability, isTackleFoul, tackleBall } from './tackle.js';
import { listViewCommands } from './view-control.js';

describe('intercept', () => {
  it('a ball that rolls toward the player is met on its way', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 20, y: 0, vx: -2 });
    const reach = computeOwnReach(wm);
    expect(reach.cycles).toBeGreaterThan(4);
    expect(reach.cycles).toBeLessThan(10);
    expect(reach.x).toBeGreaterThan(0);
    expect(reach.x).toBeLessThan(20);
  });

  it('a ball that rolls away is caught later than one that rests', () => {
    const lies = computeOwnReach(createTestScene({ x: 0, y: 0 }, { x: 8, y: 0 })).cycles;
    const flees = computeOwnReach(createTestScene({ x: 0, y: 0 }, { x: 8, y: 0, vx: 1 })).cycles;
    expect(flees).toBeGreaterThan(lies);
  });

  it('the race finds the first player at the ball', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 10, y: 0 });
    placePlayer(wm, true, 7, 4, 0);
    placePlayer(wm, false, 5, 30, 0);
    const race = compareReach(wm);
    expect(race.mateUnum).toBe(7);
    expect(race.mate.cycles).toBeLessThan(race.own.cycles);
    expect(race.own.cycles).toBeLessThan(race.opponent.cycles);
    wm.bannedTaker = 7;
    expect(compareReach(wm).mateUnum).toBe(0);
  });
});

describe('the table of who gets the ball', () => {
  it('has all players by their time, with turns, dashes and known stamina', () => {
    const wm = createTestScene({ x: 0, y: 0, body: Math.PI }, { x: 10, y: 0 });
    placePlayer(wm, true, 7, 4, 0);
    placePlayer(wm, false, 5, 30, 0);
    wm.players.mates[7]!.stamina = 5000;
    const table = listIntercepts(wm);
    expect(table.map(({ own, unum }) => [own, unum])).toEqual([
      [true, 7],
      [true, 8],
      [false, 5],
    ]);
    const [mate, self, opponent] = table;
    expect(mate!.turns).toBe(0);
    expect(self!.turns).toBeGreaterThan(0);
    for (const { turns, dashes, cycles } of table) expect(turns + dashes).toBeLessThanOrEqual(cycles);
    // Each dash costs 100, each cycle gives at most 45 back.
    expect(mate!.stamina).toBeLessThan(5000);
    expect(mate!.stamina).toBeGreaterThanOrEqual(5000 - 100 * mate!.dashes);
    expect(opponent!.stamina).toBeNull();
  });

  it('agrees with the race, and leaves out who must not touch the ball', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 10, y: 0 });
    placePlayer(wm, true, 7, 4, 0);
    placePlayer(wm, false, 5, 30, 0);
    const race = compareReach(wm);
    const cycles = new Map(listIntercepts(wm).map((row) => [row.unum, row.cycles]));
    expect([cycles.get(8), cycles.get(7), cycles.get(5)]).toEqual([
      race.own.cycles,
      race.mate.cycles,
      race.opponent.cycles,
    ]);
    wm.bannedTaker = 7;
    expect(listIntercepts(wm).map(({ unum }) => unum)).toEqual([8, 5]);
  });
});

it('the race is the same as with the reach of each player', () => {
  const place = fc.tuple(
    fc.double({ min: -30, max: 30, noNaN: true }),
    fc.double({ min: -20, max: 20, noNaN: true }),
  );
  fc.assert(
    fc.property(fc.array(place, { minLength: 2, maxLength: 8 }), place, (places, [vx, vy]) => {
      const wm = createTestScene({ x: 0, y: 0 }, { x: 3, y: 2, vx: vx / 15, vy: vy / 15 });
      places.forEach(([x, y], i) => {
        placePlayer(wm, i % 2 === 0, i + 1, x, y);
      });
      const cycles = (own: boolean) =>
        (own ? wm.players.ownList : wm.players.opponentList).map((p) => computeReach(wm, p).cycles);
      const race = compareReach(wm);
      expect(race.mate.cycles).toBe(Math.min(61, ...cycles(true)));
      expect(race.opponent.cycles).toBe(Math.min(61, ...cycles(false)));
    }),
    { numRuns: 50 },
  );
});

describe('pass', () => {
  it('a lane is free or blocked', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 0.5, y: 0 });
    const chance = (): number =>
      computePassProbability(wm.players.opponentList, wm.ball.pos, 0, 2.2, 18, wm.server.ball_decay, 0);
    expect(chance()).toBeGreaterThan(0.9);
    placePlayer(wm, false, 4, 10, 0.5);
    expect(chance()).toBeLessThan(0.2);
    placePlayer(wm, false, 4, 10, 14);
    expect(chance()).toBeGreaterThan(0.8);
    placePlayer(wm, false, 4, -4, 0.5);
    expect(chance()).toBeGreaterThan(0.8);
  });

  it('goes to the mate who is free, not to the covered one, not offside', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 0.5, y: 0 });
    placePlayer(wm, true, 9, 15, -10);
    placePlayer(wm, true, 10, 15, 10);
    placePlayer(wm, false, 2, 14, -9);
    placePlayer(wm, false, 3, 30, 0);
    placePlayer(wm, false, 1, 50, 0, true);
    expect(findBestPass(wm, computeKickPower(wm))?.receiver.unum).toBe(10);
    placePlayer(wm, true, 10, 33, 10);
    expect(findBestPass(wm, computeKickPower(wm))?.receiver.unum).not.toBe(10);
  });

  it('across the own goal is worth less than along the wing, if both arrive as often', () => {
    const rate = (y: number) => {
      const wm = createTestScene({ x: -45.5, y: -14 }, { x: -45, y: -14 });
      placePlayer(wm, true, 5, -45, y);
      const [option] = listPasses(wm, 2.6, 4, 5).filter(({ target }) => target.x === -45 && target.y === y);
      return option!;
    };
    const [across, along] = [rate(10), rate(-28)];
    expect(across.chance).toBeCloseTo(along.chance, 1);
    expect(across.score).toBeLessThan(along.score);
  });
});

describe('shot', () => {
  it('aims beside the goalie, and not at all from far away', () => {
    const wm = createTestScene({ x: 42, y: 0 }, { x: 42.5, y: 0 });
    placePlayer(wm, false, 1, 51, 3, true);
    const shot = findBestShot(wm, 2.6);
    expect(shot!.target.y).toBeLessThan(0);
    expect(shot!.chance).toBeGreaterThan(0.5);
    expect(findBestShot(createTestScene({ x: 10, y: 0 }, { x: 10.5, y: 0 }), 2.6)).toBeNull();
  });

  it('the noise makes a shot from beside the goal line as improbable as it is', () => {
    const computeChance = (x: number, y: number) => {
      const wm = createTestScene({ x: x - 0.5, y }, { x, y });
      placePlayer(wm, false, 1, 40, -30, true);
      return findBestShot(wm, 2.6)!.chance;
    };
    // Both are 15 m from the middle of the goal.
    expect(computeChance(37.5, 0)).toBeGreaterThan(0.8);
    expect(computeChance(51.9, 15)).toBeLessThan(0.5);
    const calm = createTestScene({ x: 51.4, y: 15 }, { x: 51.9, y: 15 }, { server: { ball_rand: 0 } });
    placePlayer(calm, false, 1, 40, -30, true);
    expect(findBestShot(calm, 2.6)!.chance).toBeGreaterThan(computeChance(51.9, 15));
  });
});

describe('dribble', () => {
  it('is lost as often as not if an opponent near enough for a tackle is there when it begins', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 0.4, y: 0 });
    placePlayer(wm, false, 4, -1.2, 0);
    for (const { chance } of listDribbles(wm, 2.6)) expect(chance).toBeLessThan(0.5);
    placePlayer(wm, false, 4, -3, 0);
    expect(findBestDribble(wm, 2.6)!.chance).toBeGreaterThan(0.8);
  });

  it('leads as far as the player gets that runs already, and less far if it has no stamina left', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 0.4, y: 0 });
    const findFarthest = () => Math.max(...listDribbles(wm, 2.6).map(({ target }) => target.x));
    const standing = findFarthest();
    wm.self.vel.x = 0.4;
    expect(findFarthest() - standing).toBeCloseTo(0.4 / (1 - wm.self.ability.decay));
    wm.self.stamina = wm.server.recover_dec_thr * wm.server.stamina_max;
    expect(findFarthest()).toBeLessThan(0.7 * standing);
  });

  it('leads away from the opponent', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 0.4, y: 0 });
    placePlayer(wm, false, 5, 6, 3);
    const dribble = findBestDribble(wm, computeKickPower(wm));
    expect(dribble).not.toBeNull();
    expect(dribble!.target.y).toBeLessThan(1);
  });
});

describe('kick', () => {
  it('gives the ball the requested velocity (spec 05 §12)', () => {
    const wm = createTestScene({ x: 0, y: 0, body: 0.7 }, { x: 0.3, y: 0.4, vx: 0.2, vy: -0.3 });
    wm.recordCommands([kickTo(wm, 1, 0.5)]);
    expect(wm.ball.vel.x + wm.self.pending.pushX).toBeCloseTo(1, 10);
    expect(wm.ball.vel.y + wm.self.pending.pushY).toBeCloseTo(0.5, 10);
  });

  it('prepares a strong kick from a bad place of the ball if no opponent is near', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: -0.8, y: 0 });
    wm.recordCommands([kickWithSpeed(wm, 0, 2.8, true)]);
    const { pending } = wm.self;
    // The first kick moves the ball forward, but not beyond the reach of the player.
    const next = wm.ball.pos.x + pending.pushX;
    expect(Math.hypot(next, wm.ball.pos.y + pending.pushY)).toBeLessThan(1.085);
    placePlayer(wm, false, 5, -1.5, 0.5);
    wm.recordCommands([kickWithSpeed(wm, 0, 2.8, true)]);
    expect(wm.self.pending.pushX).toBeCloseTo(computeKickPower(wm), 6);
  });
});

describe('a sequence of kicks', () => {
  it('has as many kicks as the speed needs, up to three, each within reach of the player', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: -0.7, y: 0.3 });
    const [one, two, three] = [1, 2, 3].map((maxKicks) => planKick(wm, 0, 2.9, { maxKicks }));
    expect([one!.kicks, two!.kicks]).toEqual([1, 2]);
    expect(two!.speed).toBeGreaterThan(one!.speed + 0.25);
    expect(three!.speed).toBeGreaterThanOrEqual(two!.speed);
    expect(planKick(wm, Math.PI, 0.9).kicks).toBe(1);
    for (const { velocity } of [two!, three!])
      expect(Math.hypot(wm.ball.pos.x + velocity.x, wm.ball.pos.y + velocity.y)).toBeLessThan(
        wm.self.ability.kickable,
      );
  });

  it('has three kicks for a fast ball against its motion', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: -0.6, y: 0, vx: -1.4 });
    expect(planKick(wm, 0, 2.9).kicks).toBeGreaterThanOrEqual(2);
    expect(planKick(wm, 0, 2.9).speed).toBeGreaterThan(planKick(wm, 0, 2.9, { maxKicks: 1 }).speed + 0.5);
  });

  it('leads around the body of the player (spec 05 §7)', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: -0.7, y: 0 });
    expect(planKick(wm, 0, 0.9, { maxKicks: 1 }).speed).toBe(0);
    const { kicks, velocity } = planKick(wm, 0, 0.9);
    expect(kicks).toBe(2);
    expect(Math.hypot(-0.7 + velocity.x, velocity.y)).toBeGreaterThan(0.385);
  });

  it('is one kick if an opponent is near', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: -0.7, y: 0.3 });
    placePlayer(wm, false, 5, -1.5, 0.5);
    expect(planKick(wm, 0, 2.9).kicks).toBe(1);
  });
});

describe('tackle', () => {
  it('is strong although the player runs to its own goal, and does not send the ball into it', () => {
    const wm = createTestScene({ x: -40, y: 1, body: Math.PI }, { x: -41, y: 1, vx: -0.4 });
    placePlayer(wm, false, 9, -41.4, 0.6);
    const { body } = tackleBall(wm)!;
    const angle = body?.type === 'tackle' ? toRadians(body.angle) : Number.NaN;
    const push = computeTacklePush(wm.self, wm.ball, wm.server, angle);
    expect(push).toBeGreaterThan(1.2);
    const x = -0.4 + push * Math.cos(Math.PI + angle);
    const y = push * Math.sin(Math.PI + angle);
    expect(Math.abs(1 + ((-52.5 + 41) / x) * y) > 8 || x > 0).toBe(true);
  });

  it('success depends on the place of the ball (spec 05 §13)', () => {
    expect(computeTackleProbability(createTestScene({ x: 0, y: 0 }, { x: 0.8, y: 0.3 }))).toBeCloseTo(
      1 - 0.0042871,
      5,
    );
    expect(computeTackleProbability(createTestScene({ x: 0, y: 0 }, { x: 1.8, y: 0.2 }))).toBeCloseTo(
      1 - 0.53145778,
      5,
    );
    expect(computeTackleProbability(createTestScene({ x: 0, y: 0 }, { x: -0.5, y: 0 }))).toBe(0);
  });

  it('may be a foul against an opponent between player and ball with its back to the player (spec 05 §14)', () => {
    const isFoul = (x: number, y: number, body: number) => {
      const wm = createTestScene({ x: 0, y: 0 }, { x: 1.4, y: 0 });
      placePlayer(wm, false, 9, x, y);
      wm.players.opponents[9]!.body = body;
      return isTackleFoul(wm);
    };
    expect(isFoul(0.8, 0.1, 0)).toBe(true);
    expect(isFoul(0.8, 0.1, Math.PI)).toBe(false);
    expect(isFoul(0.8, 0.9, 0)).toBe(false);
    expect(isFoul(2, 0.1, 0)).toBe(false);
    expect(isFoul(-0.5, 0, 0)).toBe(false);
  });
});

describe('goalie', () => {
  it('stands between ball and goal', () => {
    const place = computeGoaliePosition({ x: -30, y: 15 });
    expect(place.y).toBeGreaterThan(0.5);
    expect(place.x).toBeLessThan(-45);
    expect(computeGoaliePosition({ x: 0, y: 0 }).y).toBeCloseTo(0, 10);
  });

  it('stands near the goal line, not beside the near post, if the ball is far to the side', () => {
    const place = computeGoaliePosition({ x: -49, y: 25 });
    expect(place.x).toBeLessThan(-51);
    expect(place.y).toBeGreaterThan(1);
    expect(place.y).toBeLessThan(5);
  });

  it('comes out along the middle of the angle if a shot is near, even from the side', () => {
    const place = computeGoaliePosition({ x: -47, y: 12 });
    expect(Math.hypot(-47 - place.x, 12 - place.y)).toBeLessThan(8);
    expect(place.y).toBeGreaterThan(4.5);
  });

  it('does not come further out against an attacker alone', () => {
    const wm = createTestScene({ x: -49, y: 0 }, { x: -40, y: 0 }, { goalie: true });
    placePlayer(wm, false, 9, -39.4, 0);
    const alone = keepGoal(wm).target!;
    placePlayer(wm, true, 2, -46, 0);
    expect(keepGoal(wm).target).toEqual(alone);
  });

  it('tackles a shot that it cannot catch', () => {
    const wm = createTestScene(
      { x: -51, y: 0, body: Math.PI / 2 },
      { x: -51.2, y: 1.7, vx: -2.5, vy: 0.1 },
      { goalie: true },
    );
    expect(keepGoal(wm).body?.type).toBe('tackle');
  });

  it('turns to a ball at its back and catches it, unless an opponent is near', () => {
    const wm = createTestScene({ x: -48, y: 3 }, { x: -48.6, y: 3, vx: 0.1 }, { goalie: true });
    placePlayer(wm, false, 9, -43, 3);
    expect(keepGoal(wm).body?.type).toBe('turn');
    placePlayer(wm, false, 9, -47, 3);
    expect(keepGoal(wm).body?.type).toBe('kick');
    const turned = createTestScene({ x: -48, y: 3, body: Math.PI }, { x: -48.6, y: 3 }, { goalie: true });
    expect(keepGoal(turned).body?.type).toBe('catch');
  });

  it('goes to the place where a pass will arrive', () => {
    const wm = createTestScene({ x: -51, y: -4 }, { x: -44, y: -8, vx: 0.2, vy: 2.4 }, { goalie: true });
    placePlayer(wm, false, 9, -42, 8);
    wm.ball.updatePath();
    expect(keepGoal(wm).target!.y).toBeGreaterThan(0.5);
  });

  it('sees a shot coming', () => {
    const wm = createTestScene({ x: -50, y: 0 }, { x: -35, y: 2, vx: -2.5, vy: 0.3 }, { goalie: true });
    const hit = predictGoalCrossing(wm);
    expect(hit!.y).toBeGreaterThan(2);
    expect(hit!.cycles).toBeLessThan(10);
    expect(predictGoalCrossing(createTestScene({ x: -50, y: 0 }, { x: -35, y: 2, vx: -0.5 }))).toBeNull();
  });

  it('catches in reach, in its own area, not after a pass of its team (spec 05 §15, spec 06 §12)', () => {
    const near = { x: -49.2, y: 0.2 };
    const wm = createTestScene({ x: -50, y: 0 }, near, { goalie: true });
    expect(catchReachableBall(wm)?.body?.type).toBe('catch');
    wm.lastCatchCycle = 98;
    expect(catchReachableBall(wm)).toBeNull();
    wm.lastCatchCycle = -100;
    wm.lastTouch = 'own';
    expect(catchReachableBall(wm)).toBeNull();
    const outside = createTestScene({ x: -30, y: 0 }, { x: -29.2, y: 0 }, { goalie: true });
    expect(catchReachableBall(outside)).toBeNull();
    // On the goal line: only where it would be a goal.
    for (const [y, type] of [
      [1, 'catch'],
      [12, undefined],
    ] as const) {
      const online = createTestScene({ x: -51.9, y }, { x: -52.4, y }, { goalie: true });
      online.self.body = Math.PI;
      expect(catchReachableBall(online)?.body?.type).toBe(type);
    }
  });
});

describe('clear', () => {
  const clearFrom = (y: number, opponents: readonly [number, number][] = []) => {
    const wm = createTestScene({ x: -45, y }, { x: -44.6, y });
    opponents.forEach(([px, py], i) => {
      placePlayer(wm, false, i + 2, px, py);
    });
    return clear(wm)!.target!;
  };

  it('kicks forward if no opponent is near', () => {
    const target = clearFrom(0);
    expect(Math.abs(target.y)).toBeLessThan(10);
    expect(target.x).toBeGreaterThan(-25);
  });

  it('kicks past an opponent that waits in front', () => {
    const { x, y } = clearFrom(0, [[-33, 0]]);
    expect(Math.abs(Math.atan2(y, x + 44.6))).toBeGreaterThan(0.3);
  });

  it('kicks past an opponent at the ball, which cannot stop its first step', () => {
    const { x, y } = clearFrom(0, [[-44.2, 0.8]]);
    expect(Math.abs(y)).toBeLessThan(10);
    expect(x).toBeGreaterThan(-25);
  });

  it('kicks the ball over the side line rather than to an opponent before its goal', () => {
    const { y } = clearFrom(25, [
      [-36, 25],
      [-31, 28],
      [-38, 12],
      [-34, 6],
    ]);
    expect(y).toBe(34);
  });

  it('kicks the ball over the own goal line beside the goal rather than to an opponent before it', () => {
    const { x, y } = clearFrom(14, [
      [-42, 13],
      [-42, 16],
      [-43, 19],
      [-46, 22],
      [-42, 10],
      [-43, 6],
      [-45, 3],
      [-38, 15],
    ]);
    expect(x).toBe(-52.5);
    expect(Math.abs(y)).toBeGreaterThan(9);
  });

  it('needs the ball', () => {
    expect(clear(createTestScene({ x: 0, y: 0 }, { x: 3, y: 0 }))).toBeNull();
  });
});

describe('running with the ball', () => {
  const option = { target: { x: 6, y: 0 }, angle: 0, speed: 0.6, cycles: 5, chance: 0.9, score: 0.5 };

  it('dashes behind a ball that rolls ahead, kicks a ball that lies still', () => {
    expect(
      playDribble(createTestScene({ x: 0, y: 0 }, { x: 0.7, y: 0, vx: 0.6 }), option).body,
    ).toMatchObject({
      type: 'dash',
      dir: 0,
    });
    expect(playDribble(createTestScene({ x: 0, y: 0 }, { x: 0.7, y: 0 }), option).body?.type).toBe('kick');
  });

  it('kicks a ball that rolls much faster than planned', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 0.7, y: 0, vx: 0.6 });
    expect(playDribble(wm, { ...option, speed: 0.55 }).body?.type).toBe('dash');
    expect(playDribble(wm, { ...option, speed: 0.5 }).body?.type).toBe('kick');
  });

  it('kicks if an opponent is near or the way leads elsewhere', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 0.7, y: 0, vx: 0.6 });
    expect(playDribble(wm, { ...option, target: { x: 0, y: 6 }, angle: 1.6 }).body?.type).toBe('kick');
    placePlayer(wm, false, 4, 2.5, 0.5);
    expect(playDribble(wm, option).body?.type).toBe('kick');
  });
});

describe('going', () => {
  it('dashes ahead, turns back, stops at the target', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 5, y: 0 });
    expect(dashTo(wm, { x: 10, y: 0 }, 0.5, 80)).toEqual({ type: 'dash', power: 80, dir: 0 });
    expect(dashTo(wm, { x: -10, y: 0 }, 0.5, 80)?.type).toBe('turn');
    expect(dashTo(wm, { x: 0.3, y: 0 }, 0.5, 80)).toBeNull();
  });

  it('dashes to the side or backward if the way is too short for a turn (spec 05 §10.2)', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 5, y: 0 });
    expect(dashTo(wm, { x: 0, y: 0.6 }, 0.3, 100)).toMatchObject({ type: 'dash', dir: 90 });
    expect(dashTo(wm, { x: -1.2, y: 0 }, 0.3, 100)).toMatchObject({ type: 'dash', dir: 180 });
    expect(dashTo(wm, { x: 0, y: 12 }, 0.3, 100)?.type).toBe('turn');
  });

  it('a running player turns by a dash with two legs if it runs with much power', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 5, y: 0 });
    wm.self.vel.x = 0.4;
    wm.self.speed = 0.4;
    const target = { x: 12, y: 8 };
    expect(dashTo(wm, target, 0.3, 100)?.type).toBe('turn');
    Object.assign(wm, { hasLegs: true });
    expect(dashTo(wm, target, 0.3, 100)?.type).toBe('dash_legs');
    expect(dashTo(wm, target, 0.3, 50)?.type).toBe('turn');
  });

  it('saves stamina if the capacity does not last for the rest of the half', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 5, y: 0 });
    wm.self.stamina = 7000;
    wm.time = 1500;
    wm.self.capacity = 66_000;
    expect(computeStaminaPace(wm)).toBeGreaterThan(0.98);
    const before = computeCruisePower(wm, 0.5);
    wm.self.capacity = 40_000;
    expect(computeStaminaPace(wm)).toBeLessThan(0.7);
    expect(computeCruisePower(wm, 0.5)).toBeLessThan(0.6 * before);
    expect(computeCruisePower(wm, 1)).toBe(100);
    wm.time = 2999;
    expect(computeStaminaPace(wm)).toBe(1);
  });
});

describe('the view', () => {
  const HALF_VIEW = 30;
  /** Angle between the view and a point, degrees, of a player at the origin that looks along x. */
  const look = (wm: ReturnType<typeof createTestScene>, to: { x: number; y: number }): number => {
    const commands = listViewCommands(wm, createAction('wait', null, '', { lookAt: wm.ball.pos }));
    const turn = commands.find(({ type }) => type === 'turn_neck');
    const moment = turn?.type === 'turn_neck' ? turn.moment : 0;
    return Math.abs(moment - toDegrees(Math.atan2(to.y - wm.self.pos.y, to.x - wm.self.pos.x)));
  };
  const createView = (goalie: boolean, ballAge: number) => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 8, y: -8 }, { goalie });
    placePlayer(wm, true, 7, 3, 9);
    placePlayer(wm, false, 5, 5, 9);
    for (const p of [wm.players.mates[7]!, wm.players.opponents[5]!]) p.age = 9;
    wm.ball.age = ballAge;
    return wm;
  };

  it('goes to players that were not seen for long while the ball was just seen', () => {
    const wm = createView(false, 0);
    expect(look(wm, { x: 3, y: 9 })).toBeLessThan(HALF_VIEW);
    expect(look(wm, { x: 5, y: 9 })).toBeLessThan(HALF_VIEW);
    expect(look(wm, wm.ball.pos)).toBeGreaterThan(HALF_VIEW);
  });

  it('has the ball that was not seen for some time, but not in its middle if more is to be seen beside it', () => {
    const wm = createView(false, 2);
    expect(look(wm, wm.ball.pos)).toBeLessThan(HALF_VIEW);
    expect(look(wm, wm.ball.pos)).toBeGreaterThan(HALF_VIEW / 2);
  });

  it('has a ball that is near the goalie in every cycle', () => {
    const wm = createView(true, 0);
    expect(look(wm, wm.ball.pos)).toBeLessThan(HALF_VIEW);
  });
});
