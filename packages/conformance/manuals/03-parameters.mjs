import { params } from '../src/manual-probes.mjs';

export default [
  {
    name: 'parameters',
    heads: ['the manuals', 'version 19'],
    section: 'Soccer Server, parameters',
    rows: [
      {
        manual: '`record`, `record_log`, `record_version`, `log_file`',
        here: '`game_logging`, `game_log_dir`, `game_log_version`, `text_logging`, `text_log_dir`',
        probe: {
          steps: [
            params(
              [
                /\(game_logging /,
                /\(game_log_dir /,
                /\(game_log_version 6\)/,
                /\(text_logging /,
                /\(text_log_dir /,
              ],
              /\(record_log |\(log_file /,
            ),
          ],
        },
      },
      {
        manual: '`send_log`',
        here: '`send_comms` (to monitors), `record_messages` (to the game log)',
        probe: { steps: [params([/\(send_comms 0\)/, /\(record_messages 0\)/], /\(send_log /)] },
      },
      {
        manual: '`replay`',
        here: 'none; `rcss-log play`',
        probe: { steps: [params([], /\(replay /)] },
      },
      {
        manual: '`minpower`, `maxpower` for dashes',
        section: 'Dash Model',
        here: '`min_dash_power`, `max_dash_power`; `minpower` and `maxpower` apply to kicks',
        probe: {
          steps: [
            params([
              /\(min_dash_power 0\)/,
              /\(max_dash_power 100\)/,
              /\(minpower -100\)/,
              /\(maxpower 100\)/,
            ]),
          ],
        },
      },
      {
        manual: '`stamina_inc_max_delta_factor`, `dash_power_rate_delta_*`',
        section: 'Heterogeneous Players',
        here: 'still sent, with the value 0; `new_stamina_inc_max_delta_factor` and `new_dash_power_rate_delta_*` are used instead',
        probe: {
          steps: [
            params([
              /\(stamina_inc_max_delta_factor 0\)/,
              /\(dash_power_rate_delta_max 0\)/,
              /\(new_stamina_inc_max_delta_factor -6000\)/,
            ]),
          ],
        },
      },
      {
        manual: '`clang_advice_win`, `clang_info_win`, `clang_meta_win`',
        section: 'Coach',
        here: 'still there; `clang_rule_win` and `clang_del_win` were added',
        probe: {
          steps: [
            params([
              /\(clang_advice_win 1\)/,
              /\(clang_info_win 1\)/,
              /\(clang_meta_win 1\)/,
              /\(clang_rule_win 1\)/,
              /\(clang_del_win 1\)/,
            ]),
          ],
        },
      },
      {
        manual: '`reliable_catch_area_l`, `min_catch_probability`',
        section: 'Catch Model',
        here: 'replaced by the catch stretch of the player type ([spec 05 §15](../../specification/05-simulation.md#15-catch))',
        probe: { steps: [params([/\(catchable_area_l_stretch_max /], /\(reliable_catch_area_l /)] },
      },
      {
        manual: '`quantize_step_dir`, `quantize_step_*_team_l` (handicaps by quantization)',
        section: 'Vision Sensor Model',
        here: 'removed; the parameter message of protocol version 7 has the constant −1 in each of their seven places ([spec 01 §2.2](../../specification/01-parameters.md#22-positional-sequence-of-protocol-version-7))',
        probe: {
          steps: [
            params(
              [/\(quantize_step 0\.1\)/, /\(quantize_step_l 0\.01\)/],
              /\(quantize_step_dir|quantize_step\w*_team/,
            ),
          ],
        },
      },
      {
        manual: '`penalty_shootouts`',
        section: 'Referee Model',
        here: '`penalty_shoot_outs`',
        probe: { steps: [params([/\(penalty_shoot_outs 1\)/], /\(penalty_shootouts /)] },
      },
      {
        manual: '`slow_down_factor` for slow machines',
        here: 'works; see also `synch_mode` ([spec 02 §5](../../specification/02-runtime.md#5-synchronous-mode))',
        probe: {
          options: { 'server::slow_down_factor': 2 },
          steps: [params([/\(slow_down_factor 2\)/])],
        },
      },
      {
        manual: '`random_seed` of the server',
        here: 'RCSS: `server::random_seed=N`. The reference server has none',
      },
      {
        manual: 'defaults that differ between the manuals',
        here: '[spec 01 §2.7](../../specification/01-parameters.md#27-errors-in-the-official-documents); all defaults: [parameters](../../reference/parameters.md)',
        probe: {
          steps: [params([/\(clang_win_size 300\)/, /\(back_dash_rate 0\.7\)/, /\(min_dash_power 0\)/])],
        },
      },
    ],
  },
];
