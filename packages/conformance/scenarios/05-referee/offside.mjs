// Left 2 passes to left 3; right 2 and right 1 are the last two defenders unless a play says otherwise.
const pass = (
  note,
  { from = [25, 0], angle = 0, L3, others = {}, R2 = [30, 10], R1 = [50, 8], power = 60, mode, then },
) => {
  const rad = (angle * Math.PI) / 180;
  return {
    note,
    mode,
    ball: [from[0] + 0.6 * Math.cos(rad), from[1] + 0.6 * Math.sin(rad)],
    players: { L2: [...from, angle], L3, R2: [...R2, 180], R1: [...R1, 180], ...others },
    cycles: [{ L2: `(kick ${power} 0)` }, ...then],
  };
};
const receive = { ball: [33.6, 0, 0.3, 0], L3: '(kick 50 0)' };

export default ({ referee }) => [
  referee.refereed({
    name: 'offside',
    about:
      'offside by kick, failed kick, tackle and touch; level, own half, opponents and set plays in between; places',
    players: referee.EIGHT,
    watch: { L3: /^\(hear/ },
    plays: [
      pass('marked player kicks', {
        from: [25, -2],
        angle: 10,
        L3: [33, 0, 0],
        others: { L4: [36, 5, 0], R3: [20, -3, 180] },
        then: [1, receive, 3, { L4: '(dash 100)' }, { quiet: 20 }, 9],
      }),
      pass('marked player fails to kick, the ball 2.4 m away', {
        L3: [33, 0, 0],
        then: [1, { ball: [35.4, 0] }, { L3: '(kick 50 0)' }, 2],
      }),
      pass('marked player fails to kick, the ball 2.6 m away', {
        L3: [33, 0, 0],
        then: [1, { ball: [35.6, 0] }, { L3: '(kick 50 0)' }, 2],
      }),
      pass('marked player fails to tackle', {
        L3: [33, 0, 0],
        then: [1, { ball: [34, 1.6] }, { L3: '(tackle 0)' }, 2],
      }),
      pass('marked player is hit', { L3: [33, 0, 0], then: [1, { ball: [32.7, 0.1] }, 2] }),
      pass('marked player dashes past', {
        L3: [33, 0, 0],
        then: [{ ball: [34.5, 0], L3: '(dash 50)' }, { L3: '(dash 50)' }, 2],
      }),
      pass('level with the second last defender', {
        L3: [30, 0, 0],
        then: [{ ball: [30.6, 0, 0, 0], L3: '(kick 50 0)' }, 2],
      }),
      pass('just over the line', {
        L3: [30.001, 0, 0],
        then: [{ ball: [30.6, 0, 0, 0], L3: '(kick 50 0)' }, 2],
      }),
      pass('the ball is nearer to the goal than the defenders', {
        from: [34, 0],
        L3: [34.5, 4, 0],
        then: [1, { ball: [35, 4], L3: '(kick 50 0)' }, 2],
      }),
      pass('in front of the ball, behind it the defenders', {
        from: [34, 0],
        L3: [34.7, 4, 0],
        then: [1, { ball: [35.2, 4], L3: '(kick 50 0)' }, 2],
      }),
      pass('in the own half', {
        from: [-30, 0],
        L3: [-0.5, 0, 0],
        R2: [-20, 10],
        R1: [-15, 8],
        others: { R3: [-10, 20, 180], R4: [-12, 20, 180] },
        then: [1, { ball: [0, 0, 0, 0], L3: '(kick 50 0)' }, 2],
      }),
      pass('just in the other half', {
        from: [-30, 0],
        L3: [0.1, 0, 0],
        R2: [-20, 10],
        R1: [-15, 8],
        others: { R3: [-10, 20, 180], R4: [-12, 20, 180] },
        then: [1, { ball: [0.6, 0, 0, 0], L3: '(kick 50 0)' }, 2],
      }),
    ],
  }),
  referee.refereed({
    name: 'offside-places',
    about:
      'offside after touches of others and from set plays; where the ball is put; the players who are moved',
    players: referee.EIGHT,
    plays: [
      pass('an opponent kicks in between', {
        L3: [33, 0, 0],
        then: [{ ball: [29.6, 10], R2: '(kick 20 0)' }, receive, 2],
      }),
      pass('an opponent is hit in between', { L3: [33, 0, 0], then: [{ ball: [29.9, 10.1] }, receive, 2] }),
      pass('another team mate plays it on', {
        L3: [33, 0, 0],
        others: { L4: [24, 8, 0] },
        then: [{ ball: [24.6, 8], L4: '(kick 20 0)' }, receive, 2],
      }),
      pass('the marked player has come back', {
        L3: [33, 0, 0],
        others: { L4: [24, 8, 0] },
        then: [
          { place: { L3: [29, 0, 0] }, ball: [24.6, 8], L4: '(kick 20 0)' },
          { ball: [29.6, 0], L3: '(kick 50 0)' },
          2,
        ],
      }),
      pass('from a kick in', { mode: 'kick_in_l', L3: [33, 0, 0], then: [1, receive, 2] }),
      pass('from a corner kick', { mode: 'corner_kick_l', L3: [33, 0, 0], then: [1, receive, 2] }),
      pass('from a free kick', { mode: 'free_kick_l', L3: [33, 0, 0], then: [1, receive, 2] }),
      pass('inside the goal area, lower half', {
        from: [40, 0],
        R2: [47.5, 12],
        R1: [48, 12.8],
        L3: [49, 1, 0],
        then: [1, { ball: [49.6, 1], L3: '(kick 40 -90)' }, 1, { quiet: 26 }, 5],
      }),
      pass('inside the goal area, on the middle line', {
        from: [40, 0],
        R2: [47.5, 12],
        R1: [48, 12.8],
        L3: [49, 0, 0],
        then: [1, { ball: [49.6, 0], L3: '(kick 40 90)' }, 2],
      }),
      pass('close to the side line', {
        L3: [33, -33.7, 0],
        then: [1, { ball: [33.6, -33.7], L3: '(kick 40 60)' }, 2],
      }),
      pass('beyond the goal line', {
        from: [40, 0],
        R2: [52.2, 20],
        R1: [53, 30],
        L3: [53.5, 14, 0],
        then: [1, { ball: [52.55, 14], L3: '(kick 40 180)' }, 2],
      }),
      pass('two kicks in one cycle', {
        L3: [33, 0, 0],
        others: { L4: [25.2, 1, -80] },
        then: [
          { ball: [25.4, 0.4], first: { L2: '(kick 5 0)' }, L4: '(kick 5 0)' },
          { ball: [33.6, 0], L3: '(kick 50 0)' },
          2,
        ],
      }),
    ],
  }),
];
