/**
 * Kicks into the air, for matches in which the ball leaves the ground (spec 12): passes and clearances over opponents, lobs over the goalie,
 * and the chest trap. In other matches the functions return null.
 */
import type { Vec2 } from '@rcss/core';
import { clamp, cos, sin } from '@rcss/core/math';
import { hasHeight } from '@rcss/params';
import { type LandingKick, loftToLand } from '@rcss/physics/predict';
import {
  computeDistance,
  GOAL_HALF_WIDTH,
  HALF_LENGTH,
  HALF_WIDTH,
  isInPitch,
  toRadians,
} from '../geometry.js';
import { estimateRunCycles } from '../reach/intercept.js';
import type { TrackedPlayer } from '../world/player-tracker.js';
import type { WorldModel } from '../world/world-model.js';
import { type Action, createAction } from './action.js';
import { computeKickRate } from './commands.js';
import { computeLossCost, evaluatePosition, MIN_LOSS } from './evaluation.js';
import { isOffsidePossible } from './pass.js';

/** Shortest and longest flight of a pass, meters. */
const MIN_PASS = 9;
const MAX_PASS = 42;
/** Cycles after the landing in which a receiver gets the ball. */
const MAX_WAIT = 8;
/** Places to which a lofted pass leads, relative to the receiver, meters. */
const LEADS: readonly Readonly<Vec2>[] = [
  { x: 0, y: 0 },
  { x: 4, y: 0 },
  { x: 9, y: 0 },
  { x: 14, y: 0 },
  { x: 8, y: 5 },
  { x: 8, y: -5 },
];
/** Reach of a goalie that catches and of a body that stops the ball, meters. */
const CATCH_REACH = 1.4;
const REACH_MARGIN = 0.15;
/** Height above the reach of an opponent at which the ball passes it, meters. */
const OVER_MARGIN = 0.15;
/** An opponent is on the way within this distance of it, and not nearer to its begin and end, meters. */
const LANE = 2.5;
const CLEAR_BEGIN = 2;
const CLEAR_END = 4;
/** Longest lob, meters; the ball passes below the bar and inside the posts by these margins, meters. */
const MAX_LOB = 30;
const BAR_MARGIN = 0.25;
const POST_MARGIN = 1.2;
/** Distances beyond the goal line at which a lob would land, meters. */
const LOB_DEPTHS: readonly number[] = [0.5, 2, 4, 7];
/** Angles to the forward direction and lengths of clearances that are compared. */
const CLEAR_ANGLES: readonly number[] = [-60, -40, -20, 0, 20, 40, 60];
const CLEAR_LENGTHS: readonly number[] = [22, 30, 38];

/** A kick after which the ball flies to a point. */
export interface LoftOption {
  readonly flight: LandingKick;
  /** Where the ball lands, or should land. */
  readonly target: Vec2;
  /** Probability that it arrives, 0 to 1. */
  readonly chance: number;
  /** Value of the kick, comparable with those of passes on the ground. */
  readonly score: number;
}

/** A pass through the air. */
export interface LoftedPassOption extends LoftOption {
  readonly receiver: TrackedPlayer;
}

/**
 * Returns the fastest kick now that lands at a point, above the reach of a player at `over`, or null if the ball is in the air, out of
 * reach or in a flat match.
 */
function planFlight(
  wm: WorldModel,
  target: Readonly<Vec2>,
  over: Readonly<Vec2> | null = null,
): LandingKick | null {
  const { ball, self, server } = wm;
  if (!hasHeight(server) || !wm.kickable || ball.isHigh) return null;
  const obstacle =
    over === null
      ? undefined
      : { distance: computeDistance(ball.pos, over), height: server.player_height + OVER_MARGIN };
  return loftToLand(server, computeKickRate(wm), self.body, ball, target, obstacle) ?? null;
}

/** Returns the first opponent on the straight way to a point, and not near its ends; null without one. */
function findBlocker({ ball, players }: WorldModel, target: Readonly<Vec2>): TrackedPlayer | null {
  const way = computeDistance(ball.pos, target);
  const c = (target.x - ball.pos.x) / way;
  const s = (target.y - ball.pos.y) / way;
  let first: TrackedPlayer | null = null;
  let nearest = way - CLEAR_END;
  for (const o of players.opponentList) {
    const dx = o.pos.x - ball.pos.x;
    const dy = o.pos.y - ball.pos.y;
    const along = dx * c + dy * s;
    if (along < CLEAR_BEGIN || along >= nearest || Math.abs(dy * c - dx * s) > LANE) continue;
    first = o;
    nearest = along;
  }
  return first;
}

