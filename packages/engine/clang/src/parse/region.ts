import type { ClangPoint, ClangTeam, PointOperator, Region, Unit } from '../tree/ast.js';
import { type Cursor, parseList } from './cursor.js';

/** Placeholders of a recovering parser. */
const NO_POINT: ClangPoint = { kind: 'ball' };
const NO_REGION: Region = { kind: 'null' };
const NO_UNITS: readonly Unit[] = [];

/** Reads `our` or `opp`. */
export function parseTeam(c: Cursor): ClangTeam | null {
  const { kind } = c;
  if (kind !== 'our' && kind !== 'opp') {
    c.reportUnexpected("'our'", "'opp'");
    return null;
  }
  return c.advance() ? kind : null;
}

/** Reads one unit; a quoted one has at most `maxLength` characters. */
export function parseUnit(c: Cursor, maxLength: number): Unit | null {
  const start = c.index;
  const before = c.pending;
  let unit: Unit | null = null;
  if (c.is('INT')) {
    const value = c.readInteger();
    if (value !== null) unit = { kind: 'number', value };
  } else if (c.is('VAR')) {
    const name = c.readVariable('variable');
    if (name !== null) unit = { kind: 'variable', name };
  } else if (c.is('STR')) {
    const name = c.readString(maxLength, 'quoted unit');
    if (name !== null) unit = { kind: 'string', name };
  } else if (c.heard && c.is('(') && c.next === 'null') {
    // The server prints unit number 12 as (null) (spec 08 §14).
    if (c.advance() && c.advance() && c.expect(')')) unit = { kind: 'number', value: 12 };
  } else {
    c.reportUnexpected('unit (integer, variable or string)');
  }
  return c.complete(start, before, unit);
}

/** Reads `{ UNIT ... }`. */
export function parseUnits(c: Cursor): readonly Unit[] | null {
  const start = c.index;
  const before = c.pending;
  if (!c.is('{')) return c.skipUnexpected(NO_UNITS, 'unit set ({...})');
  const units: Unit[] = [];
  if (!c.advance()) return null;
  do {
    const unit = parseUnit(c, 8);
    if (unit === null) {
      const skipped = c.skipConstruct(start, NO_UNITS);
      c.pending = before + 1;
      return skipped;
    }
    units.push(unit);
    c.pending = before + 2;
  } while (!c.is('}'));
  const taken = c.advance();
  c.pending = before + 1;
  return taken ? units : null;
}

/** Reads a region. */
export function parseRegion(c: Cursor): Region | null {
  const start = c.index;
  const before = c.pending;
  let region: Region | null;
  if (c.is('STR')) {
    const name = c.readString(8, 'region name');
    region = name === null ? null : { kind: 'named', name };
  } else if (c.is('(')) {
    if (c.next === 'pt' || c.next === '(') {
      const point = parsePoint(c);
      region = point === null ? null : { kind: 'at', point };
    } else {
      region = c.advance() ? (parseRegionBody(c) ?? c.skipConstruct(start, NO_REGION)) : null;
    }
  } else {
    region = c.skipUnexpected(NO_REGION, 'region');
  }
  return c.complete(start, before, region);
}

