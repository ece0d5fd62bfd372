import { FOUR_THREE_THREE } from '@rcss/agent/formations';
import type { Player } from '@rcss/core';
import type { Match } from '@rcss/simulator';

/** A condition on what the left team does in the match of a lesson. */
export type Goal =
  /** A field player, or the one with this number, has the ball within reach, before an opponent has it. */
  | { readonly kind: 'reach'; readonly unum: number | null }
  /** A player gets the ball from another one: no player has it in reach in between. */
  | { readonly kind: 'pass'; readonly from: number; readonly to: number }
  /** Players of the team get the ball from each other this many times. */
  | { readonly kind: 'passes'; readonly count: number }
  /** The team scores. */
  | { readonly kind: 'score' }
  /** The opponents do not score. */
  | { readonly kind: 'concede-nothing' }
  /** The team is never offside. */
  | { readonly kind: 'no-offside' }
  /** No opponent has the ball within reach. */
  | { readonly kind: 'keep-ball' }
  /** At the end, players are near their places in the formation. */
  | {
      readonly kind: 'formation';
      /** Number of players, the goalie included. */
      readonly count: number;
      /** Greatest distance from the place, meters. */
      readonly tolerance: number;
    }
  /** At the end, these players have the player types with the greatest `dash_power_rate`. */
  | { readonly kind: 'fast-types'; readonly players: readonly number[] }
  /** At the end, the player is near a point of the pitch. */
  | {
      readonly kind: 'place';
      readonly unum: number;
      readonly x: number;
      readonly y: number;
      readonly tolerance: number;
    }
  /** At the end, the player has at least this stamina. */
  | { readonly kind: 'stamina'; readonly unum: number; readonly least: number }
  /** In one of the last steps, the ball is in the direction in which the player looks; degrees to each side. */
  | { readonly kind: 'look'; readonly unum: number; readonly tolerance: number }
  /** At the end, the player has been substituted. */
  | { readonly kind: 'substitute'; readonly unum: number };

/** Result of one condition. */
export interface GoalCheckResult {
  readonly isPassed: boolean;
  /** A sentence without its period. */
  readonly text: string;
}

/** Whether all conditions of a lesson are met, and why. */
export interface GoalResult extends GoalCheckResult {
  /** In the order of the conditions. */
  readonly checks: readonly GoalCheckResult[];
}

/** Conditions that are met by something that happens: the match ends when all of them are. */
const EVENTS: ReadonlySet<Goal['kind']> = new Set(['reach', 'pass', 'passes', 'score']);

/** Steps after the last event in which the other conditions are still checked: the referee may stop play for it. */
const RULING_STEPS = 5;

/** Last steps in which a player must have the ball in view: with it in view, it looks elsewhere for some steps. */
const LOOK_STEPS = 5;

/** Follows a match and decides whether the left team meets all conditions. */
export class GoalCheck {
  readonly #goals: readonly Goal[];
  /** Results that are certain, by the index of the condition. */
  readonly #results: (GoalCheckResult | null)[];
  /** The player that had the ball in reach last, alone. */
  #holder: Player | null = null;
  /** Whether the ball has been out of the reach of all players since. */
  #isFree = false;
  #passCount = 0;
  /** Steps since all conditions on what happens are met. */
  #stepsAfter = 0;
  /** Smallest angle to the ball at the newest steps, by the index of the condition, degrees. */
  readonly #looks = new Map<number, number[]>();
  /** Player types at the beginning, by the index of the player. */
  #firstTypes: readonly number[] | null = null;

  constructor(goals: readonly Goal[]) {
    this.#goals = goals;
    this.#results = goals.map(() => null);
  }

