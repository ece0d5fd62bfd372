export default ({ referee }) =>
  referee.refereed({
    name: 'drop-ball',
    about: 'the ball is stuck in play_on; where it is dropped; who is moved; small movements do not count',
    players: referee.SIX,
    options: { 'server::drop_ball_time': 20, 'server::ball_stuck_area': 3 },
    plays: [
      {
        note: 'at rest',
        ball: [20, 5],
        players: { L2: [22, 5, 0], R2: [20, 8, 0], R3: [20.5, 14.3, 0] },
        cycles: [1, { quiet: 15 }, 6],
      },
      {
        note: 'rolling 2.9 m and back',
        ball: [0, 10],
        cycles: [{ ball: [2.9, 10] }, { quiet: 8 }, { ball: [0, 10] }, { quiet: 8 }, 4],
      },
      {
        note: 'moved 3.1 m',
        ball: [0, 10],
        cycles: [{ ball: [3.1, 10] }, { quiet: 8 }, { ball: [6.3, 10] }, { quiet: 16 }, 5],
      },
      {
        note: 'in the penalty area',
        ball: [-45, -3],
        players: { L1: [-45.5, -3, 0], R2: [-38, -21, 0] },
        cycles: [1, { quiet: 15 }, 6],
      },
      {
        note: 'in the other penalty area',
        ball: [45, 3],
        players: { L2: [40, 3, 0] },
        cycles: [1, { quiet: 15 }, 6],
      },
      {
        note: 'at the corner',
        ball: [52, 33.5],
        players: { L2: [51, 32, 0], R2: [53.5, 35, 0] },
        cycles: [1, { quiet: 15 }, 6],
      },
      {
        note: 'kicked on the spot',
        ball: [0, 10],
        players: { L2: [-0.6, 10, 0] },
        cycles: [{ L2: '(kick 3 0)' }, { L2: '(kick 3 180)' }, { quiet: 13 }, 7],
      },
    ],
  });
