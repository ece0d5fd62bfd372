/** Converts events to Atomic-SPADL: actions without results, where what happens at the end of an action is an action too. */
import type { Side } from '@rcss/core';
import type { MatchAnalysis } from './analyzer.js';
import type { StatEvent } from './event.js';
import {
  createSpadlActions,
  type RowOf,
  roundToThousandths,
  SPADL_TYPES,
  type SpadlAction,
  type SpadlBodyPart,
  type SpadlType,
  secondsInPeriod,
  spadlPlayerId,
  spadlTeamId,
  spadlX,
  spadlY,
} from './spadl.js';

/** Name of an action type. */
export type AtomicSpadlType =
  | SpadlType
  | 'receival'
  | 'out'
  | 'offside'
  | 'goal'
  | 'owngoal'
  | 'yellow_card'
  | 'red_card'
  | 'corner'
  | 'freekick';

/** Names of the action types; the index of a name is its type id. */
export const ATOMIC_SPADL_TYPES: readonly AtomicSpadlType[] = [
  ...SPADL_TYPES,
  'receival',
  'interception',
  'out',
  'offside',
  'goal',
  'owngoal',
  'yellow_card',
  'red_card',
  'corner',
  'freekick',
];

/** Columns of Atomic-SPADL and their types. */
export const ATOMIC_SPADL_COLUMNS = {
  /** Id of the match. */
  game_id: 'string',
  /** Index in the list of events of the analysis. */
  original_event_id: 'int32',
  /** Index of the action, from 0. */
  action_id: 'int32',
  /** Period: 1 and 2 are the halves, 3 and 4 the extra halves, 5 the penalty shootout. */
  period_id: 'int32',
  /** Time since the beginning of the period, s. */
  time_seconds: 'float64',
  /** Name of the team. */
  team_id: 'string',
  /** Team and uniform number. */
  player_id: 'string',
  /** X at the start, 0 to 105 m. */
  x: 'float64',
  /** Y at the start, 0 to 68 m. */
  y: 'float64',
  /** Change of x until the end of the action, m. */
  dx: 'float64',
  /** Change of y until the end of the action, m. */
  dy: 'float64',
  /** Index of the type in {@link ATOMIC_SPADL_TYPES}. */
  type_id: 'int32',
  type_name: 'string',
  /** Index of the body part in `SPADL_BODY_PARTS`. */
  bodypart_id: 'int32',
  bodypart_name: 'string',
} as const;

/** An action with the names, ids and types of `socceraction.atomic`. Positions are those of {@link SpadlAction}. */
export interface AtomicSpadlAction extends RowOf<typeof ATOMIC_SPADL_COLUMNS> {
  readonly type_name: AtomicSpadlType;
  readonly bodypart_name: SpadlBodyPart;
}

/** Kinds of set plays have one type, whatever follows. */
const MERGED_TYPES: Readonly<Record<string, AtomicSpadlType>> = {
  corner_crossed: 'corner',
  corner_short: 'corner',
  freekick_crossed: 'freekick',
  freekick_short: 'freekick',
  shot_freekick: 'freekick',
};

/** What happens at the end of an action, and to which player it belongs. */
interface Consequence {
  readonly type: AtomicSpadlType;
  readonly side: Side;
  readonly unum: number;
}

function findConsequence({ type_name, result_name }: SpadlAction, event: StatEvent): Consequence | null {
  const own = { side: event.side, unum: event.unum };
  if (type_name === 'foul') {
    return result_name === 'yellow_card' || result_name === 'red_card' ? { ...own, type: result_name } : null;
  }
  if (result_name === 'owngoal' && event.otherSide !== '')
    return { side: event.otherSide, unum: event.otherUnum, type: 'owngoal' };
  switch (event.outcome) {
    case 'completed':
      return event.type === 'pass' ? { side: event.side, unum: event.otherUnum, type: 'receival' } : null;
    case 'out':
    case 'off_target':
      return { ...own, type: 'out' };
    case 'offside':
      return { ...own, type: 'offside' };
    case 'goal':
    case 'scored':
      return { ...own, type: 'goal' };
    default:
      return null;
  }
}

function typeId(type: AtomicSpadlType): number {
  return ATOMIC_SPADL_TYPES.indexOf(type);
}

/**
 * Converts the events of a match to Atomic-SPADL actions, in order of time. A pass is followed by the receival, `out` or `offside`, a
 * shot by `goal` or `out`, a foul by its card. Interceptions, tackles and saves are actions of their own, as in SPADL.
 *
 * @param gameId Value of `game_id`.
 */
export function createAtomicSpadlActions(a: MatchAnalysis, gameId = ''): AtomicSpadlAction[] {
  const found: (AtomicSpadlAction & { readonly order: number })[] = [];
  for (const action of createSpadlActions(a, gameId)) {
    const event = a.events[action.original_event_id]!;
    const { game_id, original_event_id, period_id, time_seconds, bodypart_id, bodypart_name } = action;
    const base = { game_id, original_event_id, period_id, action_id: 0 };
    const type = MERGED_TYPES[action.type_name] ?? action.type_name;
    found.push({
      ...base,
      order: event.show,
      time_seconds,
      team_id: action.team_id,
      player_id: action.player_id,
      x: action.start_x,
      y: action.start_y,
      dx: roundToThousandths(action.end_x - action.start_x),
      dy: roundToThousandths(action.end_y - action.start_y),
      type_id: typeId(type),
      type_name: type,
      bodypart_id,
      bodypart_name,
    });
    const consequence = findConsequence(action, event);
    if (consequence === null) continue;
    found.push({
      ...base,
      order: event.endShow,
      time_seconds: Math.max(time_seconds, secondsInPeriod(a, event.period, event.endTime)),
      team_id: spadlTeamId(a, consequence.side),
      player_id: spadlPlayerId(a, consequence.side, consequence.unum),
      x: spadlX(event.endX),
      y: spadlY(event.endY),
      dx: 0,
      dy: 0,
      type_id: typeId(consequence.type),
      type_name: consequence.type,
      bodypart_id: 0,
      bodypart_name: 'foot',
    });
  }
  // The sort is stable: what follows from an action stays after it. The next action begins in the same show at the earliest.
  found.sort((p, q) => p.period_id - q.period_id || p.order - q.order || rank(p) - rank(q));
  return found.map(({ order: _order, ...action }, index) => ({ ...action, action_id: index }));
}

const CONSEQUENCES: ReadonlySet<AtomicSpadlType> = new Set<AtomicSpadlType>([
  'receival',
  'out',
  'offside',
  'goal',
  'owngoal',
]);

/** Actions that end in a show come before those that begin in it. */
function rank({ type_name }: AtomicSpadlAction): number {
  return CONSEQUENCES.has(type_name) ? 0 : 1;
}
