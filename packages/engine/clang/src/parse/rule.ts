import type { ClangAction, ClangRule, Directive, Move, RuleIds } from '../tree/ast.js';
import { parseCondition } from './condition.js';
import { type Cursor, type KindReaders, parseConstruct, parseKinds, parseList, parseName } from './cursor.js';
import { parseRegion, parseTeam, parseUnits } from './region.js';

const NO_ACTION: ClangAction = { kind: 'hold' };
const NO_DIRECTIVE: Directive = { kind: 'named', name: 'D' };
const NO_IDS: RuleIds = { kind: 'all' };
const NO_RULE: ClangRule = { kind: 'ref', ids: NO_IDS };
const MOVES = ['p', 'd', 'c', 's'] as const satisfies readonly Move[];

/** Reads an action. */
export function parseAction(c: Cursor): ClangAction | null {
  return parseConstruct(c, NO_ACTION, ['action'], parseActionBody, (at) => parseName(at, 8, 'action name'));
}

const REGION = { region: parseRegion };
const UNITS = { units: parseUnits };
const ACTIONS: KindReaders<
  ClangAction,
  Exclude<ClangAction['kind'], 'named' | `${'markl' | 'pass' | 'bto'}${'Region' | 'Units'}`>
> = {
  pos: REGION,
  home: REGION,
  oline: REGION,
  dribble: REGION,
  clear: REGION,
  mark: UNITS,
  tackle: UNITS,
  htype: { value: (c) => c.readInteger() },
  shoot: {},
  hold: {},
  intercept: {},
};

/** Reads an action after its opening parenthesis. */
function parseActionBody(c: Cursor): ClangAction | null {
  const { kind } = c;
  if (kind !== 'markl' && kind !== 'pass' && kind !== 'bto')
    return parseKinds(
      c,
      ACTIONS,
      'action word (pos, home, mark, markl, oline, htype, pass, dribble, clear, bto, shoot, hold, ...)',
    );
  if (!c.advance()) return null;
  if (c.is('{')) {
    const units = parseUnits(c);
    return units && c.expect(')') ? { kind: `${kind}Units`, units } : null;
  }
  const region = parseRegion(c);
  if (kind !== 'bto') return region && c.expect(')') ? { kind: `${kind}Region`, region } : null;
  const moves = region && parseMoves(c);
  return region && moves && c.expect(')') ? { kind: 'btoRegion', region, moves } : null;
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
  return parseConstruct(c, NO_DIRECTIVE, ['directive'], parseDirectiveBody, (at) =>
    parseName(at, 8, 'directive name'),
  );
}

function parseDirectiveBody(c: Cursor): Directive | null {
  const word = c.readWord(['do', 'dont']);
  const team = word && parseTeam(c);
  const units = team && parseUnits(c);
  const actions = units && parseList(c, parseAction);
  return team && units && actions && c.expect(')')
    ? { kind: 'command', positive: word === 'do', team, units, actions }
    : null;
}

/** Reads `all`, one rule name, or a list of them. */
export function parseIds(c: Cursor): RuleIds | null {
  return parseConstruct(c, NO_IDS, ["'all'", 'rule name', 'list of rule names'], parseIdsBody, () => {
    if (c.is('all')) return c.advance() ? { kind: 'all' } : null;
    if (!c.is('VAR')) return undefined;
    const name = parseRuleName(c);
    return name === null ? null : { kind: 'ids', ids: [name] };
  });
}

const parseRuleName = (c: Cursor): string | null => c.readVariable('rule name');

function parseIdsBody(c: Cursor): RuleIds | null {
  const ids = parseList(c, parseRuleName);
  return ids && c.expect(')') ? { kind: 'ids', ids } : null;
}

/** Reads a rule. */
export function parseRule(c: Cursor): ClangRule | null {
  return parseConstruct(c, NO_RULE, ['rule'], parseRuleBody, () => {
    if (!c.is('all') && !c.is('VAR') && !(c.is('(') && c.next === 'VAR')) return undefined;
    const ids = parseIds(c);
    return ids && { kind: 'ref', ids };
  });
}

/** Reads `CONDITION DIRECTIVE...)` or `CONDITION RULE...)`; the token after the condition decides which. */
function parseRuleBody(c: Cursor): ClangRule | null {
  const condition = parseCondition(c);
  if (condition === null) return null;
  if (c.is('STR') || (c.is('(') && (c.next === 'do' || c.next === 'dont'))) {
    const directives = parseList(c, parseDirective);
    return directives && c.expect(')') ? { kind: 'simple', condition, directives } : null;
  }
  if (!c.is('(') && !c.is('VAR') && !c.is('all')) return c.reportUnexpected('directive', 'rule');
  const rules = parseList(c, parseRule);
  return rules && c.expect(')') ? { kind: 'nested', condition, rules } : null;
}
