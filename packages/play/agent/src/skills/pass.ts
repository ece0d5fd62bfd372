import type { Vec2 } from '@rcss/core';
import { clamp, cos, sin } from '@rcss/core/math';
import { computeDirection, computeDistance, isInPitch } from '../geometry.js';
import { estimateRunCycles } from '../reach/intercept.js';
import { computeMaxSpeed, computeRollCycles, computeRollSpeed, cyclesToRun } from '../world/ability.js';
import type { TrackedPlayer } from '../world/player-tracker.js';
import type { WorldModel } from '../world/world-model.js';
import { type Action, createAction } from './action.js';
import { computeKickPower } from './commands.js';
import { computeLossCost, evaluatePosition, MIN_LOSS } from './evaluation.js';
import { type KickOption, kickWithSpeed } from './kick.js';

/** A pass that could be played. */
export interface PassOption extends KickOption {
  readonly receiver: TrackedPlayer;
  /** Cycles until the receiver has the ball. */
  readonly cycles: number;
  readonly score: number;
}

/**
 * Probability that a ball that rolls from `from` with `speed` is not intercepted within `way` meters. Compares the
 * cycles that each opponent and the ball need to points of the ball's line. `head` is the number of cycles that
 * the opponents start earlier.
 */
export function computePassProbability(
  opponents: readonly TrackedPlayer[],
  from: Readonly<Vec2>,
  angle: number,
  speed: number,
  way: number,
  decay: number,
  head: number,
): number {
  const c = cos(angle);
  const s = sin(angle);
  let margin = 6;
  for (const o of opponents) {
    const dx = o.pos.x + o.vel.x - from.x;
    const dy = o.pos.y + o.vel.y - from.y;
    const along = dx * c + dy * s;
    const across = Math.abs(-dx * s + dy * c);
    if (along < -6 || along > way + 12 || across > 22) continue;
    const arm = (o.goalie ? 1.3 : o.ability.kickable + 0.15) + Math.min(2, 0.12 * o.age);
    const reaction = o.tackling ? 6 : 1;
    // The point of the ball's way that is best for this opponent.
    for (let k = 1; k <= 7; k++) {
      const at = (way * k) / 7;
      const gap = Math.sqrt((along - at) * (along - at) + across * across) - arm;
      const need = gap <= 0 ? 0 : reaction + cyclesToRun(o.ability, gap);
      margin = Math.min(margin, need - computeRollCycles(at, speed, decay) - head);
    }
    if (margin <= -2) return 0.02;
  }
  return clamp(0.55 + 0.2 * margin, 0.02, 0.97);
}

/** Greatest first speed of the ball by one kick now, in a direction. */
export function computeMaxKickSpeed(wm: WorldModel, angle: number, push: number): number {
  return computeMaxSpeed(wm.ball.vel, angle, push, wm.server.ball_speed_max);
}

/** Targets of passes to a teammate, relative to the teammate. */
const LEAD_DISTANCES: readonly Readonly<Vec2>[] = [
  { x: 0, y: 0 },
  { x: 3, y: 0 },
  { x: 6, y: 0 },
  { x: 10, y: 0 },
  { x: 15, y: 0 },
  { x: 14, y: 6 },
  { x: 14, y: -6 },
  { x: 5, y: 5 },
  { x: 5, y: -5 },
  { x: 10, y: 7 },
  { x: 10, y: -7 },
  { x: 0, y: 5 },
  { x: 0, y: -5 },
  { x: -4, y: 0 },
];

/** Returns the best pass, or null. `push` is the greatest acceleration of a kick now; `to` is the receiver, 0 for any. */
export function findBestPass(wm: WorldModel, push: number, minLength = 4, to = 0): PassOption | null {
  let best: PassOption | null = null;
  for (const option of listPasses(wm, push, minLength, to))
    if (best === null || option.score > best.score) best = option;
  return best;
}

/** Returns all passes that can be played, to every teammate and to several places around it; arguments as in {@link findBestPass}. */
export function listPasses(wm: WorldModel, push: number, minLength = 4, to = 0): PassOption[] {
  const { players } = wm;
  const line = wm.offsideLine;
  const options: PassOption[] = [];
  for (const mate of players.ownList) {
    if ((to !== 0 && mate.unum !== to) || findPassRefusal(wm, mate, line) !== null) continue;
    for (const lead of LEAD_DISTANCES) {
      if (mate.goalie && lead.x !== 0) continue;
      const option = evaluatePass(wm, mate, lead, push, minLength);
      if (option !== null) options.push(option);
    }
  }
  return options;
}

