import type { Player, PlayMode, RandomStream, Vec2, World } from '@rcss/core';
import type { MatchParams, PlayerType } from '@rcss/params';
import type { RefereeHost } from './host.js';
import type { RefereeState } from './state.js';

/** Lengths of the match in cycles (spec 06 §7.1). */
export interface MatchLengths {
  /** H; halves never end when it is 0 or less. */
  readonly half: number;
  /** E, never negative. */
  readonly extraHalf: number;
  readonly normalHalves: number;
  readonly extraHalves: number;
  /** N: all normal halves. */
  readonly normal: number;
  /** M: normal and extra halves. */
  readonly full: number;
}

/**
 * One rule: what it does when something happens. All reactions are optional; they get the context and write to the world and to their
 * own part of `ctx.state` (spec 06 §6, reaction table).
 */
export interface Rule {
  readonly name: string;
  /** An accepted kick; strength in m/cycle². */
  kick?(ctx: RefereeContext, player: Player, strength: number): void;
  missedKick?(ctx: RefereeContext, player: Player): void;
  tackle?(ctx: RefereeContext, player: Player, strength: number, foul: boolean): void;
  missedTackle?(ctx: RefereeContext, player: Player, foul: boolean): void;
  touch?(ctx: RefereeContext, player: Player): void;
  caught?(ctx: RefereeContext, goalie: Player): void;
  punched?(ctx: RefereeContext, goalie: Player): void;
  /** The mode, already current, was set by anybody (spec 06 §4.3). */
  modeSet?(ctx: RefereeContext, mode: PlayMode): void;
  /** The end of a step in which rules are evaluated (spec 06 §4.1). */
  evaluate?(ctx: RefereeContext): void;
}

/** The referee of one match: everything the rules reach. Create it with `createRefereeContext`. */
export interface RefereeContext {
  readonly world: World;
  readonly params: MatchParams;
  readonly lengths: MatchLengths;
  /** Stream of the referee alone. */
  readonly rng: RandomStream;
  readonly host: RefereeHost;
  /** Whether rules exist at all; false with a trainer but without `coach_w_referee` (spec 06 §18.1). */
  readonly active: boolean;
  /** The rules in the order in which they see events and are evaluated (spec 06 §4.2); empty when not active. */
  readonly rules: readonly Rule[];
  /** Memory of the rules; assign a clone to go back to a snapshot. */
  state: RefereeState;
  /** Working memory within one operation; holds nothing between calls. */
  readonly scratch: Vec2;
}

/** Lengths of the match from its parameters (spec 06 §7.1). */
export function matchLengths(params: MatchParams): MatchLengths {
  const half = params.halfCycles;
  const extraHalf = Math.max(0, params.extraHalfCycles);
  const normalHalves = Math.max(0, params.server.nr_normal_halfs);
  const extraHalves = Math.max(0, params.server.nr_extra_halfs);
  const normal = half * normalHalves;
  return { half, extraHalf, normalHalves, extraHalves, normal, full: normal + extraHalf * extraHalves };
}

/** Attributes of a player; the default type for an id that no type has. */
export function playerTypeOrDefault(ctx: RefereeContext, player: Player): PlayerType {
  return (ctx.params.types[player.typeId] ?? ctx.params.types[0]) as PlayerType;
}

/** The player with this index, or undefined for `NOBODY`. */
export function playerAt(ctx: RefereeContext, index: number): Player | undefined {
  return index < 0 ? undefined : ctx.world.players[index];
}

/** The ball is nobody's any more. */
export function releaseBall(ctx: RefereeContext): void {
  ctx.world.catcher = -1;
}
