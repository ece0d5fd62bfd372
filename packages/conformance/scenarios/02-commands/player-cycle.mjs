// Several commands in one datagram and in one cycle.

export default ({ families }) => [
  families.commandForms({
    name: 'several-in-one-datagram',
    about: 'several commands in one datagram: what is done before a wrong one, and what say swallows',
    version: 19,
    forms: [
      [
        'good',
        [
          '(turn 10)(turn_neck 20)',
          '(turn_neck 5) (turn 10)',
          '(turn 3)\n(turn_neck 3)\n',
          '(turn 3)(turn_neck 3)(change_view narrow)(pointto 5 5)(attentionto our 2)(say "abc")',
        ],
      ],
      [
        'wrong one inside',
        [
          '(turn 10)(nonsense)(turn_neck 20)',
          '(nonsense)(turn 10)',
          '(turn 10)(turn_neck x)',
          '(turn 10)(turn_neck 5',
          '(turn_neck 5)garbage',
          '(turn 10)(',
          '(turn 7)(dash 10)(',
        ],
      ],
      [
        'say',
        [
          '(turn 3)(say hi)',
          '(say hi)(turn 3)',
          '(say "hi")(turn 3)',
          '(say "hi" )(turn 3)',
          '(say a) (say b)',
        ],
      ],
      [
        'twice',
        [
          '(turn 5)(turn 6)',
          '(turn 5)(dash 50)',
          '(dash (l 40 0))(dash (r 20 0))',
          '(dash (l 40 0))(turn 6)',
          '(kick 10 0)(turn 7)',
          '(turn_neck 5)(turn_neck 6)',
          '(change_view wide)(change_view narrow)',
        ],
      ],
      [
        'with queries',
        ['(score)(sense_body)', '(turn 3)(sense_body)', '(sense_body)(turn 3)', '(clang (ver 7 8))(score)'],
      ],
    ],
  }),
  families.commandForms({
    name: 'several-in-one-cycle',
    about: 'one body command per cycle; neck, view, say, arm and ear have their own rules',
    version: 19,
    forms: [
      [
        'body',
        [
          ['(turn 10)', '(turn 20)', '(dash 100)'],
          ['(dash 50)', '(dash 100)'],
          ['(kick 10 0)', '(dash 100)'],
          ['(catch 0)', '(turn 30)'],
          ['(dash (l 50 0))', '(dash (r 30 0))'],
          ['(dash (l 50 0))', '(turn 10)'],
          ['(dash (l 50 0))', '(dash 80)'],
          ['(turn 10)', '(dash (r 30 0))'],
        ],
      ],
      [
        'neck',
        [
          ['(turn_neck 10)', '(turn_neck 20)'],
          ['(turn 10)', '(turn_neck 20)'],
        ],
      ],
      ['view', [['(change_view narrow)', '(change_view wide)', '(change_view normal)']]],
      ['say', [['(say a)', '(say b)', '(say c)']]],
      ['arm', [['(pointto 10 0)', '(pointto 20 90)'], '(pointto 3 3)', ['(pointto off)', '(pointto 4 4)']]],
      [
        'ear',
        [
          ['(attentionto our 2)', '(attentionto opp 1)'],
          ['(attentionto off)', '(attentionto off)'],
        ],
      ],
      ['focus', [['(change_focus 5 5)', '(change_focus 5 5)', '(change_focus 1 1)']]],
      [
        'after a tackle',
        [
          '(tackle 0)',
          '(dash 100)',
          '(turn 10)',
          ['(turn_neck 10)', '(kick 10 10)'],
          '(catch 0)',
          '(tackle 0)',
          '(dash 100)',
          '(move 1 1)',
          '(say z)',
          '(pointto 5 5)',
          '(turn 5)',
          '(turn 5)',
          '(turn 5)',
        ],
      ],
    ],
  }),
  families.commandForms({
    name: 'limits',
    about: 'arguments at and over their limits',
    version: 19,
    forms: [
      [
        'turn',
        [
          '(turn 180)',
          '(turn 180.5)',
          '(turn -181)',
          '(turn 1000)',
          '(turn 0)',
          '(turn -0)',
          '(turn 179.999)',
        ],
      ],
      [
        'neck',
        ['(turn_neck 90)', '(turn_neck 1)', '(turn_neck -300)', '(turn_neck 181)', '(turn_neck -45.5)'],
      ],
      [
        'dash',
        [
          '(dash 100)',
          '(dash 101)',
          '(dash 1000000)',
          '(dash -1)',
          '(dash -100)',
          '(dash 0)',
          '(dash 100 180)',
          '(dash 100 181)',
          '(dash 100 -180)',
          '(dash 100 0.4)',
          '(dash 100 0.6)',
          '(dash 100 89.6)',
          '(dash 0 90)',
        ],
      ],
      ['kick', ['(kick 100 181)', '(kick 101 0)', '(kick -100 0)', '(kick -101 0)']],
      ['catch', ['(catch 181)', '(catch 91)']],
      [
        'focus',
        [
          '(change_focus 50 0)',
          '(change_focus -100 0)',
          '(change_focus 0 100)',
          '(change_focus 0 -200)',
          '(change_focus 20 59)',
          '(change_view narrow)',
          '(change_focus 0 40)',
          '(change_view wide)',
        ],
      ],
      ['pointto', ['(pointto 0 0)', '(pointto -5 0)', '(pointto 1000 720)']],
      ['tackle', ['(tackle 181)']],
    ],
  }),
];
