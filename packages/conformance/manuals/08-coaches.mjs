import { PLAY, params } from '../src/manual-probes.mjs';

export default [
  {
    name: 'coaches',
    heads: ['the manuals', 'version 19'],
    section: 'Coach',
    rows: [
      {
        manual: '`(hear T referee MSG)` to the trainer',
        section: 'Trainer',
        here: '`(hear referee T MSG)`: time and sender are exchanged, in all versions ([spec 07 §11.1](../../specification/07-coach-protocol.md#111-trainer-only-with-ear-on))',
        probe: {
          steps: [
            { send: { T: '(ear on)' }, expect: { T: '(ok ear on)' } },
            { mode: 'kick_off_l', cycles: 1, expect: { T: /^\(hear referee \d+ kick_off_l\)/ } },
          ],
        },
      },
      {
        manual: 'messages of the trainer arrive as `(hear T referee MSG)`',
        section: 'Trainer',
        here: 'for players of version 7 and later they arrive as `(hear T coach "MSG")`',
        probe: {
          steps: [
            PLAY,
            { send: { T: '(say now)' }, expect: { T: '(ok say)' } },
            { cycles: 1, expect: { L1: /^\(hear \d+ coach "now"\)/ } },
          ],
        },
      },
      {
        manual: 'a trainer `say` that is too long or has a character that is not allowed',
        section: 'Trainer',
        here: 'the text is cut to 128 characters, or at this character; the reply is `(ok say)` ([spec 07 §7.10](../../specification/07-coach-protocol.md#710-say-message))',
        probe: {
          steps: [
            PLAY,
            { send: { T: `(say ${'z'.repeat(140)})` }, expect: { T: '(ok say)' } },
            { cycles: 1, expect: { L1: /coach "z{128}"\)/ } },
            { send: { T: '(say a,b)' }, expect: { T: '(ok say)' } },
            { cycles: 1, expect: { L1: /coach "a"\)/ } },
          ],
        },
      },
      {
        manual: 'sender `online_coach_l`',
        here: '`online_coach_left`',
        probe: {
          others: [{ id: 'C', type: 'coach', team: 'Alpha', version: 19 }],
          steps: [
            { send: { L1: '(clang (ver 7 8))' } },
            { send: { C: '(say (freeform "hi"))' } },
            { cycles: 1, expect: { L1: /^\(hear \d+ online_coach_left \(freeform "hi"\)\)/ } },
          ],
        },
      },
      {
        manual: '`(see_global (…) …)` without time',
        here: '`(see_global T (…) …)`; the right goal comes first ([spec 07 §12](../../specification/07-coach-protocol.md#12-visual-messages-look-see-see_global))',
        probe: {
          steps: [
            {
              send: { T: '(look)' },
              expect: { T: /^\(ok look \d+ \(\(g r\) 52\.5 0\) \(\(g l\) -52\.5 0\)/ },
            },
            { cycles: 2, expect: { T: /^\(see_global \d+ \(\(g r\) 52\.5 0\)/ } },
          ],
        },
      },
      {
        manual: '`(init TEAM)` of an online coach',
        here: 'refused; `(init TEAM (version V))`',
        probe: {
          steps: [
            { open: 'X', port: 'coach', send: { X: '(init Alpha)' }, expect: { X: /^\(error / } },
            {
              open: 'Y',
              port: 'coach',
              send: { Y: '(init Alpha (version 19))' },
              expect: { Y: /^\(init l ok\)/ },
            },
          ],
        },
      },
      {
        manual: 'the trainer need not connect',
        section: 'Trainer',
        here: 'true; but if its first datagram is not an init, this datagram gives the kickoff ([spec 07 §3](../../specification/07-coach-protocol.md#3-connecting-as-trainer))',
        probe: {
          clients: [{ id: 'L1', type: 'player', team: 'Alpha', version: 19 }],
          steps: [
            { cycles: 1 },
            { open: 'X', port: 'trainer', send: { X: '(start)' }, expect: { L1: /referee kick_off_l/ } },
          ],
        },
      },
      {
        manual: 'an online coach reconnects after `(bye)`',
        here: 'impossible: after `(bye)` no coach can connect for this team in this match; the reply is `(error connection_failed)` ([spec 07 §2](../../specification/07-coach-protocol.md#2-transport-rules-common-to-both-kinds-of-coach))',
        probe: {
          others: [{ id: 'C', type: 'coach', team: 'Alpha', version: 19 }],
          steps: [
            { leave: 'C' },
            { cycles: 1 },
            {
              connect: { id: 'D', type: 'coach', team: 'Alpha', version: 19, refused: true },
              expect: { D: '(error connection_failed)' },
            },
          ],
        },
      },
      {
        manual: 'types 0 to 6, at most three players of a type',
        section: 'Heterogeneous Players',
        here: 'types 0 to 17, one player of a type (`pt_max`), three substitutions (`subs_max`) ([spec 07 §8.1](../../specification/07-coach-protocol.md#81-change_player_type-unum-type))',
        probe: { steps: [params([/\(player_types 18\)/, /\(pt_max 1\)/, /\(subs_max 3\)/])] },
      },
      {
        manual: 'right coach speaks in mirrored coordinates',
        here: 'true: it receives absolute coordinates and must mirror the coordinates in its messages ([spec 08 §10](../../specification/08-clang.md#10-field-coordinates-and-flipping))',
        probe: {
          others: [
            { id: 'R1', type: 'player', team: 'Beta', version: 19 },
            { id: 'C', type: 'coach', team: 'Beta', version: 19 },
          ],
          steps: [
            PLAY,
            {
              place: { R1: [20, 5, 180, 0, 0] },
              send: { C: '(look)' },
              expect: { C: /\(\(p "Beta" 1\) 20 5 0 0 180 0\)/ },
            },
          ],
        },
      },
      {
        manual: 'freeform before 7.00, or only outside play_on',
        here: 'outside play_on, and in windows of 20 cycles every 600 cycles of play_on ([spec 07 §10.3](../../specification/07-coach-protocol.md#103-freeform-windows-during-play_on))',
        probe: {
          options: { 'server::freeform_wait_period': 5, 'server::freeform_send_period': 2 },
          others: [{ id: 'C', type: 'coach', team: 'Alpha', version: 19 }],
          steps: [
            PLAY,
            { cycles: 2 },
            {
              send: { C: '(say (freeform "a"))' },
              expect: { C: '(error cannot_say_freeform_while_playon)' },
            },
            { cycles: 4 },
            { send: { C: '(say (freeform "b"))' }, expect: { C: '(ok say)' } },
          ],
        },
      },
      {
        manual: 'each freeform window has the same length',
        here: 'the first one is one cycle shorter: play_on cycles 601 to 619, then 1200 to 1219 ([spec 07 §10.3](../../specification/07-coach-protocol.md#103-freeform-windows-during-play_on))',
        probe: {
          options: { 'server::freeform_wait_period': 5, 'server::freeform_send_period': 2 },
          others: [{ id: 'C', type: 'coach', team: 'Alpha', version: 19 }],
          steps: [
            PLAY,
            { cycles: 5 },
            {
              send: { C: '(say (freeform "a"))' },
              expect: { C: '(error cannot_say_freeform_while_playon)' },
            },
            { cycles: 1 },
            { send: { C: '(say (freeform "b"))' }, expect: { C: '(ok say)' } },
            { cycles: 1 },
            {
              send: { C: '(say (freeform "c"))' },
              expect: { C: '(error cannot_say_freeform_while_playon)' },
            },
            { cycles: 3 },
            { send: { C: '(say (freeform "d"))' }, expect: { C: '(ok say)' } },
            { cycles: 1 },
            { send: { C: '(say (freeform "e"))' }, expect: { C: '(ok say)' } },
          ],
        },
      },
    ],
  },
];
