import { type AgentPlayer, defineTeam } from '@rcss/agent';

/** Called in every cycle for each player while play is on: returns what the player does, or null. */
function play(player: AgentPlayer) {
  const { world } = player;
  if (world.goalie) return player.keepGoal();
  if (world.kickable) return player.shoot() ?? player.passTo() ?? player.dribbleTo() ?? player.clear();
  if (player.isFirst) return player.tackle() ?? player.intercept();
  return player.goTo(player.home) ?? player.scan();
}

export default defineTeam({ play });
