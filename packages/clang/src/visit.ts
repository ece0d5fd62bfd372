import type {
  Action,
  Condition,
  Definition,
  Directive,
  Message,
  Point,
  Region,
  Rule,
  RuleIds,
  Switch,
  Token,
  Unit,
} from './ast.js';

/** Any node of a message. */
export type Node =
  | Message
  | Token
  | Definition
  | Switch
  | Rule
  | RuleIds
  | Directive
  | Condition
  | Action
  | Region
  | Point
  | Unit;

const LISTS = [
  'tokens',
  'definitions',
  'switches',
  'rules',
  'conditions',
  'directives',
  'actions',
  'regions',
  'points',
  'units',
] as const;
const SINGLES = [
  'condition',
  'directive',
  'action',
  'rule',
  'region',
  'ids',
  'variable',
  'unit',
  'center',
  'base',
  'left',
  'right',
  'point',
] as const;

/** The nodes directly within a node, in no particular order among fields. */
export function childrenOf(node: Node): Node[] {
  const fields = node as unknown as Readonly<Record<string, unknown>>;
  const children: Node[] = [];
  for (const name of SINGLES) {
    const child = fields[name];
    if (typeof child === 'object' && child !== null && !Array.isArray(child)) children.push(child as Node);
  }
  for (const name of LISTS) {
    const list = fields[name];
    if (Array.isArray(list)) for (const child of list) children.push(child as Node);
  }
  return children;
}

/** Calls `seen` for a node and all nodes within it, a node before those within. */
export function visit(root: Node, seen: (node: Node) => void): void {
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    seen(node);
    waiting.push(...childrenOf(node).reverse());
  }
}
