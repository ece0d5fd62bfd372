import { createFrame, createWorld, PlayerState, type PlayMode, type Side, type World } from '@rcss/core';
import { createRandomStream } from '@rcss/core/random';
import { createLogWriter, type LogVersion, readLogBytes } from '@rcss/logs';
import { createMatchParams, createPlayerParams, createServerParams, type ServerParams } from '@rcss/params';
import { createPhysicsContext, initializePlayers, moveBodies } from '@rcss/physics';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyzeRecords, type MatchAnalysis, summarize } from './index.js';
import { createStatsTable } from './tables/stats-tables.js';
import { formatStats } from './tables/stats-text.js';

type Velocity = readonly [vx: number, vy: number, vz: number];

/** A match whose ball the physics move; players stand where the test places them. Writes a log. */
class Flight {
  readonly world: World = createWorld();
  readonly #frame = createFrame();
  readonly #context;
  readonly #rng;
  readonly #writer;
  readonly #pieces: Uint8Array[];

  constructor({
    version = 7,
    seed = 1,
    ...server
  }: Partial<ServerParams> & { version?: LogVersion; seed?: number } = {}) {
    const height = { experimental_height: true, '2d_mode': false } as const;
    const params = createMatchParams(createServerParams({ ...height, ...server }), createPlayerParams(), 1);
    initializePlayers(this.world, params);
    this.world.playMode = 'play_on';
    this.#context = createPhysicsContext(this.world, params);
    this.#rng = createRandomStream(seed, 'physics');
    this.#writer = createLogWriter(version, params);
    this.#pieces = [this.#writer.writeHeader().slice()];
    for (const p of this.#frame.players) {
      p.state = PlayerState.STAND | (p.unum === 1 ? PlayerState.GOALIE : 0);
      this.place(p.side, p.unum, p.side === 'l' ? -30 : -20, 2 * p.unum);
    }
    this.#show();
  }

