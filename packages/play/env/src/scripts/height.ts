/** What scripted players and macro actions do with a ball that can leave the ground (spec 12). */
import type { Player, Vec2 } from '@rcss/core';
import { hypot } from '@rcss/core/math';
import { PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import { hasHeight } from '@rcss/params';
import { kickToLand } from '@rcss/physics/predict';
import type { Match } from '@rcss/simulator';
import { applyChestTrap, applyKick, canKick } from './control.js';

/** Height above the reach of a player at which a ball passes it, meters. */
const OVER_MARGIN = 0.3;
/** An opponent is on the way within this distance of it, and not nearer to its begin and end, meters. */
const LANE = 2;
const WAY_BEGIN = 1.5;
const WAY_END = 3;
/** Distance beyond the goal line at which a lob would land, and distance from the posts, meters. */
const LOB_DEPTH = 1;
const POST_MARGIN = 1.5;

/** Whether the player can kick a ball that is in the air or bounces. */
function canTrap(match: Match, player: Player): boolean {
  const { z, vz } = match.world.ball;
  return (z > 0 || vz !== 0) && canKick(match, player);
}

/** Stops a ball in the air that the player can kick. Returns whether there is one. */
export function trapHighBall(match: Match, player: Player): boolean {
  if (!canTrap(match, player)) return false;
  applyChestTrap(match, player);
  return true;
}

/** The opponent on the straight way to a point that is next to its end, or undefined. */
function lastOnWay({ world }: Match, player: Player, target: Readonly<Vec2>): Player | undefined {
  const { pos } = world.ball;
  const length = hypot(target.x - pos.x, target.y - pos.y);
  const c = (target.x - pos.x) / length;
  const s = (target.y - pos.y) / length;
  let last: Player | undefined;
  let most = WAY_BEGIN;
  for (const other of world.players) {
    if (!other.enabled || other.side === player.side) continue;
    const dx = other.pos.x - pos.x;
    const dy = other.pos.y - pos.y;
    const along = dx * c + dy * s;
    if (along < most || along > length - WAY_END || Math.abs(dy * c - dx * s) > LANE) continue;
    last = other;
    most = along;
  }
  return last;
}

/**
 * Kicks a ball on the ground so that it first lands at a point (field frame, meters), over the opponent next to it on the way if one kick
 * can do that. Returns false if no kick can.
 */
function loftTo(match: Match, player: Player, target: Readonly<Vec2>): boolean {
  const { world, params } = match;
  const { ball } = world;
  if (!hasHeight(params.server) || !canKick(match, player)) return false;
  const blocker = lastOnWay(match, player, target);
  const over =
    blocker === undefined
      ? undefined
      : {
          distance: hypot(blocker.pos.x - ball.pos.x, blocker.pos.y - ball.pos.y),
          height: params.server.player_height + OVER_MARGIN,
        };
  const found = kickToLand(params, player, ball, target, over) ?? kickToLand(params, player, ball, target);
  if (found === undefined) return false;
  applyKick(match, player, found.kick.power, found.kick.dir, found.kick.loft);
  return true;
}

/** Passes through the air to a team mate, to where it will be. Returns false if no kick can. */
export function loftToMate(match: Match, player: Player, { pos, vel }: Player): boolean {
  return loftTo(match, player, { x: pos.x + 3 * vel.x, y: pos.y + 3 * vel.y });
}

/** Shoots over the opponents so that the ball falls below the bar. Returns false if no kick can. */
export function lobIntoGoal(match: Match, player: Player): boolean {
  const sign = player.side === 'l' ? 1 : -1;
  const { ball } = match.world;
  const halfWidth = match.params.server.goal_width / 2 - POST_MARGIN;
  const y = Math.max(-halfWidth, Math.min(halfWidth, ball.pos.y));
  return loftTo(match, player, { x: sign * (PITCH_HALF_LENGTH + LOB_DEPTH), y });
}
