import { FOUR_THREE_THREE } from '@rcss/agent/formations';
import type { Player } from '@rcss/core';
import type { Match } from '@rcss/simulator';

/** What the team of a lesson must do before the match of the lesson ends. */
export type Goal =
  /** A field player has the ball within reach, before an opponent has it. */
  | { readonly kind: 'reach' }
  /** A player gets the ball from another one: no player has it in reach in between. */
  | { readonly kind: 'receive'; readonly from: number; readonly to: number }
  /** The team scores. */
  | { readonly kind: 'score' }
  /** At the end, players are near their places in the formation. */
  | {
      readonly kind: 'keepFormation';
      /** Number of players, the goalie included. */
      readonly count: number;
      /** Greatest distance from the place, meters. */
      readonly tolerance: number;
    }
  /** The opponents do not score. */
  | { readonly kind: 'concedeNothing' }
  /** At the end, these players have the player types with the greatest `dash_power_rate`. */
  | { readonly kind: 'fastTypes'; readonly players: readonly number[] };

/** Whether a goal is reached, and why. */
export interface GoalResult {
  readonly isPassed: boolean;
  /** A sentence without its period. */
  readonly text: string;
}

/** Follows a match and decides whether the left team reaches a goal. */
export class GoalCheck {
  readonly #goal: Goal;
  /** The player that had the ball in reach last, alone. */
  #holder: Player | null = null;
  /** Whether the ball has been out of the reach of all players since. */
  #isFree = false;

  constructor(goal: Goal) {
    this.#goal = goal;
  }

  /** Returns the result as soon as it is certain, otherwise null; called after each step. */
  update(match: Match): GoalResult | null {
    const goal = this.#goal;
    const { world } = match;
    const at = `at cycle ${world.time}`;
    const holders = world.players.filter((player) => hasBallInReach(match, player));
    switch (goal.kind) {
      case 'reach': {
        const holder = holders.find(({ side, goalie }) => side === 'l' && !goalie);
        if (holder !== undefined) return pass(`player ${holder.unum} has the ball ${at}`);
        return holders.length > 0 ? fail(`an opponent has the ball ${at}`) : null;
      }
      case 'receive':
        return this.#checkReceive(goal, holders, at);
      case 'score':
        return world.left.score > 0 ? pass(`your team scores ${at}`) : null;
      case 'concedeNothing':
        return world.right.score > 0 ? fail(`the opponents score ${at}`) : null;
      default:
        return null;
    }
  }

  #checkReceive(
    { from, to }: Extract<Goal, { kind: 'receive' }>,
    holders: readonly Player[],
    at: string,
  ): GoalResult | null {
    if (holders.length === 0) this.#isFree = true;
    const [holder] = holders;
    if (holder === undefined || holders.length > 1) return null;
    const isPass =
      this.#isFree &&
      this.#holder?.side === 'l' &&
      this.#holder.unum === from &&
      holder.side === 'l' &&
      holder.unum === to;
    this.#holder = holder;
    this.#isFree = false;
    return isPass ? pass(`player ${to} has the ball from player ${from} ${at}`) : null;
  }

  /** Returns the result at the end of the match. */
  finish(match: Match): GoalResult {
    const goal = this.#goal;
    switch (goal.kind) {
      case 'concedeNothing':
        return pass('the opponents have not scored');
      case 'keepFormation': {
        const near = countAtPlaces(match, goal.tolerance);
        const text = `${near} of 11 players are within ${goal.tolerance} m of their places at the end`;
        return near >= goal.count ? pass(text) : fail(`${text}, ${goal.count} are needed`);
      }
      case 'fastTypes':
        return checkTypes(match, goal.players);
      default:
        return fail(`not reached within ${match.steps} cycles`);
    }
  }
}

const pass = (text: string): GoalResult => ({ isPassed: true, text });
const fail = (text: string): GoalResult => ({ isPassed: false, text });

function hasBallInReach({ world, params }: Match, { enabled, pos, typeId }: Player): boolean {
  if (!enabled || world.ball.z > params.server.player_height) return false;
  const { player_size: size, kickable_margin: margin } = params.types[typeId]!;
  const dx = pos.x - world.ball.pos.x;
  const dy = pos.y - world.ball.pos.y;
  return Math.sqrt(dx * dx + dy * dy) <= size + margin + params.server.ball_size;
}

/** Counts the left players that are near their places for the position of the ball. */
function countAtPlaces({ world }: Match, tolerance: number): number {
  return world.players.filter(({ side, enabled, unum, pos }) => {
    if (side !== 'l' || !enabled) return false;
    const place = FOUR_THREE_THREE.place(unum, world.ball.pos);
    const dx = pos.x - place.x;
    const dy = pos.y - place.y;
    return Math.sqrt(dx * dx + dy * dy) <= tolerance;
  }).length;
}

function checkTypes({ world, params }: Match, unums: readonly number[]): GoalResult {
  const rates = params.types.map(({ dash_power_rate: rate }) => rate).sort((a, b) => b - a);
  const least = rates[unums.length - 1]!;
  const slow = unums.filter((unum) => {
    const player = world.players.find(({ side, unum: number }) => side === 'l' && number === unum)!;
    return params.types[player.typeId]!.dash_power_rate < least;
  });
  return slow.length === 0
    ? pass(`players ${unums.join(', ')} have the fastest types`)
    : fail(`there are faster types for players ${slow.join(', ')}`);
}
