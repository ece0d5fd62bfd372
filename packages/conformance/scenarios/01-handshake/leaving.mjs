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
      await t.runCycles();
      await t.disconnect('L2');
      await t.runCycles({}, 2);
      await t.connect({ id: 'L3', type: 'player', team: 'Alpha', version: 19 });
      await t.runCycles();
      await t.setPlayMode('play_on');
      await t.runCycles({ L1: '(dash 50)', L3: '(say x)' });
      await t.disconnect('L1');
      await t.runCycles({ L3: '(attentionto our 1)' }, 2);
      await t.disconnect('C');
      await t.connect({
        id: 'C2',
        type: 'coach',
        team: 'Alpha',
        version: 19,
        refused: true,
        only: /^\((init|ok|error)/,
      });
      await t.connect({ id: 'L4', type: 'player', team: 'Alpha', version: 19 });
      await t.runCycles({}, 2);
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
      await t.setPlayMode('play_on');
      await t.runCycles({}, 2);
      t.recordValue('listed before', /"Beta" 1/.test(t.lastMessage('T', 'see_global')));
      t.clientById.R1.close();
      t.excludeFromCycle('R1');
      await t.runCycles({}, 5);
      t.recordValue('listed after', /"Beta" 1/.test(t.lastMessage('T', 'see_global')));
      t.recordValue('the other is listed', /"Alpha" 1/.test(t.lastMessage('T', 'see_global')));
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
      await t.placePlayer('L1', -30.5, 2.5, 12);
      await t.runCycles();
      await again('X1', 'Gamma', 1, true);
      await again('X3', 'Alpha', 0, true);
      await again('X4', 'Alpha', 12, true);
      t.addHeading('after bye');
      await t.disconnect('L2');
      await t.runCycles();
      await again('L2b', 'Alpha', 2);
      await t.runCycles({}, 2);
      await t.setPlayMode('play_on');
      await t.runCycles({ L2b: '(dash 100)' });
      t.addHeading('while play_on');
      await t.disconnect('R1');
      await again('X5', 'Beta', 1, true);
      await t.runCycles();
      t.addHeading('in a free kick');
      await t.setPlayMode('free_kick_l');
      await again('R1b', 'Beta', 1);
      await t.runCycles({}, 2);
    },
  },
];
