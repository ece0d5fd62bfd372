// The state bits of players as the log shows them: one play for every bit.

const PLAYS = [
  {
    note: 'kick, kick without ball, catch, failed catch',
    ball: [10, 5],
    players: { L2: [9.4, 5, 0], L3: [-5, 5, 0], L1: [-40, 5, 0], R1: [44, 5, 180] },
    cycles: [
      { L2: '(kick 20 0)', L3: '(kick 20 0)', L1: '(catch 0)' },
      { ball: [43.4, 5], R1: '(catch 0)' },
      2,
    ],
  },
  {
    note: 'collisions',
    ball: [10, 5],
    players: { L2: [9.8, 5, 0], R2: [20, 5, 0], R3: [20.4, 5, 0], L3: [52.5, 7.3, -90, 0, -0.2] },
    cycles: [3],
  },
  {
    note: 'tackles: success, too far, no ball',
    ball: [10, 5],
    players: { L2: [9, 5, 0], R2: [12.5, 6.5, 180], R3: [20, 5, 0] },
    cycles: [{ L2: '(tackle 0)', R2: '(tackle 0)', R3: '(tackle 0)' }, 3],
  },
  {
    note: 'back pass',
    ball: [-35.6, 10],
    players: { L2: [-35, 10, 180], L1: [-44.7, 4, 0] },
    cycles: [{ L2: '(kick 40 0)' }, { ball: [-44, 4], L1: '(catch 0)' }, 2],
  },
  {
    note: 'free kick fault',
    mode: 'free_kick_l',
    ball: [10, 5],
    players: { L2: [9.4, 5, 0] },
    cycles: [{ L2: '(kick 12 0)' }, { L2: '(dash 60)' }, { L2: '(kick 20 0)' }, 2],
  },
  {
    note: 'illegal defence',
    ball: [10.6, 10],
    players: { L2: [10, 10, 0], R1: [50, 0, 180], R2: [45, 5, 180] },
    cycles: [{ L2: '(kick 5 0)' }, 6],
  },
  {
    note: 'charge and yellow card',
    ball: [13.2, -4],
    players: { L2: [12, -4, 0], R2: [12.75, -4, 0] },
    cycles: [{ R2: '(dash 10)' }, { first: { L2: '(tackle 0 on)' }, next: { L2: [8, -4, 0] } }, 7],
  },
  {
    note: 'second yellow card',
    ball: [13.2, -4],
    players: { L2: [12, -4, 0], R2: [12.75, -4, 0] },
    cycles: [{ R2: '(dash 10)' }, { L2: '(tackle 0 on)', gone: ['L2'] }, 3],
  },
];

export default ({ logs, referee }) => ({
  name: 'states',
  about:
    'state bits in the game log (version 6): faults, collisions, tackles, back pass, illegal defence, cards',
  clients: [{ id: 'T', type: 'trainer', version: 19, record: false }, ...referee.squad(referee.SIX)],
  options: {
    ...logs.LOGGED,
    'server::half_time': 300,
    'server::text_logging': 0,
    'server::illegal_defense_number': 2,
    'server::illegal_defense_duration': 5,
  },
  finish: false,
  async script(t) {
    await t.setPlayMode('play_on');
    await t.runCycles();
    for (const play of PLAYS) await referee.runPlay(t, play, referee.SIX, 12);
    await logs.end(t);
    await logs.recordStates(t);
  },
});
