// The ball's way, collisions, goal posts, wind.

export default ({ families, presets }) => [
  families.physics({
    name: 'ball-rolling',
    about: 'a rolling ball for 30 cycles: decay, speed limit, leaving the field without a referee',
    plays: [
      { note: 'slow', ball: [0.5, 0.25, 0.7, -0.35], coast: 30 },
      { note: 'at the limit', ball: [-30, 20, 2.9, -0.767], coast: 12 },
      { note: 'over the limit', ball: [-30, 20, 4, -3], coast: 6 },
      { note: 'out', ball: [51, 20, 1.5, 0.5], coast: 6 },
    ],
  }),
  families.physics({
    name: 'ball-rolling-other',
    about: 'other decay and limits',
    options: {
      'server::ball_decay': 0.9,
      'server::ball_speed_max': 2,
      'server::ball_accel_max': 1.5,
      'server::ball_size': 0.12,
      'server::player_decay': 0.5,
      'server::player_speed_max': 0.8,
      'server::kick_power_rate': 0.035,
    },
    plays: [
      { note: 'rolling', ball: [-10, 3, 1.9, 0.4], coast: 10 },
      {
        note: 'kicked',
        ball: [-9.4, 5],
        players: { L1: [-10, 5, 10.5] },
        cycles: [{ L1: '(kick 100 20)' }],
        coast: 4,
      },
      {
        note: 'dash',
        players: { L1: [-10, 5, 10.5] },
        cycles: [{ L1: '(dash 100)' }, { L1: '(dash 100)' }, { L1: '(dash 100)' }],
        coast: 3,
      },
    ],
  }),
  families.physics({
    name: 'collision-ball',
    about: 'ball against player, player against ball, in and out of play_on',
    plays: [
      {
        note: 'rolls into a resting player',
        ball: [-9, 5.1, -0.8, 0],
        players: { L1: [-10, 5, 0] },
        coast: 5,
      },
      {
        note: 'fast ball into a moving player',
        ball: [-8, 6, -1.8, -0.7],
        players: { L1: [-10, 5, 0] },
        cycles: [{ L1: '(dash 100)' }, { L1: '(dash 100)' }],
        coast: 4,
      },
      {
        note: 'player runs over a resting ball',
        ball: [-9, 5.15],
        players: { L1: [-10, 5, 0] },
        cycles: Array.from({ length: 5 }, () => ({ L1: '(dash 100)' })),
        coast: 3,
      },
      {
        note: 'between two players',
        ball: [0, 0.1, 1.2, 0],
        players: { L1: [-0.6, 0, 0, 0.5, 0], R1: [1.0, 0.1, 180] },
        coast: 5,
      },
      { note: 'placed on the ball', ball: [-10.1, 5.05], players: { L1: [-10, 5, 0] }, coast: 3 },
      {
        note: 'ball does not move in a free kick',
        mode: 'free_kick_l',
        ball: [-9, 5.15],
        players: { L1: [-10, 5, 0] },
        cycles: Array.from({ length: 4 }, () => ({ L1: '(dash 100)' })),
        coast: 3,
      },
    ],
  }),
  families.physics({
    name: 'collision-players',
    about:
      'players run into each other: head-on, from behind, glancing, three at once, placed on one another',
    clients: [
      { id: 'L1', type: 'player', team: 'Alpha', version: 19 },
      { id: 'L2', type: 'player', team: 'Alpha', version: 19 },
      { id: 'R1', type: 'player', team: 'Beta', version: 19 },
    ],
    plays: [
      {
        note: 'head-on',
        players: { L1: [-1.5, 0.05, 0], R1: [1.5, 0, 180] },
        cycles: Array.from({ length: 5 }, () => ({ L1: '(dash 100)', R1: '(dash 100)' })),
        coast: 3,
      },
      {
        note: 'from behind',
        players: { L1: [-1.5, 5, 0], R1: [-0.5, 5.1, 0] },
        cycles: Array.from({ length: 4 }, () => ({ L1: '(dash 100)', R1: '(dash 20)' })),
        coast: 3,
      },
      { note: 'glancing', players: { L1: [-10, 10, 0, 0.8, 0], L2: [-9, 10.5, 180, -0.8, 0] }, coast: 4 },
      {
        note: 'three',
        players: { L1: [0, 20, 0, 0.9, 0], L2: [1.2, 20.3, 180, -0.9, 0], R1: [0.6, 21, -90, 0, -0.9] },
        coast: 4,
      },
      { note: 'placed close', players: { L1: [5, 20, 0], L2: [5.2, 20.1, 0], R1: [5.1, 19.8, 0] }, coast: 3 },
    ],
  }),
  families.physics({
    name: 'goal-posts',
    about: 'ball and players against the goal posts from several sides',
    plays: [
      {
        note: 'straight from the front',
        ball: [50.5, 7.1, 2.5, 0],
        players: { L1: [50.9, -7.3, 0, 1, 0] },
        coast: 4,
      },
      {
        note: 'glancing inside',
        ball: [50.5, 6.9, 2.2, 0.1],
        players: { L1: [51.2, -6.6, -20.5, 0.8, -0.3] },
        coast: 4,
      },
      {
        note: 'from the goal line',
        ball: [52.55, 9, -0.02, -2],
        players: { L1: [52.4, -8.6, 90, 0, 0.9] },
        coast: 4,
      },
      {
        note: 'left goal',
        ball: [-50.5, -7.05, -2.6, -0.03],
        players: { R1: [-51.1, 7.0, 180, -0.9, 0.1] },
        coast: 4,
      },
      { note: 'placed in a post', ball: [52.5, 7.0], players: { L1: [-52.4, -7.1, 0] }, coast: 3 },
      {
        note: 'dash into a post',
        players: { L1: [51.0, 7.1, 0] },
        cycles: Array.from({ length: 5 }, () => ({ L1: '(dash 100)' })),
        coast: 3,
      },
    ],
  }),
  families.physics({
    name: 'wind',
    about:
      'steady wind on ball and players (its random part made tiny; without a random part there is no wind at all)',
    options: { 'server::wind_force': 30, 'server::wind_dir': 125.5, 'server::wind_rand': 1e-9 },
    plays: [
      {
        note: 'ball and players',
        ball: [0, 0, 1.5, 0.5],
        players: { L1: [-10, 5, 0], R1: [10, 5, 180, 0.4, 0.8] },
        cycles: [{ L1: '(dash 100)' }, { L1: '(dash 100)' }],
        coast: 8,
      },
      { note: 'at rest', ball: [3, 3], coast: 2 },
    ],
    compare: { tolerance: [{ match: /./, abs: 2e-6 }] },
  }),
  families.physics({
    name: 'wind-without-random-part',
    about: 'wind_force with wind_rand 0 does nothing',
    options: { 'server::wind_force': 50, 'server::wind_dir': 45, 'server::wind_rand': 0 },
    plays: [{ note: 'ball', ball: [0, 0, 1.5, 0.5], coast: 6 }],
  }),
];
