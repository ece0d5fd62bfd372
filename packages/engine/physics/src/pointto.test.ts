import type { Player } from '@rcss/core';
import { rad } from '@rcss/core/math';
import { describe, expect, it } from 'vitest';
import { addPlayer, createTestField, formatVector, runStep, type TestField } from '../test/field.js';
import { isArmMovable, pointTo, pointToOff } from './pointto.js';

function createScene() {
  const field = createTestField();
  const player = addPlayer(field, 'l', 1, { x: 1, y: 2, body: 60 });
  player.neck = player.neckTarget = rad(-30);
  return { field, player };
}

const isPointing = ({ params }: TestField, player: Player) => player.armAge < params.server.point_to_duration;

describe('pointto (spec 05 §17.4, §24.47)', () => {
  it('points at a fixed place of the field, relative to the face', () => {
    const { field, player } = createScene();
    pointTo(field.params, player, 20, 30);
    expect(formatVector(player.armTarget.x, player.armTarget.y)).toBe('11 19.3205');
    player.body = 0;
    player.pos.x = 9;
    expect(formatVector(player.armTarget.x)).toBe('11');
  });

  it('is accepted again in the fifth cycle, and points for twenty (spec 03 §13.30, spec 04 §9.38)', () => {
    const { field, player } = createScene();
    expect([isArmMovable(field.params, player), isPointing(field, player)]).toEqual([true, false]);
    pointTo(field.params, player, 20, 30);
    const shown: string[] = [];
    for (let i = 0; i < 20; i++) {
      runStep(field);
      const { point_to_ban: ban, point_to_duration: duration } = field.params.server;
      const expires = isPointing(field, player) ? duration - player.armAge : 0;
      shown.push(`${Math.max(0, ban - player.armAge)} ${expires}`);
    }
    expect([shown[0], shown[4], shown[18], shown[19]]).toEqual(['4 19', '0 15', '0 1', '0 0']);
    pointTo(field.params, player, 5, 0);
    for (let i = 0; i < 4; i++) {
      runStep(field);
      pointTo(field.params, player, 1, 0);
      pointToOff(field.params, player);
    }
    expect(player.pointtoCount).toBe(2);
    runStep(field);
    pointToOff(field.params, player);
    expect([player.pointtoCount, isPointing(field, player), player.armTarget]).toEqual([
      3,
      false,
      { x: 0, y: 0 },
    ]);
  });

  it('off leaves the arm movable at once, and is counted even if the arm did not point (spec 03 §13.30)', () => {
    const { field, player } = createScene();
    pointToOff(field.params, player);
    pointTo(field.params, player, 5, 0);
    expect(player.pointtoCount).toBe(2);
  });

  it('is ignored for infinite arguments (spec 05 §9.6)', () => {
    const { field, player } = createScene();
    pointTo(field.params, player, Number.POSITIVE_INFINITY, 0);
    pointTo(field.params, player, 5, Number.NEGATIVE_INFINITY);
    expect([player.pointtoCount, player.armTarget]).toEqual([0, { x: 0, y: 0 }]);
  });
});
