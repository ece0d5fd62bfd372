import type { CompareOperator, Condition, PlayModeWord, Quantity } from '../tree/ast.js';
import { PLAY_MODE_WORDS, type TokenKind } from '../tree/tokens.js';
import { type Cursor, type KindReaders, parseConstruct, parseKinds, parseList, parseName } from './cursor.js';
import { parseRegion, parseTeam, parseUnit, parseUnits } from './region.js';

const NO_CONDITION: Condition = { kind: 'bool', value: false };

const isPlayModeWord = (kind: TokenKind): kind is PlayModeWord =>
  (PLAY_MODE_WORDS as readonly TokenKind[]).includes(kind);

const QUANTITIES: readonly Quantity[] = ['time', 'our_goals', 'opp_goals', 'goal_diff'];

const isQuantity = (kind: TokenKind): kind is Quantity => (QUANTITIES as readonly TokenKind[]).includes(kind);

const isCompareOperator = (kind: TokenKind): kind is CompareOperator => kind in TURNED;

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
  return parseConstruct(c, NO_CONDITION, ['condition'], parseConditionBody, () => {
    if (!c.is('QSTR')) return parseName(c, 6, 'condition name');
    const name = c.getText().slice(2, -2);
    return c.advance() ? { kind: 'named', name } : null;
  });
}

const CONDITION_READERS: KindReaders<Condition, 'ppos' | 'bpos' | 'bowner' | 'playm' | 'and' | 'or' | 'not'> =
  {
    ppos: {
      team: parseTeam,
      units: parseUnits,
      min: (c) => c.readInteger(),
      max: (c) => c.readInteger(),
      region: parseRegion,
    },
    bpos: { region: parseRegion },
    bowner: { team: parseTeam, units: parseUnits },
    playm: { mode: parsePlayMode },
    and: { conditions: (c) => parseList(c, parseCondition) },
    or: { conditions: (c) => parseList(c, parseCondition) },
    not: { condition: parseCondition },
  };

/** Reads a condition after its opening parenthesis. */
function parseConditionBody(c: Cursor): Condition | null {
  const { kind } = c;
  if (kind === 'true' || kind === 'false')
    return c.advance() && c.expect(')') ? { kind: 'bool', value: kind === 'true' } : null;
  if (kind === 'unum') return parseVariableUnits(c);
  if (kind === 'INT') return parseTurnedComparison(c);
  if (isQuantity(kind)) return parseComparison(c, kind);
  return parseKinds(
    c,
    CONDITION_READERS,
    'condition word (true, ppos, bpos, bowner, playm, and, or, not, unum, time, ...)',
  );
}

function parsePlayMode(c: Cursor): PlayModeWord | null {
  const { kind } = c;
  if (!isPlayModeWord(kind)) return c.reportUnexpected('play mode (bko, play_on, fk_our, ...)');
  return c.advance() ? kind : null;
}

/** Reads `unum VARIABLE UNITS)`. */
function parseVariableUnits(c: Cursor): Condition | null {
  if (!c.advance()) return null;
  if (!c.is('VAR') && !c.is('STR')) return c.reportUnexpected('variable', 'string');
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
  const quantity = c.readWord(QUANTITIES);
  return quantity !== null && c.expect(')') ? { kind: 'compare', quantity, op: TURNED[op], value } : null;
}

/** Reads `QUANTITY OPERATOR INT)`. */
function parseComparison(c: Cursor, quantity: Quantity): Condition | null {
  const op = c.advance() ? parseCompareOperator(c) : null;
  if (op === null) return null;
  const value = c.readInteger();
  return value !== null && c.expect(')') ? { kind: 'compare', quantity, op, value } : null;
}

function parseCompareOperator(c: Cursor): CompareOperator | null {
  const op = c.kind;
  if (!isCompareOperator(op)) return c.reportUnexpected('comparison (<, <=, ==, !=, >=, >)');
  return c.advance() ? op : null;
}
