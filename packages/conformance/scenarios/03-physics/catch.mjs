// The goalie's catch, with the referee at work.

const CLIENTS = [
  { id: 'L1', type: 'player', team: 'Alpha', version: 19, goalie: true },
  { id: 'L2', type: 'player', team: 'Alpha', version: 19 },
  { id: 'R1', type: 'player', team: 'Beta', version: 19 },
];

const catches = (x, y, body, list) =>
  list.map(([dx, dy, direction, vx = 0, vy = 0]) => ({
    note: `ball at ${dx} ${dy}, catch ${direction}`,
    ball: [x + dx, y + dy, vx, vy],
    players: { L1: [x, y, body], L2: [-20, 20, 0], R1: [0, 0, 180] },
    cycles: [{ L1: `(catch ${direction})` }],
    coast: 2,
  }));

export default ({ families, presets }) => [
  families.physics({
    name: 'catch-area',
    about:
      'catches inside, at the edge and outside of the catchable area, with the ban between catches switched off',
    preset: presets.refereed,
    clients: CLIENTS,
    options: { 'server::catch_ban_cycle': 0 },
    plays: catches(-45, 3, 10.5, [
      [0.8, 0.2, 0],
      [1.1, 0.2, 3.5],
      [1.25, 0, -10.5],
      [0, 0.9, 79.5],
      [0, -0.9, -100.5],
      [-0.7, 0, 90],
      [0.6, 0.6, 0],
      [0.7, 0.3, 30, -1, 0.2],
      [1.0, -0.4, -30.5, 1.5, 0.5],
    ]),
  }),
  families.physics({
    name: 'catch-ban-and-moves',
    about: 'ban after a catch, moves with the ball, too many moves, kick out of the hands',
    preset: presets.refereed,
    clients: CLIENTS,
    options: { 'server::back_passes': 0 },
    plays: [
      {
        note: 'catch, move twice, once too often, turn, kick',
        ball: [-44.2, 3.2],
        players: { L1: [-45, 3, 10.5], L2: [-20, 20, 0], R1: [0, 0, 180] },
        cycles: [
          { L1: '(catch 0)' },
          { L1: '(move -40 5)' },
          { L1: '(move -41.5 -3)' },
          { L1: '(move -42 0)' },
          { L1: '(turn 90)' },
          { L1: '(dash 80)' },
          {},
          { L1: '(kick 60 0)' },
        ],
      },
      {
        note: 'a miss, then the ban, while the ball comes nearer',
        ball: [-43.3, 3.05, -0.3, 0],
        players: { L1: [-45, 3, 0], L2: [-20, 20, 0], R1: [0, 0, 180] },
        cycles: Array.from({ length: 9 }, () => ({ L1: '(catch 0)' })),
      },
      {
        note: 'a field player cannot catch',
        ball: [-44.2, 3.2],
        players: { L2: [-45, 3, 10.5] },
        cycles: [{ L2: '(catch 0)' }],
      },
    ],
  }),
  families.physics({
    name: 'catch-fails',
    about: 'catch_probability 0: the ball is punched away',
    preset: presets.refereed,
    clients: CLIENTS,
    options: { 'server::catch_probability': 0, 'server::catch_ban_cycle': 0 },
    plays: catches(-45, 3, 10.5, [
      [0.8, 0.2, 0],
      [0.8, 0.2, 0, -1.2, 0.3],
      [0.7, 0.3, 30, -1, 0.9],
      [0, 0.9, 79.5, 0.4, -0.7],
    ]),
  }),
];
