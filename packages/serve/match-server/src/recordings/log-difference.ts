import type { Frame } from '@rcss/core';
import { type LogRecord, readLogBytes } from '@rcss/logs';

/** Describes the first difference of two game logs; null if all bytes are equal. */
export function findLogDifference(expected: Uint8Array, got: Uint8Array): string | null {
  const length = Math.min(expected.length, got.length);
  let at = 0;
  while (at < length && expected[at] === got[at]) at += 1;
  if (at === expected.length && at === got.length) return null;
  return `byte ${at}: ${describeDifference(expected, got)}`;
}

function describeDifference(expected: Uint8Array, got: Uint8Array): string {
  const given = [...readLogBytes(expected)];
  const replayed = [...readLogBytes(got)];
  let time = 'the beginning';
  for (let i = 0; i < Math.max(given.length, replayed.length); i++) {
    const a = given[i];
    const b = replayed[i];
    if (a === undefined || a.type === 'end')
      return `the given log ends after ${time}, the replayed log continues`;
    if (b === undefined || b.type === 'end')
      return `the replayed log ends after ${time}, the given log continues`;
    const difference = findRecordDifference(a, b);
    if (difference !== null) return `after ${time}: ${difference}`;
    if (a.type === 'show') time = `cycle ${a.frame.time}`;
  }
  return `after ${time}: in bytes that belong to no record`;
}

function findRecordDifference(a: LogRecord, b: LogRecord): string | null {
  if (a.type !== b.type) return `expected ${a.type}, got ${b.type}`;
  if (a.type === 'show' && b.type === 'show') return findFrameDifference(a.frame, b.frame);
  const { offset: _a, ...restA } = a as LogRecord & { offset: number };
  const { offset: _b, ...restB } = b as LogRecord & { offset: number };
  return findValueDifference(restA, restB, a.type);
}

function findFrameDifference(a: Frame, b: Frame): string | null {
  const cycle = a.time === b.time ? `cycle ${a.time}: ` : `cycle ${a.time} against ${b.time}: `;
  const { players: playersA, ...restA } = a;
  const { players: playersB, ...restB } = b;
  const rest = findValueDifference(restA, restB, 'show');
  if (rest !== null) return cycle + rest;
  for (let i = 0; i < playersA.length; i++) {
    const player = playersA[i];
    const difference = findValueDifference(player, playersB[i], `player ${player?.side} ${player?.unum}`);
    if (difference !== null) return cycle + difference;
  }
  return null;
}

/** Describes the first difference of two plain values of the same shape. The text is `where` and the name of the value. */
function findValueDifference(a: unknown, b: unknown, where: string): string | null {
  if (Object.is(a, b)) return null;
  if (a !== null && b !== null && typeof a === 'object' && typeof b === 'object') {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const difference = findValueDifference(
        (a as Record<string, unknown>)[key],
        (b as Record<string, unknown>)[key],
        `${where} ${key}`,
      );
      if (difference !== null) return difference;
    }
    return null;
  }
  return `${where}: expected ${formatValue(a)}, got ${formatValue(b)}`;
}

function formatValue(value: unknown): string {
  return Object.is(value, -0) ? '-0' : (JSON.stringify(value) ?? String(value));
}
