import { PLAYER_COUNT, type Player, type Vec2, type World } from '@rcss/core';
import * as vec2 from '@rcss/core/vec2';
import type { MatchParams } from '@rcss/params';

/**
 * Receives the events of the physics at the moment they happen; the referee uses them (spec 06 §6). A listener may
 * change the world at once (place the ball, change the play mode, remove a player). The order of calls is part of the
 * behavior.
 */
export interface PhysicsListener {
  /** An accepted kick with the ball in reach. The ball is released and the push is added before the call. */
  onKick(kicker: Player, strength: number): void;
  /** A kick with the ball out of reach, in a mode that allows kicks. */
  onKickMiss(kicker: Player): void;
  /** A successful tackle in a mode that allows it. The ball is released and the push is added before the call. */
  onTackle(tackler: Player, strength: number, foul: boolean): void;
  /** A tackle that failed because of the distance or randomly. */
  onTackleMiss(tackler: Player, foul: boolean): void;
  /** Ball and player touched: each collision found in a pass, a catch, a punch. */
  onTouch(player: Player): void;
  /** A successful catch outside the shoot-out, to be announced (`goalie_catch_ball_X`) before `caught` is called. */
  onCatchAnnounced(goalie: Player): void;
  /** A successful catch, after the collision pass and the touch. */
  onCatch(goalie: Player): void;
  /** A catch that failed randomly and punched the ball. */
  onPunch(goalie: Player): void;
}

/**
 * Proposed places of one collision pass: sum of x, sum of y, number of proposals, and whether the object collided in
 * the pass. Row i is player i, the last row is the ball.
 */
export interface Proposals {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly count: Uint8Array;
  readonly collided: Uint8Array;
}

/** Working memory of the physics of one match; its contents are not kept between calls. */
export interface PhysicsScratch {
  /** Unused objects, all zero. More than one can be in use, because a listener may start a pass inside a pass. */
  readonly proposals: Proposals[];
  /** Enabled players in compact arrays, for the comparison of all pairs: index, x, y, radius. */
  readonly rows: Uint8Array;
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  readonly sizes: Float64Array;
  /** Point at which an object hits a post. */
  readonly hitPoint: Vec2;
}

/** The physics of one match. It contains no random stream: each function that draws random numbers has a parameter for it. */
export interface PhysicsContext {
  readonly world: World;
  readonly params: MatchParams;
  /** Receives the events of the physics; null if they are not needed. */
  readonly listener: PhysicsListener | null;
  readonly scratch: PhysicsScratch;
}

/** Creates the physics of a world. Call it once per match, because it allocates working memory. */
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
    hitPoint: vec2.create(),
  };
  return { world, params, listener, scratch };
}
