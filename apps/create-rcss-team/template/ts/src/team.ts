import { type AgentPlayer, defineTeam } from '@rcss/agent';
import type { Action } from '@rcss/agent/skills';

/** Attack with the ball: shoot, pass forward, run with it, or get rid of it. */
function playWithBall(player: AgentPlayer): Action | null {
  return (
    player.shoot() ??
    player.dribbleTo({ x: 48, y: 0 }, 0.7) ??
    player.passTo(undefined, 0.65) ??
    player.dribbleTo({ x: 48, y: 0 }, 0.4) ??
    player.clear() ??
    player.hold()
  );
}

/** Without the ball: the first at the ball runs to it, the others mark or keep the formation. */
function playWithoutBall(player: AgentPlayer): Action | null {
  const { world, home, race } = player;
  if (player.isFirst) return player.tackle() ?? player.intercept();
  const isDefending = race.opponent.cycles < race.mate.cycles && world.ball.pos.x < 0;
  if (isDefending && world.unum <= 6) return player.mark() ?? player.goTo(home, 0.8);
  return player.goTo(home) ?? player.scan();
}

/** Open play: called once per cycle for each player. */
export function decide(player: AgentPlayer): Action | null {
  const { world } = player;
  if (world.ball.age > 10) return player.scan();
  if (world.goalie) return player.keepGoal();
  const mayKick = world.kickable && world.bannedTaker !== world.unum;
  return (mayKick ? playWithBall(player) : null) ?? playWithoutBall(player);
}

export default defineTeam({ play: decide });
