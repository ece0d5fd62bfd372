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

/** An opponent within this distance of the ball has it, meters. */
const BALL_GAP = 2.5;

/** Cycles by which a player may be later than a teammate and still goes to the ball. */
const OWN_LEAD = 1;

/** The own goal is in danger if the ball or a marked opponent is beyond this x; late players then run at full speed. */
const DANGER_X = -10;
/** Distance from its target, meters, from which on a player is late; without an opponent to mark, that from which on it hurries back. */
const LATE_GAP = 2;
const FAR_GAP = 8;

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
/** With the ball beyond this x and farther than this from the middle, the goal is not covered: a pass to the middle is more dangerous than a run. */
const WING_X = -30;
const WING_Y = 10;
/** Opponents within this distance of the goal are dangerous, meters. */
const STRIKER_DISTANCE = 28;
/** A player within this distance of such an opponent must be this many cycles earlier at the ball than others to stop it, unless the ball is near the goal. */
const TIED_GAP = 3;
const TIED_CYCLES = 6;
const NEAR_BALL_DISTANCE = 12;
/** A player for whom no opponent is left stands in the way of passes to one within this distance, so far from the place of its marker, meters. */
const HELP_GAP = 7;
const LANE_GAP = 3;
/** Beyond this x of the ball, players that mark no opponent stand nearer to the middle: this share of their y. */
const MIDDLE_X = -22;
const MIDDLE_SHARE = 0.5;
/** Share of the way of the ball beyond the middle line by which the lines come back farther than in the formation. */
const RETURN_SHARE = { goalie: 0, defense: 0, midfield: 0.35, attack: 0.3 } as const;
/** An opponent is marked where it will be in at most this many cycles; its velocity is seen after its decay, and it goes on dashing. */
const MAX_RUN_CYCLES = 5;
const RUN_FACTOR = 2.2;
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
  const isFar = computeDistance(path, OWN_GOAL) > NEAR_BALL_DISTANCE;
  const { unum: presser, reach: block } = findFirst(path, defenders, ({ unum, runner }) => {
    const late = isFar && isTied(wm, runner.pos, path) ? TIED_CYCLES : 0;
    // Two players that both press are better than none.
    return (unum === wm.unum ? OWN_LEAD : 0) - late;
  });
  const others = defenders.filter(({ unum }) => unum !== presser);
  const marks = assignMarks(wm, others, path);
  if (isStoppedInTime(path, block)) return { presser, block, cover: null, marks };
  // A pass to a free opponent before the goal is more dangerous than a run.
  const strikers = listStrikers(wm, path);
  const cover = chooseCover(
    path,
    others.filter(({ unum }) => !strikers.includes(marks.get(unum)!)),
  );
  const free = cover === null ? others : others.filter(({ unum }) => unum !== cover.unum);
  return { presser, block, cover, marks: assignMarks(wm, free, path) };
}

/** Opponents without the ball before the own goal, which are marked before it is covered. */
function listStrikers({ players }: WorldModel, ball: Readonly<Vec2>): TrackedPlayer[] {
  return players.opponentList.filter(
    (o) =>
      !o.goalie &&
      o.age <= MAX_MARK_AGE &&
      computeDistance(o.pos, OWN_GOAL) < STRIKER_DISTANCE &&
      computeDistance(o.pos, ball) > BALL_GAP,
  );
}

/** Whether a player is at an opponent before the goal, which would be free without it. */
export function isTied(wm: WorldModel, pos: Readonly<Vec2>, ball: Readonly<Vec2>): boolean {
  return listStrikers(wm, ball).some((o) => computeDistance(o.pos, pos) < TIED_GAP);
}

/** The place at which a player marks an opponent: that to which it runs meanwhile. */
function predictMark(o: TrackedPlayer, from: Readonly<Vec2>, ball: Readonly<Vec2>): Vec2 {
  const cycles = RUN_FACTOR * Math.min(MAX_RUN_CYCLES, computeDistance(o.pos, from));
  const pos = { x: o.pos.x + cycles * o.vel.x, y: o.pos.y + cycles * o.vel.y };
  return computeMarkPosition({ ...o, pos }, ball);
}

/** Whether the goal need not be covered. */
function isStoppedInTime(path: DribblePath, block: Reach): boolean {
  const isAside = path.x < WING_X && Math.abs(path.y) > WING_Y;
  if (isAside || path.x > COVERED_X || block.cycles <= IMMEDIATE_CYCLES) return true;
  return block.cycles - path.cycles <= LATE_BLOCK_CYCLES && block.x >= LATE_BLOCK_X;
}

/** The player that is first on the line between ball and goal, which becomes shorter while the opponent runs. */
function chooseCover(path: DribblePath, defenders: readonly Defender[]): Duties['cover'] {
  const lead = Math.min(COVER_DISTANCE, COVER_SHARE * computeDistance(path, OWN_GOAL));
  const start = movePoint(path, lead, computeDirection(path, OWN_GOAL));
  const speed = start.x < COVER_STOP_X ? 0 : COVER_SPEED;
  const next = movePoint(start, speed, computeDirection(start, COVER_END));
  const way = { ...start, cycles: path.cycles, vx: next.x - start.x, vy: next.y - start.y };
  const { unum, reach } = findFirst(way, defenders);
  return unum === 0 ? null : { unum, place: { x: Math.max(reach.x, MIN_COVER_X), y: reach.y } };
}

