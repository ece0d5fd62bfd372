import type { AgentPlayer } from '@rcss/agent';
import {
  type BlockRunner,
  computeBlock,
  type DribblePath,
  predictDribblePath,
  type Reach,
  toRunner,
} from '@rcss/agent/reach';
import { type Action, commands, computeMarkPosition, createAction } from '@rcss/agent/skills';
import {
  computeDirection,
  computeDistance,
  movePoint,
  OWN_GOAL,
  type TrackedPlayer,
  type WorldModel,
} from '@rcss/agent/world';
import type { Vec2 } from '@rcss/core';
import { clamp } from '@rcss/core/math';
import { FORMATION } from './formation.js';

/** Greatest cost, about meters, at which a player marks an opponent; it rises by the meters by which the opponent is nearer to the own goal. */
const MAX_MARK_COST = 14;
const MARK_ALWAYS_DISTANCE = 30;
/** Greatest age of a sighting of an opponent that is marked, and of a teammate that is counted on, cycles. */
const MAX_MARK_AGE = 15;
const MAX_MATE_AGE = 20;

/** Cycles by which a player may be later than a teammate and still goes to the ball. */
const OWN_LEAD = 1;

/** The own goal is in danger if the ball or a marked opponent is beyond this x; late players then run at full speed. */
const DANGER_X = -10;
const DEEP_X = -25;
/** Distance from its target, meters, from which on a player is late. */
const LATE_GAP = 2;

/** Who does what while the opponents have the ball, as one player sees it. */
export interface Duties {
  /** Number of the player that stops the opponent with the ball. */
  readonly presser: number;
  /** Where and when it does so. */
  readonly block: Reach;
  /** Opponents by the number of the player that marks them. */
  readonly marks: ReadonlyMap<number, TrackedPlayer>;
  /** The player that goes between ball and goal, and where; null if the ball is far or stopped in time. */
  readonly cover: { readonly unum: number; readonly place: Readonly<Vec2> } | null;
}

/** The goal is covered if the ball is not beyond this x, and stopped later than this or beyond the second x. */
const COVERED_X = 5;
const LATE_BLOCK_CYCLES = 8;
const LATE_BLOCK_X = -38;
/** Cycles up to which the presser is at the ball at once. */
const IMMEDIATE_CYCLES = 2;
/** Distance from the ball to the covering player, meters, and its greatest share of the way to the goal. */
const COVER_DISTANCE = 6;
const COVER_SHARE = 0.5;
/** Speed at which the place of the covering player moves toward the goal, meters per cycle, and where it ends. */
const COVER_SPEED = 0.6;
const COVER_END: Readonly<Vec2> = { x: -47, y: 0 };
const COVER_STOP_X = -44;
/** The ball is aside of the goal beyond this x and y; opponents within this distance of the goal are then marked before it is covered, meters. */
const ASIDE_X = -36;
const ASIDE_Y = 11;
const STRIKER_DISTANCE = 20;
/** Least x of the place: just before the goal line. */
const MIN_COVER_X = -49.5;

interface Defender {
  readonly unum: number;
  readonly runner: BlockRunner;
}

/**
 * Shares out the duties while the opponents have the ball: the player that can stop it first does so; if this is late, another one goes between
 * ball and goal; the others mark the opponents near the own goal, each at most one. Teammates with the same observations get the same duties.
 */
export function shareDuties({ world: wm, race }: AgentPlayer): Duties {
  const path = predictDribblePath(wm, race.opponent);
  const defenders = listDefenders(wm);
  let presser = 0;
  let block: Reach = { cycles: Number.POSITIVE_INFINITY, x: 0, y: 0 };
  for (const { unum, runner } of defenders) {
    // Two players that both press are better than none.
    const lead = unum === wm.unum ? OWN_LEAD : 0;
    const found = computeBlock(path, runner, block.cycles + lead);
    found.cycles -= lead;
    if (found.cycles < block.cycles || (found.cycles === block.cycles && unum < presser)) {
      block = found;
      presser = unum;
    }
  }
  const others = defenders.filter(({ unum }) => unum !== presser);
  const ball = { x: path.x, y: path.y };
  if (isStoppedInTime(path, block))
    return { presser, block, cover: null, marks: assignMarks(wm, others, ball) };
  // From the side, a pass to a free opponent before the goal is more dangerous than a run: those are marked first.
  const marks = isAside(path) ? assignMarks(wm, others, ball) : NO_MARKS;
  const isNeeded = (unum: number): boolean => {
    const marked = marks.get(unum);
    return marked !== undefined && computeDistance(marked.pos, OWN_GOAL) < STRIKER_DISTANCE;
  };
  const cover = chooseCover(
    path,
    others.filter(({ unum }) => !isNeeded(unum)),
  );
  const free = cover === null ? others : others.filter(({ unum }) => unum !== cover.unum);
  return { presser, block, cover, marks: assignMarks(wm, free, ball) };
}

