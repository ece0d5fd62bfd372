import type { Span } from './parse/cursor.js';
import { MAX_DATAGRAM_LENGTH, type ParseOptions, parseSay } from './parse/parse.js';
import { printSay } from './print/print.js';
import type { ClangRule, Condition, Definition, Directive, Message, Unit } from './tree/ast.js';
import { type Node, visit } from './tree/visit.js';
import { findRequirement, isSupported, type VersionRange } from './versions.js';

/** Codes of findings. */
export type FindingCode =
  | 'not-sayable'
  | 'too-long'
  | 'not-understood'
  | 'unknown-name'
  | 'unused-definition'
  | 'duplicate-definition'
  | 'circular-definition'
  | 'lost-when-heard'
  | 'unit-number'
  | 'unbound-variable'
  | 'never-true'
  | 'odd-value';

/** An error or a warning about a message that follows the grammar. */
export interface Finding {
  readonly code: FindingCode;
  readonly severity: 'error' | 'warning';
  /** Description in one sentence. */
  readonly message: string;
  /** The part of the message. */
  readonly node: Node;
  /** Place of the part; null if no spans were given. */
  readonly span: Span | null;
}

/** Kinds of definitions. */
export type NameKind = 'condition' | 'directive' | 'region' | 'action' | 'rule';

export interface CheckOptions extends ParseOptions {
  /** Names that are defined elsewhere. */
  readonly known?: Partial<Readonly<Record<NameKind, Iterable<string>>>>;
  /** Places of the nodes, as `analyze` returns them. */
  readonly spans?: ReadonlyMap<object, Span>;
  /**
   * Language versions that the players declared. Messages that some players do not support get a warning. Default:
   * none.
   */
  readonly players?: readonly VersionRange[];
  /** True for warnings about unused definitions; default true. */
  readonly unused?: boolean;
}

/** Names that messages define and use. */
interface NameTable {
  readonly known: Readonly<Record<NameKind, ReadonlySet<string>>>;
  readonly defined: Readonly<Record<NameKind, Map<string, Node>>>;
  readonly uses: Use[];
  /** The names that each definition uses, by kind and name. */
  readonly edges: Map<string, readonly string[]>;
  /** True if a message refers to all rules. */
  usesAllRules: boolean;
}

const DEFINED_AS: Readonly<Record<Definition['kind'], NameKind>> = {
  definec: 'condition',
  defined: 'directive',
  definer: 'region',
  definea: 'action',
  definerule: 'rule',
};

/** A use of a name, with the kind of definition that its place requires. */
interface Use {
  readonly kind: NameKind;
  readonly name: string;
  readonly node: Node;
}

/** Returns all uses of names within a node, with the kind that the place requires. */
function collectUses(root: Node): Use[] {
  const uses: Use[] = [];
  const addUse = (node: Node, kind: NameKind): void => {
    if (node.kind === 'named') uses.push({ kind, name: node.name, node });
    else if (node.kind === 'ids') for (const name of node.ids) uses.push({ kind: 'rule', name, node });
  };
  visit(root, (node) => {
    const fields = node as unknown as Readonly<Record<string, unknown>>;
    for (const kind of ['condition', 'directive', 'region', 'action'] as const) {
      if (typeof fields[kind] === 'object') addUse(fields[kind] as Node, kind);
      const list = fields[`${kind}s`];
      if (Array.isArray(list)) for (const one of list) addUse(one as Node, kind);
    }
    if (typeof fields['ids'] === 'object' && !Array.isArray(fields['ids']))
      addUse(fields['ids'] as Node, 'rule');
  });
  return uses;
}

/**
 * Checks messages in the order in which they are said. Returns findings in the order of their places: names without a
 * definition, definitions that are unused or refer to themselves, variables without a value, parts that change when the
 * server forwards them (spec 08 §14), numbers without a sensible meaning, and messages that the server would refuse.
 *
 * @example
 * const { message, spans } = analyze('(define (definer "R" (null)))');
 * check(message, { spans })[0].message // 'the region R is not used'
 */
export function check(messages: Message | readonly Message[], options: CheckOptions = {}): Finding[] {
  const all = Array.isArray(messages) ? (messages as readonly Message[]) : [messages as Message];
  const findings: Finding[] = [];
  const report = (
    code: FindingCode,
    node: Node,
    message: string,
    severity: Finding['severity'] = 'warning',
  ): void => {
    findings.push({ code, severity, message, node, span: options.spans?.get(node) ?? null });
  };
  for (const message of all) {
    checkSayable(message, options, report);
    visit(message, (node) => checkNode(node, report));
    checkVariables(message, report);
  }
  checkNames(all, options, report);
  return findings.sort((a, b) => (a.span?.offset ?? 0) - (b.span?.offset ?? 0));
}

