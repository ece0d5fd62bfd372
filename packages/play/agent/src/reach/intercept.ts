import type { Vec2 } from '@rcss/core';
import { atan2, pow } from '@rcss/core/math';
import { computeDistance, normalizeAngle } from '../geometry.js';
import { square } from '../square.js';
import {
  type Ability,
  computeDashRate,
  computeRollDistance,
  cyclesToRun,
  MAX_PREDICTED_CYCLES,
  maxTurn,
} from '../world/ability.js';
import { lookUpLegPush } from '../world/legs.js';
import type { TrackedPlayer } from '../world/player-tracker.js';
import type { WorldModel } from '../world/world-model.js';

/** Time and place at which a player gets the ball. */
export interface Reach {
  /** Cycles from now; more than HORIZON: never. */
  cycles: number;
  /** Place of the ball at that time, team frame, meters. */
  x: number;
  /** Meters. */
  y: number;
}

const UNREACHABLE_CYCLES = MAX_PREDICTED_CYCLES + 1;
/** Angle to the target up to which a runner does not turn, radians. */
const MIN_TURN = 0.2;

/**
 * Estimates the cycles that a runner needs to come within `reach` meters of a point, from position, velocity and body direction.
 *
 * A table of distances replaces the step by step prediction of `@rcss/physics`: it is called thousands of times per cycle.
 */
export function estimateRunCycles(
  pos: Readonly<Vec2>,
  vel: Readonly<Vec2>,
  body: number | null,
  ability: Ability,
  target: Readonly<Vec2>,
  reach: number,
): number {
  const glideX = pos.x + vel.x;
  const glideY = pos.y + vel.y;
  const dx = target.x - glideX;
  const dy = target.y - glideY;
  const way = Math.sqrt(dx * dx + dy * dy) - reach;
  if (way <= 0) return computeDistance(pos, target) <= reach ? 0 : 1;
  const turns = body === null ? 0 : countTurns(dx, dy, way, reach, body, vel, ability);
  return turns + cyclesToRun(ability, way);
}

/** Cycles that a runner turns before it runs: none if the direction is good enough to come within `reach` of the target. */
function countTurns(
  dx: number,
  dy: number,
  way: number,
  reach: number,
  body: number,
  vel: Readonly<Vec2>,
  ability: Ability,
): number {
  const angle = Math.abs(normalizeAngle(atan2(dy, dx) - body));
  if (angle <= MIN_TURN) return 0;
  const tolerance = Math.max(MIN_TURN, atan2(reach * 0.7, way));
  if (angle <= tolerance) return 0;
  const speed = Math.sqrt(vel.x * vel.x + vel.y * vel.y);
  return angle - tolerance > maxTurn(speed, ability.type) ? 2 : 1;
}

/**
 * When another player gets the ball. Opponents that were not seen for some time may have come nearer. A teammate whose body direction is
 * not known may have to turn: otherwise two teammates that see each other badly would both leave the ball to the other.
 *
 * @param latest Cycles up to which an answer is needed; a later reach counts as none.
 */
export function computeReach(wm: WorldModel, p: TrackedPlayer, latest: number = MAX_PREDICTED_CYCLES): Reach {
  const { ball } = wm;
  const bonus = p.own ? 0 : Math.min(3, 0.25 * p.age);
  const arm = (p.goalie ? 1.2 : p.ability.kickable) - (p.own ? 0.2 : 0.1) + bonus;
  const body = p.bodyAge <= 2 ? p.body : null;
  const delay = p.own && body === null ? 1 : 0;
  const { ability, vel } = p;
  const glideX = p.pos.x + vel.x;
  const glideY = p.pos.y + vel.y;
  const last = Math.min(latest, MAX_PREDICTED_CYCLES);
  let n = p.tackling ? 5 : 0;
  while (n <= last) {
    if (ball.pathZ[n]! > wm.server.player_height) {
      n += 1;
      continue;
    }
    const x = ball.pathX[n]!;
    const y = ball.pathY[n]!;
    const dx = x - glideX;
    const dy = y - glideY;
    const way = Math.sqrt(dx * dx + dy * dy) - arm;
    let need = 0;
    if (way > 0) {
      need = delay + cyclesToRun(ability, way);
      // Turns take long to compute and only delay the player.
      if (need <= n && body !== null) need += countTurns(dx, dy, way, arm, body, vel, ability);
    } else if (n === 0 && square(x - p.pos.x) + square(y - p.pos.y) > arm * arm) need = 1;
    if (need <= n) return { cycles: n, x, y };
    // The ball does not approach the player faster than it moves, so some cycles can be skipped.
    n += Math.max(1, Math.floor((need - n) / 4));
  }
  return {
    cycles: UNREACHABLE_CYCLES,
    x: ball.pathX[MAX_PREDICTED_CYCLES]!,
    y: ball.pathY[MAX_PREDICTED_CYCLES]!,
  };
}

