/** Creates the index of a log while it is read. The index is plain data that can be stored as JSON. */
import type { FrameTeam, PlayMode, Side } from '@rcss/core';
import type { LogPosition } from './decode-state.js';
import type { DamageRecord, LogRecord, ShowRecord } from './record.js';
import { isSameTeam, NO_TEAM } from './team.js';
import type { LogVersion } from './version.js';

/** A change that begins with a show. */
export interface IndexPoint {
  /** Index of the show, from 0. */
  readonly frame: number;
  /** Game time of the show, cycles. */
  readonly time: number;
}
/** A play mode, from its first show on. */
export interface PlayModePoint extends IndexPoint {
  /** Play mode that begins. */
  readonly playMode: PlayMode;
}
/** Names, scores and penalties, from their first show on. */
export interface TeamsPoint extends IndexPoint {
  readonly left: Readonly<FrameTeam>;
  readonly right: Readonly<FrameTeam>;
}
/** A goal. A score that decreases is not a goal. */
export interface GoalPoint extends IndexPoint {
  /** Side that scored. */
  readonly side: Side;
  /** Score of the left team after the goal. */
  readonly left: number;
  /** Score of the right team after the goal. */
  readonly right: number;
}
/** A show at which reading can begin: pass it to a decoder as `from`. */
export interface SeekPoint extends IndexPoint, LogPosition {}

/** Index of a log. Offsets count in the uncompressed log. */
export interface LogIndex {
  readonly version: LogVersion;
  /** Count of shows. */
  readonly frameCount: number;
  /** Game time of the first show, cycles; 0 without shows. */
  readonly firstTime: number;
  /** Game time of the last show, cycles; 0 without shows. */
  readonly lastTime: number;
  /** Whether the log has its end; false if it is cut off or its compressed data is damaged. */
  readonly complete: boolean;
  /** Size of the uncompressed log, bytes. */
  readonly byteCount: number;
  /** Count of shows from one seek point to the next; the first show is a seek point. */
  readonly seekInterval: number;
  /** Shows at which reading can begin, ascending. */
  readonly seekPoints: readonly SeekPoint[];
  /** Play modes in order. */
  readonly playModes: readonly PlayModePoint[];
  /** Names, scores and penalties in order. */
  readonly teams: readonly TeamsPoint[];
  /** Goals in order. */
  readonly goals: readonly GoalPoint[];
  /** Text of the result message (spec 09 §2.7); null if the log has none. */
  readonly result: string | null;
  /** Places that could not be read, in order; the first 10,000. */
  readonly damage: readonly DamageRecord[];
}

/**
 * Creates an indexer without records.
 *
 * @param seekInterval Count of shows from one seek point to the next.
 */
export function createLogIndexer(seekInterval = 100): LogIndexer {
  return new LogIndexer(seekInterval);
}

/** Damaged places that are listed: a damaged log can have one for each byte. */
const MAX_DAMAGE = 10_000;

/** Goals listed for one change of the score: a damaged log can have any score. */
const MAX_GOALS_PER_CHANGE = 100;

/** Creates the index of a log from its records as they are read. */
export class LogIndexer {
  readonly #seekInterval: number;
  readonly #seekPoints: SeekPoint[] = [];
  readonly #playModes: PlayModePoint[] = [];
  readonly #teams: TeamsPoint[] = [];
  readonly #goals: GoalPoint[] = [];
  readonly #damage: DamageRecord[] = [];
  #version: LogVersion = 1;
  #frameCount = 0;
  #firstTime = 0;
  #lastTime = 0;
  #complete = false;
  #byteCount = 0;
  #result: string | null = null;
  #playMode: PlayMode | null = null;
  #left = NO_TEAM;
  #right = NO_TEAM;

  constructor(seekInterval: number) {
    this.#seekInterval = seekInterval;
  }

  /** Version of the log; 1 before the header. */
  get version(): LogVersion {
    return this.#version;
  }

  /** Names, scores and penalties of the shows so far, in order. */
  get teams(): readonly TeamsPoint[] {
    return this.#teams;
  }

  /** Adds the next record. The first one must be the header. */
  add(record: LogRecord): void {
    switch (record.type) {
      case 'header':
        this.#version = record.version;
        break;
      case 'show':
        this.#addShow(record);
        break;
      case 'msg':
        if (record.board === 1 && record.text.startsWith('(result ')) this.#result = record.text;
        break;
      case 'damage':
        if (this.#damage.length < MAX_DAMAGE) this.#damage.push(record);
        break;
      case 'end':
        this.#complete = record.complete;
        this.#byteCount = record.offset;
        break;
    }
  }

  /** Returns the index of all records so far. */
  createIndex(): LogIndex {
    return {
      version: this.#version,
      frameCount: this.#frameCount,
      firstTime: this.#firstTime,
      lastTime: this.#lastTime,
      complete: this.#complete,
      byteCount: this.#byteCount,
      seekInterval: this.#seekInterval,
      seekPoints: [...this.#seekPoints],
      playModes: [...this.#playModes],
      teams: [...this.#teams],
      goals: [...this.#goals],
      result: this.#result,
      damage: [...this.#damage],
    };
  }

  #addShow({ frame: show, offset }: ShowRecord): void {
    const { time, playMode } = show;
    const frame = this.#frameCount;
    if (playMode !== this.#playMode) {
      this.#playMode = playMode;
      this.#playModes.push({ frame, time, playMode });
    }
    if (!isSameTeam(show.left, this.#left) || !isSameTeam(show.right, this.#right)) {
      this.#addGoals('l', time, show.left.score, this.#right.score);
      this.#addGoals('r', time, show.left.score, show.right.score);
      this.#left = { ...show.left };
      this.#right = { ...show.right };
      this.#teams.push({ frame, time, left: this.#left, right: this.#right });
    }
    if (frame % this.#seekInterval === 0) {
      this.#seekPoints.push({
        frame,
        time,
        version: this.#version,
        offset,
        playMode,
        left: this.#left,
        right: this.#right,
      });
    }
    if (frame === 0) this.#firstTime = time;
    this.#lastTime = time;
    this.#frameCount++;
  }

  /** Adds the goals of a side up to the scores `left` and `right`. */
  #addGoals(side: Side, time: number, left: number, right: number): void {
    const frame = this.#frameCount;
    const before = side === 'l' ? this.#left.score : this.#right.score;
    const after = Math.min(side === 'l' ? left : right, before + MAX_GOALS_PER_CHANGE);
    for (let score = before + 1; score <= after; score++) {
      this.#goals.push({
        frame,
        time,
        side,
        left: side === 'l' ? score : left,
        right: side === 'r' ? score : right,
      });
    }
  }
}
