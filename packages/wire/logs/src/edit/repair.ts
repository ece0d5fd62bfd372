import type { FrameTeam } from '@rcss/core';
import type { LogRecord } from '../record.js';
import { type LogVersion, logFeatures } from '../version.js';

/** Repairs a log: removes damaged places and adds a missing tail. Writes to `done` what it has changed. */
export async function* repairRecords(
  records: AsyncIterable<LogRecord>,
  done: { damages: number; tail: boolean },
): AsyncGenerator<LogRecord, void, undefined> {
  let last: { time: number; stoppageTime: number; left: FrameTeam; right: FrameTeam } | null = null;
  let tail = false;
  let version: LogVersion = 1;
  for await (const record of records) {
    if (record.type === 'damage') {
      done.damages++;
      continue;
    }
    if (record.type === 'header') version = record.version;
    if (record.type === 'show') {
      const { time, stoppageTime, left, right } = record.frame;
      last = { time, stoppageTime, left: { ...left }, right: { ...right } };
      tail = false;
    }
    if (record.type === 'team') tail = true;
    if (record.type === 'end' && !tail && last !== null && logFeatures(version).tail) {
      done.tail = true;
      yield { type: 'team', offset: record.offset, ...last };
    }
    yield record.type === 'end' ? { ...record, complete: true } : record;
  }
}
