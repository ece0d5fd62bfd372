import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasParamType, isInRange } from './check-params.js';
import {
  createPlayerParams,
  createServerParams,
  DEFAULT_PLAYER_PARAMS,
  DEFAULT_SERVER_PARAMS,
  parsePlayerParams,
  parseServerParams,
} from './create-params.js';
import { findNearestName } from './nearest-name.js';
import { normalizeParam } from './normalize-param.js';
import type { ParamRow, ParamValue } from './param-row.js';
import { SERVER_PARAM_ROWS } from './server-params.js';

describe('complete sets of values', () => {
  it('an empty object gives the defaults (spec 01 §2.1, §3.1)', () => {
    expect(createServerParams()).toEqual(DEFAULT_SERVER_PARAMS);
    expect(createPlayerParams()).toEqual(DEFAULT_PLAYER_PARAMS);
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

  it('the rules for setting a value apply (spec 01 §2.4)', () => {
    expect(createServerParams({ slow_down_factor: 0, red_card_probability: 2 })).toMatchObject({
      slow_down_factor: 1,
      red_card_probability: 1,
    });
  });

  it('an error message contains the parameter, the value and the allowed values', () => {
    const failure = (input: unknown): unknown => {
      const result = parseServerParams(input);
      return result.ok ? undefined : result.error;
    };
    expect(failure({ half_tiem: 3 })).toEqual({
      code: 'unknown-parameter',
      message: 'server::half_tiem is not a parameter; did you mean server::half_time?',
      name: 'half_tiem',
      nearest: 'half_time',
    });
    expect(failure({ qqqqqqqqqqqqq: undefined })).toEqual({
      code: 'unknown-parameter',
      message: 'server::qqqqqqqqqqqqq is not a parameter',
      name: 'qqqqqqqqqqqqq',
    });
    expect(failure({ half_time: 3.5 })).toEqual({
      code: 'bad-value',
      message: 'server::half_time: 3.5 is not an integer (-2147483648 to 2147483647)',
      name: 'half_time',
    });
    expect(failure({ simulator_step: 0 })).toEqual({
      code: 'out-of-range',
      message: 'server::simulator_step: 0 is out of range (1–2147483647 ms)',
      name: 'simulator_step',
    });
    expect(failure({ port: 99999 })).toMatchObject({
      message: 'server::port: 99999 is out of range (0–65535)',
    });
    expect(failure({ goal_width: Number.NaN })).toMatchObject({
      message: 'server::goal_width: NaN is not a finite number',
    });
    expect(failure({ synch_mode: 1 })).toMatchObject({
      message: 'server::synch_mode: 1 is not true or false',
    });
    expect(failure({ team_l_start: {} })).toMatchObject({
      message: 'server::team_l_start: an object is not a text',
    });
    expect(failure(null)).toEqual({
      code: 'not-an-object',
      message: 'server parameters: expected an object of names and values, not null',
    });
    expect(parsePlayerParams({ subs_max: 'x' })).toEqual({
      ok: false,
      error: {
        code: 'bad-value',
        message: 'player::subs_max: "x" is not an integer (-2147483648 to 2147483647)',
        name: 'subs_max',
      },
    });
  });

  it.each([null, undefined, 3, 'x', [1], () => 1])(
    'refuses %s, which is not an object with values',
    (input) => {
      expect(parseServerParams(input)).toMatchObject({ ok: false, error: { code: 'not-an-object' } });
    },
  );

  it('throws a RangeError with the name of the parameter for an invalid value', () => {
    expect(() => createServerParams({ half_time: Number.NaN })).toThrow(/^server::half_time: NaN/);
    expect(() => createServerParams({ simulator_step: 0 })).toThrow(RangeError);
    expect(() => createPlayerParams({ pt_max: Number.POSITIVE_INFINITY })).toThrow(
      /^player::pt_max: Infinity/,
    );
  });

  it('keeps or normalizes every value of the right type and range, and refuses every other value with the name of the parameter', () => {
    const anything = fc.oneof(fc.integer(), fc.double(), fc.boolean(), fc.string(), fc.constant(null));
    fc.assert(
      fc.property(fc.constantFrom<ParamRow>(...SERVER_PARAM_ROWS), anything, (row, value) => {
        // With the switch, 2d_mode can be off.
        const result = parseServerParams({ experimental_height: true, [row.name]: value });
        const good = hasParamType(row, value) && isInRange(row, value);
        expect(result.ok).toBe(good);
        if (!result.ok) expect(result.error.message.startsWith(`server::${row.name}: `)).toBe(true);
        else {
          const kept = (result.value as Record<string, unknown>)[row.name];
          expect(kept).toEqual(normalizeParam(row, value as ParamValue));
        }
      }),
    );
  });
});

describe('findNearestName', () => {
  const known = ['half_time', 'extra_half_time', 'port', 'coach_port', 'auto_mode'];
  it.each([
    ['half_tme', 'half_time'],
    ['haltime', 'half_time'],
    ['HALF_TIME', 'half_time'],
    ['atuo_mode', 'auto_mode'],
    ['prot', 'port'],
    ['zzzzzz', undefined],
    ['', undefined],
  ])('the nearest name to %j is %s', (name, nearest) => {
    expect(findNearestName(name, known)).toBe(nearest);
  });
});
