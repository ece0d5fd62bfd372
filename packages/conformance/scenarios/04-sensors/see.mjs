// see messages: landmarks, lines, ball and players, quality, focus.

// Positions off the lines of symmetry, so that no direction is near a half degree by construction.
const POSES = [
  { note: 'near the centre, to the right', at: { L1: [-3.37, 2.71, 13.3] }, ball: [4.3, 1.7] },
  { note: 'own half, looking back', at: { L1: [-27.13, -14.6, -161.7] }, ball: [-30.2, -12.4] },
  { note: 'in the left penalty area, to the goal', at: { L1: [-40.9, 6.83, 170.6] }, ball: [-48.7, 3.3] },
  { note: 'near the right corner', at: { L1: [49.3, 31.77, -40.4] }, ball: [51.7, 30.1] },
  { note: 'outside at the top', at: { L1: [17.7, -37.4, 77.7] }, ball: [15.1, -30.6] },
  { note: 'outside behind the right goal', at: { L1: [56.2, -3.3, -176.2] }, ball: [47.7, 5.1] },
];
const LINES = [
  { note: 'facing each line from inside', at: { L1: [-12.7, 5.3, -13.7] } },
  { note: 'top line', at: { L1: [12.7, 5.3, -97.3] } },
  { note: 'left line', at: { L1: [12.7, -5.3, 172.3] } },
  { note: 'bottom line', at: { L1: [-32.7, -25.3, 80.4] } },
  { note: 'into a corner', at: { L1: [43.7, 27.3, 41.1] } },
  { note: 'outside left, looking in', at: { L1: [-55.1, 11.3, 6.2] } },
  { note: 'outside left, looking out', at: { L1: [-55.1, 11.3, -173.9] } },
  { note: 'outside at the bottom, looking in', at: { L1: [7.1, 36.3, -84.6] } },
  { note: 'outside in the corner region', at: { L1: [55.7, 36.9, -141.4] } },
];

const shift = (list, ids) =>
  list.map((pose) => {
    const [x, y, body] = pose.at.L1;
    return {
      ...pose,
      at: Object.fromEntries(ids.map((id, i) => [id, [x + 0.61 * i, y - 0.83 * i, body + 7.7 * i]])),
    };
  });