/** Height of a ball in its first flight, meters, `n` cycles after the kick. */
function heightInFlight(cycles: number, n: number, gravity: number): number {
  return (gravity * n * (cycles - n)) / 2;
}

/** Cycles that a tracked player needs to a point. */
function runCycles(p: TrackedPlayer, target: Readonly<Vec2>, reach: number): number {
  return estimateRunCycles(p.pos, p.vel, p.bodyAge <= 2 ? p.body : null, p.ability, target, reach);
}

/**
 * Cycles by which the opponents are too late at every point of the way that they can reach from the ground; negative if one of them takes
 * the ball.
 */
function computeFlightMargin(
  { ball, players, server }: WorldModel,
  { cycles }: LandingKick,
  target: Readonly<Vec2>,
  last: number,
): number {
  let margin = 6;
  for (const o of players.opponentList) {
    const reach = (o.goalie ? CATCH_REACH : o.ability.kickable + REACH_MARGIN) + Math.min(2, 0.12 * o.age);
    const reaction = o.tackling ? 6 : 1;
    for (let n = 1; n <= last; n++) {
      if (n < cycles && heightInFlight(cycles, n, server.gravity) > server.player_height) continue;
      const share = Math.min(1, n / cycles);
      const place = {
        x: ball.pos.x + (target.x - ball.pos.x) * share,
        y: ball.pos.y + (target.y - ball.pos.y) * share,
      };
      margin = Math.min(margin, reaction + runCycles(o, place, reach) - n);
      if (margin <= -2) return margin;
    }
  }
  return margin;
}

/** Probability that the ball arrives if the opponents are too late by `margin` cycles, as for passes on the ground. */
function toChance(margin: number): number {
  return clamp(0.55 + 0.2 * margin, 0.02, 0.97);
}

/** Returns the best pass through the air, or null. */
export function findBestLoftedPass(wm: WorldModel): LoftedPassOption | null {
  const { ball, players } = wm;
  if (!hasHeight(wm.server) || !wm.kickable || ball.isHigh) return null;
  let best: LoftedPassOption | null = null;
  for (const mate of players.ownList) {
    if (mate.age > 8 || mate.unum === 0 || mate.goalie || mate.tackling) continue;
    const isOffside = mate.pos.x > wm.offsideLine - 0.3 && mate.pos.x > 0 && isOffsidePossible(wm);
    if (isOffside && mate.pos.x > ball.pos.x) continue;
    for (const lead of LEADS) {
      const option = evaluateLoftedPass(wm, mate, lead);
      if (option !== null && (best === null || option.score > best.score)) best = option;
    }
  }
  return best;
}

function evaluateLoftedPass(
  wm: WorldModel,
  mate: TrackedPlayer,
  lead: Readonly<Vec2>,
): LoftedPassOption | null {
  const { ball } = wm;
  const target = { x: mate.pos.x + 3 * mate.vel.x + lead.x, y: mate.pos.y + 3 * mate.vel.y + lead.y };
  const way = computeDistance(ball.pos, target);
  if (way < MIN_PASS || way > MAX_PASS || !isInPitch(target, 2)) return null;
  const blocker = findBlocker(wm, target);
  const flight = planFlight(wm, target, blocker?.pos) ?? planFlight(wm, target);
  if (flight === null) return null;
  const arrives = runCycles(mate, target, mate.ability.kickable - 0.2);
  if (arrives > flight.cycles + MAX_WAIT) return null;
  const last = Math.max(flight.cycles, Math.ceil(arrives));
  const chance =
    toChance(computeFlightMargin(wm, flight, target, last)) * clamp(1 - 0.035 * mate.age, 0.3, 1);
  const score =
    chance * evaluatePosition(target) -
    (1 - chance) * Math.max(MIN_LOSS, computeLossCost(target)) -
    0.002 * way;
  return { flight, target, chance, score, receiver: mate };
}

