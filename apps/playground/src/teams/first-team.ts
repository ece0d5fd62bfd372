import { type AgentPlayer, defineTeam } from '@rcss/agent';

/** The player has the ball: shoot, run with it, pass, or get rid of it. */
function playWithBall(player: AgentPlayer) {
  return (
    player.shoot() ??
    player.dribbleTo({ x: 48, y: 0 }, 0.7) ??
    player.passTo(undefined, 0.65) ??
    player.clear() ??
    player.hold()
  );
}

/** Another one has it: the first at the ball runs to it, the others keep the formation. */
function playWithoutBall(player: AgentPlayer) {
  if (player.isFirst) return player.tackle() ?? player.intercept();
  return player.goTo(player.home) ?? player.scan();
}

/** Called once per cycle for each player. */
function decide(player: AgentPlayer) {
  const { world } = player;
  if (world.ball.age > 10) return player.scan();
  if (world.goalie) return player.keepGoal();
  const mayKick = world.kickable && world.bannedTaker !== world.unum;
  return (mayKick ? playWithBall(player) : null) ?? playWithoutBall(player);
}

export default defineTeam({ play: decide });