const NO_MARKS: ReadonlyMap<number, TrackedPlayer> = new Map();

function isAside({ x, y }: Readonly<Vec2>): boolean {
  return x < ASIDE_X && Math.abs(y) > ASIDE_Y;
}

function isStoppedInTime(path: DribblePath, block: Reach): boolean {
  if (path.x > COVERED_X || block.cycles <= IMMEDIATE_CYCLES) return true;
  return block.cycles - path.cycles <= LATE_BLOCK_CYCLES && block.x >= LATE_BLOCK_X;
}

/** The player that is first on the line between ball and goal, which becomes shorter while the opponent runs. */
function chooseCover(path: DribblePath, defenders: readonly Defender[]): Duties['cover'] {
  const lead = Math.min(COVER_DISTANCE, COVER_SHARE * computeDistance(path, OWN_GOAL));
  const start = movePoint(path, lead, computeDirection(path, OWN_GOAL));
  const speed = start.x < COVER_STOP_X ? 0 : COVER_SPEED;
  const next = movePoint(start, speed, computeDirection(start, COVER_END));
  const way = { ...start, cycles: path.cycles, vx: next.x - start.x, vy: next.y - start.y };
  let best: Reach = { cycles: Number.POSITIVE_INFINITY, x: 0, y: 0 };
  let unum = 0;
  for (const { unum: number, runner } of defenders) {
    const found = computeBlock(way, runner, best.cycles);
    if (found.cycles < best.cycles || (found.cycles === best.cycles && number < unum)) {
      best = found;
      unum = number;
    }
  }
  return unum === 0 ? null : { unum, place: { x: Math.max(best.x, MIN_COVER_X), y: best.y } };
}

function listDefenders(wm: WorldModel): Defender[] {
  const { self } = wm;
  const defenders: Defender[] = [];
  if (wm.bannedTaker !== wm.unum)
    defenders.push({
      unum: wm.unum,
      runner: { pos: self.pos, vel: self.vel, body: self.body, ability: self.ability },
    });
  for (const mate of wm.players.ownList) {
    const { unum } = mate;
    if (unum < 2 || mate.goalie || mate.tackling || mate.age > MAX_MATE_AGE || unum === wm.bannedTaker)
      continue;
    defenders.push({ unum, runner: toRunner(mate) });
  }
  return defenders;
}

/** Whether a player of this number may mark an opponent: forwards only if the ball is in the own half. */
function isMarker(unum: number, ball: Readonly<Vec2>): boolean {
  if (unum < 2 || unum > FORMATION.players) return false;
  const { line, name } = FORMATION.role(unum);
  return line !== 'attack' || (name === 'winger' && ball.x < -15);
}

/** Pairs defenders with opponents, the opponent nearest to the own goal first; then swaps pairs as long as the sum of the costs falls. */
function assignMarks(
  wm: WorldModel,
  defenders: readonly Defender[],
  ball: Readonly<Vec2>,
): Map<number, TrackedPlayer> {
  const opponents = wm.players.opponentList.filter(
    (o) =>
      o.age <= MAX_MARK_AGE &&
      !o.goalie &&
      o.pos.x < Math.min(8, ball.x + 16) &&
      computeDistance(o.pos, ball) > 2.5,
  );
  opponents.sort((a, b) => computeDistance(a.pos, OWN_GOAL) - computeDistance(b.pos, OWN_GOAL));
  const markers = defenders.filter(({ unum }) => isMarker(unum, ball));
  const homes = markers.map(({ unum }) => FORMATION.place(unum, ball));
  const places = opponents.map((o) => computeMarkPosition(o, ball));
  const costs = markers.map(({ runner }, i) =>
    opponents.map(
      (o, k) => 0.7 * computeDistance(runner.pos, places[k]!) + 0.3 * computeDistance(homes[i]!, o.pos),
    ),
  );
  const limits = opponents.map(
    (o) => MAX_MARK_COST + Math.max(0, MARK_ALWAYS_DISTANCE - computeDistance(o.pos, OWN_GOAL)),
  );
  // markedBy[k]: index of the marker of opponent k, -1 for none.
  const markedBy = opponents.map(() => -1);
  const isFree = markers.map(() => true);
  for (let k = 0; k < opponents.length; k++) {
    let best = -1;
    for (let i = 0; i < markers.length; i++) {
      if (!isFree[i] || costs[i]![k]! > limits[k]!) continue;
      if (best < 0 || costs[i]![k]! < costs[best]![k]!) best = i;
    }
    if (best < 0) continue;
    markedBy[k] = best;
    isFree[best] = false;
  }
  improvePairs(markedBy, costs);
  const marks = new Map<number, TrackedPlayer>();
  markedBy.forEach((i, k) => {
    if (i >= 0) marks.set(markers[i]!.unum, opponents[k]!);
  });
  return marks;
}

