const twice = (note, mode, ball, id, angle, between, last = [2, { quiet: 24 }, 6]) => {
  const [x, y] = ball;
  const rad = (angle * Math.PI) / 180;
  return {
    note,
    mode,
    ball,
    players: { [id]: [x - 0.6 * Math.cos(rad), y - 0.6 * Math.sin(rad), angle] },
    cycles: [
      1,
      { [id]: '(kick 12 0)' },
      ...between.map((c) => ({ [id]: c })),
      { [id]: '(kick 30 0)' },
      ...last,
    ],
  };
};

export default ({ referee }) =>
  referee.refereed({
    name: 'free-kick-fault',
    about:
      'the taker of a set play touches the ball twice: after a dash, without, by collision, after another touch',
    players: referee.SIX,
    watch: { L2: /^\(hear/ },
    plays: [
      twice('free kick, dash, kick', 'free_kick_l', [10, 5], 'L2', 0, ['(dash 60)']),
      twice('kick in, dash, kick', 'kick_in_r', [-20, -34], 'R2', 100, ['(dash 60)'], [3]),
      twice('corner kick, dash, kick', 'corner_kick_l', [51.5, 33], 'L3', -150, ['(dash 60)'], [3]),
      twice('kick off, dash, kick', 'kick_off_l', [0, 0], 'L2', 180, ['(dash 60)'], [3]),
      twice(
        'indirect free kick, dash, kick',
        'indirect_free_kick_r',
        [-30, 2],
        'R3',
        180,
        ['(dash 60)'],
        [3],
      ),
      twice('a turn is no dash', 'free_kick_l', [10, 5], 'L2', 0, ['(turn 5)'], [2]),
      twice('a dash with power 0', 'free_kick_l', [10, 5], 'L2', 0, ['(dash 0)'], [2]),
      twice(
        'in the own penalty area',
        'free_kick_l',
        [-45, 5],
        'L2',
        0,
        ['(dash 60)'],
        [2, { quiet: 24 }, 6],
      ),
      {
        note: 'by collision after a dash',
        mode: 'free_kick_l',
        ball: [10, 5],
        players: { L2: [9.4, 5, 0] },
        cycles: [
          { L2: '(kick 8 0)' },
          { L2: '(dash 100)' },
          { L2: '(dash 100)' },
          { L2: '(dash 100)' },
          { L2: '(dash 100)' },
          2,
        ],
      },
      {
        note: 'another player touched it in between',
        mode: 'free_kick_l',
        ball: [10, 5],
        players: { L2: [9.4, 5, 0], R2: [21, 5, 180] },
        cycles: [
          { L2: '(kick 12 0)' },
          { L2: '(dash 60)', place: { R2: [10.9, 5.3, 180] } },
          { R2: '(kick 3 90)' },
          { L2: '(dash 40)' },
          { L2: '(kick 30 0)' },
          2,
        ],
      },
      {
        note: 'a tackle counts like a kick',
        mode: 'free_kick_l',
        ball: [10, 5],
        players: { L2: [9.4, 5, 0] },
        cycles: [{ L2: '(kick 12 0)' }, { L2: '(dash 60)' }, { L2: '(tackle 0)' }, 2],
      },
      {
        note: 'nobody takes the free kick',
        mode: 'free_kick_r',
        ball: [-30, 5],
        players: { L2: [-32, 6, 0], L3: [-28, -1, 0] },
        cycles: [2, { quiet: 96 }, 4],
      },
    ],
  });