/** Reads a region other than a point after its opening parenthesis. */
function parseRegionBody(c: Cursor): Region | null {
  switch (c.kind) {
    case 'null':
      return c.advance() && c.expect(')') ? NO_REGION : null;
    case 'quad': {
      if (!c.advance()) return null;
      const a = parsePoint(c);
      const b = a && parsePoint(c);
      const p = b && parsePoint(c);
      // The server forwards only three points (spec 08 §14).
      const d = p && (c.heard && c.is(')') ? p : parsePoint(c));
      return a && b && p && d && c.expect(')') ? { kind: 'quad', points: [a, b, p, d] } : null;
    }
    case 'tri': {
      if (!c.advance()) return null;
      const a = parsePoint(c);
      const b = a && parsePoint(c);
      const p = b && parsePoint(c);
      return a && b && p && c.expect(')') ? { kind: 'tri', points: [a, b, p] } : null;
    }
    case 'rec': {
      if (!c.advance()) return null;
      const a = parsePoint(c);
      const b = a && parsePoint(c);
      return a && b && c.expect(')') ? { kind: 'rec', points: [a, b] } : null;
    }
    case 'arc': {
      if (!c.advance()) return null;
      const center = parsePoint(c);
      if (center === null) return null;
      const innerRadius = c.readNumber();
      if (innerRadius === null) return null;
      const outerRadius = c.readNumber();
      if (outerRadius === null) return null;
      const startAngle = c.readNumber();
      if (startAngle === null) return null;
      const spanAngle = c.readNumber();
      if (spanAngle === null || !c.expect(')')) return null;
      return { kind: 'arc', center, innerRadius, outerRadius, startAngle, spanAngle };
    }
    case 'reg': {
      if (!c.advance()) return null;
      const regions = parseList(c, parseRegion);
      return regions !== null && c.expect(')') ? { kind: 'union', regions } : null;
    }
    default:
      c.reportUnexpected("'null'", "'quad'", "'tri'", "'rec'", "'arc'", "'reg'", "'pt'", "'('");
      return null;
  }
}

/** Reads a point. */
function parsePoint(c: Cursor): ClangPoint | null {
  const start = c.index;
  const before = c.pending;
  let point: ClangPoint | null;
  if (!c.is('(')) {
    point = c.skipUnexpected(NO_POINT, 'point');
  } else {
    point = c.advance() ? (parsePointBody(c) ?? c.skipConstruct(start, NO_POINT)) : null;
  }
  return c.complete(start, before, point);
}

/** Reads a point after its opening parenthesis. */
function parsePointBody(c: Cursor): ClangPoint | null {
  if (c.is('(')) {
    const inner = parseSum(c);
    return inner !== null &&
      (c.is(')') || c.reportUnexpected("')'", "'+'", "'-'", "'*'", "'/'")) &&
      c.advance()
      ? inner
      : null;
  }
  if (!c.is('pt')) {
    c.reportUnexpected("'pt'", "'('");
    return null;
  }
  if (!c.advance()) return null;
  if (c.is('ball')) return c.advance() && c.expect(')') ? { kind: 'ball' } : null;
  if (c.is('our') || c.is('opp')) {
    const team = parseTeam(c);
    const unit = team && parseUnit(c, 6);
    return team && unit && c.expect(')') ? { kind: 'player', team, unit } : null;
  }
  if (!c.is('INT') && !c.is('REAL') && !c.heard) {
    c.reportUnexpected('number', "'ball'", "'our'", "'opp'");
    return null;
  }
  const x = c.readNumber();
  if (x === null) return null;
  const y = c.readNumber();
  if (y === null) return null;
  if (c.is('(')) {
    const base = parsePoint(c);
    return base !== null && c.expect(')') ? { kind: 'rel', x, y, base } : null;
  }
  if (!c.is(')')) {
    c.reportUnexpected("')'", 'point');
    return null;
  }
  return c.advance() ? { kind: 'abs', x, y } : null;
}

/** Reads `TERM + TERM - TERM ...`; left-associative. */
function parseSum(c: Cursor): ClangPoint | null {
  const start = c.index;
  const before = c.pending;
  let left = parseProduct(c);
  for (let op = c.kind; left !== null && (op === '+' || op === '-'); op = c.kind) {
    left = c.complete(start, before, createArith(left, op, c.advance() ? parseProduct(c) : null));
  }
  return left;
}

/** Reads `POINT * POINT / POINT ...`; left-associative. */
function parseProduct(c: Cursor): ClangPoint | null {
  const start = c.index;
  const before = c.pending;
  let left = parsePoint(c);
  for (let op = c.kind; left !== null && (op === '*' || op === '/'); op = c.kind) {
    left = c.complete(start, before, createArith(left, op, c.advance() ? parsePoint(c) : null));
  }
  return left;
}

function createArith(left: ClangPoint, op: PointOperator, right: ClangPoint | null): ClangPoint | null {
  return right && { kind: 'arith', left, op, right };
}
