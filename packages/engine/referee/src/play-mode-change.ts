import { oppositeSide, type PlayMode, playModeSide } from '@rcss/core';
import type { RefereeContext } from './context.js';
import { playModeKind } from './play-mode-kind.js';

/**
 * Sets the play mode for a rule, a trainer or a monitor (spec 06 §4.3). Informs every rule, sets the side that
 * may touch the ball next and announces the mode, even if it is already current.
 *
 * Goal modes are not announced. Without rules, the rest works the same (spec 06 §18.1).
 */
export function setPlayMode(ctx: RefereeContext, mode: PlayMode): void {
  const { world } = ctx;
  world.playMode = mode;
  for (const rule of ctx.rules) rule.onPlayModeSet?.(ctx, mode);
  switch (playModeKind(mode)) {
    case 'kick_off':
    case 'kick_in':
    case 'free_kick':
    case 'indirect_free_kick':
    case 'corner_kick':
    case 'goal_kick':
      world.kickOffSide = playModeSide(mode);
      break;
    case 'illegal_defense':
      world.kickOffSide = oppositeSide(playModeSide(mode));
      break;
    case 'drop_ball':
      world.kickOffSide = 'n';
      break;
    case 'play_on':
      world.playOnStart = world.time;
      break;
  }
  if (mode !== 'goal_l' && mode !== 'goal_r') ctx.host.announce(mode);
}