  /**
   * Returns the result as soon as it is certain, otherwise null; called after each step. It is certain if a condition cannot be met any more, or if there are
   * conditions on what happens and all of them are met: the other ones hold for the match up to then.
   */
  update(match: Match): GoalResult | null {
    const { world } = match;
    this.#firstTypes ??= world.players.map(({ typeId }) => typeId);
    const at = `at cycle ${world.time}`;
    const holders = world.players.filter((player) => hasBallInReach(match, player));
    const receiver = this.#findReceiver(holders);
    this.#goals.forEach((goal, i) => {
      if (goal.kind === 'look')
        this.#looks.set(i, [...(this.#looks.get(i) ?? []), measureLook(match, goal.unum)].slice(-LOOK_STEPS));
      this.#results[i] ??= this.#check(goal, match, holders, receiver, at);
    });
    const events = this.#goals.flatMap(({ kind }, i) => (EVENTS.has(kind) ? [this.#results[i]] : []));
    const isDone = events.length > 0 && events.every((result) => result?.isPassed === true);
    const isFailed = this.#results.some((result) => result?.isPassed === false);
    if (isDone) this.#stepsAfter += 1;
    const isOver = isDone && this.#stepsAfter > (this.#goals.length > events.length ? RULING_STEPS : 0);
    return isOver || isFailed ? this.finish(match) : null;
  }

  #check(
    goal: Goal,
    { world }: Match,
    holders: readonly Player[],
    receiver: readonly [from: number, to: number] | null,
    at: string,
  ): GoalCheckResult | null {
    switch (goal.kind) {
      case 'reach': {
        const holder = holders.find(
          ({ side, goalie, unum }) => side === 'l' && (goal.unum === null ? !goalie : unum === goal.unum),
        );
        if (holder !== undefined) return pass(`player ${holder.unum} has the ball ${at}`);
        return holders.some(({ side }) => side === 'r') ? fail(`an opponent has the ball ${at}`) : null;
      }
      case 'pass':
        return receiver?.[0] === goal.from && receiver[1] === goal.to
          ? pass(`player ${goal.to} has the ball from player ${goal.from} ${at}`)
          : null;
      case 'passes':
        return this.#passCount >= goal.count ? pass(`${goal.count} passes have arrived ${at}`) : null;
      case 'score':
        return world.left.score > 0 ? pass(`your team scores ${at}`) : null;
      case 'concede-nothing':
        return world.right.score > 0 ? fail(`the opponents score ${at}`) : null;
      case 'no-offside':
        return world.playMode === 'offside_l' ? fail(`your team is offside ${at}`) : null;
      case 'keep-ball':
        return holders.some(({ side }) => side === 'r') ? fail(`an opponent has the ball ${at}`) : null;
      default:
        return null;
    }
  }

  /** Returns the numbers of two left players if the second one has just got the ball from the first one. */
  #findReceiver(holders: readonly Player[]): readonly [from: number, to: number] | null {
    if (holders.length === 0) this.#isFree = true;
    const [holder] = holders;
    if (holder === undefined || holders.length > 1) return null;
    const before = this.#isFree && this.#holder?.side === 'l' ? this.#holder : null;
    this.#holder = holder;
    this.#isFree = false;
    if (before === null || holder.side !== 'l' || before.unum === holder.unum) return null;
    this.#passCount += 1;
    return [before.unum, holder.unum];
  }

  /** Returns the result at the end of the match. */
  finish(match: Match): GoalResult {
    const checks = this.#goals.map((goal, i) => this.#results[i] ?? this.#finishOne(goal, i, match));
    const failed = checks.filter(({ isPassed }) => !isPassed);
    // What has failed before the end explains the result.
    const early = this.#results.filter((result) => result?.isPassed === false);
    const shown = early.length > 0 ? early : failed.length > 0 ? failed : checks;
    return {
      isPassed: failed.length === 0,
      text: shown.map((result) => result?.text).join('; '),
      checks,
    };
  }

  #finishOne(goal: Goal, index: number, match: Match): GoalCheckResult {
    switch (goal.kind) {
      case 'concede-nothing':
        return pass('the opponents have not scored');
      case 'no-offside':
        return pass('your team was never offside');
      case 'keep-ball':
        return pass('no opponent had the ball');
      case 'passes':
        return fail(
          `${this.#passCount} passes arrived within ${match.steps} cycles, ${goal.count} are needed`,
        );
      case 'formation': {
        const near = countAtPlaces(match, goal.tolerance);
        const text = `${near} of 11 players are within ${goal.tolerance} m of their places at the end`;
        return near >= goal.count ? pass(text) : fail(`${text}, ${goal.count} are needed`);
      }
      case 'fast-types':
        return checkTypes(match, goal.players);
      case 'place':
      case 'stamina':
        return checkPlayer(match, goal);
      case 'look': {
        const turn = Math.min(...(this.#looks.get(index) ?? [180]));
        const text = `player ${goal.unum} looks ${Math.round(turn)}° past the ball at the end`;
        return turn <= goal.tolerance
          ? pass(text)
          : fail(`${text}, at most ${goal.tolerance}° are allowed in one of the last ${LOOK_STEPS} cycles`);
      }
      case 'substitute': {
        const { index, typeId } = findLeft(match, goal.unum);
        return typeId !== this.#firstTypes?.[index]
          ? pass(`player ${goal.unum} was substituted`)
          : fail(`player ${goal.unum} was not substituted`);
      }
      default:
        return fail(`not reached within ${match.steps} cycles`);
    }
  }
}

