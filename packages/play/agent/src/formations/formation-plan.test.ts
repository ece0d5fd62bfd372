import { describe, expect, it } from 'vitest';
import type { FormationDocument } from './formation-document.js';
import { createFormationChooser, type FormationSituation, readFormationPlan } from './formation-plan.js';

/** A formation of two players whose second one stands at `x`. */
const at = (x: number): FormationDocument => ({
  format: 'rcss-formation-1',
  method: 'fixed',
  roles: [
    { name: 'Goalie', line: 'goalie' },
    { name: 'Back', line: 'defense' },
  ],
  samples: [
    {
      ball: { x: 0, y: 0 },
      players: [
        { x: -50, y: 0 },
        { x, y: 0 },
      ],
    },
  ],
});

const plan = {
  format: 'rcss-formations-1',
  formations: { normal: at(-10), attack: at(20), defense: at(-30), corner: at(40), late: at(30) },
  rules: [
    { formation: 'corner', modes: ['own corner_kick', 'own kick_in'] },
    { formation: 'normal', modes: ['drop_ball', 'goal_kick'] },
    { formation: 'late', lead: { max: -1 }, time: { min: 5000 } },
    { formation: 'attack', ball: 'own', lead: { max: 2 } },
    { formation: 'defense', ball: 'opponent' },
  ],
  otherwise: 'normal',
};

interface Given {
  readonly kind?: string;
  readonly isOwn?: boolean | null;
  readonly lead?: number;
  readonly time?: number;
  readonly own?: number;
}

function situation({
  kind = 'play_on',
  isOwn = null,
  lead = 0,
  time = 100,
  own = 5,
}: Given): FormationSituation {
  return {
    world: { mode: { kind, isOwn }, goalsFor: 3 + lead, goalsAgainst: 3, time },
    race: { own: { cycles: 30 }, mate: { cycles: own }, opponent: { cycles: 8 } },
  };
}

describe('formations by situation', () => {
  const choose = createFormationChooser(readFormationPlan(JSON.parse(JSON.stringify(plan))));
  it.each<[string, Given, number]>([
    ['an own set play', { kind: 'corner_kick', isOwn: true }, 40],
    [
      'the same set play of the opponents, who get the ball',
      { kind: 'corner_kick', isOwn: false, own: 20 },
      -30,
    ],
    ['a mode that is named for both sides', { kind: 'goal_kick', isOwn: false }, -10],
    ['a mode without a side', { kind: 'drop_ball' }, -10],
    ['one goal down and late, before the ball counts', { lead: -1, time: 5000, own: 20 }, 30],
    ['one goal down but early, with the ball', { lead: -1, time: 4999 }, 20],
    ['the ball at the opponents', { own: 9 }, -30],
    ['both at the ball at once: own', { own: 8 }, 20],
    ['no rule holds', { lead: 3 }, -10],
  ])('%s', (_, given, x) => {
    expect(choose(situation(given)).place(2, { x: 0, y: 0 }).x).toBe(x);
  });

  it.each<[string, (copy: Record<string, never>) => unknown]>([
    ['format: "x" is not "rcss-formations-1"', (copy) => ({ ...copy, format: 'x' })],
    ['otherwise: "none" is not one of normal, attack', (copy) => ({ ...copy, otherwise: 'none' })],
    [
      'formations.normal.format: "x" is not "rcss-formation-1"',
      (copy) => ({ ...copy, formations: { normal: { format: 'x' } } }),
    ],
    ['rules: null is not a list', (copy) => ({ ...copy, rules: null })],
    [
      'rules[0].formation: "toString" is not one of',
      (copy) => ({ ...copy, rules: [{ formation: 'toString' }] }),
    ],
    [
      'rules[0].modes[0]: "corner_kick_l" is not a play mode without its side',
      (copy) => ({ ...copy, rules: [{ formation: 'normal', modes: ['corner_kick_l'] }] }),
    ],
    [
      'rules[0].lead.min: "1" is not a number',
      (copy) => ({ ...copy, rules: [{ formation: 'normal', lead: { min: '1' } }] }),
    ],
    [
      'rules[0]: "mode" is not one of formation, modes',
      (copy) => ({ ...copy, rules: [{ formation: 'normal', mode: [] }] }),
    ],
    [
      'rules[0].ball: "ours" is not "own" or "opponent"',
      (copy) => ({ ...copy, rules: [{ formation: 'normal', ball: 'ours' }] }),
    ],
  ])('an error names place, value and what is allowed: %s', (message, change) => {
    expect(() => readFormationPlan(change(JSON.parse(JSON.stringify(plan))))).toThrow(message);
  });

  it('formations of different sizes are refused', () => {
    const one = at(0);
    const short = {
      ...one,
      roles: one.roles.slice(0, 1),
      samples: [{ ball: { x: 0, y: 0 }, players: [{ x: 0, y: 0 }] }],
    };
    expect(() => readFormationPlan({ ...plan, formations: { ...plan.formations, short } })).toThrow(
      'formations.short.roles: 1 is not 2, the number of roles of normal',
    );
  });
});
