import { describe, expect, it } from 'vitest';
import { nearestName } from './nearest-name.js';
import {
  createPlayerParams,
  createServerParams,
  DEFAULT_PLAYER_PARAMS,
  DEFAULT_SERVER_PARAMS,
  extensionParamsSchema,
  parsePlayerParams,
  parseServerParams,
} from './param-values.js';

describe('sets of values', () => {
  it('01 §2.1, §3.1: nothing chosen gives the defaults', () => {
    expect(createServerParams()).toEqual(DEFAULT_SERVER_PARAMS);
    expect(createPlayerParams()).toEqual(DEFAULT_PLAYER_PARAMS);
    expect(Object.keys(DEFAULT_SERVER_PARAMS)).toHaveLength(202);
    expect(DEFAULT_SERVER_PARAMS).toMatchObject({
      goal_width: 14.02,
      half_time: 300,
      back_passes: true,
      log_date_format: '%Y%m%d%H%M%S-',
    });
  });

  it('are frozen', () => {
    for (const set of [
      createServerParams(),
      createPlayerParams(),
      DEFAULT_SERVER_PARAMS,
      DEFAULT_PLAYER_PARAMS,
    ]) {
      expect(Object.isFrozen(set)).toBe(true);
    }
  });

  it('01 §2.4: rules apply', () => {
    expect(createServerParams({ slow_down_factor: 0, red_card_probability: 2 })).toMatchObject({
      slow_down_factor: 1,
      red_card_probability: 1,
    });
  });

  it('strangers get a reason, programmers an exception', () => {
    expect(parseServerParams({ half_tiem: 3 })).toEqual({
      ok: false,
      error: {
        code: 'unknown-parameter',
        message: "there is no parameter 'half_tiem'; the nearest known name is 'half_time'",
        name: 'half_tiem',
        nearest: 'half_time',
      },
    });
    expect(parseServerParams({ half_time: 3.5 })).toMatchObject({
      ok: false,
      error: { code: 'bad-value', name: 'half_time' },
    });
    expect(parseServerParams({ half_time: 2 ** 31 })).toMatchObject({
      ok: false,
      error: { code: 'bad-value' },
    });
    expect(parsePlayerParams({ subs_max: 'x' })).toMatchObject({
      ok: false,
      error: { code: 'bad-value', name: 'subs_max' },
    });
    for (const input of [null, 3, 'x', [1]]) expect(parseServerParams(input)).toMatchObject({ ok: false });
    expect(() => createServerParams({ half_time: Number.NaN })).toThrow(RangeError);
  });

  it('the schema of the additions knows their defaults', () => {
    expect(extensionParamsSchema.parse({})).toMatchObject({
      random_seed: -1,
      bind_address: '127.0.0.1',
      record: '',
    });
  });
});

describe('nearestName', () => {
  const known = ['half_time', 'extra_half_time', 'port', 'coach_port', 'auto_mode'];
  it.each([
    ['half_tme', 'half_time'],
    ['haltime', 'half_time'],
    ['HALF_TIME', 'half_time'],
    ['atuo_mode', 'auto_mode'],
    ['prot', 'port'],
    ['zzzzzz', undefined],
    ['', undefined],
  ])('%j means %s', (name, nearest) => {
    expect(nearestName(name, known)).toBe(nearest);
  });
});