const pass = (text: string): GoalCheckResult => ({ isPassed: true, text });
const fail = (text: string): GoalCheckResult => ({ isPassed: false, text });

function hasBallInReach({ world, params }: Match, { enabled, pos, typeId }: Player): boolean {
  if (!enabled || world.ball.z > params.server.player_height) return false;
  const { player_size: size, kickable_margin: margin } = params.types[typeId]!;
  return measureGap(pos, world.ball.pos) <= size + margin + params.server.ball_size;
}

function measureGap(a: { readonly x: number; readonly y: number }, b: typeof a): number {
  const dx = a.x - b.x;
  const dy = a.y - b.y;
  return Math.sqrt(dx * dx + dy * dy);
}

/** Counts the left players that are near their places for the position of the ball. */
function countAtPlaces({ world }: Match, tolerance: number): number {
  return world.players.filter(
    ({ side, enabled, unum, pos }) =>
      side === 'l' && enabled && measureGap(pos, FOUR_THREE_THREE.place(unum, world.ball.pos)) <= tolerance,
  ).length;
}

const findLeft = ({ world }: Match, unum: number): Player =>
  world.players.find(({ side, unum: number }) => side === 'l' && number === unum)!;

function checkTypes(match: Match, unums: readonly number[]): GoalCheckResult {
  const { params } = match;
  const rates = params.types.map(({ dash_power_rate: rate }) => rate).sort((a, b) => b - a);
  const least = rates[unums.length - 1]!;
  const slow = unums.filter((unum) => params.types[findLeft(match, unum).typeId]!.dash_power_rate < least);
  return slow.length === 0
    ? pass(`players ${unums.join(', ')} have the fastest types`)
    : fail(`there are faster types for players ${slow.join(', ')}`);
}

type PlayerGoal = Extract<Goal, { readonly kind: 'place' | 'stamina' }>;

function checkPlayer(match: Match, goal: PlayerGoal): GoalCheckResult {
  const { unum } = goal;
  const player = findLeft(match, unum);
  if (goal.kind === 'place') {
    const gap = measureGap(player.pos, goal);
    const text = `player ${unum} is ${gap.toFixed(1)} m from (${goal.x}, ${goal.y}) at the end`;
    return gap <= goal.tolerance ? pass(text) : fail(`${text}, at most ${goal.tolerance} m are allowed`);
  }
  const text = `player ${unum} has stamina ${Math.round(player.stamina)} at the end`;
  return player.stamina >= goal.least ? pass(text) : fail(`${text}, ${goal.least} are needed`);
}

/** Returns the angle between the direction in which a player looks and the ball, degrees. */
function measureLook(match: Match, unum: number): number {
  const { pos, body, neck } = findLeft(match, unum);
  const { ball } = match.world;
  const angle = Math.atan2(ball.pos.y - pos.y, ball.pos.x - pos.x) - body - neck;
  return (Math.abs(Math.atan2(Math.sin(angle), Math.cos(angle))) * 180) / Math.PI;
}
