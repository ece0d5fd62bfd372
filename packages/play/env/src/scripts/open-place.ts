import type { Player, Vec2 } from '@rcss/core';
import { hypot, sqrt } from '@rcss/core/math';
import type { Match } from '@rcss/simulator';
import type { Area } from '../area.js';

// Where a keeper without the ball gets open. The papers on keepaway name the method, SPAR (Veloso, Stone and Bowling 1999): of
// the places to which a pass is possible, the one that is far from opponents and team mates and near the ball. They give no
// weights; those below are ours.

/** Candidates per axis of the region. */
const GRID = 9;
/** Distance of the candidates from the border of the region, meters. */
const INSET = 2;
/** Angle at the ball between a pass and an opponent from which the pass counts as open, as its sine. */
const OPEN_SINE = 0.34;
/** Weights of the distances from opponents, team mates, the ball and the player's own place, per meter. */
const OPPONENT_WEIGHT = 1;
const MATE_WEIGHT = 1;
const BALL_WEIGHT = -1;
const OWN_WEIGHT = -0.5;
/** Score that a place loses if the pass to it is blocked. */
const BLOCKED = 1000;

/**
 * Finds the best place of a region for a player without the ball.
 *
 * @param out Receives the place, meters.
 */
export function findOpenPlace(match: Match, player: Player, { x, y }: Area, out: Vec2): void {
  let best = Number.NEGATIVE_INFINITY;
  for (let column = 0; column < GRID; column++) {
    const px = x[0] + INSET + ((x[1] - x[0] - 2 * INSET) * column) / (GRID - 1);
    for (let row = 0; row < GRID; row++) {
      const py = y[0] + INSET + ((y[1] - y[0] - 2 * INSET) * row) / (GRID - 1);
      const score = scorePlace(match, player, px, py);
      if (score <= best) continue;
      best = score;
      out.x = px;
      out.y = py;
    }
  }
}

function scorePlace(match: Match, player: Player, x: number, y: number): number {
  const { players, ball } = match.world;
  const ballX = x - ball.pos.x;
  const ballY = y - ball.pos.y;
  const ballGap = Math.max(sqrt(ballX * ballX + ballY * ballY), 1e-6);
  let score = BALL_WEIGHT * ballGap + OWN_WEIGHT * hypot(x - player.pos.x, y - player.pos.y);
  let isOpen = true;
  for (const other of players) {
    if (!other.enabled || other === player) continue;
    const dx = x - other.pos.x;
    const dy = y - other.pos.y;
    const gap = sqrt(dx * dx + dy * dy);
    if (other.side === player.side) {
      score += MATE_WEIGHT * gap;
      continue;
    }
    score += OPPONENT_WEIGHT * gap;
    const ox = other.pos.x - ball.pos.x;
    const oy = other.pos.y - ball.pos.y;
    const distance = Math.max(sqrt(ox * ox + oy * oy), 1e-6);
    const along = (ox * ballX + oy * ballY) / ballGap;
    const across = Math.abs(ox * ballY - oy * ballX) / ballGap;
    if (along > 0 && along < ballGap + 1 && across < OPEN_SINE * distance) isOpen = false;
  }
  return isOpen ? score : score - BLOCKED;
}
