// Movement noise, turn noise, wind (spec 05 §6.3, §6.4, §10 and §11).

export default ({ experiments }) => [
  experiments.ballRoll({
    name: 'ball-movement',
    about: 'movement noise of the ball at several speeds',
    rolls: [
      { name: 'fast', velocity: [2.7, 0.3], cycles: 12, times: 250 },
      { name: 'slow', velocity: [-0.3, 0.4], cycles: 15, times: 200 },
    ],
  }),
  experiments.playerRun({
    name: 'player-movement',
    about: 'movement noise of players: running, dashing sideways, coasting',
    runs: [
      { name: 'full dash', command: '(dash 100)', accel: [0.6, 0], cycles: 25, times: 8 },
      { name: 'dash sideways', command: '(dash 80 90)', accel: [0, 0.192], cycles: 12, times: 12 },
      { name: 'coasting', velocity: [0.9, 0.4], cycles: 3, times: 45 },
    ],
  }),
  experiments.playerRun({
    name: 'player-movement-team-factors',
    about: 'team_actuator_noise: prand_factor_l 2, prand_factor_r 0.5',
    rates: [0.2, 0.05],
    options: { 'server::team_actuator_noise': 1, 'server::prand_factor_l': 2, 'server::prand_factor_r': 0.5 },
    runs: [{ name: 'dash 60', command: '(dash 60)', accel: [0.36, 0], cycles: 25, times: 10 }],
  }),
  experiments.turnNoise({
    name: 'turn-noise',
    about: 'noise of turns at rest and while moving, and of one-legged dashes',
    turns: [
      { name: 'turn 90', command: '(turn 90)', nominal: 90, times: 250 },
      { name: 'turn -170, body turned', command: '(turn -170)', nominal: -170, body: 37, times: 250 },
      {
        name: 'turn 120 at speed 0.5',
        command: '(turn 120)',
        nominal: 120,
        velocity: [0.3, 0.4],
        times: 250,
      },
      { name: 'left leg', command: '(dash (l 80 0))', nominal: 45.8366236, dash: true, times: 250 },
    ],
  }),
  experiments.wind({
    name: 'wind',
    about: 'wind on the ball and on light players',
    force: 60,
    dir: 130,
    rand: 20,
    weight: 5,
  }),
  experiments.overlaps({
    name: 'overlap',
    about: 'exactly overlapping players, and ball and player, are separated in a random direction',
  }),
  experiments.wrongHalf({
    name: 'wrong-half',
    about: 'players in the wrong half before the kick-off are put anywhere in their own',
  }),
];
