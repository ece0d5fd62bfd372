import { type AgentPlayer, defineTeam } from '@rcss/agent';

/** Called once per cycle for each player. */
function decide(player: AgentPlayer) {
  return player.intercept() ?? player.scan();
}

export default defineTeam({ play: decide });
