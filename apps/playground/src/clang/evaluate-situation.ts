import type { Message } from '@rcss/clang';
import {
  addMessage,
  EMPTY_PLAYBOOK,
  type EvaluationContext,
  evaluateCondition,
  findActiveDirectives,
  listUnitNumbers,
  type NamedRule,
  type Playbook,
} from '@rcss/clang/evaluate';
import { type ClangRule, type Condition, printCondition, printDirective } from '@rcss/clang/tree';
import type { Situation } from './situation.js';

/** A condition of a rule or a token, and whether it holds. */
export interface ConditionReport {
  /** Name of the rule; `info` or `advice` for a token. */
  readonly source: string;
  /** How deep the condition is in its rule; 0 is the outermost. */
  readonly depth: number;
  /** Whether the rule is on; tokens are always on. */
  readonly isOn: boolean;
  /** The condition as text; for a rule that refers to others, those. */
  readonly text: string;
  /** null: there is no condition. */
  readonly holds: boolean | null;
}

/** A directive that applies in the situation. */
export interface DirectiveReport {
  readonly source: string;
  /** `direc` orders, `model` describes what players do. */
  readonly purpose: 'model' | 'direc';
  readonly text: string;
  /** Whether it is for the own team or the opponents. */
  readonly team: 'our' | 'opp';
  /** Numbers of the players, ascending. */
  readonly unums: readonly number[];
  /** Values of variables: `X: 7, 9`. */
  readonly variables: readonly string[];
}

/** What messages mean in a situation. */
export interface SituationReport {
  readonly conditions: readonly ConditionReport[];
  readonly directives: readonly DirectiveReport[];
  /** Parts that could not be evaluated. */
  readonly problems: readonly string[];
}

/** Evaluates messages of a coach for a situation, as a player that has received all of them does. */
export function evaluateSituation(messages: readonly Message[], { world, us }: Situation): SituationReport {
  let playbook = EMPTY_PLAYBOOK;
  for (const message of messages) playbook = addMessage(playbook, message, world.time);
  const context: EvaluationContext = { world, us, names: playbook.names };
  const problems = new Set<string>();
  const holds = (condition: Condition): boolean => {
    const result = evaluateCondition(condition, context);
    for (const { message } of result.problems) problems.add(message);
    return result.value;
  };
  const conditions = [...listTokens(playbook, holds), ...listRules(playbook, holds)];
  const active = findActiveDirectives(playbook, context);
  for (const { message } of active.problems) problems.add(message);
  return {
    conditions,
    directives: active.directives.map(({ source, purpose, directive, bindings }) => ({
      source,
      purpose,
      text: printDirective(directive),
      team: directive.team,
      unums: listUnitNumbers(directive.units, bindings),
      variables: [...bindings].map(
        ([name, unums]) => `${name}: ${[...unums].sort((a, b) => a - b).join(', ')}`,
      ),
    })),
    problems: [...problems],
  };
}

type Holds = (condition: Condition) => boolean;

function listTokens(playbook: Playbook, holds: Holds): ConditionReport[] {
  return (['info', 'advice'] as const).flatMap((source) =>
    playbook[source].map(({ token: { condition } }) => ({
      source,
      depth: 0,
      isOn: true,
      text: printCondition(condition),
      holds: holds(condition),
    })),
  );
}

function listRules({ names }: Playbook, holds: Holds): ConditionReport[] {
  return [...names.rules].flatMap(([source, rule]) => listRule(source, rule, rule.rule, 0, holds));
}

function listRule(
  source: string,
  named: NamedRule,
  rule: ClangRule,
  depth: number,
  holds: Holds,
): ConditionReport[] {
  const row = { source, depth, isOn: named.on };
  if (rule.kind === 'ref') {
    const { ids } = rule;
    return [{ ...row, text: ids.kind === 'all' ? 'all rules' : `rules ${ids.ids.join(', ')}`, holds: null }];
  }
  const own = { ...row, text: printCondition(rule.condition), holds: holds(rule.condition) };
  if (rule.kind === 'simple') return [own];
  return [own, ...rule.rules.flatMap((inner) => listRule(source, named, inner, depth + 1, holds))];
}
