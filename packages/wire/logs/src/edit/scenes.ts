/** Selects scenes of logs and writes them as a new log (spec 11 §2.5, §6.11). */

import type { Frame, PlayMode } from '@rcss/core';
import { createLogConverter, type LogConverter } from '../convert-log.js';
import type { LogRecord } from '../record.js';
import { isSameTeam, NO_TEAM } from '../team.js';
import { type LogVersion, logFeatures } from '../version.js';

/** Part of a log, both ends included: game times, or indexes of shows (from 0). */
export interface LogExcerpt {
  readonly unit: 'time' | 'show';
  readonly from: number;
  readonly to: number;
}

/** Groups scenes into passes over the log. In each pass, they are in ascending order. */
export function groupIntoPasses(scenes: readonly LogExcerpt[]): LogExcerpt[][] {
  const passes: LogExcerpt[][] = [];
  for (const scene of scenes) {
    const pass = passes.at(-1);
    const last = pass?.at(-1);
    if (pass !== undefined && last !== undefined && last.unit === scene.unit && last.to < scene.from)
      pass.push(scene);
    else passes.push([scene]);
  }
  return passes;
}

/**
 * Writes shows of several logs as one log. Header and parameters are those of the first log; play mode and teams are
 * written before a show that needs them.
 */
export class SceneWriter {
  readonly #write: (bytes: Uint8Array) => Promise<void>;
  readonly #version: LogVersion | null;
  #converter: LogConverter | null = null;
  /** Whether this writer adds play mode and team records; if the first log has none, the converter adds them. */
  #addsRecords = true;
  #mode: PlayMode | null = null;
  #left = NO_TEAM;
  #right = NO_TEAM;
  #time = 0;
  #stoppageTime = 0;
  shows = 0;

  constructor(version: LogVersion | null, write: (bytes: Uint8Array) => Promise<void>) {
    this.#version = version;
    this.#write = write;
  }

  async #add(record: LogRecord): Promise<void> {
    const bytes = this.#converter!.add(record);
    if (bytes.length > 0) await this.#write(bytes);
  }

  /** Adds a record before the shows. For the first log only. */
  async addHead(record: LogRecord): Promise<void> {
    if (record.type === 'header') {
      this.#converter = createLogConverter(this.#version ?? record.version);
      this.#addsRecords = logFeatures(record.version).parameters;
    }
    if (this.#converter !== null) await this.#add(record);
  }

  /** Adds a show; `offset` is its position in its log. */
  async addShow(frame: Frame, offset: number): Promise<void> {
    const { time, stoppageTime, playMode, left, right } = frame;
    if (this.#addsRecords && playMode !== this.#mode) {
      await this.#add({ type: 'playmode', offset, time, stoppageTime, mode: playMode });
    }
    this.#mode = playMode;
    if (!isSameTeam(left, this.#left) || !isSameTeam(right, this.#right)) {
      this.#left = { ...left };
      this.#right = { ...right };
      if (this.#addsRecords) await this.#addTeams(time, stoppageTime, offset);
    }
    this.#time = time;
    this.#stoppageTime = stoppageTime;
    await this.#add({ type: 'show', offset, frame });
    this.shows++;
  }

  async #addTeams(time: number, stoppageTime: number, offset: number): Promise<void> {
    await this.#add({ type: 'team', offset, time, stoppageTime, left: this.#left, right: this.#right });
  }

  /** Adds a message or a drawing. */
  async copyRecord(record: LogRecord): Promise<void> {
    await this.#add(record);
  }

  /** Writes the end of the log. */
  async finish(): Promise<void> {
    if (this.#converter === null) return;
    if (this.#addsRecords && logFeatures(this.#converter.version).tail) {
      await this.#addTeams(this.#time, this.#stoppageTime, 0);
    }
    await this.#add({ type: 'end', offset: 0, complete: true });
  }
}

/** Whether a record comes before the shows and belongs to every log that is made from this one. */
export function isHead(record: LogRecord): boolean {
  return (
    record.type === 'header' ||
    record.type === 'server_version' ||
    record.type === 'timestamp' ||
    record.type === 'server_param' ||
    record.type === 'player_param' ||
    record.type === 'player_type' ||
    record.type === 'team_graphic'
  );
}

function isResult(record: LogRecord): boolean {
  return record.type === 'msg' && record.board === 1 && record.text.startsWith('(result ');
}

/** Writes the scenes of one pass over a log. `first` is true for the log whose header and parameters are used. */
export async function writePass(
  records: AsyncIterable<LogRecord>,
  scenes: readonly LogExcerpt[],
  writer: SceneWriter,
  first: boolean,
): Promise<void> {
  let at = 0;
  let show = -1;
  let time = 0;
  const within = (): boolean => {
    while (at < scenes.length && value(scenes[at]!) > scenes[at]!.to) at++;
    const scene = scenes[at];
    return scene !== undefined && value(scene) >= scene.from;
  };
  const value = (scene: LogExcerpt): number => (scene.unit === 'time' ? time : Math.max(0, show));
  for await (const record of records) {
    if (isHead(record)) {
      if (first) await writer.addHead(record);
    } else if (record.type === 'show') {
      show++;
      time = record.frame.time;
      if (within()) await writer.addShow(record.frame, record.offset);
      else if (at >= scenes.length) return;
    } else if (record.type === 'msg' || record.type === 'draw') {
      if (!isResult(record) && within()) await writer.copyRecord(record);
    }
  }
}

/** Creates scenes around goals: from `before` shows before the score changes to `after` shows after it. */
export function createGoalScenes(frames: readonly number[], before: number, after: number): LogExcerpt[] {
  const scenes: LogExcerpt[] = [];
  for (const frame of frames) {
    const from = Math.max(0, frame - before);
    const last = scenes.at(-1);
    // Scenes that overlap become one scene.
    if (last !== undefined && from <= last.to) scenes[scenes.length - 1] = { ...last, to: frame + after };
    else scenes.push({ unit: 'show', from, to: frame + after });
  }
  return scenes;
}
