// Tackles, catches and fouls as rates (spec 05 §13 to §15).

export default ({ experiments }) => [
  experiments.tackleRates({
    name: 'tackle-success',
    about: 'success of tackles at eleven relative positions of the ball',
    times: 2000,
    positions: [
      [0.5, 0.9],
      [1.7, 0.2],
      [1.2, 1.0],
      [1.9, 0.1],
      [1.5, 0.6],
      [1.8, -0.2],
      [1.0, -1.1],
      [1.6, -0.9],
      [0.7, 1.15],
      [1.95, 0.6],
      [1.4, 0.3],
    ],
  }),
  experiments.tackleRates({
    name: 'tackle-success-foul',
    about: 'success of intentional fouls (foul_exponent) near an opponent who has the ball',
    times: 3000,
    foul: true,
    positions: [
      [0.6, 1.1],
      [1.7, 0.2],
      [1.2, 1.15],
      [1.9, 0.1],
      [1.5, 1.05],
      [1.85, -0.2],
      [1.0, -1.2],
      [1.75, -0.9],
    ],
  }),
  experiments.catchRates({
    name: 'catch-success',
    about: 'success of catches for a goalie type with catchable_area_l_stretch 1.3',
    stretch: 1.3,
    times: 1000,
    attempts: [
      [0.8, 0.1],
      [0.9, 0.2],
      [1.0, -0.3],
      [1.2, 0],
      [1.35, 0.4],
      [1.5, -0.1],
      [1.57, 0],
    ],
  }),
  experiments.foulRates({
    name: 'foul-detection',
    about:
      'fouls called for successful tackles: intentional or not, one or two opponents with the ball, in the way or not',
    times: 800,
    cases: [
      {
        name: 'intentional, one opponent',
        opponents: [[1.4, -0.2, 180]],
        foul: true,
        chances: { none: 0.5, charge: 0.5 },
      },
      {
        name: 'intentional, two opponents',
        opponents: [
          [1.5, -0.3, 180],
          [1.5, 0.5, 180],
        ],
        foul: true,
        chances: { none: 0.25, charge: 0.75 },
        single: { none: 0.5, charge: 0.5 },
      },
      {
        name: 'intentional, opponent in the way who has dashed',
        opponents: [[0.7, 0.07, 0]],
        dash: true,
        foul: true,
        chances: { none: 0.5, yellow: 0.5 },
      },
      {
        name: 'not intentional, opponent in the way who has dashed',
        opponents: [[0.7, 0.07, 0]],
        dash: true,
        chances: { none: 0.5, charge: 0.5 },
      },
      { name: 'not intentional, opponent has not dashed', opponents: [[0.7, 0.07, 0]], chances: { none: 1 } },
      {
        name: 'not intentional, opponent faces the tackler',
        opponents: [[0.7, 0.07, 180]],
        dash: true,
        chances: { none: 1 },
      },
    ],
  }),
];
