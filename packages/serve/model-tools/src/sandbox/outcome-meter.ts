import { createFrame, isShootoutMode, playerIndex, type Side, sideSign } from '@rcss/core';
import { fillFrame } from '@rcss/sensors';
import type { Match } from '@rcss/simulator';
import { createAnalyzer } from '@rcss/stats';
import type { Continuation, Order } from './tasks.js';

/** Measures what a continuation of a match leads to for a side, from its first state on. */
export class OutcomeMeter {
  readonly #analyzer = createAnalyzer();
  readonly #frame = createFrame();
  readonly #match: Match;
  readonly #side: Side;
  readonly #before: ReturnType<typeof readScore>;
  readonly #ballX: number;
  /** Whether the continuation has ended: a goal was scored, or the shootout begins. */
  isOver = false;

  constructor(match: Match, side: Side) {
    const { params, world } = match;
    this.#match = match;
    this.#side = side;
    this.#analyzer.setServerParams(params.server);
    for (const type of params.types) this.#analyzer.addPlayerType(type);
    this.#before = readScore(match, side);
    this.#ballX = world.ball.pos.x;
    this.add();
  }

  /** Adds the state that the match has now. */
  add(): void {
    const { world, params } = this.#match;
    this.#analyzer.addFrame(fillFrame(world, params, this.#frame));
    const { own, other } = readScore(this.#match, this.#side);
    this.isOver ||=
      own !== this.#before.own || other !== this.#before.other || isShootoutMode(world.playMode);
  }

  /** Returns the outcome in the last state. */
  finish(order: Order | null): Omit<Continuation, 'isCarriedOut' | 'followed'> {
    const match = this.#match;
    const side = this.#side;
    const { events, columns, touchPlayer, touchShow } = this.#analyzer.finish();
    const owner = columns.owner[columns.length - 1]! - 1;
    const ownerSide = owner < 0 ? null : owner < 11 ? 'l' : 'r';
    const after = readScore(match, side);
    const shots = events.filter(({ type }) => type === 'shot');
    const xg = (of: (eventSide: Side) => boolean): number =>
      shots.reduce((sum, shot) => sum + (of(shot.side) ? (shot.xg ?? 0) : 0), 0);
    const passer = order === null ? -1 : playerIndex(order.side, order.unum);
    const nextTouch = touchPlayer.find((player, i) => player !== passer && touchShow[i]! > 0);
    return {
      isReceived: order?.action === 'pass' ? nextTouch === playerIndex(order.side, order.to ?? 0) : null,
      keeps: ownerSide === side,
      goals: after.own - this.#before.own,
      conceded: after.other - this.#before.other,
      shots: shots.filter((shot) => shot.side === side).length,
      xgDifference: xg((s) => s === side) - xg((s) => s !== side),
      gained: sideSign(side) * (match.world.ball.pos.x - this.#ballX),
    };
  }
}

function readScore({ world: { left, right } }: Match, side: Side): { own: number; other: number } {
  return side === 'l' ? { own: left.score, other: right.score } : { own: right.score, other: left.score };
}
