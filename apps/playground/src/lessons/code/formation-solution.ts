import { type AgentPlayer, defineTeam } from '@rcss/agent';

/** Called once per cycle for each player. */
function decide(player: AgentPlayer) {
  if (player.world.goalie) return player.keepGoal();
  if (player.isFirst) return player.intercept() ?? player.scan();
  return player.goTo(player.home) ?? player.scan();
}

export default defineTeam({ play: decide });
