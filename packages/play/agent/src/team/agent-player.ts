import type { Vec2 } from '@rcss/core';
import { computeSayLimit } from '@rcss/params';
import { computeDistance, OPPONENT_GOAL } from '../geometry.js';
import { type Plan, type PlanCandidate, type PlannerOptions, planAttack } from '../planner/plan-attack.js';
import type { TeamPlan } from '../play/team-plan.js';
import { compareReach, type Intercept, listIntercepts, type Race } from '../reach/intercept.js';
import type { Action } from '../skills/action.js';
import { clear } from '../skills/clear.js';
import { dribble } from '../skills/dribble.js';
import { keepGoal } from '../skills/goalkeeping.js';
import { hold } from '../skills/kick.js';
import { lob, loftClear, loftPass, trapBall } from '../skills/loft.js';
import { goTo, intercept, mark, scan } from '../skills/movement.js';
import { pass } from '../skills/pass.js';
import { shoot } from '../skills/shoot.js';
import { tackleBall } from '../skills/tackle.js';
import type { HeardPart } from '../world/heard.js';
import type { TrackedPlayer } from '../world/player-tracker.js';
import {
  encodeSay,
  encodeSayText,
  type HeardText,
  type MessageKinds,
  type SayPart,
} from '../world/say-codec.js';
import type { WorldModel } from '../world/world-model.js';
import { type DebugPen, NO_DEBUG } from './debug-pen.js';
import { drawPlan } from './draw-plan.js';

/**
 * A player as its decision function sees it: the world, and one call for each thing that a player can do. A call returns the action, or
 * null if it is not possible now, so that calls are combined with `??`.
 *
 * Positions are in the team frame: meters, the own goal at x = -52.5, the opponents' goal at x = 52.5, y to the right of a player that
 * attacks.
 */
export class AgentPlayer<Memory = unknown> {
  readonly world: WorldModel;
  /** Messages of the coach language that the own coach has said, oldest first: `(define …)`. At most 500. */
  readonly coachMessages: readonly string[];
  /** What `memory` of `defineTeam` created for this player; it stays for the whole match. */
  readonly memory: Memory;
  /** Draws and writes for the debug channel. */
  readonly debug: DebugPen;
  readonly #plan: TeamPlan;
  #race: Race | null = null;
  #raceCycle = -1;
  #intercepts: readonly Intercept[] = [];
  #interceptsCycle = -1;
  readonly #kinds: MessageKinds;
  #message: string | null = null;
  /** Plans of this cycle, for the debug record. */
  readonly #plans: Plan[] = [];

  /**
   * @param coachMessages See the field; none by default.
   * @param memory See the field; undefined by default.
   * @param debug See the field; records nothing by default.
   * @param kinds Own kinds of messages; none by default.
   */
  constructor(
    world: WorldModel,
    plan: TeamPlan,
    coachMessages: readonly string[] = [],
    memory: Memory = undefined as Memory,
    debug: DebugPen = NO_DEBUG,
    kinds: MessageKinds = {},
  ) {
    this.#kinds = kinds;
    this.world = world;
    this.coachMessages = coachMessages;
    this.memory = memory;
    this.debug = debug;
    this.#plan = plan;
  }

  /** Own number. */
  get unum(): number {
    return this.world.unum;
  }

  /** The own place in the formation for the current position of the ball, not offside. */
  get home(): Vec2 {
    const { world } = this;
    const place = this.#plan.formation.place(world.unum, world.ball.pos);
    place.x = Math.min(place.x, Math.max(world.offsideLine, world.ball.pos.x) - 1);
    return place;
  }

  /** Who gets the ball first: the player, the fastest teammate, the fastest opponent. Computed once per cycle. */
  get race(): Race {
    if (this.#race === null || this.#raceCycle !== this.world.cycle) {
      this.#race = compareReach(this.world);
      this.#raceCycle = this.world.cycle;
    }
    return this.#race;
  }

  /** When each known player gets the ball, the first one first, with turns, dashes and stamina. Computed once per cycle if it is asked for. */
  get intercepts(): readonly Intercept[] {
    if (this.#interceptsCycle !== this.world.cycle) {
      this.#intercepts = listIntercepts(this.world);
      this.#interceptsCycle = this.world.cycle;
    }
    return this.#intercepts;
  }

  /** Whether no teammate reaches the ball earlier, or a teammate has announced a pass to this player. */
  get isFirst(): boolean {
    const { world } = this;
    if (world.bannedTaker === world.unum) return false;
    const { own, mate, mateUnum } = this.race;
    if (world.passReceiver === world.unum && own.cycles <= mate.cycles + 3) return true;
    return own.cycles < mate.cycles || (own.cycles === mate.cycles && world.unum < mateUnum);
  }

  /** Goes to a point; null if it is there. `urgency` 0 to 1: from saving stamina to full speed. */
  goTo(target: Readonly<Vec2>, urgency = 0.6, tolerance = 1): Action | null {
    return goTo(this.world, { target, urgency, tolerance });
  }

  /** Runs to the point where it reaches the ball first; null if it cannot or must not. */
  intercept(): Action | null {
    return intercept(this.world, { race: this.race });
  }

  /** Carries the ball toward a point; null if the ball is out of reach or would probably be lost. */
  dribbleTo(target: Readonly<Vec2> = OPPONENT_GOAL, minProbability = 0.5): Action | null {
    return dribble(this.world, { to: target, minProbability });
  }

