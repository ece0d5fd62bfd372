import type { SayOptions } from '../say-channel.js';

/** Messages of team mates that are observed. */
export interface HearOptions extends SayOptions {
  /** Number of the newest messages that the observation has, 1 to 11; 1 by default. */
  readonly messages?: number;
}

/** What agents observe besides the type of their observation; all are off by default. */
export interface ExtraSenses {
  /**
   * The newest messages of team mates, as the server lets the player hear them. `true`: those of the option `say` of the actions; otherwise
   * the contents as `say` of the speakers has them.
   */
  readonly hear?: boolean | HearOptions;
  /** Whether the observation has the team mate whose message is heard first. */
  readonly attentionTo?: boolean;
  /** Whether the observation has the state of the arm. */
  readonly pointTo?: boolean;
  /** Whether the observation has the angle of the neck. */
  readonly turnNeck?: boolean;
  /** Whether the observation has the width of the view. */
  readonly changeView?: boolean;
  /** Whether the observation has the focus point. */
  readonly changeFocus?: boolean;
}