/** Returns why no pass to a teammate is considered; null if passes are. `line`: x beyond which it is offside. */
export function findPassRefusal(
  wm: WorldModel,
  mate: TrackedPlayer,
  line: number = wm.offsideLine,
): string | null {
  const { ball } = wm;
  if (mate.unum === 0) return 'its number is not known';
  if (mate.age > 12) return `not seen for ${mate.age} cycles`;
  if (mate.pos.x > line - 0.3 && mate.pos.x > ball.pos.x && mate.pos.x > 0 && isOffsidePossible(wm))
    return 'offside';
  return mate.tackling ? 'it tackles' : null;
}

/** Not from some set plays (spec 06 §9.2), and not in matches without offside. */
export function isOffsidePossible(wm: WorldModel): boolean {
  const { kind } = wm.mode;
  return wm.server.use_offside && kind !== 'goal_kick' && kind !== 'kick_in' && kind !== 'corner_kick';
}

function evaluatePass(
  wm: WorldModel,
  mate: TrackedPlayer,
  lead: Readonly<Vec2>,
  push: number,
  minLength: number,
): PassOption | null {
  const { ball, players } = wm;
  const target = { x: mate.pos.x + 2 * mate.vel.x + lead.x, y: mate.pos.y + 2 * mate.vel.y + lead.y };
  if (!isInPitch(target, 1.5)) return null;
  const way = computeDistance(ball.pos, target);
  if (way < minLength || way > 34) return null;
  if (mate.goalie && target.x < -40) return null;
  const value = evaluatePosition(target);
  const angle = computeDirection(ball.pos, target);
  const through = lead.x !== 0 || lead.y !== 0;
  const possible = computeMaxKickSpeed(wm, angle, push);
  const { ball_decay: decay, ball_speed_max: speedMax } = wm.server;
  const wanted = Math.min(speedMax, computeRollSpeed(way, through ? 0.8 : 1.3, decay));
  // If one kick is not enough, a second one is needed, and the other players gain time.
  const twoKicks = possible < wanted * 0.92;
  const speed = twoKicks ? Math.min(wanted, 2.5) : Math.min(wanted, possible);
  const cycles = computeRollCycles(way, speed, decay);
  if (!Number.isFinite(cycles)) return null;
  const body = mate.bodyAge <= 2 ? mate.body : null;
  const arrives = estimateRunCycles(mate.pos, mate.vel, body, mate.ability, target, 0.9) + (through ? 1 : 0);
  if (arrives > cycles + 6) return null;
  // If the ball arrives before the receiver, other players can take it. So the later of ball and receiver is
  // compared.
  const head = twoKicks ? 2 : 0;
  let chance = computePassProbability(players.opponentList, ball.pos, angle, speed, way, decay, head);
  const meeting = Math.max(arrives, cycles);
  for (const o of players.opponentList) {
    const need =
      estimateRunCycles(o.pos, o.vel, o.bodyAge <= 2 ? o.body : null, o.ability, target, o.goalie ? 1.5 : 1) -
      0.1 * o.age;
    if (need < meeting + 2) chance *= clamp(0.7 + 0.25 * (need - meeting), 0.15, 1);
  }
  chance *= clamp(1 - 0.035 * mate.age, 0.3, 1);
  if (twoKicks) chance *= 0.85;
  // It is lost at its end or on the way.
  const middle = { x: (ball.pos.x + target.x) / 2, y: (ball.pos.y + target.y) / 2 };
  const cost = Math.max(MIN_LOSS, computeLossCost(target), computeLossCost(middle));
  const score = chance * value - (1 - chance) * cost - 0.002 * way;
  return { receiver: mate, target, speed, angle, cycles: Math.ceil(meeting), chance, score };
}

/** Arguments of {@link pass}. */
export interface PassArguments {
  /** Number of the receiver; absent: the best one. */
  readonly to?: number;
  /** Smallest probability that the pass arrives, 0 to 1; 0.5 by default. */
  readonly minProbability?: number;
  /** Shortest pass, meters; 4 by default. */
  readonly minLength?: number;
  /** If true, the pass is one kick, as in set plays; otherwise a first kick may prepare it. */
  readonly oneKick?: boolean;
}

/** Passes to the teammate for whom it has the highest value: to the feet, into the run or into space; null if no pass is good enough. */
export function pass(wm: WorldModel, args: PassArguments = {}): Action | null {
  if (!wm.kickable) return null;
  const option = findBestPass(wm, computeKickPower(wm), args.minLength ?? 4, args.to ?? 0);
  if (option === null || option.chance < (args.minProbability ?? 0.5)) return null;
  return playPass(wm, option, args.oneKick !== true);
}

/** Plays a pass and announces it to the receiver. */
export function playPass(wm: WorldModel, option: PassOption, patient: boolean): Action {
  const { receiver, chance, score, target } = option;
  return createAction(
    'pass',
    kickWithSpeed(wm, option.angle, option.speed, patient),
    `to ${receiver.unum}, arrives ${chance.toFixed(2)}, value ${score.toFixed(2)}`,
    { lookAt: target, passTo: receiver.unum, target },
  );
}
