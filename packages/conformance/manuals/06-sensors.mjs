import { asked, PLAY, params } from '../src/manual-probes.mjs';

export default [
  {
    name: 'sensors',
    heads: ['the manuals', 'version 19'],
    section: 'Vision Sensor Model',
    rows: [
      {
        manual: 'seen distances rounded up; error of 10 m at 100 m',
        here: 'rounded to the nearest step ([spec 04 §3.6](../../specification/04-sensors.md#36-noisy-distance-quantization-model-default)), or Gaussian after `(gaussian_see)` ([spec 04 §3.7](../../specification/04-sensors.md#37-noisy-distance-gaussian-model))',
        probe: {
          steps: [
            PLAY,
            { place: { L1: [0, 0, 0, 0, 0] }, ball: [21, 0, 0, 0] },
            { cycles: 2, expect: { L1: /\(\(b\) 20\.1 0/ } },
          ],
        },
      },
      {
        manual: 'team and number of a player get lost at fixed distances',
        here: 'the distances depend on the player type from version 18 on ([spec 04 §3.9](../../specification/04-sensors.md#39-identity-of-players))',
        probe: { steps: [params(/^\(player_type .*\(unum_far_length /)] },
      },
      {
        manual: 'the team name is lost at 60 m',
        here: 'up to version 17',
        probe: {
          options: { 'server::quantize_step': 0.1 },
          others: [
            { id: 'R1', type: 'player', team: 'Beta', version: 19 },
            { id: 'L17', type: 'player', team: 'Alpha', version: 17 },
          ],
          steps: [
            PLAY,
            { place: { L1: [-45, 1, 0, 0, 0], L17: [-45, 1, 0, 0, 0], R1: [25, 0, 0, 0, 0] }, cycles: 1 },
            {
              cycles: 2,
              expect: { L1: /\(\(p "Beta"/, L17: /\(\([pP]\) / },
              absent: { L17: /\(\(p "Beta"/ },
            },
          ],
        },
      },
      {
        manual: 'a message heard at once, every second cycle',
        section: 'Aural Sensor Model',
        here: 'from version 8 on, heard after the next sense_body; in every cycle one message per team ([spec 04 §5.5](../../specification/04-sensors.md#55-player-messages-versions-8-19))',
        probe: {
          others: [{ id: 'L2', type: 'player', team: 'Alpha', version: 19 }],
          steps: [
            PLAY,
            { place: { L1: [0, 0, 0, 0, 0], L2: [5, 0, 0, 0, 0] } },
            { commands: { L1: '(say "a")' }, cycles: 1, expect: { L2: /^\(hear \d+ -?\d+ our 1 "a"\)/ } },
            { commands: { L1: '(say "b")' }, cycles: 1, expect: { L2: /^\(hear \d+ -?\d+ our 1 "b"\)/ } },
          ],
        },
      },
      {
        manual: 'one coach message per cycle (`clang_mess_per_cycle` = 1)',
        section: 'Coach',
        here: 'no limit: all messages that are due are delivered in one cycle; 0 blocks them',
        probe: {
          others: [{ id: 'C', type: 'coach', team: 'Alpha', version: 19 }],
          steps: [
            { send: { L1: '(clang (ver 7 8))' } },
            {
              send: {
                C: [
                  '(say (freeform "a"))',
                  '(say (freeform "b"))',
                  '(say (freeform "c"))',
                  '(say (freeform "d"))',
                ],
              },
            },
            {
              cycles: 1,
              expect: {
                L1: [
                  /online_coach_left \(freeform "a"\)/,
                  /online_coach_left \(freeform "b"\)/,
                  /online_coach_left \(freeform "c"\)/,
                  /online_coach_left \(freeform "d"\)/,
                ],
              },
            },
          ],
        },
      },
      {
        manual: '`(l X 0)` for a line',
        here: '`(l X)`',
        probe: {
          steps: [
            PLAY,
            {
              place: { L1: [0, 0, 0, 0, 0] },
              cycles: 2,
              expect: { L1: /\(\(l r\) / },
              absent: { L1: /\(l r 0\)/ },
            },
          ],
        },
      },
      {
        manual: '`(arm (movable M) (expires E) (count C))`',
        section: 'Body Sensor Model',
        here: '`(arm (movable M) (expires E) (target DIST DIR) (count C))`',
        probe: {
          steps: [
            PLAY,
            {
              commands: { L1: '(pointto 10 0)' },
              cycles: 2,
              expect: { L1: /\(arm \(movable \d+\) \(expires \d+\) \(target 10 0\) \(count 1\)\)/ },
            },
          ],
        },
      },
      {
        manual: 'view interval = quality × width factor',
        here: 'asynchronous: narrow 75 ms, normal 150, wide 300, halved by low quality; synchronous: every 1, 2 or 3 cycles ([spec 04 §3.2](../../specification/04-sensors.md#32-modes-and-timing))',
        probe: {
          steps: [
            PLAY,
            asked('(change_view wide)', /\(view_mode high wide\)/),
            { cycles: 6, count: { L1: [/^\(see /, 2] } },
            asked('(change_view narrow)', /\(view_mode high narrow\)/),
            { cycles: 6, count: { L1: [/^\(see /, 6] } },
          ],
        },
      },
      {
        manual: 'noise per component; noise on the arguments of commands',
        section: 'Movement Models',
        here: 'movement: one noise vector of uniformly distributed length ([spec 05 §6.3](../../specification/05-simulation.md#63-movement-noise)); turns and kicks: random factors ([spec 05 §11](../../specification/05-simulation.md#11-turn-and-turn_neck), [§12](../../specification/05-simulation.md#12-kick))',
      },
    ],
  },
];
