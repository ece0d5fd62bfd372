import { describe, expect, it } from 'vitest';
import { reencodePlayerMessage } from '../../test/reencode.js';
import { createPlayerEncoding } from '../entries/player.js';
import { decodePlayerMessage } from '../index.js';

/** Examples of the specification, one line each, with the versions to which they apply. */
const BODY_19 =
  '(sense_body 57 (view_mode high normal) (stamina 8000 1 130600) (speed 0 -10) (head_angle 0) (kick 0) (dash 0) (turn 0) (say 0) (turn_neck 0) (catch 0) (move 0) (change_view 0) (change_focus 1) (arm (movable 0) (expires 0) (target 0 0) (count 0)) (focus (target none) (count 0)) (tackle (expires 0) (count 0)) (collision none) (foul (charged 0) (card none)) (focus_point 20.5 -30))';
const BODY_8 =
  '(sense_body 0 (view_mode high normal) (stamina 8000 1) (speed 0 0) (head_angle 0) (kick 0) (dash 0) (turn 0) (say 1) (turn_neck 0) (catch 0) (move 0) (change_view 0) (arm (movable 0) (expires 0) (target 0 0) (count 1)) (focus (target none) (count 0)) (tackle (expires 0) (count 0)))';
const BODY_13 = `${BODY_8.slice(0, -1)} (collision none))`.replace('8000 1)', '8000 1 130600)');
const EXAMPLES: readonly [versions: readonly number[], text: string][] = [
  [
    [1, 2, 3, 4],
    '(sense_body 0 (view_mode high normal) (stamina 8000 1) (speed 0) (kick 0) (dash 0) (turn 0) (say 1))',
  ],
  [
    [5],
    '(sense_body 0 (view_mode high normal) (stamina 8000 1) (speed 0) (head_angle 0) (kick 0) (dash 0) (turn 0) (say 1) (turn_neck 0))',
  ],
  [
    [6],
    '(sense_body 0 (view_mode high normal) (stamina 8000 1) (speed 0 0) (head_angle 0) (kick 0) (dash 0) (turn 0) (say 1) (turn_neck 0))',
  ],
  [
    [7],
    '(sense_body 0 (view_mode high normal) (stamina 8000 1) (speed 0 0) (head_angle 0) (kick 0) (dash 0) (turn 0) (say 1) (turn_neck 0) (catch 0) (move 0) (change_view 0))',
  ],
  [[8, 9, 10, 11], BODY_8],
  [[12], `${BODY_8.slice(0, -1)} (collision none))`],
  [[13], BODY_13],
  [
    [14, 15, 16, 17],
    `${BODY_13.slice(0, -1)} (foul (charged 0) (card none)))`.replace(
      'collision none',
      'collision (ball) (player)',
    ),
  ],
  [[18, 19], BODY_19],
  [[18, 19], BODY_19.replace('(target none)', '(target r 11)').replace('(card none)', '(card yellow)')],
  [[1, 2], '(see 0)'],
  [
    [3],
    '(see 0 ((flag c) 24.8 -14 0 0) ((flag r t) 86.5 -27) ((goal r) 76.7 -4) ((ball) 24.5 -10 0.49 0.6) ((player Lteam 6) 9 0 0 0) ((player Rteam) 33.1 -25) ((player) 44.7 0) ((line r) 76.7 90))',
  ],
  [[4], '(see 0 ((flag t r 20) 51.4 -37) ((player Rteam 1) 22.2 18 0 0 180))'],
  [[5], '(see 0 ((player Rteam 2) 22.2 18 0 0 180 180))'],
  [
    [6, 7],
    '(see 0 ((f c) 16.1 -21 0 0) ((g r) 68 -5) ((b) 16.4 -17 0.328 1) ((p "Rteam" 1 goalie) 16.4 -25 0 0 180 180) ((p "Rteam") 27.1 0) ((l r) 67.4 90))',
  ],
  [[8, 12], '(see 5 ((p "A" 1) 5 0 0 0 0 0 t) ((p "A") 24.5 -1 -150 t))'],
  [[13, 19], '(see 5 ((p "A" 1) 5 0 0 0 0 0 k) ((p "B" 1) 25.8338 -21 0 0 160 160 -154 t))'],
  [[6, 17], '(see 51 ((f c) 38) ((g l) 12) ((b) 40) ((p "A" 1) 9) ((p "A") 13) ((l l) -80))'],
  [[6, 19], '(see 99 ((f c b) 59.1 -21) ((f r b) 108.9 -32) ((l l) 2.1 45) ((l b) 33.8 -45))'],
  [[6, 19], '(see 1 ((F) 1.5 100) ((G) 2 -170) ((B) 0.4 90) ((P) 3 180) ((f c) 5.4 -8 -0 0))'],
  [[3, 5], '(see 1 ((Flag) 1.5 100) ((Goal) 2 -170) ((Ball) 0.4 90) ((Player) 3 180))'],
  [[3, 6], '(hear 0 -113 hey1)'],
  [[7], '(hear 0 -5 "hey1")'],
  [[8, 19], '(hear 0 130 our 6 "hey6")'],
  [[8, 19], '(hear 0 -16 opp "hey17")'],
  [[8, 19], '(hear 14 our 4)'],
  [[8, 19], '(hear 14 opp)'],
  [[1, 7, 19], '(hear 0 referee play_on)'],
  [[1, 7, 19], '(hear 300 referee goal_l_1)'],
  [[7, 8, 19], '(hear 78 coach "trainer hello")'],
  [[1, 7, 19], '(hear 0 online_coach_left (unsupported_clang))'],
  [[7, 19], '(hear 0 online_coach_left (freeform "hi there"))'],
  [[7, 19], '(hear 0 online_coach_right "plain text")'],
  [[1, 6], '(hear 0 self hey)'],
  [[7, 19], '(hear 0 self "hey")'],
  [
    [5, 7],
    '(fullstate 21 (pmode goalie_catch_ball_l) (vmode high normal) (score 0 0) (ball -44.615 1 0 0) (l_1 -45 1 0 0 0 0 8000 1 1) (l_2 -6 -37 0 0 0 0 8000 0.9664 1))',
  ],
  [
    [8, 12],
    '(fullstate 0 (pmode before_kick_off) (vmode high normal) (count 0 0 0 0 0 0 0 1) (arm (movable 0) (expires 0) (target 0 0) (count 1)) (score 0 0) ((b) 0.5 1.25 0.3 0.2) ((p l 1 g) -30 -8 0 0 0 0 (stamina 8000 1 1)) ((p l 2 0) -27 -1 0 0 0 0 (stamina 8000 1 1)))',
  ],
  [
    [13],
    '(fullstate 0 (pmode play_on) (vmode low wide) (count 0 0 0 0 0 0 0 1) (arm (movable 1) (expires 15) (target 3.25 -20) (count 1)) (score 2 1) ((b) 0.5 1.25 0.3 0.2) ((p l 1 g) -30 -8 0 0 0 0 12.5 -0.785398 (stamina 8000 1 1 130600) t))',
  ],
  [
    [14, 17],
    '(fullstate 0 (pmode play_on) (vmode low wide) (count 0 0 0 0 0 0 0 1) (arm (movable 1) (expires 15) (target 3.25 -20) (count 1)) (score 2 1) ((b) 0.5 1.25 0.3 0.2) ((p l 1 g 0) -30 -8 0 0 0 0 (stamina 8000 1 1 130600) f y) ((p r 3 5) -30 -8 0 0 0 0 (stamina 8000 1 1 130600) r))',
  ],
  [
    [18, 19],
    '(fullstate 9 (pmode play_on) (vmode high normal) (count 0 0 0 0 0 0 0 0 0) (arm (movable 0) (expires 0) (target 0 0) (count 0)) (score 0 0) ((b) -15.1945 4.66854 0.309167 0.183455) ((p l 1 0) -20 3 0 0 10 0 (focus_point 0 0) (stamina 8000 1 1 130600)) ((p r 1 0) 5.12737 -1.67892 1.23616e-05 5.70825e-05 170 0 12.0065 0.785852 (focus_point 0 0) (stamina 8000 1 1 130600)))',
  ],
  [[1, 19], '(score 426 0 0)'],
  [[1, 19], '(score 22 0 1)'],
  [[1, 19], '(think)'],
  [[7, 19], '(change_player_type 2 3)'],
  [[7, 19], '(change_player_type 2)'],
  [[16, 19], '(change_player_type l 3 goalie)'],
  [[1, 19], '(init l 1 before_kick_off)'],
  [[1, 19], '(reconnect r before_kick_off)'],
  [[19], '(ok compression 6)'],
  [[19], '(ok clang (ver 7 8))'],
  [[19], '(ok synch_see)'],
  [[19], '(ok gaussian_see)'],
  [[8, 19], '(warning message_not_null_terminated)'],
  [[19], '(warning moving_to_opponent_field)'],
  [[19], '(warning compression_unsupported)'],
  [[1, 19], '(error illegal_command_form)'],
  [[1, 19], '(error too_many_moves)'],
  [[8, 19], '(error no team with name "a (b) c)'],
  [[8, 19], '(error only_init_allowed_on_init_port)'],
];

describe('the examples of the specification decode and encode to the same text (spec 03 §10, §13.36, §13.37, §13.38, §13.39)', () => {
  for (const [versions, text] of EXAMPLES) {
    it(`${text.slice(0, 90)} (versions ${versions.join(', ')})`, () => {
      const decoded = decodePlayerMessage(text);
      expect(decoded.ok && decoded.value.type !== 'unknown').toBe(true);
      if (!decoded.ok) return;
      for (const version of versions) {
        const names = text.includes('team') ? ['Lteam', 'Rteam'] : ['A', 'B'];
        const encoding = createPlayerEncoding(version, 'l', { left: names[0]!, right: names[1]! });
        expect(reencodePlayerMessage(decoded.value, encoding, names.slice(0, 1))).toBe(`${text}\0`);
      }
    });
  }
});
