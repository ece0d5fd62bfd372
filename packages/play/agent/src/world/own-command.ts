import { atan2, cos, sin } from '@rcss/core/math';
import type { ServerParams } from '@rcss/params';
import { heightCost, kickRateAt } from '@rcss/physics/predict';
import { normalizeAngle, toRadians } from '../geometry.js';
import type { BallTracker } from './ball-tracker.js';
import type { SelfState } from './self-state.js';

/** A command, in degrees and units of power as on the wire, whose effect on the own pose or on the ball can be predicted. */
export type PredictedCommand =
  | { readonly type: 'turn'; readonly moment: number }
  | { readonly type: 'turn_neck'; readonly moment: number }
  | { readonly type: 'kick'; readonly power: number; readonly dir: number }
  | { readonly type: 'kick_loft'; readonly power: number; readonly dir: number; readonly loft: number }
  | { readonly type: 'chest_trap' }
  | { readonly type: 'tackle'; readonly angle: number }
  | { readonly type: 'dash_leg'; readonly leg: 'l' | 'r'; readonly power: number; readonly dir: number };

/**
 * Records what a command that is sent now will change: the next sense_body shows whether the server executed it, and only then the
 * prediction uses it (spec 05 §11 to §13).
 */
export function recordOwnCommand(
  self: SelfState,
  ball: BallTracker,
  server: ServerParams,
  command: PredictedCommand,
): void {
  const { pending } = self;
  switch (command.type) {
    case 'turn':
      pending.turn = toRadians(command.moment);
      break;
    case 'turn_neck':
      pending.neck = toRadians(command.moment);
      break;
    case 'kick': {
      const { type } = self.ability;
      const dx = ball.pos.x - self.pos.x;
      const dy = ball.pos.y - self.pos.y;
      const rate = kickRateAt(type, server.ball_size, dx, dy, self.body);
      const push = Math.min(rate * command.power, server.ball_accel_max);
      const direction = self.body + toRadians(command.dir);
      pending.pushX = push * cos(direction);
      pending.pushY = push * sin(direction);
      break;
    }
    case 'kick_loft': {
      const { type } = self.ability;
      const dx = ball.pos.x - self.pos.x;
      const dy = ball.pos.y - self.pos.y;
      const rate = kickRateAt(type, server.ball_size, dx, dy, self.body);
      const push = command.power * Math.max(0, rate - type.kick_power_rate * heightCost(ball.z, server));
      const along = Math.min(push * cos(toRadians(command.loft)), server.ball_accel_max);
      const direction = self.body + toRadians(command.dir);
      pending.pushX = along * cos(direction);
      pending.pushY = along * sin(direction);
      pending.lift = push * sin(toRadians(command.loft));
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