function improvePairs(markedBy: number[], costs: readonly (readonly number[])[]): void {
  for (let round = 0; round < 3; round++) {
    let isChanged = false;
    for (let a = 0; a < markedBy.length; a++) {
      for (let b = a + 1; b < markedBy.length; b++) {
        const i = markedBy[a]!;
        const j = markedBy[b]!;
        if (i < 0 || j < 0) continue;
        if (costs[i]![b]! + costs[j]![a]! < costs[i]![a]! + costs[j]![b]! - 0.2) {
          markedBy[a] = j;
          markedBy[b] = i;
          isChanged = true;
        }
      }
    }
    if (!isChanged) return;
  }
}

/** The opponents have the ball or get it first: the player stops the ball, marks an opponent or keeps its place. */
export function defend(player: AgentPlayer): Action {
  const { world: wm, race } = player;
  const { presser, block, marks, cover } = shareDuties(player);
  if (presser === wm.unum) return pressBall(player, block);
  if (cover?.unum === wm.unum) return run(wm, cover.place, 1, 'between ball and goal');

  const expected = { x: race.opponent.x, y: race.opponent.y };
  const marked = marks.get(wm.unum);
  const target =
    marked === undefined ? FORMATION.place(wm.unum, expected) : computeMarkPosition(marked, expected);
  const reason = marked === undefined ? 'place in the formation' : `marks ${marked.unum}`;
  return run(wm, target, computeUrgency(wm, target, expected, marked), reason);
}

/** A player that is late runs at full speed if the own goal is in danger; otherwise it saves stamina. */
function computeUrgency(
  wm: WorldModel,
  target: Readonly<Vec2>,
  ball: Readonly<Vec2>,
  marked: TrackedPlayer | undefined,
): number {
  const isThreat = ball.x < DANGER_X || (marked !== undefined && marked.pos.x < DANGER_X);
  const isLate = computeDistance(wm.self.pos, target) > LATE_GAP;
  if (isThreat && isLate && (ball.x < DEEP_X || target.x < wm.self.pos.x)) return 1;
  return isThreat ? 0.8 : 0.5;
}

function run(wm: WorldModel, target: Readonly<Vec2>, urgency: number, reason: string): Action {
  const { ball } = wm;
  const tolerance = clamp(computeDistance(target, ball.pos) * 0.04, 0.4, 1.5);
  const power = commands.computeCruisePower(wm, urgency);
  const body = commands.dashTo(wm, target, tolerance, power) ?? commands.faceBall(wm);
  return createAction('defend', body, reason, { lookAt: ball.pos, target });
}

/** Goes to the place where it can stop the ball; directly to the ball if it is there in time or near. */
function pressBall(player: AgentPlayer, block: Reach): Action {
  const { world: wm, race } = player;
  const { ball, self } = wm;
  const isNear = race.own.cycles <= 2 || computeDistance(self.pos, ball.pos) < 1.5;
  const chased = isNear ? player.intercept() : null;
  if (chased !== null) return chased;
  const target = { x: block.x, y: block.y };
  const power = commands.computeCruisePower(wm, 1);
  const body = commands.dashTo(wm, target, 0.3, power) ?? commands.faceBall(wm);
  return createAction('press', body, `stops the ball in ${block.cycles} cycles`, {
    lookAt: ball.pos,
    target,
  });
}

/** Distance that the players keep from the ball in a set play of the opponents, meters; the rules require 9.15. */
const SET_PLAY_DISTANCE = 10;
/** Set plays of the opponents in which their players are marked. */
const MARKED_SET_PLAYS: ReadonlySet<string> = new Set([
  'kick_in',
  'free_kick',
  'indirect_free_kick',
  'corner_kick',
]);

/** Calls against a team, after which the other team has a free kick. */
const CALLS: ReadonlySet<string> = new Set([
  'back_pass',
  'catch_fault',
  'foul_charge',
  'foul_push',
  'free_kick_fault',
  'illegal_defense',
  'offside',
]);

/** Set play of the opponents: marks an opponent near the own goal; null if there is none, so that the player keeps its place. */
export function defendSetPlay({ world: wm }: AgentPlayer): Action | null {
  const { ball, mode } = wm;
  const isTheirs =
    (mode.isOwn === false && MARKED_SET_PLAYS.has(mode.kind)) ||
    (mode.isOwn === true && CALLS.has(mode.kind));
  if (!isTheirs || wm.goalie || ball.age > 10) return null;
  const opponent = assignMarks(wm, listDefenders(wm), ball.pos).get(wm.unum);
  if (opponent === undefined) return null;
  let target = computeMarkPosition(opponent, ball.pos);
  if (computeDistance(target, ball.pos) < SET_PLAY_DISTANCE)
    target = movePoint(ball.pos, SET_PLAY_DISTANCE, computeDirection(ball.pos, target));
  if (Math.abs(target.y) > 33 || target.x < -51.5) return null;
  return run(wm, target, 0.8, `marks ${opponent.unum}`);
}
