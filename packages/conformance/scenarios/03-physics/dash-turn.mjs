// Dash and turn without noise.

const times = (n, commands) => Array.from({ length: n }, () => commands);

export default ({ families }) => [
  families.physics({
    name: 'dash-forward',
    about:
      'dashes along the body: standing start to top speed and coasting, powers, both sides, initial velocity, speed limit',
    plays: [
      {
        note: 'top speed, left along x, right on a slant',
        players: { L1: [-10, 5, 0], R1: [10, -5, 147.3] },
        cycles: times(8, { L1: '(dash 100)', R1: '(dash 100)' }),
        coast: 6,
      },
      {
        note: 'powers',
        players: { L1: [-10, 5, 33.3] },
        cycles: ['30', '60.5', '150', '-60', '0', '12.34'].map((p) => ({ L1: `(dash ${p})` })),
      },
      {
        note: 'every second cycle',
        players: { L1: [-30, 15, -75.25], R1: [30, 15, 10.75] },
        cycles: [
          { L1: '(dash 80)', R1: '(dash 40)' },
          {},
          { L1: '(dash 80)', R1: '(dash 40)' },
          {},
          { L1: '(dash 80)' },
        ],
      },
      {
        note: 'thrown to the side',
        players: { L1: [-10, 5, 120.7, 0.5, -0.3], R1: [5, 20, -90.5, -0.2, 0.6] },
        cycles: times(3, { L1: '(dash 100)', R1: '(dash 55)' }),
        coast: 4,
      },
      {
        note: 'faster than allowed',
        players: { L1: [-10, 5, 0, 3, 0], R1: [20, 5, 0, -2.5, 2.5] },
        cycles: [{}, { L1: '(dash 100)', R1: '(dash 100)' }, {}],
        coast: 4,
      },
    ],
  }),
  families.physics({
    name: 'dash-directions',
    about: 'dashes to the side and back: all quarters, rounding of the direction, limits',
    plays: [
      ...[30.4, 45, 90, 135.3, 180, -45.2, -90, -133.3, -179.7].map((d) => ({
        note: `direction ${d}`,
        players: { L1: [-10, 5, 20.5], R1: [10, -5, -70.25] },
        cycles: times(2, { L1: `(dash 100 ${d})`, R1: `(dash 61.5 ${d})` }),
        coast: 1,
      })),
      {
        note: 'over the limits',
        players: { L1: [-10, 5, 20.5], R1: [10, -5, -70.25] },
        cycles: [
          { L1: '(dash 100 250)', R1: '(dash -50 30)' },
          { L1: '(dash 200 -190)', R1: '(dash 5 1.4)' },
        ],
      },
    ],
  }),
  families.physics({
    name: 'dash-directions-coarse',
    about: 'the same with dash_angle_step 45, other side and back rates and backward power',
    options: {
      'server::dash_angle_step': 45,
      'server::side_dash_rate': 0.7,
      'server::back_dash_rate': 0.55,
      'server::min_dash_power': -100,
      'server::max_dash_angle': 150,
      'server::min_dash_angle': -150,
    },
    plays: [0, 20.4, 23.4, 45, 90, 110.3, 140, 180, -30, -60, -120, -180].map((d) => ({
      note: `direction ${d}`,
      players: { L1: [-10, 5, 20.5], R1: [10, -5, -70.25] },
      cycles: [
        { L1: `(dash 100 ${d})`, R1: `(dash -80 ${d})` },
        { L1: `(dash -50.5 ${d})`, R1: `(dash 60 ${d})` },
      ],
      coast: 1,
    })),
  }),
  families.physics({
    name: 'dash-legs',
    about: 'dashes of single legs: equal, different, one only, opposite; turning by them; stamina',
    plays: [
      ['(dash (l 60 0)(r 60 0))', '(dash (r 80 0)(l 80 0))'],
      ['(dash (l 100 0)(r 50 0))', '(dash (l 50 0)(r 100 0))'],
      ['(dash (l 80 0))', '(dash (r 80 0))'],
      ['(dash (l 60 20.4)(r 60 -20.4))', '(dash (l 60 90)(r 60 90))'],
      ['(dash (l 70 0)(r 70 180))', '(dash (l -30 0)(r 70 0))'],
      ['(dash (l 100 -45)(r 20 60))', '(dash (r 33.3 10))'],
    ].map(([left, right]) => ({
      note: `${left} ${right}`,
      players: { L1: [-10, 5, 20.5], R1: [10, -5, -70.25] },
      cycles: times(3, { L1: left, R1: right }),
      coast: 2,
    })),
  }),
  families.physics({
    name: 'turn-inertia',
    about: 'turns at rest and at speed; limits of the moment; turn and inertia',
    plays: [
      {
        note: 'at rest',
        players: { L1: [-10, 5, 0], R1: [10, -5, 180] },
        cycles: ['30.5', '-90.25', '180', '-180', '250', '0.3'].map((m) => ({
          L1: `(turn ${m})`,
          R1: `(turn -${m.replace('-', '')})`,
        })),
      },
      ...[
        [0.3, 0],
        [0.9, 0.2],
        [-0.5, 0.5],
        [0, -1.05],
      ].map(([vx, vy]) => ({
        note: `speed ${vx} ${vy}`,
        players: { L1: [-10, 5, 33.25, vx, vy], R1: [10, -5, -111.5, vy, vx] },
        cycles: [
          { L1: '(turn 90)', R1: '(turn -45.5)' },
          { L1: '(turn 60.6)', R1: '(turn 120)' },
        ],
        coast: 1,
      })),
      {
        note: 'between dashes',
        players: { L1: [-10, 5, 0], R1: [10, -5, 180] },
        cycles: [
          { L1: '(dash 100)' },
          { L1: '(dash 100)' },
          { L1: '(turn 90)' },
          { L1: '(dash 100)' },
          { L1: '(turn -90)' },
        ],
      },
    ],
  }),
  families.physics({
    name: 'turn-inertia-other',
    about: 'turns with inertia_moment 12.5 and moments limited to 90',
    options: {
      'server::inertia_moment': 12.5,
      'server::maxmoment': 90,
      'server::minmoment': -60,
      'server::maxneckang': 45,
      'server::minneckang': -30,
      'server::maxneckmoment': 40,
    },
    plays: [
      [0, 0],
      [0.35, 0.1],
      [-0.8, 0.3],
    ].map(([vx, vy]) => ({
      note: `speed ${vx} ${vy}`,
      players: { L1: [-10, 5, 33.25, vx, vy], R1: [10, -5, -111.5, vy, vx] },
      cycles: [
        { L1: ['(turn 120)', '(turn_neck 60)'], R1: ['(turn -120)', '(turn_neck -90)'] },
        { L1: ['(turn 45.5)', '(turn_neck 20)'], R1: '(turn 88.8)' },
        { L1: '(turn_neck -300)' },
      ],
      coast: 1,
    })),
  }),
];
