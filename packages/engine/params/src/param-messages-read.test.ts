import { readFileSync } from 'node:fs';
import { unwrap } from '@rcss/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPlayerParams, createServerParams, DEFAULT_SERVER_PARAMS } from './create-params.js';
import {
  formatPlayerParamText,
  formatPlayerTypeText,
  formatServerParamText,
  type ParamAudience,
} from './param-messages.js';
import { readPlayerParamText, readPlayerTypeText, readServerParamText } from './param-messages-read.js';
import type { ParamRow } from './param-row.js';
import { PLAYER_PARAM_ROWS } from './player-params.js';
import { generatePlayerTypes } from './player-type-generation.js';
import { SERVER_PARAM_ROWS } from './server-params.js';

/** Reals that six digits represent exactly. */
const real = fc
  .tuple(fc.integer({ min: -99999, max: 99999 }), fc.integer({ min: 0, max: 4 }))
  .map(([n, e]) => n / 10 ** e);
const text = fc.string({ unit: fc.constantFrom('a', 'Z', '0', ' ', '/', '.', '%', '(', ':'), maxLength: 12 });

function valuesOf(rows: readonly ParamRow[]): fc.Arbitrary<Record<string, unknown>> {
  const entries = rows.map((row) => {
    const kinds = {
      int: fc.integer({ min: row.range?.[0] ?? 0, max: 5000 }),
      real: row.range === undefined ? real : fc.integer({ min: row.range[0], max: row.range[1] }),
      bool: fc.boolean(),
      string: text,
    };
    return [row.name, kinds[row.type]] as const;
  });
  return fc.record(Object.fromEntries(entries));
}

describe('decoding messages', () => {
  it('the full named and JSON messages contain every value (spec 01 §5.2)', () => {
    fc.assert(
      fc.property(
        valuesOf(SERVER_PARAM_ROWS),
        fc.constantFrom<ParamAudience>('all', 'json'),
        (values, audience) => {
          const params = createServerParams({ ...values, experimental_height: true });
          expect(unwrap(readServerParamText(formatServerParamText(params, audience)))).toEqual(params);
          // Without the extension, its parameters are in no message.
          const flat = createServerParams({ ...values, '2d_mode': true });
          const read = unwrap(readServerParamText(formatServerParamText(flat, audience)));
          const height = SERVER_PARAM_ROWS.filter((row) => row.extension === 'height');
          const defaults = Object.fromEntries(height.map((row) => [row.name, row.default]));
          expect(read).toEqual({ ...flat, ...defaults });
        },
      ),
      { numRuns: 40 },
    );
    fc.assert(
      fc.property(
        valuesOf(PLAYER_PARAM_ROWS),
        fc.constantFrom<ParamAudience>('all', 'json', 19),
        (values, audience) => {
          const params = createPlayerParams(values);
          expect(unwrap(readPlayerParamText(formatPlayerParamText(params, audience)))).toEqual(params);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('converts the values of version 7 back to the configured ones (spec 01 §2.3)', () => {
    const params = createServerParams({
      slow_down_factor: 3,
      half_time: 12,
      simulator_step: 50,
      hear_max: -1,
      synch_mode: true,
    });
    const read = unwrap(readServerParamText(`${formatServerParamText(params, 7)}\0`));
    expect(read).toMatchObject({
      slow_down_factor: 3,
      half_time: 12,
      simulator_step: 50,
      send_step: 150,
      hear_max: -1,
    });
    expect(
      unwrap(readServerParamText(formatServerParamText(createServerParams({ half_time: -1 }), 7))).half_time,
    ).toBe(-1);
    const seen = createServerParams({ slow_down_factor: 2, synch_see_offset: 10 });
    expect(unwrap(readServerParamText(formatServerParamText(seen, 19))).synch_see_offset).toBe(10);
  });

  it('skips unknown names; missing values take their defaults (spec 01 §5.4)', () => {
    const read = unwrap(
      readServerParamText('(server_param (nosuch 3)(half_time 20)(other "a) b")(team_l_start "x (y)"))'),
    );
    expect(read).toEqual(createServerParams({ half_time: 20, team_l_start: 'x (y)' }));
  });

  it('decodes player types of every form (spec 03 §5.4)', () => {
    const type = generatePlayerTypes(DEFAULT_SERVER_PARAMS, createPlayerParams(), 1)[1]!;
    for (const audience of ['all', 'json', 7, 13, 14, 18] as const) {
      const message = formatPlayerTypeText(type, audience);
      const read = unwrap(readPlayerTypeText(message));
      expect(read.id).toBe(1);
      expect(formatPlayerTypeText(read, audience)).toBe(message);
      expect(read.land_dist_noise_rate).toBe(0.00125);
    }
  });

  it('refuses other messages', () => {
    const bad = [
      '',
      '(server_param',
      '(server_param 1 2 3)',
      '(server_param (a 1)',
      '{"server_param":3}',
      '{',
      '(player_param (a 1))',
    ];
    for (const message of bad) expect(readServerParamText(message).ok, message).toBe(false);
    expect(readPlayerTypeText('(player_type (player_speed_max 1))').ok).toBe(false);
  });

  it('never throws for a truncated or changed message', () => {
    const good = [
      formatServerParamText(DEFAULT_SERVER_PARAMS, 'all'),
      formatServerParamText(DEFAULT_SERVER_PARAMS, 7),
      formatServerParamText(DEFAULT_SERVER_PARAMS, 'json'),
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...good),
        fc.nat(4100),
        fc.nat(6),
        fc.string(),
        (message, at, cut, insert) => {
          const changed = message.slice(0, at) + insert + message.slice(at + cut);
          for (const read of [readServerParamText, readPlayerParamText, readPlayerTypeText]) {
            expect(typeof read(changed).ok).toBe('boolean');
          }
        },
      ),
    );
  });

  it('recorded log lines decode and encode to the same text (spec 09 §8.2)', () => {
    const logs = JSON.parse(readFileSync(new URL('../testdata/logs.json', import.meta.url), 'utf8')) as {
      v6: string[];
    };
    const [server, player, ...types] = logs.v6;
    expect(formatServerParamText(unwrap(readServerParamText(server!)), 'all')).toBe(server);
    expect(formatPlayerParamText(unwrap(readPlayerParamText(player!)), 'all')).toBe(player);
    for (const type of types)
      expect(formatPlayerTypeText(unwrap(readPlayerTypeText(type)), 'all')).toBe(type);
  });
});