/** Returns the best shot over the goalie that falls below the bar, or null. */
export function findBestLob(wm: WorldModel): LoftOption | null {
  const { ball, players, server } = wm;
  const goalie = players.opponentList.find((p) => p.goalie);
  if (!hasHeight(server) || !wm.kickable || ball.isHigh || goalie === undefined) return null;
  if (computeDistance(ball.pos, { x: HALF_LENGTH, y: 0 }) > MAX_LOB) return null;
  let best: LoftOption | null = null;
  for (const share of [-1, -0.5, 0, 0.5, 1]) {
    for (const depth of LOB_DEPTHS) {
      const crossing = { x: HALF_LENGTH, y: share * (GOAL_HALF_WIDTH - POST_MARGIN) };
      const factor = (HALF_LENGTH + depth - ball.pos.x) / (HALF_LENGTH - ball.pos.x);
      const target = {
        x: HALF_LENGTH + depth,
        y: ball.pos.y + (crossing.y - ball.pos.y) * factor,
      };
      const flight = planFlight(wm, target, goalie.pos);
      if (flight === null) continue;
      const arrival = flight.cycles / factor;
      const height = heightInFlight(flight.cycles, arrival, server.gravity);
      if (height > server.goal_height - BAR_MARGIN) continue;
      const margin = computeFlightMargin(wm, flight, target, Math.ceil(arrival));
      const chance = toChance(margin) * clamp(1 - 0.2 * goalie.age, 0, 1);
      if (best === null || chance > best.chance)
        best = { flight, target: crossing, chance, score: chance * evaluatePosition(crossing) };
    }
  }
  return best;
}

/** Plays a kick through the air. */
function playLoft(kind: string, { flight, target, chance }: LoftOption, passTo = 0): Action {
  const { kick, cycles } = flight;
  return createAction(
    kind,
    { type: 'kick_loft', power: kick.power, dir: kick.dir, loft: kick.loft },
    `${passTo === 0 ? '' : `to ${passTo}, `}arrives ${chance.toFixed(2)}, ${cycles} cycles in the air`,
    { lookAt: target, target, passTo },
  );
}

/** Plays a pass through the air and announces it to the receiver. */
export function playLoftedPass(option: LoftedPassOption): Action {
  return playLoft('lofted_pass', option, option.receiver.unum);
}

/** Passes through the air to the teammate for whom it has the highest value; null if no pass arrives with `minProbability`, 0 to 1. */
export function loftPass(wm: WorldModel, minProbability = 0.6): Action | null {
  const option = findBestLoftedPass(wm);
  return option === null || option.chance < minProbability ? null : playLoftedPass(option);
}

/** Shoots over the goalie; null if a goal is not as probable as `minProbability`, 0 to 1. */
export function lob(wm: WorldModel, minProbability = 0.5): Action | null {
  const option = findBestLob(wm);
  return option === null || option.chance < minProbability ? null : playLoft('lob', option);
}

/** Kicks the ball far away through the air, rather forward; null if all ways end near opponents. */
export function loftClear(wm: WorldModel): Action | null {
  const { ball } = wm;
  let best: LoftOption | null = null;
  for (const angle of CLEAR_ANGLES) {
    for (const length of CLEAR_LENGTHS) {
      const direction = toRadians(angle);
      const target = { x: ball.pos.x + length * cos(direction), y: ball.pos.y + length * sin(direction) };
      if (target.x > HALF_LENGTH - 8 || Math.abs(target.y) > HALF_WIDTH - 1) continue;
      const flight = planFlight(wm, target);
      if (flight === null) continue;
      const chance = toChance(computeFlightMargin(wm, flight, target, flight.cycles));
      const score = chance * (1 + length / 40) + 0.01 * target.x;
      if (best === null || score > best.score) best = { flight, target, chance, score };
    }
  }
  return best === null || best.chance < 0.4 ? null : playLoft('lofted_clear', best);
}

/** Stops a ball in the air or one that bounces, and puts it on the ground; null if it rolls or is out of reach. */
export function trapBall(wm: WorldModel): Action | null {
  const { ball } = wm;
  if (!wm.kickable || !ball.isHigh) return null;
  return createAction('chest_trap', { type: 'chest_trap' }, `ball ${ball.z.toFixed(1)} m high`, {
    lookAt: ball.pos,
  });
}
