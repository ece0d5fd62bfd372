import { describe, expect, it } from 'vitest';
import { evaluateSituation } from './evaluate-situation.js';
import { inspectClang } from './inspect-clang.js';
import { FIRST_SITUATION, movePiece, type Situation } from './situation.js';

const evaluate = (text: string, situation: Situation = FIRST_SITUATION) => {
  const { problems, messages } = inspectClang(text);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return evaluateSituation(messages, situation);
};

const PRESS = `(say (define (definerule Press direc
  ((and (time > 20) (bowner our {7 11})) (do our {10 11} (mark {1}))))))`;

describe('messages of a coach in a situation', () => {
  it('a rule that is off has a condition that holds, and no directive', () => {
    const { conditions, directives } = evaluate(PRESS);
    expect(conditions).toEqual([
      {
        source: 'Press',
        depth: 0,
        isOn: false,
        text: '(and (time > 20) (bowner our {7 11}))',
        holds: true,
      },
    ]);
    expect(directives).toEqual([]);
  });

  it('a rule that is on gives directives to its players while its condition holds', () => {
    const text = `${PRESS}(say (rule (on Press)))`;
    expect(evaluate(text).directives).toEqual([
      {
        source: 'Press',
        purpose: 'direc',
        text: '(do our {10 11} (mark {1}))',
        team: 'our',
        unums: [10, 11],
        variables: [],
      },
    ]);
    // An opponent gets the ball.
    const ball = { x: 3, y: 0 };
    const situation = { us: 'l', world: movePiece(FIRST_SITUATION.world, 'ball', ball) } as const;
    const { conditions, directives } = evaluate(text, situation);
    expect(conditions[0]).toMatchObject({ isOn: true, holds: false });
    expect(directives).toEqual([]);
  });

  it('the own team decides what "our" means', () => {
    const text = '(say (info (100 (bowner our {0}) (do our {1} (hold)))))';
    expect(evaluate(text).directives).toMatchObject([{ source: 'info', purpose: 'model', unums: [1] }]);
    expect(evaluate(text, { ...FIRST_SITUATION, us: 'r' }).directives).toEqual([]);
  });

  it('variables stand for the players with which the condition holds', () => {
    const text = `(say (define (definerule Near direc
      ((ppos our {X} 1 11 (arc (pt 0 0) 0 10 0 360)) (do our {X} (pos (pt ball)))))))(say (rule (on Near)))`;
    expect(evaluate(text).directives).toMatchObject([{ unums: [11], variables: ['X: 11'] }]);
  });

  it('conditions of nested rules are shown with their depth, and references without a condition', () => {
    const text = `(say (define (definerule A direc ((true) ((playm play_on) (do our {2} (hold)))))
      (definerule B direc (A))))(say (rule (on B)))`;
    const { conditions, directives } = evaluate(text);
    expect(conditions.map(({ source, depth, text: shown, holds }) => [source, depth, shown, holds])).toEqual([
      ['A', 0, '(true)', true],
      ['A', 1, '(playm play_on)', true],
      ['B', 0, 'rules A', null],
    ]);
    expect(directives).toMatchObject([{ source: 'B', unums: [2] }]);
  });

  it('names that are not defined are problems', () => {
    const text = '(say (define (definerule A direc ((true) "none"))))(say (rule (on A)))';
    expect(evaluate(text).problems).toEqual(['the directive "none" is not defined']);
  });
});

describe('a situation', () => {
  const { world } = FIRST_SITUATION;

  it('a piece stays in the shown area, in steps of 0.1 m', () => {
    const moved = movePiece(world, { side: 'r', unum: 4 }, { x: 99, y: -1.2345 });
    expect(moved.players.find(({ side, unum }) => side === 'r' && unum === 4)).toMatchObject({
      x: 57.5,
      y: -1.2,
    });
  });

  it('the owner of the ball is the nearest player that can kick it, and stays the owner when the ball moves away', () => {
    const passed = movePiece(world, 'ball', { x: -15.5, y: 12 });
    expect(passed.ballOwner).toEqual({ side: 'l', unum: 8 });
    expect(movePiece(passed, 'ball', { x: 20, y: 30 }).ballOwner).toEqual({ side: 'l', unum: 8 });
    expect(movePiece(passed, { side: 'r', unum: 9 }, { x: -15.4, y: 12 }).ballOwner).toEqual({
      side: 'r',
      unum: 9,
    });
  });
});
