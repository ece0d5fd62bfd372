import { createDefaultPlayerType, createServerParams, type PlayerType } from '@rcss/params';
import { describe, expect, it } from 'vitest';
import { FOUR_THREE_THREE } from '../formations/four-three-three.js';
import { chooseTypes, rateType } from './player-types.js';

describe('line-up', () => {
  it('each type is used once, fast ones in front, and the goalie is unchanged (spec 07 §8.1)', () => {
    const server = createServerParams();
    const types: PlayerType[] = Array.from({ length: 18 }, (_, id) => ({
      ...createDefaultPlayerType(server),
      id,
      player_speed_max: 0.95 - 0.02 * Math.abs(id - 9),
    }));
    const chosen = chooseTypes(types, server, FOUR_THREE_THREE);
    expect(chosen.has(1)).toBe(false);
    expect(new Set(chosen.values()).size).toBe(10);
    expect(chosen.get(11)).toBe(9);
    expect([...chosen.values()]).not.toContain(0);
  });

  it('a type that never dashes with full effort is slow', () => {
    const server = createServerParams();
    const type = createDefaultPlayerType(server);
    const tired = { ...type, dash_power_rate: 0.0065, effort_max: 0.85 };
    const rates = [type, tired].map((each) => rateType(each, server, 'attack'));
    expect(rates[0]).toBeGreaterThan(rates[1]!);
  });
});
