import { expect, it } from 'vitest';
import { describeReply, describeServerMessage } from './format-message.js';

it('shows answers to referee commands in words (spec 10 §11)', () => {
  expect(describeReply('(ok change_mode)')).toBe('The server executed the command: change mode');
  expect(describeReply('(error illegal_mode)')).toBe('The server refused the command: illegal mode');
  expect(describeReply('(warning no_such_object)')).toBe('Warning of the server: no such object');
  expect(describeReply('Sent: kick off')).toBe('Sent: kick off');
});

it('shows messages of the server in words (spec 10 §8)', () => {
  const words = (text: string): string =>
    describeServerMessage(text, (side) => (side === 'l' ? 'Foxes' : 'Herons'));
  expect(words('(change_player_type l 2 1)')).toBe('Foxes 2 has player type 1');
  expect(words('(change_player_type r 5 goalie)')).toBe('Herons 5 is goalkeeper now');
  expect(words('((player A_B+1 1) hello (x))')).toBe('A_B+1 1: hello (x)');
  expect(words('(online_coach_right 0 (freeform "hi there"))')).toBe(
    'Coach of Herons: 0 (freeform "hi there")',
  );
  expect(words('(referee kick_off_l)')).toBe('Referee: kick off, Foxes');
  expect(words('(referee yellow_card_r_3)')).toBe('Referee: yellow card, Herons 3');
  expect(words('(referee goal_l_2)')).toBe('Referee: goal, Foxes 2');
  expect(words('(result 202611281912 HELIOS_L_3-vs-A_B-vs_1)')).toBe(
    'Result: HELIOS_L 3 : 1 A_B-vs, 2026-11-28 19:12',
  );
  expect(words('(result 202611201452 Left_0_0w-vs-Right_Coa+ch_0_0)')).toBe(
    'Result: Left_0_0w – Right_Coa+ch_0_0, 2026-11-20 14:52',
  );
  expect(words('(error illegal_mode)')).toBe('(error illegal_mode)');
});
