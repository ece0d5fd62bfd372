import type { ClangPoint } from './ast.js';
import { listChildren, mapChildren, type Node } from './visit.js';

/**
 * Returns a message, or a part of one, with all places turned by 180 degrees about the center of the pitch (spec 08 §10). A coach of the
 * right team, which plans in the frame of the left team, says the turned message to its players. Offsets turn too, and
 * arcs start 180 degrees later. Points of the ball and of players stay. In products and quotients, a constant factor is
 * a scale and stays.
 */
export function flip<N extends Node>(node: N): N {
  const of: Node = node;
  if (of.kind === 'arith' && (of.op === '*' || of.op === '/')) {
    // One factor changes its sign, the other keeps its value.
    const keepsLeft = isConstant(of.left) && !isConstant(of.right);
    const turn = (part: ClangPoint, isKept: boolean): ClangPoint => (isKept ? keepPoint(part) : flip(part));
    return { ...node, left: turn(of.left, keepsLeft), right: turn(of.right, !keepsLeft) };
  }
  const turned = mapChildren(node, flip);
  if (of.kind === 'arc') return { ...turned, startAngle: flipAngle(of.startAngle) };
  return of.kind === 'abs' || of.kind === 'rel' ? { ...turned, x: negate(of.x), y: negate(of.y) } : turned;
}

/** Returns the opposite direction, in (-180, 180] degrees. */
function flipAngle(degrees: number): number {
  const turned = (degrees + 180) % 360;
  return turned > 180 ? turned - 360 : turned <= -180 ? turned + 360 : turned;
}

const negate = (value: number): number => (value === 0 ? 0 : -value);

const TURN: ClangPoint = { kind: 'abs', x: -1, y: -1 };

/** Returns a point whose value in the turned frame equals that of the given point in the original frame. */
function keepPoint(point: ClangPoint): ClangPoint {
  return point.kind === 'ball' || point.kind === 'player'
    ? { kind: 'arith', left: point, op: '*', right: TURN }
    : mapChildren(point, keepPoint as (node: Node) => Node);
}

function isConstant(point: ClangPoint): boolean {
  return (
    point.kind !== 'ball' &&
    point.kind !== 'player' &&
    (listChildren(point) as ClangPoint[]).every(isConstant)
  );
}