  /** Passes to a teammate, by default to the best one; null if the pass would probably not arrive. */
  passTo(receiver?: TrackedPlayer | number, minProbability = 0.6): Action | null {
    const to = typeof receiver === 'number' ? receiver : (receiver?.unum ?? 0);
    return pass(this.world, { to, minProbability });
  }

  /**
   * Plans several steps ahead and does the first one; null if the ball is out of reach or there is no step. The debug record has all first steps with
   * their values at level 4, also the rejected ones, and why there is no pass to a teammate.
   */
  plan(options: PlannerOptions = {}): Action | null {
    return this.#search(options)?.action ?? null;
  }

  /** The first steps among which {@link plan} chooses, the best one first; none if the ball is out of reach. A team that judges them itself plays one: `choice.play()`. */
  listChoices(options: PlannerOptions = {}): readonly PlanCandidate[] {
    return this.#search(options)?.candidates ?? [];
  }

  #search(options: PlannerOptions): Plan | null {
    const plan = planAttack(this.world, { formation: this.#plan.formation, ...options });
    if (plan !== null && this.debug.isOn) this.#plans.push(plan);
    return plan;
  }

  /** Draws the plans of this cycle, when it is known what the player does. @internal */
  drawPlans(played: Action): void {
    for (const plan of this.#plans.splice(0)) drawPlan(this.debug, this.world, plan, played);
  }

  /** Shoots at the goal; null if a goal is not probable enough. */
  shoot(minProbability = 0.42): Action | null {
    return shoot(this.world, { minProbability });
  }

  /** Kicks the ball far away, forward; null if it is out of reach. */
  clear(): Action | null {
    return clear(this.world);
  }

  /** Passes through the air over opponents; null if that would probably not arrive, or in a match whose ball stays on the ground. */
  loftPass(minProbability = 0.6): Action | null {
    return loftPass(this.world, minProbability);
  }

  /** Shoots over the goalie; null if a goal is not probable enough, or in a match whose ball stays on the ground. */
  lob(minProbability = 0.5): Action | null {
    return lob(this.world, minProbability);
  }

  /** Kicks the ball far away through the air; null if opponents would get it, or in a match whose ball stays on the ground. */
  loftClear(): Action | null {
    return loftClear(this.world);
  }

  /** Stops a ball in the air and puts it on the ground; null if it is not in the air or out of reach. */
  chestTrap(): Action | null {
    return trapBall(this.world);
  }

  /** Keeps the ball at the side away from the opponents; null if it is out of reach. */
  hold(): Action | null {
    return hold(this.world);
  }

  /** Tackles the ball away from the own goal; null if that would probably fail, or if no opponent has the ball. */
  tackle(minProbability = 0.85): Action | null {
    const { world } = this;
    const { player, gap } = world.nearestOpponent(world.ball.pos);
    if (player === null || gap > player.ability.kickable + 0.2) return null;
    return tackleBall(world, { minProbability });
  }

  /** Covers an opponent, by default the most dangerous one nearby; null if there is none. */
  mark(opponent?: TrackedPlayer): Action | null {
    return mark(this.world, opponent === undefined ? {} : { opponent });
  }

  /** Plays the goalie: catches, leaves the goal, stands in the way of the ball. */
  keepGoal(): Action {
    return keepGoal(this.world, { race: this.race });
  }

  /** Looks for the ball; null if it was seen in the last two cycles. */
  scan(): Action | null {
    return scan(this.world);
  }

  /**
   * Says something to teammates in this cycle, in place of the report about the ball: a text of at most `say_msg_size` - 1 (nine)
   * characters, or parts, from which their world models learn. Teammates get it in the next cycle: each hears the teammate to which
   * it attends, and players attend to the one nearest to the ball.
   *
   * @throws RangeError if a text is too long, if it has a character that the server refuses, or if an own kind is not defined
   * @example if (player.world.kickable) player.say('press');
   */
  say(message: string | readonly SayPart[]): void {
    const size = computeSayLimit(this.world.server);
    this.#message =
      typeof message === 'string' ? encodeSayText(message, size) : encodeSay(message, size, this.#kinds);
  }

  /** Texts that teammates said with `say`, received in this cycle. */
  get heard(): readonly HeardText[] {
    return this.world.heard.texts;
  }

  /** Parts of messages that teammates said with `say`, received in this cycle; also those of own kinds. */
  get heardParts(): readonly HeardPart[] {
    return this.world.heard.parts;
  }

  /** Messages of opponents, as they were said, received in this cycle. */
  get heardOpponents(): readonly string[] {
    return this.world.heard.opponentTexts;
  }

  /** Texts that the own coach said with `say`, received in this cycle. */
  get coachHeard(): readonly string[] {
    return this.world.heard.coachTexts;
  }

  /** Teammates that are known, the nearest to the opponents' goal first. */
  get forwardTeammates(): readonly TrackedPlayer[] {
    return [...this.world.players.ownList].sort(
      (a, b) => computeDistance(a.pos, OPPONENT_GOAL) - computeDistance(b.pos, OPPONENT_GOAL),
    );
  }

  /** Returns the message of this cycle and forgets it; null if there is none. @internal */
  takeMessage(): string | null {
    const message = this.#message;
    this.#message = null;
    return message;
  }
}
