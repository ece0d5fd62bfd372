import { readFileSync } from 'node:fs';
import { formatG6 } from '@rcss/sexp/numbers';
import { describe, expect, it } from 'vitest';
import {
  createPlayerParams,
  createServerParams,
  DEFAULT_PLAYER_PARAMS,
  DEFAULT_SERVER_PARAMS,
} from './create-params.js';
import { formatPlayerTypeText } from './param-messages.js';
import { readPlayerParamText, readServerParamText } from './param-messages-read.js';
import { createDefaultPlayerType, type PlayerType } from './player-type.js';
import {
  FAILED_TRIALS,
  generatePlayerTypes,
  generatePlayerTypesTraced,
  replaceSeed,
} from './player-type-generation.js';

interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}
const testdata = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../testdata/${name}.json`, import.meta.url), 'utf8'));
const tables = testdata('player-types') as Record<string, Table>;

const S = DEFAULT_SERVER_PARAMS;
const P = DEFAULT_PLAYER_PARAMS;

function realSpeedMax(type: PlayerType): number {
  return (S.maxpower * type.dash_power_rate * type.effort_max) / (1 - type.player_decay);
}

describe('generation of player types', () => {
  it.each(['1', '42'])('generates the whole table of seed %s (spec 05b §2, §7.1)', (seed) => {
    const { types, trials } = generatePlayerTypesTraced(S, P, Number(seed));
    const { columns, rows } = tables[seed]!;
    const found = types.map((type, id) =>
      columns.map((column) => {
        if (column === 'id') return String(type.id);
        if (column === 'trials') return id === 0 ? '-' : String(trials[id]);
        if (column === 'real') return formatG6(realSpeedMax(type));
        return formatG6(type[column as keyof PlayerType]);
      }),
    );
    expect(rows).toHaveLength(18);
    expect(found).toEqual(rows);
  });

  it('generates type 1 of seeds 1 and 42 in full precision (spec 05b §2.1, §2.2)', () => {
    expect(generatePlayerTypes(S, P, 1)[1]).toMatchObject({
      stamina_inc_max: 45.90542204561116,
      player_decay: 0.36265470261774935,
      inertia_moment: 4.066367565443732,
      dash_power_rate: 0.005849096325731473,
      kickable_margin: 0.6886905787607865,
      kick_rand: 0.08869057876078656,
      extra_stamina: 61.47886101247414,
      effort_max: 0.9540845559501034,
      effort_min: 0.5540845559501034,
      catchable_area_l_stretch: 1.1603241721652953,
    });
    expect(generatePlayerTypes(S, P, 42)[1]).toMatchObject({
      stamina_inc_max: 49.998782545279575,
      player_decay: 0.4593085968575692,
      inertia_moment: 6.48271492143923,
      dash_power_rate: 0.005166869575786737,
      kickable_margin: 0.7559381995225323,
      kick_rand: 0.15593819952253227,
      extra_stamina: 79.84250807900283,
      effort_max: 0.8806299676839887,
      effort_min: 0.4806299676839887,
      catchable_area_l_stretch: 1.13374982726453,
    });
  });

  it.each([
    [0, 1, '42.0688 0.418569 5.46422 0.00648853 0.771589 92.3626 0.83055 1.18707'],
    [0, 17, '40.4571 0.38984 4.74599 0.00675714 0.62324 88.3512 0.846595 1.12355'],
    [2147483647, 1, '44.5313 0.478402 6.96004 0.00607812 0.739914 95.8962 0.816415 1.08237'],
    [2147483647, 17, '48.0616 0.357186 3.92965 0.00548974 0.798153 69.5475 0.92181 1.20578'],
  ])('generates the sample values of seed %d, type %d (spec 05b §2.3)', (seed, id, expected) => {
    const t = generatePlayerTypes(S, P, seed)[id]!;
    const values = [
      t.stamina_inc_max,
      t.player_decay,
      t.inertia_moment,
      t.dash_power_rate,
      t.kickable_margin,
      t.extra_stamina,
      t.effort_max,
      t.catchable_area_l_stretch,
    ];
    expect(values.map(formatG6).join(' ')).toBe(expected);
  });

  it('generates the types of a recorded match from its recorded seed (spec 05b §1, spec 09 §8.2)', () => {
    const [server, player, ...types] = (testdata('logs') as { v6: string[] }).v6;
    const s = readServerParamText(server!);
    const p = readPlayerParamText(player!);
    if (!s.ok || !p.ok) throw new Error('unreadable fixture');
    const texts = generatePlayerTypes(s.value, p.value, p.value.random_seed).map((type) =>
      formatPlayerTypeText(type, 'all'),
    );
    expect(types).toHaveLength(18);
    expect(texts).toEqual(types);
  });

  it('bounds that become equal remove their draw from the sequence (spec 05b §7.2)', () => {
    const usual = generatePlayerTypes(S, P, 1)[1]!;
    const fewer = generatePlayerTypes(
      S,
      createPlayerParams({ player_decay_delta_min: 0, player_decay_delta_max: 0 }),
      1,
    )[1]!;
    expect(fewer.player_decay).toBe(S.player_decay);
    expect(fewer.dash_power_rate).not.toBe(usual.dash_power_rate);
  });

  it('reversed bounds give the same types (spec 05b §7.3)', () => {
    const reversed = createPlayerParams({ player_decay_delta_min: 0.1, player_decay_delta_max: -0.1 });
    expect(generatePlayerTypes(S, reversed, 7)).toEqual(generatePlayerTypes(S, P, 7));
  });

  it('one type is the default type; 30 types continue the sequence (spec 05b §7.4)', () => {
    expect(generatePlayerTypes(S, createPlayerParams({ player_types: 1 }), 7)).toEqual([
      createDefaultPlayerType(S),
    ]);
    expect(generatePlayerTypes(S, createPlayerParams({ player_types: -3 }), 7)).toHaveLength(1);
    const thirty = generatePlayerTypes(S, createPlayerParams({ player_types: 30 }), 7);
    expect(thirty).toHaveLength(30);
    expect(thirty.slice(0, 18)).toEqual(generatePlayerTypes(S, P, 7));
  });

  it('replaces a negative seed by that of the simulator (spec 05b §7.5, spec 01 §3.2, §9.13)', () => {
    expect(replaceSeed(P, 1795185935).random_seed).toBe(1795185935);
    expect(replaceSeed(createPlayerParams({ random_seed: 0 }), 5).random_seed).toBe(0);
  });

  it('types are relative to changed server values (spec 05b §7.6)', () => {
    const changed = createServerParams({ kickable_margin: 1.2, kick_rand: 0.5, land_dist_noise_rate: 0.25 });
    const [zero, one] = generatePlayerTypes(changed, P, 1);
    expect(zero).toMatchObject({ kickable_margin: 1.2, kick_rand: 0.5, land_dist_noise_rate: 0.25 });
    expect(one!.kickable_margin).toBeCloseTo(1.2 + (0.6886905787607865 - 0.7), 12);
    expect(one!.land_dist_noise_rate).toBe(0.25);
  });

  it('all types have the default values if no trial is acceptable (spec 05b §7.7)', () => {
    const { types, trials } = generatePlayerTypesTraced(
      createServerParams({ player_speed_max_min: 5 }),
      P,
      1,
    );
    for (const type of types) expect({ ...type, id: 0 }).toEqual({ ...types[0] });
    expect(trials.slice(1).every((trial) => trial === FAILED_TRIALS)).toBe(true);
  });

  it('computes the observation lengths (spec 05b §1.4)', () => {
    expect(formatG6(createDefaultPlayerType(S).team_far_length)).toBe('125.096');
  });
});
