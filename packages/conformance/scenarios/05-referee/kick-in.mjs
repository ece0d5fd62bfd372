export default ({ referee }) =>
  referee.refereed({
    name: 'kick-in',
    about:
      'ball over the side line after a kick, a collision, two kicks at once, nobody; distance, taking it, not taking it',
    players: referee.SIX,
    options: { 'server::drop_ball_time': 25 },
    plays: [
      {
        note: 'left 2 kicks it out at the bottom',
        ball: [10, 32.6],
        players: { L2: [9.4, 32.6, 90], L3: [13, 30, 0], R3: [8, 31, 0] },
        cycles: [
          { L2: '(kick 60 0)' },
          3,
          { L3: '(dash 100)', R3: '(dash 50)' },
          1,
          { place: { R2: [10.3, 34.5, -90] } },
          { R2: '(kick 30 0)' },
          2,
        ],
      },
      {
        note: 'right 3 kicks it out at the top',
        ball: [-30.5, -33.1],
        players: { R3: [-30.5, -32.5, -90], L2: [-26, -33, 0], R2: [-35, -36, 0] },
        cycles: [{ R3: '(kick 40 0)' }, 3, { place: { L3: [-31, -34, 20] } }, { L3: '(kick 20 0)' }, 2],
      },
      {
        note: 'nobody touched it',
        ball: [20, 33.8, 0.1, 0.5],
        players: { L2: [18, 31, 0], R2: [24, 36, 0] },
        cycles: [3],
      },
      {
        note: 'two kicks in one cycle: the stronger counts',
        ball: [0, 33.5],
        players: { L2: [-0.7, 33.5, 90], R2: [0.7, 33.5, 90] },
        cycles: [{ L2: '(kick 20 0)', R2: '(kick 70 0)' }, 2],
      },
      {
        note: 'a collision counts as a touch',
        ball: [5, 34.05],
        players: { R3: [5, 33.95, 0] },
        cycles: [2],
      },
      {
        note: 'on the line, then over it',
        ball: [3, 34.085],
        players: { L2: [3.5, 33.9, 0] },
        cycles: [{ L2: '(kick 5 180)' }, { ball: [3, 34.085] }, 1, { ball: [3, 34.0851] }, 1],
      },
      {
        note: 'taken by the wrong team',
        ball: [-10, 33.9],
        players: { L2: [-10.5, 33.9, 90] },
        cycles: [{ L2: '(kick 30 0)' }, 1, { place: { L2: [-10.5, 33.9, -60] }, L2: '(kick 30 0)' }, 2],
      },
      {
        note: 'the ball is moved by the trainer',
        mode: 'kick_in_l',
        ball: [12, 34],
        players: { R2: [14, 30, 0], R3: [4, 35, 0] },
        cycles: [2, { ball: [12, 30] }, 1, { ball: [12, 28, 0.01, 0] }, 2],
      },
      {
        note: 'nobody takes it',
        mode: 'kick_in_r',
        ball: [30, 34],
        players: { L2: [28, 30, 0], R2: [31, 33, 0] },
        cycles: [1, { quiet: 22 }, 4],
      },
      {
        note: 'over the side line behind the goal line',
        ball: [52, 33.9],
        players: { L2: [51.5, 33.5, 30] },
        cycles: [{ L2: '(kick 50 0)' }, 2],
      },
    ],
  });
