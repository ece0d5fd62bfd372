import { type AgentPlayer, defineTeam } from '@rcss/agent';

/** The player has the ball: shoot, or carry it to the goal. */
function playWithBall(player: AgentPlayer) {
  return player.shoot() ?? player.dribbleTo({ x: 48, y: 0 }) ?? player.hold();
}

/** Called once per cycle for each player. */
function decide(player: AgentPlayer) {
  if (player.world.kickable) return playWithBall(player);
  return player.intercept() ?? player.scan();
}

export default defineTeam({ play: decide });
