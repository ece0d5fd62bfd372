import type { CompareOperator, Condition, PlayModeWord, Quantity } from '../tree/ast.js';
import { PLAY_MODE_WORDS, type TokenKind } from '../tree/tokens.js';
import { type Cursor, parseList } from './cursor.js';
import { parseRegion, parseTeam, parseUnit, parseUnits } from './region.js';

const NO_CONDITION: Condition = { kind: 'bool', value: false };

const isPlayModeWord = (kind: TokenKind): kind is PlayModeWord =>
  (PLAY_MODE_WORDS as readonly TokenKind[]).includes(kind);

const isQuantity = (kind: TokenKind): kind is Quantity =>
  kind === 'time' || kind === 'our_goals' || kind === 'opp_goals' || kind === 'goal_diff';

const isCompareOperator = (kind: TokenKind): kind is CompareOperator =>
  kind === '<' || kind === '<=' || kind === '==' || kind === '!=' || kind === '>=' || kind === '>';

/** The operators after an exchange of sides: `N OP quantity` means `quantity TURNED[OP] N`. */
const TURNED: Readonly<Record<CompareOperator, CompareOperator>> = {
  '<': '>',
  '<=': '>=',
  '==': '==',
  '!=': '!=',
  '>=': '<=',
  '>': '<',
};

/** Reads a condition. */
export function parseCondition(c: Cursor): Condition | null {
  const start = c.index;
  const before = c.pending;
  let condition: Condition | null;
  if (c.is('STR')) {
    const name = c.readString(6, 'condition name');
    condition = name === null ? null : { kind: 'named', name };
  } else if (c.is('QSTR')) {
    const name = c.getText().slice(2, -2);
    condition = c.advance() ? { kind: 'named', name } : null;
  } else if (c.is('(')) {
    condition = c.advance() ? (parseConditionBody(c) ?? c.skipConstruct(start, NO_CONDITION)) : null;
  } else {
    condition = c.skipUnexpected(NO_CONDITION, 'condition');
  }
  return c.complete(start, before, condition);
}

/** Reads a condition after its opening parenthesis. */
function parseConditionBody(c: Cursor): Condition | null {
  const { kind } = c;
  switch (kind) {
    case 'true':
    case 'false':
      return c.advance() && c.expect(')') ? { kind: 'bool', value: kind === 'true' } : null;
    case 'ppos':
      return parsePlayerPosition(c);
    case 'bpos': {
      const region = c.advance() ? parseRegion(c) : null;
      return region && c.expect(')') ? { kind: 'bpos', region } : null;
    }
    case 'bowner': {
      const team = c.advance() ? parseTeam(c) : null;
      const units = team && parseUnits(c);
      return team && units && c.expect(')') ? { kind: 'bowner', team, units } : null;
    }
    case 'playm':
      return parsePlayMode(c);
    case 'and':
    case 'or': {
      const conditions = c.advance() ? parseList(c, parseCondition) : null;
      return conditions && c.expect(')') ? { kind, conditions } : null;
    }
    case 'not': {
      const condition = c.advance() ? parseCondition(c) : null;
      return condition && c.expect(')') ? { kind: 'not', condition } : null;
    }
    case 'unum':
      return parseVariableUnits(c);
    case 'INT':
      return parseTurnedComparison(c);
    default:
      return parseComparison(c);
  }
}

/** Reads `ppos TEAM UNITS MIN MAX REGION)`. */
function parsePlayerPosition(c: Cursor): Condition | null {
  const team = c.advance() ? parseTeam(c) : null;
  const units = team && parseUnits(c);
  if (team === null || units === null) return null;
  const min = c.readInteger();
  if (min === null) return null;
  const max = c.readInteger();
  if (max === null) return null;
  const region = parseRegion(c);
  return region && c.expect(')') ? { kind: 'ppos', team, units, min, max, region } : null;
}

/** Reads `playm MODE)`. */
function parsePlayMode(c: Cursor): Condition | null {
  if (!c.advance()) return null;
  const mode = c.kind;
  if (!isPlayModeWord(mode)) {
    c.reportUnexpected('play mode (bko, play_on, fk_our, ...)');
    return null;
  }
  return c.advance() && c.expect(')') ? { kind: 'playm', mode } : null;
}

/** Reads `unum VARIABLE UNITS)`. */
function parseVariableUnits(c: Cursor): Condition | null {
  if (!c.advance()) return null;
  if (!c.is('VAR') && !c.is('STR')) {
    c.reportUnexpected('variable', 'string');
    return null;
  }
  const variable = parseUnit(c, 6);
  const units = variable && parseUnits(c);
  if (variable === null || variable.kind === 'number' || units === null) return null;
  return c.expect(')') ? { kind: 'unum', variable, units } : null;
}

/** Reads `INT OPERATOR QUANTITY)`. */
function parseTurnedComparison(c: Cursor): Condition | null {
  const value = c.readInteger();
  if (value === null) return null;
  const op = parseCompareOperator(c);
  if (op === null) return null;
  const quantity = c.kind;
  if (!isQuantity(quantity)) {
    c.reportUnexpected("'time'", "'our_goals'", "'opp_goals'", "'goal_diff'");
    return null;
  }
  return c.advance() && c.expect(')') ? { kind: 'compare', quantity, op: TURNED[op], value } : null;
}

/** Reads `QUANTITY OPERATOR INT)`. */
function parseComparison(c: Cursor): Condition | null {
  const quantity = c.kind;
  if (!isQuantity(quantity)) {
    c.reportUnexpected('condition word (true, ppos, bpos, bowner, playm, and, or, not, unum, time, ...)');
    return null;
  }
  const op = c.advance() ? parseCompareOperator(c) : null;
  if (op === null) return null;
  const value = c.readInteger();
  return value !== null && c.expect(')') ? { kind: 'compare', quantity, op, value } : null;
}

function parseCompareOperator(c: Cursor): CompareOperator | null {
  const op = c.kind;
  if (!isCompareOperator(op)) {
    c.reportUnexpected('comparison (<, <=, ==, !=, >=, >)');
    return null;
  }
  return c.advance() ? op : null;
}
