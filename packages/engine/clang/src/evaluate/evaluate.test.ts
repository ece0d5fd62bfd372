import { describe, expect, it } from 'vitest';
import {
  addMessage,
  applyMessage,
  type ClangWorld,
  type ConditionResult,
  contains,
  EMPTY_PLAYBOOK,
  type EvaluationContext,
  evaluateCondition,
  findActiveDirectives,
  listUnitNumbers,
  locate,
  NO_NAMES,
  type Playbook,
  toPlayModeWord,
} from '../entries/evaluate.js';
import type { Region } from '../entries/tree.js';
import { flip } from '../entries/tree.js';
import { type Message, parseMessage } from '../index.js';

const WORLD: ClangWorld = {
  time: 100,
  playMode: 'free_kick_l',
  score: { l: 2, r: 1 },
  ball: { x: 10, y: -4 },
  ballOwner: { side: 'l', unum: 7 },
  players: [
    { side: 'l', unum: 7, x: 2, y: 1 },
    { side: 'l', unum: 9, x: 20, y: 0 },
    { side: 'l', unum: 10, x: 25, y: 5 },
    { side: 'r', unum: 3, x: -10, y: 20 },
  ],
};
const LEFT: EvaluationContext = { world: WORLD, us: 'l' };

function parsed(text: string): Message {
  const message = parseMessage(text);
  if (!message.ok) throw new Error(`${text}: ${message.error.message}`);
  return message.value;
}
function regionOf(text: string): Region {
  const message = parsed(`(define (definer "R" ${text}))`);
  if (message.kind !== 'define' || message.definitions[0]?.kind !== 'definer') throw new Error(text);
  return message.definitions[0].region;
}
function test(text: string, context: EvaluationContext = LEFT): ConditionResult {
  const message = parsed(`(define (definec "C" ${text}))`);
  if (message.kind !== 'define' || message.definitions[0]?.kind !== 'definec') throw new Error(text);
  return evaluateCondition(message.definitions[0].condition, context);
}
const isIn = (text: string, x: number, y: number, context: EvaluationContext = LEFT): boolean =>
  contains(regionOf(text), { x, y }, context);
function at(text: string, context: EvaluationContext = LEFT): unknown {
  const region = regionOf(text);
  return region.kind === 'at' && locate(region.point, context);
}

describe('points (spec 08 §9.7)', () => {
  it('the worked examples', () => {
    expect(at('((pt ball) + (pt 3 4) * (pt 2 2))')).toEqual({ x: 16, y: 4 });
    expect(at('(pt 3 -4 (pt ball))')).toEqual({ x: 13, y: -8 });
    expect(at('(((pt 9 9) - (pt our 7)) - (pt 1 1))')).toEqual({ x: 6, y: 7 });
    expect(at('((pt 9 9) / (pt 3 -3))')).toEqual({ x: 3, y: -3 });
    expect(at('(pt opp 3)')).toEqual({ x: -10, y: 20 });
    expect(at('(pt opp 4)')).toBeNull();
    expect(at('(pt opp X)')).toBeNull();
  });
});

describe('regions (spec 08 §9.8)', () => {
  it('the worked examples', () => {
    expect(isIn('(arc (pt 0 0) 5 10 0 180)', 0, 7)).toBe(true);
    expect(isIn('(arc (pt 0 0) 5 10 0 180)', 0, -7)).toBe(false);
    expect(isIn('(arc (pt 0 0) 5 10 0 180)', 3, 0)).toBe(false);
    expect(isIn('(rec (pt -52.5 -34) (pt 0 34))', -10, 20)).toBe(true);
    expect(isIn('(rec (pt -52.5 -34) (pt 0 34))', 1, 0)).toBe(false);
  });

  it('arcs with negative and full spans, starting anywhere', () => {
    expect(isIn('(arc (pt 0 0) 0 10 0 -90)', 1, -1)).toBe(true);
    expect(isIn('(arc (pt 0 0) 0 10 0 -90)', 1, 0)).toBe(true);
    expect(isIn('(arc (pt 0 0) 0 10 0 -90)', 1, 1)).toBe(false);
    expect(isIn('(arc (pt 0 0) 0 10 500 -400)', -1, -1)).toBe(true);
    expect(isIn('(arc (pt 0 0) 0 10 -45 90)', 1, 0.5)).toBe(true);
    expect(isIn('(arc (pt 0 0) 0 10 350 20)', 1, 0)).toBe(true);
    expect(isIn('(arc (pt 5 5) 0 1 0 360)', 5, 4)).toBe(true);
  });

  it('triangles, quads, unions, points', () => {
    expect(isIn('(tri (pt 0 0) (pt 4 0) (pt 0 4))', 1, 1)).toBe(true);
    expect(isIn('(tri (pt 0 0) (pt 4 0) (pt 0 4))', 2, 2)).toBe(true);
    expect(isIn('(tri (pt 0 0) (pt 4 0) (pt 0 4))', 2.1, 2)).toBe(false);
    expect(isIn('(quad (pt 0 0) (pt 4 0) (pt 4 4) (pt 0 4))', 0, 2)).toBe(true);
    expect(isIn('(quad (pt 0 0) (pt 4 0) (pt 1 1) (pt 0 4))', 3, 3)).toBe(false);
    expect(isIn('(reg (null) (rec (pt 0 0) (pt 1 1)) (pt 9 9))', 9, 9)).toBe(true);
    expect(isIn('(reg (null) (rec (pt 0 0) (pt 1 1)))', 2, 2)).toBe(false);
    expect(isIn('(null)', 0, 0)).toBe(false);
  });
});

