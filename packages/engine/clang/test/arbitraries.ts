import fc from 'fast-check';
import type {
  ClangAction,
  ClangPoint,
  ClangRule,
  Condition,
  Definition,
  Directive,
  Move,
  Region,
  RuleIds,
  Switch,
  Token,
  Unit,
  UnitName,
} from '../src/entries/tree.js';
import type { Message } from '../src/index.js';
import { KEYWORD_OF } from '../src/tree/tokens.js';

const letters = (set: string): fc.Arbitrary<string> => fc.constantFrom(...set);
const ALNUM = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_';
const FIRST = 'abefghijklmnoqrtuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_';

const text = (most: number): fc.Arbitrary<string> =>
  fc.string({ unit: letters(`${ALNUM}().+-*/?<> `), minLength: 1, maxLength: most });

const variable: fc.Arbitrary<string> = fc
  .tuple(letters(FIRST), fc.string({ unit: letters(ALNUM), maxLength: 7 }))
  .map(([first, rest]) => first + rest)
  .filter((word) => !KEYWORD_OF.has(word));

const int: fc.Arbitrary<number> = fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer());
const number: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: -60, max: 60 }),
  fc.integer({ min: -6000, max: 6000 }).map((n) => n / 100),
  fc.double({ noNaN: true }),
);
const team = fc.constantFrom('our' as const, 'opp' as const);

const unit = (most: number): fc.Arbitrary<Unit> =>
  fc.oneof(
    int.map((value): Unit => ({ kind: 'number', value })),
    variable.map((name): Unit => ({ kind: 'variable', name })),
    text(most).map((name): Unit => ({ kind: 'string', name })),
  );
const unitName = unit(6).filter((one): one is UnitName => one.kind !== 'number');
const units = fc.array(unit(8), { minLength: 1, maxLength: 4 });
const some = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(one, { minLength: 1, maxLength: 3 });
const named = (most: number): fc.Arbitrary<{ kind: 'named'; name: string }> =>
  text(most).map((name) => ({ kind: 'named', name }));

const { point } = fc.letrec<{ point: ClangPoint }>((tie) => ({
  point: fc.oneof(
    { maxDepth: 4 },
    fc.record({ kind: fc.constant('abs' as const), x: number, y: number }),
    fc.constant<ClangPoint>({ kind: 'ball' }),
    fc.record({ kind: fc.constant('player' as const), team, unit: unit(6) }),
    fc.record({ kind: fc.constant('rel' as const), x: number, y: number, base: tie('point') }),
    fc.record({
      kind: fc.constant('arith' as const),
      left: tie('point'),
      op: fc.constantFrom('+' as const, '-' as const, '*' as const, '/' as const),
      right: tie('point'),
    }),
  ),
}));

/** Any region that can be said. */
export const region: fc.Arbitrary<Region> = fc.letrec<{ region: Region }>((tie) => ({
  region: fc.oneof(
    { maxDepth: 3 },
    fc.constant<Region>({ kind: 'null' }),
    named(8),
    point.map((one): Region => ({ kind: 'at', point: one })),
    fc.record({ kind: fc.constant('quad' as const), points: fc.tuple(point, point, point, point) }),
    fc.record({ kind: fc.constant('tri' as const), points: fc.tuple(point, point, point) }),
    fc.record({ kind: fc.constant('rec' as const), points: fc.tuple(point, point) }),
    fc.record({
      kind: fc.constant('arc' as const),
      center: point,
      innerRadius: number,
      outerRadius: number,
      startAngle: number,
      spanAngle: number,
    }),
    fc.record({ kind: fc.constant('union' as const), regions: some(tie('region')) }),
  ),
})).region;