/** The player that is first on the way of a ball, if each is earlier than predicted by its lead; number 0 without players. */
function findFirst(
  path: DribblePath,
  defenders: readonly Defender[],
  leadOf: (defender: Defender) => number = () => 0,
): { readonly unum: number; readonly reach: Reach } {
  let first = { unum: 0, reach: { cycles: Number.POSITIVE_INFINITY, x: 0, y: 0 } };
  for (const defender of defenders) {
    const lead = leadOf(defender);
    const { unum, runner } = defender;
    const reach = computeBlock(path, runner, first.reach.cycles + lead);
    reach.cycles -= lead;
    const isEven = reach.cycles === first.reach.cycles && unum < first.unum;
    if (reach.cycles < first.reach.cycles || isEven) first = { unum, reach };
  }
  return first;
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
      computeDistance(o.pos, ball) > BALL_GAP,
  );
  opponents.sort((a, b) => computeDistance(a.pos, OWN_GOAL) - computeDistance(b.pos, OWN_GOAL));
  const markers = defenders.filter(({ unum }) => isMarker(unum, ball));
  const homes = markers.map(({ unum }) => takePlace(unum, ball));
  const costs = markers.map(({ runner }, i) =>
    opponents.map(
      (o) =>
        0.7 * computeDistance(runner.pos, predictMark(o, runner.pos, ball)) +
        0.3 * computeDistance(homes[i]!, o.pos),
    ),
  );
  const limits = opponents.map(
    (o) => MAX_MARK_COST + Math.max(0, MARK_ALWAYS_DISTANCE - computeDistance(o.pos, OWN_GOAL)),
  );
  // markedBy[k]: index of the marker of opponent k, -1 for none.
  const markedBy = opponents.map(() => -1);
  for (let k = 0; k < opponents.length; k++) {
    let best = -1;
    for (let i = 0; i < markers.length; i++) {
      if (markedBy.includes(i) || costs[i]![k]! > limits[k]!) continue;
      if (best < 0 || costs[i]![k]! < costs[best]![k]!) best = i;
    }
    markedBy[k] = best;
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
  const own = marks.get(wm.unum);
  const marked = own ?? findNearest(wm.self.pos, listStrikers(wm, expected));
  let target = takePlace(wm.unum, expected);
  let reason = 'place in the formation';
  if (marked !== undefined) {
    target = predictMark(marked, wm.self.pos, expected);
    reason = `marks ${marked.unum}`;
    if (own === undefined) target = movePoint(target, LANE_GAP, computeDirection(target, expected));
    if (own === undefined) reason = `in the way of passes to ${marked.unum}`;
  }
  const slack = marked === undefined ? 0.1 : 0.04;
  return run(wm, target, computeUrgency(wm, target, expected, marked), reason, slack);
}

/** The place in the formation while the opponents have the ball: the deeper it is, the more players come back, and the middle is closed. */
function takePlace(unum: number, ball: Readonly<Vec2>): Vec2 {
  const { x, y } = FORMATION.place(unum, ball);
  const back = RETURN_SHARE[FORMATION.role(unum).line] * Math.min(0, ball.x);
  return { x: x + back, y: ball.x < MIDDLE_X ? MIDDLE_SHARE * y : y };
}

/** The opponent that a player helps to mark. */
function findNearest(pos: Readonly<Vec2>, opponents: readonly TrackedPlayer[]): TrackedPlayer | undefined {
  const measure = (o: TrackedPlayer): number => computeDistance(o.pos, pos);
  return opponents.filter((o) => measure(o) < HELP_GAP).sort((a, b) => measure(a) - measure(b))[0];
}

/** A player that is late runs at full speed if the own goal is in danger; otherwise it saves stamina. */
function computeUrgency(
  wm: WorldModel,
  target: Readonly<Vec2>,
  ball: Readonly<Vec2>,
  marked: TrackedPlayer | undefined,
): number {
  const gap = computeDistance(wm.self.pos, target);
  if (marked === undefined) return gap > FAR_GAP && ball.x < DANGER_X && target.x < wm.self.pos.x ? 0.8 : 0.4;
  const isThreat = ball.x < DANGER_X && computeDistance(marked.pos, OWN_GOAL) < MARK_ALWAYS_DISTANCE;
  return isThreat && gap > LATE_GAP ? 1 : 0.6;
}

function run(wm: WorldModel, target: Readonly<Vec2>, urgency: number, reason: string, slack = 0.04): Action {
  const { ball } = wm;
  const tolerance = clamp(computeDistance(target, ball.pos) * slack, 10 * slack, 40 * slack);
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
  return createAction(
    'press',
    body,
    `stops the ball in ${block.cycles} cycle${block.cycles === 1 ? '' : 's'}`,
    {
      lookAt: ball.pos,
      target,
    },
  );
}

/** Distance that the players keep from the ball in a set play of the opponents, meters; the rules require 9.15. */
const SET_PLAY_DISTANCE = 10;
/** Share of the distance of the ball by which a marker may be away from its place then: there is time. */
const SET_PLAY_SLACK = 0.015;
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
  return run(wm, target, 0.8, `marks ${opponent.unum}`, SET_PLAY_SLACK);
}
