import { kickRateAt } from '@rcss/physics/predict';
import { type BodyCommand, computeKickPower, kickTo } from '../action.js';
import type { Point } from '../geometry.js';
import { computeMaxSpeed } from '../motion.js';
import type { WorldModel } from '../world-model.js';

/**
 * Kicks the ball in a direction with a speed. If one kick cannot give the speed and no opponent is near, a first
 * kick prepares the second one: it moves the ball to the place around the player from which the second kick is
 * strongest.
 */
export function kickWithSpeed(wm: WorldModel, angle: number, speed: number, patient: boolean): BodyCommand {
  const push = computeKickPower(wm);
  const { server, ball } = wm;
  const now = computeMaxSpeed(ball.vel, angle, push, server.ball_speed_max);
  if (now < speed * 0.95 && patient && wm.nearestOpponent(ball.pos).gap > 2.2) {
    const preparation = prepareKick(wm, angle, push, now);
    if (preparation !== null) return preparation;
  }
  if (now > 0) {
    const used = Math.min(speed, now);
    return kickTo(wm, used * Math.cos(angle), used * Math.sin(angle));
  }
  return kickTo(wm, speed * Math.cos(angle), speed * Math.sin(angle));
}

const CONTROL_POINTS = 12;

/** The kick after which the next one will be strongest, or null when none is much better than `now`. */
function prepareKick(wm: WorldModel, angle: number, push: number, now: number): BodyCommand | null {
  const { self, ball, server } = wm;
  const next: Point = { x: self.pos.x + self.vel.x, y: self.pos.y + self.vel.y };
  const { type } = self.ability;
  let best = now + 0.25;
  let found: Point | null = null;
  for (let i = 0; i < CONTROL_POINTS; i++) {
    const around = self.body + (2 * Math.PI * i) / CONTROL_POINTS;
    for (const gap of [0.5, 0.75]) {
      const relative = { x: gap * Math.cos(around), y: gap * Math.sin(around) };
      const vx = next.x + relative.x - ball.pos.x;
      const vy = next.y + relative.y - ball.pos.y;
      if (Math.hypot(vx - ball.vel.x, vy - ball.vel.y) > push) continue;
      const rate = kickRateAt(type, server.ball_size, relative.x, relative.y, self.body);
      const then = Math.min(rate * server.maxpower, server.ball_accel_max);
      const velocity = { x: vx * server.ball_decay, y: vy * server.ball_decay };
      const reached = computeMaxSpeed(velocity, angle, then, server.ball_speed_max);
      if (reached > best) {
        best = reached;
        found = { x: vx, y: vy };
      }
    }
  }
  return found === null ? null : kickTo(wm, found.x, found.y);
}

/** Stops the ball beside the player, on the side that is farthest from the nearest opponent. */
export function holdBall(wm: WorldModel): BodyCommand {
  const { self, ball } = wm;
  const { player } = wm.nearestOpponent(ball.pos);
  const away = player === null ? self.body : Math.atan2(self.pos.y - player.pos.y, self.pos.x - player.pos.x);
  const target = {
    x: self.pos.x + self.vel.x + 0.6 * Math.cos(away),
    y: self.pos.y + self.vel.y + 0.6 * Math.sin(away),
  };
  return kickTo(wm, target.x - ball.pos.x, target.y - ball.pos.y);
}
