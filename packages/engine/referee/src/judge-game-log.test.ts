import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type JudgedLog, judgeLog, playModeStarts } from '../test/game-log.js';

const referenceLog = (name: string): JudgedLog =>
  judgeLog(
    new Uint8Array(readFileSync(new URL(`../../../wire/logs/testdata/${name}.rcg.gz`, import.meta.url))),
  );

const called = ({ calls }: JudgedLog): string[] =>
  calls.map(({ step, time, text }) => `${step} ${time} ${text}`);

describe('judge on logs of the reference server', () => {
  it('makes the calls of a shootout in the same steps as the log (spec 06 §16, §24.55)', () => {
    const judged = referenceLog('shootout-v6');
    const modes = playModeStarts(judged.steps);
    expect(modes.length).toBeGreaterThan(14);
    // The referee sets all these modes; only the first side and the winner are drawn at random.
    const calls = judged.calls.filter(({ text }) => !/^penalty_(onfield|winner|draw)/.test(text));
    const neutral = (mode: string) => mode.replace(/(setup|ready|miss)_[lr]$/, '$1');
    expect(calls.map(({ step, text }) => [step, neutral(text)])).toEqual(
      modes.map(({ step, mode }) => [step, neutral(mode)]),
    );
    const sides = (all: readonly { text?: string; mode?: string }[]) =>
      all.map(({ text, mode }) => text ?? mode).slice(1);
    expect(sides(calls)).toEqual(sides(modes));
    const { frame } = judged.steps.at(-1)!;
    expect(frame.playMode).toBe('time_over');
  });

  it.each(['sample-v3', 'sample-v4', 'sample-v5', 'sample-v6', 'sample-json'])(
    'makes the calls of play_on, half_time and time_over in the same steps as %s (spec 06 §7, §10, §24.12, §24.17)',
    (name) => {
      const judged = referenceLog(name);
      const { steps } = judged;
      const at = (mode: string) => playModeStarts(steps).find((point) => point.mode === mode)!.step;
      const texts = called(judged);
      const playOn = at('play_on');
      expect(texts).toContain(`${playOn} ${steps[playOn - 1]!.frame.time} play_on`);
      expect(texts).toContain(`${steps.length - 1} 60 time_over`);
      // The log does not contain the commands of the trainer, so the test compares only calls that the trainer
      // did not influence.
      const lastOfHalf = steps.findIndex(({ frame }) => frame.time > 30);
      expect(texts).toContain(`${lastOfHalf} 30 half_time`);
    },
  );

  it('calls a goal in the step of the log (spec 06 §11, §24.29)', () => {
    const judged = referenceLog('sample-v4');
    const goal = playModeStarts(judged.steps).find(({ mode }) => mode === 'goal_l')!.step;
    expect(called(judged)).toContain(`${goal} 21 goal_l_1`);
  });
});
