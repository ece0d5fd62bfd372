const tiles = (columns, rows, colour) => columns.flatMap((x) => rows.map((y) => [x, y, colour]));

export default ({ monitors, presets, referee }) => [
  monitors.graphics({
    name: 'graphics',
    about:
      'team graphics (version 5): order, at most 32 tiles per show before the kick-off and 8 after it, bad tiles, replaced tiles',
    version: 5,
    left: [
      ...tiles([0, 1, 2, 3], [0, 1, 2, 3, 4], '#FF0000'),
      [0, 0, '#0000FF'],
      [40, 9, '#FF00FF'],
      '(team_graphic (1 1 "8 8 1 1" "short"))',
      '(team_graphic)',
    ],
    right: tiles([3, 5, 10], [7, 2, 0, 5, 1], '#00AA00'),
    late: 6,
  }),
  {
    name: 'max-monitors',
    about: 'max_monitors: the third is refused, a place is free again after dispbye',
    unsupported: {
      websocket: 'a WebSocket of one client has no init port: a second registration is a command',
    },
    options: { ...presets.refereed, 'server::max_monitors': 2 },
    clients: [
      { id: 'T', type: 'trainer', version: 19, record: false },
      ...referee.squad(['L1']),
      { id: 'M1', type: 'monitor', version: 3, only: /^\((msg|error|warning)/ },
      { id: 'M2', type: 'monitor', version: 3 },
    ],
    logs: { stdout: /monitor/ },
    async script(t) {
      await t.runCycles();
      await t.connect({ id: 'M3', type: 'monitor', version: 3 });
      await t.runCycles();
      t.addHeading('leaving');
      await monitors.sendCommand(t, 'M1', '(dispbye) ');
      await monitors.sendCommand(t, 'M1', '(dispbye)');
      await t.runCycles();
      await t.connect({ id: 'M4', type: 'monitor', version: 3 });
      await t.runCycles({}, 2);
      t.addHeading('a second registration from the same address');
      t.send('M4', '(dispinit version 3)', { port: t.server.port });
      await t.runCycles({}, 2);
    },
  },
  {
    name: 'compression',
    about: 'a version 4 monitor switches compression on, changes the level, switches it off; refused levels',
    options: { ...presets.refereed },
    clients: [
      { id: 'T', type: 'trainer', version: 19, record: false },
      ...referee.squad(['L1', 'R1']),
      { id: 'M', type: 'monitor', version: 4 },
    ],
    async script(t) {
      await t.runCycles();
      for (const message of [
        '(compression 6)',
        '(compression 0)',
        '(foo)',
        '(compression 10)',
        '(compression -1)',
        '(foo)',
      ]) {
        await monitors.sendCommand(t, 'M', message);
        await t.runCycles();
      }
    },
  },
  {
    name: 'late-joiner',
    about: 'version 4 monitors join in play, in a stopped mode, at half time and after the end',
    params: ['M2'],
    options: {
      ...presets.refereed,
      'server::half_time': 1,
      'server::nr_extra_halfs': 0,
      'server::penalty_shoot_outs': 0,
      'player::player_types': 3,
      'server::start_goal_r': 3,
    },
    clients: [{ id: 'T', type: 'trainer', version: 19, record: false }, ...referee.squad(['L1', 'R1'])],
    async script(t) {
      const join = async (id) => {
        t.addHeading(`${id} joins`);
        await t.connect({ id, type: 'monitor', version: 4 });
        await t.runCycles({}, 2);
        t.send(id, '(dispbye)');
        await t.runCycles();
      };
      await t.placePlayer('L1', -40, 3, 0, 0, 0);
      await t.placePlayer('R1', 40, 3, 180, 0, 0);
      await t.command('(start)');
      await t.runCycles({}, 2);
      await join('M2');
      await t.placeBall(-52, 1, -1.5, 0);
      await t.runCycles();
      await join('M3');
      await t.runCycles({}, 55);
      await join('M4');
      await t.command('(start)');
      await t.runCycles({}, 16);
      await join('M5');
    },
  },
];
