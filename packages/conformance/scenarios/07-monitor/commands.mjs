export default ({ monitors: { commands, WORDS } }) => [
  commands({
    name: 'commands-plain',
    about:
      'commands of a version 5 monitor without trainer modes: good, malformed, the trainer-like ones refused; discard',
    version: 5,
    trainer: false,
    list: [
      ...WORDS.ALWAYS,
      { raw: '(dispfoul 0 160 0)' },
      '(start)',
      '(change_mode play_on)',
      '(move (ball) 0 0)',
      '(recover)',
      '(check_ball)',
      async (t) => {
        t.addHeading('(dispdiscard -1 2)');
        t.send('M', '(dispdiscard -1 2)');
        t.excludeFromCycle('R2');
        await t.runCycles({}, 2);
      },
    ],
  }),
  commands({
    name: 'commands-trainer',
    about: 'trainer-like commands of a version 4 monitor with a trainer mode',
    version: 4,
    list: [...WORDS.COACHES, { raw: '(check_ball)' }],
  }),
  commands({
    name: 'commands-binary',
    about: 'commands of a version 1 monitor: replies as binary messages, also on the player port',
    version: 1,
    shows: false,
    list: [
      '(dispfoul 1 2)',
      '(foo)',
      { raw: '(foo)' },
      '(check_ball)',
      '(start)',
      '(move (ball) 3 4)',
      async (t) => {
        t.addHeading('on the player port');
        t.send('M', '(dispfoul 160 -80 0)', { port: t.server.port });
        await t.runCycles();
        t.send('M', '(dispinit)', { port: t.server.port });
        await t.runCycles();
      },
    ],
  }),
  commands({
    name: 'cards',
    about: 'cards by a JSON monitor: yellow, second yellow, red, discard and return',
    version: -1,
    shows: true,
    list: [
      '(dispcard 1 2 yellow)',
      '(dispcard -1 2 red )',
      async (t) => {
        await t.runCycles({ L2: '(dash 60)' });
        t.addHeading('the second yellow card');
        t.send('M', '(dispcard 1 2 yellow)');
        t.excludeFromCycle('L2');
        await t.runCycles({}, 2);
        t.addHeading('red card');
        t.send('M', '(dispcard -1 2 red)');
        t.excludeFromCycle('R2');
        await t.runCycles({}, 2);
        await t.connect({ id: 'R2b', type: 'player', init: '(reconnect Beta 2)', refused: true });
        t.addHeading('discard and return');
        t.send('M', '(dispdiscard -1 1)');
        t.excludeFromCycle('R1');
        await t.runCycles({}, 2);
        await t.connect({
          id: 'R1b',
          type: 'player',
          team: 'Beta',
          init: '(reconnect Beta 1)',
          only: /^\((reconnect|error)/,
        });
        await t.runCycles({}, 2);
      },
    ],
  }),
];
