/** Counts what the teams do with the height of the ball (docs/use/analyst/statistics.md, the ball in the air). */
import { type Side, TEAM_SIZE } from '@rcss/core';
import type { ServerParams } from '@rcss/params';
import { type Columns, OBJECT_COUNT } from './columns.js';
import type { StatEvent } from './event.js';
import { AERIAL_FIGURES, createFigures } from './figure-rows.js';
import { type GoalFrameHit, GoalFrameTracker } from './goal-frame-hits.js';
import type { ShowState } from './show-state.js';

/** Counts of a team in a match with heights; docs/use/analyst/statistics.md defines them. */
export type AerialCounts = Record<keyof typeof AERIAL_FIGURES, number>;

/** Part of an analysis that the counts need. */
interface CountedMatch {
  readonly server: ServerParams;
  readonly columns: Columns;
  readonly events: readonly StatEvent[];
  /** Index of the player, 0 to 21; -1 if the log has none. */
  readonly goalies: { readonly l: number; readonly r: number };
}

/** Whether the ball was higher than players reach in a show between the touch of the event and its end. */
function isHigh({ columns, server }: CountedMatch, event: StatEvent): boolean {
  // In the show in which an event ends, the next player has already kicked the ball.
  for (let row = event.show; row < event.endShow; row++)
    if (columns.ballZ[row]! > server.player_height) return true;
  return false;
}

/** Whether the ball flew over the opponents' goalie on its way: within `catchable_area_l` of it, and higher than players reach. */
function isOverGoalie({ columns, server, goalies }: CountedMatch, event: StatEvent): boolean {
  const goalie = goalies[event.side === 'l' ? 'r' : 'l'];
  if (goalie < 0) return false;
  for (let row = Math.max(1, event.show); row < event.endShow; row++) {
    const to = row * OBJECT_COUNT;
    const from = to - OBJECT_COUNT;
    const [fromX, fromY] = [columns.x[from]!, columns.y[from]!];
    const [dx, dy] = [columns.x[to]! - fromX, columns.y[to]! - fromY];
    const [gx, gy] = [columns.x[to + 1 + goalie]! - fromX, columns.y[to + 1 + goalie]! - fromY];
    const length = dx * dx + dy * dy;
    const t = length === 0 ? 0 : Math.min(1, Math.max(0, (gx * dx + gy * dy) / length));
    const z = columns.ballZ[row - 1]! + t * (columns.ballZ[row]! - columns.ballZ[row - 1]!);
    if (z > server.player_height && Math.hypot(gx - t * dx, gy - t * dy) <= server.catchable_area_l)
      return true;
  }
  return false;
}

/** Follows the ball in the air during one match, and counts what the teams do with it. */
export interface AerialTracker {
  /** Whether the ball can leave the ground: the shows have its height, and `server::2d_mode` is off. */
  readonly hasHeight: boolean;
  /** Hits of crossbars and posts, in order. */
  readonly hits: readonly GoalFrameHit[];
  /** Takes the next show; `toucher` is the player of the last touch of the match, 0 to 21. @internal */
  addShow(show: ShowState, server: ServerParams, isTouched: boolean, toucher: number | undefined): void;
  /** Counts the shows 0 to `last` of the analysis. @internal */
  count(a: CountedMatch, last: number): { readonly l: AerialCounts; readonly r: AerialCounts };
}

/** Creates a tracker for {@link createAnalyzer}. */
export function createAerialTracker(): AerialTracker {
  return new OnePassAerialTracker();
}

class OnePassAerialTracker implements AerialTracker {
  readonly #goalFrame = new GoalFrameTracker();
  readonly hits: GoalFrameHit[] = [];
  hasHeight = false;

  addShow(show: ShowState, server: ServerParams, isTouched: boolean, toucher: number | undefined): void {
    if (!show.frame.hasHeight || server['2d_mode']) return;
    this.hasHeight = true;
    const part = this.#goalFrame.addShow(show, server, isTouched);
    if (part === null || toucher === undefined) return;
    this.hits.push({ show: show.show, part, side: toucher < TEAM_SIZE ? 'l' : 'r' });
  }

  count(a: CountedMatch, last: number): { readonly l: AerialCounts; readonly r: AerialCounts } {
    const teams: Record<Side, AerialCounts> = {
      l: createFigures(AERIAL_FIGURES),
      r: createFigures(AERIAL_FIGURES),
    };
    for (const event of a.events) {
      if (event.endShow > last) continue;
      const team = teams[event.side];
      if (event.type === 'pass' && isHigh(a, event)) {
        team.aerialPasses++;
        if (event.success) team.aerialPassesCompleted++;
      } else if (event.type === 'shot' && isOverGoalie(a, event)) {
        team.lobs++;
        if (event.success) team.lobGoals++;
      }
    }
    for (const { show, side, part } of this.hits) {
      if (show > last) continue;
      if (part === 'crossbar') teams[side].crossbarHits++;
      else teams[side].postHits++;
    }
    return teams;
  }
}
