import type { PlayerParams } from './player-params.js';
import type { PlayerType } from './player-type.js';
import type { ServerParams } from './server-params.js';

/**
 * All that is fixed for a whole match: the parameters, the generated player types, and the lengths that follow
 * from them. Frozen; every component of the simulator takes it as an argument.
 */
export interface MatchParams {
  readonly server: ServerParams;
  readonly player: PlayerParams;
  /** Types by id; 0 is the default type. */
  readonly types: readonly PlayerType[];
  /** Length of a normal half and of an extra half in cycles (06 §7.1); negative or zero half lengths switch halves off. */
  readonly halfCycles: number;
  readonly extraHalfCycles: number;
}
