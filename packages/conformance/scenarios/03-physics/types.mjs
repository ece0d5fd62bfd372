// Heterogeneous players whose parameters are fixed by ranges of length zero; slow halves of the field.

const FIXED = {
  'player::player_types': 3,
  'player::player_speed_max_delta_min': 0.1,
  'player::player_speed_max_delta_max': 0.1,
  'player::stamina_inc_max_delta_factor': -100,
  'player::player_decay_delta_min': -0.05,
  'player::player_decay_delta_max': -0.05,
  'player::kickable_margin_delta_min': 0.08,
  'player::kickable_margin_delta_max': 0.08,
  'player::extra_stamina_delta_min': 40,
  'player::extra_stamina_delta_max': 40,
  'player::new_dash_power_rate_delta_min': -0.0007,
  'player::new_dash_power_rate_delta_max': -0.0007,
  'player::kick_power_rate_delta_min': 0.003,
  'player::kick_power_rate_delta_max': 0.003,
  'player::catchable_area_l_stretch_min': 1.2,
  'player::catchable_area_l_stretch_max': 1.2,
};

export default ({ families }) => [
  {
    ...families.physics({
      name: 'hetero-type',
      about:
        'a type with other speed, decay, inertia, margin, stamina and power rates; the default type beside it',
      options: { ...FIXED, 'player::kick_rand_delta_factor': 0 },
      types: { L1: 2 },
      plays: [
        {
          note: 'dash',
          players: { L1: [-10, 5, 0], R1: [10, 5, 0] },
          cycles: Array.from({ length: 8 }, () => ({ L1: '(dash 100)', R1: '(dash 100)' })),
          coast: 5,
        },
        {
          note: 'turn',
          players: { L1: [-10, 5, 0, 0.6, 0.1], R1: [10, 5, 0, 0.6, 0.1] },
          cycles: [
            { L1: '(turn 90)', R1: '(turn 90)' },
            { L1: '(turn -50)', R1: '(turn -50)' },
          ],
        },
        {
          note: 'kick at the edge of the margin',
          ball: [-8.87, 5],
          players: { L1: [-10, 5, 0] },
          cycles: [{ L1: '(kick 100 10)' }],
        },
        {
          note: 'the same by the default type',
          ball: [11.13, 5],
          players: { R1: [10, 5, 0] },
          cycles: [{ R1: '(kick 100 10)' }],
        },
        {
          note: 'kick nearby',
          ball: [-9.4, 5.1],
          players: { L1: [-10, 5, 0] },
          cycles: [{ L1: '(kick 100 10)' }],
        },
      ],
    }),
    params: ['L1'],
  },
  families.physics({
    name: 'slow-top',
    about: 'the upper half of the field slows the left team down, the other factor the right team',
    options: { 'server::slowness_on_top_for_left_team': 0.6, 'server::slowness_on_top_for_right_team': 0.8 },
    plays: [
      {
        note: 'lower half',
        players: { L1: [-10, 5, 0], R1: [10, 5, 180] },
        cycles: Array.from({ length: 6 }, () => ({ L1: '(dash 100)', R1: '(dash 100)' })),
      },
      {
        note: 'upper half',
        players: { L1: [-10, -5, 0], R1: [10, -5, 180] },
        cycles: Array.from({ length: 6 }, () => ({ L1: '(dash 100)', R1: '(dash 100)' })),
      },
      {
        note: 'across the middle',
        players: { L1: [-10, 1.2, -90], R1: [10, -1.2, 90] },
        cycles: Array.from({ length: 6 }, () => ({ L1: '(dash 100)', R1: '(dash 100)' })),
      },
    ],
  }),
];
