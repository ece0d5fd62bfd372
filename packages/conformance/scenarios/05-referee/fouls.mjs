// The tackler is left 2 at `at`, looking along `angle`; right 2 stands between him and the ball, 0.75 m ahead of him.
// Exponents of 200 make tackles certain wherever the ball is well inside the reach.
// A foul puts the ball exactly where the tackler stands; which way he is pushed off it is chance. So the trainer takes
// him away before the cycle runs.
const CERTAIN_OUTCOMES = { 'server::tackle_exponent': 200, 'server::foul_exponent': 200 };

const tackle = (
  note,
  {
    at = [12, -4],
    angle = 0,
    looks = 0,
    dash = '(dash 10)',
    gap = 0.75,
    reach = 1.2,
    command = '(tackle 0)',
    others = {},
    mode,
    then = [3],
  },
) => {
  const rad = (angle * Math.PI) / 180;
  const ahead = (d) =>
    [at[0] + d * Math.cos(rad), at[1] + d * Math.sin(rad)].map((v) => Number(v.toFixed(4)));
  return {
    note,
    mode,
    ball: ahead(reach),
    players: { L2: [...at, angle], R2: [...ahead(gap), angle + looks], ...others },
    cycles: [
      ...(dash ? [{ R2: dash }] : []),
      { first: { L2: command }, next: { L2: [...ahead(-2), angle] } },
      ...then,
    ],
  };
};

export default ({ referee }) => [
  referee.refereed({
    name: 'fouls',
    about:
      'fouls by tackle, always noticed: with and without dash, positions, free kick and indirect free kick',
    players: referee.SIX,
    idle: 12,
    options: { ...CERTAIN_OUTCOMES, 'server::foul_detect_probability': 1 },
    watch: { R2: /^\((sense_body|hear)/ },
    plays: [
      tackle('from behind, the opponent dashes', {
        others: { L3: [2, 6, 0] },
        then: [3, { L3: '(dash 90)' }, { quiet: 22 }, 7],
      }),
      tackle('the opponent stands', { dash: null, then: [2] }),
      tackle('the opponent turned', { dash: '(turn 5)', then: [2] }),
      {
        note: 'the opponent dashed two cycles before',
        ball: [13.2, -4],
        players: { L2: [12, -4, 0], R2: [12.75, -4, 0] },
        cycles: [{ R2: '(dash 1)' }, 1, { first: { L2: '(tackle 0)' }, next: { L2: [10, -4, 0] } }, 2],
      },
      tackle('the opponent looks at the tackler', { looks: 180, dash: '(dash 1)', then: [2] }),
      tackle('the opponent looks sideways, less than 90 degrees', { looks: 80, dash: '(dash 1)', then: [2] }),
      tackle('the ball is nearer than the opponent', { gap: 1.5, reach: 0.9, dash: '(dash 1)', then: [2] }),
      tackle('in the own penalty area', {
        at: [-40, 3],
        others: { L3: [-36, 5, 0] },
        then: [2, { quiet: 24 }, 7],
      }),
      tackle('in the own goal area', { at: [-50, 3], then: [2, { quiet: 24 }, 7] }),
      tackle('in the other penalty area', { at: [40, 3], then: [2, { quiet: 24 }, 6] }),
      tackle('in a free kick', { mode: 'free_kick_r', dash: '(dash 1)', then: [2] }),
      tackle('the tackle fails', { reach: 2.1, gap: 1.3, then: [2] }),
    ],
  }),
  referee.refereed({
    name: 'cards',
    about:
      'intentional fouls, always noticed: charge, yellow card, second yellow card, charged players, sending off',
    players: referee.SIX,
    idle: 12,
    options: { ...CERTAIN_OUTCOMES, 'server::foul_detect_probability': 1 },
    watch: { L2: /^\((sense_body|hear)/, R2: /^\(sense_body/ },
    plays: [
      tackle('intentional, the opponent stands: a charge only', {
        command: '(tackle 0 on)',
        dash: null,
        then: [{ R2: '(dash 100)' }, { R2: '(turn 30)' }, 5],
      }),
      tackle('intentional, the opponent dashes: yellow', {
        command: '(tackle 0 on)',
        then: [{ R2: '(dash 100)' }, 2],
      }),
      tackle('a plain foul of the same player', { then: [2] }),
      tackle('intentional, out of reach of the opponent', {
        command: '(tackle 0 on)',
        gap: -1,
        dash: null,
        then: [2],
      }),
      {
        note: 'the second yellow card',
        ball: [11.2, 5],
        players: { L2: [10, 5, 0], R2: [10.75, 5, 0], L3: [5, 5, 0] },
        cycles: [{ R2: '(dash 10)' }, { L2: '(tackle 0 on)', gone: ['L2'] }, 3],
      },
    ],
  }),
  referee.refereed({
    name: 'cards-direct',
    about: 'red_card_probability 1: red for an intentional foul, yellow for a plain one',
    players: referee.SIX,
    idle: 12,
    options: { ...CERTAIN_OUTCOMES, 'server::foul_detect_probability': 1, 'server::red_card_probability': 1 },
    watch: { L2: /^\((sense_body|hear)/ },
    plays: [
      tackle('plain', { then: [2] }),
      {
        note: 'intentional',
        ball: [11.2, 5],
        players: { L2: [10, 5, 0], R2: [10.75, 5, 0], L3: [5, 5, 0] },
        cycles: [{ R2: '(dash 10)' }, { L2: '(tackle 0 on)', gone: ['L2'] }, 3],
      },
    ],
  }),
  referee.refereed({
    name: 'fouls-unseen',
    about: 'foul_detect_probability 0: nothing is called, the opponent is still charged',
    players: referee.SIX,
    idle: 12,
    options: { ...CERTAIN_OUTCOMES, 'server::foul_detect_probability': 0, 'server::foul_cycles': 4 },
    watch: { R2: /^\(sense_body/ },
    plays: [
      tackle('plain', { then: [2] }),
      tackle('intentional', {
        command: '(tackle 0 on)',
        then: [
          { R2: '(dash 100)' },
          { R2: '(dash 100)' },
          { R2: '(dash 100)' },
          { R2: '(dash 100)' },
          { R2: '(dash 100)' },
          { R2: '(dash 100)' },
        ],
      }),
    ],
  }),
];
