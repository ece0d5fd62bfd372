import type { Side, SideName, World } from '@rcss/core';
import type { StopReason } from '@rcss/core/match-document';
import { digest } from './digest/digest.js';
import type { Match } from './match.js';

/** Goals or players of both sides. */
export interface BothSides {
  readonly left: number;
  readonly right: number;
}

/** A team that gave up the match. */
export interface Forfeit {
  readonly side: SideName | 'both';
  /** What it did: one sentence. */
  readonly cause: string;
}

/** How a match ended: plain data, from which results, tables, reports and pages are made. */
export interface MatchEnd {
  readonly score: BothSides;
  /** Goals of the penalty shootout; null without one. */
  readonly penalties: BothSides | null;
  /** Game time, cycles. */
  readonly time: number;
  /** Number of steps, those of stopped play included. */
  readonly steps: number;
  /** Why it ended. */
  readonly end: StopReason;
  /** Null if both teams played to the end. */
  readonly forfeit: Forfeit | null;
  /** Players on the field. */
  readonly players: BothSides;
  /** Hash of the last state: equal after equal matches; 0 after a fault of the server. */
  readonly digest: number;
}

/**
 * Returns the end of a match from its state at this moment.
 *
 * @param hash Hash of the state; 0 after a fault, which may leave a state that has none.
 */
export function createMatchEnd(
  match: Match,
  end: StopReason,
  forfeit: Forfeit | null = null,
  hash: number = digest(match),
): MatchEnd {
  const { world, steps } = match;
  const { left, right } = world;
  const hasShootout = left.penaltyTaken + right.penaltyTaken > 0;
  return {
    score: { left: left.score, right: right.score },
    penalties: hasShootout ? { left: left.penaltyScored, right: right.penaltyScored } : null,
    time: world.time,
    steps,
    end,
    forfeit,
    players: { left: countPlayers(world, 'l'), right: countPlayers(world, 'r') },
    digest: hash,
  };
}

function countPlayers({ players }: World, side: Side): number {
  return players.filter((player) => player.enabled && player.side === side).length;
}
