import { describe, expect, it } from 'vitest';
import {
  addPlayer,
  createTestField,
  createTestParams,
  formatVector,
  NO_NOISE,
  placeTestBall,
  runStep,
} from '../test/field.js';
import { dash } from './dash.js';
import { recoverPlayer, recoverPlayers, refillStaminaCapacity, updatePlayerStamina } from './stamina.js';

function createScene(of = createTestParams(), mode: Parameters<typeof createTestField>[1] = 'play_on') {
  const field = createTestField(of, mode);
  placeTestBall(field, 40, 30);
  return { field, player: addPlayer(field, 'l', 1, { x: -40, y: 10 }) };
}

describe('stamina after dashes (spec 05 §18.2, §24.44)', () => {
  it('follows the table for (dash 100) in every cycle from 8000', () => {
    const { field, player } = createScene();
    const seen: string[] = [];
    for (let i = 0; i < 2; i++) {
      dash(field.params, player, 100, 0);
      runStep(field);
      seen.push(formatVector(player.stamina, player.staminaCapacity));
    }
    expect(seen).toEqual(['7945 130555', '7890 130510']);
  });

  it('all four values change if the stamina is small', () => {
    const { field, player } = createScene(
      createTestParams({ ...NO_NOISE, stamina_max: 100, stamina_inc_max: 20, stamina_capacity: 300 }),
    );
    const seen: string[] = [];
    for (let i = 0; i < 2; i++) {
      dash(field.params, player, 100, 0);
      runStep(field);
      seen.push(formatVector(player.stamina, player.effort, player.recovery, player.staminaCapacity));
    }
    expect(seen).toEqual(['19.96 0.995 0.998 280.04', '19.92 0.99 0.996 260.12']);
  });

  it.each(['before_kick_off', 'time_over', 'goal_l', 'play_on', 'penalty_taken_l'] as const)(
    'recovers in %s (spec 05 §24.6)',
    (mode) => {
      const { field, player } = createScene(undefined, mode);
      player.stamina = 5000;
      runStep(field);
      expect(player.stamina).toBe(5045);
    },
  );

  it('thresholds are part of the falling and rising ranges as specified', () => {
    const after = (stamina: number, effort: number) => {
      const { field, player } = createScene();
      player.stamina = stamina;
      player.effort = effort;
      updatePlayerStamina(field.params, player);
      return formatVector(player.effort, player.recovery);
    };
    expect(after(2400, 0.8)).toBe('0.795 0.998');
    expect(after(2400.1, 0.8)).toBe('0.8 1');
    expect(after(4799.9, 0.8)).toBe('0.8 1');
    expect(after(4800, 0.8)).toBe('0.81 1');
    expect(after(4800, 0.995)).toBe('1 1');
    expect(after(100, 0.602)).toBe('0.6 0.998');
  });

  it('recovery stops at recover_min and never grows', () => {
    const { field, player } = createScene();
    player.recovery = 0.501;
    player.stamina = 0;
    updatePlayerStamina(field.params, player);
    expect(player.recovery).toBe(0.5);
    player.stamina = 8000;
    updatePlayerStamina(field.params, player);
    expect(player.recovery).toBe(0.5);
  });

  it('capacity limits the gain; a negative one is unlimited', () => {
    const { field, player } = createScene();
    player.stamina = 5000;
    player.staminaCapacity = 10;
    updatePlayerStamina(field.params, player);
    expect([player.stamina, player.staminaCapacity]).toEqual([5010, 0]);
    const free = createScene(createTestParams({ ...NO_NOISE, stamina_capacity: -1 }));
    free.player.stamina = 5000;
    updatePlayerStamina(free.field.params, free.player);
    expect([free.player.stamina, free.player.staminaCapacity]).toEqual([5045, -1]);
  });

  it('extra stamina is available again in every cycle (quirk Q10)', () => {
    const { field, player } = createScene();
    player.staminaCapacity = 0;
    player.stamina = 0;
    for (let i = 0; i < 3; i++) {
      const before = player.pos.x;
      dash(field.params, player, 50, 0);
      runStep(field);
      expect(player.pos.x).not.toBe(before);
    }
  });
});

describe('full recovery (spec 05 §18.3)', () => {
  function tired() {
    const { field, player } = createScene(createTestParams({ ...NO_NOISE, recover_init: 0.6, hear_max: 3 }));
    Object.assign(player, {
      stamina: 1,
      effort: 0.6,
      recovery: 0.5,
      staminaCapacity: 2,
      hearOwn: 0,
      hearOpponents: 0,
    });
    return { field, player };
  }
  const values = (p: ReturnType<typeof tired>['player']) => [
    p.stamina,
    p.effort,
    p.recovery,
    p.staminaCapacity,
    p.hearOwn,
    p.hearOpponents,
  ];

  it('sets everything, recovery to 1 whatever recover_init says (quirk Q17) (spec 05 §24.46)', () => {
    const { field, player } = tired();
    recoverPlayer(field.params, player);
    expect(values(player)).toEqual([8000, 1, 1, 130600, 3, 3]);
  });

  it('applies to enabled players only', () => {
    const { field, player } = tired();
    player.enabled = false;
    recoverPlayers(field.world, field.params);
    refillStaminaCapacity(field.world, field.params);
    expect(values(player)).toEqual([1, 0.6, 0.5, 2, 0, 0]);
    player.enabled = true;
    recoverPlayers(field.world, field.params);
    expect(values(player)).toEqual([8000, 1, 1, 130600, 3, 3]);
  });

  it('the first extra half refills the capacity only (spec 05 §24.45)', () => {
    const { field, player } = tired();
    refillStaminaCapacity(field.world, field.params);
    expect(values(player)).toEqual([1, 0.6, 0.5, 130600, 0, 0]);
  });

  it('sets the effort to the maximum of the type', () => {
    const params = createTestParams(NO_NOISE, {
      player_types: 2,
      extra_stamina_delta_min: 40,
      extra_stamina_delta_max: 40,
      new_dash_power_rate_delta_min: 0,
      new_dash_power_rate_delta_max: 0,
      player_decay_delta_min: 0,
      player_decay_delta_max: 0,
    });
    const { player } = createScene(params);
    player.typeId = 1;
    recoverPlayer(params, player);
    expect(player.effort).toBeCloseTo(0.84, 12);
  });
});
