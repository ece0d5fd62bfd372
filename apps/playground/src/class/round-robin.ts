/** A round robin of the teams of a class. */
import type { SideName } from '@rcss/core';
import { type LeagueMatch, rankTeams, type Standing, scoreWalkover } from '@rcss/tournament';
import { createRounds } from '@rcss/tournament/formats';

/** A match of the tournament that was played; the names are those of the teams. */
export type ClassMatch = LeagueMatch & {
  /** Why a team forfeits; '' if none does. */
  readonly problem: string;
};

/** Result of one match, from its host. */
export interface ClassOutcome {
  readonly left: number;
  readonly right: number;
  /** Side whose code failed. */
  readonly forfeit?: SideName;
  readonly problem?: string;
}

/** State of the tournament after each match. */
export interface TournamentState {
  readonly matches: readonly ClassMatch[];
  /** Number of all matches. */
  readonly total: number;
  readonly standings: readonly Standing[];
}

/** Returns the pairs of a round robin in their order. */
const listPairs = (teams: readonly string[]): readonly (readonly [left: string, right: string])[] =>
  createRounds(teams).flat();

/**
 * Plays a round robin: each team against each other once.
 *
 * @param teams Names, each once.
 * @param play Plays a match; null: the tournament is stopped.
 * @param onState Called at the beginning and after each match.
 */
export async function playRoundRobin(
  teams: readonly string[],
  play: (left: string, right: string, seed: number) => Promise<ClassOutcome | null>,
  onState: (state: TournamentState) => void,
): Promise<void> {
  const pairs = listPairs(teams);
  const matches: ClassMatch[] = [];
  const report = () =>
    onState({
      matches: [...matches],
      total: pairs.length,
      standings: rankTeams(matches, undefined, { teams }),
    });
  report();
  for (const [i, [left, right]] of pairs.entries()) {
    const outcome = await play(left, right, i + 1);
    if (outcome === null) return;
    const { forfeit, problem = '' } = outcome;
    const score = forfeit === undefined ? outcome : scoreWalkover(forfeit, outcome.left, outcome.right);
    matches.push({
      date: '',
      left,
      right,
      scoreL: score.left,
      scoreR: score.right,
      penaltyL: null,
      penaltyR: null,
      ...(forfeit === undefined ? {} : { forfeit }),
      problem,
    });
    report();
  }
}
