import { SIDE_NAMES, type SideName } from '@rcss/core';
import { compareScores, type LeagueMatch } from '../results.js';

/** Match of a comparison with the block that it belongs to. */
export interface BlockMatch extends LeagueMatch {
  /** Identifier of the block: matches with the same seed. */
  readonly block: string;
}

/** One independent observation of a comparison of two versions: the matches of a block, from the view of the candidate. */
export interface BlockValue {
  readonly block: string;
  /** Whether the versions played against an opponent, not against each other. */
  readonly isPooled: boolean;
  /** Goal difference per match. Against opponents: that of the candidate less that of the base. */
  readonly goalDifference: number;
  /** Score per match in 0–1: a win counts 1, a draw 0.5. Against opponents: 0.5 plus half the lead over the base. */
  readonly score: number;
  /** Score per match of the candidate against its opponent, and of the base against its opponent. */
  readonly candidateScore: number;
  readonly baseScore: number;
  /** Wins, draws and defeats of the candidate. */
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
}

/** Sums of the matches of one version in a block. */
interface VersionSums {
  left: number;
  right: number;
  goals: number;
  score: number;
  wins: number;
  draws: number;
}

function emptySums(): VersionSums {
  return { left: 0, right: 0, goals: 0, score: 0, wins: 0, draws: 0 };
}

function addMatch(sums: VersionSums, match: LeagueMatch, side: SideName): void {
  const sign = side === 'left' ? 1 : -1;
  const outcome = match.forfeit === 'both' ? -1 : sign * compareScores(match);
  sums[side]++;
  sums.goals += sign * (match.scoreL - match.scoreR);
  sums.score += (outcome + 1) / 2;
  if (outcome > 0) sums.wins++;
  else if (outcome === 0) sums.draws++;
}

/** Whether the version has played as often from the left as from the right. */
function isBalanced({ left, right }: VersionSums): boolean {
  return left > 0 && left === right;
}

/**
 * Reduces the matches of a paired comparison to one value per block. Blocks whose matches are not complete yet, that is, with
 * different numbers of matches per side or version, are left out.
 */
export function createBlockValues(
  matches: readonly BlockMatch[],
  candidate: string,
  base: string,
): BlockValue[] {
  const blocks = new Map<string, { candidate: VersionSums; base: VersionSums }>();
  for (const match of matches) {
    let sums = blocks.get(match.block);
    if (sums === undefined) {
      sums = { candidate: emptySums(), base: emptySums() };
      blocks.set(match.block, sums);
    }
    for (const side of SIDE_NAMES) {
      if (match[side] === candidate) addMatch(sums.candidate, match, side);
      else if (match[side] === base) addMatch(sums.base, match, side);
    }
  }
  const pooled = new Set(
    matches.filter(({ left, right }) => !isDirect(left, right, candidate, base)).map(({ block }) => block),
  );
  return [...blocks].flatMap(([block, sums]) => {
    if (!isBalanced(sums.candidate) || !isBalanced(sums.base) || sums.candidate.left !== sums.base.left)
      return [];
    return [createValue(block, sums.candidate, sums.base, pooled.has(block))];
  });
}

function isDirect(left: string, right: string, candidate: string, base: string): boolean {
  return (left === candidate && right === base) || (left === base && right === candidate);
}

function createValue(
  block: string,
  candidate: VersionSums,
  base: VersionSums,
  isPooled: boolean,
): BlockValue {
  const matches = candidate.left + candidate.right;
  const candidateScore = candidate.score / matches;
  const baseScore = base.score / matches;
  return {
    block,
    isPooled,
    goalDifference: (isPooled ? candidate.goals - base.goals : candidate.goals) / matches,
    score: isPooled ? 0.5 + (candidateScore - baseScore) / 2 : candidateScore,
    candidateScore,
    baseScore,
    wins: candidate.wins,
    draws: candidate.draws,
    losses: matches - candidate.wins - candidate.draws,
  };
}
