import { type AgentPlayer, type Decision, defineTeam } from '@rcss/agent';
import { type Action, createAction, kickWithSpeed } from '@rcss/agent/skills';
import { computeDirection, computeDistance } from '@rcss/agent/world';
import type { AgentTeam, ServerMessage, TeamClient } from '@rcss/core/team-module';
import type { Order } from './tasks.js';

/** Cycles in which an order must begin and be finished: kicks of two or three cycles, or a short run with the ball. */
const MAX_CYCLES = 12;
const DRIBBLE_TARGET_AHEAD = 15;

/** Speed with which a pass arrives, m/cycle. */
const PASS_END_SPEED = 1.5;

/** A pass that the skills refuse, to an offside or far teammate, straight to where the player sees it; null if it does not see it. */
function kickToward({ world }: AgentPlayer, unum: number): Action | null {
  const mate = world.players.ownList.find((player) => player.unum === unum);
  if (mate === undefined || !world.kickable) return null;
  const { ball, server } = world;
  const length = computeDistance(ball.pos, mate.pos);
  const speed = Math.min(server.ball_speed_max, PASS_END_SPEED + (1 - server.ball_decay) * length);
  const body = kickWithSpeed(world, computeDirection(ball.pos, mate.pos), speed, false);
  return createAction('pass', body, `ordered, ${length.toFixed(0)} m`, { passTo: unum, target: mate.pos });
}

/** The action of `@rcss/agent` for an order; it is tried however improbable its success is. */
function createDecision({ action, to = 0 }: Pick<Order, 'action' | 'to'>): Decision {
  switch (action) {
    case 'pass':
      return (player) => player.passTo(to, 0) ?? kickToward(player, to);
    case 'shoot':
      return (player) => player.shoot(0);
    case 'dribble':
      return (player) => {
        const { x, y } = player.world.self.pos;
        return (
          player.dribbleTo({ x: Math.min(50, x + DRIBBLE_TARGET_AHEAD), y }, 0) ??
          player.dribbleTo(undefined, 0)
        );
      };
    case 'clear':
      return (player) => player.clear();
    case 'hold':
      return (player) => player.hold();
  }
}

/**
 * A player that carries out an order and then goes on as its team decides. A second player of `@rcss/agent` gets the same messages and
 * decides while the order lasts: until the ball has left it, or for at most {@link MAX_CYCLES} cycles.
 */
export class OrderClient implements TeamClient {
  readonly init: string;
  /** Whether the order has begun: the ordered action was possible. */
  isCarriedOut = false;
  readonly #inner: TeamClient;
  readonly #player: TeamClient;
  #order: Pick<Order, 'action' | 'to'>;
  #cyclesLeft = 0;
  #hadBall = false;
  #wasPossible = false;

  constructor(inner: TeamClient, order: Order) {
    this.#inner = inner;
    this.init = inner.init;
    this.#order = order;
    const decide: Decision = (player) =>
      this.#decide(player.world.kickable, () => createDecision(this.#order)(player));
    const version = Number(/\(version ([\d.]+)\)/.exec(inner.init)?.[1] ?? 0);
    const create = defineTeam({
      version: version as never,
      play: decide,
      setPlay: decide,
    });
    const team = create({ team: /^\(init (\S+)/.exec(inner.init)?.[1] ?? 'team', seed: 1, options: {} });
    this.#player = (team as AgentTeam).players[order.unum - 1] as TeamClient;
  }

  /** The order, or another one, holds from the next decision on. */
  begin(order: Pick<Order, 'action' | 'to'> = this.#order): void {
    this.#order = order;
    this.#cyclesLeft = MAX_CYCLES;
    this.#hadBall = false;
    this.isCarriedOut = false;
  }

  /** Whether the order still holds. */
  get isActive(): boolean {
    return this.#cyclesLeft > 0;
  }

  #decide<Result>(hasBall: boolean, decide: () => Result | null): Result | null {
    if (this.#cyclesLeft === 0) return null;
    if (!hasBall && this.#hadBall) {
      this.#cyclesLeft = 0;
      return null;
    }
    const result = decide();
    this.#wasPossible = result !== null;
    if (result !== null) {
      this.isCarriedOut = true;
      this.#hadBall ||= hasBall;
    }
    return result;
  }

  receive(message: ServerMessage): void {
    this.#inner.receive(message);
    this.#player.receive(message);
  }

  decide(): string {
    this.#wasPossible = false;
    const ordered = this.#player.decide();
    const own = this.#inner.decide();
    if (this.#cyclesLeft === 0) return own;
    this.#cyclesLeft -= 1;
    if (this.#wasPossible) return ordered;
    // The ball has left, or the action is impossible now.
    const { action } = this.#order;
    if (action !== 'dribble' && action !== 'hold' && this.isCarriedOut) this.#cyclesLeft = 0;
    return own;
  }

  close(): void {
    this.#inner.close?.();
  }
}
