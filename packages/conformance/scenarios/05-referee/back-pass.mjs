// Left 2 kicks; one or more cycles later the ball lies before the goalie (left 1), who catches.
const play = (
  note,
  { spot = [-44, 4], before = [], last = 2, kicks = [{ L2: '(kick 40 0)' }], players = {}, mode },
) => ({
  note,
  mode,
  ball: [-35.6, 10],
  players: { L2: [-35, 10, 180], L1: [spot[0] - 0.7, spot[1], 0], ...players },
  cycles: [...kicks, ...before, { ball: spot, L1: '(catch 0)' }, ...[].concat(last)],
});

export default ({ referee }) =>
  referee.refereed({
    name: 'back-pass',
    about:
      'a goalie catches after kicks of team mates, of himself and of opponents; indirect free kick afterwards',
    players: referee.SIX,
    idle: 6,
    watch: { L1: /^\(hear/ },
    plays: [
      play('after a kick of a team mate', {
        players: { L3: [-41, 6, 0], R2: [-40, 0, 180] },
        last: [
          2,
          { L3: '(dash 100)' },
          { quiet: 22 },
          7,
          { place: { R2: [-43.4, 4, -160] } },
          { R2: '(kick 100 0)' },
          7,
        ],
      }),
      play('inside the goal area', { spot: [-50, 3], last: [2, { quiet: 24 }, 7] }),
      play('after a tackle of a team mate', { kicks: [{ L2: '(tackle 0)' }] }),
      play('after a touch of a team mate', { kicks: [{ ball: [-35.2, 10] }] }),
      play('the goalie himself kicked', { kicks: [{ ball: [-44, 4], L1: '(kick 10 0)' }] }),
      play('an opponent kicked, then the goalie', {
        players: { R2: [-30, 3, 180] },
        kicks: [{ ball: [-30.6, 3], R2: '(kick 20 0)' }, 1, { ball: [-44, 4], L1: '(kick 10 0)' }],
      }),
      play('a team mate, then the goalie', { before: [{ ball: [-44, 4], L1: '(kick 10 0)' }] }),
      play('an opponent kicked after the team mate', {
        players: { R2: [-30, 3, 180] },
        before: [{ ball: [-30.6, 3], R2: '(kick 20 0)' }],
      }),
      play('an opponent was hit after the team mate', {
        players: { R2: [-30, 3, 180] },
        before: [{ ball: [-30.3, 3] }],
      }),
      play('an opponent and a team mate kick in one cycle', {
        players: { R2: [-36.2, 10, 0] },
        kicks: [{ first: { R2: '(kick 20 0)' }, L2: '(kick 40 0)' }],
      }),
      {
        note: 'kick and catch in one cycle',
        ball: [-44, 4],
        players: { L1: [-44.7, 4, 0], L2: [-43.4, 4, 180] },
        cycles: [{ first: { L2: '(kick 10 0)' }, L1: '(catch 0)' }, 2],
      },
      play('from a free kick', { mode: 'free_kick_l' }),
    ],
  });
