/**
 * The experimental height of the ball (spec 12). `rcss::experimental_height` allows protocol version 20, monitor version 6 and game log
 * version 7, and adds ten parameters of the module `server` to the messages. `server::2d_mode` off turns the physics on.
 */
import type { GameParams } from './game-params.js';

/** Problem of a match with height but without its switch. */
export const HEIGHT_NEEDS_SWITCH = 'server::2d_mode: off needs rcss::experimental_height=on';

/** Whether the ball of a match can leave the ground. */
export function hasHeight(
  server: Pick<GameParams, 'experimental_height'> & { readonly '2d_mode': boolean },
): boolean {
  return server.experimental_height && !server['2d_mode'];
}
