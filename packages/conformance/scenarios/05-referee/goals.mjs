export default ({ referee }) =>
  referee.refereed({
    name: 'goals',
    about:
      'goals by shot, by rolling, own goal, near the post, beside it, on the line; the pause and the kick-off after it',
    players: referee.SIX,
    watch: { L2: /^\(hear/, R2: /^\(hear/ },
    plays: [
      {
        note: 'left 2 shoots',
        ball: [48, 1],
        players: { L2: [47.3, 1, 0], L3: [20, 6, 180], R1: [50, 12, 180] },
        cycles: [
          { L2: '(kick 100 0)' },
          2,
          { L2: '(dash 60)' },
          { until: 'kick_off_r' },
          2,
          { R2: '(move -3 2)' },
          { place: { R2: [0.5, 0, 180] }, R2: '(kick 40 0)' },
          2,
        ],
      },
      {
        note: 'the ball rolls in untouched',
        ball: [-51.5, -6.2, -0.9, 0],
        cycles: [3, { until: 'kick_off_l' }, 2],
      },
      {
        note: 'own goal',
        ball: [-51, 3],
        players: { L3: [-50.4, 3, 180] },
        cycles: [
          { L3: '(kick 100 0)' },
          2,
          { place: { L2: [-1, 2, 0] } },
          { ball: [20, 20] },
          { quiet: 46 },
          4,
        ],
      },
      {
        note: 'at rest on the goal line plus the radius',
        ball: [52.585, 2],
        cycles: [2, { ball: [52.59, 2, 0.2, 0] }, 1],
      },
      { note: 'close to the post', ball: [51.9, 6.8], cycles: [1, { ball: [51.9, 6.8, 1.2, 0.1] }, 3] },
      {
        note: 'slanted, outside the post',
        ball: [51.2, 9.2],
        cycles: [1, { ball: [51.2, 9.2, 1.8, -1.7] }, 3],
      },
      { note: 'slanted, inside the post', ball: [51.9, 5.8], cycles: [1, { ball: [51.9, 5.8, 2, 1.3] }, 2] },
      {
        note: 'the mouth is passed after the line',
        ball: [52.3, 7.6],
        cycles: [1, { ball: [52.3, 7.6, 1.5, -2] }, 2],
      },
      // The line from the last place to this one passes x = 52.585 at y = 7.05 and at y = 7.08; the limit is 7.07.
      {
        note: 'moved by the trainer, just inside the post',
        ball: [52, 7.2],
        cycles: [1, { ball: [52.6, 7.0462] }, 1],
      },
      {
        note: 'moved by the trainer, just outside the post',
        ball: [52, 7.2],
        cycles: [1, { ball: [52.6, 7.0769] }, 1],
      },
      {
        note: 'a goal from a free kick',
        mode: 'free_kick_l',
        ball: [49, 0],
        players: { L2: [48.4, 0, 0] },
        cycles: [{ L2: '(kick 100 0)' }, 3],
      },
      {
        note: 'no goal from an indirect free kick',
        mode: 'indirect_free_kick_l',
        ball: [49, 0],
        players: { L2: [48.4, 0, 0] },
        cycles: [{ L2: '(kick 100 0)' }, 3],
      },
      {
        note: 'a goal from an indirect free kick by the second player',
        mode: 'indirect_free_kick_l',
        ball: [47, 0],
        players: { L2: [46.4, 0, 0], L3: [49.5, 0.7, 0], R1: [51, 12, 0], R2: [51, -12, 0] },
        cycles: [{ L2: '(kick 90 0)' }, { L3: '(kick 100 0)' }, 4],
      },
      {
        note: 'an own goal from an indirect free kick',
        mode: 'indirect_free_kick_l',
        ball: [-51, 1],
        players: { L2: [-50.4, 1, 180] },
        cycles: [{ L2: '(kick 100 0)' }, 3],
      },
    ],
  });
