/** Samples of the value model: a frame as features, and the next goal within the horizon. */
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Frame, Side } from '@rcss/core';
import { readLogBytes } from '@rcss/logs';
import { createServerParams, type PlayerType, type ServerParams } from '@rcss/params';
import { createFeatureWriter, FEATURE_COUNT, type FeatureWriter, MODEL_VERSION } from '@rcss/values';
import { createPlannedMatch, followMatch, labelOf, planMatch } from './play-match.js';

/** Cycles in which the next goal counts. */
export const HORIZON = 100;
/** One frame of so many is a sample. */
const SAMPLE_EVERY = 5;
/** A sample: time, outcome (0 left, 1 right, 2 none), then the features as the left side sees them. */
export const ROW: number = FEATURE_COUNT + 2;

/** Samples of one match. */
export interface MatchSamples {
  readonly name: string;
  readonly teams: string;
  readonly rows: Float32Array;
}

/** Collects the samples of a match; goals and the ends of halves decide their outcomes. */
export class SampleCollector {
  readonly #write: FeatureWriter;
  readonly #features = new Float64Array(FEATURE_COUNT);
  readonly #pending: { time: number; row: Float32Array }[] = [];
  readonly #done: Float32Array[] = [];
  #cycles = 0;

  constructor(params: ServerParams, types: readonly PlayerType[]) {
    this.#write = createFeatureWriter(params, types);
  }

  /** Adds the frame of a cycle in which the clock ran; `left` are the cycles until the half ends. The last ones of a half are left out. */
  add(frame: Frame, left: number): void {
    this.#settle(frame.time);
    if (left <= HORIZON) return;
    if (this.#cycles++ % SAMPLE_EVERY !== 0) return;
    this.#write.write(frame, 'l', this.#features);
    const row = new Float32Array(ROW);
    row[0] = frame.time;
    row.set(this.#features, 2);
    this.#pending.push({ time: frame.time, row });
  }

  goal(side: Side, time: number): void {
    this.#settle(time);
    for (const { row } of this.#pending) this.#finish(row, side === 'l' ? 0 : 1);
    this.#pending.length = 0;
  }

  /** The half ends: frames without an outcome are left out. */
  endHalf(): void {
    this.#pending.length = 0;
  }

  #settle(time: number): void {
    while (this.#pending.length > 0 && time - this.#pending[0]!.time > HORIZON)
      this.#finish(this.#pending.shift()!.row, 2);
  }

  #finish(row: Float32Array, outcome: number): void {
    row[1] = outcome;
    this.#done.push(row);
  }

  finish(): Float32Array {
    const rows = new Float32Array(this.#done.length * ROW);
    this.#done.forEach((row, i) => {
      rows.set(row, i * ROW);
    });
    return rows;
  }
}

/** Plays a match of the plan with this number and returns its samples. */
async function playSamples(seed: number, halfCycles: number): Promise<{ teams: string; rows: Float32Array }> {
  const plan = planMatch(seed, halfCycles);
  const local = await createPlannedMatch(plan);
  const { server, types } = local.match.params;
  const collector = new SampleCollector(server, types);
  followMatch(
    local,
    (frame) => {
      if (frame.time % halfCycles === 0) collector.endHalf();
      collector.add(frame, halfCycles - (frame.time % halfCycles));
    },
    (side, time) => collector.goal(side, time),
  );
  return { teams: labelOf(plan), rows: collector.finish() };
}

/** Reads the samples of a game log, .rcg or .rcg.gz; `names` gives the teams their labels. */
export function readLogSamples(path: string): { teams: string; rows: Float32Array } {
  const stored = readFileSync(path);
  const bytes = new Uint8Array(stored[0] === 0x1f ? gunzipSync(stored) : stored);
  let server: ServerParams = createServerParams();
  const types: PlayerType[] = [];
  let collector: SampleCollector | undefined;
  let [left, right, time, teams] = [0, 0, -1, ''];
  for (const record of readLogBytes(bytes, { reuseFrames: true })) {
    if (record.type === 'server_param') server = record.params;
    else if (record.type === 'player_type') types[record.playerType.id] = record.playerType;
    if (record.type !== 'show') continue;
    const { frame } = record;
    collector ??= new SampleCollector(server, types);
    const half = server.half_time > 0 ? (server.half_time * 1000) / server.simulator_step : Infinity;
    if (frame.left.score > left) collector.goal('l', frame.time);
    if (frame.right.score > right) collector.goal('r', frame.time);
    left = frame.left.score;
    right = frame.right.score;
    if (frame.time === time || frame.playMode === 'before_kick_off' || frame.playMode === 'time_over')
      continue;
    time = frame.time;
    teams = [frame.left.name, frame.right.name].sort().join(' against ');
    if (frame.time % half === 0) collector.endHalf();
    collector.add(frame, half - (frame.time % half));
  }
  if (collector === undefined) throw new Error(`${path}: not a game log with frames`);
  return { teams, rows: collector.finish() };
}

function store(folder: string, name: string, { teams, rows }: { teams: string; rows: Float32Array }): void {
  const head = Buffer.from(
    `${JSON.stringify({ version: MODEL_VERSION, horizon: HORIZON, row: ROW, teams })}\n`,
  );
  const pad = Buffer.alloc((4 - (head.length % 4)) % 4, ' ');
  const path = join(folder, `${name}.samples`);
  writeFileSync(`${path}.part`, Buffer.concat([pad, head, Buffer.from(rows.buffer)]));
  renameSync(`${path}.part`, path);
}

/** Reads all samples of a folder, in the order of their names. */
export function readSamples(folder: string): MatchSamples[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.samples'))
    .sort()
    .map((file) => {
      const bytes = readFileSync(join(folder, file));
      const end = bytes.indexOf(10) + 1;
      const head = JSON.parse(bytes.subarray(0, end).toString()) as Record<string, unknown>;
      if (head['version'] !== MODEL_VERSION || head['row'] !== ROW || head['horizon'] !== HORIZON)
        throw new Error(
          `${join(folder, file)}: samples of other features or another horizon; use a new folder`,
        );
      const rows = new Float32Array(
        bytes.buffer.slice(bytes.byteOffset + end, bytes.byteOffset + bytes.length),
      );
      return { name: file.replace('.samples', ''), teams: String(head['teams']), rows };
    });
}

/** What {@link collectSamples} collects. */
export interface Collection {
  readonly folder: string;
  /** Numbers of the first and of the last match. */
  readonly first: number;
  readonly last: number;
  readonly halfCycles: number;
  /** Game logs. */
  readonly logs: readonly string[];
  /** Index of this process among those that share the matches, and their number. */
  readonly part: readonly [index: number, of: number];
}

/** Plays the matches and reads the logs whose samples the folder does not have yet. */
export async function collectSamples(
  { folder, first, last, halfCycles, logs, part: [index, of] }: Collection,
  onProgress: () => void,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const present = new Set(readdirSync(folder));
  for (let seed = first; seed <= last; seed++) {
    if (seed % of !== index) continue;
    const name = `match-${String(seed).padStart(5, '0')}`;
    if (!present.has(`${name}.samples`)) store(folder, name, await playSamples(seed, halfCycles));
    onProgress();
  }
  for (const path of index === 0 ? logs : []) {
    const name = `log-${path.replace(/\.rcg(\.gz)?$/, '').replace(/[^\w-]+/g, '_')}`;
    if (!present.has(`${name}.samples`)) store(folder, name, readLogSamples(path));
  }
}
