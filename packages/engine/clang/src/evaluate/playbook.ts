import type { ClangRule, Condition, Directive, Message, RuleIds, Token } from '../tree/ast.js';
import {
  type Bindings,
  checkSide,
  type EvaluationContext,
  type EvaluationProblem,
  evaluateCondition,
} from './conditions.js';
import { applyMessage, type Names, NO_NAMES } from './names.js';

/** A token of an info or advice message with the cycle in which it was received. */
export interface ReceivedToken {
  /** Cycle of the reception. */
  readonly since: number;
  readonly token: Extract<Token, { readonly kind: 'timed' }>;
}

/** The messages of the coach that a player has received. */
export interface Playbook {
  /** Definitions of all messages. */
  readonly names: Names;
  /** Tokens of info messages, oldest first. */
  readonly info: readonly ReceivedToken[];
  /** Tokens of advice messages, oldest first. */
  readonly advice: readonly ReceivedToken[];
}

/** The playbook of a player that has received no message. */
export const EMPTY_PLAYBOOK: Playbook = { names: NO_NAMES, info: [], advice: [] };

/** Returns the playbook after a message that was received at cycle `time` (spec 08 §9.1). */
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

/** Returns true during the time to live of a token, the cycle of reception included. */
const isValid = (heard: ReceivedToken, time: number): boolean => time - heard.since <= heard.token.ttl;

/** A directive that applies now. */
export interface ActiveDirective {
  /** `direc` and advice are orders, `model` and info describe what players do. */
  readonly purpose: 'model' | 'direc';
  /** `info`, `advice`, or the name of the rule that is on. */
  readonly source: string;
  /** The directive; a name is replaced by its definition. */
  readonly directive: Extract<Directive, { readonly kind: 'command' }>;
  /** Values of the variables in the directive. */
  readonly bindings: Bindings;
}

export interface ActiveDirectives {
  /** Directives that apply now: of info, of advice, then of rules in the order of definition. */
  readonly directives: readonly ActiveDirective[];
  /** Parts that could not be evaluated. */
  readonly problems: readonly EvaluationProblem[];
}

/** Limit of the rules that one call follows. */
const MAX_STEP_COUNT = 2_000;

/** A search for the directives that apply. */
interface Search {
  readonly context: EvaluationContext;
  readonly names: Names;
  readonly directives: ActiveDirective[];
  readonly problems: EvaluationProblem[];
  /** Rules that are being followed. They are not followed again if `all` or a circular reference leads back to them. */
  readonly following: Set<ClangRule>;
  budget: number;
}

/** Data that a directive takes over from the token or rule that contains it. */
type Origin = Pick<ActiveDirective, 'source' | 'purpose' | 'bindings'>;

/**
 * Returns the directives whose conditions are true in a world (spec 08 §9.2): those of valid info and advice tokens and of
 * the rules that are on. A rule that is off applies where a rule that is on refers to it. The names of the playbook are
 * used instead of the context's.
 *
 * @throws {RangeError} if `us` of the context is not a side.
 */
export function findActiveDirectives(playbook: Playbook, context: EvaluationContext): ActiveDirectives {
  checkSide(context);
  const { names } = playbook;
  const search: Search = {
    context: { ...context, names },
    names,
    directives: [],
    problems: [],
    following: new Set(),
    budget: MAX_STEP_COUNT,
  };
  for (const kind of ['info', 'advice'] as const) {
    for (const heard of playbook[kind]) if (isValid(heard, context.world.time)) addToken(search, kind, heard);
  }
  for (const [source, { on, purpose, rule }] of names.rules) {
    if (on) followRule(search, rule, { source, purpose, bindings: new Map() });
  }
  return { directives: search.directives, problems: search.problems };
}

function addToken(search: Search, source: 'info' | 'advice', { token }: ReceivedToken): void {
  const bindings = bindCondition(search, token.condition, new Map());
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

function followRule(search: Search, rule: ClangRule, origin: Origin): void {
  if (search.following.has(rule)) return;
  if (search.budget-- <= 0) {
    report(search, 'too-complex', 'the rules are too complex to evaluate');
    return;
  }
  search.following.add(rule);
  if (rule.kind === 'ref') {
    followIds(search, rule.ids, origin);
  } else {
    const bindings = bindCondition(search, rule.condition, origin.bindings);
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

/** Returns the bindings with which a condition is true, or null if it is false. */
function bindCondition(search: Search, condition: Condition, bindings: Bindings): Bindings | null {
  const result = evaluateCondition(condition, search.context, bindings);
  for (const { code, message } of result.problems) report(search, code, message);
  return result.value ? result.bindings : null;
}

function report({ problems }: Search, code: EvaluationProblem['code'], message: string): void {
  if (!problems.some((known) => known.message === message)) problems.push({ code, message });
}
