import { type AgentPlayer, defineTeam } from '@rcss/agent';

/** Called once per cycle for each player. */
function decide(player: AgentPlayer) {
  if (player.world.kickable) return (player.unum === 2 ? player.passTo(3, 0) : null) ?? player.hold();
  return (player.isFirst ? player.intercept() : null) ?? player.scan();
}

// Players of version 20 receive the height of the ball.
export default defineTeam({ play: decide, version: 20 });
