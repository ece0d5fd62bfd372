import type { Frame } from '@rcss/core';
import { type OpenLog, openLog } from '@rcss/logs';
import { createMatchParams } from '@rcss/params';
import { findRecordedEvents, judgeMatch, type RecordedStep, type RefereeCall } from '@rcss/referee';

/** A game log with the calls of the judge. */
export interface JudgedLog {
  readonly log: OpenLog;
  readonly steps: readonly RecordedStep[];
  readonly calls: readonly RefereeCall[];
}

/** Reads a game log, compressed or not, and judges it. Throws if the bytes are not a game log. */
export function judgeLog(bytes: Uint8Array): JudgedLog {
  const opened = openLog(bytes);
  if (!opened.ok) throw new Error(opened.error.message);
  const log = opened.value;
  const steps: RecordedStep[] = [];
  let before: Frame | null = null;
  for (let i = 0; i < log.frameCount; i++) {
    const frame: Frame = { ...log.frame(i), stoppageTime: log.stoppageTimeOf(i) };
    steps.push({ frame, events: before === null ? [] : findRecordedEvents(before, frame, log.server) });
    before = frame;
  }
  const { server, player, types } = log;
  const params = createMatchParams(server, player, 1, types);
  return { log, steps, calls: judgeMatch(steps, { params }) };
}

/** Returns the steps in which the record starts a play mode, with the mode. */
export function playModeStarts(
  steps: readonly RecordedStep[],
): { readonly step: number; readonly mode: string }[] {
  return steps.flatMap(({ frame }, step) =>
    step > 0 && frame.playMode !== steps[step - 1]!.frame.playMode ? [{ step, mode: frame.playMode }] : [],
  );
}
