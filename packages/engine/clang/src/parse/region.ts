import type { ClangPoint, ClangTeam, PointOperator, Region, Unit } from '../tree/ast.js';
import { type Cursor, type KindReaders, parseConstruct, parseKinds, parseList, parseName } from './cursor.js';

/** Placeholders of a recovering parser. */
const NO_POINT: ClangPoint = { kind: 'ball' };
const NO_REGION: Region = { kind: 'null' };
const NO_UNITS: readonly Unit[] = [];

/** Reads `our` or `opp`. */
export function parseTeam(c: Cursor): ClangTeam | null {
  return c.readWord(['our', 'opp']);
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
  return parseConstruct(c, NO_REGION, ['region'], parseRegionBody, () => {
    if (!c.is('(') || (c.next !== 'pt' && c.next !== '(')) return parseName(c, 8, 'region name');
    const point = parsePoint(c);
    return point === null ? null : { kind: 'at', point };
  });
}

const readNumber = (c: Cursor): number | null => c.readNumber();
type Corners<Kind extends 'quad' | 'tri' | 'rec'> = Extract<Region, { readonly kind: Kind }>['points'];
const REGIONS: KindReaders<Region, 'null' | 'quad' | 'tri' | 'rec' | 'arc'> = {
  null: {},
  // The server forwards only three points (spec 08 §14).
  quad: { points: (c) => parsePoints(c, 4, c.heard) as Corners<'quad'> | null },
  tri: { points: (c) => parsePoints(c, 3) as Corners<'tri'> | null },
  rec: { points: (c) => parsePoints(c, 2) as Corners<'rec'> | null },
  arc: {
    center: parsePoint,
    innerRadius: readNumber,
    outerRadius: readNumber,
    startAngle: readNumber,
    spanAngle: readNumber,
  },
};

/** Reads a region other than a point after its opening parenthesis. */
function parseRegionBody(c: Cursor): Region | null {
  if (!c.is('reg'))
    return parseKinds(c, REGIONS, "'null'", "'quad'", "'tri'", "'rec'", "'arc'", "'reg'", "'pt'", "'('");
  const regions = c.advance() ? parseList(c, parseRegion) : null;
  return regions !== null && c.expect(')') ? { kind: 'union', regions } : null;
}

/** Reads some points; `repeatsLast`: the last one is that before it if it is absent. */
function parsePoints(c: Cursor, count: number, repeatsLast = false): readonly ClangPoint[] | null {
  const points: ClangPoint[] = [];
  while (points.length < count) {
    const isRepeated = repeatsLast && points.length === count - 1 && c.is(')');
    const point = isRepeated ? points.at(-1)! : parsePoint(c);
    if (point === null) return null;
    points.push(point);
  }
  return points;
}

/** Reads a point. */
function parsePoint(c: Cursor): ClangPoint | null {
  return parseConstruct(c, NO_POINT, ['point'], parsePointBody);
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
  if (!c.is('pt')) return c.reportUnexpected("'pt'", "'('");
  if (!c.advance()) return null;
  if (c.is('ball')) return c.advance() && c.expect(')') ? { kind: 'ball' } : null;
  if (c.is('our') || c.is('opp')) {
    const team = parseTeam(c);
    const unit = team && parseUnit(c, 6);
    return team && unit && c.expect(')') ? { kind: 'player', team, unit } : null;
  }
  if (!c.is('INT') && !c.is('REAL') && !c.heard)
    return c.reportUnexpected('number', "'ball'", "'our'", "'opp'");
  const x = c.readNumber();
  if (x === null) return null;
  const y = c.readNumber();
  if (y === null) return null;
  if (c.is('(')) {
    const base = parsePoint(c);
    return base !== null && c.expect(')') ? { kind: 'rel', x, y, base } : null;
  }
  if (!c.is(')')) return c.reportUnexpected("')'", 'point');
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
