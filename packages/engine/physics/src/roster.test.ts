import { PlayerState, playerOf } from '@rcss/core';
import { PI } from '@rcss/core/math';
import { describe, expect, it } from 'vitest';
import {
  addPlayer,
  createTestField,
  createTestParams,
  formatVector,
  NO_NOISE,
  runStep,
} from '../test/field.js';
import { clearCycleStates } from './cycle.js';
import { appointGoalie, enterField, leaveField, returnToField, setPlayerType } from './roster.js';

describe('slots (spec 05 §4.2)', () => {
  it('start with the values of the parameters', () => {
    const field = createTestField(createTestParams({ hear_max: 4, player_rand: 0.25, visible_angle: 60 }));
    const p = field.world.players[5]!;
    expect([p.stamina, p.recovery, p.effort, p.staminaCapacity, p.hearOwn, p.hearOpponents]).toEqual([
      8000, 1, 1, 130600, 4, 4,
    ]);
    expect([p.noiseRate, p.kickNoiseRate, p.armAge, p.typeId, p.enabled]).toEqual([0.25, 0.1, 20, 0, false]);
    expect(p.viewAngle).toBeCloseTo(PI / 3, 12);
  });

  it('absent players are on the bench (spec 05 §2.5, §24.1)', () => {
    const field = createTestField();
    for (const p of field.world.players) {
      expect([p.pos.x, p.pos.y]).toEqual([-3 * p.unum * (p.side === 'l' ? 1 : -1), -37]);
    }
  });

  it('a client takes a slot at the position that a trainer set; the target angle stays', () => {
    const field = createTestField();
    const p = playerOf(field.world, 'r', 3)!;
    Object.assign(p.pos, { x: 4, y: 5 });
    p.bodyTarget = 0.5;
    p.version = 19;
    enterField(field.params, p, true);
    expect([p.pos, p.body, p.bodyTarget, p.state]).toEqual([
      { x: 4, y: 5 },
      PI,
      0.5,
      PlayerState.STAND | PlayerState.GOALIE,
    ]);
    expect([p.enabled, p.assigned, p.goalie, p.synchSee]).toEqual([true, true, true, true]);
  });
});

describe('team_actuator_noise (spec 05b §5, §7.17)', () => {
  const factors = { kick_rand_factor_l: 2, kick_rand_factor_r: 3, prand_factor_l: 3, prand_factor_r: 0.5 };

  it('the kick factor is applied twice until a type change, the movement factor once (quirk Q20)', () => {
    const params = createTestParams({ ...factors, team_actuator_noise: true, player_rand: 0.05 });
    const field = createTestField(params);
    const l = addPlayer(field, 'l', 1);
    const r = addPlayer(field, 'r', 1);
    expect([formatVector(l.kickNoiseRate, l.noiseRate), formatVector(r.kickNoiseRate, r.noiseRate)]).toEqual([
      '0.4 0.15',
      '0.9 0.025',
    ]);
    setPlayerType(params, l, 0);
    setPlayerType(params, r, 0);
    expect(formatVector(l.kickNoiseRate, r.kickNoiseRate)).toBe('0.2 0.3');
  });

  it('without the option the factors have no effect', () => {
    const params = createTestParams(factors);
    const field = createTestField(params);
    const l = addPlayer(field, 'l', 1);
    expect([l.kickNoiseRate, l.noiseRate]).toEqual([0.1, 0.1]);
    setPlayerType(params, l, 0);
    expect(l.kickNoiseRate).toBe(0.1);
  });
});

