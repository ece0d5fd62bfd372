import type { Span } from './parse/cursor.js';
import { MAX_DATAGRAM_LENGTH, type ParseOptions, parseSay } from './parse/parse.js';
import { printSay } from './print/print.js';
import type { Condition, Definition, Directive, Message, Rule, Unit } from './tree/ast.js';
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

/** A finding about a message that the server accepts (or, for `not-sayable`, would refuse). */
export interface Finding {
  readonly code: FindingCode;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** The part concerned. */
  readonly node: Node;
  /** Its place, if spans were given. */
  readonly span: Span | null;
}

/** Kinds of things that have names. */
export type NameKind = 'condition' | 'directive' | 'region' | 'action' | 'rule';

/** Options of {@link check}. */
export interface CheckOptions extends ParseOptions {
  /** Names that are defined elsewhere. */
  readonly known?: Partial<Readonly<Record<NameKind, Iterable<string>>>>;
  /** Places of the nodes, from `analyze`. */
  readonly spans?: ReadonlyMap<object, Span>;
  /** Language versions that the players declared; finds those that would receive only `(unsupported_clang)`. */
  readonly players?: readonly VersionRange[];
  /** Whether unused definitions give a warning; true by default. */
  readonly unused?: boolean;
}

/** Names that messages define and use. */
interface NameTable {
  readonly known: Readonly<Record<NameKind, ReadonlySet<string>>>;
  readonly defined: Readonly<Record<NameKind, Map<string, Node>>>;
  readonly uses: Use[];
  /** What each definition refers to, by kind and name. */
  readonly edges: Map<string, readonly string[]>;
  /** Whether a message refers to all rules. */
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

/** All uses of names within a node, with the kind that the place requires. */
function collectUses(root: Node): Use[] {
  const uses: Use[] = [];
  const look = (node: Node, kind: NameKind): void => {
    if (node.kind === 'named') uses.push({ kind, name: node.name, node });
    else if (node.kind === 'ids') for (const name of node.ids) uses.push({ kind: 'rule', name, node });
  };
  visit(root, (node) => {
    const fields = node as unknown as Readonly<Record<string, unknown>>;
    for (const kind of ['condition', 'directive', 'region', 'action'] as const) {
      if (typeof fields[kind] === 'object') look(fields[kind] as Node, kind);
      const list = fields[`${kind}s`];
      if (Array.isArray(list)) for (const one of list) look(one as Node, kind);
    }
    if (typeof fields['ids'] === 'object' && !Array.isArray(fields['ids']))
      look(fields['ids'] as Node, 'rule');
  });
  return uses;
}

/**
 * Checks messages in the order in which they are said: names without definition, definitions that are
 * unused or refer to themselves, variables without a value, parts that do not survive forwarding (spec 08
 * §14), unusual numbers, and whether the server would accept each message.
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
    const most = MAX_DATAGRAM_LENGTH - 1;
    report(
      'too-long',
      message,
      `the command has ${text.length} characters, the server reads ${most}`,
      'error',
    );
  } else {
    const said = parseSay(text, options);
    if (!said.ok)
      report('not-sayable', message, `the server would refuse this: ${said.error.message}`, 'error');
  }
  const requirement = findRequirement(message);
  const deaf = (options.players ?? []).filter((range) => !isSupported(requirement, range)).length;
  if (deaf > 0) report('not-understood', message, `${deaf} of the players would hear (unsupported_clang)`);
}

const isVariableText = (name: string): boolean => /^[abe-oqrt-zA-Z_][A-Za-z0-9_]*$/.test(name);

function checkNode(node: Node, report: Report): void {
  const fields = node as unknown as Readonly<Record<string, unknown>>;
  for (const name of ['condition', 'conditions']) {
    const value = fields[name];
    for (const part of (Array.isArray(value) ? value : [value]) as (Condition | undefined)[]) {
      if (part?.kind === 'named') {
        report(
          'lost-when-heard',
          part,
          `players hear the condition name as ""${part.name}"", which the language does not know`,
        );
      }
    }
  }
  const units = fields['units'];
  if (Array.isArray(units)) {
    for (const unit of units as Unit[]) {
      if (unit.kind === 'string' && !isVariableText(unit.name)) {
        report(
          'lost-when-heard',
          unit,
          `players hear the unit "${unit.name}" without its quotes, which is not a variable`,
        );
      }
    }
  }
  switch (node.kind) {
    case 'quad':
      report('lost-when-heard', node, 'players hear only three points of a quad');
      break;
    case 'number':
      if (node.value === 12) report('lost-when-heard', node, 'players hear unit number 12 as (null)');
      else if (node.value < 0 || node.value > 11)
        report('unit-number', node, `no player has this number: ${node.value}`);
      break;
    case 'ppos':
      if (node.min > node.max || node.max < 0 || node.min > 11) {
        report('never-true', node, `no number of players is from ${node.min} to ${node.max}`);
      }
      break;
    case 'timed':
      if (node.ttl < 0) report('never-true', node, `a time to live of ${node.ttl} is over at once`);
      break;
    case 'arc':
      if (node.innerRadius > node.outerRadius || node.outerRadius < 0) {
        report('odd-value', node, `no distance is from ${node.innerRadius} to ${node.outerRadius}`);
      }
      break;
    case 'abs':
    case 'rel':
      if (!Number.isFinite(node.x) || !Number.isFinite(node.y))
        report('odd-value', node, 'a coordinate is infinite');
      break;
    case 'htype':
      if (node.value < -1) report('odd-value', node, `no player type has this number: ${node.value}`);
      break;
  }
}

/** Names of variables in the unit set of a node. */
const variablesOf = (units: readonly Unit[]): string[] =>
  units.filter((unit) => unit.kind !== 'number').map((unit) => unit.name);

/** The variables that a condition may give a value (spec 08 §9.5). */
function boundIn(condition: Condition): Set<string> {
  const bound = new Set<string>();
  visit(condition, (node) => {
    if (node.kind === 'ppos' || node.kind === 'bowner')
      for (const name of variablesOf(node.units)) bound.add(name);
    if (node.kind === 'unum') bound.add(node.variable.name);
  });
  return bound;
}

/** Looks for variables in actions and points that no condition around them binds. */
function checkVariables(message: Message, report: Report): void {
  const inScope = (root: Node, bound: ReadonlySet<string>): void => {
    visit(root, (node) => {
      if (node.kind === 'player' && node.unit.kind !== 'number') need(node.unit, bound);
      if ('units' in node && node.kind !== 'ppos' && node.kind !== 'bowner') {
        for (const unit of node.units) need(unit, bound);
      }
    });
  };
  const need = (unit: Unit, bound: ReadonlySet<string>): void => {
    if (unit.kind !== 'number' && !bound.has(unit.name)) {
      report('unbound-variable', unit, `no condition gives the variable ${unit.name} a value`);
    }
  };
  const scope = (
    condition: Condition,
    directives: readonly Directive[],
    outer: ReadonlySet<string>,
  ): void => {
    const bound = new Set([...outer, ...boundIn(condition)]);
    inScope(condition, bound);
    for (const directive of directives) inScope(directive, bound);
  };
  const rule = (node: Rule, outer: ReadonlySet<string>): void => {
    if (node.kind === 'simple') scope(node.condition, node.directives, outer);
    if (node.kind !== 'nested') return;
    scope(node.condition, [], outer);
    const bound = new Set([...outer, ...boundIn(node.condition)]);
    for (const inner of node.rules) rule(inner, bound);
  };
  if (message.kind === 'info' || message.kind === 'advice') {
    for (const token of message.tokens)
      if (token.kind === 'timed') scope(token.condition, token.directives, new Set());
  } else if (message.kind === 'define') {
    // other definitions may be used where their variables have values
    for (const node of message.definitions) if (node.kind === 'definerule') rule(node.rule, new Set());
  }
}

const KINDS = ['condition', 'directive', 'region', 'action', 'rule'] as const;

const createPerKind = <T>(make: (kind: NameKind) => T): Record<NameKind, T> => ({
  condition: make('condition'),
  directive: make('directive'),
  region: make('region'),
  action: make('action'),
  rule: make('rule'),
});

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

/** Whether following the uses of a definition leads back to it. */
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
