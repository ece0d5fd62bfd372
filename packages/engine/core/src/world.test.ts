import { describe, expect, it } from 'vitest';
import { createFrame } from './frame.js';
import { LANDMARKS } from './landmarks.js';
import {
  createFullstateObservation,
  createGlobalObservation,
  createSeeObservation,
  createSenseBodyObservation,
} from './observation.js';
import { BENCH_Y, benchX } from './pitch.js';
import { createPlayer } from './player.generated.js';
import { playerIndex } from './side.js';
import { createWorld, PlayerState, playerOf, teamOf } from './world.js';

/** Names and types of all fields, in order. If they are equal, engines give two objects the same shape. */
const shape = (object: object): string =>
  Object.entries(object)
    .map(([name, value]) => `${name}:${value === null ? 'null' : typeof value}`)
    .join(' ');
const undefinedFields = (object: object): string[] =>
  Object.entries(object).flatMap(([name, value]) => (value === undefined ? [name] : []));

describe('the bench (spec 05 §2.5)', () => {
  it('has positions 3 m outside the top line, 3 m apart, on the own side', () => {
    expect(BENCH_Y).toBe(-37);
    expect([1, 2, 11].map((unum) => benchX('l', unum))).toEqual([-3, -6, -33]);
    expect([1, 2, 11].map((unum) => benchX('r', unum))).toEqual([3, 6, 33]);
  });
});

describe('the world before the first kick-off (spec 05 §4)', () => {
  const world = createWorld();

  it('has 22 slots, left 1 to 11 and right 1 to 11, absent and on the bench', () => {
    expect(world.players.map((p) => `${p.side}${p.unum}`)).toEqual(
      ['l', 'r'].flatMap((side) => Array.from({ length: 11 }, (_, i) => `${side}${i + 1}`)),
    );
    world.players.forEach((p, i) => {
      expect(p.index).toBe(i);
      expect(playerIndex(p.side, p.unum)).toBe(i);
      expect(p.pos).toEqual({ x: benchX(p.side, p.unum), y: BENCH_Y });
      expect([p.enabled, p.assigned, p.state]).toEqual([false, false, PlayerState.DISABLED]);
      expect([p.vel, p.accel]).toEqual([
        { x: 0, y: 0 },
        { x: 0, y: 0 },
      ]);
    });
  });

  it('is before kick-off at time 0 with the ball at rest in the center', () => {
    expect([world.time, world.stoppageTime, world.playMode, world.catcher]).toEqual([
      0,
      0,
      'before_kick_off',
      -1,
    ]);
    expect(world.ball).toEqual({
      pos: { x: 0, y: 0 },
      vel: { x: 0, y: 0 },
      accel: { x: 0, y: 0 },
      z: 0,
      vz: 0,
      az: 0,
    });
    expect([teamOf(world, 'l'), teamOf(world, 'r')]).toEqual([world.left, world.right]);
    expect([world.left.side, world.left.name, world.left.score]).toEqual(['l', '', 0]);
  });

  it('start_goal_l and start_goal_r are the scores (spec 06 §20)', () => {
    const { left, right } = createWorld(3, 4);
    expect([left.score, right.score]).toEqual([3, 4]);
  });

  it('has players of one fixed shape, without undefined fields and shared objects', () => {
    expect(new Set(world.players.map(shape)).size).toBe(1);
    expect(shape(createPlayer('r', 7))).toBe(shape(world.players[0]!));
    expect(world.players.flatMap(undefinedFields)).toEqual([]);
    const vectors = world.players.flatMap((p) => [p.pos, p.vel, p.accel, p.armTarget]);
    expect(new Set([...vectors, world.ball.pos, world.ball.vel, world.ball.accel]).size).toBe(4 * 22 + 3);
    expect(createWorld().players[0]).not.toBe(world.players[0]);
  });

  it('is plain data', () => {
    expect(structuredClone(world)).toEqual(world);
    expect(JSON.parse(JSON.stringify(world))).toEqual(world);
  });

  it('finds slots by uniform number, and returns undefined for an invalid number', () => {
    expect(playerOf(world, 'l', 1)).toBe(world.players[0]);
    expect(playerOf(world, 'r', 11)).toBe(world.players[21]);
    for (const unum of [0, 12, -1, 1.5, Number.NaN]) expect(playerOf(world, 'l', unum)).toBeUndefined();
  });

  it('has the state bits of the table (spec 05 §4.3)', () => {
    const bits = Object.values(PlayerState);
    expect(bits[0]).toBe(0);
    expect(bits.slice(1)).toEqual(Array.from({ length: 21 }, (_, i) => 2 ** i));
    expect(PlayerState).toMatchObject({
      STAND: 0x1,
      GOALIE: 0x8,
      CATCH: 0x10,
      TACKLE: 0x1000,
      FOUL_CHARGED: 0x20000,
      YELLOW_CARD: 0x40000,
      RED_CARD: 0x80000,
      ILLEGAL_DEFENSE: 0x100000,
    });
  });
});

describe('buffers of observations and frames (spec 04, spec 07 §12, spec 09 §8)', () => {
  const buffers: [string, readonly object[], number][] = [
    // All landmarks, the ball, the other players, the lines.
    ['see', createSeeObservation().objects, LANDMARKS.length + 1 + 21 + 4],
    ['fullstate', createFullstateObservation().players, 22],
    ['global view', createGlobalObservation().players, 22],
    ['frame', createFrame().players, 22],
  ];

  it.each(buffers)('%s: has room for all objects, all of one shape, none shared', (_, rows, count) => {
    expect(rows).toHaveLength(count);
    expect(new Set(rows).size).toBe(count);
    expect(new Set(rows.map(shape)).size).toBe(1);
    expect(rows.flatMap(undefinedFields)).toEqual([]);
  });

  it('are empty at first', () => {
    expect(createSeeObservation().count).toBe(0);
    expect(createFullstateObservation().count).toBe(0);
    expect(createGlobalObservation().count).toBe(0);
    expect(undefinedFields(createSenseBodyObservation())).toEqual([]);
    expect(shape(createFullstateObservation().self)).toBe(shape(createSenseBodyObservation()));
  });

  it('a frame contains the players left 1 to 11 and right 1 to 11', () => {
    const frame = createFrame();
    expect(frame.players.map((p) => p.side + p.unum)).toEqual(
      createWorld().players.map((p) => p.side + p.unum),
    );
    expect([frame.playMode, frame.left.name, frame.right.score]).toEqual(['before_kick_off', '', 0]);
    expect(createFrame().players[0]).not.toBe(frame.players[0]);
  });
});
