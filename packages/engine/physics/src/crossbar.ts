/**
 * Reflections from the crossbars, seen from the side: the bar is a disc in the plane of x and z (spec 12 §8.2).
 *
 * The way of the step is tested from its begin to its end, like at the posts: the ball is reflected where it first meets the bar, with the
 * rest of its way, and keeps its speed.
 *
 * The measured server looks only at the end of the step. There a fast ball passes through the bar, and a ball that already moves away is
 * reflected too; `rcss::height_as_measured` selects this rule.
 */
import type { Ball } from '@rcss/core';
import { hypot, sqrt } from '@rcss/core/math';
import { GOAL_POST_RADIUS } from '@rcss/core/pitch';
import type { ServerParams } from '@rcss/params';
import { POST_X } from './posts.js';

/**
 * Reflects the ball from a crossbar that it meets in the step from (fromX, fromY, fromZ) to its present place. `ball.vel` is the velocity
 * of the step, before friction.
 */
export function reflectFromCrossbar(
  ball: Ball,
  server: ServerParams,
  fromX: number,
  fromY: number,
  fromZ: number,
): void {
  const contact = GOAL_POST_RADIUS + server.ball_size;
  const { pos } = ball;
  const barZ = server.goal_height;
  // Most steps end here.
  if (Math.abs(pos.x) <= POST_X - contact && Math.abs(fromX) <= POST_X - contact) return;
  if (ball.z <= barZ - contact && fromZ <= barZ - contact) return;
  if (server.height_as_measured) reflectAtEnd(ball, server, contact);
  else reflectOnTheWay(ball, server, contact, fromX, fromY, fromZ);
}

/** Whether a ball at this place across the pitch can meet the bar, its ends included. */
function isAtBar(y: number, server: ServerParams, contact: number): boolean {
  return Math.abs(y) <= server.goal_width / 2 + contact;
}

/** The rule of the measured server (spec 12 §8.2). */
function reflectAtEnd(ball: Ball, server: ServerParams, contact: number): void {
  const { pos, vel } = ball;
  const barX = pos.x > 0 ? POST_X : -POST_X;
  const dx = pos.x - barX;
  const dz = ball.z - server.goal_height;
  const distance = hypot(dx, dz);
  if (!(distance < contact) || distance === 0 || !isAtBar(pos.y, server, contact)) return;
  const nx = dx / distance;
  const nz = dz / distance;
  pos.x = barX + contact * nx;
  ball.z = server.goal_height + contact * nz;
  // The friction of the ground is in the horizontal speed, and is undone afterwards.
  const { ball_decay: decay } = server;
  const k = 2 * (vel.x * decay * nx + ball.vz * nz);
  const slowed = vel.x * decay - k * nx;
  vel.x = decay === 0 ? slowed : slowed / decay;
  ball.vz -= k * nz;
}

/** Reflects at the first point of the way on the disc of the bar. */
function reflectOnTheWay(
  ball: Ball,
  server: ServerParams,
  contact: number,
  fromX: number,
  fromY: number,
  fromZ: number,
): void {
  const { pos, vel } = ball;
  const barX = pos.x > 0 ? POST_X : -POST_X;
  const barZ = server.goal_height;
  const startX = fromX - barX;
  const startZ = fromZ - barZ;
  const wayX = pos.x - fromX;
  const wayZ = ball.z - fromZ;
  const outside = startX * startX + startZ * startZ - contact * contact;
  const along = startX * wayX + startZ * wayZ;
  // A way that leads away from the bar does not meet it, also if it begins on the disc.
  if (along >= 0) return;
  const length = wayX * wayX + wayZ * wayZ;
  const root = along * along - length * outside;
  if (root < 0) return;
  const part = outside > 0 ? (-along - sqrt(root)) / length : 0;
  if (part > 1 || !isAtBar(fromY + part * (pos.y - fromY), server, contact)) return;
  const hitX = startX + part * wayX;
  const hitZ = startZ + part * wayZ;
  const distance = hypot(hitX, hitZ);
  if (distance === 0) return;
  const nx = hitX / distance;
  const nz = hitZ / distance;
  const rest = 1 - part;
  const into = rest * (wayX * nx + wayZ * nz);
  pos.x = barX + contact * nx + rest * wayX - 2 * into * nx;
  const height = barZ + contact * nz + rest * wayZ - 2 * into * nz;
  ball.z = height > 0 ? height : 0;
  const speed = vel.x * nx + ball.vz * nz;
  if (speed >= 0) return;
  vel.x -= 2 * speed * nx;
  ball.vz -= 2 * speed * nz;
}
