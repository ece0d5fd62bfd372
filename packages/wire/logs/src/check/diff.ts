/** Finds the first difference between two logs. */
import { type Frame, playerSlot } from '@rcss/core';
import type { LogRecord } from '../record.js';
import { type LogFeatures, type LogVersion, logFeatures } from '../version.js';

/** Where two logs differ first. */
export interface LogDifference {
  /** Index of the record or show at which they differ, from 0. */
  readonly at: number;
  /** Record type, or `show`. */
  readonly type: string;
  readonly time: number | null;
  readonly offsetA: number | null;
  readonly offsetB: number | null;
  /** Member that differs: `frame.players[3].x (l 4)`; empty if only one log has the record. */
  readonly path: string;
  readonly a: unknown;
  readonly b: unknown;
}

export interface DiffOptions {
  /** Largest difference of two numbers that count as equal. */
  readonly tolerance?: number;
  /** Whether to compare shows only; always true for logs of different versions. */
  readonly showsOnly?: boolean;
  /** Record types that are ignored. */
  readonly ignore?: ReadonlySet<string>;
}

interface MemberDifference {
  readonly path: string;
  readonly a: unknown;
  readonly b: unknown;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Largest difference of two equal numbers: absolute, plus relative to the greater one. */
export interface Tolerance {
  readonly absolute: number;
  readonly relative: number;
}

function isWithinTolerance(a: number, b: number, { absolute, relative }: Tolerance): boolean {
  if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return true;
  return Math.abs(a - b) <= absolute + relative * Math.max(Math.abs(a), Math.abs(b));
}

/** Returns the first member in which two values differ; null if they are equal. */
function findFirstDifference(
  a: unknown,
  b: unknown,
  tolerance: Tolerance,
  skip: ReadonlySet<string>,
  path = '',
): MemberDifference | null {
  if (typeof a === 'number' && typeof b === 'number') {
    if (isWithinTolerance(a, b, tolerance)) return null;
    return { path, a, b };
  }
  if (!isObject(a) || !isObject(b)) return a === b ? null : { path, a, b };
  const list = Array.isArray(a);
  for (const key of Object.keys(a)) {
    if (!list && skip.has(key)) continue;
    const below = list ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    const found = findFirstDifference(a[key], b[key], tolerance, skip, below);
    if (found !== null) return found;
  }
  for (const key of Object.keys(b)) {
    if (!(key in a) && !skip.has(key)) {
      const below = list ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
      return { path: below, a: undefined, b: b[key] };
    }
  }
  return null;
}

/** How shows of two versions are compared: only what both store, with a tolerance. */
interface Comparison {
  readonly skip: ReadonlySet<string>;
  /** One step of the less exact number format. */
  readonly tolerance: Tolerance;
  readonly stateMask: number;
}

const DETAILS = [
  'vx',
  'vy',
  'ballVx',
  'ballVy',
  'typeId',
  'neck',
  'viewQuality',
  'viewWidth',
  'stamina',
  'effort',
];
const COUNTS = ['kick', 'dash', 'turn', 'catch', 'move', 'turnNeck', 'changeView', 'say'].map(
  (n) => `${n}Count`,
);
const FULL_STATE = ['hasPoint', 'pointX', 'pointY', 'attentionSide', 'attentionUnum'];
const LATER_COUNTS = ['tackleCount', 'pointtoCount', 'attentiontoCount'];

function createComparison(a: LogFeatures, b: LogFeatures): Comparison {
  const skip = new Set<string>(['offset']);
  const without = (has: (f: LogFeatures) => boolean, names: readonly string[]) => {
    if (!has(a) || !has(b)) for (const name of names) skip.add(name);
  };
  without((f) => f.details, [...DETAILS, 'recovery', ...COUNTS]);
  without((f) => f.fullState, [...FULL_STATE, ...LATER_COUNTS]);
  without((f) => f.capacity, ['capacity']);
  without((f) => f.focus, ['focusDist', 'focusDir']);
  without((f) => f.changeFocusCount, ['changeFocusCount']);
  // JSON has the height only in matches with height.
  without((f) => f.ballHeight, ['ballZ']);
  if (a.version !== b.version) skip.add('hasHeight');
  without((f) => f.penalties, ['penaltyScored', 'penaltyMissed']);
  without((f) => f.stoppageTime, ['stoppageTime']);
  // Versions 1 and 2 store whole degrees and 1/16 m; version 3 stores 16.16 numbers, later versions six digits.
  const coarse = !a.details || !b.details;
  const binary = a.shortIntegers || b.shortIntegers;
  const same = a.version === b.version;
  const tolerance = {
    absolute: same ? 0 : coarse ? 0.5 : binary ? 0.001 : 0,
    relative: !same && binary ? 1e-5 : 0,
  };
  return { skip, tolerance, stateMask: a.shortIntegers || b.shortIntegers ? 0xffff : -1 };
}

function maskStates(frame: Frame, mask: number): Frame {
  if (mask === -1) return frame;
  return { ...frame, players: frame.players.map((p) => ({ ...p, state: p.state & mask })) };
}

function versionOf(record: LogRecord | undefined): LogVersion {
  return record?.type === 'header' ? record.version : 6;
}

function timeOf(record: LogRecord | undefined): number | null {
  if (record === undefined) return null;
  if (record.type === 'show') return record.frame.time;
  return 'time' in record ? record.time : null;
}

/** Appends side and uniform number to a path with a player. */
function appendPlayerName(path: string): string {
  const match = /players\[(\d+)\]/.exec(path);
  if (match === null) return path;
  const { side, unum } = playerSlot(Number(match[1]));
  return `${path} (${side} ${unum})`;
}

/** Compares two logs record by record. Returns null if they are equal. Each show must have its own frame (no `reuseFrames`). */
export async function diffLogs(
  a: AsyncIterable<LogRecord>,
  b: AsyncIterable<LogRecord>,
  options: DiffOptions = {},
): Promise<LogDifference | null> {
  const left = a[Symbol.asyncIterator]();
  const right = b[Symbol.asyncIterator]();
  const heads = [await left.next(), await right.next()] as const;
  const versions = [versionOf(heads[0].value as LogRecord), versionOf(heads[1].value as LogRecord)] as const;
  const common = createComparison(logFeatures(versions[0]), logFeatures(versions[1]));
  const tolerance =
    options.tolerance === undefined ? common.tolerance : { absolute: options.tolerance, relative: 0 };
  const showsOnly = options.showsOnly === true || versions[0] !== versions[1];
  const ignore = options.ignore ?? new Set<string>();
  const isCompared = (record: LogRecord) => (showsOnly ? record.type === 'show' : !ignore.has(record.type));
  const next = async (iterator: AsyncIterator<LogRecord>): Promise<LogRecord | undefined> => {
    for (;;) {
      const { value, done } = await iterator.next();
      if (done === true) return undefined;
      if (isCompared(value)) return value;
    }
  };
  try {
    for (let at = 0; ; at++) {
      const x = await next(left);
      const y = await next(right);
      if (x === undefined && y === undefined) return null;
      const where = {
        at,
        type: x?.type ?? y!.type,
        time: timeOf(x) ?? timeOf(y),
        offsetA: x?.offset ?? null,
        offsetB: y?.offset ?? null,
      };
      if (x === undefined || y === undefined || x.type !== y.type) {
        return { ...where, path: '', a: x?.type ?? null, b: y?.type ?? null };
      }
      const found =
        x.type === 'show' && y.type === 'show'
          ? findFirstDifference(
              { frame: maskStates(x.frame, common.stateMask) },
              { frame: maskStates(y.frame, common.stateMask) },
              tolerance,
              common.skip,
            )
          : findFirstDifference(x, y, tolerance, common.skip);
      if (found !== null) return { ...where, path: appendPlayerName(found.path), a: found.a, b: found.b };
    }
  } finally {
    await left.return?.();
    await right.return?.();
  }
}
