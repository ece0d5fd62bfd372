import type { Side } from '@rcss/core';
import type { ClangPoint, ClangTeam, Condition, PointOperator, Region, Unit } from '../tree/ast.js';
import { isInPolygon, isInRectangle, isInSector, measureDistance } from './geometry.js';
import { type Names, NO_NAMES } from './names.js';
import { type ClangPlayer, type ClangWorld, type Place, toPlayModeWord } from './world.js';

/** The world, the team and the defined names with which conditions are evaluated. */
export interface EvaluationContext {
  /** The current state of the match. */
  readonly world: ClangWorld;
  /** The team that `our` means. */
  readonly us: Side;
  /** Names that messages have defined; default: none. */
  readonly names?: Names;
  /**
   * True if the frame of the messages is the frame of the world turned by 180 degrees. Default: true for the right
   * team, because its players use the turned frame.
   */
  readonly turned?: boolean;
  /** Distance up to which two points count as the same, in meters. Default 0.01. */
  readonly tolerance?: number;
}

/** The uniform numbers that each variable stands for, by name of the variable. */
export type Bindings = ReadonlyMap<string, ReadonlySet<number>>;

/** A part that cannot be evaluated. Its condition counts as false, its point as unknown. */
export interface EvaluationProblem {
  readonly code: 'unknown-name' | 'circular' | 'unbound-variable' | 'no-player' | 'too-complex';
  readonly message: string;
}

/** Result of the evaluation of a condition. */
export interface ConditionResult {
  /** True if the condition is true. */
  readonly value: boolean;
  /** The values of the variables if the condition is true; the given values if it is false. */
  readonly bindings: Bindings;
  /** Parts that could not be evaluated. */
  readonly problems: readonly EvaluationProblem[];
}

const NO_BINDINGS: Bindings = new Map();
/** Limit of the nodes in one evaluation. Without it, a few nested names could need unbounded time. */
const MAX_NODE_COUNT = 50_000;

/** One evaluation: its context, problems and count of nodes. */
interface Evaluation {
  readonly context: EvaluationContext;
  readonly names: Names;
  readonly turned: boolean;
  readonly problems: EvaluationProblem[];
  /** Definitions that are being evaluated: a name that leads back to one is circular. */
  readonly active: Set<object>;
  /** Count of nodes that may still be evaluated. */
  budget: number;
}

/** @throws {RangeError} if `us` is not a side. */
export function checkSide({ us }: EvaluationContext): void {
  if (us !== 'l' && us !== 'r')
    throw new RangeError(`us: ${JSON.stringify(us)} is not a side; "l" and "r" are allowed`);
}

function startEvaluation(context: EvaluationContext): Evaluation {
  checkSide(context);
  const turned = context.turned ?? context.us === 'r';
  return {
    context,
    names: context.names ?? NO_NAMES,
    turned,
    problems: [],
    active: new Set(),
    budget: MAX_NODE_COUNT,
  };
}

/**
 * Evaluates a condition (spec 08 §9.4) and binds its variables (spec 08 §9.5).
 *
 * @throws {RangeError} if `us` of the context is not a side.
 */
export function evaluateCondition(
  condition: Condition,
  context: EvaluationContext,
  bindings: Bindings = NO_BINDINGS,
): ConditionResult {
  const run = startEvaluation(context);
  const bound = bindCondition(condition, run, bindings);
  return { value: bound !== null, bindings: bound ?? bindings, problems: run.problems };
}

/**
 * Returns true if a region contains a place, given in meters in the frame of the message (spec 08 §9.8). A region that
 * cannot be evaluated contains no place.
 *
 * @throws {RangeError} if `us` of the context is not a side.
 */
export function contains(
  region: Region,
  place: Place,
  context: EvaluationContext,
  bindings: Bindings = NO_BINDINGS,
): boolean {
  return isInside(region, place, startEvaluation(context), bindings);
}

/**
 * Returns the place of a point, in meters in the frame of the message (spec 08 §9.7), or null if it is unknown.
 *
 * @throws {RangeError} if `us` of the context is not a side.
 */
export function locate(
  point: ClangPoint,
  context: EvaluationContext,
  bindings: Bindings = NO_BINDINGS,
): Place | null {
  return locatePoint(point, startEvaluation(context), bindings);
}

function addProblem(run: Evaluation, code: EvaluationProblem['code'], message: string): null {
  if (!run.problems.some((known) => known.message === message)) run.problems.push({ code, message });
  return null;
}

/** Counts one node. Returns false after too many nodes. */
function countNode(run: Evaluation): boolean {
  if (run.budget-- > 0) return true;
  addProblem(run, 'too-complex', 'the condition is too complex to evaluate');
  return false;
}

/** Evaluates the definition of a name; returns `otherwise` if there is no definition or if it is circular. */
function evaluateNamed<Kind extends 'condition' | 'region', T>(
  run: Evaluation,
  kind: Kind,
  name: string,
  otherwise: T,
  evaluate: (node: Kind extends 'condition' ? Condition : Region) => T,
): T {
  const definitions = kind === 'condition' ? run.names.conditions : run.names.regions;
  const node = definitions.get(name) as (Kind extends 'condition' ? Condition : Region) | undefined;
  if (node === undefined) {
    addProblem(run, 'unknown-name', `the ${kind} "${name}" is not defined`);
    return otherwise;
  }
  if (run.active.has(node)) {
    addProblem(run, 'circular', `the ${kind} "${name}" is defined by itself`);
    return otherwise;
  }
  run.active.add(node);
  const result = evaluate(node);
  run.active.delete(node);
  return result;
}

