import { describe, expect, it } from 'vitest';
import { addPlayer, createTestField, placeTestBall, runStep } from '../test/field.js';
import { createHeightParams } from '../test/height.js';
import { chestTrap } from './chest-trap.js';
import { kick } from './kick.js';

function createTrap(z = 0, params = createHeightParams(), mode: 'play_on' | 'goal_l' = 'play_on') {
  const field = createTestField(params, mode);
  const player = addPlayer(field, 'l', 1, { x: -0.6, y: 0, body: 0 });
  placeTestBall(field, 0, 0, 0.3, 0.1);
  Object.assign(field.ball, { z, vz: z === 0 ? 0 : 0.2 });
  return { field, player };
}

const AT_REST = { vel: { x: 0, y: 0 }, accel: { x: 0, y: 0 }, z: 0, vz: 0, az: 0 };

describe('chest_trap (spec 12 §3.2)', () => {
  it('puts a ball up to player_height at rest on the ground, and is a kick for the referee', () => {
    for (const z of [0, 1.9, 2]) {
      const { field, player } = createTrap(z);
      chestTrap(field, player);
      expect(field.ball).toEqual({ pos: { x: 0, y: 0 }, ...AT_REST });
      expect([field.events, player.kickCount, player.bodyUsed]).toEqual([[['kicked', 'l1', 0]], 0, true]);
    }
  });

  it('out of reach it has no effect and takes the body; a second body command is ignored', () => {
    const { field, player } = createTrap(2.01);
    chestTrap(field, player);
    kick(field, field.rng, player, 100, 0);
    expect([field.ball.vel.x, field.ball.vz, field.events, player.kickCount]).toEqual([0.3, 0.2, [], 0]);
    runStep(field);
    expect(player.bodyUsed).toBe(false);
  });

  it('pushes of the same cycle are lost, also upward (spec 12 §15 D3)', () => {
    const { field, player } = createTrap();
    const other = addPlayer(field, 'r', 1, { x: 0.6, y: 0, body: 180 });
    kick(field, field.rng, other, 60, 0, 40);
    chestTrap(field, player);
    expect(field.ball).toEqual({ pos: { x: 0, y: 0 }, ...AT_REST });
  });

  it('has no effect in stopped play, as kicks; in the measured server it has (spec 12 §15 D4)', () => {
    const trapped = (height_as_measured: boolean) => {
      const { field, player } = createTrap(0, createHeightParams({ height_as_measured }), 'goal_l');
      chestTrap(field, player);
      return [field.ball.vel.x, field.events.length];
    };
    expect([trapped(false), trapped(true)]).toEqual([
      [0.3, 0],
      [0, 0],
    ]);
  });

  it('has no effect in a match without height', () => {
    const { field, player } = createTrap(0, createHeightParams({ '2d_mode': true }));
    chestTrap(field, player);
    expect([field.ball.vel.x, player.bodyUsed]).toEqual([0.3, true]);
  });
});
