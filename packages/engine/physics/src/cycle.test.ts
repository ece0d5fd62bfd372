import { PlayerState } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import {
  addPlayer,
  createTestField,
  createTestParams,
  formatVector,
  NO_NOISE,
  runStep,
} from '../test/field.js';
import { applyDashes, resetCommands, updateCounters } from './cycle.js';
import { dash } from './dash.js';
import { turn } from './turn.js';

describe('reset of the cycle (spec 05 §9.4)', () => {
  it('all players show a kick and have dashed before the first step, and none afterwards', () => {
    const field = createTestField();
    const player = addPlayer(field, 'l', 1);
    expect([player.kickedCount >= 0, player.dashedCount >= 0]).toEqual([true, true]);
    runStep(field);
    expect([player.kickedCount >= 0, player.dashedCount >= 0]).toEqual([false, false]);
  });

  it('a foul charge of foul_cycles and its bit end in the fifth cycle after', () => {
    const field = createTestField();
    const player = addPlayer(field, 'l', 1);
    player.foulCharged = 5;
    player.bodyUsed = true;
    player.state |= PlayerState.FOUL_CHARGED;
    const counts: number[] = [];
    const bits: boolean[] = [];
    for (let i = 0; i < 5; i++) {
      turn(field.params, field.rng, player, 10);
      runStep(field);
      counts.push(player.foulCharged);
      bits.push((player.state & PlayerState.FOUL_CHARGED) !== 0);
    }
    expect(counts).toEqual([4, 3, 2, 1, 0]);
    expect(bits).toEqual([true, true, true, true, false]);
    expect(player.turnCount).toBe(0);
    turn(field.params, field.rng, player, 10);
    expect(player.turnCount).toBe(1);
  });

  it('frees neck and legs even while the player is idle', () => {
    const field = createTestField();
    const player = addPlayer(field, 'l', 1);
    Object.assign(player, {
      tackleIdle: 3,
      bodyUsed: true,
      neckUsed: true,
      leftLegUsed: true,
      rightLegUsed: true,
      leftLegDash: true,
      leftLegPower: 5,
    });
    resetCommands(player);
    expect([player.bodyUsed, player.neckUsed, player.leftLegUsed, player.rightLegUsed]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect([player.leftLegDash, player.leftLegPower, player.tackleIdle]).toEqual([false, 0, 2]);
  });
});

describe('the beginning of a step (spec 05 §5.3 point 1)', () => {
  it('counts a dash at the step, for disabled players too, and increases the age of every arm (spec 05 §24.16)', () => {
    const field = createTestField();
    const player = addPlayer(field, 'l', 1);
    const gone = addPlayer(field, 'r', 1);
    dash(field.params, player, 50, 0);
    dash(field.params, gone, 50, 0);
    gone.enabled = false;
    expect(player.dashCount).toBe(0);
    applyDashes(field.world, field.params, field.rng);
    expect([player.dashCount, gone.dashCount]).toEqual([1, 1]);
    expect(new Set(field.world.players.map((p) => p.armAge))).toEqual(new Set([21]));
  });

  it('keeps dashes and turns after the end of the match until the mode changes (spec 05 §5.3, §24.6)', () => {
    const field = createTestField(undefined, 'time_over');
    const player = addPlayer(field, 'l', 1, { x: -10, y: 10 });
    dash(field.params, player, 100, 0);
    runStep(field);
    turn(field.params, field.rng, player, 60);
    runStep(field);
    expect([player.pos.x, player.body, player.dashCount, player.stamina]).toEqual([-10, 0, 1, 7990]);
    field.world.playMode = 'play_on';
    runStep(field);
    expect(formatVector(player.pos.x, player.vel.x, (player.body * 180) / Math.PI)).toBe('-9.4 0.24 60');
  });
});

describe('hearing and catch ban (spec 05 §19)', () => {
  it('increase and decrease once a step for enabled players', () => {
    const field = createTestField(createTestParams({ ...NO_NOISE, hear_max: 5, hear_inc: 2 }));
    const player = addPlayer(field, 'l', 1);
    const gone = addPlayer(field, 'l', 2);
    gone.enabled = false;
    for (const p of [player, gone]) Object.assign(p, { hearOwn: 0, hearOpponents: 4, catchBan: 1 });
    updateCounters(field.world, field.params);
    expect([player.hearOwn, player.hearOpponents, player.catchBan]).toEqual([2, 5, 0]);
    expect([gone.hearOwn, gone.hearOpponents, gone.catchBan]).toEqual([0, 4, 1]);
    updateCounters(field.world, field.params);
    expect([player.hearOwn, player.hearOpponents, player.catchBan]).toEqual([4, 5, 0]);
    Object.assign(player, { hearOwn: 3, hearOpponents: 1 });
    updateCounters(field.world, field.params);
    expect([player.hearOwn, player.hearOpponents]).toEqual([5, 3]);
  });
});
