import { formatG6 } from '@rcss/sexp/numbers';
import type {
  ClangAction,
  ClangPoint,
  ClangRule,
  Condition,
  Definition,
  Directive,
  Message,
  Region,
  RuleIds,
  Switch,
  Token,
  Unit,
} from '../tree/ast.js';

/** Spelling of a text: as players receive it, or as the parser reads it back. */
interface Style {
  readonly heard: boolean;
  readonly number: (value: number) => string;
  /** Text between the actions of a directive and between the switches of a rule message. */
  readonly gap: string;
}

const HEARD: Style = { heard: true, number: formatG6, gap: '' };
const SOURCE: Style = { heard: false, number: formatExact, gap: ' ' };

/**
 * Returns the text of a message that players receive, byte for byte as the server forwards it (spec 08 §6): unit sets are
 * reversed, quads have three points, names of conditions have two pairs of quotes, inner unions contain the preceding
 * regions, numbers have six digits.
 */
export function printHeard(message: Message): string {
  return printMessage(message, HEARD);
}

/**
 * Returns the text of a bare message that parses to the same tree, with exact numbers. Put it into `(say ...)` to send
 * it, or use {@link printSay}.
 */
export function printSource(message: Message): string {
  return printMessage(message, SOURCE);
}

/** Returns the command `(say MESSAGE)` of a coach, with exact numbers. */
export function printSay(message: Message): string {
  return `(say ${printMessage(message, SOURCE)})`;
}

/** Returns the text of a condition, spelled as by `printSource`. */
export function printCondition(node: Condition): string {
  return formatCondition(node, SOURCE);
}

/** Returns the text of a directive, spelled as by `printSource`. */
export function printDirective(node: Directive): string {
  return formatDirective(node, SOURCE);
}

function join<T>(
  items: readonly T[],
  print: (item: T, style: Style) => string,
  style: Style,
  gap: string,
): string {
  let text = '';
  for (let i = 0; i < items.length; i++)
    text += i === 0 ? print(items[i]!, style) : gap + print(items[i]!, style);
  return text;
}

function printMessage(message: Message, style: Style): string {
  switch (message.kind) {
    case 'meta':
      return `(meta ${message.versions.map((version) => `(ver ${style.number(version)})`).join(' ')})`;
    case 'freeform':
      return `(freeform "${message.text}")`;
    case 'unsupported':
      return '(unsupported_clang)';
    case 'info':
    case 'advice':
      return `(${message.kind} ${join(message.tokens, formatToken, style, ' ')})`;
    case 'define':
      return `(define ${join(message.definitions, formatDefinition, style, ' ')})`;
    case 'rule':
      return `(rule ${join(message.switches, formatSwitch, style, style.gap)})`;
    case 'delete':
      return `(delete ${formatRuleIds(message.ids)})`;
  }
}

function formatToken(node: Token, style: Style): string {
  if (node.kind === 'clear') return '(clear)';
  return `(${node.ttl} ${formatCondition(node.condition, style)} ${join(node.directives, formatDirective, style, ' ')})`;
}

function formatDefinition(node: Definition, style: Style): string {
  if (node.kind === 'definerule')
    return `(definerule ${node.name} ${node.purpose} ${formatRule(node.rule, style)})`;
  const part =
    'condition' in node
      ? formatCondition(node.condition, style)
      : 'directive' in node
        ? formatDirective(node.directive, style)
        : 'region' in node
          ? formatRegion(node.region, style)
          : formatAction(node.action, style);
  return `(${node.kind} "${node.name}" ${part})`;
}

function formatSwitch(node: Switch): string {
  return `(${node.on ? 'on' : 'off'} ${formatRuleIds(node.ids)})`;
}

function formatRuleIds(node: RuleIds): string {
  if (node.kind === 'all') return 'all';
  return node.ids.length === 1 ? node.ids[0]! : `(${node.ids.join(' ')})`;
}

function formatRule(node: ClangRule, style: Style): string {
  switch (node.kind) {
    case 'simple':
      return `(${formatCondition(node.condition, style)} ${join(node.directives, formatDirective, style, ' ')})`;
    case 'nested':
      return `(${formatCondition(node.condition, style)} ${join(node.rules, formatRule, style, ' ')})`;
    case 'ref':
      return formatRuleIds(node.ids);
  }
}

function formatDirective(node: Directive, style: Style): string {
  if (node.kind === 'named') return `"${node.name}"`;
  const actions = join(node.actions, formatAction, style, style.gap);
  return `(${node.positive ? 'do' : 'dont'} ${node.team} ${formatUnits(node.units, style)} ${actions})`;
}

function formatCondition(node: Condition, style: Style): string {
  switch (node.kind) {
    case 'bool':
      return node.value ? '(true)' : '(false)';
    case 'ppos':
      return `(ppos ${node.team} ${formatUnits(node.units, style)} ${node.min} ${node.max} ${formatRegion(node.region, style)})`;
    case 'bpos':
      return `(bpos ${formatRegion(node.region, style)})`;
    case 'bowner':
      return `(bowner ${node.team} ${formatUnits(node.units, style)})`;
    case 'playm':
      return `(playm ${node.mode})`;
    case 'and':
    case 'or':
      return `(${node.kind} ${join(node.conditions, formatCondition, style, ' ')})`;
    case 'not':
      return `(not ${formatCondition(node.condition, style)})`;
    case 'compare':
      return `(${node.quantity} ${node.op} ${node.value})`;
    case 'unum':
      return `(unum ${formatUnit(node.variable)} ${formatUnits(node.units, style)})`;
    case 'named':
      return style.heard ? `""${node.name}""` : `"${node.name}"`;
  }
}

