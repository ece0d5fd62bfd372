import { clang } from '../src/manual-probes.mjs';

export default [
  {
    name: 'clang',
    heads: ['the manuals', 'why, and instead'],
    section: 'Coach Language',
    rows: [
      {
        manual: '`(owner our 5)`',
        here: '`(bowner our {5})`',
        probe: clang(['(define (definec "C" (bowner our {5})))'], ['(define (definec "C" (owner our 5)))']),
      },
      {
        manual: '`(bowner our 5)`, `(mark 10)`, `(do our 5 …)`',
        here: 'a set of players needs braces: `(mark {10})`',
        probe: clang(
          ['(define (definea "A" (mark {10})))'],
          [
            '(define (definec "C" (bowner our 5)))',
            '(define (definea "A" (mark 10)))',
            '(define (defined "D" (do our 5 (hold))))',
          ],
        ),
      },
      {
        manual: '`(definerule position2 direc …)`, `pos2a`, `player2`, `defenseformation`',
        here: 'a rule name must not begin with `c`, `d`, `p` or `s`: write `Pos2a`; 8 characters at most ([spec 08 §2.4](../../specification/08-clang.md#24-variables-var), [§4](../../specification/08-clang.md#4-limits))',
        probe: clang(
          ['(define (definerule Pos2a direc ((true) (do our {5} (hold)))))'],
          [
            '(define (definerule position2 direc ((true) (do our {5} (hold)))))',
            '(define (definerule pos2a direc ((true) (do our {5} (hold)))))',
            '(define (definerule player2 direc ((true) (do our {5} (hold)))))',
            '(define (definerule defenseformation direc ((true) (do our {5} (hold)))))',
          ],
        ),
      },
      {
        manual: '`(definec "Attacking" …)` and its use',
        here: 'conditions are forwarded with doubled quotes that players cannot parse; write conditions out ([spec 08 §14](../../specification/08-clang.md#14-constructs-that-do-not-survive-forwarding-quirks))',
        probe: clang(['(define (definec "Attack" (true)))'], ['(define (definec "Attacking" (true)))']),
      },
      {
        manual: '`(defined "Pass10to11" …)`',
        here: '8 characters at most for all names',
        probe: clang(
          ['(define (defined "Pass10to" (do our {10} (pass {11}))))'],
          ['(define (defined "Pass10to11" (do our {10} (pass {11}))))'],
        ),
      },
      {
        manual: '`(arc P R1 R2 A)`',
        here: 'four numbers after the point: inner radius, outer radius, begin and span of the angle, `(arc (pt 0 0) 5 10 0 180)`',
        probe: clang(
          ['(define (definer "R" (arc (pt 0 0) 5 10 0 180)))'],
          ['(define (definer "R" (arc (pt 0 0) 5 10 180)))'],
        ),
      },
      {
        manual: '`(quad P P P P)`',
        here: 'parses, but players receive three points; use two `tri`',
        probe: {
          others: [{ id: 'C', type: 'coach', team: 'Alpha', version: 19 }],
          steps: [
            { send: { L1: '(clang (ver 7 8))' } },
            {
              send: { C: '(say (define (definer "R" (quad (pt 0 0) (pt 1 0) (pt 1 1) (pt 0 1)))))' },
              expect: { C: '(ok say)' },
            },
            {
              cycles: 1,
              expect: {
                L1: /online_coach_left \(define \(definer "R" \(quad \(pt \S+ \S+\) ?\(pt \S+ \S+\) ?\(pt \S+ \S+\)\)\)\)/,
              },
            },
          ],
        },
      },
      {
        manual: '`(own_goals > 1)`, `(time = 1)`',
        here: '`our_goals`; `==`',
        probe: clang(
          ['(define (definec "C" (our_goals > 1)))', '(define (definec "C" (time == 1)))'],
          ['(define (definec "C" (own_goals > 1)))', '(define (definec "C" (time = 1)))'],
        ),
      },
      {
        manual: '`(playm kick_off_l)`',
        here: 'the coach language has its own words for play modes: `ko_our`, `ko_opp` ([spec 08 §9.4](../../specification/08-clang.md#94-conditions))',
        probe: clang(
          ['(define (definec "C" (playm ko_our)))'],
          ['(define (definec "C" (playm kick_off_l)))'],
        ),
      },
      {
        manual: '`(freeform hello)`, commas and colons in texts',
        here: 'the text needs quotes; it may contain only letters, digits, blanks and `().+-*/?<>_`',
        probe: clang(['(freeform "hello")'], ['(freeform hello)', '(freeform "a, b: c")']),
      },
      {
        manual: '`(ruleset_on r1)`, `(delete_rule …)`, `(approach_ball)`',
        here: '`(rule (on r1))`, `(delete r1)`; `(approach_ball)` was never part of the language',
        probe: clang(
          ['(rule (on r1))', '(delete r1)'],
          ['(ruleset_on r1)', '(delete_rule r1)', '(define (definea "A" (approach_ball)))'],
        ),
      },
      {
        manual: 'version 7: `info`, `advice`, `meta`',
        here: 'still accepted; they are sent only to players that have declared a version range that includes 7, such as `(clang (ver 7 8))` ([spec 08 §7](../../specification/08-clang.md#7-language-versions-and-filtering))',
        probe: {
          others: [
            { id: 'C', type: 'coach', team: 'Alpha', version: 19 },
            { id: 'L2', type: 'player', team: 'Alpha', version: 19 },
          ],
          steps: [
            { send: { L1: '(clang (ver 7 8))', L2: '(clang (ver 8 8))' } },
            { send: { C: '(say (info (clear)))' }, expect: { C: '(ok say)' } },
            {
              cycles: 1,
              expect: {
                L1: /online_coach_left \(info \(clear\)\)/,
                L2: /online_coach_left \(unsupported_clang\)/,
              },
            },
          ],
        },
      },
    ],
  },
];
