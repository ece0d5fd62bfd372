export default ({ referee: { shootout, kicks } }) => [
  shootout({
    name: 'shootout-passive',
    about:
      'nobody does anything: the referee puts the players in place, every kick is a miss, a draw after the extra kicks',
    options: { 'server::pen_nr_kicks': 1, 'server::pen_max_extra_kicks': 1 },
    plan: ({ kick }) =>
      kick === 0
        ? {
            stage: {
              taker: [20, 9, 0],
              mates: [
                [12, 3, 0],
                [-2, -9.5, 0],
              ],
              foes: [
                [3, 9, 0],
                [-20, 5, 0],
                [30, 1, 0],
              ],
              keeper: [30, -3, 0],
              idle: [5, 30, 0],
            },
          }
        : { stage: null },
  }),
  shootout({
    name: 'shootout-decided',
    about: 'left scores, right shoots wide: left wins before all regular kicks are taken',
    naming: 'side',
    size: 6,
    options: { 'server::pen_nr_kicks': 5 },
    plan: ({ side }) => (side === 'l' ? kicks.score : kicks.wide),
  }),
  shootout({
    name: 'shootout-events',
    about:
      'kicks that end in a catch, too late, a foul: second kick, kick in the set-up, wrong player, tackle, catch outside',
    size: 7,
    options: {
      'server::pen_nr_kicks': 20,
      'server::pen_allow_mult_kicks': 0,
      'server::tackle_exponent': 200,
    },
    kicks: 12,
    plan: ({ kick }) =>
      [
        kicks.late,
        { acts: [{ taker: '(kick 5 0)' }, { taker: '(kick 20 0)' }] },
        {
          acts: [
            { taker: '(kick 20 0)' },
            { place: { keeper: [45, 3, 180] }, ball: [44.2, 3] },
            { keeper: '(catch 0)' },
          ],
        },
        {
          acts: [
            { taker: '(kick 20 0)' },
            { place: { keeper: [30, 3, 180] }, ball: [29.2, 3] },
            { keeper: '(catch 0)' },
          ],
        },
        { setup: [{ taker: '(kick 20 0)' }] },
        {
          acts: [
            { taker: '(kick 20 0)' },
            { ball: [44, 3], place: { keeper: [44.7, 3, 180] } },
            { keeper: '(kick 20 0)' },
            { ball: [40, 3] },
          ],
        },
        { acts: [{ taker: '(tackle 0)' }, { ball: [51, 2] }, { ball: [51, 2, 2.5, 0] }] },
        { acts: [{ taker: '(kick 20 0)' }, { ball: [40, 33.9] }, { ball: [40, 33.9, 0, 0.5] }] },
        { acts: [{ taker: '(dash 60)' }, { taker: '(dash 60)' }] },
        {
          acts: [
            { taker: '(kick 20 0)' },
            { ball: [-1, -3], place: { foes: [[-1.5, -3, 0]] } },
            { foe: '(kick 10 0)' },
          ],
        },
        {
          acts: [
            { taker: '(kick 20 0)' },
            { ball: [-1, 3], place: { mates: [[-1.5, 3, 0]] } },
            { mate: '(kick 10 0)' },
          ],
        },
        { acts: [{ taker: '(kick 20 0)' }, { ball: [-52, 2] }, { ball: [-52, 2, -2, 0] }] },
      ][kick],
  }),
  shootout({
    name: 'shootout-strict',
    about:
      'pen_coach_moves_players off: wrong positions are fouls; a taker cannot kick twice in a row of kicks',
    size: 5,
    options: { 'server::pen_nr_kicks': 20, 'server::pen_coach_moves_players': 0 },
    kicks: 8,
    plan: ({ kick }) =>
      [
        kicks.score,
        { stage: { taker: [13, 0, 180] } },
        { stage: { keeper: [30, 0, 180] } },
        { stage: { idle: [45, 25, 180] } },
        { stage: { mates: [[20, 3, 0]] } },
        { stage: { foes: [[20, 3, 0]] } },
        { acts: [{ place: { keeper: [35, 0, 180] } }] },
        { ...kicks.score, takerNumber: 3 },
      ][kick],
  }),
];
