const SHOWS = /^\(show /;

/** Commands in successive cycles, each for one player. */
async function runCommands(t, id, commands) {
  for (const command of commands) {
    t.addHeading(command);
    await t.runCycles({ [id]: command });
  }
}

export default ({ presets }) => [
  {
    name: 'attention-of-version-7',
    about: 'attentionto of versions 7 and 8 in shows and sense_body: no target below version 8, but a count',
    options: { ...presets.lab },
    clients: [
      { id: 'T', type: 'trainer', version: 19, record: false },
      { id: 'L1', type: 'player', team: 'Alpha', version: 7, only: /^\((sense_body|error)/ },
      { id: 'L2', type: 'player', team: 'Alpha', version: 8, only: /^\((sense_body|error)/ },
      { id: 'R1', type: 'player', team: 'Beta', version: 19, record: false },
      { id: 'M', type: 'monitor', version: 4, only: SHOWS },
    ],
    async script(t) {
      await t.setPlayMode('play_on');
      for (const command of [
        '(attentionto our 2)',
        '(attentionto opp 1)',
        '(attentionto our 1)',
        '(attentionto opp 2)',
        '(attentionto off)',
        '(attentionto Beta 1)(attentionto our 2)',
      ]) {
        t.addHeading(command);
        await t.runCycles({ L1: command, L2: command });
      }
    },
  },
  {
    name: 'pointto-zero',
    about: 'pointto at distance 0: the shown direction is 0, 180 or -180, whatever the angles are',
    options: {
      ...presets.lab,
      'server::point_to_ban': 1,
      'server::fullstate_l': 1,
    },
    clients: [
      { id: 'T', type: 'trainer', version: 19, only: /^\(see_global/ },
      { id: 'L1', type: 'player', team: 'Alpha', version: 19, only: /^\((sense_body|fullstate)/ },
      { id: 'L2', type: 'player', team: 'Alpha', version: 8, only: /^\((sense_body|fullstate)/ },
    ],
    async script(t) {
      await t.setPlayMode('play_on');
      await t.placeBall(5, 20);
      for (const body of [0, 30, 90, 120.5, 180, -150, -90, -60.3]) {
        await t.placePlayer('L1', 11.3, -4.7, body, 0, 0);
        await t.placePlayer('L2', 0, 0, body, 0, 0);
        for (const command of [
          '(pointto 0 40)',
          '(pointto -0 40)',
          '(pointto 0 -170)',
          '(pointto 1e-17 100.2)',
        ]) {
          t.addHeading(`body ${body}: ${command}`);
          await t.runCycles({ L1: command, L2: command });
        }
        t.addHeading(`body ${body}: neck`);
        await t.runCycles({ L1: '(turn_neck 70)', L2: '(turn_neck -35.5)' });
      }
    },
  },
  {
    name: 'pointto-near',
    about: 'pointto at a distance that is rounded to 0, and targets that the player reaches',
    options: { ...presets.lab, 'server::point_to_ban': 1, 'server::fullstate_l': 1 },
    clients: [
      { id: 'T', type: 'trainer', version: 19, only: /^\(see_global/ },
      { id: 'L1', type: 'player', team: 'Alpha', version: 19, only: /^\((sense_body|fullstate)/ },
    ],
    async script(t) {
      await t.setPlayMode('play_on');
      await t.placePlayer('L1', 11.3, -4.7, 33.3, 0, 0);
      await runCommands(t, 'L1', [
        '(pointto 0.01 40)',
        '(pointto 0.04 -120)',
        '(turn 50)',
        '(turn_neck 20.2)',
        '(pointto off)',
        '(turn_neck -60.1)',
      ]);
    },
  },
  {
    name: 'pointto-turned',
    about:
      'pointto: the last bits of the turned target decide between 180 and -180, and about numbers between two tenths',
    options: { ...presets.lab, 'server::point_to_ban': 1, 'server::fullstate_l': 1 },
    clients: [
      { id: 'T', type: 'trainer', version: 19, only: /^\(see_global/ },
      { id: 'L1', type: 'player', team: 'Alpha', version: 19, only: /^\((sense_body|fullstate)/ },
      { id: 'L2', type: 'player', team: 'Alpha', version: 8, only: /^\((sense_body|fullstate)/ },
    ],
    async script(t) {
      await t.setPlayMode('play_on');
      await t.placeBall(40, -30);
      const directions = [180, -180, -179.95, 44.95, -30.95, 0.95];
      for (let i = 0; i < 60; i++) {
        const body = ((i * 73) % 361) - 180;
        const distance = 5 + ((i * 7.1) % 45);
        const command = `(pointto ${distance.toFixed(1)}5 ${directions[i % directions.length]})`;
        t.addHeading(`body ${body}: ${command}`);
        await t.placePlayer('L1', -20.3 + 0.7 * i, 13.9 - 0.4 * i, body, 0, 0);
        await t.placePlayer('L2', 14.6 - 0.6 * i, -11.2 + 0.3 * i, -body, 0, 0);
        if (i >= 30) await t.runCycles({ L1: `(turn_neck ${(i % 7) * 8 - 24})`, L2: '(turn_neck 3.3)' });
        await t.runCycles({ L1: command, L2: command });
      }
    },
  },
  {
    name: 'fullstate-score-of-one-team',
    about:
      'fullstate: the score of a team that does not exist is 0, whatever start_goal_l and start_goal_r are',
    options: {
      ...presets.lab,
      'server::start_goal_l': 2,
      'server::start_goal_r': 3,
      'server::fullstate_l': 1,
      'server::fullstate_r': 1,
    },
    clients: [
      { id: 'T', type: 'trainer', version: 19, record: false },
      { id: 'L1', type: 'player', team: 'Alpha', version: 19, only: /^\(fullstate/ },
      { id: 'L2', type: 'player', team: 'Alpha', version: 8, only: /^\(fullstate/ },
      { id: 'L3', type: 'player', team: 'Alpha', version: 7, only: /^\(fullstate/ },
    ],
    async script(t) {
      await t.runCycles({}, 2);
      t.addHeading('a refused player names the team');
      await t.connect({ id: 'X', type: 'player', init: '(init Beta (version 30))', refused: true });
      await t.runCycles({}, 2);
      t.addHeading('the right team connects');
      await t.connect({ id: 'R1', type: 'player', team: 'Beta', version: 19, only: /^\(fullstate/ });
      await t.runCycles({}, 2);
    },
  },
  {
    name: 'fullstate-steps-of-version-5',
    about: 'fullstate of versions 5 to 7: values half a step apart are rounded with single-precision steps',
    options: {
      ...presets.lab,
      'server::fullstate_l': 1,
      'server::effort_dec_thr': 1,
      'server::effort_dec': 0.00035,
      'server::effort_inc_thr': 2,
      'server::recover_dec_thr': 1,
      'server::recover_dec': 0.00035,
      'server::recover_min': 0.5,
    },
    clients: [
      { id: 'T', type: 'trainer', version: 19, record: false },
      { id: 'L1', type: 'player', team: 'Alpha', version: 5, only: /^\(fullstate/ },
      { id: 'L2', type: 'player', team: 'Alpha', version: 7, only: /^\(fullstate/ },
      { id: 'L3', type: 'player', team: 'Alpha', version: 8, only: /^\(fullstate/ },
    ],
    async script(t) {
      await t.setPlayMode('play_on');
      const values = [57.8225, 0.0035, 0.0005, -0.0015, 12.3455, -33.3335, 20.0005, -7.0045];
      for (const [i, x] of values.entries()) {
        t.addHeading(`position ${x}`);
        await t.placePlayer('L1', x, -x / 2, 0, 0, 0);
        await t.placeBall(-x, x / 2);
        await t.runCycles();
        t.addHeading(`velocity and angle ${x}`);
        await t.placePlayer('L2', 3 * i - 20, -20, x, 0.0035 * i, 0.0015 * i);
        await t.runCycles();
      }
      t.addHeading('effort and recovery');
      for (let i = 0; i < 20; i += 1) {
        await t.runCycles({ L1: '(dash 30)', L2: '(dash -30)', L3: '(dash 30)' });
      }
    },
  },
  {
    name: 'refused-first-init-of-the-right-team',
    about: 'shows after a refused first init of the right team: the body of slot 1 stays at 180',
    options: { ...presets.lab },
    clients: [
      { id: 'T', type: 'trainer', version: 19, record: false },
      { id: 'L1', type: 'player', team: 'Alpha', version: 19, record: false },
      { id: 'M', type: 'monitor', version: 4, only: SHOWS },
    ],
    async script(t) {
      await t.runCycles({}, 2);
      t.addHeading('refused');
      await t.connect({ id: 'X', type: 'player', init: '(init Beta (version 30))', refused: true });
      await t.runCycles({}, 3);
      t.addHeading('refused again');
      await t.connect({ id: 'Y', type: 'player', init: '(init Beta (version 30))', refused: true });
      await t.runCycles({}, 2);
      t.addHeading('accepted');
      await t.connect({ id: 'R1', type: 'player', team: 'Beta', version: 19, record: false });
      await t.runCycles({}, 3);
      t.addHeading('refused after a player');
      await t.connect({ id: 'Z', type: 'player', init: '(init Beta (version 30) (goalie))', refused: true });
      await t.runCycles({}, 2);
      t.addHeading('a second goalie');
      await t.connect({ id: 'R2', type: 'player', team: 'Beta', version: 19, goalie: true, record: false });
      await t.connect({ id: 'R3', type: 'player', team: 'Beta', version: 19, goalie: true, refused: true });
      await t.runCycles({}, 2);
      t.addHeading('left');
      await t.connect({ id: 'W', type: 'player', init: '(init Alpha (version 30))', refused: true });
      await t.runCycles({}, 2);
    },
  },
];