/** Returns the bindings with which a condition is true, or null if it is false. */
function bindCondition(node: Condition, run: Evaluation, bindings: Bindings): Bindings | null {
  if (!countNode(run)) return null;
  const { world, us } = run.context;
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
        bound = bindCondition(part, run, bound);
        if (bound === null) return null;
      }
      return bound;
    }
    case 'or':
      for (const part of node.conditions) {
        const bound = bindCondition(part, run, bindings);
        if (bound !== null) return bound;
      }
      return null;
    case 'not':
      return bindCondition(node.condition, run, bindings) === null ? bindings : null;
    case 'compare':
      return COMPARE[node.op](getQuantity(node.quantity, run), node.value) ? bindings : null;
    case 'unum': {
      const allowed = collectNumbers(node.units, run, bindings);
      const known = bindings.get(node.variable.name);
      const left = known === undefined ? allowed : new Set([...known].filter((unum) => allowed.has(unum)));
      return left.size === 0 ? null : new Map(bindings).set(node.variable.name, left);
    }
    case 'named':
      return evaluateNamed(run, 'condition', node.name, null, (named) => bindCondition(named, run, bindings));
  }
}

type Comparison = Extract<Condition, { readonly kind: 'compare' }>;

function getQuantity(quantity: Comparison['quantity'], run: Evaluation): number {
  const { score, time } = run.context.world;
  const [our, opp] = run.context.us === 'l' ? [score.l, score.r] : [score.r, score.l];
  return { time, our_goals: our, opp_goals: opp, goal_diff: our - opp }[quantity];
}

const COMPARE: Readonly<Record<Comparison['op'], (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '>=': (a, b) => a >= b,
  '>': (a, b) => a > b,
};

/**
 * Counts the candidates that a unit set covers. Binds each variable of the set to the candidates that it stands
 * for. If a variable is already bound, removes its values that are not candidates.
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

/** Returns the numbers of a unit set; 0 means 1 to 11. An unbound variable is recorded as a problem. */
function collectNumbers(units: readonly Unit[], run: Evaluation, bindings: Bindings): ReadonlySet<number> {
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

/** Returns the uniform numbers of a unit set, ascending: 0 means 1 to 11, an unbound variable means none. */
export function listUnitNumbers(units: readonly Unit[], bindings: Bindings = NO_BINDINGS): number[] {
  const known = units.filter((unit) => unit.kind === 'number' || bindings.has(unit.name));
  const numbers = known.flatMap((unit) => {
    if (unit.kind !== 'number') return [...bindings.get(unit.name)!];
    return unit.value === 0 ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] : [unit.value];
  });
  return [...new Set(numbers)].sort((a, b) => a - b);
}

const toFrame = (place: Place, run: Evaluation): Place =>
  run.turned ? { x: -place.x, y: -place.y } : { x: place.x, y: place.y };

function listPlayers(run: Evaluation, team: ClangTeam): ClangPlayer[] {
  const { world, us } = run.context;
  return world.players.filter((player) => (player.side === us) === (team === 'our'));
}

function isInside(node: Region, at: Place, run: Evaluation, bindings: Bindings): boolean {
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
      return evaluateNamed(run, 'region', node.name, false, (named) => isInside(named, at, run, bindings));
    case 'at': {
      const place = locatePoint(node.point, run, bindings);
      return place !== null && measureDistance(at, place) <= (run.context.tolerance ?? 0.01);
    }
  }
}

/** Returns the places of points, without the unknown ones. */
function locateCorners(points: readonly ClangPoint[], run: Evaluation, bindings: Bindings): Place[] {
  return points.map((point) => locatePoint(point, run, bindings)).filter((place) => place !== null);
}

function locatePoint(node: ClangPoint, run: Evaluation, bindings: Bindings): Place | null {
  if (!countNode(run)) return null;
  switch (node.kind) {
    case 'abs':
      return { x: node.x, y: node.y };
    case 'rel': {
      const base = locatePoint(node.base, run, bindings);
      return base && { x: base.x + node.x, y: base.y + node.y };
    }
    case 'ball':
      return toFrame(run.context.world.ball, run);
    case 'player':
      return locatePlayer(node.team, node.unit, run, bindings);
    case 'arith': {
      const left = locatePoint(node.left, run, bindings);
      const right = left && locatePoint(node.right, run, bindings);
      if (left === null || right === null) return null;
      const combine = ARITHMETIC[node.op];
      return { x: combine(left.x, right.x), y: combine(left.y, right.y) };
    }
  }
}

const ARITHMETIC: Readonly<Record<PointOperator, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
};

/** Returns the place of a player. A variable with several players means the one with the lowest number. */
function locatePlayer(team: ClangTeam, unit: Unit, run: Evaluation, bindings: Bindings): Place | null {
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
