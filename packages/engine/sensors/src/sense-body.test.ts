import { createWorld } from '@rcss/core';
import { rad } from '@rcss/core/math';
import { createSenseBodyObservation } from '@rcss/core/observation';
import * as vec2 from '@rcss/core/vec2';
import { describe, expect, it } from 'vitest';
import { createTestParams, placePlayer, type TestPose } from '../test/scene.js';
import { clearCollisionMarks, fillSenseBody } from './sense-body.js';

const params = createTestParams();
function body(place: TestPose = {}) {
  const world = createWorld();
  world.time = 57;
  const player = placePlayer(world, params, 'l', 1, place);
  const sense = () => fillSenseBody(world, params, player, createSenseBodyObservation());
  return { world, player, sense };
}

describe('body sensor (spec 04 §6)', () => {
  it.each([
    [0, 0, 0],
    [10, 0, -10],
    [180, 0, -180],
    [10, 20.4, -30],
    [-0.5, 0, 0],
  ])(
    'at rest with body %d and neck %d the speed direction is %d (spec 04 §9.36)',
    (degrees, neck, expected) => {
      expect(body({ body: degrees, neck }).sense().speedDir).toBe(expected);
    },
  );

  it.each([3, 6, 7, 19])('directions are truncated in version %d (spec 04 §9.37, §8.7)', (version) => {
    const angle = rad(12.7);
    const { sense } = body({
      version,
      vx: 0.4 * Math.cos(angle),
      vy: 0.4 * Math.sin(angle),
      neck: -30.7,
      body: 30.7,
    });
    expect(sense()).toMatchObject({ speed: 0.4, speedDir: 12, headAngle: -30 });
  });

  it('a neck turned by less than a degree has the angle 0, without a sign', () => {
    expect(body({ neck: -0.5 }).sense().headAngle).toBe(0);
  });

  it('the direction of the arm is relative to the face: body and neck', () => {
    const { player, sense } = body({ body: 20, neck: 30 });
    player.armAge = 3;
    Object.assign(player.armTarget, { x: 0, y: 10 });
    expect(sense()).toMatchObject({ armTargetDist: 10, armTargetDir: 40 });
  });

  it.each([
    [24, 41, 25.3, -2.5, 39.05, -180, 39, -180],
    [73, -69, 35.8, -2.7, 33.15, -179.95, 33.2, -180],
    [99, 19, -3.1, -17.4, 18.15, 44.95, 18.2, 45],
    [-37, -37, 19.5, 10.8, 36.95, -179.95, 37, -180],
    [-23, -79, 8.8, -9.6, 8.65, 180, 8.6, 180],
    [112, 33, 16.7, 4.8, 39.65, -180, 39.6, -180],
    [-137, 9, -21, -13.4, 15.95, 180, 16, 180],
    [-126, -44, -30.8, 15.8, 27.25, -180, 27.2, 180],
  ])(
    'body %d and neck %d at (%d, %d): an arm that points %d m to %d degrees is shown as (target %d %d), as measured',
    (degrees, neck, x, y, dist, dir, shownDist, shownDir) => {
      const { player, sense } = body({ body: degrees, neck, x, y });
      const { armTarget } = player;
      vec2.rotatePolar(armTarget, vec2.setPolar(armTarget, dist, rad(dir)), player.body + player.neck);
      vec2.set(armTarget, x + armTarget.x, y + armTarget.y);
      player.armAge = 1;
      const { armTargetDist, armTargetDir } = sense();
      expect([Number(armTargetDist.toFixed(6)), armTargetDir]).toEqual([shownDist, shownDir]);
    },
  );

  it('the speed is quantized to 0.01', () => {
    expect(body({ vx: 0.1234 }).sense().speed).toBeCloseTo(0.12, 12);
  });

  it('reports when the arm is movable and expires, and its target as the player moves (spec 04 §9.38)', () => {
    const { player, sense } = body();
    expect(sense()).toMatchObject({ armMovable: 0, armExpires: 0, armTargetDist: 0, armTargetDir: 0 });
    player.armAge = 0;
    player.pointtoCount = 1;
    player.armTarget.x = 12 * Math.cos(rad(45.55));
    player.armTarget.y = 12 * Math.sin(rad(45.55));
    expect(sense()).toMatchObject({
      armMovable: 5,
      armExpires: 20,
      armTargetDist: 12,
      armTargetDir: 45,
      armCount: 1,
    });
    player.armAge = 1;
    expect(sense()).toMatchObject({ armMovable: 4, armExpires: 19 });
    player.armAge = 8;
    expect(sense()).toMatchObject({ armMovable: 0, armExpires: 12 });
    player.pos.x = player.armTarget.x;
    player.pos.y = player.armTarget.y - 3;
    player.body = rad(45);
    expect(sense()).toMatchObject({ armTargetDist: 3, armTargetDir: 45 });
    player.armAge = 20;
    expect(sense()).toMatchObject({ armExpires: 0, armTargetDist: 0, armTargetDir: 0 });
  });

  it('reports tackle and foul (spec 04 §9.39)', () => {
    const { player, sense } = body();
    player.tackleIdle = 9;
    player.tackleCount = 3;
    player.foulCharged = 4;
    expect(sense()).toMatchObject({ tackleExpires: 9, tackleCount: 3, foulCharged: 4, card: 'none' });
    player.cards = 1;
    expect(sense().card).toBe('yellow');
    player.cards = 2;
    expect(sense().card).toBe('red');
  });

  it('reports collisions until they are cleared (spec 04 §9.40)', () => {
    const { player, sense } = body();
    player.collidedWithBall = true;
    player.collidedWithPost = true;
    sense();
    expect(sense()).toMatchObject({
      collidedWithBall: true,
      collidedWithPlayer: false,
      collidedWithPost: true,
    });
    player.collidedWithPlayer = true;
    clearCollisionMarks(player);
    expect(sense()).toMatchObject({
      collidedWithBall: false,
      collidedWithPlayer: false,
      collidedWithPost: false,
    });
  });

  it('the focus point is not rounded (spec 04 §9.41)', () => {
    const { sense } = body({ focus: [20.512345, -30.25] });
    expect(sense().focusPointDist).toBe(20.512345);
    expect(sense().focusPointDir).toBeCloseTo(-30.25, 12);
  });

  it('reports the counters; the focus count is the one that a reconnect clears (spec 04 §9.42)', () => {
    const { world, player, sense } = body();
    Object.assign(player, {
      kickCount: 1,
      dashCount: 2,
      turnCount: 3,
      sayCount: 4,
      turnNeckCount: 5,
      catchCount: 6,
      moveCount: 7,
      changeViewCount: 8,
      changeFocusCount: 9,
      attentiontoCount: 10,
      focusCount: 0,
      attention: world.players[11 + 4]!.index,
    });
    expect(sense()).toMatchObject({
      time: 57,
      kick: 1,
      dash: 2,
      turn: 3,
      say: 4,
      turnNeck: 5,
      catch: 6,
      move: 7,
      changeView: 8,
      changeFocus: 9,
      focusCount: 0,
      focusSide: 'r',
      focusUnum: 5,
    });
    player.attention = -1;
    expect(sense()).toMatchObject({ focusSide: '', focusUnum: 0 });
  });

  it('reports view mode and stamina unchanged', () => {
    const { player, sense } = body({ width: 'narrow', version: 17, quality: 'low' });
    player.stamina = 7955.123456;
    player.effort = 0.87;
    player.staminaCapacity = 130554.5;
    expect(sense()).toMatchObject({
      quality: 'low',
      width: 'narrow',
      stamina: 7955.123456,
      effort: 0.87,
      capacity: 130554.5,
    });
  });
});
