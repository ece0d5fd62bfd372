import type { Vec2 } from '@rcss/core';
import { clamp } from '@rcss/core/math';
import type { Formation, RoleLine } from '../formations/formation.js';
import { createShiftFormation, type ShiftRole } from '../formations/shift-formation.js';
import { computeDistance } from '../geometry.js';
import type { ModeView } from '../world/mode-view.js';
import type { SeenPlayer } from './seen-player.js';

const PLAYERS = 11;
/** Cycles of open play from which a formation is estimated. */
const MIN_CYCLES = 100;
/** Share of a follow that is drawn to 0 if the ball hardly moved: added to the variance of the ball, m². */
const SHRINK = 4;
/** Distance within which a player marks another, m. */
const MARK_DISTANCE = 5;
/** Half of the goal mouth with a margin, and the distance from the goal line up to which a kick towards it is a shot, m. */
const SHOT_HALF_WIDTH = 8;
const SHOT_DISTANCE = 35;
const MIN_SHOT_SPEED = 1.2;
/** Distance of a ball from its kicker one cycle after the kick, at most, m: kickable area and greatest speed. */
const KICK_DISTANCE = 4.5;

/** What one opponent did. Lists have an entry for each number; entry 0 is not used. */
export interface OpponentHabits {
  readonly unum: number;
  /** Cycles in which it kicked the ball. */
  readonly kicks: number;
  /** Its passes that arrived, by the number of the receiver. */
  readonly passesTo: readonly number[];
  /** Times that a player of the own team touched the ball next after it. */
  readonly lost: number;
  /** Kicks towards the own goal from at most 35 m. */
  readonly shots: number;
  /** Set plays that it has taken, by play mode without side. */
  readonly setPlays: Readonly<Record<string, number>>;
  /** Cycles within 5 m of each own player while the own team had the ball. */
  readonly marks: readonly number[];
}

/** What is known of the opponents of a coach: their formation and habits, from what the coach has seen since the start. */
export interface OpponentModel {
  /** Cycles of open play that were seen. */
  readonly cycles: number;
  /**
   * The formation of the opponents in their own team frame, in which their goal is at x = -52.5: for each number the place follows the ball by
   * fixed shares, fitted by least squares. Null before 100 cycles of open play.
   */
  readonly formation: Formation | null;
  /** Numbers of field players from back to front, for example `4-3-3`; null as `formation`. */
  readonly shape: string | null;
  /** Mean x of the line of defense of the opponents, the second-last of them, while they have the ball and while they do not, m in the own team frame. */
  readonly line: { readonly withBall: number | null; readonly withoutBall: number | null };
  /** Habits by number; entry 0 is not used. */
  readonly players: readonly OpponentHabits[];
}

/** Sums for the regression of a place on the ball. */
interface Fit {
  n: number;
  x: number;
  y: number;
  ballX: number;
  ballY: number;
  xx: number;
  yy: number;
  xBall: number;
  yBall: number;
  minX: number;
  maxX: number;
  goalie: boolean;
}

type Counted = { -readonly [K in keyof OpponentHabits]: OpponentHabits[K] } & {
  passesTo: number[];
  marks: number[];
  setPlays: Record<string, number>;
};

