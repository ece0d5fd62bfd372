import { PLAY, refused } from '../src/manual-probes.mjs';

export default [
  {
    name: 'replies',
    heads: ['the manuals', 'version 19'],
    section: 'Client Command Protocol',
    rows: [
      {
        manual: '`(error unknown_command)` to players',
        here: 'only sent from port 6000, to a sender that is not connected. A connected player gets `(error illegal_command_form)` for everything that cannot be parsed ([spec 03 §8](../../specification/03-player-protocol.md#8-malformed-input-and-error-replies))',
        probe: {
          steps: [
            PLAY,
            refused('(fly 100)'),
            { open: 'X', port: 'player', send: { X: '(dash 100)' }, expect: { X: /^\(error / } },
          ],
        },
      },
      {
        manual: '`(error illegal command form)` with blanks',
        here: 'written with underscores; only `(error no team with name X)` has blanks',
        probe: { steps: [PLAY, refused('(dash)')] },
      },
      {
        manual: '`(ok say)` to players',
        section: 'Say Model',
        here: 'no reply. The sender receives `(hear T self "…")`. Coaches and trainers do get `(ok say)`',
        probe: {
          others: [{ id: 'C', type: 'coach', team: 'Alpha', version: 19 }],
          steps: [
            {
              commands: { L1: '(say "hi")' },
              cycles: 1,
              expect: { L1: /^\(hear \d+ self "hi"\)/ },
              absent: { L1: /^\(ok say/ },
            },
            { send: { T: '(say hi)', C: '(say (freeform "hi"))' }, expect: { T: '(ok say)', C: '(ok say)' } },
          ],
        },
      },
      {
        manual: '`(error no_more_team_or_player_or_goalie)`',
        here: '`(error no_more_team)` or `(error no_more_player_or_goalie_or_illegal_client_version)` ([spec 03 §2.4](../../specification/03-player-protocol.md#24-error-replies-on-the-init-port))',
        probe: {
          others: [{ id: 'R1', type: 'player', team: 'Beta', version: 19, goalie: true }],
          steps: [
            {
              connect: { id: 'X', type: 'player', team: 'Gamma', version: 19, refused: true },
              expect: { X: '(error no_more_team)' },
            },
            {
              connect: { id: 'Y', type: 'player', team: 'Beta', version: 19, goalie: true, refused: true },
              expect: { Y: '(error no_more_player_or_goalie_or_illegal_client_version)' },
            },
          ],
        },
      },
      {
        manual: "`(can't reconnect)`, `(error reconnect)`",
        here: '`(error cannot_reconnect_while_playon)`, `(error no_such_team_or_player)`',
        probe: {
          steps: [
            PLAY,
            {
              open: 'X',
              port: 'player',
              send: { X: '(reconnect Alpha 1)' },
              expect: { X: '(error cannot_reconnect_while_playon)' },
            },
            {
              mode: 'before_kick_off',
              send: { X: '(reconnect Other 1)' },
              expect: { X: '(error no_such_team_or_player)' },
            },
          ],
        },
      },
      {
        manual: '`(init SIDE UNUM MODE)` after reconnect',
        here: '`(reconnect SIDE MODE)`',
        probe: {
          steps: [
            { leave: 'L1' },
            { cycles: 1 },
            {
              open: 'X',
              port: 'player',
              send: { X: '(reconnect Alpha 1)' },
              expect: { X: '(reconnect l before_kick_off)' },
              absent: { X: /^\(init/ },
            },
          ],
        },
      },
      {
        manual: '`(warning cannot_change_goalie)`',
        section: 'Coach',
        here: 'the goalie may be substituted ([spec 07 §8.1](../../specification/07-coach-protocol.md#81-change_player_type-unum-type))',
        probe: {
          others: [{ id: 'C', type: 'coach', team: 'Alpha', version: 19 }],
          clients: [
            { id: 'T', type: 'trainer', version: 19 },
            { id: 'L1', type: 'player', team: 'Alpha', version: 19, goalie: true },
            { id: 'C', type: 'coach', team: 'Alpha', version: 19 },
          ],
          steps: [{ send: { C: '(change_player_type 1 5)' }, expect: { C: '(ok change_player_type 1 5)' } }],
        },
      },
      {
        manual: 'length limit 8154 (2013 in version 7) of coach messages',
        section: 'Coach',
        here: 'not checked; 8192 bytes are read ([spec 08 §4](../../specification/08-clang.md#4-limits))',
        probe: {
          options: { 'server::say_coach_msg_size': -1 },
          others: [{ id: 'C', type: 'coach', team: 'Alpha', version: 19 }],
          steps: [{ send: { C: `(say (freeform "${'x'.repeat(8165)}"))` }, expect: { C: '(ok say)' } }],
        },
      },
      {
        manual: '`(ear X)`, `(eye X)` with another word than `on`, `off`: `(error illegal_mode)`',
        section: 'Trainer',
        here: '`(error illegal_command_form)`, to trainers and players',
        probe: {
          steps: [
            refused('(ear X)'),
            { send: { T: '(ear X)' }, expect: { T: '(error illegal_command_form)' } },
            { send: { T: '(eye X)' }, expect: { T: '(error illegal_command_form)' } },
          ],
        },
      },
      {
        manual: 'too many freeform messages of the coach',
        section: 'Coach',
        here: '`(error said_too_many_freeform_messages)`; each other type of message has a word of its own',
        probe: {
          options: { 'server::say_coach_cnt_max': 0 },
          others: [{ id: 'C', type: 'coach', team: 'Alpha', version: 19 }],
          steps: [
            {
              send: { C: '(say (freeform "hi"))' },
              expect: { C: '(error said_too_many_freeform_messages)' },
            },
          ],
        },
      },
    ],
  },
];
