/** Index of a log, made while it is read: plain data that can be stored as JSON. */
import type { FrameTeam, PlayMode, Side } from '@rcss/core';
import type { LogPosition } from './decode-state.js';
import type { DamageRecord, LogRecord } from './record.js';
import type { LogVersion } from './version.js';

/** A change that begins with a show. `frame` counts shows from 0; it is the number of shows if no show follows. */
export interface IndexPoint {
  readonly frame: number;
  readonly time: number;
}
/** A play mode, from its first show on. */
export interface PlayModePoint extends IndexPoint {
  readonly playMode: PlayMode;
}
/** Names, scores and penalties, from their first show on. */
export interface TeamsPoint extends IndexPoint {
  readonly left: Readonly<FrameTeam>;
  readonly right: Readonly<FrameTeam>;
}
/** A goal, with the scores after it. A score that decreases is not a goal. */
export interface GoalPoint extends IndexPoint {
  readonly side: Side;
  readonly left: number;
  readonly right: number;
}
/** A show at which reading can begin, with `from` of the decoder. */
export interface SeekPoint extends IndexPoint, LogPosition {}

/** Index of a log. Offsets count in the unpacked log. */
export interface LogIndex {
  readonly version: LogVersion;
  /** Number of shows. */
  readonly frameCount: number;
  /** Times of the first and the last show; 0 when there is none. */
  readonly firstTime: number;
  readonly lastTime: number;
  readonly complete: boolean;
  /** Number of unpacked bytes. */
  readonly bytes: number;
  /** Number of shows between seek points; the first show is a seek point. */
  readonly every: number;
  readonly seekPoints: readonly SeekPoint[];
  readonly playModes: readonly PlayModePoint[];
  readonly teams: readonly TeamsPoint[];
  readonly goals: readonly GoalPoint[];
  /** The result message (spec 09 §2.7), or null. */
  readonly result: string | null;
  readonly damage: readonly DamageRecord[];
}

/** Makes an index from records as they are read. */
export interface LogIndexer {
  /** Adds the next record, in order, starting with the header. */
  add(record: LogRecord): void;
  /** Returns the index of all records so far. */
  index(): LogIndex;
}

function same(a: FrameTeam, b: FrameTeam): boolean {
  return (
    a.name === b.name &&
    a.score === b.score &&
    a.penaltyScored === b.penaltyScored &&
    a.penaltyMissed === b.penaltyMissed
  );
}

const NO_TEAM: Readonly<FrameTeam> = { name: '', score: 0, penaltyScored: 0, penaltyMissed: 0 };

/** Creates an empty index; `every` is the distance between seek points in shows. */
export function createLogIndexer(every = 100): LogIndexer {
  const seekPoints: SeekPoint[] = [];
  const playModes: PlayModePoint[] = [];
  const teams: TeamsPoint[] = [];
  const goals: GoalPoint[] = [];
  const damage: DamageRecord[] = [];
  let version: LogVersion = 1;
  let frameCount = 0;
  let firstTime = 0;
  let lastTime = 0;
  let complete = false;
  let bytes = 0;
  let result: string | null = null;
  let playMode: PlayMode | null = null;
  let left: Readonly<FrameTeam> = NO_TEAM;
  let right: Readonly<FrameTeam> = NO_TEAM;

  const goal = (side: Side, before: number, after: number, time: number, l: number, r: number): void => {
    for (let n = before; n < after && n - before < 100; n++) {
      const score = n + 1;
      goals.push({
        frame: frameCount,
        time,
        side,
        left: side === 'l' ? score : l,
        right: side === 'r' ? score : r,
      });
    }
  };

  const show = (record: Extract<LogRecord, { type: 'show' }>): void => {
    const { frame } = record;
    const { time } = frame;
    if (frame.playMode !== playMode) {
      playMode = frame.playMode;
      playModes.push({ frame: frameCount, time, playMode });
    }
    if (!same(frame.left, left) || !same(frame.right, right)) {
      goal('l', left.score, frame.left.score, time, frame.left.score, right.score);
      goal('r', right.score, frame.right.score, time, frame.left.score, frame.right.score);
      left = { ...frame.left };
      right = { ...frame.right };
      teams.push({ frame: frameCount, time, left, right });
    }
    if (frameCount % every === 0) {
      const { offset } = record;
      seekPoints.push({ frame: frameCount, time, version, offset, playMode, left, right });
    }
    if (frameCount === 0) firstTime = time;
    lastTime = time;
    frameCount++;
  };

  return {
    add(record) {
      switch (record.type) {
        case 'header':
          version = record.version;
          break;
        case 'show':
          show(record);
          break;
        case 'msg':
          if (record.board === 1 && record.text.startsWith('(result ')) result = record.text;
          break;
        case 'damage':
          damage.push(record);
          break;
        case 'end':
          complete = record.complete;
          bytes = record.offset;
          break;
      }
    },
    index: () => ({
      version,
      frameCount,
      firstTime,
      lastTime,
      complete,
      bytes,
      every,
      seekPoints: [...seekPoints],
      playModes: [...playModes],
      teams: [...teams],
      goals: [...goals],
      result,
      damage: [...damage],
    }),
  };
}