type Report = (code: FindingCode, node: Node, message: string, severity?: Finding['severity']) => void;

function checkSayable(message: Message, options: CheckOptions, report: Report): void {
  const text = printSay(message);
  if (text.length >= MAX_DATAGRAM_LENGTH) {
    report(
      'too-long',
      message,
      `the command has ${text.length} characters; the server reads at most ${MAX_DATAGRAM_LENGTH - 1}`,
      'error',
    );
  } else {
    const said = parseSay(text, options);
    if (!said.ok)
      report('not-sayable', message, `the server would refuse this: ${said.error.message}`, 'error');
  }
  const requirement = findRequirement(message);
  const unsupportedCount = (options.players ?? []).filter((range) => !isSupported(requirement, range)).length;
  if (unsupportedCount > 0) {
    const text = `${unsupportedCount} of the players would hear (unsupported_clang)`;
    report('not-understood', message, text);
  }
}

const isVariableText = (name: string): boolean => /^[abe-oqrt-zA-Z_][A-Za-z0-9_]*$/.test(name);

function checkNode(node: Node, report: Report): void {
  const fields = node as unknown as Readonly<Record<string, unknown>>;
  checkConditionNames(fields, report);
  checkUnitNames(fields, report);
  const finding = findOddValue(node);
  if (finding !== null) report(finding[0], node, finding[1]);
}

/** Reports names of conditions among the fields of a node. */
function checkConditionNames(fields: Readonly<Record<string, unknown>>, report: Report): void {
  for (const name of ['condition', 'conditions']) {
    const value = fields[name];
    for (const part of (Array.isArray(value) ? value : [value]) as (Condition | undefined)[]) {
      if (part?.kind !== 'named') continue;
      const text = `players hear the condition name as ""${part.name}"", which is not part of the language`;
      report('lost-when-heard', part, text);
    }
  }
}

/** Reports quoted units whose text is not the name of a variable: players receive them without quotes. */
function checkUnitNames(fields: Readonly<Record<string, unknown>>, report: Report): void {
  const units = fields['units'];
  if (!Array.isArray(units)) return;
  for (const unit of units as Unit[]) {
    if (unit.kind !== 'string' || isVariableText(unit.name)) continue;
    const text = `players hear the unit "${unit.name}" without its quotes, which is not a variable`;
    report('lost-when-heard', unit, text);
  }
}

/** Returns the finding for a value of a node that is lost or has no sensible meaning, or null. */
function findOddValue(node: Node): readonly [code: FindingCode, message: string] | null {
  switch (node.kind) {
    case 'quad':
      return ['lost-when-heard', 'players hear only three points of a quad'];
    case 'number':
      if (node.value === 12) return ['lost-when-heard', 'players hear unit number 12 as (null)'];
      return node.value < 0 || node.value > 11
        ? ['unit-number', `unit number ${node.value} is out of range (1 to 11; 0 for all)`]
        : null;
    case 'ppos':
      return node.min > node.max || node.max < 0 || node.min > 11
        ? ['never-true', `the count of players cannot be from ${node.min} to ${node.max}`]
        : null;
    case 'timed':
      return node.ttl < 0 ? ['never-true', `a time to live of ${node.ttl} cycles is never valid`] : null;
    case 'arc':
      return node.innerRadius > node.outerRadius || node.outerRadius < 0
        ? ['odd-value', `a distance cannot be from ${node.innerRadius} to ${node.outerRadius}`]
        : null;
    case 'abs':
    case 'rel':
      return Number.isFinite(node.x) && Number.isFinite(node.y)
        ? null
        : ['odd-value', `the coordinates (${node.x}, ${node.y}) are not finite`];
    case 'htype':
      return node.value < -1
        ? ['odd-value', `player type ${node.value} is out of range (0 or more; -1 for unknown)`]
        : null;
    default:
      return null;
  }
}

/** Returns the names of variables in the unit set of a node. */
const listVariables = (units: readonly Unit[]): string[] =>
  units.filter((unit) => unit.kind !== 'number').map((unit) => unit.name);

/** Returns the variables to which a condition may give a value (spec 08 §9.5). */
function collectBound(condition: Condition): Set<string> {
  const bound = new Set<string>();
  visit(condition, (node) => {
    if (node.kind === 'ppos' || node.kind === 'bowner')
      for (const name of listVariables(node.units)) bound.add(name);
    if (node.kind === 'unum') bound.add(node.variable.name);
  });
  return bound;
}

/** Reports variables in actions and points to which no condition around them gives a value. */
function checkVariables(message: Message, report: Report): void {
  if (message.kind === 'info' || message.kind === 'advice') {
    for (const token of message.tokens) if (token.kind === 'timed') checkScope(token, new Set(), report);
  } else if (message.kind === 'define') {
    // Only rules are checked. Other definitions may be used in places where their variables have values.
    for (const node of message.definitions)
      if (node.kind === 'definerule') checkRule(node.rule, new Set(), report);
  }
}

