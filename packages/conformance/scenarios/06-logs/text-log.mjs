export default ({ logs }) => [
  {
    name: 'text-log',
    about:
      'text log: commands of all clients as they came, good, malformed, several in one datagram, referee calls, leaving',
    options: {
      ...logs.LOGGED,
      'server::game_logging': 0,
      'server::half_time': 30,
      'server::clang_advice_win': 1,
    },
    clients: [...logs.CLIENTS, { id: 'M', type: 'monitor', version: 4, record: false }],
    finish: false,
    async script(t) {
      await logs.play(t, { cycles: 3 });
      await t.runCycles({
        L1: '(turn 10)(turn_neck 5)(say x)',
        L2: '(no such command)',
        L3: 'garbage',
        R1: '(dash 10',
        R2: { raw: '(turn 20)' },
      });
      await t.runCycles({ L1: '(say "a (b) c")', L2: ' (turn 3) ', L3: '(turn 3)\n', R1: '(sense_body)' });
      await t.request('C', '(say (freeform "go"))', 1, { match: /^\((ok|error|warning)/ });
      await t.request('C', '(what)');
      await t.request('T', '(what)');
      await t.command('(look)', '(team_names)');
      await t.sendAndWait('M', '(dispfoul 16 32 1)');
      await t.runCycles({}, 2);
      await t.openSocket('X');
      t.clientById.X.spec.record = false;
      await t.request('X', '(init Gamma (version 19))');
      await t.request('X', '(reconnect Gamma 1)');
      await t.disconnect('R2');
      await t.runCycles();
      await t.setPlayMode('before_kick_off');
      await t.connect({ id: 'R2b', type: 'player', init: '(reconnect Beta 2)', record: false });
      await t.runCycles({}, 2);
      await logs.end(t);
      await logs.recordTextLog(t);
    },
  },
  {
    name: 'text-log-times',
    about: 'text log with log_times and profile: which lines a cycle has',
    options: { ...logs.LOGGED, 'server::game_logging': 0, 'server::log_times': 1, 'server::profile': 1 },
    clients: logs.CLIENTS,
    finish: false,
    async script(t) {
      await t.command('(start)');
      await t.runCycles({}, 6);
      await logs.end(t);
      const bytes = await t.server.readLog('text.rcl');
      const kinds = (time) =>
        [
          ...new Set(
            bytes
              .toString('latin1')
              .split('\n')
              .filter((l) => l.startsWith(`${time},`))
              .map((l) => l.replace(/^\d+,\d+\t/, '').replace(/-?\d+(\.\d+)?(e[-+]?\d+)?$/, 'N')),
          ),
        ]
          .filter((l) => !l.startsWith('Recv'))
          .sort();
      for (const time of [3, 4, 5]) t.recordValue(`kinds of lines at ${time}`, kinds(time));
    },
  },
];
