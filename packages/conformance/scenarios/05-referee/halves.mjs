const QUICK = { 'server::half_time': 2, 'server::extra_half_time': 1, 'server::penalty_shoot_outs': 0 };

export default ({ referee }) => [
  referee.halves({
    name: 'half-time',
    about: 'two halves of 20 cycles and a goal; stamina at the half; the end after a decided match',
    options: QUICK,
    watch: { L2: /^\((sense_body|hear)/ },
    events: {
      3: { L2: '(dash 100)' },
      4: { L2: '(dash 100)' },
      9: { ball: [52.3, 1, 1, 0], L2: '(dash 100)' },
      25: { L2: '(dash 80)' },
    },
  }),
  referee.halves({
    name: 'extra-time',
    about: 'drawn match: two extra halves of 10 cycles, a goal in the first does not end it',
    options: QUICK,
    watch: { L2: /^\((sense_body|hear)/ },
    events: { 3: { L2: '(dash 100)' }, 44: { ball: [52.3, 1, 1, 0], L2: '(dash 100)' } },
  }),
  referee.halves({
    name: 'golden-goal',
    about: 'golden_goal: the first goal of extra time ends the match',
    options: { ...QUICK, 'server::golden_goal': 1 },
    events: {
      5: { ball: [52.3, 1, 1, 0] },
      27: { ball: [-52.3, 1, -1, 0] },
      46: { ball: [-52.3, -3, -1, 0] },
    },
  }),
  referee.halves({
    name: 'extra-time-drawn',
    about:
      'drawn after extra time without penalties; three normal halves and one extra half; the ball caught at half time',
    options: { ...QUICK, 'server::half_time': 1, 'server::nr_normal_halfs': 3, 'server::nr_extra_halfs': 1 },
    events: {
      7: { ball: [-49.3, 20], place: { L1: [-50, 20, 0] }, mode: 'play_on' },
      8: { ball: [-49.3, 2], place: { L1: [-50, 2, 0] }, L1: '(catch 0)' },
    },
  }),
];