function checkRule(node: ClangRule, outer: ReadonlySet<string>, report: Report): void {
  if (node.kind === 'ref') return;
  const bound = checkScope(node, outer, report);
  if (node.kind === 'nested') for (const inner of node.rules) checkRule(inner, bound, report);
}

/** A condition and the directives for which its variables have values. */
interface Scope {
  readonly condition: Condition;
  readonly directives?: readonly Directive[];
}

/** Checks a condition and its directives. Returns the variables that have values there. */
function checkScope(scope: Scope, outer: ReadonlySet<string>, report: Report): ReadonlySet<string> {
  const bound = new Set([...outer, ...collectBound(scope.condition)]);
  for (const part of [scope.condition, ...(scope.directives ?? [])]) checkUnitsIn(part, bound, report);
  return bound;
}

/** Reports the variables in a node that are not in `bound`. Skips conditions that give values to variables. */
function checkUnitsIn(root: Node, bound: ReadonlySet<string>, report: Report): void {
  visit(root, (node) => {
    const units: Unit[] = [];
    if (node.kind === 'player') units.push(node.unit);
    if ('units' in node && node.kind !== 'ppos' && node.kind !== 'bowner') units.push(...node.units);
    for (const unit of units) {
      if (unit.kind !== 'number' && !bound.has(unit.name)) {
        report('unbound-variable', unit, `no condition gives the variable ${unit.name} a value`);
      }
    }
  });
}

const KINDS = ['condition', 'directive', 'region', 'action', 'rule'] as const;

const createPerKind = <T>(make: (kind: NameKind) => T): Record<NameKind, T> =>
  Object.fromEntries(KINDS.map((kind) => [kind, make(kind)])) as Record<NameKind, T>;

function checkNames(messages: readonly Message[], options: CheckOptions, report: Report): void {
  const table: NameTable = {
    known: createPerKind((kind) => new Set(options.known?.[kind] ?? [])),
    defined: createPerKind(() => new Map<string, Node>()),
    uses: [],
    edges: new Map(),
    usesAllRules: false,
  };
  for (const message of messages) {
    if (message.kind === 'define') addDefinitions(table, message.definitions, report);
    else addUses(table, message);
  }
  checkUses(table, report);
  checkDefinitions(table, options.unused !== false, report);
}

function addUses(table: NameTable, message: Message): void {
  if ('ids' in message ? message.ids.kind === 'all' : message.kind === 'rule') {
    visit(message, (node) => {
      if (node.kind === 'all') table.usesAllRules = true;
    });
  }
  table.uses.push(...collectUses(message));
}

function addDefinitions(table: NameTable, definitions: readonly Definition[], report: Report): void {
  for (const node of definitions) {
    const kind = DEFINED_AS[node.kind];
    if (table.defined[kind].has(node.name)) {
      const text = `the ${kind} ${node.name} is defined again; the later definition counts`;
      report('duplicate-definition', node, text);
    }
    table.defined[kind].set(node.name, node);
    const uses = collectUses(node);
    table.uses.push(...uses);
    table.edges.set(
      `${kind} ${node.name}`,
      uses.map((use) => `${use.kind} ${use.name}`),
    );
  }
}

/** Reports each name without definition once. */
function checkUses({ uses, defined, known }: NameTable, report: Report): void {
  const reported = new Set<string>();
  for (const { kind, name, node } of uses) {
    const key = `${kind} ${name}`;
    if (defined[kind].has(name) || known[kind].has(name) || reported.has(key)) continue;
    reported.add(key);
    report('unknown-name', node, `the ${key} is not defined`);
  }
}

function checkDefinitions(table: NameTable, unused: boolean, report: Report): void {
  const used = new Set(table.uses.map(({ kind, name }) => `${kind} ${name}`));
  for (const kind of KINDS) {
    for (const [name, node] of table.defined[kind]) {
      const key = `${kind} ${name}`;
      if (isCircular(key, table.edges)) {
        report('circular-definition', node, `the ${key} is defined by itself`, 'error');
      }
      if (unused && !used.has(key) && !(kind === 'rule' && table.usesAllRules)) {
        report('unused-definition', node, `the ${key} is not used`);
      }
    }
  }
}

/** Returns true if the uses of a definition lead back to it. */
function isCircular(start: string, edges: ReadonlyMap<string, readonly string[]>): boolean {
  const seen = new Set<string>();
  const waiting = [...(edges.get(start) ?? [])];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at === start) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    waiting.push(...(edges.get(at) ?? []));
  }
  return false;
}