function formatAction(node: ClangAction, style: Style): string {
  if (node.kind === 'named') return `"${node.name}"`;
  const word = node.kind.replace(/Region$|Units$/, '');
  if ('units' in node) return `(${word} ${formatUnits(node.units, style)})`;
  if (node.kind === 'htype') return `(${word} ${node.value})`;
  if (!('region' in node)) return `(${word})`;
  const moves = node.kind === 'btoRegion' ? ` {${node.moves.join(style.gap)}}` : '';
  return `(${word} ${formatRegion(node.region, style)}${moves})`;
}

function formatRegion(node: Region, style: Style): string {
  switch (node.kind) {
    case 'null':
      return '(null)';
    case 'quad': {
      const [a, b, c, d] = node.points;
      const three = `(quad ${formatPoint(a, style)} ${formatPoint(b, style)} ${formatPoint(c, style)}`;
      return style.heard ? `${three})` : `${three} ${formatPoint(d, style)})`;
    }
    case 'tri':
    case 'rec':
      return `(${node.kind} ${join(node.points, formatPoint, style, ' ')})`;
    case 'arc': {
      const { number } = style;
      const radii = `${number(node.innerRadius)} ${number(node.outerRadius)}`;
      return `(arc ${formatPoint(node.center, style)} ${radii} ${number(node.startAngle)} ${number(node.spanAngle)})`;
    }
    case 'union': {
      const { regions } = style.heard ? absorbUnions(node) : node;
      return `(reg ${join(regions, formatRegion, style, ' ')})`;
    }
    case 'named':
      return `"${node.name}"`;
    case 'at':
      return formatPoint(node.point, style);
  }
}

function formatPoint(node: ClangPoint, style: Style): string {
  switch (node.kind) {
    case 'abs':
      return `(pt ${style.number(node.x)} ${style.number(node.y)})`;
    case 'rel':
      return `(pt ${style.number(node.x)} ${style.number(node.y)} ${formatPoint(node.base, style)})`;
    case 'ball':
      return '(pt ball)';
    case 'player':
      return `(pt ${node.team} ${formatUnit(node.unit, style)})`;
    case 'arith':
      return style.heard
        ? `(${formatPoint(node.left, style)} ${node.op} ${formatPoint(node.right, style)})`
        : `(${formatSum(node, style)})`;
  }
}

/** Prints a sum with as few parentheses as possible: the parser accepts long sums, but not many nested parentheses. */
function formatSum(node: Extract<ClangPoint, { readonly kind: 'arith' }>, style: Style): string {
  const product = node.op === '*' || node.op === '/';
  const { left, right } = node;
  const flatLeft = left.kind === 'arith' && !(product && (left.op === '+' || left.op === '-'));
  const flatRight = right.kind === 'arith' && !product && (right.op === '*' || right.op === '/');
  const leftText = flatLeft ? formatSum(left, style) : formatPoint(left, style);
  return `${leftText} ${node.op} ${flatRight ? formatSum(right, style) : formatPoint(right, style)}`;
}

function formatUnits(nodes: readonly Unit[], style: Style): string {
  let text = '{';
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[style.heard ? nodes.length - 1 - i : i]!;
    if (i > 0) text += ' ';
    text += style.heard && node.kind === 'string' ? node.name : formatUnit(node, style);
  }
  return `${text}}`;
}

/** Prints a unit outside a set: there, a quoted unit keeps its quotes in text for players. */
function formatUnit(node: Unit, style: Style = SOURCE): string {
  if (node.kind === 'number') return style.heard ? formatHeardNumber(node.value) : String(node.value);
  return node.kind === 'string' ? `"${node.name}"` : node.name;
}

/** Prints a number as the server does: unsigned, and 12 as `(null)` (spec 08 §6). */
const formatHeardNumber = (value: number): string => (value === 12 ? '(null)' : String(value >>> 0));

/** Prints a number so that the parser reads the same number back. NaN has no spelling and becomes 0. */
function formatExact(value: number): string {
  if (Number.isNaN(value)) return '0';
  if (!Number.isFinite(value)) return value > 0 ? '1e999' : '-1e999';
  if (Object.is(value, -0)) return '-0.0';
  const text = String(value);
  // The parser reduces integers to 32 bits, so a larger one is printed as a REAL.
  return Number.isInteger(value) && value !== (value | 0) && !text.includes('e') ? `${text}.0` : text;
}

type Union = Extract<Region, { readonly kind: 'union' }>;

/**
 * Returns nested unions as the server stores them (spec 08 §5, rule 6): an inner union takes over the regions that
 * precede it in all unions around it. The set of points stays the same. If every inner union is the first part of
 * its union, the union is returned unchanged.
 */
function absorbUnions(outer: Union): Union {
  if (!needsAbsorbing(outer)) return outer;
  const finished: Region[] = [];
  closeUnion(outer, finished);
  return finished[0] as Union;
}

function needsAbsorbing(union: Union): boolean {
  return union.regions.some((part, i) => part.kind === 'union' && (i > 0 || needsAbsorbing(part)));
}

/** Pushes the parts of a union on the stack of finished regions. Then replaces all regions on the stack by one union of them. */
function closeUnion(union: Union, finished: Region[]): void {
  for (const part of union.regions) {
    if (part.kind === 'union') closeUnion(part, finished);
    else finished.push(part);
  }
  finished.push({ kind: 'union', regions: finished.splice(0) });
}
