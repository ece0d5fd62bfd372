import { type AgentPlayer, defineTeam } from '@rcss/agent';

/** Called once per cycle for each player. */
function decide(player: AgentPlayer) {
  if (player.world.kickable) return (player.unum === 2 ? player.passTo(3) : null) ?? player.hold();
  return (player.isFirst ? player.intercept() : null) ?? player.scan();
}

export default defineTeam({ play: decide });