/** Any condition that can be said. */
export const condition: fc.Arbitrary<Condition> = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3 },
    fc.record({ kind: fc.constant('bool' as const), value: fc.boolean() }),
    named(6),
    fc.record({ kind: fc.constant('ppos' as const), team, units, min: int, max: int, region }),
    fc.record({ kind: fc.constant('bpos' as const), region }),
    fc.record({ kind: fc.constant('bowner' as const), team, units }),
    fc.record({
      kind: fc.constant('playm' as const),
      mode: fc.constantFrom('bko' as const, 'play_on' as const, 'ag_opp' as const),
    }),
    fc.record({
      kind: fc.constant('compare' as const),
      quantity: fc.constantFrom(
        'time' as const,
        'opp_goals' as const,
        'our_goals' as const,
        'goal_diff' as const,
      ),
      op: fc.constantFrom(
        '<' as const,
        '<=' as const,
        '==' as const,
        '!=' as const,
        '>=' as const,
        '>' as const,
      ),
      value: int,
    }),
    fc.record({ kind: fc.constant('unum' as const), variable: unitName, units }),
    fc.record({ kind: fc.constantFrom('and' as const, 'or' as const), conditions: some(tie('condition')) }),
    fc.record({ kind: fc.constant('not' as const), condition: tie('condition') }),
  ),
})).condition;

const action: fc.Arbitrary<ClangAction> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('pos', 'home', 'oline', 'dribble', 'clear', 'marklRegion', 'passRegion'),
    region,
  }) as fc.Arbitrary<ClangAction>,
  fc.record({
    kind: fc.constantFrom('mark', 'tackle', 'marklUnits', 'passUnits', 'btoUnits'),
    units,
  }) as fc.Arbitrary<ClangAction>,
  fc.record({
    kind: fc.constant('btoRegion' as const),
    region,
    moves: fc.subarray<Move>(['p', 'd', 'c', 's'], { minLength: 1 }),
  }),
  fc.record({ kind: fc.constant('htype' as const), value: int }),
  fc.constantFrom<ClangAction>({ kind: 'shoot' }, { kind: 'hold' }, { kind: 'intercept' }),
  named(8),
);

const directive: fc.Arbitrary<Directive> = fc.oneof(
  named(8),
  fc.record({
    kind: fc.constant('command' as const),
    positive: fc.boolean(),
    team,
    units,
    actions: some(action),
  }),
);

const ids: fc.Arbitrary<RuleIds> = fc.oneof(
  fc.constant<RuleIds>({ kind: 'all' }),
  some(variable).map((list): RuleIds => ({ kind: 'ids', ids: list })),
);

const rule: fc.Arbitrary<ClangRule> = fc.letrec<{ rule: ClangRule }>((tie) => ({
  rule: fc.oneof(
    { maxDepth: 3 },
    ids.map((list): ClangRule => ({ kind: 'ref', ids: list })),
    fc.record({ kind: fc.constant('simple' as const), condition, directives: some(directive) }),
    fc.record({ kind: fc.constant('nested' as const), condition, rules: some(tie('rule')) }),
  ),
})).rule;

const definition: fc.Arbitrary<Definition> = fc.oneof(
  fc.record({ kind: fc.constant('definec' as const), name: text(8), condition }),
  fc.record({ kind: fc.constant('defined' as const), name: text(8), directive }),
  fc.record({ kind: fc.constant('definer' as const), name: text(8), region }),
  fc.record({ kind: fc.constant('definea' as const), name: text(8), action }),
  fc.record({
    kind: fc.constant('definerule' as const),
    name: variable,
    purpose: fc.constantFrom('model' as const, 'direc' as const),
    rule,
  }),
);

const token: fc.Arbitrary<Token> = fc.oneof(
  fc.constant<Token>({ kind: 'clear' }),
  fc.record({ kind: fc.constant('timed' as const), ttl: int, condition, directives: some(directive) }),
);

const ruleSwitch: fc.Arbitrary<Switch> = fc.record({
  kind: fc.constant('switch' as const),
  on: fc.boolean(),
  ids,
});

/** Any message that can be said and does not reach the nesting limit. */
export const message: fc.Arbitrary<Message> = fc.oneof(
  fc.record({ kind: fc.constant('meta' as const), versions: some(number) }),
  fc.record({ kind: fc.constant('freeform' as const), text: text(128) }),
  fc.constant<Message>({ kind: 'unsupported' }),
  fc.record({ kind: fc.constantFrom('info' as const, 'advice' as const), tokens: some(token) }),
  fc.record({ kind: fc.constant('define' as const), definitions: some(definition) }),
  fc.record({ kind: fc.constant('rule' as const), switches: some(ruleSwitch) }),
  fc.record({ kind: fc.constant('delete' as const), ids }),
);
