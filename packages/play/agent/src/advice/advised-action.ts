import {
  type Bindings,
  contains,
  type EvaluationContext,
  listUnitNumbers,
  locate,
  type Place,
} from '@rcss/clang/evaluate';
import type { ClangAction, ClangPoint, Region } from '@rcss/clang/tree';
import { computeDistance } from '../geometry.js';
import { type Action, createAction } from '../skills/action.js';
import type { AgentPlayer } from '../team/agent-player.js';

/** Least probability of success of an advised pass, dribble or shot: the coach decides about the risk, not the player. */
const MIN_PROBABILITY = 0.05;
/** Distance from an advised place at which a player is there, m; of a home place, which the ball may shift. */
const POS_TOLERANCE = 1;
const HOME_TOLERANCE = 10;
const POS_URGENCY = 0.8;
/** Regions that may be nested in each other. */
const MAX_DEPTH = 10;

/** Where the advice is evaluated. */
export interface AdviceContext {
  readonly context: EvaluationContext;
  readonly bindings: Bindings;
}

/** Returns the first advised action that is possible now; null if there is none. */
export function chooseAdvisedAction(
  player: AgentPlayer,
  actions: readonly ClangAction[],
  advice: AdviceContext,
): Action | null {
  for (const action of actions) {
    const chosen = choose(player, action, advice);
    if (chosen !== null) return chosen;
  }
  return null;
}

function choose(player: AgentPlayer, action: ClangAction, advice: AdviceContext): Action | null {
  const { world } = player;
  const hasBall = world.kickable && world.bannedTaker !== world.unum;
  switch (action.kind) {
    case 'passUnits':
      return hasBall ? passToOneOf(player, listUnitNumbers(action.units, advice.bindings)) : null;
    case 'passRegion':
      return hasBall ? passToOneOf(player, findMatesIn(player, action.region, advice)) : null;
    case 'dribble': {
      const target = hasBall ? findCenter(action.region, advice) : null;
      return target === null ? null : player.dribbleTo(target, MIN_PROBABILITY);
    }
    case 'clear':
      return hasBall ? player.clear() : null;
    case 'shoot':
      return hasBall ? player.shoot(MIN_PROBABILITY) : null;
    case 'hold':
      return hasBall ? player.hold() : null;
    case 'intercept':
      return hasBall ? null : player.intercept();
    case 'tackle':
      return hasBall ? null : player.tackle();
    case 'mark': {
      if (hasBall || player.isFirst) return null;
      const units = listUnitNumbers(action.units, advice.bindings);
      const opponent = world.players.opponentList.find(({ unum }) => units.includes(unum));
      return opponent === undefined ? null : player.mark(opponent);
    }
    case 'pos':
      return goToRegion(player, action.region, advice, POS_TOLERANCE);
    case 'home':
      return goToRegion(player, action.region, advice, HOME_TOLERANCE);
    default:
      return null;
  }
}

/** The first pass that is possible, the number nearest to the opponents' goal first. */
function passToOneOf(player: AgentPlayer, unums: readonly number[]): Action | null {
  for (const mate of player.forwardTeammates) {
    if (!unums.includes(mate.unum)) continue;
    const pass = player.passTo(mate.unum, MIN_PROBABILITY);
    if (pass !== null) return pass;
  }
  return null;
}

function findMatesIn(player: AgentPlayer, region: Region, { context, bindings }: AdviceContext): number[] {
  return player.world.players.ownList
    .filter(({ unum, pos }) => unum > 0 && contains(region, pos, context, bindings))
    .map(({ unum }) => unum);
}

/** Goes to a region and stays there; null for a player that is the first at the ball, or that keeps the goal. */
function goToRegion(
  player: AgentPlayer,
  region: Region,
  advice: AdviceContext,
  tolerance: number,
): Action | null {
  const { world } = player;
  if (world.kickable || player.isFirst || world.goalie) return null;
  const target = findCenter(region, advice);
  if (target === null) return null;
  if (tolerance === HOME_TOLERANCE && computeDistance(world.self.pos, target) <= tolerance) return null;
  return (
    player.goTo(target, POS_URGENCY, tolerance) ??
    player.scan() ??
    createAction('wait', null, 'at the advised place', { lookAt: world.ball.pos })
  );
}

/** Returns a point in the middle of a region, team frame; null if it has none. */
function findCenter(region: Region, advice: AdviceContext, depth = 0): Place | null {
  const { context, bindings } = advice;
  const place = (point: ClangPoint): Place | null => locate(point, context, bindings);
  switch (region.kind) {
    case 'at':
      return place(region.point);
    case 'quad':
    case 'tri':
    case 'rec':
      return average(region.points.map(place));
    case 'arc':
      return place(region.center);
    case 'union':
      return depth > MAX_DEPTH
        ? null
        : average(region.regions.slice(0, 1).map((one) => findCenter(one, advice, depth + 1)));
    case 'named': {
      const named = context.names?.regions.get(region.name);
      return named === undefined || depth > MAX_DEPTH ? null : findCenter(named, advice, depth + 1);
    }
    case 'null':
      return null;
  }
}

function average(places: readonly (Place | null)[]): Place | null {
  let [x, y] = [0, 0];
  for (const place of places) {
    if (place === null) return null;
    x += place.x / places.length;
    y += place.y / places.length;
  }
  return places.length === 0 ? null : { x, y };
}

/** Whether a decided action is one that the coach forbids. */
export function isForbidden(
  decided: Action,
  forbidden: ClangAction,
  isTargetIn: (region: Region) => boolean,
  bindings: Bindings,
): boolean {
  switch (forbidden.kind) {
    case 'passUnits':
      return decided.passTo > 0 && listUnitNumbers(forbidden.units, bindings).includes(decided.passTo);
    case 'passRegion':
      return decided.passTo > 0 && isTargetIn(forbidden.region);
    case 'dribble':
      return decided.kind === 'dribble' && isTargetIn(forbidden.region);
    case 'shoot':
    case 'hold':
    case 'clear':
    case 'intercept':
    case 'tackle':
    case 'mark':
      return decided.kind === forbidden.kind;
    default:
      return false;
  }
}
