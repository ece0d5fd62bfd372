import type { ClangPlayer, ClangWorld } from '@rcss/clang/evaluate';
import { computeDistance } from '../geometry.js';
import type { WorldModel } from '../world/world-model.js';

/**
 * What a player believes about the match, as the coach language describes it. In the team frame: the own team is the left one, so regions are
 * those that the coach means.
 */
export function createAdviceWorld(world: WorldModel): ClangWorld {
  const { time, mode, self, ball, goalsFor, goalsAgainst, unum } = world;
  const players: ClangPlayer[] = [{ side: 'l', unum, x: self.pos.x, y: self.pos.y }];
  for (const { unum: number, pos } of world.players.ownList)
    if (number > 0) players.push({ side: 'l', unum: number, x: pos.x, y: pos.y });
  for (const { unum: number, pos } of world.players.opponentList)
    if (number > 0) players.push({ side: 'r', unum: number, x: pos.x, y: pos.y });
  return {
    time,
    playMode: mode.isOwn === null ? mode.kind : `${mode.kind}_${mode.isOwn ? 'l' : 'r'}`,
    score: { l: goalsFor, r: goalsAgainst },
    ball: { x: ball.pos.x, y: ball.pos.y },
    ballOwner: findOwner(world),
    players,
  };
}

/** The player with the ball as far as the player knows: itself, the nearest one within its kickable distance, or the last one. */
function findOwner(world: WorldModel): ClangWorld['ballOwner'] {
  const { ball, unum, lastTouch, lastTouchUnum } = world;
  if (world.kickable) return { side: 'l', unum };
  let owner: ClangWorld['ballOwner'] = null;
  let nearest = Number.POSITIVE_INFINITY;
  for (const player of [...world.players.ownList, ...world.players.opponentList]) {
    const distance = computeDistance(player.pos, ball.pos);
    if (player.unum === 0 || distance > player.ability.kickable || distance >= nearest) continue;
    nearest = distance;
    owner = { side: player.own ? 'l' : 'r', unum: player.unum };
  }
  if (owner !== null || lastTouchUnum === 0 || lastTouch === null || lastTouch === 'contested') return owner;
  return { side: lastTouch === 'own' ? 'l' : 'r', unum: lastTouchUnum };
}
