// Left 2 kicks last; so many defenders of the right team are in the area for so long.
const wall = { R1: [50, 0, 180], R2: [45, 5, 180], R3: [40, -10, 180], R4: [30, 0, 180] };

export default ({ referee }) =>
  referee.refereed({
    name: 'illegal-defense',
    about: 'illegal defence: three players for ten cycles; counters, who kicked last, the free kick',
    players: referee.EIGHT,
    options: {
      'server::illegal_defense_number': 3,
      'server::illegal_defense_duration': 10,
      'server::illegal_defense_dist_x': 16.5,
      'server::illegal_defense_width': 40.32,
    },
    plays: [
      {
        note: 'left kicked last',
        ball: [10.6, 10],
        players: { L2: [10, 10, 0], L3: [41, 1, 0], ...wall },
        cycles: [{ L2: '(kick 5 0)' }, { quiet: 7 }, 4, { R2: '(dash 50)' }, { quiet: 24 }, 7],
      },
      {
        note: 'one leaves in time',
        ball: [10.6, 10],
        players: { L2: [10, 10, 0], ...wall },
        cycles: [
          { L2: '(kick 5 0)' },
          { quiet: 7 },
          { place: { R3: [35, -10, 180] } },
          { place: { R3: [40, -10, 180] } },
          { quiet: 7 },
          3,
        ],
      },
      {
        note: 'right kicks',
        ball: [10.6, 10],
        players: { L2: [10, 10, 0], ...wall, R4: [11.2, 10, 180] },
        cycles: [
          { L2: '(kick 5 0)' },
          { quiet: 5 },
          { ball: [10.6, 10], R4: '(kick 5 180)' },
          { quiet: 14 },
          2,
        ],
      },
      {
        note: 'the ball is in the other half',
        ball: [-10, 10],
        players: { L2: [-10.6, 10, 0], ...wall },
        cycles: [{ L2: '(kick 5 0)' }, { quiet: 12 }, 2],
      },
      {
        note: 'both kick in one cycle',
        ball: [10.6, 10],
        players: { L2: [10, 10, 0], ...wall, R4: [11.2, 10, 180] },
        cycles: [{ first: { R4: '(kick 5 0)' }, L2: '(kick 5 0)' }, { quiet: 12 }, 2],
      },
      {
        note: 'at the borders',
        ball: [10.6, 10],
        players: {
          L2: [10, 10, 0],
          R1: [36, 0, 180],
          R2: [45, 20.16, 180],
          R3: [36.01, -20.15, 180],
          R4: [40, 3, 180],
        },
        cycles: [{ L2: '(kick 5 0)' }, { quiet: 12 }, { place: { R1: [36.01, 0, 180] } }, { quiet: 7 }, 4],
      },
    ],
  });
