import { params } from '../src/manual-probes.mjs';

export default [
  {
    name: 'options',
    heads: ['the manuals', 'version 19 and here'],
    section: 'Soccer Server, configuration',
    rows: [
      {
        manual: '`-sfile FILE`, `-pfile FILE`',
        here: '`include=FILE` on the command line ([spec 01 §6.9](../../specification/01-parameters.md#69-include))',
        probe: {
          files: { 'extra.conf': 'server::half_time = 10\n' },
          options: { include: 'extra.conf' },
          steps: [params(/\(half_time 10\)/)],
        },
      },
      {
        manual: 'a file for `include` needs its version line',
        here: 'no version entry is needed: only `server.conf`, `player.conf` and `CSVSaver.conf` need one',
        probe: {
          files: { 'extra.conf': '# no version\nserver::half_time = 20\nplayer::player_types = 9\n' },
          options: { include: 'extra.conf' },
          steps: [params([/\(half_time 20\)/, /\(player_types 9\)/])],
        },
      },
      {
        manual: '`-half_time 10`, `-name value` for any parameter',
        here: '`server::half_time=10` ([spec 01 §6.5](../../specification/01-parameters.md#65-command-line))',
        probe: { options: { 'server::half_time': 10 }, steps: [params(/\(half_time 10\)/)] },
      },
      {
        manual: '`-coach`, `-coach_w_referee`',
        here: '`server::coach=on`, `server::coach_w_referee=on`',
        probe: {
          options: { 'server::coach': 'on' },
          steps: [{ send: { T: '(check_ball)' }, expect: { T: /^\(ok check_ball / } }],
        },
      },
      {
        manual: '`-record FILE`',
        here: '`server::game_log_fixed=on server::game_log_fixed_name=FILE`',
        probe: {
          options: { 'server::game_logging': 'on', 'server::game_log_fixed_name': 'mine' },
          steps: [{ mode: 'play_on', cycles: 3 }],
          written: { 'log/mine.rcg': /./ },
        },
      },
      {
        manual: '`-record_version N`',
        here: '`server::game_log_version=N`',
        probe: {
          options: {
            'server::game_logging': 'on',
            'server::game_log_version': 3,
            'server::game_log_compression': 0,
          },
          steps: [{ mode: 'play_on', cycles: 3 }],
          written: { 'log/game.rcg': /^ULG\x03/ },
        },
      },
      {
        manual: '`-help`, `--help`',
        here: '`help`, and `server::help` for the parameters of a module',
        probe: { words: ['help'], output: [/server::help/, /include=/] },
      },
      {
        manual: '`half_time : 300`, `use_offside : on`, a line with `coach` alone',
        here: '`server::half_time = 300`, `server::use_offside = on`, `server::coach = on` ([spec 01 §6.4](../../specification/01-parameters.md#64-grammar))',
        probe: {
          words: ['include=old.conf'],
          files: { 'old.conf': 'half_time : 300\n' },
          output: /old\.conf: 1: error/,
        },
      },
      {
        manual: '`~/.rcssserver-server.conf`, `~/.rcssserver-player.conf` (version 9)',
        here: '`~/.rcssserver/server.conf`, `player.conf`. If an old file exists and the new one does not, the server converts it once ([spec 01 §6.12](../../specification/01-parameters.md#612-conversion-of-pre-9-configuration-files))',
      },
      {
        manual: '`server.conf`, `monitor.conf` in the working directory (version 7 and earlier)',
        here: 'not read. Rewrite the lines of `server.conf` as in the row above, then give `include=server.conf`',
        probe: { files: { 'server.conf': 'server::half_time = 10\n' }, steps: [params(/\(half_time 300\)/)] },
      },
      {
        manual: 'a configuration of another version',
        here: 'refused: each file needs its `version` entry ([spec 01 §6.8](../../specification/01-parameters.md#68-version-entry))',
        probe: {
          words: [],
          files: { 'conf/server.conf': "server::version = '18.1.0'\nserver::half_time = 10\n" },
          output: /Version mismatched in the configuration file/,
        },
      },
    ],
  },
];