describe('conditions (spec 08 §9.4)', () => {
  it.each([
    ['(true)', true],
    ['(false)', false],
    ['(ppos our {0} 2 2 (rec (pt 15 -10) (pt 30 10)))', true],
    ['(ppos our {9} 2 2 (rec (pt 15 -10) (pt 30 10)))', false],
    ['(ppos opp {0} 1 11 (pt 0 0))', false],
    ['(bpos (arc (pt 10 0) 0 5 0 360))', true],
    ['(bpos (null))', false],
    ['(bowner our {7})', true],
    ['(bowner our {0})', true],
    ['(bowner our {8})', false],
    ['(bowner opp {7})', false],
    ['(playm fk_our)', true],
    ['(playm fk_opp)', false],
    ['(and (true) (not (false)))', true],
    ['(or (false) (time == 100))', true],
    ['(goal_diff == 1)', true],
    ['(our_goals > 2)', false],
    ['(2 > opp_goals)', true],
    ['(time != 100)', false],
    ['(unum X {3})', true],
  ])('%s: %s', (text, value) => {
    expect(test(text)).toMatchObject({ value, problems: [] });
  });

  it('in the frame of the right team', () => {
    const right: EvaluationContext = { world: WORLD, us: 'r' };
    expect(test('(playm fk_opp)', right).value).toBe(true);
    expect(test('(goal_diff == -1)', right).value).toBe(true);
    expect(test('(bowner opp {7})', right).value).toBe(true);
    expect(test('(bpos (rec (pt -11 3) (pt -9 5)))', right).value).toBe(true);
    expect(test('(bpos (rec (pt 11 -3) (pt 9 -5)))', { ...right, turned: false }).value).toBe(true);
  });

  it('play modes', () => {
    expect(toPlayModeWord('before_kick_off', 'l')).toBe('bko');
    expect(toPlayModeWord('goal_r', 'l')).toBe('ag_opp');
    expect(toPlayModeWord('free_kick_r', 'r', true)).toBe('gc_our');
    expect(toPlayModeWord('kick_in_l', 'r')).toBe('ki_opp');
    expect(toPlayModeWord('drop_ball', 'l')).toBeNull();
    expect(toPlayModeWord('constructor', 'l')).toBeNull();
  });

  it('unknown and circular names count as false and are reported', () => {
    expect(test('(or "A" (true))')).toMatchObject({ value: true, problems: [{ code: 'unknown-name' }] });
    const names = applyMessage(
      NO_NAMES,
      parsed('(define (definec "A" (not "B")) (definec "B" "A") (definer "R" "R"))'),
    );
    expect(test('"A"', { ...LEFT, names }).problems).toMatchObject([{ code: 'circular' }]);
    expect(test('(bpos "R")', { ...LEFT, names })).toMatchObject({
      value: false,
      problems: [{ code: 'circular' }],
    });
  });

  it('names that expand exponentially are reported, and evaluation ends', () => {
    const levels = Array.from(
      { length: 60 },
      (_, i) => `(definec "c${i}" (and "c${i + 1}" "c${i + 1}"))`,
    ).join(' ');
    const names = applyMessage(NO_NAMES, parsed(`(define ${levels} (definec "c60" (true)))`));
    expect(test('"c0"', { ...LEFT, names }).problems).toMatchObject([{ code: 'too-complex' }]);
  });
});

