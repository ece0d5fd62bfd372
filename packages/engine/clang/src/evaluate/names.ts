import type {
  ClangAction,
  ClangRule,
  Condition,
  Definition,
  Directive,
  Message,
  Region,
} from '../tree/ast.js';

/** A defined rule. A newly defined rule is off (spec 08 §9.1). */
export interface NamedRule {
  readonly purpose: 'model' | 'direc';
  readonly rule: ClangRule;
  readonly on: boolean;
}

/** Definitions by kind and name. */
export interface Names {
  readonly conditions: ReadonlyMap<string, Condition>;
  readonly directives: ReadonlyMap<string, Directive>;
  readonly regions: ReadonlyMap<string, Region>;
  readonly actions: ReadonlyMap<string, ClangAction>;
  readonly rules: ReadonlyMap<string, NamedRule>;
}

/** The names before the first message: none. */
export const NO_NAMES: Names = {
  conditions: new Map(),
  directives: new Map(),
  regions: new Map(),
  actions: new Map(),
  rules: new Map(),
};

const addEntry = <T>(map: ReadonlyMap<string, T>, name: string, value: T): ReadonlyMap<string, T> =>
  new Map(map).set(name, value);

function define(names: Names, node: Definition): Names {
  switch (node.kind) {
    case 'definec':
      return { ...names, conditions: addEntry(names.conditions, node.name, node.condition) };
    case 'defined':
      return { ...names, directives: addEntry(names.directives, node.name, node.directive) };
    case 'definer':
      return { ...names, regions: addEntry(names.regions, node.name, node.region) };
    case 'definea':
      return { ...names, actions: addEntry(names.actions, node.name, node.action) };
    case 'definerule': {
      const { purpose, rule } = node;
      return { ...names, rules: addEntry(names.rules, node.name, { purpose, rule, on: false }) };
    }
  }
}

/**
 * Returns the names after a message (spec 08 §9.1): `define` adds or replaces definitions, `rule` switches rules in the
 * order given, `delete` removes rules. Other messages change nothing.
 */
export function applyMessage(names: Names, message: Message): Names {
  switch (message.kind) {
    case 'define':
      return message.definitions.reduce(define, names);
    case 'rule': {
      const rules = new Map(names.rules);
      for (const { on, ids } of message.switches) {
        for (const id of ids.kind === 'all' ? [...rules.keys()] : ids.ids) {
          const rule = rules.get(id);
          if (rule !== undefined) rules.set(id, { ...rule, on });
        }
      }
      return { ...names, rules };
    }
    case 'delete': {
      if (message.ids.kind === 'all') return { ...names, rules: new Map() };
      const rules = new Map(names.rules);
      for (const id of message.ids.ids) rules.delete(id);
      return { ...names, rules };
    }
    default:
      return names;
  }
}
