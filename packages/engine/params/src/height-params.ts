/**
 * The switches of the experimental height of the ball (spec 12). `rcss::experimental_height` allows protocol version 20, monitor
 * version 6 and game log version 7, and adds ten parameters of the module `server` to the messages. `server::2d_mode` off turns the
 * physics on.
 *
 * The switches are set in the module `rcss`, which other servers ignore, but decide about a match like parameters of the module
 * `server`. Therefore the parameters of a match contain them too.
 */
import type { ParamRow } from './param-row.js';

/** Values of the two switches: a type, not an interface, so that it has the index signature of other sets of values. */
export type HeightSwitches = {
  /** `rcss::experimental_height`. */
  readonly experimental_height: boolean;
  /** `rcss::height_as_measured`. */
  readonly height_as_measured: boolean;
};

/** The switches as parameters of a match. They are in no message. */
export const HEIGHT_SWITCH_ROWS: readonly ParamRow<keyof HeightSwitches>[] = [
  { name: 'experimental_height', type: 'bool', default: false, doc: 'See rcss::experimental_height.' },
  { name: 'height_as_measured', type: 'bool', default: false, doc: 'See rcss::height_as_measured.' },
];

/** Problem of a match with height but without its switch. */
export const HEIGHT_NEEDS_SWITCH = 'server::2d_mode: off needs rcss::experimental_height=on';

/** Whether the ball of a match can leave the ground. */
export function hasHeight(server: HeightSwitches & { readonly '2d_mode': boolean }): boolean {
  return server.experimental_height && !server['2d_mode'];
}