/** Learns what the opponents do; one call of `see` per cycle. */
export class OpponentObserver implements OpponentModel {
  cycles = 0;
  readonly players: readonly OpponentHabits[] = Array.from({ length: PLAYERS + 1 }, (_, unum) => ({
    unum,
    kicks: 0,
    passesTo: new Array<number>(PLAYERS + 1).fill(0),
    lost: 0,
    shots: 0,
    setPlays: {},
    marks: new Array<number>(PLAYERS + 1).fill(0),
  }));
  readonly #fits: Fit[] = Array.from({ length: PLAYERS + 1 }, () => ({
    n: 0,
    x: 0,
    y: 0,
    ballX: 0,
    ballY: 0,
    xx: 0,
    yy: 0,
    xBall: 0,
    yBall: 0,
    minX: 52.5,
    maxX: -52.5,
    goalie: false,
  }));
  /** Sums of the line and their counts: with the ball, without it. */
  readonly #line = [0, 0, 0, 0];
  /** Number of the last opponent that touched the ball; 0: an own player did, or the ball was dead since. */
  #last = 0;
  #hasBall: boolean | null = null;
  /** Set play of the opponents that waits for its first kick. */
  #setPlay = '';

  /** Records a cycle: places in the own team frame. */
  see(
    mode: ModeView,
    ball: { readonly pos: Readonly<Vec2>; readonly vel: Readonly<Vec2> },
    teammates: readonly SeenPlayer[],
    opponents: readonly SeenPlayer[],
  ): void {
    if (mode.kind !== 'play_on') this.#stop(mode);
    this.#seeTouches(ball, teammates, opponents);
    if (mode.kind !== 'play_on') return;
    this.cycles += 1;
    for (const { unum, pos, goalie } of opponents) this.#addPlace(this.#fits[unum]!, pos, ball.pos, goalie);
    if (this.#hasBall === null) return;
    const line = secondLast(opponents);
    if (line !== null) {
      const at = this.#hasBall ? 0 : 2;
      this.#line[at]! += line;
      this.#line[at + 1]! += 1;
    }
    if (!this.#hasBall) this.#addMarks(teammates, opponents);
  }

  #stop({ kind, isOwn }: ModeView): void {
    this.#last = 0;
    this.#hasBall = null;
    this.#setPlay = isOwn === false ? kind : '';
  }

  #seeTouches(
    { pos, vel }: { readonly pos: Readonly<Vec2>; readonly vel: Readonly<Vec2> },
    teammates: readonly SeenPlayer[],
    opponents: readonly SeenPlayer[],
  ): void {
    const kicker = nearestKicker(opponents, pos);
    if (kicker !== null) {
      const habits = this.players[kicker.unum] as Counted;
      habits.kicks += 1;
      const before = this.players[this.#last] as Counted;
      if (this.#last !== 0 && this.#last !== kicker.unum) before.passesTo[kicker.unum]! += 1;
      if (this.#setPlay !== '') habits.setPlays[this.#setPlay] = (habits.setPlays[this.#setPlay] ?? 0) + 1;
      if (isShot(pos, vel)) habits.shots += 1;
      this.#last = kicker.unum;
      this.#hasBall = true;
      this.#setPlay = '';
    } else if (nearestKicker(teammates, pos) !== null) {
      if (this.#last !== 0) (this.players[this.#last] as Counted).lost += 1;
      this.#last = 0;
      this.#hasBall = false;
    }
  }

  #addPlace(fit: Fit, own: Readonly<Vec2>, seenBall: Readonly<Vec2>, goalie: boolean): void {
    // In their frame.
    const [x, y, ballX, ballY] = [-own.x, -own.y, -seenBall.x, -seenBall.y];
    fit.n += 1;
    fit.x += x;
    fit.y += y;
    fit.ballX += ballX;
    fit.ballY += ballY;
    fit.xx += ballX * ballX;
    fit.yy += ballY * ballY;
    fit.xBall += x * ballX;
    fit.yBall += y * ballY;
    fit.minX = Math.min(fit.minX, x);
    fit.maxX = Math.max(fit.maxX, x);
    fit.goalie = goalie;
  }

  #addMarks(teammates: readonly SeenPlayer[], opponents: readonly SeenPlayer[]): void {
    for (const { unum, pos, goalie } of opponents) {
      if (goalie) continue;
      const { marks } = this.players[unum] as Counted;
      for (const mate of teammates)
        if (computeDistance(mate.pos, pos) <= MARK_DISTANCE) marks[mate.unum]! += 1;
    }
  }

  get line(): OpponentModel['line'] {
    const mean = (at: number): number | null =>
      this.#line[at + 1] === 0 ? null : this.#line[at]! / this.#line[at + 1]!;
    return { withBall: mean(0), withoutBall: mean(2) };
  }

  get formation(): Formation | null {
    const roles = this.#roles();
    return roles === null ? null : createShiftFormation(roles);
  }

  get shape(): string | null {
    const roles = this.#roles();
    if (roles === null) return null;
    const sizes = (['defense', 'midfield', 'attack'] as const).map(
      (line) => roles.filter((role) => role.line === line).length,
    );
    return sizes.filter((size) => size > 0).join('-');
  }

  /** Roles of the numbers up to the greatest one that was seen; null before enough cycles. */
  #roles(): ShiftRole[] | null {
    if (this.cycles < MIN_CYCLES) return null;
    const fits = this.#fits.slice(1);
    while (fits.length > 0 && fits[fits.length - 1]!.n === 0) fits.pop();
    if (fits.length === 0) return null;
    const places = fits.map(fitPlace);
    const lines = findLines(places.map(({ place: [x] }, i) => ({ x, goalie: fits[i]!.goalie })));
    return places.map(({ place, follow }, i) => ({
      name: String(i + 1),
      line: lines[i]!,
      place,
      follow,
      range: [fits[i]!.minX, Math.max(fits[i]!.minX, fits[i]!.maxX)],
      kickOff: [Math.min(place[0], -0.6), place[1]],
    }));
  }
}

