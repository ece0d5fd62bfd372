import type { Condition, Point, Region, Team, Unit } from '../tree/ast.js';
import { computeDistance, isInPolygon, isInRectangle, isInSector } from './geometry.js';
import { type Names, NO_NAMES } from './names.js';
import { type ClangPlayer, type ClangWorld, type Place, type Side, toPlayModeWord } from './world.js';

/** The player for which conditions are evaluated, and its defined names. */
export interface View {
  readonly world: ClangWorld;
  /** The team that `our` means. */
  readonly us: Side;
  /** Default: nothing. */
  readonly names?: Names;
  /**
   * Whether messages are in a frame turned by 180 degrees against the world's. Default: for the right team, whose
   * players see the pitch so.
   */
  readonly turned?: boolean;
  /** Distance up to which two points count as the same, in meters. Default 0.01. */
  readonly tolerance?: number;
}

/** The numbers that a variable stands for. */
export type Bindings = ReadonlyMap<string, ReadonlySet<number>>;

/** A part that could not be evaluated; its condition counts as false, its point as missing. */
export interface EvaluationProblem {
  readonly code: 'unknown-name' | 'circular' | 'unbound-variable' | 'no-player' | 'too-complex';
  readonly message: string;
}

/** The outcome for a condition: its truth, and what the variables stand for if it is true. */
export interface Verdict {
  readonly value: boolean;
  readonly bindings: Bindings;
  readonly problems: readonly EvaluationProblem[];
}

const NO_BINDINGS: Bindings = new Map();
/** Nodes to look at in one evaluation; without the limit, a few nested names could need unbounded time. */
const MAX_NODE_COUNT = 50_000;

interface Run {
  readonly view: View;
  readonly names: Names;
  readonly turned: boolean;
  readonly problems: EvaluationProblem[];
  readonly active: Set<object>;
  budget: number;
}

function startRun(view: View): Run {
  const turned = view.turned ?? view.us === 'r';
  return {
    view,
    names: view.names ?? NO_NAMES,
    turned,
    problems: [],
    active: new Set(),
    budget: MAX_NODE_COUNT,
  };
}

/** Whether a condition holds (spec 08 §9.4), and how that binds its variables (9.5). */
export function holds(condition: Condition, view: View, bindings: Bindings = NO_BINDINGS): Verdict {
  const run = startRun(view);
  const bound = evaluateCondition(condition, run, bindings);
  return { value: bound !== null, bindings: bound ?? bindings, problems: run.problems };
}

/** Whether a region contains a place, given in the frame of the message (spec 08 §9.8). */
export function contains(
  region: Region,
  place: Place,
  view: View,
  bindings: Bindings = NO_BINDINGS,
): boolean {
  return isInside(region, place, startRun(view), bindings);
}

/** Where a point is, in the frame of the message (spec 08 §9.7); null if that is not known. */
export function locate(point: Point, view: View, bindings: Bindings = NO_BINDINGS): Place | null {
  return locatePoint(point, startRun(view), bindings);
}

function addProblem(run: Run, code: EvaluationProblem['code'], message: string): null {
  if (!run.problems.some((known) => known.message === message)) run.problems.push({ code, message });
  return null;
}

/** Counts one node; false when there were too many. */
function countNode(run: Run): boolean {
  if (run.budget-- > 0) return true;
  addProblem(run, 'too-complex', 'the condition is too complex to evaluate');
  return false;
}

/** Evaluates what a name stands for, unless that leads back to it. */
function evaluateNamed<N extends object, T>(
  run: Run,
  map: ReadonlyMap<string, N>,
  what: string,
  name: string,
  otherwise: T,
  evaluate: (node: N) => T,
): T {
  const node = map.get(name);
  if (node === undefined) {
    addProblem(run, 'unknown-name', `the ${what} "${name}" is not defined`);
    return otherwise;
  }
  if (run.active.has(node)) {
    addProblem(run, 'circular', `the ${what} "${name}" is defined by itself`);
    return otherwise;
  }
  run.active.add(node);
  const result = evaluate(node);
  run.active.delete(node);
  return result;
}

