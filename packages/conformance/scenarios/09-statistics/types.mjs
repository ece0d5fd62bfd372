// Player types (spec 05b).

export default ({ starts }) => [
  starts.typesOfSeeds({
    name: 'types-seeds-a',
    about: 'player types of five seeds, exactly',
    seeds: [0, 1, 2, 42, 2147483647],
  }),
  starts.typesOfSeeds({
    name: 'types-seeds-b',
    about: 'player types of five more seeds',
    seeds: [3, 17, 624, 1000, 65536],
  }),
  starts.typesOfSeeds({
    name: 'types-seeds-c',
    about: 'player types of five more seeds',
    seeds: [99, 12345, 1234567890, 19937, 2000000001],
  }),
  starts.typesOfSeeds({
    name: 'types-seeds-bounds',
    about:
      'player types of five seeds with other bounds: some equal, some reversed, some of the unused ones in use',
    seeds: [5, 6, 7, 8, 9],
    types: 9,
    options: {
      'player::player_speed_max_delta_min': -0.1,
      'player::player_speed_max_delta_max': 0.1,
      'player::player_decay_delta_min': 0.05,
      'player::player_decay_delta_max': 0.05,
      'player::kickable_margin_delta_min': 0.1,
      'player::kickable_margin_delta_max': -0.1,
      'player::kick_power_rate_delta_min': -0.002,
      'player::kick_power_rate_delta_max': 0.004,
      'player::foul_detect_probability_delta_factor': 20,
      'player::dash_power_rate_delta_min': -0.0005,
      'player::dash_power_rate_delta_max': 0.0005,
      'server::stamina_inc_max': 50,
    },
  }),
  starts.typesOfClock({
    name: 'types-clock',
    about: 'random_seed -1: the seed is the start time and is reported',
  }),
  starts.typeDistribution({
    name: 'types-distribution',
    about: 'distribution of the types over forty seeds, eighty types each',
    seeds: Array.from({ length: 40 }, (_, i) => 7001 + 37 * i),
    types: 81,
  }),
  starts.drawnOncePerMatch({
    name: 'once-per-match',
    about: 'drawn once per match: goal, first taker and random winner of the shoot-out; random wind',
    starts: 60,
  }),
];
