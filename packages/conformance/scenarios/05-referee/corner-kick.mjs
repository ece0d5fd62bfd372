export default ({ referee }) =>
  referee.refereed({
    name: 'corner-kick',
    about:
      'corner kicks at three corners: position, opponents moved away near the corner, taking it, not taking it',
    players: referee.EIGHT,
    options: { 'server::drop_ball_time': 20 },
    plays: [
      {
        note: 'right 2 plays it over its own line',
        ball: [51.5, 20],
        players: {
          R2: [50.9, 20, 0],
          R3: [52, 36.2, 0],
          R4: [56.5, 33, 0],
          R1: [47.3, 37.9, 0],
          L2: [49, 32, 90],
        },
        cycles: [
          { R2: '(kick 60 0)' },
          2,
          { R3: '(dash 100)', R4: '(dash 100)' },
          2,
          { place: { L2: [51, 33.2, -90] } },
          { L2: '(kick 60 0)' },
          3,
        ],
      },
      {
        note: 'left 3 plays it over its own line',
        ball: [-51.5, -11],
        players: { L3: [-50.9, -11, 180], L2: [-53.5, -34.6, 0], L4: [-44, -28, 0], L1: [-51.5, -33, 0] },
        cycles: [{ L3: '(kick 60 0)' }, 2, { quiet: 16 }, 4],
      },
      {
        note: 'the goalie touches it last',
        ball: [51.5, -15],
        players: { R1: [51, -15, 0], R2: [51.4, -28.9, 0], R3: [42.1, -33.2, 0], R4: [52.5, -39, 0] },
        cycles: [{ R1: '(kick 60 0)' }, 2, 1],
      },
      {
        note: 'set by the trainer, players all around',
        mode: 'corner_kick_r',
        ball: [-51.5, 33],
        players: { L1: [-57, 38.5, 0], L2: [-48, 36.4, 0], L3: [-57.4, 30, 0], L4: [-51.2, 26.5, 0] },
        cycles: [3],
      },
    ],
  });
