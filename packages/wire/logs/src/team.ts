import type { FrameTeam } from '@rcss/core';

/** A side without a team. */
export const NO_TEAM: Readonly<FrameTeam> = { name: '', score: 0, penaltyScored: 0, penaltyMissed: 0 };

/** Whether two teams have the same name, score and counts of penalties. */
export function isSameTeam(a: Readonly<FrameTeam>, b: Readonly<FrameTeam>): boolean {
  return (
    a.name === b.name &&
    a.score === b.score &&
    a.penaltyScored === b.penaltyScored &&
    a.penaltyMissed === b.penaltyMissed
  );
}

export function copyTeam(from: Readonly<FrameTeam>, to: FrameTeam): void {
  to.name = from.name;
  to.score = from.score;
  to.penaltyScored = from.penaltyScored;
  to.penaltyMissed = from.penaltyMissed;
}
