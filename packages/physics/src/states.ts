import { type Player, PlayerState, type World } from '@rcss/core';

const LASTING =
  PlayerState.STAND |
  PlayerState.GOALIE |
  PlayerState.DISCARD |
  PlayerState.YELLOW_CARD |
  PlayerState.RED_CARD;
const TACKLING = PlayerState.TACKLE | PlayerState.TACKLE_FAULT;

/** Clears the state bits of the cycle, after monitors and game log were served (05 §4.3). */
export function clearStates(world: World): void {
  const players = world.players;
  for (let i = 0; i < players.length; i++) {
    const player = players[i] as Player;
    let kept: number = LASTING;
    if (player.tackleIdle > 0) kept |= TACKLING;
    if (player.foulCharged > 0) kept |= PlayerState.FOUL_CHARGED;
    player.state &= kept;
  }
}

/** Collision marks of one player, cleared right after his periodic sense_body was sent (05 §4.4). */
export function clearCollisionMarks(player: Player): void {
  player.collidedWithBall = false;
  player.collidedWithPlayer = false;
  player.collidedWithPost = false;
}