  place(side: Side, unum: number, x: number, y: number): this {
    Object.assign(this.#player(side, unum), { x, y });
    return this;
  }

  placeBall(x: number, y: number, z = 0): this {
    Object.assign(this.world.ball, { z });
    Object.assign(this.world.ball.pos, { x, y });
    return this.#show();
  }

  /** A player at the ball gives it this velocity and the ball moves by one step. */
  kick(side: Side, unum: number, [x, y, vz]: Velocity): this {
    const { pos, vel } = this.world.ball;
    this.place(side, unum, pos.x - 0.4, pos.y);
    Object.assign(vel, { x, y });
    this.world.ball.vz = vz;
    this.#player(side, unum).state |= PlayerState.KICK;
    this.fly(1);
    this.#player(side, unum).state &= ~PlayerState.KICK;
    return this;
  }

  fly(steps: number, mode: PlayMode = 'play_on'): this {
    for (let i = 0; i < steps; i++) {
      this.#frame.playMode = mode;
      moveBodies(this.#context, this.#rng);
      this.#show();
    }
    return this;
  }

  score(side: Side): this {
    this.#frame[side === 'l' ? 'left' : 'right'].score++;
    return this.fly(1, `goal_${side}`);
  }

  finish(): MatchAnalysis {
    const tail = this.#writer.writeTail(this.#frame).slice();
    return analyzeRecords(readLogBytes(new Uint8Array(Buffer.concat([...this.#pieces, tail]))));
  }

  #player(side: Side, unum: number) {
    return this.#frame.players[(side === 'l' ? -1 : 10) + unum]!;
  }

  #show(): this {
    const { pos, vel, z } = this.world.ball;
    if (this.#pieces.length === 1) this.#frame.playMode = 'play_on';
    Object.assign(this.#frame, {
      hasHeight: true,
      ballX: pos.x,
      ballY: pos.y,
      ballVx: vel.x,
      ballVy: vel.y,
      ballZ: z,
    });
    this.#frame.time++;
    this.#pieces.push(this.#writer.writeFrame(this.#frame).slice());
    return this;
  }
}

const HIGH = [2, 0, 0.9] as const;
const LOW = [2, 0, 0.4] as const;

describe('docs/use/analyst/statistics.md: the ball in the air', () => {
  it.each([7, -1] as const)('a pass higher than players reach is an aerial pass [version %i]', (version) => {
    const a = new Flight({ version })
      .placeBall(-45, 0)
      .kick('l', 9, HIGH)
      .fly(18)
      .kick('l', 10, LOW)
      .fly(8)
      .kick('l', 9, HIGH)
      .fly(18)
      .kick('r', 4, LOW)
      .finish();
    const { teams, aerial } = summarize(a);
    expect([teams.l.passes, teams.l.passesCompleted]).toEqual([3, 2]);
    expect(aerial?.l).toMatchObject({ aerialPasses: 2, aerialPassesCompleted: 1, lobs: 0 });
    expect(aerial?.r).toMatchObject({ aerialPasses: 0 });
  });

  it('a show that is excluded does not count', () => {
    const a = new Flight().kick('l', 9, HIGH).fly(12).kick('l', 10, LOW).finish();
    const [pass] = a.events;
    expect(summarize(a, pass!.endShow - 1).aerial?.l.aerialPasses).toBe(0);
    expect(summarize(a, pass!.endShow).aerial?.l.aerialPasses).toBe(1);
  });

  it.each([
    ['over the goalie', 0, 0.9, 1],
    ['over the goalie, but lower than it reaches', 0, 0.5, 0],
    ['beside the goalie', 3, 0.9, 0],
  ])('a shot %s', (_, y, vz, count) => {
    const a = new Flight({ ball_rand: 0 })
      .place('r', 1, 43, y)
      .placeBall(30, 0)
      .kick('l', 9, [1.7, 0, vz])
      .fly(13)
      .score('l')
      .finish();
    const { teams, aerial } = summarize(a);
    expect(teams.l.goals).toBe(1);
    expect(aerial?.l).toMatchObject({ lobs: count, lobGoals: count });
  });

  it('logs of matches on the ground have no such counts, in all versions', () => {
    for (const version of [6, 7, -1] as const) {
      const a = new Flight({ version, '2d_mode': true })
        .kick('l', 9, [2, 0, 0])
        .fly(5)
        .kick('l', 10, LOW)
        .finish();
      const stats = summarize(a);
      expect(stats).not.toHaveProperty('aerial');
      expect(formatStats('x', stats)).not.toContain('aerial');
      expect(a.aerial).toBeNull();
    }
  });

  it('the report and the table of the teams have them', () => {
    const a = new Flight().kick('l', 9, HIGH).fly(12).kick('l', 10, LOW).finish();
    const stats = summarize(a);
    expect(formatStats('x', stats)).toMatch(/^aerial passes +1\/1 \(100 %\) +0$/m);
    const [left] = createStatsTable('teams', a, stats, {
      step: 50,
      until: Number.POSITIVE_INFINITY,
      objects: [0],
    });
    expect(left).toMatchObject({ aerialPasses: 1, lobs: 0, crossbarHits: 0, postHits: 0 });
  });
});

/** A shot from (x, 0) that would be at `y` and `z` when it crosses the goal line after `steps` cycles. */
interface Shot {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly steps: number;
  readonly seed: number;
}

const near = (value: number, margin: number) =>
  fc.double({ min: value - margin, max: value + margin, noNaN: true });
const SHOT: fc.Arbitrary<Shot> = fc.record({
  x: near(45, 4),
  y: fc.oneof(near(0, 9), near(7.07, 0.2), near(-7.07, 0.2)),
  z: fc.oneof(near(1.5, 1.5), near(2, 0.2)),
  steps: fc.integer({ min: 4, max: 9 }),
  seed: fc.nat(),
});

/** Plays the shot until a step differs from that of the same shot and noise without goals. */
function playShot({ x, y, z, steps, seed }: Shot) {
  const real = new Flight({ seed });
  const free = new Flight({ seed, goal_width: 90, goal_height: 900 });
  const velocity = [(52.44 - x) / steps, y / steps, z / steps + (0.1 * (steps + 1)) / 2] as const;
  for (const flight of [real, free]) flight.placeBall(x, 0).kick('l', 9, velocity);
  const [ball, other] = [real.world.ball, free.world.ball];
  let show = 2;
  let hit: 'crossbar' | 'post' | 'grazed' | null = null;
  while (hit === null && show < 2 + steps + 2) {
    real.fly(1);
    free.fly(1);
    show++;
    if (ball.pos.x === other.pos.x && ball.pos.y === other.pos.y && ball.z === other.z) continue;
    const turn = Math.atan2(ball.vel.y, ball.vel.x) - Math.atan2(other.vel.y, other.vel.x);
    if (ball.vz !== other.vz) hit = Math.abs(ball.z - other.z) > 0.02 ? 'crossbar' : 'grazed';
    else if (ball.z !== other.z) hit = 'grazed';
    else hit = Math.cos(turn) < Math.cos((20 * Math.PI) / 180) ? 'post' : 'grazed';
  }
  return { hit, show, found: real.finish().aerial?.hits };
}

describe('docs/use/analyst/statistics.md: hits of the goal frame', () => {
  it('are those of the physics, with noise; a ball that a post or bar only grazes may be left out', () => {
    const counts = { crossbar: 0, post: 0, grazed: 0, none: 0 };
    fc.assert(
      fc.property(SHOT, (shot) => {
        const { hit, show, found } = playShot(shot);
        counts[hit ?? 'none']++;
        if (hit !== 'grazed') expect(found).toEqual(hit === null ? [] : [{ show, part: hit, side: 'l' }]);
      }),
      { numRuns: 250, seed: 20 },
    );
    expect(Math.min(counts.crossbar, counts.post, counts.none)).toBeGreaterThan(20);
  });

  it('count for the team that touched the ball last', () => {
    const shoot = (side: Side) =>
      new Flight({ ball_rand: 0 }).placeBall(46.5, 0).kick(side, 4, [1.5, 0, 0.75]).fly(4).finish();
    expect(summarize(shoot('l')).aerial?.l.crossbarHits).toBe(1);
    const { l, r } = summarize(shoot('r')).aerial!;
    expect([l.crossbarHits, r.crossbarHits, r.postHits]).toEqual([0, 1, 0]);
  });
});
