import type { BoardMessage } from '@rcss/core';
import { type Frame, ok, type Result } from '@rcss/core';
import {
  type CommandRight,
  type GraphicTile,
  type Mark,
  MarkFinder,
  type ParamTable,
  type ParamValue,
  type SourceStatus,
  toParamTable,
} from '@rcss/frames';
import { type OpenLog, openLog } from '@rcss/logs';
import { describeDamage, type LogDamage } from './log-damage.js';
import type { Drawing, MatchSource, SourceChange } from './source.js';

/** Frames searched for marks in one slice, so that the page stays responsive. */
const FRAMES_PER_SLICE = 250;

class LogSource implements MatchSource {
  readonly kind = 'log' as const;
  readonly match = '';
  readonly title: string;
  readonly status: SourceStatus;
  readonly serverParams: ParamTable;
  readonly playerParams: ParamTable;
  readonly types: ReadonlyMap<number, ParamTable>;
  readonly first = 0;
  readonly last: number;
  readonly intervalMs: number;
  readonly messages: readonly BoardMessage[];
  readonly tiles: readonly GraphicTile[];
  readonly rights: CommandRight = 'none';
  readonly reply = '';
  readonly damage: LogDamage | null;
  marks: readonly Mark[] = [];
  readonly #log: OpenLog;
  readonly #listeners = new Set<(change: SourceChange) => void>();
  #closed = false;

  constructor(log: OpenLog, title: string) {
    this.#log = log;
    this.title = title;
    this.damage = describeDamage(log, title);
    this.last = log.frameCount - 1;
    this.status = { state: 'ended', text: `Game log of version ${log.version}, ${log.frameCount} frames` };
    this.serverParams = toParamTable(log.server as unknown as Readonly<Record<string, ParamValue>>);
    this.playerParams = toParamTable(log.player as unknown as Readonly<Record<string, ParamValue>>);
    this.types = new Map(
      log.types.map((type) => [
        type.id,
        toParamTable(type as unknown as Readonly<Record<string, ParamValue>>),
      ]),
    );
    const step = this.serverParams['simulator_step'];
    this.intervalMs = typeof step === 'number' && step > 0 ? step : 100;
    this.messages = log.messages
      .filter((m) => m.board === 1)
      .map((m) => ({ time: m.time, board: m.board, text: m.text }));
    this.tiles = log.teamGraphics.map(({ side, tile }) => ({
      side,
      x: tile.x,
      y: tile.y,
      lines: tile.lines,
    }));
    void this.#findMarks();
  }

  getFrame(index: number): Frame | undefined {
    return index >= 0 && index <= this.last ? this.#log.frame(index) : undefined;
  }

  /** Returns the shapes drawn up to the frame since the last `clear`. */
  getDrawings(index: number): readonly Drawing[] {
    let drawn: Drawing[] = [];
    for (const { frame, shape } of this.#log.draws) {
      if (frame > index) break;
      if (shape.kind === 'clear') drawn = [];
      else drawn.push(shape);
    }
    return drawn;
  }

  requestFrames(): void {}

  /** Returns the first show with time >= cycle; -1 for cycles after the end. */
  indexOfCycle(cycle: number): Promise<number> {
    let low = 0;
    let high = this.last + 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#log.timeOf(middle) < cycle) low = middle + 1;
      else high = middle;
    }
    return Promise.resolve(low > this.last ? -1 : low);
  }

  subscribe(listener: (change: SourceChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  sendCommand(): void {}

  authorize(): void {}

  close(): void {
    this.#closed = true;
    this.#listeners.clear();
  }

  async #findMarks(): Promise<void> {
    const finder = new MarkFinder();
    const marks: Mark[] = [];
    for (let from = 0; from <= this.last && !this.#closed; from += FRAMES_PER_SLICE) {
      const before = marks.length;
      for (let i = from; i <= Math.min(this.last, from + FRAMES_PER_SLICE - 1); i++) {
        marks.push(...finder.find(this.#log.frame(i), i));
      }
      if (marks.length > before) {
        this.marks = [...marks];
        for (const listener of this.#listeners) listener('info');
      }
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }
}

/** Creates a source from an opened game log. */
export function createLogSource(log: OpenLog, title = ''): MatchSource {
  return new LogSource(log, title);
}

/** Opens a game log of any version, plain or gzip. Fails for data that are not a game log and for logs without a frame. */
export function openLogSource(bytes: Uint8Array, title = ''): Promise<Result<MatchSource>> {
  const opened = openLog(bytes);
  if (!opened.ok) {
    const message = `${title || 'The file'} cannot be read: ${opened.error.message}`;
    return Promise.resolve({ ok: false, error: { ...opened.error, message } });
  }
  if (opened.value.frameCount === 0) {
    const message = `${title || 'The log'} has no frames`;
    return Promise.resolve({ ok: false, error: { code: 'empty_log', message } });
  }
  return Promise.resolve(ok(createLogSource(opened.value, title)));
}
