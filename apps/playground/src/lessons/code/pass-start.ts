import { type AgentPlayer, defineTeam } from '@rcss/agent';

/** Called once per cycle for each player. */
function decide(player: AgentPlayer) {
  if (player.world.kickable) return player.hold();
  return player.scan();
}

export default defineTeam({ play: decide });
