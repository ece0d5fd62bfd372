import type { Vec2 } from '@rcss/core';
import type { Formation } from '../formations/formation.js';
import { computeDistance } from '../geometry.js';
import type { TrackedPlayer } from '../world/player-tracker.js';
import type { WorldModel } from '../world/world-model.js';
import type { PlanState } from './plan-state.js';

/** Share of the top speed with which a teammate goes to its place, and decay of the velocity of the others. */
const RETURN_SPEED = 0.7;
const DECAY = 0.85;
/** Cycles until an opponent runs to the ball. */
const REACTION = 2;

/**
 * What is predicted after some steps of a plan: the ball, and where all players are by then. Teammates run to their places in the formation for the
 * new place of the ball, the opponent nearest to the ball runs to it, others go on as they move now. Computed when it is asked for.
 */
export class PlanSituation {
  /** The steps until then. */
  readonly state: PlanState;
  readonly #wm: WorldModel;
  readonly #formation: Formation | null;
  #teammates: readonly TrackedPlayer[] | null = null;
  #opponents: readonly TrackedPlayer[] | null = null;
  #self: Vec2 | null = null;

  /** @param formation Formation of the own team; null: teammates go on as they move now. */
  constructor(wm: WorldModel, state: PlanState, formation: Formation | null) {
    this.#wm = wm;
    this.state = state;
    this.#formation = formation;
  }

  /** Place of the ball, team frame, meters. */
  get ball(): Readonly<Vec2> {
    return this.state.ball;
  }

  /** Number of the player that has the ball; 0 after a shot. */
  get unum(): number {
    return this.state.unum;
  }

  /** Place of the player that plans; at the ball if it has the ball. */
  get self(): Readonly<Vec2> {
    if (this.#self === null) {
      const { pos, vel, ability } = this.#wm.self;
      this.#self =
        this.unum === this.#wm.unum ? this.ball : this.#moveMate(this.#wm.unum, pos, vel, ability.topSpeed);
    }
    return this.#self;
  }

  /** Known teammates; the one that has the ball is at the ball. */
  get teammates(): readonly TrackedPlayer[] {
    this.#teammates ??= this.#wm.players.ownList.map((p) =>
      p.unum !== 0 && p.unum === this.unum
        ? at(p, this.ball)
        : at(p, this.#moveMate(p.unum, p.pos, p.vel, p.ability.topSpeed)),
    );
    return this.#teammates;
  }

  /** Known opponents. */
  get opponents(): readonly TrackedPlayer[] {
    this.#opponents ??= this.#moveOpponents();
    return this.#opponents;
  }

  #moveMate(unum: number, pos: Readonly<Vec2>, vel: Readonly<Vec2>, topSpeed: number): Vec2 {
    const { cycles } = this.state;
    if (this.#formation === null || unum === 0 || unum > this.#formation.players)
      return glide(pos, vel, cycles);
    return moveTo(pos, this.#formation.place(unum, this.ball), RETURN_SPEED * topSpeed * cycles);
  }

  #moveOpponents(): readonly TrackedPlayer[] {
    const { opponentList } = this.#wm.players;
    const { cycles } = this.state;
    let nearest: TrackedPlayer | null = null;
    for (const p of opponentList)
      if (
        !p.goalie &&
        (nearest === null || computeDistance(p.pos, this.ball) < computeDistance(nearest.pos, this.ball))
      )
        nearest = p;
    return opponentList.map((p) => {
      if (p.goalie) return at(p, p.pos);
      if (p !== nearest) return at(p, glide(p.pos, p.vel, cycles));
      return at(p, moveTo(p.pos, this.ball, p.ability.topSpeed * Math.max(0, cycles - REACTION)));
    });
  }
}

/** The player at another place, at rest. */
function at(p: TrackedPlayer, pos: Readonly<Vec2>): TrackedPlayer {
  return { ...p, pos: { x: pos.x, y: pos.y }, vel: { x: 0, y: 0 } };
}

function glide(pos: Readonly<Vec2>, vel: Readonly<Vec2>, cycles: number): Vec2 {
  let share = 0;
  for (let n = 0, rate = 1; n < cycles; n++, rate *= DECAY) share += rate;
  return { x: pos.x + share * vel.x, y: pos.y + share * vel.y };
}

/** The place after a way toward a target, at most there. */
function moveTo(from: Readonly<Vec2>, target: Readonly<Vec2>, way: number): Vec2 {
  const gap = computeDistance(from, target);
  const share = gap <= way ? 1 : way / gap;
  return { x: from.x + share * (target.x - from.x), y: from.y + share * (target.y - from.y) };
}
