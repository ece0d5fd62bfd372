export default ({ families, height, presets }) => [
  ...[
    families.playerVersion(20, [-12.3, 5.2, 21.3]),
    families.trainerVersion(20),
    families.coachVersion(20, 'Brain'),
  ].map((scenario) => ({ ...scenario, options: { ...scenario.options, ...height.EXTENSION } })),
  {
    name: 'versions',
    about: 'which version numbers are taken by players, trainers, coaches and monitors',
    options: { ...presets.lab, ...height.EXTENSION, 'player::player_types': 1 },
    clients: [{ id: 'T', type: 'trainer', version: 20, record: false }],
    async script(t) {
      const forms = [
        '(init Alpha (version 20))',
        '(init Alpha (version 20.5) (goalie))',
        '(init Alpha (version 20.999))',
        '(init Alpha (version 21))',
        '(init Alpha (version 19.99))',
        '(dispinit version 6)',
        '(dispinit version 6.5)',
        '(dispinit version 7)',
        '(dispinit version 5.9)',
      ];
      for (const [i, form] of forms.entries()) {
        t.addHeading(form);
        await t.openSocket(`X${i}`, { only: /^\((init|error|show)/ });
        await t.sendAndWait(`X${i}`, form);
      }
      for (const [i, form] of ['(init Alpha (version 20.5))', '(init Alpha (version 21))'].entries()) {
        t.addHeading(`coach ${form}`);
        await t.openSocket(`C${i}`, { port: 'coach', only: /^\((init|error)/ });
        await t.sendAndWait(`C${i}`, form);
      }
      t.excludeFromCycle('X0', 'X1', 'X2', 'X4');
    },
  },
  {
    name: 'parameters',
    about:
      'the parameters with values of their own: in server_param of version 20 players, coaches, trainers, not in that of version 19; in that of every text monitor',
    params: ['L1', 'L2', 'T', 'C', 'M'],
    options: {
      ...presets.lab,
      ...height.EXTENSION,
      'player::player_types': 1,
      'server::2d_mode': 0,
      'server::player_height': 1.85,
      'server::goal_height': 2.44,
      'server::gravity': 0.125,
      'server::ball_bounce_restitution': 0.625,
      'server::bounce_stop_speed': 0.0625,
      'server::roll_stop_speed': 0.03125,
      'server::height_power_cost': 0.375,
      'server::precise_bounce_timing': 0,
      'server::tackle_height': 0.75,
    },
    clients: [
      { id: 'T', type: 'trainer', version: 20, only: /^\(server_param/ },
      { id: 'L1', type: 'player', team: 'Alpha', version: 20, only: /^\(server_param/ },
      { id: 'L2', type: 'player', team: 'Alpha', version: 19, only: /^\(server_param/ },
      { id: 'C', type: 'coach', team: 'Alpha', version: 20, only: /^\(server_param/ },
      { id: 'M', type: 'monitor', version: 5, only: /^\(server_param/ },
    ],
    async script(t) {
      await t.runCycles();
    },
  },
];
