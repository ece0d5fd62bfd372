const near = (side, [x, y]) => ({
  [`${side}1`]: [x + 1, y + 0.5, 0],
  [`${side}2`]: [x - 3, y - 2, 0],
  [`${side}3`]: [x + 4, y - 5, 0],
  [`${side}4`]: [x - 9, y + 1, 0],
});

export default ({ referee }) =>
  referee.refereed({
    name: 'clearance',
    about:
      'how far opponents are kept away from the ball: set plays, indirect free kicks near the goal, field borders',
    players: referee.EIGHT,
    plays: [
      ...[
        ['free_kick_l', [20, 10]],
        ['kick_in_l', [-5, 34]],
        ['indirect_free_kick_l', [30, 5]],
        ['goal_kick_l', [-47, 9.16]],
        ['free_kick_l', [46, 0]],
      ].map(([mode, spot]) => ({
        note: `${mode} at ${spot}`,
        mode,
        ball: spot,
        players: { ...near('R', spot), L2: [spot[0] - 1, spot[1], 0] },
        cycles: [2, { R2: '(dash 100)' }, 1],
      })),
      {
        note: 'indirect free kick near the goal: defenders on the line stay',
        mode: 'indirect_free_kick_l',
        ball: [47, 4],
        players: {
          R1: [52.5, 1, 180],
          R2: [52.6, 5, 180],
          R3: [52.4, 3, 180],
          R4: [49, 3.5, 180],
          L2: [46, 4, 0],
        },
        cycles: [2],
      },
      {
        note: 'direct free kick near the goal: they do not',
        mode: 'free_kick_l',
        ball: [47, 4],
        players: {
          R1: [52.5, 1, 180],
          R2: [52.6, 5, 180],
          R3: [52.4, 3, 180],
          R4: [49, 3.5, 180],
          L2: [46, 4, 0],
        },
        cycles: [2],
      },
      {
        note: 'near the side line border',
        mode: 'free_kick_r',
        ball: [10, 33],
        players: { L2: [10.5, 36, 0], L3: [7, 38.5, 0], L4: [12, 31, 0] },
        cycles: [2],
      },
      {
        note: 'near the goal line border',
        mode: 'free_kick_r',
        ball: [51, -20],
        players: { L2: [53, -20.5, 0], L3: [56, -18, 0], L4: [49, -21, 0] },
        cycles: [2],
      },
      {
        note: 'drop ball: both teams',
        mode: 'drop_ball',
        ball: [0, 10],
        players: { L2: [0.5, 11, 0], R2: [-2, 9, 0], L3: [5, 15, 0], R3: [-5, 17, 0] },
        cycles: [2],
      },
    ],
  });
