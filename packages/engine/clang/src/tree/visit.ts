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
} from './ast.js';
import { SHAPES } from './shape.js';

/** Any node of a message. */
export type Node =
  | Message
  | Token
  | Definition
  | Switch
  | ClangRule
  | RuleIds
  | Directive
  | Condition
  | ClangAction
  | Region
  | ClangPoint
  | Unit;

/**
 * The fields of each kind of node that hold nodes, singly or in lists. If two families have a kind of the same
 * name, the fields of both are listed.
 */
const CHILD_FIELDS: ReadonlyMap<string, readonly string[]> = createChildFields();

function createChildFields(): Map<string, string[]> {
  const table = new Map<string, string[]>();
  for (const kinds of Object.values(SHAPES)) {
    for (const [kind, fields] of Object.entries(kinds)) {
      const names = table.get(kind) ?? [];
      for (const [name, field] of Object.entries(fields)) {
        const holdsNodes =
          typeof field === 'object' &&
          ('node' in field || ('list' in field && typeof field.list === 'string' && field.list in SHAPES));
        if (holdsNodes && !names.includes(name)) names.push(name);
      }
      table.set(kind, names);
    }
  }
  return table;
}

/** Returns the nodes directly within a node, in the order in which they are written. */
export function listChildren(node: Node): Node[] {
  const children: Node[] = [];
  for (const name of CHILD_FIELDS.get(node.kind)!) {
    const child = (node as unknown as Readonly<Record<string, Node | readonly Node[] | undefined>>)[name];
    if (Array.isArray(child)) for (const one of child as readonly Node[]) children.push(one);
    else if (child !== undefined) children.push(child as Node);
  }
  return children;
}

/** Returns a copy of a node in which each node directly within it is replaced. */
export function mapChildren<N extends Node>(node: N, replace: (child: Node) => Node): N {
  const copy = { ...node } as unknown as Record<string, unknown>;
  for (const name of CHILD_FIELDS.get(node.kind)!) {
    const child = copy[name] as Node | readonly Node[] | undefined;
    if (Array.isArray(child)) copy[name] = child.map(replace);
    else if (child !== undefined) copy[name] = replace(child as Node);
  }
  return copy as unknown as N;
}

/** Calls `action` for a node and for all nodes within it; a node comes before the nodes within it. */
export function visit(root: Node, action: (node: Node) => void): void {
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    action(node);
    const children = listChildren(node);
    for (let i = children.length - 1; i >= 0; i--) waiting.push(children[i]!);
  }
}
