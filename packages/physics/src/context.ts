import { PLAYER_COUNT, type Player, type Vec2, vec2, type World } from '@rcss/core';
import type { MatchParams } from '@rcss/params';

/**
 * Called when bodies do something, at that moment: the referee judges by it (spec 06 §6). A listener may change the
 * world at once (place the ball, change the play mode, remove a player). The order of calls is part of the
 * behaviour.
 */
export interface PhysicsListener {
  /** An accepted kick with the ball in reach; the catcher is released and the push added before the call. */
  kicked(kicker: Player, strength: number): void;
  /** A kick with the ball out of reach, in a mode that allows kicks. */
  kickMissed(kicker: Player): void;
  /** A successful tackle in a mode that allows it; catcher released and push added before the call. */
  tackled(tackler: Player, strength: number, foul: boolean): void;
  /** A tackle that failed by distance or by chance. */
  tackleMissed(tackler: Player, foul: boolean): void;
  /** Ball and player touched: each collision found in a pass, a catch, a punch. */
  touched(player: Player): void;
  /** A successful catch outside the shoot-out is announced before it is judged (`goalie_catch_ball_X`). */
  catchAnnounced(goalie: Player): void;
  /** A successful catch, after the collision pass and the touch. */
  caught(goalie: Player): void;
  /** A catch that failed by chance and punched the ball. */
  punched(goalie: Player): void;
}

/**
 * Proposed places of one collision pass. Row i is player i, the last row is the ball: sum of x, sum of y, number of
 * proposals, and whether the object collided in the pass.
 */
export interface Proposals {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly count: Uint8Array;
  readonly collided: Uint8Array;
}

/** Working memory of the bodies of one match; holds nothing between calls. */
export interface PhysicsScratch {
  /** Proposals that no pass owns, all zero. Several, because a listener may start a pass inside a pass. */
  readonly proposals: Proposals[];
  /** Enabled players side by side, for the comparison of all pairs: index, x, y, radius. */
  readonly rows: Uint8Array;
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  readonly sizes: Float64Array;
  /** Where an object hits a post. */
  readonly hit: Vec2;
}

/** The bodies of one match. Chance is not part of it: every function that draws takes its stream. */
export interface PhysicsContext {
  readonly world: World;
  readonly params: MatchParams;
  /** Called when bodies do something; null when nobody needs it. */
  readonly listener: PhysicsListener | null;
  readonly scratch: PhysicsScratch;
}

/** The bodies of a world; once per match, because it holds working memory. */
export function createPhysicsContext(
  world: World,
  params: MatchParams,
  listener: PhysicsListener | null = null,
): PhysicsContext {
  const scratch = {
    proposals: [],
    rows: new Uint8Array(PLAYER_COUNT),
    xs: new Float64Array(PLAYER_COUNT),
    ys: new Float64Array(PLAYER_COUNT),
    sizes: new Float64Array(PLAYER_COUNT),
    hit: vec2(),
  };
  return { world, params, listener, scratch };
}
