import { createMatchParams, createPlayerParams, createServerParams } from '@rcss/params';
import { connectPlayer, createMatch } from '@rcss/simulator';
import { expect, it } from 'vitest';
import { GoalCheck } from './goal.js';

/** A match of three left players; returns what the check answers with the ball at these places. */
function createChecker(xOfThird = 20) {
  const match = createMatch({
    params: createMatchParams(createServerParams({}), createPlayerParams({}), 1),
    seed: 1,
  });
  for (const x of [0, 10, xOfThird]) {
    const connected = connectPlayer(match, { team: 'Mine', version: 19, goalie: false });
    if (!connected.ok) throw new Error(connected.error);
    connected.value.pos.x = x;
    connected.value.pos.y = 0;
  }
  const check = new GoalCheck([{ kind: 'pass', values: [2, 3] }]);
  return (...places: number[]) =>
    places.map((x) => {
      match.world.ball.pos.x = x;
      match.world.ball.pos.y = 0;
      return check.update(match)?.isPassed ?? null;
    });
}

it('a pass is received if no player has the ball in between', () => {
  expect(createChecker()(10.5, 13, 17, 19.5)).toEqual([null, null, null, true]);
});

it('a ball that another player had, or that was kicked by no player, is not a pass', () => {
  expect(createChecker()(10.5, 5, 0.5, 15, 19.5)).toEqual([null, null, null, null, null]);
  expect(createChecker()(15, 19.5)).toEqual([null, null]);
});

it('a ball that two players have in reach is not a pass', () => {
  const check = createChecker(10.8);
  expect(check(9.2, 5, 10.4)).toEqual([null, null, null]);
  // The third player alone has it then.
  expect(check(11.8)).toEqual([true]);
});
