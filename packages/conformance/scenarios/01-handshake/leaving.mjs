// bye, lost clients, reconnect.

export default ({ presets }) => [
  {
    name: 'bye',
    about: 'players and coach say bye; numbers are not given again; the rest goes on',
    options: { ...presets.lab, 'player::player_types': 1 },
    clients: [
      { id: 'T', type: 'trainer', version: 19 },
      { id: 'L1', type: 'player', team: 'Alpha', version: 19 },
      { id: 'L2', type: 'player', team: 'Alpha', version: 7 },
      { id: 'R1', type: 'player', team: 'Beta', version: 19 },
    ],
    compare: { ignore: [{ match: /^\(see / }] },
    async script(t) {
      await t.connect({ id: 'C', type: 'coach', team: 'Alpha', version: 19, only: /^\((init|ok|error)/ });
      await t.cycle();
      await t.bye('L2');
      await t.cycle({}, 2);
      await t.connect({ id: 'L3', type: 'player', team: 'Alpha', version: 19 });
      await t.cycle();
      await t.mode('play_on');
      await t.cycle({ L1: '(dash 50)', L3: '(say x)' });
      await t.bye('L1');
      await t.cycle({ L3: '(attentionto our 1)' }, 2);
      await t.bye('C');
      await t.connect({
        id: 'C2',
        type: 'coach',
        team: 'Alpha',
        version: 19,
        refused: true,
        only: /^\((init|ok|error)/,
      });
      await t.connect({ id: 'L4', type: 'player', team: 'Alpha', version: 19 });
      await t.cycle({}, 2);
    },
  },
  {
    name: 'lost-client',
    about: 'a client whose socket is closed is dropped within a few cycles',
    options: { ...presets.lab, 'player::player_types': 1 },
    clients: [
      { id: 'T', type: 'trainer', version: 19, record: false },
      { id: 'L1', type: 'player', team: 'Alpha', version: 19, record: false },
      { id: 'R1', type: 'player', team: 'Beta', version: 19, record: false },
    ],
    async script(t) {
      await t.mode('play_on');
      await t.cycle({}, 2);
      t.value('listed before', /"Beta" 1/.test(t.last('T', 'see_global')));
      t.c.R1.close();
      t.gone('R1');
      await t.cycle({}, 5);
      t.value('listed after', /"Beta" 1/.test(t.last('T', 'see_global')));
      t.value('the other is listed', /"Alpha" 1/.test(t.last('T', 'see_global')));
    },
  },
  {
    name: 'reconnect',
    about: 'reconnect before kick-off, after bye, of unknown players, while play_on',
    options: { ...presets.lab, 'player::player_types': 1 },
    clients: [
      { id: 'T', type: 'trainer', version: 19, only: /^\((ok change|see_global)/ },
      { id: 'L1', type: 'player', team: 'Alpha', version: 19, goalie: true },
      { id: 'L2', type: 'player', team: 'Alpha', version: 7 },
      { id: 'R1', type: 'player', team: 'Beta', version: 14 },
    ],
    compare: { ignore: [{ match: /^\(see / }] },
    async script(t) {
      const again = (id, team, unum, refused = false) =>
        t.connect({ id, type: 'player', team, refused, init: `(reconnect ${team} ${unum})` });
      await t.place('L1', -30.5, 2.5, 12);
      await t.cycle();
      await again('X1', 'Gamma', 1, true);
      await again('X3', 'Alpha', 0, true);
      await again('X4', 'Alpha', 12, true);
      t.note('after bye');
      await t.bye('L2');
      await t.cycle();
      await again('L2b', 'Alpha', 2);
      await t.cycle({}, 2);
      await t.mode('play_on');
      await t.cycle({ L2b: '(dash 100)' });
      t.note('while play_on');
      await t.bye('R1');
      await again('X5', 'Beta', 1, true);
      await t.cycle();
      t.note('in a free kick');
      await t.mode('free_kick_l');
      await again('R1b', 'Beta', 1);
      await t.cycle({}, 2);
    },
  },
];
