import { createFrame, createWorld, PlayerState } from '@rcss/core';
import { rad } from '@rcss/core/math';
import { createFullstateObservation, createGlobalObservation } from '@rcss/core/observation';
import { describe, expect, it } from 'vitest';
import { createFullTeams, createTestParams, placeBall, placePlayer } from '../test/scene.js';
import { fillFrame } from './frame.js';
import { fillFullstate } from './fullstate.js';
import { fillGlobalView } from './see-global.js';

const params = createTestParams();

/** Left 1, a pointing right 1, an absent right 2. */
function scene() {
  const world = createWorld();
  world.time = 9;
  world.playMode = 'play_on';
  placeBall(world, -15.1945, 4.66854, 0.309167, 0.183455);
  const left = placePlayer(world, params, 'l', 1, { x: -20, y: 3, body: 10, focus: [5, 30] });
  const right = placePlayer(world, params, 'r', 1, { x: 5, y: -1, vx: 1.23616e-5, body: 170, neck: 20 });
  right.armAge = 3;
  right.armTarget.x = 5;
  right.armTarget.y = 9;
  return { world, left, right };
}

describe('fullstate (spec 04 §7)', () => {
  it('contains all enabled players with the receiver, in field coordinates for both sides (spec 04 §9.44)', () => {
    const { world, left, right } = scene();
    for (const receiver of [left, right]) {
      const out = fillFullstate(world, params, receiver, createFullstateObservation());
      expect(out.count).toBe(2);
      expect(out).toMatchObject({ time: 9, playMode: 'play_on', ballX: -15.1945, ballVy: 0.183455 });
      expect(out.players[0]).toMatchObject({ side: 'l', unum: 1, x: -20, y: 3, neck: 0, hasPoint: false });
      expect(out.players[0]!.body).toBeCloseTo(10, 12);
      expect(out.players[0]!.focusDir).toBeCloseTo(30, 12);
      expect(out.players[1]).toMatchObject({ side: 'r', unum: 1, x: 5, vx: 1.23616e-5, hasPoint: true });
    }
  });

  it('has the pointing direction in radians, relative to the face, not quantized (spec 04 §9.45)', () => {
    const { world, left } = scene();
    const out = fillFullstate(world, params, left, createFullstateObservation());
    expect(out.players[1]!.pointDist).toBe(10);
    expect(out.players[1]!.pointDir).toBeCloseTo(rad(90 - 190), 12);
  });

  it('the score of the other team is 0 while that team does not exist (spec 03 §10.4)', () => {
    const { world, left } = scene();
    world.left.score = 2;
    world.right.score = 3;
    const score = () => {
      const out = fillFullstate(world, params, left, createFullstateObservation());
      return [out.ownScore, out.opponentScore];
    };
    world.right.name = '';
    expect(score()).toEqual([2, 0]);
    world.right.name = 'Beta';
    expect(score()).toEqual([2, 3]);
  });

  it.each([
    [30, 70, -180, -80],
    [180, -91, 0, 89],
    [120.5, 90, 180, 30.5],
    [-150, 90, 0, -60],
    [0, 70, 0, 70],
  ])(
    'the arm of a player with body %d and neck %d that points at itself has the direction %d (spec 05 §17.4)',
    (body, neck, relative, absolute) => {
      const { world } = scene();
      const me = placePlayer(world, params, 'l', 1, { x: 11.3, y: -4.7, body, neck });
      me.armAge = 0;
      me.armTarget.x = 11.3;
      me.armTarget.y = -4.7;
      const state = fillFullstate(world, params, me, createFullstateObservation());
      expect([state.armTargetDist, state.armTargetDir]).toEqual([0, relative]);
      expect(state.players[0]!.pointDir).toBeCloseTo(rad(relative), 12);
      const shown = fillGlobalView(world, params, createGlobalObservation()).players[0]!.pointDir;
      expect(Math.abs(shown - absolute)).toBeLessThanOrEqual(0.5);
    },
  );

  it("has the receiver's own arm with its exact distance and rounded direction", () => {
    const { world, left } = scene();
    left.armAge = 0;
    left.armTarget.x = -20 + 12.345 * Math.cos(rad(30.7));
    left.armTarget.y = 3 + 12.345 * Math.sin(rad(30.7));
    const out = fillFullstate(world, params, left, createFullstateObservation());
    expect(out.armTargetDist).toBeCloseTo(12.345, 12);
    expect(out.armTargetDir).toBe(21);
    expect(out.self).toMatchObject({ armExpires: 20, armTargetDir: 20 });
    expect(out.self.armTargetDist).toBeCloseTo(12.3, 12);
  });

  it.each([
    ['free_kick_l', 0, 'goalie_catch_ball_l'],
    ['free_kick_r', 11, 'goalie_catch_ball_r'],
    ['free_kick_l', -1, 'free_kick_l'],
    ['play_on', 0, 'play_on'],
  ] as const)(
    'mode %s with catcher %d is shown as %s (spec 04 §9.45, spec 06 §24.9)',
    (mode, catcher, shown) => {
      const { world, left } = scene();
      world.playMode = mode;
      world.catcher = catcher;
      expect(fillFullstate(world, params, left, createFullstateObservation()).playMode).toBe(shown);
    },
  );

  it('has the score of the receiver, and that of the right team for old versions (spec 04 §9.46)', () => {
    const { world, left, right } = scene();
    world.left.score = 2;
    world.right.score = 5;
    world.left.name = 'Alpha';
    world.right.name = 'Beta';
    const of = (p: typeof left) => fillFullstate(world, params, p, createFullstateObservation());
    expect(of(left)).toMatchObject({ ownScore: 2, opponentScore: 5, rightScore: 5 });
    expect(of(right)).toMatchObject({ ownScore: 5, opponentScore: 2, rightScore: 5 });
  });

  it('has the flags in the order t, k, f, and the cards', () => {
    const { world, left } = scene();
    const shown = () => fillFullstate(world, params, left, createFullstateObservation()).players[0]!;
    left.foulCharged = 2;
    left.cards = 1;
    expect(shown()).toMatchObject({ flag: 'f', card: 'y' });
    left.kickedCount = 0;
    expect(shown().flag).toBe('k');
    left.tackleIdle = 1;
    left.cards = 2;
    expect(shown()).toMatchObject({ flag: 't', card: 'r' });
  });
});

