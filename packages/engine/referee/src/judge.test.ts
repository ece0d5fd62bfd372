import { describe, expect, it } from 'vitest';
import { createFrameOf } from '../test/frames.js';
import { createTestMatch, kick, mode, moveBall, place, step, type TestMatch } from '../test/harness.js';
import { judgeMatch, type RecordedEvent, type RecordedStep } from './judge.js';

/** Records a match. `script` holds the kicks before each step, with the acceleration given to the ball. */
function record(m: TestMatch, n: number, script: Record<number, () => RecordedEvent[]>): RecordedStep[] {
  const steps: RecordedStep[] = [{ frame: createFrameOf(m) }];
  m.calls.length = 0;
  for (let k = 0; k < n; k++) {
    const events = script[k]?.() ?? [];
    step(m);
    steps.push({ frame: createFrameOf(m), events });
  }
  return steps;
}

/** Kicks in the match and returns the event that a recorder would write. */
function noted(m: TestMatch, who: string, power: number): RecordedEvent[] {
  const { accel } = m.world.ball;
  const before = { x: accel.x, y: accel.y };
  const event = { ax: 0, ay: 0 };
  const calls = m.calls.length;
  const placed = { ...m.world.ball.pos };
  kick(m, who, power);
  // If a call placed the ball, its acceleration is zero again. The judge then needs only the strength of the kick.
  if (m.calls.length > calls && placed.x !== m.world.ball.pos.x) event.ax = 1;
  else {
    event.ax = accel.x - before.x;
    event.ay = accel.y - before.y;
  }
  const index = m.world.players.findIndex((p) => `${p.side}${p.unum}` === who);
  return [{ type: 'kick', player: index, ...event }];
}

describe('judge', () => {
  it('makes the same calls as the referee of a match for kick-in, drop ball, goal and kickoff', () => {
    const m = createTestMatch({ server: { drop_ball_time: 20 } });
    mode(m, 'play_on');
    moveBall(m, 10, 30);
    place(m, 'l1', 10, 29.5, 90);
    const record1 = record(m, 40, { 1: () => noted(m, 'l1', 60) });
    expect(judgeMatch(record1, { params: m.params }).map((r) => `${r.time} ${r.text}`)).toEqual(m.calls);
    expect(m.calls).toEqual(['4 kick_in_r', '24 drop_ball', '24 play_on']);

    const goal = createTestMatch();
    mode(goal, 'play_on');
    moveBall(goal, 50, 0, 2, 0);
    const record2 = record(goal, 56, {});
    expect(judgeMatch(record2, { params: goal.params }).map((r) => `${r.time} ${r.text}`)).toEqual(
      goal.calls,
    );
    expect(goal.calls).toEqual(['2 goal_l_1', '2 kick_off_r']);
  });

  it('calls offside in the step in which it occurred', () => {
    const m = createTestMatch();
    mode(m, 'play_on');
    place(m, 'l1', -0.5, 0, 0);
    place(m, 'r1', 50, 0, 180);
    place(m, 'r2', 2, 10, 180);
    place(m, 'l2', 3.2, 0, 180);
    const steps = record(m, 34, { 1: () => noted(m, 'l1', 40), 3: () => noted(m, 'l2', 50) });
    expect(m.calls).toEqual(['3 offside_l', '3 free_kick_r']);
    expect(judgeMatch(steps, { params: m.params })).toEqual([
      { step: 4, time: 3, text: 'offside_l' },
      { step: 34, time: 3, text: 'free_kick_r' },
    ]);
  });

  it('reports calls that the record lacks, and continues with the state of the record', () => {
    const m = createTestMatch({ server: { coach: true } });
    mode(m, 'play_on');
    moveBall(m, 10, 33, 0, 1);
    const steps = record(m, 5, {});
    const params = createTestMatch().params;
    expect(judgeMatch(steps, { params })[0]).toEqual({ step: 2, time: 2, text: 'drop_ball' });
    expect(m.calls).toEqual([]);
    expect(judgeMatch([], { params })).toEqual([]);
  });
});