/** Returns when this player gets the ball. Includes the time for turning and acceleration, and the current velocity. */
export function computeOwnReach(wm: WorldModel): Reach {
  const { self, ball } = wm;
  const { ability } = self;
  const arm = (wm.goalie ? 1.0 : ability.kickable - 0.2) - Math.min(0.3, ball.error * 0.3);
  const start = self.tackleExpires;
  const fitness = 0.7 + (0.3 * self.effort) / self.ability.type.effort_max;
  for (let n = start; n <= MAX_PREDICTED_CYCLES; n++) {
    if (ball.pathZ[n]! > wm.server.player_height) continue;
    const bx = ball.pathX[n]!;
    const by = ball.pathY[n]!;
    const lost = 1 - pow(ability.decay, n);
    const dx = bx - (self.pos.x + (self.vel.x * lost) / (1 - ability.decay));
    const dy = by - (self.pos.y + (self.vel.y * lost) / (1 - ability.decay));
    const way = Math.sqrt(dx * dx + dy * dy);
    if (way <= arm) return { cycles: n, x: bx, y: by };
    // Too far even without a turn, in any direction. Angles take long to compute.
    if (!wm.hasLegs && ability.run[n - start]! * fitness < way - arm) continue;
    let turns = start;
    const direction = normalizeAngle(atan2(dy, dx) - self.body);
    const angle = Math.abs(direction);
    let left = angle - Math.max(0.12, atan2(arm * 0.8, way));
    let { speed } = self;
    while (left > 0 && turns <= n) {
      left -= maxTurn(speed, ability.type);
      speed *= ability.decay;
      turns += 1;
    }
    const dashes = n - turns;
    if (dashes > 0 && ability.run[dashes]! * fitness >= way - arm) return { cycles: n, x: bx, y: by };
    const push = n > start && wm.hasLegs ? lookUpLegPush(ability, wm.server, angle) : null;
    if (push !== null) {
      const first = computeRollDistance(push, ability.decay, n - start);
      if ((ability.run[n - start - 1]! + first) * fitness >= way - arm) return { cycles: n, x: bx, y: by };
    }
    // Dashes to the side or backward, without a turn.
    const rate = computeDashRate(direction, wm.server);
    if (n > start && ability.run[n - start]! * fitness * rate >= way - arm)
      return { cycles: n, x: bx, y: by };
  }
  return {
    cycles: UNREACHABLE_CYCLES,
    x: ball.pathX[MAX_PREDICTED_CYCLES]!,
    y: ball.pathY[MAX_PREDICTED_CYCLES]!,
  };
}

/** When the player itself, the fastest teammate and the fastest opponent get the ball. */
export interface Race {
  readonly own: Reach;
  /** The fastest teammate. */
  readonly mate: Reach;
  readonly mateUnum: number;
  /** The fastest opponent. */
  readonly opponent: Reach;
}

