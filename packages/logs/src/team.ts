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

/** Largest score and count of penalties: the binary versions store 16 bits. */
const MAX_COUNT = 0xffff;

/** Returns why the scores and counts of penalties of teams are not possible; null if they are. */
export function describeBadCounts(...teams: readonly Readonly<Partial<FrameTeam>>[]): string | null {
  for (const { score = 0, penaltyScored = 0, penaltyMissed = 0 } of teams) {
    for (const count of [score, penaltyScored, penaltyMissed]) {
      if (count < 0 || count > MAX_COUNT || !Number.isInteger(count))
        return `a team with the score or penalty count ${count}. Allowed: 0 to ${MAX_COUNT}`;
    }
  }
  return null;
}

export function copyTeam(from: Readonly<FrameTeam>, to: FrameTeam): void {
  to.name = from.name;
  to.score = from.score;
  to.penaltyScored = from.penaltyScored;
  to.penaltyMissed = from.penaltyMissed;
}