describe('variables (spec 08 §9.5)', () => {
  it('are bound by ppos, bowner and unum, and narrowed from left to right', () => {
    const { value, bindings } = test(
      '(and (ppos our {X} 1 11 (rec (pt 15 -10) (pt 30 10))) (unum X {10 11}))',
    );
    expect(value).toBe(true);
    expect([...bindings.get('X')!]).toEqual([10]);
    expect(test('(and (bowner our {X}) (unum X {8 9}))').value).toBe(false);
    expect([...test('(and (bowner our {X}) (ppos our {X} 1 1 (pt 2 1)))').bindings.get('X')!]).toEqual([7]);
    expect(
      listUnitNumbers(
        [
          { kind: 'variable', name: 'X' },
          { kind: 'number', value: 3 },
        ],
        bindings,
      ),
    ).toEqual([3, 10]);
    expect(listUnitNumbers([{ kind: 'number', value: 0 }])).toHaveLength(11);
  });

  it('without a value are reported', () => {
    expect(test('(bpos (pt our X))')).toMatchObject({
      value: false,
      problems: [{ code: 'unbound-variable' }],
    });
  });
});

describe('messages over time (spec 08 §9.1, §9.2)', () => {
  const hear = (playbook: Playbook, text: string, time = 100): Playbook =>
    addMessage(playbook, parsed(text), time);
  const now = (playbook: Playbook, world: Partial<ClangWorld> = {}): string[] =>
    findActiveDirectives(playbook, { world: { ...WORLD, ...world }, us: 'l' }).directives.map(
      ({ source, purpose, directive }) => `${source} ${purpose} ${directive.actions[0]!.kind}`,
    );

  it('tokens hold for their time to live, and can be cleared', () => {
    let playbook = hear(EMPTY_PLAYBOOK, '(advice (10 (true) (do our {1} (hold))))', 95);
    playbook = hear(playbook, '(info (0 (true) (do opp {1} (shoot))))', 100);
    expect(now(playbook)).toEqual(['info model shoot', 'advice direc hold']);
    expect(now(playbook, { time: 105 })).toEqual(['advice direc hold']);
    expect(now(playbook, { time: 106 })).toEqual([]);
    expect(now(hear(playbook, '(advice (clear))'))).toEqual(['info model shoot']);
  });

  it('rules are off until switched on; nested conditions join; names stand for directives', () => {
    let playbook = hear(
      EMPTY_PLAYBOOK,
      `(define (defined "D" (do our {7} (intercept)))
       (definerule r1 direc ((bowner our {X}) ((time > 50) "D" (do our {X} (shoot))) ((time > 500) "D")))
       (definerule r2 model ((true) r1 r2)) (definerule r3 direc r9))`,
    );
    expect(now(playbook)).toEqual([]);
    playbook = hear(playbook, '(rule (on all) (off (r1 r3)))');
    expect(now(playbook)).toEqual(['r2 model intercept', 'r2 model shoot']);
    expect(findActiveDirectives(hear(playbook, '(rule (on r3))'), LEFT).problems).toMatchObject([
      { code: 'unknown-name' },
    ]);
    expect(now(hear(playbook, '(delete r1)'))).toEqual([]);
    expect(now(hear(playbook, '(delete all)'))).toEqual([]);
  });
});

it('a flipped message means the same to the right team (spec 08 §10)', () => {
  for (const text of [
    '(pt 10 -4)',
    '(pt ball)',
    '(pt 1 2 (pt ball))',
    '((pt ball) + (pt 3 4) * (pt 2 2))',
    '((pt 2 2) * (pt ball))',
    '((pt ball) * (pt our 3))',
    '((pt 100 100) / (pt ball) - (pt 1 1))',
    '((pt ball) * (pt our 3) / (pt 2 4))',
  ]) {
    const own = at(text, { ...LEFT, us: 'r', turned: false }) as { x: number; y: number };
    const flipped = flip(parsed(`(define (definer "R" ${text}))`));
    if (flipped.kind !== 'define' || flipped.definitions[0]?.kind !== 'definer') throw new Error(text);
    const region = flipped.definitions[0].region;
    if (region.kind !== 'at') throw new Error(text);
    const seen = locate(region.point, { ...LEFT, us: 'r' })!;
    expect(seen.x).toBeCloseTo(-own.x, 9);
    expect(seen.y).toBeCloseTo(-own.y, 9);
  }
  const arc = regionOf('(arc (pt 0 0) 5 10 20 30)');
  const message: Message = { kind: 'define', definitions: [{ kind: 'definer', name: 'R', region: arc }] };
  expect(flip(message)).toMatchObject({
    definitions: [{ region: { startAngle: -160, spanAngle: 30 } }],
  });
});

it.each(['left', undefined])('us: %j is not a side', (us) => {
  const context = { world: WORLD, us } as unknown as EvaluationContext;
  const refusal = new RangeError(`us: ${JSON.stringify(us)} is not a side; "l" and "r" are allowed`);
  expect(() => test('(true)', context)).toThrow(refusal);
  expect(() => isIn('(null)', 0, 0, context)).toThrow(refusal);
  expect(() => findActiveDirectives(EMPTY_PLAYBOOK, context)).toThrow(refusal);
});
