import type { Condition, Directive, Message, Rule, RuleIds, Token } from '../tree/ast.js';
import { type Bindings, type EvaluationProblem, holds, type View } from './conditions.js';
import { applyMessage, type Names, NO_NAMES } from './names.js';

/** A token of an info or advice message with the cycle in which it was received. */
export interface ReceivedToken {
  readonly since: number;
  readonly token: Extract<Token, { readonly kind: 'timed' }>;
}

/** State of the coach's messages in a player. */
export interface Playbook {
  readonly names: Names;
  readonly info: readonly ReceivedToken[];
  readonly advice: readonly ReceivedToken[];
}

/** The state of a player that has received no message. */
export const EMPTY_PLAYBOOK: Playbook = { names: NO_NAMES, info: [], advice: [] };

/** The state after a message that was received at cycle `time` (spec 08 §9.1). */
export function addMessage(playbook: Playbook, message: Message, time: number): Playbook {
  if (message.kind !== 'info' && message.kind !== 'advice') {
    return { ...playbook, names: applyMessage(playbook.names, message) };
  }
  let tokens = playbook[message.kind].filter((heard) => isValid(heard, time));
  for (const token of message.tokens) {
    tokens = token.kind === 'clear' ? [] : [...tokens, { since: time, token }];
  }
  return { ...playbook, [message.kind]: tokens };
}

/** Holds for its time to live after reception, the cycle of reception included. */
const isValid = (heard: ReceivedToken, time: number): boolean => time - heard.since <= heard.token.ttl;

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

/** Directives that apply now, and parts that could not be evaluated. */
export interface ActiveDirectives {
  readonly directives: readonly ActiveDirective[];
  readonly problems: readonly EvaluationProblem[];
}

/** Most directives and rule references that one call follows. */
const MAX_STEP_COUNT = 2_000;

/** A search for the directives that apply. */
interface Search {
  readonly view: View;
  readonly names: Names;
  readonly directives: ActiveDirective[];
  readonly problems: EvaluationProblem[];
  /** Rules that are being followed: `all` and circles lead back to them. */
  readonly following: Set<Rule>;
  budget: number;
}

/** What a directive inherits from the token or rule that holds it. */
type Origin = Pick<ActiveDirective, 'source' | 'purpose' | 'bindings'>;

/**
 * The directives whose conditions hold in a world (spec 08 §9.2): of valid info and advice tokens, and of
 * the rules that are on; a rule that is off takes part where a rule that is on refers to it. The view's own names
 * are replaced by the playbook's.
 */
export function findActiveDirectives(playbook: Playbook, view: View): ActiveDirectives {
  const { names } = playbook;
  const search: Search = {
    view: { ...view, names },
    names,
    directives: [],
    problems: [],
    following: new Set(),
    budget: MAX_STEP_COUNT,
  };
  for (const kind of ['info', 'advice'] as const) {
    for (const heard of playbook[kind]) if (isValid(heard, view.world.time)) addToken(search, kind, heard);
  }
  for (const [source, { on, purpose, rule }] of names.rules) {
    if (on) followRule(search, rule, { source, purpose, bindings: new Map() });
  }
  return { directives: search.directives, problems: search.problems };
}

function addToken(search: Search, source: 'info' | 'advice', { token }: ReceivedToken): void {
  const bindings = evaluateCondition(search, token.condition, new Map());
  if (bindings === null) return;
  const origin: Origin = { source, purpose: source === 'info' ? 'model' : 'direc', bindings };
  for (const directive of token.directives) addDirective(search, directive, origin);
}

/** Adds a directive; a name is replaced by the directive that it stands for. */
function addDirective(search: Search, directive: Directive, origin: Origin): void {
  const seen = new Set<Directive>();
  let found = directive;
  while (found.kind === 'named') {
    const next = search.names.directives.get(found.name);
    if (next === undefined) {
      report(search, 'unknown-name', `the directive "${found.name}" is not defined`);
      return;
    }
    if (seen.has(next)) {
      report(search, 'circular', `the directive "${found.name}" is defined by itself`);
      return;
    }
    seen.add(next);
    found = next;
  }
  search.directives.push({ ...origin, directive: found });
}

function followRule(search: Search, rule: Rule, origin: Origin): void {
  if (search.following.has(rule)) return;
  if (search.budget-- <= 0) {
    report(search, 'too-complex', 'the rules are too complex to evaluate');
    return;
  }
  search.following.add(rule);
  if (rule.kind === 'ref') {
    followIds(search, rule.ids, origin);
  } else {
    const bindings = evaluateCondition(search, rule.condition, origin.bindings);
    if (bindings !== null) {
      const inner = { ...origin, bindings };
      if (rule.kind === 'simple') for (const one of rule.directives) addDirective(search, one, inner);
      else for (const one of rule.rules) followRule(search, one, inner);
    }
  }
  search.following.delete(rule);
}

function followIds(search: Search, ids: RuleIds, origin: Origin): void {
  for (const id of ids.kind === 'all' ? [...search.names.rules.keys()] : ids.ids) {
    const named = search.names.rules.get(id);
    if (named === undefined) report(search, 'unknown-name', `the rule ${id} is not defined`);
    else followRule(search, named.rule, origin);
  }
}

/** The bindings under which a condition holds, or null if it does not hold. */
function evaluateCondition(search: Search, condition: Condition, bindings: Bindings): Bindings | null {
  const verdict = holds(condition, search.view, bindings);
  for (const { code, message } of verdict.problems) report(search, code, message);
  return verdict.value ? verdict.bindings : null;
}

function report({ problems }: Search, code: EvaluationProblem['code'], message: string): void {
  if (!problems.some((known) => known.message === message)) problems.push({ code, message });
}
