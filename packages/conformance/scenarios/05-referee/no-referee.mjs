export default ({ referee, presets }) =>
  referee.refereed({
    name: 'no-referee',
    about:
      'a trainer without referee: goals, lines, offside, fouls, stuck ball, half time do not exist; catch and modes do',
    preset: presets.lab,
    players: referee.SIX,
    idle: 6,
    options: {
      'server::drop_ball_time': 10,
      'server::half_time': 4,
      'server::foul_detect_probability': 1,
      'server::tackle_exponent': 200,
    },
    watch: { L1: /^\(hear/ },
    plays: [
      { note: 'into the goal', ball: [51, 1, 2, 0], players: { L2: [-30, -3, 0] }, cycles: [4] },
      { note: 'over the side line', ball: [20, 33, 0, 2], cycles: [3] },
      { note: 'stuck ball', ball: [20, 5], cycles: [{ quiet: 11 }, 1] },
      {
        note: 'a free kick stays a free kick',
        mode: 'free_kick_l',
        ball: [20, 5],
        players: { L2: [19.3, 5, 0], R2: [22, 5, 0] },
        cycles: [{ quiet: 11 }, 1, { L2: '(kick 30 0)' }, 1, { L2: '(dash 60)' }, 1],
      },
      {
        note: 'a stopped mode stays',
        mode: 'foul_charge_l',
        ball: [20, 5, 0.5, 0],
        cycles: [1, { quiet: 34 }, 1],
      },
      {
        note: 'a catch',
        ball: [-44, 4],
        players: { L1: [-44.7, 4, 0], L2: [-43.4, 4, 180] },
        cycles: [
          { first: { L2: '(kick 5 0)' } },
          { ball: [-44, 4], L1: '(catch 0)' },
          { L1: '(turn 40)' },
          1,
        ],
      },
      {
        note: 'a foul',
        ball: [13.2, -4],
        players: { L2: [12, -4, 0], R2: [12.75, -4, 0] },
        cycles: [{ R2: '(dash 1)' }, { L2: '(tackle 0)' }, 2],
      },
      { note: 'outside the field', ball: [0, 0], players: { L2: [60, 45, 0], R2: [-70, 3, 0] }, cycles: [2] },
      {
        note: 'kick-off set by the trainer',
        mode: 'kick_off_l',
        ball: [0, 0],
        players: { L2: [1, 0, 0], R2: [-3, 3, 0] },
        cycles: [2, { R2: '(dash 50)' }, 1],
      },
      { note: 'goal mode', mode: 'goal_l', ball: [53, 0], cycles: [1, { quiet: 52 }, 1] },
      { note: 'start', ball: [3, 3], cycles: [{ T: '(start)' }, 2] },
    ],
  });