/** The bindings under which a condition is true, or null if it is false. */
function evaluateCondition(node: Condition, run: Run, bindings: Bindings): Bindings | null {
  if (!countNode(run)) return null;
  const { world, us } = run.view;
  switch (node.kind) {
    case 'bool':
      return node.value ? bindings : null;
    case 'ppos': {
      const there = listPlayers(run, node.team).filter((player) => {
        return isInside(node.region, toFrame(player, run), run, bindings);
      });
      const { matched, bound } = matchUnits(
        node.units,
        there.map((player) => player.unum),
        bindings,
      );
      return node.min <= matched && matched <= node.max ? bound : null;
    }
    case 'bpos':
      return isInside(node.region, toFrame(world.ball, run), run, bindings) ? bindings : null;
    case 'bowner': {
      const owner = world.ballOwner;
      if (owner === null || (owner.side === us) !== (node.team === 'our')) return null;
      const { matched, bound } = matchUnits(node.units, [owner.unum], bindings);
      return matched > 0 ? bound : null;
    }
    case 'playm':
      return toPlayModeWord(world.playMode, us, world.afterCatch) === node.mode ? bindings : null;
    case 'and': {
      let bound: Bindings | null = bindings;
      for (const part of node.conditions) {
        bound = evaluateCondition(part, run, bound);
        if (bound === null) return null;
      }
      return bound;
    }
    case 'or':
      for (const part of node.conditions) {
        const bound = evaluateCondition(part, run, bindings);
        if (bound !== null) return bound;
      }
      return null;
    case 'not':
      return evaluateCondition(node.condition, run, bindings) === null ? bindings : null;
    case 'compare':
      return compare(getQuantity(node.quantity, run), node.op, node.value) ? bindings : null;
    case 'unum': {
      const allowed = collectNumbers(node.units, run, bindings);
      const known = bindings.get(node.variable.name);
      const left = known === undefined ? allowed : new Set([...known].filter((unum) => allowed.has(unum)));
      return left.size === 0 ? null : new Map(bindings).set(node.variable.name, left);
    }
    case 'named':
      return evaluateNamed(run, run.names.conditions, 'condition', node.name, null, (named) =>
        evaluateCondition(named, run, bindings),
      );
  }
}

function getQuantity(
  quantity: Extract<Condition, { readonly kind: 'compare' }>['quantity'],
  run: Run,
): number {
  const { score, time } = run.view.world;
  const our = run.view.us === 'l' ? score.l : score.r;
  const opp = run.view.us === 'l' ? score.r : score.l;
  switch (quantity) {
    case 'time':
      return time;
    case 'our_goals':
      return our;
    case 'opp_goals':
      return opp;
    case 'goal_diff':
      return our - opp;
  }
}

function compare(a: number, op: Extract<Condition, { readonly kind: 'compare' }>['op'], b: number): boolean {
  switch (op) {
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '==':
      return a === b;
    case '!=':
      return a !== b;
    case '>=':
      return a >= b;
    case '>':
      return a > b;
  }
}

/**
 * How many of the candidates a unit set covers. Variables that take part are bound (or, if bound before, narrowed)
 * to the candidates that they stand for.
 */
function matchUnits(
  units: readonly Unit[],
  candidates: readonly number[],
  bindings: Bindings,
): { matched: number; bound: Bindings } {
  const covered = new Set<number>();
  let bound = bindings;
  for (const unit of units) {
    if (unit.kind === 'number') {
      for (const unum of candidates) if (unit.value === 0 || unit.value === unum) covered.add(unum);
      continue;
    }
    const known = bindings.get(unit.name);
    const own = new Set(known === undefined ? candidates : candidates.filter((unum) => known.has(unum)));
    bound = new Map(bound).set(unit.name, own);
    for (const unum of own) covered.add(unum);
  }
  return { matched: covered.size, bound };
}

/** The numbers of a unit set; 0 means 1 to 11, an unbound variable is an error of the coach. */
function collectNumbers(units: readonly Unit[], run: Run, bindings: Bindings): ReadonlySet<number> {
  const numbers = new Set<number>();
  for (const unit of units) {
    if (unit.kind !== 'number') {
      const known = bindings.get(unit.name);
      if (known === undefined) addProblem(run, 'unbound-variable', `the variable ${unit.name} has no value`);
      else for (const unum of known) numbers.add(unum);
    } else if (unit.value === 0) {
      for (let unum = 1; unum <= 11; unum++) numbers.add(unum);
    } else {
      numbers.add(unit.value);
    }
  }
  return numbers;
}

