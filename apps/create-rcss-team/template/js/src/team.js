import { defineTeam } from '@rcss/agent';

/**
 * Attack with the ball: shoot, pass forward, run with it, or get rid of it.
 *
 * @param {import('@rcss/agent').AgentPlayer} player
 */
function playWithBall(player) {
  return (
    player.shoot() ??
    player.dribbleTo({ x: 48, y: 0 }, 0.7) ??
    player.passTo(undefined, 0.65) ??
    player.dribbleTo({ x: 48, y: 0 }, 0.4) ??
    player.clear() ??
    player.hold()
  );
}

/**
 * Without the ball: the first at the ball runs to it, the others mark or keep the formation.
 *
 * @param {import('@rcss/agent').AgentPlayer} player
 */
function playWithoutBall(player) {
  const { world, home, race } = player;
  if (player.isFirst) return player.tackle() ?? player.intercept();
  const isDefending = race.opponent.cycles < race.mate.cycles && world.ball.pos.x < 0;
  if (isDefending && world.unum <= 6) return player.mark() ?? player.goTo(home, 0.8);
  return player.goTo(home) ?? player.scan();
}

/**
 * Open play: called once per cycle for each player.
 *
 * @param {import('@rcss/agent').AgentPlayer} player
 */
export function decide(player) {
  const { world } = player;
  if (world.ball.age > 10) return player.scan();
  if (world.goalie) return player.keepGoal();
  const mayKick = world.kickable && world.bannedTaker !== world.unum;
  return (mayKick ? playWithBall(player) : null) ?? playWithoutBall(player);
}

export default defineTeam({ play: decide });
