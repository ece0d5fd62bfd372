import { params } from '../src/manual-probes.mjs';

export default [
  {
    name: 'logs',
    heads: ['the manuals', 'version 19'],
    section: 'Soccer Server, logs',
    rows: [
      {
        manual: 'formats 1 to 3',
        here: '1 to 6 and JSON; `game_log_version`, default 6 ([spec 09 §1.5](../../specification/09-game-logs.md#15-choosing-the-game-log-version))',
        probe: {
          options: { 'server::game_logging': 'on', 'server::game_log_compression': 0 },
          steps: [{ mode: 'play_on', cycles: 3 }],
          written: { 'log/game.rcg': /^ULG6/ },
        },
      },
      {
        manual: 'logs are written by the option `-record`',
        here: 'on by default; `server::game_logging=off` switches them off',
        probe: {
          options: { 'server::game_logging': 'off' },
          steps: [params(/\(game_logging 0\)/), { mode: 'play_on', cycles: 3 }],
          written: { 'log/game.rcg': null },
        },
      },
      {
        manual: 'log name to the minute, in the working directory',
        here: 'to the second, `YYYYMMDDhhmmss-LEFT_0-vs-RIGHT_0.rcg` ([spec 09 §1.3](../../specification/09-game-logs.md#13-name-after-the-match))',
        probe: {
          options: {
            'server::game_logging': 'on',
            'server::game_log_fixed': 0,
            'server::game_log_dated': 1,
            'server::game_log_compression': 0,
          },
          steps: [{ mode: 'play_on', cycles: 3 }],
          written: { 'log/[0-9]{14}-Alpha_0-vs-null.rcg': /^ULG/ },
        },
      },
      {
        manual: 'stop the server with SIGINT',
        here: 'still necessary: SIGINT, SIGTERM or SIGHUP complete and rename the logs; SIGKILL leaves `incomplete.rcg`',
        probe: {
          options: {
            'server::game_logging': 'on',
            'server::game_log_fixed': 0,
            'server::game_log_dated': 0,
            'server::game_log_compression': 0,
          },
          steps: [{ mode: 'play_on', cycles: 3 }],
          written: { 'log/Alpha_0-vs-null.rcg': /^ULG/, 'log/incomplete.rcg': null },
        },
      },
      {
        manual: '`message_delay_interval` of the log player',
        here: 'not needed',
      },
      {
        manual: 'MySQL saver',
        here: 'off by default, [server](../organizer/server.md), [spec 02 §9.3](../../specification/02-runtime.md#93-database-mysql-saver)',
      },
    ],
  },
];
