import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  createPlayerParams,
  createServerParams,
  DEFAULT_PLAYER_PARAMS,
  DEFAULT_SERVER_PARAMS,
} from './create-params.js';
import {
  formatPlayerParamText,
  formatPlayerTypeText,
  formatServerParamText,
  type ParamAudience,
} from './param-messages.js';
import type { ParamRow, ParamValue } from './param-row.js';
import { PLAYER_PARAM_ROWS, type PlayerParams } from './player-params.js';
import { createDefaultPlayerType } from './player-type.js';
import { generatePlayerTypes } from './player-type-generation.js';
import { SERVER_PARAM_ROWS, type ServerParams } from './server-params.js';

interface Recorded {
  readonly settings: Record<string, readonly string[]>;
  readonly cases: readonly {
    readonly audience: ParamAudience;
    readonly settings: string;
    readonly server_param: string;
    readonly player_param: string;
    readonly player_type: readonly string[];
  }[];
}
const recorded = JSON.parse(
  readFileSync(new URL('../testdata/handshake.json', import.meta.url), 'utf8'),
) as Recorded;

/** Returns the values of settings in the form of a command line. */
function configured(settings: readonly string[]): { server: ServerParams; player: PlayerParams } {
  const values = { server: {} as Record<string, ParamValue>, player: {} as Record<string, ParamValue> };
  for (const setting of settings) {
    const [, module, name, text] = /^(server|player)::(\w+)=(.*)$/.exec(setting)!;
    const rows: readonly ParamRow[] = module === 'server' ? SERVER_PARAM_ROWS : PLAYER_PARAM_ROWS;
    const { type } = rows.find((row) => row.name === name)!;
    const value = type === 'string' ? text! : type === 'bool' ? text === '1' : Number(text);
    values[module as 'server' | 'player'][name!] = value;
  }
  return { server: createServerParams(values.server), player: createPlayerParams(values.player) };
}