function fitPlace(fit: Fit): Pick<ShiftRole, 'place' | 'follow'> {
  if (fit.n === 0) return { place: [0, 0], follow: [0, 0] };
  const share = (sum: number, ball: number, product: number, square: number): number => {
    const [mean, meanBall] = [sum / fit.n, ball / fit.n];
    const variance = square / fit.n - meanBall * meanBall;
    return clamp((product / fit.n - mean * meanBall) / (variance + SHRINK), 0, 1);
  };
  const fx = share(fit.x, fit.ballX, fit.xBall, fit.xx);
  const fy = share(fit.y, fit.ballY, fit.yBall, fit.yy);
  return {
    place: [(fit.x - fx * fit.ballX) / fit.n, (fit.y - fy * fit.ballY) / fit.n],
    follow: [fx, fy],
  };
}

/** Lines of players: the partition of the field players by x into three whose places differ least within a line. */
function findLines(places: readonly { readonly x: number; readonly goalie: boolean }[]): RoleLine[] {
  const lines = places.map((): RoleLine => 'goalie');
  const order = places.map((_, i) => i).filter((i) => !places[i]!.goalie);
  order.sort((a, b) => places[a]!.x - places[b]!.x);
  const spread = (from: number, to: number): number => {
    const xs = order.slice(from, to).map((i) => places[i]!.x);
    const mean = xs.reduce((sum, x) => sum + x, 0) / xs.length;
    return xs.reduce((sum, x) => sum + (x - mean) * (x - mean), 0);
  };
  const count = order.length;
  let best = { spread: Number.POSITIVE_INFINITY, first: count, second: count };
  for (let first = 1; first < count - 1; first++)
    for (let second = first + 1; second < count; second++) {
      const sum = spread(0, first) + spread(first, second) + spread(second, count);
      if (sum < best.spread) best = { spread: sum, first, second };
    }
  order.forEach((i, rank) => {
    lines[i] = rank < best.first ? 'defense' : rank < best.second ? 'midfield' : 'attack';
  });
  return lines;
}

function nearestKicker(players: readonly SeenPlayer[], ball: Readonly<Vec2>): SeenPlayer | null {
  let best: SeenPlayer | null = null;
  let least = KICK_DISTANCE;
  for (const player of players) {
    const distance = computeDistance(player.pos, ball);
    if (!player.kicked || distance > least) continue;
    best = player;
    least = distance;
  }
  return best;
}

/** Whether the ball rolls towards the own goal, fast, from near enough. */
function isShot(pos: Readonly<Vec2>, vel: Readonly<Vec2>): boolean {
  const distance = pos.x + 52.5;
  if (vel.x >= 0 || distance > SHOT_DISTANCE) return false;
  const speed = Math.sqrt(vel.x * vel.x + vel.y * vel.y);
  return speed >= MIN_SHOT_SPEED && Math.abs(pos.y - (vel.y / vel.x) * distance) <= SHOT_HALF_WIDTH;
}

/** x of the second-last opponent, seen from the own team: the second-greatest; null with fewer than two. */
function secondLast(opponents: readonly SeenPlayer[]): number | null {
  if (opponents.length < 2) return null;
  const xs = opponents.map(({ pos }) => pos.x).sort((a, b) => b - a);
  return xs[1] as number;
}