export default ({ families }) => [
  families.seePoses({
    name: 'see-landmarks-v19',
    about: 'flags, goals, line and ball from six poses, version 19, all view widths',
    observers: [
      { id: 'L1', version: 19 },
      { id: 'L2', version: 19 },
      { id: 'L3', version: 18 },
    ],
    before: (t) => t.runCycles({ L1: '(change_view wide)', L2: '(change_view narrow)' }),
    poses: shift(POSES, ['L1', 'L2', 'L3']),
  }),
  families.seePoses({
    name: 'see-landmarks-old',
    about:
      'the same for versions 3, 5, 6, 7 and 13: long and short names, truncation of directions, wide view',
    view: '(change_view wide)',
    observers: [3, 5, 6, 7, 13].map((version, i) => ({ id: `L${i + 1}`, version })),
    poses: shift(POSES.slice(0, 4), ['L1', 'L2', 'L3', 'L4', 'L5']),
  }),
  families.seePoses({
    name: 'see-low-quality',
    about: 'low quality (directions only) for versions 3, 7 and 17, narrow, normal and wide',
    observers: [
      { id: 'L1', version: 3 },
      { id: 'L2', version: 7 },
      { id: 'R1', version: 17 },
    ],
    before: (t) =>
      t.runCycles({
        L1: '(change_view narrow low)',
        L2: '(change_view normal low)',
        R1: '(change_view wide low)',
      }),
    poses: shift(POSES.slice(0, 3), ['L1', 'L2', 'R1']),
  }),
  families.seePoses({
    name: 'see-lines',
    about: 'which lines are seen from inside, outside and at corners; their distances and directions',
    view: '(change_view wide)',
    observers: [
      { id: 'L1', version: 19 },
      { id: 'R1', version: 6 },
    ],
    poses: LINES.map((pose) => ({
      ...pose,
      at: { ...pose.at, R1: pose.at.L1.map((v, i) => v + [0.3, -0.9, -3.3][i]) },
    })),
  }),
  families.seePoses({
    name: 'see-ball-distances',
    about:
      'ball at distances from 0.4 m to 90 m, resting and moving: quantized distance, change of distance and direction',
    view: '(change_view narrow)',
    observers: [
      { id: 'L1', version: 19 },
      { id: 'L2', version: 7 },
    ],
    poses: [0.43, 0.71, 1.13, 1.9, 2.9, 4.1, 6.3, 9.7, 13.9, 18.8, 42.1, 55.7, 77.7].map((d, i) => ({
      note: `${d} m`,
      at: { L1: [-40.3, -20.1, 21.3], L2: [-41.1, -22.3, 20.1, 0.2, 0.1] },
      ball: [
        -40.3 + d * Math.cos(0.35),
        -20.1 + d * Math.sin(0.35),
        i % 3 === 1 ? 0.71 : 0,
        i % 3 === 2 ? -1.3 : 0.21,
      ].map((v) => Number(v.toFixed(3))),
    })),
  }),
  families.seePoses({
    name: 'see-players',
    about:
      'players at several distances and directions: names, body and neck direction, goalie, tackling and kicking marks, movement',
    options: { 'server::tackle_cycles': 4 },
    observers: [
      { id: 'L1', version: 19 },
      { id: 'L2', version: 7, goalie: true },
      { id: 'L3', version: 4 },
      { id: 'R1', version: 8 },
      { id: 'R2', version: 13, goalie: true },
    ],
    before: (t) =>
      t.runCycles({
        L1: '(change_view wide)',
        L2: '(change_view wide)',
        R1: '(change_view wide)',
        R2: '(change_view wide)',
      }),
    poses: [
      {
        note: 'near',
        at: {
          L1: [0.3, 0.7, 10.3],
          L2: [4.1, 3.3, -33.3, 0.3, 0.2],
          L3: [8.7, -1.1, 140.4],
          R1: [5.5, -4.4, 170.7],
          R2: [11.7, 4.9, -97.1, -0.5, 0.3],
        },
      },
      {
        note: 'turning necks, tackle, kick',
        at: {
          L1: [0.3, 0.7, 10.3],
          L2: [4.1, 3.3, -33.3],
          L3: [8.7, -1.1, 140.4],
          R1: [5.5, -4.4, 170.7],
          R2: [11.7, 4.9, -97.1],
        },
        ball: [5.1, -4.1],
        send: { L1: '(turn_neck 33.4)', L2: '(turn_neck -70.3)', R1: '(kick 5 0)', R2: '(tackle 0)' },
      },
      {
        note: 'far',
        at: {
          L1: [-50.3, 0.7, 10.3],
          L2: [44.1, 3.3, 166.6],
          L3: [18.7, -31.1, 140.4],
          R1: [45.5, -4.4, 170.7],
          R2: [51.7, 4.9, -177.1],
        },
        send: { L3: '(turn 10)' },
      },
      {
        note: 'behind and close by',
        at: {
          L1: [10.3, 0.7, 10.3],
          L2: [8.1, 1.3, -33.3],
          L3: [9.7, -1.3, 140.4],
          R1: [11.1, 2.9, 170.7],
          R2: [7.6, 0.2, -97.1],
        },
        ball: [9.2, 1.1],
      },
    ],
  }),
  families.seePoses({
    name: 'see-focus',
    about:
      'focus point of versions 18 and 19: distances as seen with the focus near, far and to the side; version 17 has none',
    view: '(change_view normal)',
    observers: [
      { id: 'L1', version: 19 },
      { id: 'L2', version: 18 },
      { id: 'R1', version: 17 },
    ],
    poses: [
      ['(change_focus 10 0)', 0],
      ['(change_focus 25 20.5)', 0],
      ['(change_focus -40 0)', 0],
      ['(change_focus 40 -75)', 15.5],
      ['(change_focus -12.3 30)', -20.3],
    ].map(([command, neck], i) => ({
      note: `${command}, neck ${neck}`,
      at: { L1: [-20.3, 4.7, 11.3], L2: [-21.7, 9.3, -8.4], R1: [-19.9, -3.3, 3.3] },
      ball: [-8.7 + 3 * i, 6.1],
      cycles: 6,
      send: { L1: [command, `(turn_neck ${neck})`], L2: command, R1: command },
    })),
  }),
  families.seePoses({
    name: 'see-nothing-of-noise',
    about: 'gaussian_see with all noise rates 0: distances as they are',
    options: {
      'server::dist_noise_rate': 0,
      'server::focus_dist_noise_rate': 0,
      'server::land_dist_noise_rate': 0,
      'server::land_focus_dist_noise_rate': 0,
    },
    observers: [
      { id: 'L1', version: 19 },
      { id: 'L2', version: 8 },
    ],
    before: async (t) => {
      await t.runCycles({ L1: '(gaussian_see)', L2: '(gaussian_see)' });
      await t.runCycles({ L1: '(change_view wide)' });
    },
    poses: shift(POSES.slice(0, 3), ['L1', 'L2']).map((pose) => ({
      ...pose,
      ball: [...pose.ball, 0.3, -0.2],
    })),
  }),
  families.seePoses({
    name: 'see-quantize-options',
    about: 'other quantize steps, visible angle and visible distance',
    options: {
      'server::quantize_step': 0.25,
      'server::quantize_step_l': 0.05,
      'server::visible_angle': 60,
      'server::visible_distance': 6,
    },
    observers: [
      { id: 'L1', version: 19 },
      { id: 'R1', version: 13 },
    ],
    poses: shift(POSES.slice(0, 4), ['L1', 'R1']),
  }),
];