/** Masks port numbers and the seed, which the recordings do not contain (the seed was the time of day). */
const masked = (text: string): string =>
  text.replace(/((?:^|[(_])port) \d+/g, '$1 P').replace(/\(random_seed \d{2,}\)/, '(random_seed S)');

describe('recorded messages', () => {
  it.each(recorded.cases.map((c) => [c.audience, c.settings, c] as const))(
    'are the same characters for %s with the settings %s (spec 01 §9.1, §9.2, §9.4, §9.6, spec 03 §5, §13.5, §13.6, §13.7)',
    (audience, settings, c) => {
      const { server, player } = configured(recorded.settings[settings]!);
      expect(masked(formatServerParamText(server, audience))).toBe(masked(c.server_param));
      const seeded = { ...player, random_seed: player.random_seed < 0 ? 1795189772 : player.random_seed };
      expect(masked(formatPlayerParamText(seeded, audience))).toBe(masked(c.player_param));
      const types = generatePlayerTypes(server, seeded, seeded.random_seed);
      // Of the randomly generated types, the recordings contain only the first ones.
      for (const [i, text] of c.player_type.entries())
        expect(formatPlayerTypeText(types[i]!, audience)).toBe(text);
    },
  );

  it('the recordings cover several versions and settings', () => {
    expect(recorded.cases.map((c) => c.audience)).toEqual([19, 13, 7, 'all', 7, 8, 11, 13, 14, 16, 18, 19]);
  });
});

describe('messages', () => {
  const server = DEFAULT_SERVER_PARAMS;
  const player = DEFAULT_PLAYER_PARAMS;

  it('encodes the datagrams of version 7 (spec 01 §5.4, §9.2, spec 03 §13.5)', () => {
    expect(formatServerParamText(server, 7)).toBe(
      '(server_param 14.02 5 0.3 0.4 0.1 60 1.05 1 8000 45 1 0.3 0.5 0.002 1 0.3 0.6 0.005 0.6 0.01 0.1 0 1 1 1 1 0.085 0.94 0.05 0.2 3 2.7 0.006 0.027 0.7 2 1.7 100 -100 180 -180 180 -180 90 -90 90 3 0 0 0 0 1.085 1.2 1 1 2 1 2.5 0 0 128 128 300 1 1 1 1 50 1 3000 100 150 10 100 300 10 1 1 1 5 1 1 1 9.15 50 0.1 0.01 -1 -1 -1 -1 -1 -1 -1 0 0 0 100 0 0 0 0 100)',
    );
    expect(formatPlayerParamText(player, 7)).toBe(
      '(player_param 18 3 1 0 0 0 -0.1 0.1 25 0 0 -100 -0.1 0.1 1 0 50 -0.004 -0.004)',
    );
  });

  it('the default datagrams have the specified sizes with their NUL (spec 01 §5.4, §9.6)', () => {
    const sizes = ([7, 8, 19, 'all'] as const).map(
      (audience) => formatServerParamText(server, audience).length + 1,
    );
    expect(sizes).toEqual([355, 2617, 3983, 4019]);
    const seeded = createPlayerParams({ random_seed: 1795185935 });
    expect([8, 19].map((version) => formatPlayerParamText(seeded, version).length + 1)).toEqual([674, 865]);
  });

  it('encodes nothing below version 7; the fraction of a version does not count (spec 01 §9.3, §5.1)', () => {
    for (const version of [1, 6, 6.9]) {
      expect(formatServerParamText(server, version)).toBe('');
      expect(formatPlayerParamText(player, version)).toBe('');
      expect(formatPlayerTypeText(createDefaultPlayerType(server), version)).toBe('');
    }
    expect(formatServerParamText(server, 7.5)).toBe(formatServerParamText(server, 7));
    expect(formatServerParamText(server, 18.9)).toBe(formatServerParamText(server, 18));
  });

  it('encodes the last values of version 7 with slow_down_factor 2 (spec 01 §2.2, §5.4)', () => {
    const p = createServerParams({ slow_down_factor: 2, synch_see_offset: 10, half_time: -1 });
    expect(formatServerParamText(p, 7)).toMatch(
      / 1 -9 200 300 10 200 600 10 1 1 1 5 2 1 1 9\.15 50 0\.1 0\.01 -1 -1 -1 -1 -1 -1 -1 0 0 0 200 0 0 0 0 100\)$/,
    );
  });

  it('encodes the first worked example (spec 01 §8.1, §9.7, §9.10, §9.11, §9.12)', () => {
    const argv =
      'server::slow_down_factor=2 server::synch_see_offset=10 server::half_time=-1 server::extra_half_time=-3 server::nr_extra_halfs=-1 server::foul_detect_probability=1.7 server::red_card_probability=-1 server::fixed_teamname_l=ABCDEFGHIJKLMNOPQRS server::goal_width=14.0212345 server::ball_decay=0.000012345 server::player_weight=1234567.8 server::wind_dir=-0.0';
    const p = configured(argv.split(' ')).server;
    const named = formatServerParamText(p, 19);
    const entries =
      '(slow_down_factor 2)(simulator_step 100)(send_step 150)(sense_body_step 100)(send_vi_step 100)(synch_offset 60)(synch_see_offset 20)(recv_step 10)(half_time -1)(extra_half_time 0)(nr_extra_halfs 0)(foul_detect_probability 1)(red_card_probability 0)(fixed_teamname_l "ABCDEFGHIJKLMNO")(goal_width 14.0212)(ball_decay 1.2345e-05)(player_weight 1.23457e+06)(wind_dir -0)';
    for (const entry of entries.match(/\([^)]*\)/g)!) expect(named).toContain(entry);
    const v7 = formatServerParamText(p, 7).slice('(server_param '.length, -1).split(' ');
    const positions = {
      1: '14.0212',
      6: '1.23457e+06',
      28: '1.2345e-05',
      48: '-0',
      70: '-9',
      71: '200',
      72: '300',
      74: '200',
      75: '600',
      81: '2',
      98: '200',
    };
    for (const [position, text] of Object.entries(positions))
      expect(v7[Number(position) - 1], position).toBe(text);
  });

  it('prints negative sizes as unsigned numbers in version 7 only (spec 01 §8.2)', () => {
    const p = createServerParams({ hear_max: -1, say_msg_size: -1, say_coach_cnt_max: -2 });
    const named = formatServerParamText(p, 8);
    expect(named).toContain('(hear_max -1)');
    expect(named).toContain('(say_msg_size -1)');
    expect(named).toContain('(say_coach_cnt_max -2)');
    const v7 = formatServerParamText(p, 7).slice(14, -1).split(' ');
    expect([v7[60], v7[75], v7[76]]).toEqual(['4294967294', '4294967295', '4294967295']);
  });

  it('prints integers in full and reals with six digits, ties to even (spec 01 §5.3, §9.7)', () => {
    const p = createServerParams({ say_msg_size: 12345678, stamina_max: 123456.5, goal_width: 1000.125 });
    const text = formatServerParamText(p, 19);
    expect(text).toContain('(say_msg_size 12345678)');
    expect(text).toContain('(stamina_max 123456)');
    expect(text).toContain('(goal_width 1000.12)');
  });

  it('prints strings and booleans in both notations (spec 01 §9.8, §9.9)', () => {
    const p = createServerParams({ team_l_start: 'say "hi" \\ now', synch_mode: true });
    expect(formatServerParamText(p, 19)).toContain('(synch_mode 1)');
    expect(formatServerParamText(p, 19)).toContain('(team_l_start "say "hi" \\ now")');
    expect(formatServerParamText(p, 'json')).toContain('"synch_mode":true');
    expect(formatServerParamText(p, 'json')).toContain('"team_l_start":"say \\"hi\\" \\\\ now"');
  });

  it('encodes the JSON of a recorded log (spec 01 §5.4, spec 09 §9)', () => {
    const logs = JSON.parse(readFileSync(new URL('../testdata/logs.json', import.meta.url), 'utf8')) as {
      json: string[];
    };
    const [serverLine, playerLine, ...types] = logs.json;
    const s = createServerParams(JSON.parse(serverLine!).server_param);
    const p = createPlayerParams(JSON.parse(playerLine!).player_param);
    expect(formatServerParamText(s, 'json')).toBe(serverLine);
    expect(formatPlayerParamText(p, 'json')).toBe(playerLine);
    expect(
      generatePlayerTypes(s, p, p.random_seed).map((type) => formatPlayerTypeText(type, 'json')),
    ).toEqual(types);
  });

  it('encodes a player type in versions 7 and 8 (spec 03 §5.4, §13.7)', () => {
    const type = createDefaultPlayerType(server);
    expect(formatPlayerTypeText(type, 7)).toBe('(player_type 0 1.05 45 0.4 5 0.006 0.3 0.7 0.1 50 1 0.6)');
    expect(formatPlayerTypeText(type, 8)).toBe(
      '(player_type (id 0)(player_speed_max 1.05)(stamina_inc_max 45)(player_decay 0.4)(inertia_moment 5)(dash_power_rate 0.006)(player_size 0.3)(kickable_margin 0.7)(kick_rand 0.1)(extra_stamina 50)(effort_max 1)(effort_min 0.6))',
    );
  });

  it('the landmark file is sent, but has no other effect (spec 01 §7, §9.30)', () => {
    const p = configured(['server::landmark_file=other.xml']).server;
    expect(formatServerParamText(p, 8)).toContain('(landmark_file "other.xml")');
  });

  it('parameters added by this server are never sent', () => {
    const text = formatServerParamText(server, 'all') + formatServerParamText(server, 'json');
    for (const name of ['random_seed', 'bind_address', 'record "', 'max_clients'])
      expect(text).not.toContain(name);
  });
});
