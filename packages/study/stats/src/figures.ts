/** Figures that count events. The number of a figure (`summarize`) and the list of its moments follow from the same rules. */
import type { Side } from '@rcss/core';
import type { MatchAnalysis } from './analyzer.js';
import type { Columns } from './columns.js';
import type { StatEvent, StatEventType } from './event.js';

/** Figures of `summarize` that count or add up events. */
export type SummaryFigure =
  | 'passes'
  | 'passesCompleted'
  | 'passesReceived'
  | 'passLength'
  | 'shots'
  | 'shotsOnTarget'
  | 'xg'
  | 'goals'
  | 'ownGoals'
  | 'assists'
  | 'dribbles'
  | 'losses'
  | 'interceptions'
  | 'steals' // words-ok: term of docs/use/statistics.md
  | 'tackles'
  | 'tacklesWon'
  | 'claims'
  | 'saves'
  | 'blocks'
  | 'fouls'
  | 'fouled'
  | 'offsides'
  | 'yellowCards'
  | 'redCards';

/** Figures of set plays of a team, and of lost duels; `setPlays` of a summary has the former by their kinds. */
export type OtherFigure =
  | 'cornerKicks'
  | 'freeKicks'
  | 'kickIns'
  | 'goalKicks'
  | 'penaltiesScored'
  | 'dispossessed';

/** A figure that counts or adds up events. */
export type FigureName = SummaryFigure | OtherFigure;

/** Which events a figure counts, and for whom. */
interface FigureRule {
  readonly type: StatEventType;
  /** Whose figure it is: the player of the event, its team mate (receiver, passer of a goal), or the opponent. */
  readonly of?: 'actor' | 'mate' | 'other';
  readonly counts?: (event: StatEvent) => boolean;
  /** What an event adds, 1 by default. */
  readonly adds?: (event: StatEvent) => number;
  /** Whether the rule is only for figures of teams, or only for those of players. */
  readonly only?: 'team' | 'player';
}

const isSuccess = ({ success }: StatEvent): boolean => success;
const ofKind = (...kinds: readonly string[]): FigureRule => ({
  type: 'set_play',
  counts: ({ outcome }) => kinds.includes(outcome),
});

const RULES: Readonly<Record<FigureName, readonly FigureRule[]>> = {
  passes: [{ type: 'pass' }],
  passesCompleted: [{ type: 'pass', counts: isSuccess }],
  passesReceived: [{ type: 'pass', of: 'mate', counts: isSuccess, only: 'player' }],
  passLength: [
    { type: 'pass', counts: isSuccess, adds: ({ x, y, endX, endY }) => Math.hypot(endX - x, endY - y) },
  ],
  shots: [{ type: 'shot' }],
  shotsOnTarget: [{ type: 'shot', counts: ({ onTarget }) => onTarget }],
  xg: [{ type: 'shot', adds: ({ xg }) => xg ?? 0 }],
  goals: [{ type: 'goal', counts: ({ outcome }) => outcome !== 'own_goal' }],
  ownGoals: [{ type: 'goal', of: 'other', counts: ({ outcome }) => outcome === 'own_goal' }],
  assists: [
    {
      type: 'goal',
      of: 'mate',
      counts: ({ outcome, otherUnum }) => outcome !== 'own_goal' && otherUnum > 0,
    },
  ],
  dribbles: [{ type: 'dribble' }],
  losses: [{ type: 'loss' }],
  interceptions: [{ type: 'interception' }],
  steals: [{ type: 'steal' }], // words-ok: term of docs/use/statistics.md
  tackles: [{ type: 'tackle' }],
  tacklesWon: [{ type: 'tackle', counts: isSuccess }],
  claims: [{ type: 'claim' }],
  saves: [{ type: 'save', counts: isSuccess }],
  blocks: [{ type: 'block', counts: isSuccess }],
  fouls: [{ type: 'foul' }],
  fouled: [{ type: 'foul', of: 'other' }],
  // The referee calls the team; the player is the one that passed.
  offsides: [
    { type: 'offside', only: 'team' },
    { type: 'pass', counts: ({ outcome }) => outcome === 'offside', only: 'player' },
  ],
  yellowCards: [{ type: 'card', counts: ({ outcome }) => outcome !== 'red' }],
  redCards: [{ type: 'card', counts: ({ outcome }) => outcome === 'red' }],
  cornerKicks: [ofKind('corner_kick')],
  freeKicks: [ofKind('free_kick', 'indirect_free_kick')],
  kickIns: [ofKind('kick_in')],
  goalKicks: [ofKind('goal_kick')],
  penaltiesScored: [{ type: 'penalty', counts: isSuccess }],
  dispossessed: [{ type: 'loss', counts: ({ outcome }) => outcome === 'dispossessed' }],
};

/** Names of all figures that count or add up events. */
export const FIGURES: readonly FigureName[] = Object.keys(RULES) as FigureName[];

/** A rule with the name of its figure. */
type NamedRule = readonly [name: FigureName, rule: FigureRule];

const RULES_BY_TYPE: ReadonlyMap<StatEventType, readonly NamedRule[]> = new Map(
  Object.entries(RULES)
    .flatMap(([name, rules]) => rules.map((rule): NamedRule => [name as FigureName, rule]))
    .reduce(
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

function findOwner({ of = 'actor' }: FigureRule, event: StatEvent): FigureOwner | null {
  if (of === 'actor') return event;
  if (of === 'mate') return { side: event.side, unum: event.otherUnum };
  return event.otherSide === '' ? null : { side: event.otherSide, unum: event.otherUnum };
}

/** Calls `add` for each figure that counts the event: for the team, and for the player if it is known. */
export function countFigures(
  event: StatEvent,
  add: (name: FigureName, owner: FigureOwner, value: number) => void,
): void {
  for (const [name, rule] of RULES_BY_TYPE.get(event.type) ?? []) {
    if (rule.counts?.(event) === false) continue;
    const owner = findOwner(rule, event);
    if (owner === null) continue;
    const value = rule.adds?.(event) ?? 1;
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
    for (const rule of RULES[figure]) {
      if (rule.type !== event.type || rule.counts?.(event) === false) continue;
      if (rule.only === (unum === 0 ? 'player' : 'team')) continue;
      const owner = findOwner(rule, event);
      if (owner?.side === side && (unum === 0 || owner.unum === unum))
        found = { event, side, unum: owner.unum, value: rule.adds?.(event) ?? 1 };
    }
    return found ?? [];
  });
}
