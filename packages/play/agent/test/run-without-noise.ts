import type { Vec2 } from '@rcss/core';
import { computeDistance, toRadians } from '../src/geometry.js';
import type { BodyCommand } from '../src/skills/action.js';
import { computeDashRate, maxTurn } from '../src/world/ability.js';
import { predictLegTurn } from '../src/world/legs.js';
import type { WorldModel } from '../src/world/world-model.js';
import { createTestScene } from './scene.js';

/** A run from the middle, the body in the direction of x. */
export interface NoiselessRun {
  readonly target: Readonly<Vec2>;
  /** Velocity in the direction of x at the start, meters per cycle. */
  readonly speed: number;
  /** Whether the player dashes with two legs. */
  readonly hasLegs: boolean;
}

/** Returns the cycles until a player that repeats a decision is within a distance of the target, without noise (spec 05 §6, §10, §11). */
export function countRunCycles(
  run: NoiselessRun,
  reach: number,
  decide: (wm: WorldModel) => BodyCommand,
): number {
  const wm = createTestScene({ x: 0, y: 0 }, { x: 0, y: 30 });
  Object.assign(wm, { hasLegs: run.hasLegs });
  wm.self.vel.x = run.speed;
  wm.self.speed = run.speed;
  for (let n = 0; n < 100; n++) {
    if (computeDistance(wm.self.pos, run.target) <= reach) return n;
    move(wm, decide(wm));
  }
  return Number.POSITIVE_INFINITY;
}

function move({ self, server }: WorldModel, body: BodyCommand): void {
  const { type } = self.ability;
  const legs =
    body?.type === 'dash' ? [body, body] : body?.type === 'dash_legs' ? [body.left, body.right] : [];
  const turn =
    body?.type === 'turn'
      ? (toRadians(body.moment) * maxTurn(self.speed, type)) / Math.PI
      : body?.type === 'dash_legs'
        ? predictLegTurn(type, server, self.effort, body.left, body.right)
        : 0;
  for (const { power, dir = 0 } of legs) {
    const direction = self.body + toRadians(dir);
    const push = (power * type.dash_power_rate * computeDashRate(toRadians(dir), server)) / 2;
    self.vel.x += push * Math.cos(direction);
    self.vel.y += push * Math.sin(direction);
  }
  self.pos.x += self.vel.x;
  self.pos.y += self.vel.y;
  self.vel.x *= self.ability.decay;
  self.vel.y *= self.ability.decay;
  self.speed = Math.hypot(self.vel.x, self.vel.y);
  self.body += turn;
}
