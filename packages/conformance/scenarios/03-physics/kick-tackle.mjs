// Kick and tackle without noise.

const rad = (deg) => (deg * Math.PI) / 180;
const round = (v) => Number(v.toFixed(4));
/** Ball position at a distance and direction from (x, y). */
const around = (x, y, distance, direction) => [
  round(x + distance * Math.cos(rad(direction))),
  round(y + distance * Math.sin(rad(direction))),
];

const L = [-10, 5];

export default ({ families }) => [
  families.physics({
    name: 'kick-geometry',
    about: 'kicks of a resting ball from many places around the player, powers and directions',
    plays: [
      ...[
        [0.4, 0],
        [0.7, 0],
        [1.0, 0],
        [1.08, 0],
        [0.5, 45.5],
        [0.9, -90],
        [0.6, 135.25],
        [0.8, 180],
        [1.05, -160.3],
      ].map(([d, a], i) => ({
        note: `ball at ${d} m, ${a} degrees`,
        ball: around(...L, d, 20.5 + a),
        players: { L1: [...L, 20.5] },
        cycles: [{ L1: `(kick 100 ${[0, 45.5, -90, 179, -120.2][i % 5]})` }],
        coast: 2,
      })),
      ...['50', '12.5', '100', '120', '-50', '0'].map((p) => ({
        note: `power ${p}`,
        ball: around(...L, 0.6, 20.5),
        players: { L1: [...L, 20.5] },
        cycles: [{ L1: `(kick ${p} 30.3)` }],
        coast: 2,
      })),
      ...[1.09, 1.5, 0.38].map((d) => ({
        note: `at the edge ${d}`,
        ball: around(...L, d, 0),
        players: { L1: [...L, 20.5] },
        cycles: [{ L1: '(kick 80 0)' }],
        coast: 2,
      })),
    ],
  }),
  families.physics({
    name: 'kick-moving-ball',
    about:
      'kicks of a moving ball, several kicks in a row, two kickers at once, limits of acceleration and speed',
    clients: [
      { id: 'L1', type: 'player', team: 'Alpha', version: 19 },
      { id: 'L2', type: 'player', team: 'Alpha', version: 19 },
      { id: 'R1', type: 'player', team: 'Beta', version: 19 },
    ],
    plays: [
      {
        note: 'against its way',
        ball: [-9.5, 5, -0.4, 0],
        players: { L1: [...L, 0] },
        cycles: [{ L1: '(kick 60 0)' }],
      },
      {
        note: 'across',
        ball: [-9.5, 4.7, 0, 0.5],
        players: { L1: [...L, 0] },
        cycles: [{ L1: '(kick 100 90)' }],
      },
      {
        note: 'three touches',
        ball: [-9.4, 5.1],
        players: { L1: [...L, 0] },
        cycles: [{ L1: '(kick 15 180)' }, { L1: '(kick 20 30)' }, { L1: '(kick 100 0)' }],
      },
      {
        note: 'over the speed limit',
        ball: [-9.4, 5, 2.5, 0],
        players: { L1: [...L, 0] },
        cycles: [{ L1: '(kick 100 0)' }],
        coast: 4,
      },
      {
        note: 'two kickers',
        ball: [0, 0],
        players: { L1: [-0.7, 0, 0], R1: [0.1, 0.75, -90] },
        cycles: [{ L1: '(kick 100 0)', R1: '(kick 60 0)' }],
        coast: 3,
      },
      {
        note: 'three kickers, limit of acceleration',
        ball: [0, 0],
        players: { L1: [-0.7, 0, 0], L2: [-0.4, 0.6, 0], R1: [-0.4, -0.6, 0] },
        cycles: [{ L1: '(kick 100 0)', L2: '(kick 100 0)', R1: '(kick 100 0)' }],
        coast: 3,
      },
      {
        note: 'kick while dashing along',
        ball: [-9.3, 5, 0.4, 0],
        players: { L1: [...L, 0, 0.4, 0] },
        cycles: [{ L1: '(dash 80)' }, { L1: '(kick 30 10)' }, { L1: '(dash 100)' }],
      },
    ],
  }),
  families.physics({
    name: 'kick-stopped-modes',
    about: 'kicks in play modes where the ball must not be kicked, and where it may',
    options: {},
    plays: [
      'before_kick_off',
      'time_over',
      'goal_l',
      'offside_r',
      'foul_charge_l',
      'back_pass_r',
      'free_kick_fault_l',
      'catch_fault_r',
      'illegal_defense_l',
      'kick_off_l',
      'free_kick_r',
      'goal_kick_l',
      'penalty_taken_r',
      'drop_ball',
      'pause',
    ].map((mode) => ({
      note: mode,
      mode,
      ball: [-9.4, 5],
      players: { L1: [...L, 0] },
      cycles: [{ L1: '(kick 40 10)' }],
      coast: 1,
    })),
  }),
  families.physics({
    name: 'tackle-angle',
    about:
      'tackles from version 12 on: direction, power by direction, ball around the player, foul flag, freezing',
    // With so high an exponent a tackle succeeds inside its area and fails outside.
    options: {
      'server::tackle_exponent': 400,
      'server::foul_exponent': 400,
      'server::max_back_tackle_power': 30,
      'server::tackle_back_dist': 0.8,
      'server::tackle_cycles': 3,
      'server::foul_detect_probability': 0,
    },
    plays: [
      ...[
        [1.2, 0, 0],
        [1.2, 0, 45.5],
        [0.8, 40.3, 90],
        [1.0, -80.2, 180],
        [0.5, 150.1, -135.4],
        [0.7, 180, 20],
      ].map(([d, a, dir]) => ({
        note: `ball at ${d} m, ${a} degrees, tackle ${dir}`,
        ball: around(...L, d, 20.5 + a),
        players: { L1: [...L, 20.5], R1: [-3, -9, 0] },
        cycles: [{ L1: `(tackle ${dir})` }, { L1: '(dash 100)' }, { L1: '(turn 20)' }, { L1: '(dash 100)' }],
        coast: 1,
      })),
      {
        note: 'out of reach',
        ball: around(...L, 2.4, 20.5),
        players: { L1: [...L, 20.5] },
        cycles: [{ L1: '(tackle 0)' }, { L1: '(turn 10)' }],
        coast: 4,
      },
      {
        note: 'moving ball',
        ball: [...around(...L, 1.3, 20.5), -0.6, 0.3],
        players: { L1: [...L, 20.5, 0.3, 0.1] },
        cycles: [{ L1: '(tackle 30.5)' }],
        coast: 4,
      },
      {
        note: 'foul flag, nobody has the ball',
        ball: around(...L, 1.0, 20.5),
        players: { L1: [...L, 20.5] },
        cycles: [{ L1: '(tackle 30.5 on)' }, { L1: '(dash 50)' }],
        coast: 4,
      },
      {
        note: 'foul flag, opponent has the ball',
        ball: around(...L, 1.0, 20.5),
        players: { L1: [...L, 20.5], R1: [-8.4, 5.6, 0] },
        cycles: [{ L1: '(tackle 30.5 on)' }, { L1: '(dash 50)', R1: '(dash 50)' }],
        coast: 6,
      },
    ],
  }),
  families.physics({
    name: 'tackle-power',
    about: 'tackles of version 11 players: power, backward power',
    options: {
      'server::tackle_exponent': 400,
      'server::max_back_tackle_power': 40,
      'server::tackle_cycles': 3,
      'server::max_tackle_power': 80,
      'server::tackle_width': 1.0,
    },
    clients: [
      { id: 'L1', type: 'player', team: 'Alpha', version: 11 },
      { id: 'R1', type: 'player', team: 'Beta', version: 19 },
    ],
    plays: ['100', '50.5', '0', '-20', '-100'].map((p) => ({
      note: `power ${p}`,
      ball: around(...L, 1.1, 40.5),
      players: { L1: [...L, 20.5] },
      cycles: [{ L1: `(tackle ${p})` }, { L1: '(dash 100)' }],
      coast: 3,
    })),
  }),
];
