import type { Player, PlayMode, Vec2, World } from '@rcss/core';
import type { RandomStream } from '@rcss/core/random';
import type { MatchParams, PlayerType } from '@rcss/params';
import type { RefereeHost } from './referee-host.js';
import type { RefereeState } from './state.js';

/** Lengths of the match, in cycles (spec 06 §7.1). */
export interface MatchLengths {
  /** One normal half, H. If it is 0 or less, halves never end. */
  readonly half: number;
  /** One half of extra time, E; never negative. */
  readonly extraHalf: number;
  readonly normalHalves: number;
  readonly extraHalves: number;
  /** All normal halves, N. */
  readonly normal: number;
  /** All normal and extra halves, M. */
  readonly full: number;
}

/**
 * One rule of the referee: its reactions to events. All reactions are optional. A reaction receives the
 * context; it writes to the world and to its own part of `ctx.state` (spec 06 §6, reaction table).
 */
export interface Rule {
  /** Name of the rule, for example `ball stuck`. */
  readonly name: string;
  /** An accepted kick; `strength` is in m/cycle². */
  onKick?(ctx: RefereeContext, player: Player, strength: number): void;
  /** A kick with the ball out of reach, in a play mode that allows kicks. */
  onKickMiss?(ctx: RefereeContext, player: Player): void;
  /** A successful tackle; `strength` is in m/cycle², `foul` is true if the player intended a foul. */
  onTackle?(ctx: RefereeContext, player: Player, strength: number, foul: boolean): void;
  /** A tackle that failed because of distance or the random draw. */
  onTackleMiss?(ctx: RefereeContext, player: Player, foul: boolean): void;
  /** A collision of ball and player, a catch or a punch, before the bodies are separated. */
  onTouch?(ctx: RefereeContext, player: Player): void;
  /** A successful catch. */
  onCatch?(ctx: RefereeContext, goalie: Player): void;
  /** A catch that failed in the random draw and pushed the ball. */
  onPunch?(ctx: RefereeContext, goalie: Player): void;
  /** A rule, a trainer or a monitor set the play mode; `mode` is already current (spec 06 §4.3). */
  onPlayModeSet?(ctx: RefereeContext, mode: PlayMode): void;
  /** The end of a step in which rules are evaluated (spec 06 §4.1). */
  evaluate?(ctx: RefereeContext): void;
}

/** The referee of one match: all data that the rules use. Create it with `createRefereeContext`. */
export interface RefereeContext {
  readonly world: World;
  readonly params: MatchParams;
  readonly lengths: MatchLengths;
  /** Random numbers of the referee only. */
  readonly rng: RandomStream;
  readonly host: RefereeHost;
  /** Whether rules run: false with `server::coach` alone, without `coach_w_referee` (spec 06 §18.1). */
  readonly active: boolean;
  /** The rules, in the order in which they receive events and are evaluated (spec 06 §4.2); empty if not active. */
  readonly rules: readonly Rule[];
  /** State of the rules. To restore a snapshot, assign a clone of its state. */
  state: RefereeState;
  /** Working memory within one operation; keeps nothing between calls. */
  readonly scratch: Vec2;
}

/** Returns the lengths of a match from its parameters (spec 06 §7.1). */
export function matchLengths(params: MatchParams): MatchLengths {
  const half = params.halfCycles;
  const extraHalf = Math.max(0, params.extraHalfCycles);
  const normalHalves = Math.max(0, params.server.nr_normal_halfs);
  const extraHalves = Math.max(0, params.server.nr_extra_halfs);
  const normal = half * normalHalves;
  return { half, extraHalf, normalHalves, extraHalves, normal, full: normal + extraHalf * extraHalves };
}

/** Returns the type of a player, or the default type if its type id does not exist. */
export function playerTypeOrDefault(ctx: RefereeContext, player: Player): PlayerType {
  return (ctx.params.types[player.typeId] ?? ctx.params.types[0]) as PlayerType;
}

/** Returns the player with this index, or undefined for `NO_PLAYER`. */
export function playerAt(ctx: RefereeContext, index: number): Player | undefined {
  return index < 0 ? undefined : ctx.world.players[index];
}

/** Clears the goalie that holds the ball. */
export function releaseBall(ctx: RefereeContext): void {
  ctx.world.catcher = -1;
}
