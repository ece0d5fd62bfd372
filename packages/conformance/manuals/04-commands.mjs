import { asked, PLAY, refused } from '../src/manual-probes.mjs';

export default [
  {
    name: 'commands',
    heads: ['the manuals', 'version 19'],
    section: 'Client Command Protocol',
    rows: [
      {
        manual: '`(dash P)` with −100 to 100',
        section: 'Dash Model',
        here: '`min_dash_power` is 0 by default; dash backward with a direction: `(dash 100 180)`',
        probe: {
          options: { 'server::max_dash_angle': 180 },
          steps: [
            PLAY,
            asked('(dash -100)', /^\(sense_body .*\(speed 0 0\)/),
            asked('(dash 100 180)', /^\(sense_body .*\(speed 0\.\d+ (180|-180)\)/),
          ],
        },
      },
      {
        manual: '`(dash (l P))`, one leg without direction',
        section: 'Dash Model',
        here: '`(error illegal_command_form)`. Write `(dash (l P D))`, `(dash (l P D) (r P D))`',
        probe: { steps: [PLAY, refused('(dash (l 100))'), refused('(dash (r 100))')] },
      },
      {
        manual: 'a dash of one leg does not rotate the body',
        section: 'Dash Model',
        here: '`(dash (l 100 0))` from rest turns the body by 57.2958°; the right leg alone moves the player straight on ([spec 05 §10](../../specification/05-simulation.md#10-dash))',
        probe: {
          steps: [
            PLAY,
            { place: { L1: [0, 10, 0, 0, 0] }, ball: [20, 20] },
            { commands: { L1: '(dash (l 100 0))' }, cycles: 1 },
            { send: { T: '(look)' }, expect: { T: /\(\(p "Alpha" 1\) 0\.3 10 0\.12 0 57 0\)/ } },
            { place: { L1: [0, 10, 0, 0, 0] } },
            { commands: { L1: '(dash (r 100 0))' }, cycles: 1 },
            { send: { T: '(look)' }, expect: { T: /\(\(p "Alpha" 1\) 0\.3 10 0\.12 0 0 0\)/ } },
          ],
        },
      },
      {
        manual: '`(turn_neck A)` limited by `minmoment`',
        section: 'TurnNeck Model',
        here: 'the neck angle is limited by `minneckang` and `maxneckang` ([spec 05 §11](../../specification/05-simulation.md#11-turn-and-turn_neck))',
        probe: {
          options: { 'server::minmoment': -30, 'server::maxmoment': 30 },
          steps: [
            PLAY,
            asked('(turn_neck 60)', /^\(sense_body .*\(head_angle (59|60)\)/),
            asked('(turn_neck 60)', /^\(sense_body .*\(head_angle (89|90)\)/),
          ],
        },
      },
      {
        manual: '`(change_view low)`, `(change_view QUALITY)`',
        section: 'Vision Sensor Model',
        here: 'error. The width is required and comes first; the quality is optional: `(change_view narrow)`, `(change_view wide low)`',
        probe: {
          steps: [
            PLAY,
            refused('(change_view low)'),
            refused('(change_view high)'),
            asked('(change_view narrow)', /\(view_mode high narrow\)/),
            asked('(change_view wide high)', /\(view_mode high wide\)/),
          ],
        },
      },
      {
        manual: '`(change_view W low)`',
        section: 'Vision Sensor Model',
        here: 'ignored in synchronous vision, which is the default from version 18 on ([spec 04 §3.3](../../specification/04-sensors.md#33-view-widths))',
        probe: { steps: [PLAY, asked('(change_view wide low)', /\(view_mode high /)] },
      },
      {
        manual: '`(pointto false)`, `(attentionto false)`',
        here: 'error; only `off`',
        probe: {
          steps: [
            PLAY,
            refused('(pointto false)'),
            refused('(attentionto false)'),
            asked('(attentionto off)', /^\(sense_body /),
          ],
        },
      },
      {
        manual: '`(attentionto our)`',
        here: 'error; the number is needed: `(attentionto our 5)`',
        probe: {
          steps: [
            PLAY,
            refused('(attentionto our)'),
            asked('(attentionto our 5)', /\(focus \(target l 5\) \(count 1\)\)/),
          ],
          others: [
            { id: 'L2', type: 'player', team: 'Alpha', version: 19 },
            { id: 'L3', type: 'player', team: 'Alpha', version: 19 },
            { id: 'L4', type: 'player', team: 'Alpha', version: 19 },
            { id: 'L5', type: 'player', team: 'Alpha', version: 19 },
          ],
        },
      },
      {
        manual: '`(tackle P)` before version 12',
        section: 'Tackle Model',
        here: '`(tackle DIRECTION)`; `(tackle DIRECTION true)` for a deliberate foul. The second argument is `on`, `off`, `true` or `false`; `1` is not accepted',
        probe: {
          steps: [
            PLAY,
            refused('(tackle 0 1)'),
            asked('(tackle 0 true)', /\(tackle \(expires \d+\) \(count 1\)\)/),
          ],
        },
      },
      {
        manual: '`(say hello)`',
        section: 'Say Model',
        here: 'works; so does `(say "hello")`. The unquoted form takes all that follows in the datagram ([spec 03 §7](../../specification/03-player-protocol.md#7-command-language-grammar))',
        probe: {
          steps: [
            PLAY,
            { commands: { L1: '(say hello)' }, cycles: 1, expect: { L1: /^\(hear \d+ self "hello"\)/ } },
            { commands: { L1: '(say "hello")' }, cycles: 1, expect: { L1: /^\(hear \d+ self "hello"\)/ } },
          ],
        },
      },
      {
        manual: '`(say "")` says nothing',
        section: 'Say Model',
        here: '`(error illegal_command_form)`',
        probe: { steps: [PLAY, refused('(say "")')] },
      },
      {
        manual: 'messages of 512 characters',
        section: 'Say Model',
        here: '10 characters (`say_msg_size`); longer ones are ignored without a reply',
        probe: {
          steps: [
            PLAY,
            { commands: { L1: '(say "12345678901")' }, cycles: 1, absent: { L1: [/^\(hear/, /^\(error/] } },
            {
              commands: { L1: '(say "1234567890")' },
              cycles: 1,
              expect: { L1: /^\(hear \d+ self "1234567890"\)/ },
            },
          ],
        },
      },
      {
        manual: '`(move X Y)` within 54 × 32',
        section: 'Move Model',
        here: "any numbers are accepted. For a place in the opponents' half the player receives a warning, and it is put back before the kickoff ([spec 05 §16](../../specification/05-simulation.md#16-move))",
        probe: {
          options: { 'server::coach': 0, 'server::coach_w_referee': 1 },
          steps: [
            { commands: { L1: '(move 10 10)' }, cycles: 1, expect: { L1: /^\(warning / } },
            { commands: { L1: '(move 1000 1000)' }, cycles: 1, absent: { L1: /^\(error/ } },
          ],
        },
      },
      {
        manual: '`(sense_body)`',
        section: 'Body Sensor Model',
        here: 'not needed, because the server sends the message in every cycle since version 6. Every request is counted, and answered at once by one more sense_body',
        probe: {
          steps: [
            PLAY,
            {
              send: { L1: '(sense_body)' },
              count: { L1: [/^\(sense_body /, 1] },
            },
            { send: { L1: ['(sense_body)', '(sense_body)'] }, count: { L1: [/^\(sense_body /, 2] } },
          ],
        },
      },
      {
        manual: 'a second body command in a cycle',
        here: 'ignored, if the first one was allowed; otherwise the second one is executed ([spec 05 §9.1](../../specification/05-simulation.md#91-one-body-command-per-cycle))',
        probe: {
          steps: [
            PLAY,
            {
              commands: { L1: ['(turn 30)', '(dash 100)'] },
              cycles: 1,
              expect: { L1: /\(speed 0 -?\d+\).*\(kick 0\) \(dash 0\) \(turn 1\)/ },
            },
          ],
        },
      },
      {
        manual: 'at most 3 or 4 commands per cycle',
        here: 'no limit in the protocol. RCSS counts superfluous commands and can drop datagrams ([server](../organizer/server.md))',
        probe: {
          steps: [
            PLAY,
            {
              commands: {
                L1: [
                  '(turn_neck 1)',
                  '(turn_neck 1)',
                  '(turn_neck 1)',
                  '(turn_neck 1)',
                  '(turn_neck 1)',
                  '(turn_neck 1)',
                ],
              },
              cycles: 1,
              expect: { L1: /\(turn_neck \d\)/ },
              absent: { L1: /^\(error/ },
            },
          ],
        },
      },
      {
        manual: '`(long_kick P D)`',
        section: 'Kick Model',
        here: 'accepted, without effect',
        probe: {
          steps: [
            PLAY,
            { place: { L1: [0, 0, 0, 0, 0] }, ball: [0.5, 0, 0, 0] },
            { commands: { L1: '(long_kick 100 0)' }, cycles: 1, absent: { L1: /^\(error/ } },
            { send: { T: '(look)' }, expect: { T: /\(\(b\) 0\.5 0 0 0\)/ } },
          ],
        },
      },
      {
        manual: 'the target of the arm in sense_body',
        here: 'the direction is in whole degrees, relative to the face',
        probe: {
          steps: [
            PLAY,
            { commands: { L1: '(pointto 20 30.6)' }, cycles: 1 },
            {
              cycles: 1,
              expect: { L1: /\(arm \(movable \d+\) \(expires \d+\) \(target 20 3[01]\) \(count 1\)\)/ },
            },
          ],
        },
      },
    ],
  },
];
