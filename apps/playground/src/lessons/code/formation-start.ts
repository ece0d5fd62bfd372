import { type AgentPlayer, defineTeam } from '@rcss/agent';

/** Called once per cycle for each player. */
function decide(player: AgentPlayer) {
  if (player.world.goalie) return player.keepGoal();
  return player.intercept() ?? player.scan();
}

export default defineTeam({ play: decide });
