/** Figures that count events (`figure-rows.ts`). The number of a figure (`summarize`) and the list of its moments follow from the same rules. */
import type { Side } from '@rcss/core';
import type { MatchAnalysis } from './analyzer.js';
import type { Columns } from './columns.js';
import type { StatEvent, StatEventType } from './event.js';
import {
  ACTION_FIGURES,
  type FigureRow,
  type FigureRule,
  MOMENT_FIGURES,
  PLAYER_FIGURES,
  SET_PLAY_FIGURES,
} from './figure-rows.js';

/** Name of a figure that counts or adds up events. */
export type FigureName =
  | RuledName<typeof ACTION_FIGURES>
  | RuledName<typeof PLAYER_FIGURES>
  | keyof typeof SET_PLAY_FIGURES
  | keyof typeof MOMENT_FIGURES;

/** Names of the rows with rules. */
export type RuledName<T> = { [N in keyof T]: T[N] extends { rules: unknown } ? N : never }[keyof T];

/** Rows of all figures that players or teams have. */
export const FIGURE_ROWS: ReadonlyMap<string, FigureRow> = new Map(
  [ACTION_FIGURES, PLAYER_FIGURES, SET_PLAY_FIGURES, MOMENT_FIGURES].flatMap((rows) => Object.entries(rows)),
);

/** Names of all figures that count or add up events. */
export const FIGURES: readonly FigureName[] = [...FIGURE_ROWS]
  .filter(([, row]) => row.rules !== undefined)
  .map(([name]) => name as FigureName);

/** Returns the row of a figure. */
export function findFigure(name: FigureName): FigureRow {
  return FIGURE_ROWS.get(name)!;
}

function isCounted(rule: FigureRule, event: StatEvent): boolean {
  const { success, onTarget, outcomes, except, of } = rule;
  return (
    (success === undefined || event.success) &&
    (onTarget === undefined || event.onTarget) &&
    outcomes?.includes(event.outcome) !== false &&
    event.outcome !== except &&
    (of !== 'mate' || event.otherUnum > 0)
  );
}

function measure({ adds }: FigureRule, event: StatEvent): number {
  if (adds === 'length') return Math.hypot(event.endX - event.x, event.endY - event.y);
  return adds === 'xg' ? (event.xg ?? 0) : 1;
}

/** A rule with the name of its figure. */
type NamedRule = readonly [name: FigureName, rule: FigureRule];

const RULES_BY_TYPE: ReadonlyMap<StatEventType, readonly NamedRule[]> = new Map(
  FIGURES.flatMap((name) => findFigure(name).rules!.map((rule): NamedRule => [name, rule])).reduce(
    (byType, named) => byType.set(named[1].type, [...(byType.get(named[1].type) ?? []), named]),
    new Map<StatEventType, NamedRule[]>(),
  ),
);

/** Player or team to which a figure belongs. */
export interface FigureOwner {
  readonly side: Side;
  /** Uniform number; 0 for the team, or for a player that is not known. */
  readonly unum: number;
}

function findOwner({ of }: FigureRule, event: StatEvent): FigureOwner | null {
  if (of === undefined) return event;
  if (of === 'mate') return { side: event.side, unum: event.otherUnum };
  return event.otherSide === '' ? null : { side: event.otherSide, unum: event.otherUnum };
}

/** Calls `add` for each figure that counts the event: for the team, and for the player if it is known. */
export function countFigures(
  event: StatEvent,
  add: (name: FigureName, owner: FigureOwner, value: number) => void,
): void {
  for (const [name, rule] of RULES_BY_TYPE.get(event.type) ?? []) {
    if (!isCounted(rule, event)) continue;
    const owner = findOwner(rule, event);
    if (owner === null) continue;
    const value = measure(rule, event);
    if (rule.only !== 'player') add(name, { side: owner.side, unum: 0 }, value);
    if (rule.only !== 'team' && owner.unum > 0) add(name, owner, value);
  }
}

/** Events of a match, and the count of its shows. */
export type MomentSource = Pick<MatchAnalysis, 'events'> & { readonly columns: Pick<Columns, 'length'> };

/** Whether an event is decided at a show; all events are at the last one. */
export function isDecided(a: MomentSource, event: StatEvent, until: number): boolean {
  return until >= a.columns.length - 1 || event.endShow <= until;
}

/** An event that a figure counts. */
export interface Moment extends FigureOwner {
  readonly event: StatEvent;
  /** What the event adds to the figure: 1, or its value for `xg` and `passLength`. */
  readonly value: number;
}

/**
 * Lists the events that a figure counts, in order. Their values add up to the number of `summarize` for the same team or player.
 *
 * @param unum Uniform number of a player; 0 for the team, whose moments have the number of the player, or 0 if it is not known.
 * @param until Index of the last show that counts; the whole match by default.
 * @example
 * const { length } = listMoments(analysis, 'fouls', { side: 'l', unum: 0 });
 */
export function listMoments(
  a: MomentSource,
  figure: FigureName,
  { side, unum }: FigureOwner,
  until: number = Number.POSITIVE_INFINITY,
): Moment[] {
  return a.events.flatMap((event) => {
    if (!isDecided(a, event, until)) return [];
    let found: Moment | null = null;
    for (const rule of findFigure(figure).rules!) {
      if (rule.type !== event.type || !isCounted(rule, event)) continue;
      if (rule.only === (unum === 0 ? 'player' : 'team')) continue;
      const owner = findOwner(rule, event);
      if (owner?.side === side && (unum === 0 || owner.unum === unum))
        found = { event, side, unum: owner.unum, value: measure(rule, event) };
    }
    return found ?? [];
  });
}