/** Returns when the player itself, the fastest teammate and the fastest opponent get the ball; the player that must not touch it does not count. */
export function compareReach(wm: WorldModel): Race {
  const own = computeOwnReach(wm);
  let mate: Reach = { cycles: UNREACHABLE_CYCLES, x: 0, y: 0 };
  let mateUnum = 0;
  for (const p of wm.players.ownList) {
    if (p.unum === wm.bannedTaker && p.unum !== 0) continue;
    const reach = computeReach(wm, p, mate.cycles);
    if (reach.cycles < mate.cycles || (reach.cycles === mate.cycles && p.unum < mateUnum)) {
      mate = reach;
      mateUnum = p.unum;
    }
  }
  let opponent: Reach = { cycles: UNREACHABLE_CYCLES, x: 0, y: 0 };
  for (const p of wm.players.opponentList) {
    const reach = computeReach(wm, p, opponent.cycles - 1);
    if (reach.cycles < opponent.cycles) opponent = reach;
  }
  return { own, mate, mateUnum, opponent };
}

/** When a player gets the ball, and what it does until then. */
export interface Intercept extends Reach {
  /** Whether the player is of the own team; the player itself is, too. */
  readonly own: boolean;
  /** 0 if the number is not known. */
  readonly unum: number;
  /** Cycles in which it turns. */
  readonly turns: number;
  /** Cycles in which it dashes; in the rest of `cycles` it can wait. */
  readonly dashes: number;
  /** Stamina at the ball if all dashes have full power; null if the stamina of the player is not known. */
  readonly stamina: number | null;
}

/** Stamina after dashes with full power and the rest of the cycles without, within 0 and `stamina_max` (spec 05 §18). */
function spendStamina(wm: WorldModel, gain: number, stamina: number, cycles: number, dashes: number): number {
  const { max_dash_power: power, stamina_max: most } = wm.server;
  let left = stamina;
  for (let n = 0; n < cycles; n++) left = Math.min(most, Math.max(0, left - (n < dashes ? power : 0)) + gain);
  return left;
}

function describeIntercept(
  wm: WorldModel,
  { own, unum, cycles, x, y }: Reach & { readonly own: boolean; readonly unum: number },
  runner: Pick<TrackedPlayer, 'pos' | 'vel' | 'ability'> & { readonly body: number | null },
  energy: { readonly stamina: number; readonly recovery: number } | null,
): Intercept {
  const { pos, vel, body, ability } = runner;
  const dx = x - pos.x - vel.x;
  const dy = y - pos.y - vel.y;
  const reach = ability.kickable;
  const way = Math.sqrt(square(dx) + square(dy)) - reach;
  const isThere = way <= 0;
  const turns =
    isThere || body === null ? 0 : Math.min(cycles, countTurns(dx, dy, way, reach, body, vel, ability));
  const dashes = isThere ? 0 : Math.min(cycles - turns, cyclesToRun(ability, way));
  const gain = ability.type.stamina_inc_max * (energy?.recovery ?? 1);
  const stamina = energy === null ? null : spendStamina(wm, gain, energy.stamina, cycles, dashes);
  return { own, unum, cycles, x, y, turns, dashes, stamina };
}

/**
 * Returns when each known player gets the ball, the first one first: the player itself, teammates and opponents. Players that do not get it
 * within {@link MAX_PREDICTED_CYCLES} are absent, and so is a teammate that must not touch it.
 */
export function listIntercepts(wm: WorldModel): Intercept[] {
  const { self, unum: ownUnum } = wm;
  const found: Intercept[] = [];
  if (wm.bannedTaker !== ownUnum)
    found.push(describeIntercept(wm, { own: true, unum: ownUnum, ...computeOwnReach(wm) }, self, self));
  for (const p of [...wm.players.ownList, ...wm.players.opponentList]) {
    if (p.own && p.unum === wm.bannedTaker && p.unum !== 0) continue;
    const runner = { pos: p.pos, vel: p.vel, body: p.bodyAge <= 2 ? p.body : null, ability: p.ability };
    const energy = p.stamina === null ? null : { stamina: p.stamina, recovery: 1 };
    found.push(describeIntercept(wm, { own: p.own, unum: p.unum, ...computeReach(wm, p) }, runner, energy));
  }
  return found.filter(({ cycles }) => cycles <= MAX_PREDICTED_CYCLES).sort((a, b) => a.cycles - b.cycles);
}
