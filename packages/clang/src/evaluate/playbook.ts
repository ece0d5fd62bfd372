import type { Condition, Directive, Message, Rule, RuleIds, Token } from '../tree/ast.js';
import { type Bindings, type EvaluationProblem, holds, type View } from './conditions.js';
import { type Names, NO_NAMES, withMessage } from './names.js';

/** A token of an info or advice message with the cycle in which it was heard. */
export interface HeardToken {
  readonly since: number;
  readonly token: Extract<Token, { readonly kind: 'timed' }>;
}

/** All that a player remembers of what the coach said. */
export interface Playbook {
  readonly names: Names;
  readonly info: readonly HeardToken[];
  readonly advice: readonly HeardToken[];
}

/** The memory of a player that has heard nothing. */
export const EMPTY_PLAYBOOK: Playbook = { names: NO_NAMES, info: [], advice: [] };

/** The memory after a message that was heard at cycle `time` (spec 08, section 9.1). */
export function hearMessage(playbook: Playbook, message: Message, time: number): Playbook {
  if (message.kind !== 'info' && message.kind !== 'advice') {
    return { ...playbook, names: withMessage(playbook.names, message) };
  }
  let tokens = playbook[message.kind].filter((heard) => isValid(heard, time));
  for (const token of message.tokens) {
    tokens = token.kind === 'clear' ? [] : [...tokens, { since: time, token }];
  }
  return { ...playbook, [message.kind]: tokens };
}

/** Holds for its time to live after reception, the cycle of reception included. */
const isValid = (heard: HeardToken, time: number): boolean => time - heard.since <= heard.token.ttl;

/** A directive that applies now. */
export interface ActiveDirective {
  /** `direc` and advice are orders, `model` and info describe what players do. */
  readonly purpose: 'model' | 'direc';
  /** `info`, `advice`, or the name of the rule that is on. */
  readonly source: string;
  /** With names of directives already replaced by what they stand for. */
  readonly directive: Extract<Directive, { readonly kind: 'command' }>;
  /** What the variables in the directive stand for. */
  readonly bindings: Bindings;
}

/** What applies now, and what could not be evaluated. */
export interface ActiveDirectives {
  readonly directives: readonly ActiveDirective[];
  readonly problems: readonly EvaluationProblem[];
}

/** Most directives and rule references that one call follows. */
const BUDGET = 2_000;

/**
 * The directives whose conditions hold in a world (spec 08, section 9.2): of valid info and advice tokens, and of
 * the rules that are on; a rule that is off takes part where a rule that is on refers to it. The view's own names
 * are replaced by the playbook's.
 */
export function activeDirectives(playbook: Playbook, view: View): ActiveDirectives {
  const { names } = playbook;
  const inView: View = { ...view, names };
  const directives: ActiveDirective[] = [];
  const problems: EvaluationProblem[] = [];
  const following = new Set<object>();
  let budget = BUDGET;

  const note = (code: EvaluationProblem['code'], message: string): void => {
    if (!problems.some((known) => known.message === message)) problems.push({ code, message });
  };
  const add = (
    directive: Directive,
    source: string,
    purpose: 'model' | 'direc',
    bindings: Bindings,
  ): void => {
    const seen = new Set<Directive>();
    let found = directive;
    while (found.kind === 'named') {
      const next = names.directives.get(found.name);
      if (next === undefined) note('unknown-name', `the directive "${found.name}" is not defined`);
      else if (seen.has(next)) note('circular', `the directive "${found.name}" is defined by itself`);
      if (next === undefined || seen.has(next)) return;
      seen.add(next);
      found = next;
    }
    directives.push({ purpose, source, directive: found, bindings });
  };
  const test = (condition: Condition, bindings: Bindings): Bindings | null => {
    const verdict = holds(condition, inView, bindings);
    for (const { code, message } of verdict.problems) note(code, message);
    return verdict.value ? verdict.bindings : null;
  };
  const followIds = (ids: RuleIds, source: string, purpose: 'model' | 'direc', bindings: Bindings): void => {
    for (const id of ids.kind === 'all' ? [...names.rules.keys()] : ids.ids) {
      const named = names.rules.get(id);
      if (named === undefined) note('unknown-name', `the rule ${id} is not defined`);
      else follow(named.rule, source, purpose, bindings);
    }
  };
  const follow = (rule: Rule, source: string, purpose: 'model' | 'direc', bindings: Bindings): void => {
    if (following.has(rule)) return; // `all` and circles lead back here
    if (budget-- <= 0) {
      note('too-complex', 'the rules are too complex to evaluate');
      return;
    }
    following.add(rule);
    if (rule.kind === 'ref') {
      followIds(rule.ids, source, purpose, bindings);
    } else {
      const bound = test(rule.condition, bindings);
      if (bound !== null && rule.kind === 'simple') {
        for (const directive of rule.directives) add(directive, source, purpose, bound);
      } else if (bound !== null && rule.kind === 'nested') {
        for (const inner of rule.rules) follow(inner, source, purpose, bound);
      }
    }
    following.delete(rule);
  };

  const { time } = view.world;
  for (const kind of ['info', 'advice'] as const) {
    for (const heard of playbook[kind]) {
      if (!isValid(heard, time)) continue;
      const bound = test(heard.token.condition, new Map());
      if (bound === null) continue;
      for (const directive of heard.token.directives)
        add(directive, kind, kind === 'info' ? 'model' : 'direc', bound);
    }
  }
  for (const [name, { on, purpose, rule }] of names.rules) if (on) follow(rule, name, purpose, new Map());
  return { directives, problems };
}
