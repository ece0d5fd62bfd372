import type { LeagueMatch } from '../results.js';
import type { Fixture, KnockoutPlaces } from './plan.js';

/** Team of a pair of a bracket. */
export interface BracketEntrant {
  /** Null: not known yet. */
  readonly team: string | null;
  /** Where a team comes from that is not known, such as `winner of quarterfinal 2`; empty for an entrant of the knockout. */
  readonly origin: string;
}

/** Match of a bracket that has a result. */
export interface BracketMatch extends LeagueMatch {
  /** Identifier of the fixture. */
  readonly id: string;
}

/** Two teams of a bracket with the results of their matches. */
export interface BracketPair {
  /** Position in the round from 0; positions of byes have no pair. */
  readonly position: number;
  readonly entrants: readonly [BracketEntrant, BracketEntrant];
  /** The earliest first. */
  readonly matches: readonly BracketMatch[];
  readonly winner: string | null;
  /** Whether a lot decided, because all matches were drawn, or forfeited by both teams. */
  readonly isLot: boolean;
}

/** Round of a bracket. */
export interface BracketRound {
  /** Such as `semifinal`, `place 3` or `places 5–8`. */
  readonly name: string;
  /** Count of positions. */
  readonly size: number;
  readonly pairs: readonly BracketPair[];
}

/** Bracket of a knockout. */
export interface StageBracket {
  /** `knockout`, or the places that its teams play for. */
  readonly name: string;
  /** Rounds that lead to the first place, the first round first; the winners of positions 2 n and 2 n + 1 meet at position n. */
  readonly rounds: readonly BracketRound[];
  /** Rounds for further places. */
  readonly placement: readonly BracketRound[];
}

/** Where a team of a pair comes from: it is an entrant, or it won or lost another pair. Null: there is none (a bye). */
export type Slot = { readonly team: string } | { readonly pair: number; readonly isWinner: boolean } | null;

/** State of two teams that play for one position of the bracket. */
interface PairState {
  readonly stage: string;
  /** Position in the round from 0, byes counted. */
  readonly position: number;
  /** Count of positions of the round, byes included. */
  readonly roundSize: number;
  /** Whether the round leads to the first place. */
  readonly isTop: boolean;
  readonly slots: readonly [Slot, Slot];
  /** Teams, once both are known. */
  teams: readonly [string, string] | null;
  readonly results: BracketMatch[];
  /** Count of matches that can be played or were played. */
  opened: number;
  /** Matches of the current round of the pair that are played only if they can still change the winner. */
  held: Fixture[];
  /** How often the pair plays again after a draw. */
  replay: number;
  winner: string | null;
  /** Whether a lot decided, because all matches were drawn, or forfeited by both teams. */
  isLot: boolean;
}

/** Pairs of a knockout with their state. */
export interface BracketState {
  readonly pairs: PairState[];
  /** Slots that reach each place; several slots share a place that no match decides. */
  readonly places: { readonly place: number; readonly slots: readonly Slot[] }[];
}

function nameStage(firstPlace: number, teamCount: number): string {
  if (firstPlace > 1) {
    return teamCount === 2 ? `place ${firstPlace}` : `places ${firstPlace}–${firstPlace + teamCount - 1}`;
  }
  if (teamCount === 2) return 'final';
  if (teamCount === 4) return 'semifinal';
  return teamCount === 8 ? 'quarterfinal' : `round of ${teamCount}`;
}

/** Whether the losers of a round play on. */
function losersPlay(placement: KnockoutPlaces, isTop: boolean, teamCount: number): boolean {
  return placement === 'all' || (placement === 'third' && isTop && teamCount === 4);
}

/** Adds the rounds for the places from `firstPlace` on; neighbors in `slots` play each other. */
export function addRounds(
  bracket: BracketState,
  slots: readonly Slot[],
  firstPlace: number,
  placement: KnockoutPlaces,
  isTop: boolean,
): void {
  if (slots.length === 1) {
    bracket.places.push({ place: firstPlace, slots });
    return;
  }
  const winners: Slot[] = [];
  const losers: Slot[] = [];
  const stage = nameStage(firstPlace, slots.length);
  for (let i = 0; i < slots.length; i += 2) {
    const [a, b] = [slots[i]!, slots[i + 1]!];
    if (a === null || b === null) {
      winners.push(a ?? b);
      losers.push(null);
      continue;
    }
    const pair = bracket.pairs.length;
    bracket.pairs.push({
      stage,
      position: i / 2,
      roundSize: slots.length / 2,
      isTop,
      slots: [a, b],
      teams: null,
      results: [],
      opened: 0,
      held: [],
      replay: 0,
      winner: null,
      isLot: false,
    });
    winners.push({ pair, isWinner: true });
    losers.push({ pair, isWinner: false });
  }
  const half = slots.length / 2;
  addRounds(bracket, winners, firstPlace, placement, isTop);
  if (losersPlay(placement, isTop, slots.length))
    addRounds(bracket, losers, firstPlace + half, placement, false);
  else bracket.places.push({ place: firstPlace + half, slots: losers });
}

/** Returns the team of a slot; null if there is none or it is not known yet. */
export function resolveSlot({ pairs }: BracketState, slot: Slot): string | null {
  if (slot === null) return null;
  if ('team' in slot) return slot.team;
  const { winner, teams } = pairs[slot.pair]!;
  if (winner === null || teams === null) return null;
  return slot.isWinner ? winner : teams[winner === teams[0] ? 1 : 0];
}

function describeOrigin({ pairs }: BracketState, slot: Slot): string {
  if (slot === null || 'team' in slot) return '';
  const { stage, position, roundSize } = pairs[slot.pair]!;
  return `${slot.isWinner ? 'winner' : 'loser'} of ${stage}${roundSize > 1 ? ` ${position + 1}` : ''}`;
}

/** Returns the pairs by rounds. */
export function describeBracket(bracket: BracketState, name: string): StageBracket {
  const describe = (isTop: boolean): BracketRound[] => {
    const rounds = new Map<string, BracketRound & { readonly pairs: BracketPair[] }>();
    for (const pair of bracket.pairs) {
      if (pair.isTop !== isTop) continue;
      const { stage, position, roundSize, slots, results, winner, isLot } = pair;
      const round = rounds.get(stage) ?? { name: stage, size: roundSize, pairs: [] };
      rounds.set(stage, round);
      const entrant = (slot: Slot): BracketEntrant => ({
        team: resolveSlot(bracket, slot),
        origin: describeOrigin(bracket, slot),
      });
      const entrants = [entrant(slots[0]), entrant(slots[1])] as const;
      round.pairs.push({ position, entrants, matches: [...results], winner, isLot });
    }
    return [...rounds.values()];
  };
  return { name, rounds: describe(true), placement: describe(false) };
}
