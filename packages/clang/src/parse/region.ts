import type { Point, PointOperator, Region, Team, Unit } from '../tree/ast.js';
import { type Cursor, parseList } from './cursor.js';

/** Placeholders of a recovering parser. */
const NO_POINT: Point = { kind: 'ball' };
const NO_REGION: Region = { kind: 'null' };
const NO_UNITS: readonly Unit[] = [];

/** Reads `our` or `opp`. */
export function parseTeam(c: Cursor): Team | null {
  const { kind } = c;
  if (kind !== 'our' && kind !== 'opp') {
    c.unexpected("'our'", "'opp'");
    return null;
  }
  return c.take() ? kind : null;
}

/** Reads one unit; a quoted one has at most `most` characters. */
export function parseUnit(c: Cursor, most: number): Unit | null {
  const start = c.index;
  const before = c.pending;
  let unit: Unit | null = null;
  if (c.is('INT')) {
    const value = c.int();
    if (value !== null) unit = { kind: 'number', value };
  } else if (c.is('VAR')) {
    const name = c.variable('variable');
    if (name !== null) unit = { kind: 'variable', name };
  } else if (c.is('STR')) {
    const name = c.str(most, 'quoted unit');
    if (name !== null) unit = { kind: 'string', name };
  } else if (c.heard && c.is('(') && c.next === 'null') {
    // unit number 12 as the server prints it (spec 08 §14)
    if (c.take() && c.take() && c.expect(')')) unit = { kind: 'number', value: 12 };
  } else {
    c.unexpected('unit (integer, variable or string)');
  }
  return c.whole(start, before, unit);
}

/** Reads `{ UNIT ... }`. */
export function parseUnits(c: Cursor): readonly Unit[] | null {
  const start = c.index;
  const before = c.pending;
  if (!c.is('{')) return c.misfit(NO_UNITS, 'unit set ({...})');
  const units: Unit[] = [];
  if (!c.take()) return null;
  do {
    const unit = parseUnit(c, 8);
    if (unit === null) {
      const skipped = c.abandon(start, NO_UNITS);
      c.pending = before + 1;
      return skipped;
    }
    units.push(unit);
    c.pending = before + 2;
  } while (!c.is('}'));
  const taken = c.take();
  c.pending = before + 1;
  return taken ? units : null;
}

/** Reads a region. */
export function parseRegion(c: Cursor): Region | null {
  const start = c.index;
  const before = c.pending;
  let region: Region | null;
  if (c.is('STR')) {
    const name = c.str(8, 'region name');
    region = name === null ? null : { kind: 'named', name };
  } else if (c.is('(')) {
    if (c.next === 'pt' || c.next === '(') {
      const point = parsePoint(c);
      region = point === null ? null : { kind: 'at', point };
    } else {
      region = c.take() ? (parseRegionBody(c) ?? c.abandon(start, NO_REGION)) : null;
    }
  } else {
    region = c.misfit(NO_REGION, 'region');
  }
  return c.whole(start, before, region);
}

/** What follows the parenthesis of a region other than a point. */
function parseRegionBody(c: Cursor): Region | null {
  switch (c.kind) {
    case 'null':
      return c.take() && c.expect(')') ? NO_REGION : null;
    case 'quad': {
      if (!c.take()) return null;
      const a = parsePoint(c);
      const b = a && parsePoint(c);
      const p = b && parsePoint(c);
      // the server forwards three points only (spec 08 §14)
      const d = p && (c.heard && c.is(')') ? p : parsePoint(c));
      return a && b && p && d && c.expect(')') ? { kind: 'quad', points: [a, b, p, d] } : null;
    }
    case 'tri': {
      if (!c.take()) return null;
      const a = parsePoint(c);
      const b = a && parsePoint(c);
      const p = b && parsePoint(c);
      return a && b && p && c.expect(')') ? { kind: 'tri', points: [a, b, p] } : null;
    }
    case 'rec': {
      if (!c.take()) return null;
      const a = parsePoint(c);
      const b = a && parsePoint(c);
      return a && b && c.expect(')') ? { kind: 'rec', points: [a, b] } : null;
    }
    case 'arc': {
      if (!c.take()) return null;
      const center = parsePoint(c);
      if (center === null) return null;
      const innerRadius = c.num();
      if (innerRadius === null) return null;
      const outerRadius = c.num();
      if (outerRadius === null) return null;
      const startAngle = c.num();
      if (startAngle === null) return null;
      const spanAngle = c.num();
      if (spanAngle === null || !c.expect(')')) return null;
      return { kind: 'arc', center, innerRadius, outerRadius, startAngle, spanAngle };
    }
    case 'reg': {
      if (!c.take()) return null;
      const regions = parseList(c, parseRegion);
      return regions !== null && c.expect(')') ? { kind: 'union', regions } : null;
    }
    default:
      c.unexpected("'null'", "'quad'", "'tri'", "'rec'", "'arc'", "'reg'", "'pt'", "'('");
      return null;
  }
}

/** Reads a point. */
export function parsePoint(c: Cursor): Point | null {
  const start = c.index;
  const before = c.pending;
  let point: Point | null;
  if (!c.is('(')) {
    point = c.misfit(NO_POINT, 'point');
  } else {
    point = c.take() ? (parsePointBody(c) ?? c.abandon(start, NO_POINT)) : null;
  }
  return c.whole(start, before, point);
}

/** What follows the parenthesis of a point. */
function parsePointBody(c: Cursor): Point | null {
  if (c.is('(')) {
    const inner = parseSum(c);
    return inner !== null && (c.is(')') || c.unexpected("')'", "'+'", "'-'", "'*'", "'/'")) && c.take()
      ? inner
      : null;
  }
  if (!c.is('pt')) {
    c.unexpected("'pt'", "'('");
    return null;
  }
  if (!c.take()) return null;
  if (c.is('ball')) return c.take() && c.expect(')') ? { kind: 'ball' } : null;
  if (c.is('our') || c.is('opp')) {
    const team = parseTeam(c);
    const unit = team && parseUnit(c, 6);
    return team && unit && c.expect(')') ? { kind: 'player', team, unit } : null;
  }
  if (!c.is('INT') && !c.is('REAL') && !c.heard) {
    c.unexpected('number', "'ball'", "'our'", "'opp'");
    return null;
  }
  const x = c.num();
  if (x === null) return null;
  const y = c.num();
  if (y === null) return null;
  if (c.is('(')) {
    const base = parsePoint(c);
    return base !== null && c.expect(')') ? { kind: 'rel', x, y, base } : null;
  }
  if (!c.is(')')) {
    c.unexpected("')'", 'point');
    return null;
  }
  return c.take() ? { kind: 'abs', x, y } : null;
}

/** Reads `TERM + TERM - TERM ...`; left-associative. */
function parseSum(c: Cursor): Point | null {
  const start = c.index;
  const before = c.pending;
  let left = parseProduct(c);
  for (let op = c.kind; left !== null && (op === '+' || op === '-'); op = c.kind) {
    left = c.whole(start, before, createArith(left, op, c.take() ? parseProduct(c) : null));
  }
  return left;
}

/** Reads `POINT * POINT / POINT ...`; left-associative. */
function parseProduct(c: Cursor): Point | null {
  const start = c.index;
  const before = c.pending;
  let left = parsePoint(c);
  for (let op = c.kind; left !== null && (op === '*' || op === '/'); op = c.kind) {
    left = c.whole(start, before, createArith(left, op, c.take() ? parsePoint(c) : null));
  }
  return left;
}

function createArith(left: Point, op: PointOperator, right: Point | null): Point | null {
  return right && { kind: 'arith', left, op, right };
}
