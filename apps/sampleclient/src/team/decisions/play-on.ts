import { clamp } from '@rcss/core/math';
import { computeCruisePower, faceBall, goTo, type Intention } from '../action.js';
import { computeHomePosition, getRole } from '../formation.js';
import { computeDirection, computeDistance, movePoint, OWN_GOAL, type Point } from '../geometry.js';
import type { TrackedPlayer } from '../player-tracker.js';
import { type GoalieMemory, playGoalie } from '../skills/goalie.js';
import { compareReach, type Race } from '../skills/intercept.js';
import { computeTackleProbability, tackleAway } from '../skills/tackle.js';
import type { WorldModel } from '../world-model.js';
import { decideWithBall } from './with-ball.js';

/** Open play. */
export function decidePlayOn(wm: WorldModel, memory: GoalieMemory, out: Intention): void {
  const { self, ball } = wm;
  out.lookAt = ball.pos;
  if (self.tackleExpires > 0 || self.charged > 0) return;
  if (ball.age > 12) {
    searchBall(wm, out);
    return;
  }
  const race = compareReach(wm);
  if (wm.goalie) {
    playGoalie(wm, race, memory, out);
    return;
  }
  const banned = wm.bannedTaker === wm.unum;
  if (wm.kickable && !banned) {
    decideWithBall(wm, out);
    return;
  }
  if (!banned && isTackleBest(wm, race)) {
    out.act = 'tackle';
    out.body = tackleAway(wm);
    return;
  }
  const { own, mate } = race;
  const called = wm.passReceiver === wm.unum && own.cycles <= mate.cycles + 3;
  const first = own.cycles < mate.cycles || (own.cycles === mate.cycles && wm.unum < race.mateUnum);
  if (!banned && (first || called || own.cycles <= 2)) {
    chaseBall(wm, race, out);
    return;
  }
  takeSupportPosition(wm, race, banned, out);
}

/** The place of the ball is unknown: go home and look around. */
function searchBall(wm: WorldModel, out: Intention): void {
  out.lookAt = null;
  out.act = 'search';
  const home = computeHomePosition(wm.unum, wm.ball.pos);
  if (computeDistance(wm.self.pos, home) > 6 && wm.cycle % 4 !== 0) out.body = goTo(wm, home, 3, 60);
  else out.body = { type: 'turn', moment: 90 };
}

function isTackleBest(wm: WorldModel, race: Race): boolean {
  const { ball, self } = wm;
  if (ball.age > 1 || computeDistance(self.pos, ball.pos) > 2.2) return false;
  const owner = wm.nearestOpponent(ball.pos);
  if (owner.player === null || owner.gap > owner.player.ability.kickable + 0.2) return false;
  // A teammate also has the ball, or the player reaches it in the next cycle.
  if (race.mate.cycles === 0 || race.own.cycles <= 1)
    return computeTackleProbability(wm) > 0.95 && race.opponent.cycles === 0;
  const danger = ball.pos.x < -25 ? 0.12 : 0;
  return computeTackleProbability(wm) > 0.85 - danger;
}

/** Runs to the point at which the player can reach the ball first. */
function chaseBall(wm: WorldModel, race: Race, out: Intention): void {
  const { own, opponent } = race;
  out.act = 'chase';
  let target: Point = { x: own.x, y: own.y };
  if (opponent.cycles === 0 && own.cycles > 2) {
    // An opponent has the ball. If the player is in front of the opponent, nearer to the own goal, it goes to the
    // ball. Otherwise it runs to the point where the opponent will be.
    const owner = wm.nearestOpponent(wm.ball.pos).player;
    const { pos } = wm.self;
    const inFront = computeDistance(pos, OWN_GOAL) < computeDistance(target, OWN_GOAL) - 0.5;
    if (owner !== null && !inFront) {
      const ahead = Math.min(10, own.cycles) * 0.8;
      target = { x: target.x + owner.vel.x * ahead, y: target.y + owner.vel.y * ahead };
    }
    target = movePoint(target, inFront ? 0.4 : 0.8, computeDirection(target, OWN_GOAL));
  }
  const urgency = own.cycles > 25 ? 0.7 : 1;
  out.body = goTo(wm, target, 0.25, computeCruisePower(wm, urgency)) ?? faceBall(wm);
}

/**
 * For a player that does not have the ball and is not the nearest to it: covers, marks, or becomes free for a
 * pass.
 */
