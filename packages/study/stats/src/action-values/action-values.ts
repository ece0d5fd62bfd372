/** Values of the SPADL actions of a match, as VAEP defines them: by how much an action changes the chances of both teams (docs/use/analyst/statistics.md). */
import { playerIndex, type Side } from '@rcss/core';
import type { MatchAnalysis } from '../analyzer.js';
import type { StatEvent } from '../event.js';
import { createSpadlActions, type SpadlAction } from '../spadl.js';
import {
  findLiveShow,
  type GoalChances,
  isPlayOn,
  type MatchValues,
  readStateValue,
} from './match-values.js';
import { type RatedPass, rateBall, ratePasses } from './pass-options.js';
import type { ReadFrame, StateModel } from './state-model.js';

/** Value of an action for the team that acts. */
export interface ActionValue {
  readonly action: SpadlAction;
  readonly event: StatEvent;
  readonly side: Side;
  /** Uniform number of the player; 0 if it is not known. */
  readonly unum: number;
  /** First and last show of the time that counts for the action. */
  readonly from: number;
  readonly to: number;
  /** Value of the state before and after: probability of the team's next goal, minus that of the opponents' next goal. */
  readonly before: number;
  readonly after: number;
  /** By how much the action raises the probability that the team scores the next goal. */
  readonly offensive: number;
  /** By how much it lowers the probability that the opponents score it. */
  readonly defensive: number;
  /** The sum of both: `after - before`. */
  readonly total: number;
  /** The ball as it was played: risk and expected value right after the last kick. Null for actions that are not passes, dribbles or lost balls. */
  readonly played: RatedPass | null;
  /** The pass with the highest value before the kick; null likewise, and if the team has no other player. */
  readonly best: RatedPass | null;
}

/** Time of an action, and the side that scores with it. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly goal: Side | '';
  /** Whether the time since the last action of the play belongs to it: the player has had the ball since then. */
  readonly isBall: boolean;
}

const other = (side: Side): Side => (side === 'l' ? 'r' : 'l');

/** Outcomes that the touch of another player decides; the others end with a dead ball. */
const TOUCHED: ReadonlySet<string> = new Set([
  'completed',
  'intercepted',
  'saved',
  'blocked',
  'lost',
  'dispossessed',
]);

/** Returns the time of an event; null if the event changes nothing by itself (tackles that fail, saves of balls that go in). */
function findSpan(a: MatchAnalysis, event: StatEvent): Span | null {
  const from = Math.max(0, event.show - 1);
  switch (event.type) {
    case 'pass':
    case 'shot':
    case 'loss': {
      if (event.outcome === 'goal') return { from, to: event.endShow, goal: event.side, isBall: true };
      const to = TOUCHED.has(event.outcome) ? event.endShow - 1 : findLiveShow(a, event.endShow);
      return { from, to, goal: '', isBall: true };
    }
    case 'dribble': {
      // The event is decided by a later show; the dribble ends with the last touch.
      let to = event.endShow;
      while (to > event.show && a.columns.time[to]! > event.endTime) to--;
      return { from, to: to - 1, goal: '', isBall: true };
    }
    case 'goal':
      return { from, to: event.endShow, goal: event.side, isBall: true };
    case 'foul':
      return { from, to: findLiveShow(a, event.show), goal: '', isBall: false };
    default:
      return event.success ? { from, to: findLiveShow(a, event.show), goal: '', isBall: true } : null;
  }
}

/** What the risk and the passes that were possible are computed from. */
export interface FrameRating {
  /** Frames of the match, by the shows of the analysis. */
  readonly readFrame: ReadFrame;
  readonly model: StateModel;
}

/** Events in which a player with the ball decides where it goes. */
const DECISIONS: ReadonlySet<string> = new Set(['pass', 'shot', 'dribble', 'loss']);

/** Returns the ball as it was played and the best pass, for actions in which a player with the ball decides where it goes. */
function findOptions(
  event: StatEvent,
  source: FrameRating | undefined,
): Pick<ActionValue, 'played' | 'best'> {
  const none = { played: null, best: null };
  if (source === undefined || event.unum === 0 || !DECISIONS.has(event.type)) return none;
  const { readFrame, model } = source;
  const passer = playerIndex(event.side, event.unum);
  const before = readFrame(Math.max(0, event.show - 1));
  const best = before === undefined ? null : (ratePasses(before, passer, model)[0] ?? null);
  const after = event.type === 'shot' ? undefined : readFrame(event.show);
  const isPass = event.type === 'pass';
  const played = after === undefined ? null : rateBall(after, passer, !isPass, model);
  return { played, best };
}

/**
 * Computes the values of the SPADL actions of a match, in the order of `createSpadlActions`. Actions of the penalty shootout, and those whose state is
 * not known, are left out.
 *
 * @param source Without it, `played` and `best` are null, and the result takes a small part of the time.
 * @param gameId Value of `game_id` of the actions.
 */
export function rateActions(
  a: MatchAnalysis,
  values: MatchValues,
  source?: FrameRating,
  gameId = '',
): ActionValue[] {
  const found = createSpadlActions(a, gameId).flatMap((action) => {
    const event = a.events[action.original_event_id]!;
    if (event.period === a.shootoutPeriod || event.type === 'penalty') return [];
    return [{ action, event, span: findSpan(a, event) }];
  });
  const rows = new Map<SpadlAction, ActionValue>();
  /** Last show that an action has already been given. */
  let cursor = -1;
  const inTime = [...found].sort((x, y) => endOf(x) - endOf(y) || x.event.show - y.event.show);
  for (const { action, event, span } of inTime) {
    const isOwnGoal = event.type === 'goal';
    const side = isOwnGoal ? other(event.side) : event.side;
    const unum = isOwnGoal ? event.otherUnum : event.unum;
    const start = span?.from ?? Math.max(0, event.show - 1);
    const isChained =
      span?.isBall === true &&
      cursor >= 0 &&
      isPlayOn(a, Math.min(cursor, start), Math.min(Math.max(cursor, start), a.columns.length - 1));
    const from = isChained ? cursor : start;
    const before = readStateValue(values, from, side);
    const to = span === null ? from : Math.max(from, span.to);
    const after =
      span !== null && span.goal !== '' ? ofGoal(span.goal, side) : readStateValue(values, to, side);
    if (before === null || after === null || (span !== null && span.to < 0)) continue;
    if (span !== null) cursor = span.goal === '' ? to : -1;
    rows.set(action, {
      action,
      event,
      side,
      unum,
      from,
      to,
      ...difference(before, after),
      ...(isOwnGoal ? { played: null, best: null } : findOptions(event, source)),
    });
  }
  return found.flatMap(({ action }) => rows.get(action) ?? []);
}

function endOf({ event, span }: { readonly event: StatEvent; readonly span: Span | null }): number {
  return span?.to ?? event.show;
}

function ofGoal(goal: Side, side: Side): GoalChances {
  return goal === side ? { own: 1, other: 0 } : { own: 0, other: 1 };
}

function difference(
  before: GoalChances,
  after: GoalChances,
): Pick<ActionValue, 'before' | 'after' | 'offensive' | 'defensive' | 'total'> {
  const offensive = after.own - before.own;
  const defensive = before.other - after.other;
  return {
    before: before.own - before.other,
    after: after.own - after.other,
    offensive,
    defensive,
    total: offensive + defensive,
  };
}
