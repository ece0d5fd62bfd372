import type { PlayerCommand } from '@rcss/core';
import { atan2, cos, sin } from '@rcss/core/math';
import type { ServerParams } from '@rcss/params';
import { heightCost, kickRateAt } from '@rcss/physics/predict';
import { normalizeAngle, toRadians } from '../geometry.js';
import type { BallTracker } from './ball-tracker.js';
import type { SelfState } from './self-state.js';

/**
 * Records what a command that is sent now will change: the next sense_body shows whether the server executed it, and only then the
 * prediction uses it (spec 05 §11 to §13). Commands without an effect on the own pose or the ball are ignored.
 */
export function recordOwnCommand(
  self: SelfState,
  ball: BallTracker,
  server: ServerParams,
  command: PlayerCommand,
): void {
  const { pending } = self;
  switch (command.type) {
    case 'turn':
      pending.turn = toRadians(command.moment);
      break;
    case 'turn_neck':
      pending.neck = toRadians(command.moment);
      break;
    case 'kick':
    case 'kick_loft': {
      const { type } = self.ability;
      const dx = ball.pos.x - self.pos.x;
      const dy = ball.pos.y - self.pos.y;
      const rate = kickRateAt(type, server.ball_size, dx, dy, self.body);
      const isLofted = command.type === 'kick_loft';
      const loft = isLofted ? toRadians(command.loft) : 0;
      const lost = isLofted ? type.kick_power_rate * heightCost(ball.z, server) : 0;
      const push = command.power * Math.max(0, rate - lost);
      const along = Math.min(push * cos(loft), server.ball_accel_max);
      const direction = self.body + toRadians(command.dir);
      pending.pushX = along * cos(direction);
      pending.pushY = along * sin(direction);
      pending.lift = push * sin(loft);
      break;
    }
    case 'chest_trap':
      pending.isTrap = true;
      break;
    case 'dash_leg':
      pending[command.leg === 'l' ? 'leftLeg' : 'rightLeg'] = { power: command.power, dir: command.dir };
      break;
    case 'tackle': {
      const angle = normalizeAngle(toRadians(command.angle));
      const push = computeTacklePush(self, ball, server, angle);
      pending.pushX = push * cos(self.body + angle);
      pending.pushY = push * sin(self.body + angle);
      break;
    }
  }
}

/**
 * Returns the acceleration of the ball by a tackle, meters per cycle squared: the more it goes to the back of the player, the weaker it is (spec 05 §13).
 *
 * @param angle Direction relative to the body, -pi to pi.
 */
export function computeTacklePush(
  self: SelfState,
  ball: BallTracker,
  server: ServerParams,
  angle: number,
): number {
  const ballAngle = atan2(ball.pos.y - self.pos.y, ball.pos.x - self.pos.x) - self.body;
  const { max_tackle_power: front, max_back_tackle_power: back, tackle_power_rate: rate } = server;
  const power = back + (front - back) * (1 - Math.abs(angle) / Math.PI);
  return power * rate * (1 - (0.5 * Math.abs(normalizeAngle(ballAngle))) / Math.PI);
}
