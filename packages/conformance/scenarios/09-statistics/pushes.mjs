// Noise of kicks and tackles (spec 05 §12 and §13; spec 05b §5).

export default ({ experiments }) => [
  experiments.pushNoise({
    name: 'kick-noise',
    about: 'kick noise of a resting ball: position, power and direction',
    pushes: [
      { name: 'full power, ball ahead', ball: [0.5, 0], kick: [100, 0], count: 3000 },
      { name: 'power 60, ball behind and aside', ball: [-0.3, 0.5], kick: [60, 30], count: 3000 },
      { name: 'negative power', ball: [0.6, 0], kick: [-50, 0], count: 3000 },
    ],
  }),
  experiments.pushNoise({
    name: 'kick-noise-moving',
    about: 'kick noise of a moving ball; a kick beyond the limits of acceleration and speed',
    pushes: [
      {
        name: 'moving ball, body turned',
        ball: [0.5, 0.4],
        body: 90,
        velocity: [0.4, -1.2],
        kick: [80, -45],
        count: 3000,
      },
      {
        name: 'beyond the limits',
        ball: [0.45, -0.1],
        velocity: [1.8, 0.2],
        kick: [100, 5],
        count: 3000,
        capped: true,
      },
    ],
  }),
  experiments.pushNoise({
    name: 'kick-noise-types',
    about: 'kick noise of a player type with kick_rand 0.2 and kickable_margin 0.8',
    kickRand: 0.2,
    margin: 0.8,
    type: 4,
    options: { 'player::kickable_margin_delta_min': 0.1, 'player::kickable_margin_delta_max': 0.1 },
    pushes: [
      { name: 'near ball', ball: [0.4, 0.1], kick: [70, 10], count: 3000 },
      { name: 'ball beyond the default margin', ball: [1.1, 0.2], kick: [70, 10], count: 3000 },
    ],
  }),
  experiments.pushNoise({
    name: 'kick-noise-team-factor',
    about: 'team_actuator_noise: kick_rand_factor_r 2, for a player whose type was never changed',
    kickRand: 0.4,
    side: 'r',
    options: {
      'server::team_actuator_noise': 1,
      'server::kick_rand_factor_r': 2,
      'server::kick_rand_factor_l': 0.5,
    },
    pushes: [{ name: 'right player', ball: [0.5, 0.1], kick: [50, 0], count: 3000 }],
  }),
  experiments.pushNoise({
    name: 'kick-noise-team-factor-typed',
    about: 'the same after a change of type',
    kickRand: 0.2,
    side: 'r',
    type: 0,
    options: {
      'server::team_actuator_noise': 1,
      'server::kick_rand_factor_r': 2,
      'server::kick_rand_factor_l': 0.5,
    },
    pushes: [{ name: 'right player', ball: [0.5, 0.1], kick: [50, 0], count: 3000 }],
  }),
  experiments.pushNoise({
    name: 'tackle-noise',
    about: 'tackle noise; a tackle that is limited by ball_accel_max',
    pushes: [
      { name: 'full strength, limited', ball: [0.8, 0.3], tackle: [0], count: 3000, capped: true },
      { name: 'sure tackle', ball: [0.8, 0.3], tackle: [-35], count: 3000 },
    ],
  }),
  experiments.pushNoise({
    name: 'tackle-noise-moving',
    about: 'tackle noise of a moving ball, and where success is not certain',
    pushes: [
      { name: 'sideways, moving ball', ball: [0.7, -0.4], velocity: [-1.1, 0.6], tackle: [90], count: 3000 },
      { name: 'doubtful tackle', ball: [1.5, 1.0], tackle: [45], count: 5000 },
    ],
  }),
];