describe('view of coaches and trainer (spec 07 §12)', () => {
  it('contains all enabled players with exact values, the arm in absolute whole degrees', () => {
    const { world, right } = scene();
    right.tackleIdle = 1;
    right.kickedCount = 0;
    right.foulCharged = 1;
    right.cards = 1;
    const out = fillGlobalView(world, params, createGlobalObservation());
    expect(out).toMatchObject({ time: 9, count: 2, ballX: -15.1945 });
    expect(out.players[1]).toMatchObject({
      side: 'r',
      unum: 1,
      x: 5,
      vx: 1.23616e-5,
      body: rad(170),
      neck: rad(20),
      hasPoint: true,
      pointDir: 90,
      tackling: true,
      kicked: true,
      foulCharged: true,
      card: 'y',
    });
    expect(out.players[0]).toMatchObject({ hasPoint: false, tackling: false, kicked: false, card: '' });
  });
});

describe('frames (spec 09 §8.4)', () => {
  it('contain both teams, the ball and 22 players, present or not', () => {
    const { world, left, right } = scene();
    Object.assign(world.left, { name: 'Alpha', score: 1, penaltyTaken: 3, penaltyScored: 2 });
    left.state = PlayerState.STAND | PlayerState.KICK;
    left.attention = right.index;
    left.dashCount = 4;
    left.changeFocusCount = 2;
    const frame = fillFrame(world, params, createFrame());
    expect(frame).toMatchObject({ time: 9, playMode: 'play_on', ballY: 4.66854 });
    expect(frame.left).toEqual({ name: 'Alpha', score: 1, penaltyScored: 2, penaltyMissed: 1 });
    expect(frame.right.name).toBe('');
    expect(frame.players[0]).toMatchObject({
      state: 3,
      x: -20,
      viewQuality: 'h',
      focusDist: 5,
      attentionSide: 'r',
      attentionUnum: 1,
      dashCount: 4,
      changeFocusCount: 2,
      hasPoint: false,
    });
    expect(frame.players[0]!.viewWidth).toBeCloseTo(120, 10);
    expect(frame.players[11]).toMatchObject({ hasPoint: true, pointX: 5, pointY: 9, state: 0 });
    expect(frame.players[11]!.body).toBeCloseTo(170, 10);
  });

  it('a slot that no client took does not point; only connected players have an attention (spec 09 §2.6)', () => {
    const { world, left, right } = scene();
    left.attention = right.index;
    left.enabled = false;
    const frame = fillFrame(world, params, createFrame());
    expect(frame.players[0]).toMatchObject({ attentionSide: '', attentionUnum: 0 });
    expect(frame.players[5]).toMatchObject({
      x: -18,
      y: -37,
      body: 0,
      viewWidth: 90,
      hasPoint: false,
      state: 0,
    });
  });

  it('overwrite their buffers completely: nothing of an earlier world remains', () => {
    const { world, left } = scene();
    const other = createFullTeams(params, 4);
    for (const p of other.players) Object.assign(p, { armAge: 1, tackleIdle: 1, cards: 1, attention: 3 });
    const used = fillFrame(other, params, createFrame());
    expect(fillFrame(world, params, used)).toEqual(fillFrame(world, params, createFrame()));
    const usedState = fillFullstate(other, params, other.players[2]!, createFullstateObservation());
    const again = fillFullstate(world, params, left, usedState);
    const fresh = fillFullstate(world, params, left, createFullstateObservation());
    expect(again.players.slice(0, again.count)).toEqual(fresh.players.slice(0, fresh.count));
    expect({ ...again, players: [] }).toEqual({ ...fresh, players: [] });
    const usedView = fillGlobalView(world, params, fillGlobalView(other, params, createGlobalObservation()));
    const freshView = fillGlobalView(world, params, createGlobalObservation());
    expect(usedView.players.slice(0, 2)).toEqual(freshView.players.slice(0, 2));
  });
});
