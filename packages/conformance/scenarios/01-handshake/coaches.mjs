// Forms of the trainer's, the online coach's and the monitor's init.

export default ({ presets, rules }) => [
  {
    name: 'trainer-init-forms',
    about: 'good and wrong init messages on the trainer port; the second trainer',
    options: { ...presets.lab, 'player::player_types': 1 },
    clients: [{ id: 'L1', type: 'player', team: 'Alpha', version: 19, only: /^\((hear|sense_body)/ }],
    async script(t) {
      const forms = [
        '(init (version 0.5))',
        '(init (version -1))',
        '',
        'init',
        '(init (version 8))',
        '(init)',
        '(init (version 19))',
        '(look)',
      ];
      for (const [i, form] of forms.entries()) {
        t.addHeading(form);
        await t.openSocket(`X${i}`, { port: 'trainer', only: /^\((init|error|warning|ok)/ });
        await t.sendAndWait(`X${i}`, form);
      }
      await t.runCycles({}, 2);
    },
  },
  {
    name: 'quirk-trainer-starts-match',
    about: 'quirk: any message but init from an unknown trainer kicks off, and is not answered',
    options: { ...presets.lab, 'player::player_types': 1 },
    clients: [{ id: 'L1', type: 'player', team: 'Alpha', version: 19, only: /^\((hear|sense_body)/ }],
    async script(t) {
      await t.openSocket('X1', { port: 'trainer' });
      await t.sendAndWait('X1', '(look)');
      await t.runCycles({}, 2);
    },
  },
  {
    name: 'trainer-refused',
    about: 'the trainer port without coach mode',
    options: { ...presets.synch, ...presets.noNoise, ...presets.noLogs, 'player::player_types': 1 },
    clients: [{ id: 'L1', type: 'player', team: 'Alpha', version: 19, only: /^\((hear|sense_body)/ }],
    async script(t) {
      await t.openSocket('X1', { port: 'trainer' });
      await t.sendAndWait('X1', '(init (version 19))');
      await t.sendAndWait('X1', '(start)');
      await t.runCycles({}, 2);
    },
  },
  {
    name: 'coach-init-forms',
    about:
      'good and wrong init messages on the online coach port; unknown team, second coach, names, versions',
    options: { ...presets.lab, 'player::player_types': 1 },
    clients: [{ id: 'T', type: 'trainer', version: 19, record: false }],
    async script(t) {
      let n = 0;
      const ask = async (form) => {
        n += 1;
        t.addHeading(form);
        await t.openSocket(`X${n}`, { port: 'coach', only: /^\((init|error|warning|ok)/ });
        await t.sendAndWait(`X${n}`, form);
      };
      await ask('(init Alpha (version 19))');
      await t.connect({ id: 'L1', type: 'player', team: 'Alpha', version: 19, record: false });
      await t.connect({ id: 'R1', type: 'player', team: 'Beta', version: 19, record: false });
      for (const form of [
        '(init)',
        '(init )',
        '(init Gamma (version 19))',
        '(init Alpha (version 4))',
        '(init Alpha (version 4.9))',
        '(init Alpha (version x))',
        '(init Alpha (version 25))',
        '(look)',
        'hello',
        '',
        '(init Al%pha (version 19))',
        '(init Alpha Na.me% (version 19))',
      ])
        await ask(form);
      await ask('(init Beta Brain-2 (version 14))');
      await ask('(init Beta (version 14))');
      await ask('(init Beta)');
      await t.runCycles({}, 2);
    },
  },
  {
    name: 'monitor-init-forms',
    about: 'good and wrong dispinit messages; the limit on monitors',
    options: { ...presets.lab, 'player::player_types': 1, 'server::max_monitors': 2 },
    clients: [{ id: 'L1', type: 'player', team: 'Alpha', version: 19, record: false }],
    async script(t) {
      let n = 0;
      const ask = async (form) => {
        n += 1;
        t.addHeading(form);
        await t.openSocket(`X${n}`, { only: /^\((init|error|warning|ok|show)/ });
        await t.sendAndWait(`X${n}`, form);
      };
      for (const form of [
        '(dispinit version 0)',
        '(dispinit version 6)',
        '(dispinit version 99)',
        '(dispinit version x)',
        '(dispinit',
        'dispinit',
        '(dispinit version 4)',
        '(dispinit version 4.5)',
        '(dispinit version 4)',
      ])
        await ask(form);
      await t.runCycles({}, 2);
    },
  },
  {
    name: 'compression',
    about: 'compressed traffic of players, coach, trainer and monitor; wrong levels',
    options: { ...presets.lab, 'player::player_types': 1 },
    clients: [
      { id: 'T', type: 'trainer', version: 19 },
      { id: 'L1', type: 'player', team: 'Alpha', version: 19 },
      { id: 'R1', type: 'player', team: 'Beta', version: 7 },
    ],
    compare: { ignore: [{ match: /^\(see / }] },
    async script(t) {
      await t.connect({ id: 'C', type: 'coach', team: 'Beta', version: 19 });
      await t.connect({ id: 'M', type: 'monitor', version: 4 });
      await t.runCycles();
      await t.request('L1', '(compression 6)', 1, { match: /compression/ });
      await t.request('T', '(compression 9)');
      await t.request('C', '(compression 0)');
      await t.request('M', '(compression 3)', 1, { match: /compression/ });
      await t.runCycles();
      await t.setPlayMode('play_on');
      await t.runCycles({ L1: '(dash 40)', R1: '(say loud)' });
      await t.request('C', '(look)', 1, { match: /^\(ok look/ });
      await t.request('C', '(compression 10)');
      await t.request('T', '(compression x)');
      await t.sendAndWait('M', '(compression 11)');
      await t.sendAndWait('R1', '(compression 12)');
      await t.sendAndWait('R1', '(compression 1)');
      await t.runCycles({ L1: ['(turn 20)', '(nonsense)'], R1: '(turn 15)' });
      await t.runCycles({}, 2);
    },
  },
  {
    name: 'coach-include-file',
    about: 'coach_msg_file: online coaches from version 11 on get its text after init; old ones do not',
    options: { ...presets.lab, 'player::player_types': 1, 'server::coach_msg_file': './include.txt' },
    files: { 'include.txt': 'some text for coaches\nwith (two lines) and "quotes"\n' },
    clients: [
      { id: 'T', type: 'trainer', version: 19, record: false },
      { id: 'L1', type: 'player', team: 'Alpha', version: 19, record: false },
      { id: 'R1', type: 'player', team: 'Beta', version: 19, record: false },
    ],
    async script(t) {
      await t.connect({ id: 'C', type: 'coach', team: 'Alpha', version: 11 });
      await t.connect({ id: 'D', type: 'coach', team: 'Beta', version: 8 });
      await t.runCycles({}, 2);
    },
  },
  {
    name: 'fixed-team-names',
    about:
      'fixed_teamname: opponents, their coach and nobody else see the other name; the name itself is refused at init',
    align: true,
    options: {
      ...presets.lab,
      ...presets.aligned,
      'player::player_types': 1,
      'server::fixed_teamname_l': 'East',
      'server::fixed_teamname_r': 'West',
      'server::fullstate_l': 1,
    },
    clients: [
      { id: 'T', type: 'trainer', version: 19 },
      { id: 'L1', type: 'player', team: 'Alpha', version: 19 },
      { id: 'R1', type: 'player', team: 'Beta', version: 7, goalie: true },
    ],
    compare: { replace: [rules.randomSee()] },
    async script(t) {
      await t.connect({ id: 'X1', type: 'player', team: 'East', version: 19, refused: true });
      await t.connect({ id: 'X2', type: 'player', team: 'West', version: 19, refused: true });
      await t.connect({ id: 'C', type: 'coach', team: 'Alpha', version: 19, eye: true });
      await t.connect({ id: 'D', type: 'coach', team: 'Beta', version: 5, eye: true });
      await t.connect({ id: 'X3', type: 'coach', team: 'East', version: 19, refused: true });
      await t.connect({ id: 'M', type: 'monitor', version: 4, only: /^\(show/ });
      await t.placePlayer('L1', -2.3, 1.7, 20.4);
      await t.placePlayer('R1', 6.1, 3.3, -140.2);
      await t.runCycles();
      for (const id of ['C', 'D', 'T']) {
        await t.request(id, '(team_names)');
        await t.request(id, '(look)', 1, { match: /^\(ok look/ });
      }
      await t.setPlayMode('play_on');
      await t.runCycles({ L1: ['(say x)', '(attentionto Beta 1)', '(attentionto West 1)'], R1: '(turn 5)' });
      await t.runCycles({ R1: '(say y)', L1: '(attentionto West 1)' });
      await t.runCycles({}, 2);
    },
  },
];
