/** Values of actions by player, by team, and the actions that changed most. */
import { PLAYER_COUNT, playerSlot, type Side } from '@rcss/core';
import type { MatchAnalysis } from '../analyzer.js';
import { describeEvent } from '../describe/describe-match.js';
import type { ActionValue } from './action-values.js';

/** Sums of the values of the actions of a player or a team. */
export interface ValueSums {
  readonly side: Side;
  /** Uniform number, 1 to 11; 0 for a team. */
  readonly unum: number;
  /** Count of the actions with a value. */
  readonly actions: number;
  readonly offensive: number;
  readonly defensive: number;
  /** Sum of both. */
  readonly total: number;
  /** Sums by kind of action. */
  readonly passes: number;
  readonly dribbles: number;
  readonly shots: number;
  /** Balls won: tackles, interceptions, saves and claims. */
  readonly wins: number;
  /** Mean risk of passes, 0 to 1; null without passes. */
  readonly passRisk: number | null;
  /** Sum of the differences between the best pass and the pass that was played, where the best one was better. */
  readonly missed: number;
}

function sum(values: readonly ActionValue[], read: (value: ActionValue) => number): number {
  return values.reduce((all, value) => all + read(value), 0);
}

const WINS: ReadonlySet<string> = new Set(['interception', 'block', 'steal', 'tackle', 'claim', 'save']); // words-ok: term of docs/use/analyst/statistics.md

function addUp(side: Side, unum: number, own: readonly ActionValue[]): ValueSums {
  const ofType = (type: string): readonly ActionValue[] => own.filter(({ event }) => event.type === type);
  const total = ({ total }: ActionValue): number => total;
  const passes = ofType('pass').filter(({ played }) => played !== null);
  return {
    side,
    unum,
    actions: own.length,
    offensive: sum(own, ({ offensive }) => offensive),
    defensive: sum(own, ({ defensive }) => defensive),
    total: sum(own, total),
    passes: sum(ofType('pass'), total),
    dribbles: sum(ofType('dribble'), total),
    shots: sum(ofType('shot'), total),
    wins: sum(
      own.filter(({ event }) => WINS.has(event.type)),
      total,
    ),
    passRisk: passes.length === 0 ? null : sum(passes, ({ played }) => played!.risk) / passes.length,
    missed: sum(passes, ({ played, best }) => (best === null ? 0 : Math.max(0, best.value - played!.value))),
  };
}

/** Adds up the values of each player: left 1 to 11, then right 1 to 11. */
export function sumPlayerValues(values: readonly ActionValue[]): ValueSums[] {
  return Array.from({ length: PLAYER_COUNT }, (_, i) => {
    const { side, unum } = playerSlot(i);
    return addUp(
      side,
      unum,
      values.filter((value) => value.side === side && value.unum === unum),
    );
  });
}

/** Adds up the values of both teams: left, right. */
export function sumTeamValues(values: readonly ActionValue[]): ValueSums[] {
  return (['l', 'r'] as const).map((side) =>
    addUp(
      side,
      0,
      values.filter((value) => value.side === side),
    ),
  );
}

/** An action that changed the chances of the teams much. */
export interface DecisiveMoment {
  /** Show in which the action began, and its game time. */
  readonly show: number;
  readonly time: number;
  readonly side: Side;
  /** Uniform number; 0 if it is not known. */
  readonly unum: number;
  /** Value of the action for the team of the player, -2 to 2. */
  readonly total: number;
  /** Value of the state for the left team, before and after. */
  readonly before: number;
  readonly after: number;
  /** The action in a sentence. */
  readonly text: string;
}

/** Returns the actions with the largest values, positive or negative, the largest first. */
export function findDecisiveMoments(
  { names }: Pick<MatchAnalysis, 'names'>,
  values: readonly ActionValue[],
  count = 10,
): DecisiveMoment[] {
  return [...values]
    .sort((a, b) => Math.abs(b.total) - Math.abs(a.total) || a.event.show - b.event.show)
    .slice(0, count)
    .map(({ event, side, unum, before, after, total }) => {
      const sign = side === 'l' ? 1 : -1;
      return {
        show: event.show,
        time: event.time,
        side,
        unum,
        total,
        before: sign * before,
        after: sign * after,
        text: describeEvent(event, names),
      };
    });
}