describe('leaving and coming back (spec 05 §20.5)', () => {
  it('a player on the bench is out of the match; a held ball is released', () => {
    const field = createTestField();
    const p = addPlayer(field, 'l', 4, { x: 10, y: 10, vx: 0.3, goalie: true });
    p.accel.x = 1;
    p.state |= PlayerState.TACKLE | PlayerState.YELLOW_CARD;
    p.stamina = 5000;
    p.body = p.bodyTarget = 1;
    field.world.catcher = p.index;
    leaveField(field.world, p);
    expect([p.enabled, p.assigned, field.world.catcher, p.state]).toEqual([
      false,
      true,
      -1,
      PlayerState.YELLOW_CARD,
    ]);
    expect([p.pos, p.vel, p.accel, p.body]).toEqual([{ x: -12, y: -37 }, { x: 0, y: 0 }, { x: 0, y: 0 }, 1]);
    runStep(field);
    expect([p.stamina, p.pos.x]).toEqual([5000, -12]);
  });

  it('a reconnected player keeps all but hearing, attention and bits (spec 03 §3, §13.16, spec 04 §9.42)', () => {
    const field = createTestField();
    const p = addPlayer(field, 'l', 4, { goalie: true });
    Object.assign(p, {
      stamina: 5000,
      kickCount: 3,
      cards: 1,
      attention: 2,
      focusCount: 4,
      attentiontoCount: 4,
    });
    Object.assign(p, { earLeftComplete: false, earRightPartial: true, seeCounter: 1, viewWidth: 'wide' });
    p.state |= PlayerState.YELLOW_CARD;
    leaveField(field.world, p);
    p.accel.x = 1;
    returnToField(p);
    expect([p.enabled, p.state, p.pos.x, p.accel.x]).toEqual([
      true,
      PlayerState.STAND | PlayerState.GOALIE,
      -12,
      0,
    ]);
    expect([p.stamina, p.kickCount, p.cards, p.attentiontoCount, p.viewWidth]).toEqual([
      5000,
      3,
      1,
      4,
      'wide',
    ]);
    expect([p.attention, p.focusCount, p.seeCounter, p.earLeftComplete, p.earRightPartial]).toEqual([
      -1,
      0,
      0,
      true,
      false,
    ]);
  });

  it('appointGoalie changes a player as specified (spec 05b §4.4)', () => {
    const field = createTestField();
    const p = addPlayer(field, 'r', 4);
    p.state |= PlayerState.KICK;
    appointGoalie(p);
    expect([p.goalie, p.goalieAppointed, p.state]).toEqual([
      true,
      true,
      PlayerState.STAND | PlayerState.GOALIE,
    ]);
  });
});

describe('a change of the player type (spec 05b §4.3, §7.15)', () => {
  it('recovers the player fully, clears cards, keeps place, angles and idle times', () => {
    const params = createTestParams(NO_NOISE, { player_types: 3, random_seed: 1 });
    const field = createTestField(params);
    const p = addPlayer(field, 'l', 2, { x: 3, y: 4, body: 30, vx: 0.2 });
    Object.assign(p, {
      stamina: 9,
      recovery: 0.5,
      staminaCapacity: 3,
      cards: 1,
      tackleIdle: 4,
      foulCharged: 2,
    });
    p.state |= PlayerState.YELLOW_CARD | PlayerState.TACKLE | PlayerState.DISCARD;
    setPlayerType(params, p, 2);
    const type = params.types[2]!;
    expect([p.typeId, p.typeExplicit, p.kickNoiseRate, p.effort]).toEqual([
      2,
      true,
      type.kick_rand,
      type.effort_max,
    ]);
    expect([p.stamina, p.recovery, p.staminaCapacity, p.cards]).toEqual([8000, 1, 130600, 0]);
    expect(p.state).toBe(PlayerState.STAND | PlayerState.DISCARD);
    expect([p.pos, p.vel.x, p.tackleIdle, p.foulCharged]).toEqual([{ x: 3, y: 4 }, 0.2, 4, 2]);
  });
});

describe('bits at the end of a step (spec 05 §4.3)', () => {
  it('only lasting bits stay, tackle and charge until their counters end', () => {
    const field = createTestField();
    const p = addPlayer(field, 'l', 1, { goalie: true });
    const all = 0x1fffff;
    p.state = all;
    clearCycleStates(field.world);
    const lasting = 0x1 | 0x8 | 0x100 | 0x40000 | 0x80000;
    expect(p.state).toBe(lasting);
    p.state = all;
    p.tackleIdle = 1;
    clearCycleStates(field.world);
    expect(p.state).toBe(lasting | 0x1000 | 0x2000);
    p.state = all;
    p.tackleIdle = 0;
    p.foulCharged = 1;
    clearCycleStates(field.world);
    expect(p.state).toBe(lasting | 0x20000);
  });
});
