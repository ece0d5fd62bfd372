import { createFrame } from '@rcss/core';
import { createMatchParams, createPlayerParams, createServerParams } from '@rcss/params';
import { judgeMatch } from '@rcss/referee';

const params = createMatchParams(createServerParams(), createPlayerParams(), 1);

/** A ball that rolls towards the right goal, one frame a cycle. */
const steps = [50, 52, 53.9].map((x, i) => {
  const frame = createFrame();
  frame.time = 10 + i;
  frame.playMode = 'play_on';
  frame.left.name = 'Home';
  frame.right.name = 'Away';
  frame.ballX = x;
  return { frame };
});

export const calls: unknown = judgeMatch(steps, { params });
// [{ step: 2, time: 12, text: 'goal_l_1' }]
