/** Parts of logs, and logs made of such parts (spec 11 §2.5, §6.11). */

import { CommandLineError } from '@rcss/command-line';
import type { Frame, FrameTeam, PlayMode } from '@rcss/core';
import { type LogRecord, type LogVersion, logFeatures } from '@rcss/logs';
import { createLogConverter, type LogConverter } from '@rcss/logs/codec';

/** A part of a log, both ends included: game times, or numbers of shows (from 0). */
export interface Scene {
  readonly unit: 'time' | 'show';
  readonly from: number;
  readonly to: number;
}

/** A log and the scenes selected from it. */
export interface SceneSource {
  readonly log: string;
  readonly scenes: readonly Scene[];
}

const EVERYTHING: Scene = { unit: 'show', from: 0, to: Number.POSITIVE_INFINITY };
const RANGE = /^(#?)(\d*)(?:(-)#?(\d*))?$/;

function parseRange(text: string, of: string): Scene {
  const match = RANGE.exec(text);
  if (match === null || text === '' || text === '#') {
    throw new CommandLineError(`${of}: "${text}" is not a scene (100-200, 3000-, -50, 77, #10-#20)`);
  }
  const [, mark, first, dash, second] = match;
  const from = first === '' ? 0 : Number(first);
  const to = dash === undefined ? from : second === '' ? Number.POSITIVE_INFINITY : Number(second);
  if (to < from) throw new CommandLineError(`${of}: the scene ${text} ends before it begins`);
  return { unit: mark === '#' ? 'show' : 'time', from, to };
}

/** `LOG` or `LOG:RANGE,RANGE...`; a range is `100-200` in game time or `#10-#20` in shows. */
export function parseSceneSource(text: string): SceneSource {
  const at = text.lastIndexOf(':');
  if (at <= 0 || !/^[#\d,-]+$/.test(text.slice(at + 1))) return { log: text, scenes: [EVERYTHING] };
  const ranges = text.slice(at + 1).split(',');
  return { log: text.slice(0, at), scenes: ranges.map((range) => parseRange(range, text)) };
}

/** Scenes in passes over the log: in each pass they follow each other. */
export function passesOf(scenes: readonly Scene[]): Scene[][] {
  const passes: Scene[][] = [];
  for (const scene of scenes) {
    const pass = passes.at(-1);
    const last = pass?.at(-1);
    if (pass !== undefined && last !== undefined && last.unit === scene.unit && last.to < scene.from)
      pass.push(scene);
    else passes.push([scene]);
  }
  return passes;
}

function sameTeam(a: Readonly<FrameTeam>, b: Readonly<FrameTeam>): boolean {
  return (
    a.name === b.name &&
    a.score === b.score &&
    a.penaltyScored === b.penaltyScored &&
    a.penaltyMissed === b.penaltyMissed
  );
}

const NO_TEAM: Readonly<FrameTeam> = { name: '', score: 0, penaltyScored: 0, penaltyMissed: 0 };

/**
 * Writes shows of several logs as one log. Header and parameters are those of the first log; play mode and teams are
 * written before a show that needs them.
 */
export class SceneWriter {
  readonly #write: (bytes: Uint8Array) => Promise<void>;
  readonly #wanted: LogVersion | null;
  #converter: LogConverter | null = null;
  /** The converter writes play mode and team records itself if the source of the parameters has none. */
  #records = true;
  #mode: PlayMode | null = null;
  #left = NO_TEAM;
  #right = NO_TEAM;
  #time = 0;
  #stoppageTime = 0;
  shows = 0;

  constructor(version: LogVersion | null, write: (bytes: Uint8Array) => Promise<void>) {
    this.#wanted = version;
    this.#write = write;
  }

  async #add(record: LogRecord): Promise<void> {
    const bytes = this.#converter!.add(record);
    if (bytes.length > 0) await this.#write(bytes);
  }

  /** Adds a record that is before the shows. For the first log only. */
  async head(record: LogRecord): Promise<void> {
    if (record.type === 'header') {
      this.#converter = createLogConverter(this.#wanted ?? record.version);
      this.#records = logFeatures(record.version).parameters;
    }
    if (this.#converter !== null) await this.#add(record);
  }

  async show(frame: Frame, offset: number): Promise<void> {
    const { time, stoppageTime, playMode, left, right } = frame;
    if (this.#records && playMode !== this.#mode) {
      await this.#add({ type: 'playmode', offset, time, stoppageTime, mode: playMode });
    }
    this.#mode = playMode;
    if (!sameTeam(left, this.#left) || !sameTeam(right, this.#right)) {
      this.#left = { ...left };
      this.#right = { ...right };
      if (this.#records) await this.#teams(time, stoppageTime, offset);
    }
    this.#time = time;
    this.#stoppageTime = stoppageTime;
    await this.#add({ type: 'show', offset, frame });
    this.shows++;
  }

  async #teams(time: number, stoppageTime: number, offset: number): Promise<void> {
    await this.#add({ type: 'team', offset, time, stoppageTime, left: this.#left, right: this.#right });
  }

  /** A record that is copied: messages, drawings. */
  async copy(record: LogRecord): Promise<void> {
    await this.#add(record);
  }

  /** The tail. */
  async end(): Promise<void> {
    if (this.#converter === null) return;
    if (this.#records && logFeatures(this.#converter.version).tail) {
      await this.#teams(this.#time, this.#stoppageTime, 0);
    }
    await this.#add({ type: 'end', offset: 0, complete: true });
  }
}

/** Whether a record is one before the shows that every log made from this one contains. */
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

/** Write the scenes of one pass over a log. `first`: this is the log whose parameters count. */
export async function writePass(
  records: AsyncIterable<LogRecord>,
  scenes: readonly Scene[],
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
  const value = (scene: Scene): number => (scene.unit === 'time' ? time : Math.max(0, show));
  for await (const record of records) {
    if (isHead(record)) {
      if (first) await writer.head(record);
    } else if (record.type === 'show') {
      show++;
      time = record.frame.time;
      if (within()) await writer.show(record.frame, record.offset);
      else if (at >= scenes.length) return;
    } else if (record.type === 'msg' || record.type === 'draw') {
      if (!isResult(record) && within()) await writer.copy(record);
    }
  }
}

/** Returns scenes around the goals of a log: from `before` shows before the score changes to `after` shows after it. */
export function goalScenes(frames: readonly number[], before: number, after: number): Scene[] {
  const scenes: Scene[] = [];
  for (const frame of frames) {
    const from = Math.max(0, frame - before);
    const last = scenes.at(-1);
    // Two goals in a row may share their shows.
    if (last !== undefined && from <= last.to) scenes[scenes.length - 1] = { ...last, to: frame + after };
    else scenes.push({ unit: 'show', from, to: frame + after });
  }
  return scenes;
}
