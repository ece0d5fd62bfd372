import type { SayOptions } from '../say-channel.js';

/** Commands that agents can send besides those of the type of their actions; all are off by default. */
export interface ExtraCommands {
  /** What agents say to their team mates, in each cycle in which they choose a symbol. */
  readonly say?: SayOptions;
  /** Whether agents choose the team mate whose message they hear first. */
  readonly attentionTo?: boolean;
  /** Whether agents point with their arm. */
  readonly pointTo?: boolean;
  /** Whether agents turn their neck. Actions of type `low-level` have it already. */
  readonly turnNeck?: boolean;
  /** Whether agents choose the width of their view. Actions of type `low-level` have it already. */
  readonly changeView?: boolean;
  /** Whether agents move their focus point. */
  readonly changeFocus?: boolean;
}

/** Names of {@link ExtraCommands} that are true or false. */
export const COMMAND_FLAGS = ['attentionTo', 'pointTo', 'turnNeck', 'changeView', 'changeFocus'] as const;
