export default ({ logs }) => [
  {
    name: 'gzip',
    about: 'compressed game log (version 5) and text log: names, complete gzip files, the same content',
    options: {
      ...logs.LOGGED,
      'server::game_log_version': 5,
      'server::game_log_compression': 6,
      'server::text_log_compression': 1,
    },
    clients: logs.CLIENTS,
    finish: false,
    async script(t) {
      await logs.play(t, { x: 3, card: false });
      t.recordValue('while running', await logs.files(t));
      await logs.end(t);
      t.recordValue('after the end', await logs.files(t));
      await logs.recordPacking(t, 'game.rcg.gz');
      await logs.recordPacking(t, 'text.rcl.gz');
      await logs.recordGameLog(t, 'game.rcg.gz');
      await logs.recordTextLog(t, 'text.rcl.gz', 'file:rcl', { only: /\(referee / });
    },
  },
  logs.logNames({
    name: 'names-dated',
    about: 'default names: incomplete.*, then date, teams, coach name and score',
    mask: logs.maskDate,
    script: (t) => logs.play(t, { cycles: 2 }),
  }),
  logs.logNames({
    name: 'names-no-team',
    about: 'no client: dated and undated names, another date format, a missing folder, SIGTERM',
    clients: [],
    signal: 'SIGTERM',
    options: {
      'server::game_log_dir': './log/a/b',
      'server::game_log_dated': 0,
      'server::log_date_format': '%Y-%m-%d_',
    },
    mask: logs.maskDate,
    script: (t) => t.wait(150),
    also: (t) => logs.recordGameLog(t, 'a/b/null-vs-null.rcg'),
  }),
  logs.logNames({
    name: 'names-off',
    about: 'no game log, no text log',
    options: { 'server::game_logging': 0, 'server::text_logging': 0 },
    script: (t) => logs.play(t, { cycles: 2 }),
  }),
  {
    name: 'killed',
    about: 'killed without warning: the logs on disk are complete up to the last cycle',
    options: { ...logs.LOGGED, 'server::game_log_fixed': 0, 'server::text_log_fixed': 0 },
    clients: logs.CLIENTS,
    finish: false,
    async script(t) {
      await logs.play(t, { cycles: 2 });
      await logs.end(t, 'SIGKILL');
      t.recordValue('files', await logs.files(t));
      await logs.recordGameLog(t, 'incomplete.rcg');
    },
  },
  {
    name: 'results',
    about: 'results at the end: CSV file (new and appended), stdout, coach name, penalties',
    options: {
      ...logs.LOGGED,
      'server::game_logging': 0,
      'server::text_logging': 0,
      'server::half_time': 1,
      'server::nr_normal_halfs': 1,
      'server::penalty_shoot_outs': 1,
      'server::pen_setup_wait': 2,
      'server::pen_ready_wait': 2,
      'server::pen_before_setup_wait': 1,
      'server::pen_nr_kicks': 1,
      'server::pen_max_extra_kicks': 0,
      'CSVSaver::save': 1,
      'CSVSaver::filename': './log/results.csv',
    },
    clients: logs.CLIENTS,
    files: { 'log/results.csv': 'an older line\n' },
    finish: false,
    async script(t) {
      await t.command('(start)');
      await t.runCycles({}, 26); // both teams have missed one penalty kick
      await logs.end(t);
      const csv = (await t.server.readLog('results.csv')).toString('latin1');
      t.recordValue('results.csv', csv.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'DATE'));
      logs.recordStdout(t, /Result|Score|Penalties|Coach|Winner|vs|Saver|Exiting|Kick_off/);
    },
  },
];
