import type { ClangAction, ClangRule, Directive, Move, RuleIds } from '../tree/ast.js';
import { parseCondition } from './condition.js';
import { type Cursor, parseList } from './cursor.js';
import { parseRegion, parseTeam, parseUnits } from './region.js';

const NO_ACTION: ClangAction = { kind: 'hold' };
const NO_DIRECTIVE: Directive = { kind: 'named', name: 'D' };
const NO_IDS: RuleIds = { kind: 'all' };
const NO_RULE: ClangRule = { kind: 'ref', ids: NO_IDS };
const MOVES = ['p', 'd', 'c', 's'] as const satisfies readonly Move[];

/** Reads an action. */
export function parseAction(c: Cursor): ClangAction | null {
  const start = c.index;
  const before = c.pending;
  let action: ClangAction | null;
  if (c.is('STR')) {
    const name = c.readString(8, 'action name');
    action = name === null ? null : { kind: 'named', name };
  } else if (c.is('(')) {
    action = c.advance() ? (parseActionBody(c) ?? c.skipConstruct(start, NO_ACTION)) : null;
  } else {
    action = c.skipUnexpected(NO_ACTION, 'action');
  }
  return c.complete(start, before, action);
}

/** Reads an action after its opening parenthesis. */
function parseActionBody(c: Cursor): ClangAction | null {
  const { kind } = c;
  switch (kind) {
    case 'pos':
    case 'home':
    case 'oline':
    case 'dribble':
    case 'clear': {
      const region = c.advance() ? parseRegion(c) : null;
      return region && c.expect(')') ? { kind, region } : null;
    }
    case 'mark':
    case 'tackle': {
      const units = c.advance() ? parseUnits(c) : null;
      return units && c.expect(')') ? { kind, units } : null;
    }
    case 'markl':
    case 'pass': {
      if (!c.advance()) return null;
      if (c.is('{')) {
        const units = parseUnits(c);
        return units && c.expect(')') ? { kind: `${kind}Units`, units } : null;
      }
      const region = parseRegion(c);
      return region && c.expect(')') ? { kind: `${kind}Region`, region } : null;
    }
    case 'bto': {
      if (!c.advance()) return null;
      if (c.is('{')) {
        const units = parseUnits(c);
        return units && c.expect(')') ? { kind: 'btoUnits', units } : null;
      }
      const region = parseRegion(c);
      const moves = region && parseMoves(c);
      return region && moves && c.expect(')') ? { kind: 'btoRegion', region, moves } : null;
    }
    case 'htype': {
      const value = c.advance() ? c.readInteger() : null;
      return value !== null && c.expect(')') ? { kind: 'htype', value } : null;
    }
    case 'shoot':
    case 'hold':
    case 'intercept':
      return c.advance() && c.expect(')') ? { kind } : null;
    default:
      c.reportUnexpected(
        'action word (pos, home, mark, markl, oline, htype, pass, dribble, clear, bto, shoot, hold, ...)',
      );
      return null;
  }
}

/** Reads `{ p d c s }`, in any order and number. The result is a set in the order p, d, c, s. */
function parseMoves(c: Cursor): readonly Move[] | null {
  const start = c.index;
  const before = c.pending;
  if (!c.is('{')) return c.skipUnexpected(MOVES, 'moves ({p d c s})');
  const seen = new Set<string>();
  if (!c.advance()) return null;
  do {
    const { kind } = c;
    if (kind !== 'p' && kind !== 'd' && kind !== 'c' && kind !== 's') {
      c.reportUnexpected("'p'", "'d'", "'c'", "'s'");
      return c.skipConstruct(start, MOVES);
    }
    seen.add(kind);
    if (!c.advance()) return null;
    c.pending = before + 2;
  } while (!c.is('}'));
  const taken = c.advance();
  c.pending = before + 1;
  return taken ? MOVES.filter((move) => seen.has(move)) : null;
}

/** Reads a directive. */
export function parseDirective(c: Cursor): Directive | null {
  const start = c.index;
  const before = c.pending;
  let directive: Directive | null;
  if (c.is('STR')) {
    const name = c.readString(8, 'directive name');
    directive = name === null ? null : { kind: 'named', name };
  } else if (c.is('(')) {
    directive = c.advance() ? (parseDirectiveBody(c) ?? c.skipConstruct(start, NO_DIRECTIVE)) : null;
  } else {
    directive = c.skipUnexpected(NO_DIRECTIVE, 'directive');
  }
  return c.complete(start, before, directive);
}

function parseDirectiveBody(c: Cursor): Directive | null {
  const positive = c.is('do');
  if (!positive && !c.is('dont')) {
    c.reportUnexpected("'do'", "'dont'");
    return null;
  }
  const team = c.advance() ? parseTeam(c) : null;
  const units = team && parseUnits(c);
  const actions = units && parseList(c, parseAction);
  return team && units && actions && c.expect(')')
    ? { kind: 'command', positive, team, units, actions }
    : null;
}

/** Reads `all`, one rule name, or a list of them. */
export function parseIds(c: Cursor): RuleIds | null {
  const start = c.index;
  const before = c.pending;
  let ids: RuleIds | null = null;
  if (c.is('all')) {
    if (c.advance()) ids = { kind: 'all' };
  } else if (c.is('VAR')) {
    const name = c.readVariable('rule name');
    if (name !== null) ids = { kind: 'ids', ids: [name] };
  } else if (c.is('(')) {
    ids = c.advance() ? (parseIdsBody(c) ?? c.skipConstruct(start, NO_IDS)) : null;
  } else {
    ids = c.skipUnexpected(NO_IDS, "'all'", 'rule name', 'list of rule names');
  }
  return c.complete(start, before, ids);
}

const parseRuleName = (c: Cursor): string | null => c.readVariable('rule name');

function parseIdsBody(c: Cursor): RuleIds | null {
  const ids = parseList(c, parseRuleName);
  return ids && c.expect(')') ? { kind: 'ids', ids } : null;
}

/** Reads a rule. */
export function parseRule(c: Cursor): ClangRule | null {
  const start = c.index;
  const before = c.pending;
  let rule: ClangRule | null;
  if (c.is('all') || c.is('VAR') || (c.is('(') && c.next === 'VAR')) {
    const ids = parseIds(c);
    rule = ids && { kind: 'ref', ids };
  } else if (c.is('(')) {
    rule = c.advance() ? (parseRuleBody(c) ?? c.skipConstruct(start, NO_RULE)) : null;
  } else {
    rule = c.skipUnexpected(NO_RULE, 'rule');
  }
  return c.complete(start, before, rule);
}

/** Reads `CONDITION DIRECTIVE...)` or `CONDITION RULE...)`; the token after the condition decides which. */
function parseRuleBody(c: Cursor): ClangRule | null {
  const condition = parseCondition(c);
  if (condition === null) return null;
  if (c.is('STR') || (c.is('(') && (c.next === 'do' || c.next === 'dont'))) {
    const directives = parseList(c, parseDirective);
    return directives && c.expect(')') ? { kind: 'simple', condition, directives } : null;
  }
  if (!c.is('(') && !c.is('VAR') && !c.is('all')) {
    c.reportUnexpected('directive', 'rule');
    return null;
  }
  const rules = parseList(c, parseRule);
  return rules && c.expect(')') ? { kind: 'nested', condition, rules } : null;
}
