import type { Formation } from '../formations/formation.js';

/** What all players of a team share: formation and who is missing. */
export interface TeamPlan {
  readonly formation: Formation;
  /** Numbers of players that were sent off. */
  readonly absent: ReadonlySet<number>;
}
