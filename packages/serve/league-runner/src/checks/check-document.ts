import type { MatchDocument } from '@rcss/core/match-document';
import type { CheckRequest } from '../jobs/team-check.js';

/** The match of a check: the left team has the kickoff, the right side is empty, no rule ends the match. */
export function createCheckDocument({ team, cycles, clock, isRecorded }: CheckRequest): MatchDocument {
  return {
    version: 1,
    name: `Check of ${team.name}`,
    seed: 1,
    teams: { left: team.team },
    parameters: { server: { auto_mode: false } },
    clock,
    initial: { playMode: 'kick_off_l' },
    stop: { cycles },
    recording: { recording: isRecorded === true },
  };
}
