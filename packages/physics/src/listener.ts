import type { Player } from '@rcss/core';

/**
 * Told of what bodies do, at the moment it happens: the referee judges by it (06 §6). A listener may change the
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