function takeSupportPosition(wm: WorldModel, race: Race, banned: boolean, out: Intention): void {
  const { self, ball } = wm;
  out.act = 'support';
  const theyHaveIt = race.opponent.cycles < Math.min(race.own.cycles, race.mate.cycles);
  const meeting = theyHaveIt ? race.opponent : race.mate;
  const expected = meeting.cycles <= 30 ? { x: meeting.x, y: meeting.y } : ball.pos;
  const line = wm.offsideLine;
  let target = computeHomePosition(wm.unum, expected, Math.max(line, expected.x) - 1);
  let urgency = 0.5;
  if (theyHaveIt) {
    const chaser = race.own.cycles < race.mate.cycles ? wm.unum : race.mateUnum;
    const marked = findOpponentToMark(wm, expected, chaser);
    if (marked !== null) {
      target = marked;
      urgency = 0.9;
    }
    if (expected.x < -20) urgency = 0.9;
  } else if (!banned) target = findFreeSpace(wm, target, line);
  if (banned && computeDistance(target, ball.pos) < 3)
    target = movePoint(ball.pos, 4, computeDirection(ball.pos, self.pos));
  // An offside player returns at full speed.
  if (self.pos.x > line && ball.pos.x < line) urgency = 0.9;
  const gap = computeDistance(self.pos, target);
  if (gap > 12) urgency = Math.max(urgency, 0.8);
  const tolerance = clamp(computeDistance(self.pos, ball.pos) * 0.025, 0.4, 1);
  out.body = goTo(wm, target, tolerance, computeCruisePower(wm, urgency)) ?? faceBall(wm);
}

/**
 * Returns the attacker to mark, or null for none. Each defender is paired with at most one attacker, the nearest
 * pair first. Teammates with the same observations get the same pairs.
 */
function findOpponentToMark(wm: WorldModel, ball: Readonly<Point>, chaser: number): Point | null {
  if (!isDefender(wm.unum)) return null;
  const pairs: { readonly unum: number; readonly opponent: TrackedPlayer; readonly cost: number }[] = [];
  const consider = (unum: number, pos: Readonly<Point>): void => {
    if (!isDefender(unum) || unum === chaser) return;
    const home = computeHomePosition(unum, ball);
    for (const opponent of wm.players.opponentList) {
      const { x } = opponent.pos;
      if (opponent.age > 15 || opponent.goalie || x > 5 || x > ball.x + 18) continue;
      if (computeDistance(opponent.pos, ball) < 2) continue;
      const cost =
        0.6 * computeDistance(pos, opponent.pos) + 0.4 * computeDistance(home, opponent.pos) + 0.05 * x;
      if (cost < 13) pairs.push({ unum, opponent, cost });
    }
  };
  consider(wm.unum, wm.self.pos);
  for (const mate of wm.players.ownList) if (mate.age < 20) consider(mate.unum, mate.pos);
  pairs.sort((a, b) => a.cost - b.cost);
  const busy = new Set<number>();
  const marked = new Set<TrackedPlayer>();
  for (const { unum, opponent } of pairs) {
    if (busy.has(unum) || marked.has(opponent)) continue;
    if (unum === wm.unum) {
      const goal = computeDirection(opponent.pos, OWN_GOAL);
      const place = movePoint(opponent.pos, clamp(computeDistance(opponent.pos, ball) * 0.1, 0.7, 2.5), goal);
      return movePoint(place, 0.6, computeDirection(opponent.pos, ball));
    }
    busy.add(unum);
    marked.add(opponent);
  }
  return null;
}

function isDefender(unum: number): boolean {
  const { name } = getRole(unum);
  return name !== 'goalie' && name !== 'striker' && name !== 'winger';
}

/** The team has the ball: moves to a point near the own position that is free of opponents and open to a pass. */
function findFreeSpace(wm: WorldModel, place: Readonly<Point>, line: number): Point {
  const { name } = getRole(wm.unum);
  let home = place;
  if (name === 'center back') return { x: home.x, y: home.y };
  // Forwards stay at the offside line, ready for a ball beyond it.
  const front = name === 'striker' || name === 'winger';
  if (front && line > home.x && line - wm.ball.pos.x < 28) home = { x: line - 1.2, y: home.y };
  let best: Point = { x: home.x, y: home.y };
  let bestScore = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < 9; i++) {
    const angle = (2 * Math.PI * i) / 8;
    const p = i === 8 ? { x: home.x, y: home.y } : movePoint(home, 5, angle);
    if (p.x > line - 1 && p.x > wm.ball.pos.x - 1) p.x = Math.max(line, wm.ball.pos.x) - 1;
    if (Math.abs(p.y) > 32 || p.x > 49) continue;
    const room = Math.min(8, wm.nearestOpponent(p).gap);
    const score = room + 0.25 * (p.x - home.x) - 0.12 * computeDistance(p, wm.self.pos);
    if (score > bestScore) {
      bestScore = score;
      best = p;
    }
  }
  return best;
}
