import type { Side } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import {
  addPlayer,
  createTestField,
  createTestParams,
  formatVector,
  NO_NOISE,
  placeTestBall,
  runStep,
  type TestField,
} from '../test/field.js';
import { dash } from './dash.js';
import { type MoveOutcome, movePlayer } from './move-player.js';

function runMove(field: TestField, side: Side, x: number, y: number, warn?: () => void): MoveOutcome {
  const player = field.world.players[side === 'l' ? 0 : 11]!;
  return movePlayer(field, field.rng, player, x, y, warn);
}

function createScene(mode: Parameters<typeof createTestField>[1], of = createTestParams()): TestField {
  const field = createTestField(of, mode);
  addPlayer(field, 'l', 1);
  addPlayer(field, 'r', 1);
  return field;
}

describe('move (spec 05 §16)', () => {
  it('is mirrored for the right team (spec 05 §24.3)', () => {
    for (const mode of ['before_kick_off', 'goal_l', 'goal_r'] as const) {
      const field = createScene(mode);
      expect([runMove(field, 'l', -10, 5), runMove(field, 'r', -10, 5)]).toEqual(['ok', 'ok']);
      const [l, r] = [field.world.players[0]!, field.world.players[11]!];
      expect([l.pos, r.pos]).toEqual([
        { x: -10, y: 5 },
        { x: 10, y: -5 },
      ]);
      expect([l.moveCount, l.bodyUsed, l.leftLegUsed, l.rightLegUsed]).toEqual([1, true, true, true]);
    }
  });

  it('warns before kick-off from -0.3 on, and moves (spec 05 §24.43, spec 03 §13.35)', () => {
    const outcome = (
      x: number,
      mode: 'before_kick_off' | 'goal_l' = 'before_kick_off',
      of = createTestParams(),
    ) => {
      const field = createScene(mode, of);
      let warned = 'no';
      const result = runMove(field, 'r', x, 1, () => {
        warned = formatVector(field.world.players[11]!.pos.x);
      });
      return [result, warned, formatVector(field.world.players[11]!.pos.x)];
    };
    expect(outcome(-0.3)).toEqual(['warn_opponent_field', '3', '0.3']);
    expect(outcome(-0.31)).toEqual(['ok', 'no', '0.31']);
    expect(outcome(5, 'goal_l')).toEqual(['ok', 'no', '-5']);
    expect(outcome(5, 'before_kick_off', createTestParams({ forbid_kick_off_offside: false }))[0]).toBe('ok');
  });

  it('resolves collisions at once', () => {
    const field = createScene('before_kick_off');
    placeTestBall(field, 30, 30);
    runMove(field, 'l', -10, 0);
    runMove(field, 'r', 10, 0);
    expect(formatVector(field.world.players[0]!.pos.x ** 2 + field.world.players[0]!.pos.y ** 2)).not.toBe(
      '100',
    );
    const [l, r] = [field.world.players[0]!.pos, field.world.players[11]!.pos];
    expect(Math.hypot(l.x - r.x, l.y - r.y)).toBeCloseTo(0.6, 5);
  });

  it('does not use the body command where it is not allowed (spec 05 §9.1, §9.5, spec 03 §13.25)', () => {
    for (const mode of ['play_on', 'free_kick_l', 'kick_off_l', 'time_over', 'offside_l'] as const) {
      const field = createScene(mode);
      const player = field.world.players[0]!;
      expect([runMove(field, 'l', 0, 0), player.pos.y, player.moveCount, player.bodyUsed]).toEqual([
        'ignored',
        -37,
        0,
        false,
      ]);
    }
  });

  it('limits infinite places to 32767 m (spec 05 §9.6)', () => {
    const field = createScene('before_kick_off');
    runMove(field, 'l', Number.NEGATIVE_INFINITY, 3);
    expect(field.world.players[0]!.pos).toEqual({ x: -32767, y: 3 });
  });

  it('a goalie with the ball moves twice; the third is refused and uses the cycle (quirk Q15) (spec 05 §24.42, spec 03 §13.34)', () => {
    const field = createScene('free_kick_l');
    const goalie = field.world.players[0]!;
    field.world.catcher = 0;
    const outcomes: string[] = [];
    for (const y of [1, 2, 3]) {
      outcomes.push(runMove(field, 'l', -45, y));
      dash(field.params, goalie, 100, 0);
      runStep(field);
    }
    expect(outcomes).toEqual(['ok', 'ok', 'too_many_moves']);
    expect([goalie.pos, goalie.moveCount, goalie.dashCount]).toEqual([{ x: -45, y: 2 }, 3, 0]);
    expect(formatVector(field.ball.pos.x, field.ball.pos.y)).toBe('-44.615 2');
  });

  it('is not limited if goalie_max_moves is below 0; other players than the holder may not move', () => {
    const field = createScene('free_kick_r', createTestParams({ ...NO_NOISE, goalie_max_moves: -1 }));
    field.world.catcher = 11;
    const outcomes: string[] = [];
    for (let i = 0; i < 4; i++) {
      outcomes.push(runMove(field, 'r', -45, i), runMove(field, 'l', -45, i));
      runStep(field);
    }
    expect(new Set(outcomes)).toEqual(new Set(['ok', 'ignored']));
    expect(field.world.players[11]!.goalieMoves).toBe(4);
  });
});
