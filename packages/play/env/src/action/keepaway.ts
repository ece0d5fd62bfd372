import { choiceField } from '../layout.js';
import { holdBall } from '../scripts/control.js';
import { passTo, supportKeeper } from '../scripts/script.js';
import type { ActionDecoder } from './action.js';
import { isAvailable } from './availability.js';
import { nthNearestMate } from './discrete.js';
import { choiceOf } from './parameters.js';

const SUPPORT = 0;
const HOLD = 1;
const FIRST_PASS = 2;

/**
 * The decisions of a keeper in the keepaway benchmark (Stone, Sutton and Kuhlmann 2005): with the ball, hold it or pass to the
 * N-th nearest team mate. A player without the ball supports: the first at the ball gets it, the others get open. A choice for
 * the other situation holds or supports, so that an action can be repeated.
 *
 * @param mates Number of team mates of an agent.
 */
export function createKeepawayDecoder(mates: number): ActionDecoder {
  const choices = ['support', 'hold', ...Array.from({ length: mates }, (_, i) => `pass ${i + 1}`)];
  return {
    choices,
    layout: [choiceField('action', 'One of', choices)],
    apply: (view, player, block, offset) => {
      const { match } = view;
      if (!isAvailable(match, player, 'kick')) {
        supportKeeper(view, player);
        return;
      }
      const choice = choiceOf(block[offset] as number, choices.length);
      const mate = choice < FIRST_PASS ? undefined : nthNearestMate(match, player, choice - FIRST_PASS);
      if (mate === undefined) holdBall(match, player);
      else passTo(match, player, mate);
    },
    fillMask: (match, player, out, offset) => {
      const hasBall = isAvailable(match, player, 'kick') ? 1 : 0;
      out[offset + SUPPORT] = 1 - hasBall;
      out.fill(hasBall, offset + HOLD, offset + choices.length);
    },
  };
}
