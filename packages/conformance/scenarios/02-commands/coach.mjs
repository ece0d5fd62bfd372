// Online coach commands and their answers.

const TILE =
  '"8 8 2 1" "a c #FF0000" "b c None" "aaaaaaaa" "abbbbbba" "abbbbbba" "abbbbbba" "abbbbbba" "abbbbbba" "abbbbbba" "aaaaaaaa"';

export default ({ presets }) => {
  const clients = [
    { id: 'T', type: 'trainer', version: 19, record: false },
    {
      id: 'L1',
      type: 'player',
      team: 'Alpha',
      version: 19,
      goalie: true,
      only: /^\((hear|change_player_type|ok|sense_body)/,
    },
    { id: 'L2', type: 'player', team: 'Alpha', version: 15, only: /^\((hear|change_player_type)/ },
    { id: 'L3', type: 'player', team: 'Alpha', version: 6, only: /^\((hear|change_player_type)/ },
    { id: 'R1', type: 'player', team: 'Beta', version: 19, only: /^\((hear|change_player_type)/ },
    { id: 'R2', type: 'player', team: 'Beta', version: 19, record: false },
    { id: 'C', type: 'coach', team: 'Alpha', version: 19 },
    {
      id: 'D',
      type: 'coach',
      team: 'Beta',
      version: 8,
      only: /^\((hear|ok|error|warning|change_player_type)/,
    },
  ];
  const requestAll = async (t, id, forms) => {
    for (const form of forms) {
      t.addHeading(`${id}: ${form}`);
      await t.sendAndWait(id, form);
    }
  };
  return [
    {
      name: 'coach-commands',
      about:
        'online coach: check_ball, look, team_names, eye, wrong forms, freeform say, team graphic; before and in play',
      options: { ...presets.lab, 'player::player_types': 4 },
      clients: [...clients, { id: 'M', type: 'monitor', version: 4, only: /^\((msg|team_graphic)/ }],
      async script(t) {
        await requestAll(t, 'C', [
          '(check_ball)',
          '(look)',
          '(team_names)',
          '( look )',
          '(look 1)',
          'look',
          '',
          '(eye)',
          '(eye maybe)',
          '(foo)',
          '(start)',
          '(move (ball) 1 1)',
          '(ear on)',
          '(recover)',
          '(say hello)',
          '(say (freeform "hello"))',
          '(say (freeform hello))',
          '(say (freeform ""))',
          '(say)',
          '(say (foo))',
          '(compression 10)',
          `(team_graphic (0 0 ${TILE}))`,
          `(team_graphic (31 7 ${TILE}))`,
          `(team_graphic (32 0 ${TILE}))`,
          '(team_graphic (0 0 "8 8 1 1" "a c #FFFFFF"))',
          '(team_graphic)',
          '(team_graphic (0))',
          `(team_graphic (1 1 ${TILE.replace('8 8 2', '7 8 2')}))`,
          `(team_graphic (1 1 ${TILE.replaceAll('b', 'z')}))`,
        ]);
        await t.runCycles({}, 2);
        await t.setPlayMode('play_on');
        await t.runCycles();
        await requestAll(t, 'C', [
          '(say (freeform "in play"))',
          '(look)',
          '(check_ball)',
          '(team_names)',
          `(team_graphic (2 2 ${TILE}))`,
        ]);
        await t.runCycles({}, 2);
        await t.setPlayMode('free_kick_r');
        await requestAll(t, 'C', [
          '(say (freeform "free kick"))',
          `(team_graphic (2 2 ${TILE}))`,
          '(eye on)',
        ]);
        await t.runCycles({}, 2);
        await requestAll(t, 'C', ['(eye off)']);
        await t.runCycles({}, 2);
      },
    },
    {
      name: 'coach-substitution',
      about:
        'change_player_type by online coaches: ranges, limits per type, number of substitutions, goalie change',
      options: { ...presets.lab, 'player::player_types': 4, 'player::pt_max': 1, 'player::subs_max': 3 },
      clients,
      async script(t) {
        t.addHeading('before kick-off');
        await requestAll(t, 'C', [
          '(change_player_type 1 1)',
          '(change_player_type 2 1)',
          '(change_player_type 2 2)',
          '(change_player_type 1 0)',
          '(change_player_type 3 4)',
          '(change_player_type 3 -1)',
          '(change_player_type 12 1)',
          '(change_player_type 5 3)',
          '(change_player_type 2)',
          '(change_player_type Alpha 2 3)',
          '(change_player_type 2 goalie)',
          '(change_player_type 2 keeper)',
          '(change_player_types (1 2) (2 3))',
        ]);
        await requestAll(t, 'D', [
          '(change_player_type 2 goalie)',
          '(change_player_type 1 goalie)',
          '(change_player_type 9 goalie)',
          '(change_player_type 1 3)',
        ]);
        await t.runCycles({}, 2);
        t.addHeading('play on');
        await t.setPlayMode('play_on');
        await t.runCycles({}, 3);
        await requestAll(t, 'C', ['(change_player_type 2 3)', '(change_player_type 2 goalie)']);
        t.addHeading('free kick');
        await t.setPlayMode('free_kick_l');
        await t.runCycles();
        await requestAll(t, 'C', [
          '(change_player_type 2 3)',
          '(change_player_type 3 3)',
          '(change_player_type 2 2)',
          '(change_player_type 3 1)',
          '(change_player_type 1 2)',
          '(change_player_type 1 3)',
        ]);
        await t.runCycles({}, 2);
      },
    },
    {
      name: 'coach-old-say',
      about: 'say of coaches of versions 5 and 6: plain text, message count, in and out of play',
      options: {
        ...presets.lab,
        'player::player_types': 1,
        'server::say_coach_cnt_max': 3,
        'server::say_coach_msg_size': 12,
      },
      clients: clients.map((c) =>
        c.id === 'C' ? { ...c, version: 5 } : c.id === 'D' ? { ...c, version: 6 } : c,
      ),
      async script(t) {
        await requestAll(t, 'C', [
          '(say hello all)',
          '(say "quoted")',
          '(say more than twelve letters)',
          '(say)',
          '(say fourth)',
        ]);
        await requestAll(t, 'D', ['(say (freeform "x"))', '(say )', '(check_ball)', '(look)']);
        await t.runCycles();
        await t.setPlayMode('play_on');
        await t.runCycles();
        await requestAll(t, 'D', ['(say in play)']);
        await t.setPlayMode('kick_in_l');
        await requestAll(t, 'D', ['(say two)', '(say three)', '(say four)']);
        await t.runCycles({}, 2);
      },
    },
  ];
};