/** The player numbers that a unit set stands for: 0 means 1 to 11; unbound variables stand for none. */
export function listUnitNumbers(units: readonly Unit[], bindings: Bindings = NO_BINDINGS): number[] {
  const known = units.filter((unit) => unit.kind === 'number' || bindings.has(unit.name));
  const numbers = known.flatMap((unit) => {
    if (unit.kind !== 'number') return [...bindings.get(unit.name)!];
    return unit.value === 0 ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] : [unit.value];
  });
  return [...new Set(numbers)].sort((a, b) => a - b);
}

const toFrame = (place: Place, run: Run): Place =>
  run.turned ? { x: -place.x, y: -place.y } : { x: place.x, y: place.y };

function listPlayers(run: Run, team: Team): ClangPlayer[] {
  const { world, us } = run.view;
  return world.players.filter((player) => (player.side === us) === (team === 'our'));
}

function isInside(node: Region, at: Place, run: Run, bindings: Bindings): boolean {
  if (!countNode(run)) return false;
  switch (node.kind) {
    case 'null':
      return false;
    case 'rec': {
      const [p, q] = locateCorners(node.points, run, bindings);
      return p !== undefined && q !== undefined && isInRectangle(at, p, q);
    }
    case 'tri':
    case 'quad': {
      const polygon = locateCorners(node.points, run, bindings);
      return polygon.length === node.points.length && isInPolygon(at, polygon);
    }
    case 'arc': {
      const center = locatePoint(node.center, run, bindings);
      return center !== null && isInSector(at, center, node);
    }
    case 'union':
      return node.regions.some((part) => isInside(part, at, run, bindings));
    case 'named':
      return evaluateNamed(run, run.names.regions, 'region', node.name, false, (named) =>
        isInside(named, at, run, bindings),
      );
    case 'at': {
      const place = locatePoint(node.point, run, bindings);
      return place !== null && computeDistance(at, place) <= (run.view.tolerance ?? 0.01);
    }
  }
}

/** The places of points, without those that are not known. */
function locateCorners(points: readonly Point[], run: Run, bindings: Bindings): Place[] {
  return points.map((point) => locatePoint(point, run, bindings)).filter((place) => place !== null);
}

function locatePoint(node: Point, run: Run, bindings: Bindings): Place | null {
  if (!countNode(run)) return null;
  switch (node.kind) {
    case 'abs':
      return { x: node.x, y: node.y };
    case 'rel': {
      const base = locatePoint(node.base, run, bindings);
      return base && { x: base.x + node.x, y: base.y + node.y };
    }
    case 'ball':
      return toFrame(run.view.world.ball, run);
    case 'player':
      return locatePlayer(node.team, node.unit, run, bindings);
    case 'arith': {
      const left = locatePoint(node.left, run, bindings);
      const right = left && locatePoint(node.right, run, bindings);
      if (left === null || right === null) return null;
      switch (node.op) {
        case '+':
          return { x: left.x + right.x, y: left.y + right.y };
        case '-':
          return { x: left.x - right.x, y: left.y - right.y };
        case '*':
          return { x: left.x * right.x, y: left.y * right.y };
        case '/':
          return { x: left.x / right.x, y: left.y / right.y };
      }
    }
  }
}

/** A variable that stands for several players means the one with the lowest number. */
function locatePlayer(team: Team, unit: Unit, run: Run, bindings: Bindings): Place | null {
  let unum: number;
  if (unit.kind === 'number') {
    unum = unit.value;
  } else {
    const known = bindings.get(unit.name);
    if (known === undefined)
      return addProblem(run, 'unbound-variable', `the variable ${unit.name} has no value`);
    unum = Math.min(...known);
  }
  const player = listPlayers(run, team).find((one) => one.unum === unum);
  if (player === undefined)
    return addProblem(run, 'no-player', `team "${team}" has no player ${unum} in this world`);
  return toFrame(player, run);
}
