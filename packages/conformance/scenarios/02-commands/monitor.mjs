// Monitor commands.

export default ({ presets }) => {
  const clients = (version) => [
    { id: 'T', type: 'trainer', version: 19, only: /^\((ok|error|see_global)/ },
    { id: 'L1', type: 'player', team: 'Alpha', version: 19, only: /^\((hear|error)/ },
    { id: 'L2', type: 'player', team: 'Alpha', version: 19, record: false },
    { id: 'R1', type: 'player', team: 'Beta', version: 19, record: false },
    { id: 'M', type: 'monitor', version, only: /^\((msg|error)/ },
  ];
  const ask = async (t, forms) => {
    for (const form of forms) {
      t.addHeading(form);
      await t.sendAndWait('M', form);
      await t.sendAndWait('T', '(look)');
    }
  };
  return [
    {
      name: 'monitor-commands',
      about:
        'dispstart, dispfoul, dispplayer, dispcard, dispdiscard, dispbye and the trainer commands of a monitor; wrong forms',
      options: { ...presets.lab, 'player::player_types': 1 },
      clients: clients(4),
      async script(t) {
        await ask(t, [
          '(dispplayer 1 1 -160 88 45)',
          '(dispplayer -1 1 160 -88 400)',
          '(dispplayer 1 12 0 0 0)',
          '(dispplayer 1 0 0 0 0)',
          '(dispplayer 0 1 0 0 0)',
          '(dispplayer 1 1 5 5)',
          '(dispplayer)',
          '(dispplayer 1 2 16.5 5 0)',
          '(move (ball) 3 4)',
          '(move (ball) 3 4 0 1 1)',
          '(move (ball) 3)',
          '(move (player Alpha 2) -5 5 30)',
          '(move (player Gamma 2) -5 5)',
          '(move (foo) 1 1)',
          '(change_mode foo)',
          '(change_mode)',
          '(recover)',
          '(recovery)',
          '(check_ball)',
          '(check_ball 1)',
          '(look)',
          '(team_names)',
          '(change_player_type Alpha 1 0)',
          'change_player_type',
          '(foo)',
          '',
          'dispstart',
          '(dispstart now)',
          '(compression 10)',
          '(say hello)',
          '(ear on)',
        ]);
        await t.runCycles();
        await ask(t, ['(dispstart)']);
        await t.runCycles({}, 2);
        await ask(t, ['(change_mode play_on)']);
        await t.runCycles();
        await ask(t, ['(dispfoul 160 80 0)']);
        await t.runCycles();
        await ask(t, ['(dispfoul -800 80 1)']);
        await t.runCycles();
        await ask(t, ['(dispfoul 1000 1000 -1)', '(dispfoul 1 1)', '(dispfoul)', '(start)']);
        await t.runCycles();
        await ask(t, ['(dispcard 1 1 yellow)', '(dispcard 1 1 green)', '(dispcard 1 1)', '(dispcard)']);
        await t.runCycles();
        t.excludeFromCycle('L1', 'R1');
        await ask(t, ['(dispcard 1 1 yellow)', '(dispcard -1 1 red)']);
        await t.runCycles();
        t.excludeFromCycle('L2');
        await ask(t, ['(dispdiscard 1 2)', '(dispdiscard 1)', '(dispbye)']);
        await t.runCycles({}, 2);
      },
    },
    {
      name: 'monitor-commands-no-coach',
      about:
        'without coach mode a monitor has only the disp commands; drop ball and free kick with the referee at work',
      options: {
        ...presets.synch,
        ...presets.noNoise,
        ...presets.noLogs,
        'player::player_types': 1,
        'server::fullstate_l': 1,
        'player::allow_mult_default_type': 1,
      },
      clients: [
        { id: 'L1', type: 'player', team: 'Alpha', version: 19, only: /^\((hear|fullstate)/ },
        { id: 'R1', type: 'player', team: 'Beta', version: 19, only: /^\(hear/ },
        { id: 'M', type: 'monitor', version: 3, only: /^\((msg|error)/ },
      ],
      async script(t) {
        for (const form of [
          '(move (ball) 3 4)',
          '(change_mode play_on)',
          '(start)',
          '(check_ball)',
          '(recover)',
          '(dispplayer 1 1 -160 88 45)',
          '(dispplayer -1 1 160 -88 180)',
        ]) {
          t.addHeading(form);
          await t.sendAndWait('M', form);
        }
        await t.runCycles();
        await t.sendAndWait('M', '(dispstart)');
        await t.runCycles({}, 3);
        for (const form of ['(dispfoul 160 80 0)', '(dispfoul -80 80 1)', '(dispfoul 80 -160 -1)']) {
          t.addHeading(form);
          await t.sendAndWait('M', form);
          await t.runCycles({}, 3);
        }
      },
    },
  ];
};
