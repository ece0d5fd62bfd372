import { createFrame, PlayerState } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import { findNextGoal, findPreviousGoal, type Mark, MarkFinder } from './marks.js';

describe('marks', () => {
  it('finds goals, cards and changes of the play mode from the frames alone (spec 11 §3.12)', () => {
    const finder = new MarkFinder();
    const frame = createFrame();
    const found: Mark[] = [];
    const show = (time: number): void => {
      frame.time = time;
      found.push(...finder.find(frame, time));
    };
    frame.playMode = 'play_on';
    frame.players[2]!.state = PlayerState.STAND | PlayerState.YELLOW_CARD;
    show(0);
    frame.right.score = 1;
    frame.playMode = 'goal_r';
    show(10);
    frame.playMode = 'offside_l';
    show(20);
    frame.players[13]!.state = PlayerState.RED_CARD;
    frame.playMode = 'time_over';
    show(30);
    expect(found.map((m) => [m.kind, m.side, m.unum, m.index])).toEqual([
      ['goal', 'r', 0, 10],
      ['offside', 'l', 0, 20],
      ['red_card', 'r', 3, 30],
      ['time_over', '', 0, 30],
    ]);
    expect(found[0]?.score).toEqual([0, 1]);
  });

  it('marks the end of a half once, with or without a stop, but not the kickoff after a goal', () => {
    const finder = new MarkFinder();
    const frame = createFrame();
    const found: number[] = [];
    const modes = [
      [0, 'before_kick_off'],
      [1, 'kick_off_l'],
      [5, 'play_on'],
      [10, 'goal_l'],
      [11, 'kick_off_r'],
      [20, 'play_on'],
      [30, 'kick_off_r'],
      [40, 'play_on'],
      [60, 'first_half_over'],
      [61, 'before_kick_off'],
      [62, 'kick_off_l'],
    ] as const;
    for (const [time, mode] of modes) {
      frame.time = time;
      frame.playMode = mode;
      for (const mark of finder.find(frame, time)) if (mark.kind === 'half') found.push(mark.time);
    }
    expect(found).toEqual([30, 60]);
  });

  it('shows goals from 50 frames before them (spec 11 §3.6)', () => {
    const goal = (index: number): Mark => ({
      index,
      time: index,
      kind: 'goal',
      side: 'l',
      unum: 0,
      score: [1, 0],
    });
    const marks = [goal(30), goal(200), goal(400)];
    expect([findNextGoal(marks, 0), findNextGoal(marks, 150), findNextGoal(marks, 350)]).toEqual([
      150, 350, -1,
    ]);
    expect([findPreviousGoal(marks, 450), findPreviousGoal(marks, 200), findPreviousGoal(marks, 30)]).toEqual(
      [350, 0, -1],
    );
  });
});
