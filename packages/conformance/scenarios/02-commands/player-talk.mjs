// say, move, score and goalie's move.

export default ({ presets }) => {
  const listeners = [
    { id: 'T', type: 'trainer', version: 19, only: /^\((ok|error|warning|hear)/ },
    { id: 'L1', type: 'player', team: 'Alpha', version: 19, only: /^\((hear|error|warning|ok|score)/ },
    { id: 'L2', type: 'player', team: 'Alpha', version: 19, only: /^\((hear|error)/ },
    { id: 'R1', type: 'player', team: 'Beta', version: 7, only: /^\((hear|error)/ },
  ];
  return [
    {
      name: 'say',
      about: 'say messages: quotes, lengths, letters; who hears what',
      options: { ...presets.lab, 'server::say_msg_size': 20 },
      clients: listeners,
      async script(t) {
        await t.command('(ear on)');
        await t.placePlayer('L1', -10.5, 3.25, 12.3);
        await t.placePlayer('L2', -20.5, 13.25, 0);
        await t.placePlayer('R1', 10.5, -13.25, 180);
        await t.setPlayMode('play_on');
        const forms = [
          '(say hello)',
          '(say "hello")',
          '(say hello world)',
          '(say "hello world")',
          '(say 12345678901234567890)',
          '(say 123456789012345678901)',
          '(say "12345678901234567890")',
          '(say "123456789012345678901")',
          '(say )',
          '(say)',
          '(say "")',
          '(say  two  blanks )',
          '(say a.b+c-d*e/f?g<h>i_j)',
          '(say (x) (y))',
          '(say ((x))',
          '(say a,b)',
          '(say "a!b")',
          '(say "abc)',
          '(say abc")',
          "(say 'abc')",
          '(say a\nb)',
          '(say a\tb)',
          '(SAY abc)',
          '(say"abc")',
          '(say 1)',
          '(say "a" "b")',
          '( say abc)',
          '(say abc',
        ];
        for (const form of forms) {
          t.addHeading(form);
          await t.runCycles({ L1: form });
        }
      },
    },
    {
      name: 'say-default-size',
      about: 'the default limit of 10 characters, before kick-off and from a version 7 player',
      options: presets.lab,
      clients: listeners,
      async script(t) {
        await t.placePlayer('L1', -10.5, 3.25, 12.3);
        await t.placePlayer('L2', -20.5, 13.25, 0);
        await t.placePlayer('R1', 10.5, -13.25, 180);
        await t.runCycles({ L1: '(say 1234567890)' });
        await t.runCycles({ L1: '(say 12345678901)' });
        await t.runCycles({ R1: '(say 1234567890)' });
        await t.runCycles({ R1: '(say "1234567890")' });
        await t.runCycles({ R1: '(say 12345678901)' });
        await t.setPlayMode('play_on');
        for (let i = 0; i < 4; i += 1) await t.runCycles({ L2: `(say m${i})` });
      },
    },
    {
      name: 'move-and-score',
      about: 'move before kick-off, after a goal and in play; score before and after goals; both sides',
      options: { ...presets.lab },
      clients: [
        { id: 'T', type: 'trainer', version: 19, only: /^\((ok|error|warning|see_global)/ },
        {
          id: 'L1',
          type: 'player',
          team: 'Alpha',
          version: 19,
          only: /^\((error|warning|ok|score|sense_body)/,
        },
        {
          id: 'R1',
          type: 'player',
          team: 'Beta',
          version: 13,
          only: /^\((error|warning|ok|score|sense_body)/,
        },
      ],
      async script(t) {
        // The right player's places are mirrored: y values keep the two and the ball apart.
        const both = (x, y) => t.runCycles({ L1: `(move ${x} ${y})`, R1: `(move ${x} ${Number(y) + 3})` });
        for (const [x, y] of [
          [-10, 5],
          [10, 5],
          [0, 6],
          [-0.2, 7],
          [-0.31, 7],
          [-70, -50],
          ['1e1', '.5'],
          ['+3', '-.5'],
        ]) {
          t.addHeading(`before kick-off: ${x} ${y}`);
          await both(x, y);
        }
        await t.runCycles({ L1: '(move x y)', R1: '(move 5)' });
        await t.runCycles({ L1: ['(move -5 5)', '(move -6 6)'], R1: ['(turn 30)', '(move -7 7)'] });
        for (const mode of [
          'play_on',
          'goal_l',
          'goal_r',
          'free_kick_l',
          'goal_kick_r',
          'drop_ball',
          'penalty_setup_l',
          'time_over',
          'before_kick_off',
        ]) {
          t.addHeading(`mode ${mode}`);
          await t.setPlayMode(mode);
          await both(-12 - mode.length, 9.5);
        }
        await t.runCycles({ L1: '(score)', R1: '(score)' });
      },
    },
  ];
};
