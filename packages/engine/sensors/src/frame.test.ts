import { createFrame, createWorld, PlayerState } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import { createTestParams, placeBall, placePlayer } from '../test/scene.js';
import { fillFrame } from './frame.js';

const params = createTestParams();

describe('the frame of a step (spec 09 §8.4)', () => {
  it('has clock, play mode, ball and both teams; a penalty that did not score is a missed one', () => {
    const world = createWorld();
    Object.assign(world, { time: 120, stoppageTime: 7, playMode: 'penalty_kick_r' });
    Object.assign(world.left, { name: 'Alpha', score: 2, penaltyTaken: 5, penaltyScored: 3 });
    Object.assign(world.right, { name: 'Beta', score: 1, penaltyTaken: 4, penaltyScored: 4 });
    placeBall(world, 1, -2, 0.3, -0.4);
    expect(fillFrame(world, params, createFrame())).toMatchObject({
      time: 120,
      stoppageTime: 7,
      playMode: 'penalty_kick_r',
      left: { name: 'Alpha', score: 2, penaltyScored: 3, penaltyMissed: 2 },
      right: { name: 'Beta', score: 1, penaltyScored: 4, penaltyMissed: 0 },
      ballX: 1,
      ballY: -2,
      ballVx: 0.3,
      ballVy: -0.4,
    });
  });

  it('has position, motion, directions in degrees, energy and counters of a player', () => {
    const world = createWorld();
    const player = placePlayer(world, params, 'r', 5, {
      x: 10,
      y: -20,
      vx: 0.5,
      vy: -0.25,
      body: 90,
      neck: -45,
      quality: 'low',
      focus: [12, 30],
    });
    Object.assign(player, {
      typeId: 3,
      state: PlayerState.STAND | PlayerState.GOALIE,
      stamina: 4000,
      effort: 0.8,
      recovery: 0.9,
      staminaCapacity: 99_000,
      kickCount: 1,
      dashCount: 2,
      turnCount: 3,
      catchCount: 4,
      moveCount: 5,
      turnNeckCount: 6,
      changeViewCount: 7,
      sayCount: 8,
      tackleCount: 9,
      pointtoCount: 10,
      attentiontoCount: 11,
      changeFocusCount: 12,
    });
    const shown = fillFrame(world, params, createFrame()).players[11 + 4]!;
    expect(shown).toMatchObject({
      side: 'r',
      unum: 5,
      typeId: 3,
      state: PlayerState.STAND | PlayerState.GOALIE,
      x: 10,
      y: -20,
      vx: 0.5,
      vy: -0.25,
      viewQuality: 'l',
      focusDist: 12,
      stamina: 4000,
      effort: 0.8,
      recovery: 0.9,
      capacity: 99_000,
      kickCount: 1,
      dashCount: 2,
      turnCount: 3,
      catchCount: 4,
      moveCount: 5,
      turnNeckCount: 6,
      changeViewCount: 7,
      sayCount: 8,
      tackleCount: 9,
      pointtoCount: 10,
      attentiontoCount: 11,
      changeFocusCount: 12,
    });
    expect([shown.body, shown.neck, shown.focusDir, shown.viewWidth].map((v) => v.toFixed(9))).toEqual([
      '90.000000000',
      '-45.000000000',
      '30.000000000',
      '120.000000000',
    ]);
  });

  it('has the target of the arm while the player points, and resets it afterwards', () => {
    const world = createWorld();
    const player = placePlayer(world, params, 'l', 2);
    Object.assign(player.armTarget, { x: 3, y: 4 });
    const frame = createFrame();
    player.armAge = params.server.point_to_duration - 1;
    expect(fillFrame(world, params, frame).players[1]).toMatchObject({
      hasPoint: true,
      pointX: 3,
      pointY: 4,
    });
    player.armAge = params.server.point_to_duration;
    expect(fillFrame(world, params, frame).players[1]).toMatchObject({
      hasPoint: false,
      pointX: 0,
      pointY: 0,
    });
  });

  it('has the attention of connected players only; left 1 can be its target', () => {
    const world = createWorld();
    const player = placePlayer(world, params, 'r', 2);
    const frame = createFrame();
    player.attention = 0;
    expect(fillFrame(world, params, frame).players[12]).toMatchObject({
      attentionSide: 'l',
      attentionUnum: 1,
    });
    player.enabled = false;
    expect(fillFrame(world, params, frame).players[12]).toMatchObject({
      attentionSide: '',
      attentionUnum: 0,
    });
    player.enabled = true;
    player.attention = -1;
    expect(fillFrame(world, params, frame).players[12]).toMatchObject({
      attentionSide: '',
      attentionUnum: 0,
    });
  });
});
