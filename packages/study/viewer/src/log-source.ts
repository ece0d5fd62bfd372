import { err, type Failure, type Frame, ok, type Result } from '@rcss/core';
import {
  type BridgeParamValue,
  type GraphicTile,
  type Mark,
  MarkFinder,
  type ParamTable,
  type SourceStatus,
  toParamTable,
} from '@rcss/frames';
import { type ByteSource, type GrowingLog, loadLogInSteps, type OpenLog } from '@rcss/logs';
import { type DrawRecord, type MessageRecord, trimStrayBytes } from '@rcss/logs/records';
import { describeDamage, type LogDamage } from './log-damage.js';
import { type Drawing, type MatchSource, SourceBase } from './source.js';

/** Time for which a log is read before its first frame is shown, ms: a short log is then read as a whole. */
const FIRST_STEP_MS = 40;
/** Time of a step while the log is shown already, ms: the page draws between two steps. */
const STEP_MS = 8;
/** Time between two announcements of marks and messages while a log is read, ms. */
const INFO_INTERVAL_MS = 250;

class LogSource extends SourceBase implements MatchSource {
  readonly kind = 'log' as const;
  override status: SourceStatus = { state: 'loading', text: 'Reading the log' };
  readonly first = 0;
  override readonly tiles: GraphicTile[] = [];
  override readonly marks: Mark[];
  damage: LogDamage | null = null;
  #log: GrowingLog;
  #isGrowing = true;
  #isClosed = false;
  #informedAtMs = 0;
  /** Called when more frames are there, and at the end. */
  readonly #waiting = new Set<() => void>();
  readonly whenRead: Promise<void>;
  #resolveRead: () => void = () => {};

  /** `marks` are those of the frames that have been read; more can be added. */
  constructor(log: GrowingLog, title: string, marks: Mark[] = []) {
    super();
    this.#log = log;
    this.title = title;
    this.marks = marks;
    this.whenRead = new Promise((resolve) => {
      this.#resolveRead = resolve;
    });
    this.#readParams();
    this.#readMessages();
  }

  /** Index of the last frame that has been read. */
  get last(): number {
    return this.#log.frameCount - 1;
  }

  get isGrowing(): boolean {
    return this.#isGrowing;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  getFrame(index: number): Frame | undefined {
    return index >= 0 && index <= this.last ? this.#log.frame(index) : undefined;
  }

  /** Returns the shapes drawn up to the frame since the last `clear`. */
  getDrawings(index: number): readonly Drawing[] {
    let drawn: Drawing[] = [];
    for (const { frame, shape } of this.#log.draws as readonly (DrawRecord & { readonly frame: number })[]) {
      if (frame > index) break;
      if (shape.kind === 'clear') drawn = [];
      else drawn.push(shape);
    }
    return drawn;
  }

  /** Returns the first show with time >= cycle; -1 for cycles after the end. Waits until the log has been read so far, and the shows after it. */
  async indexOfCycle(cycle: number, framesAfter = 0): Promise<number> {
    const isRead = () => this.last >= framesAfter && this.#log.timeOf(this.last - framesAfter) >= cycle;
    while (this.#isGrowing && !this.#isClosed && !isRead())
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    let low = 0;
    let high = this.last + 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#log.timeOf(middle) < cycle) low = middle + 1;
      else high = middle;
    }
    return low > this.last ? -1 : low;
  }

  override close(): void {
    this.#isClosed = true;
    super.close();
    this.#wake();
    this.#resolveRead();
  }

  /** Announces what has been read since the last call: frames at once, marks and messages in intervals. */
  grow(): void {
    this.notify('frames');
    this.#wake();
    const now = performance.now();
    if (this.#isGrowing && now - this.#informedAtMs < INFO_INTERVAL_MS) return;
    this.#informedAtMs = now;
    this.#readMessages();
    this.notify('info');
  }

  /** Shows the whole log. */
  finish(log: OpenLog): void {
    this.#log = log;
    this.#readParams();
    this.damage = describeDamage(log, this.title);
    this.#end(`Game log of version ${log.version}, ${log.frameCount} frames`);
  }

  /** Ends with what has been read: the rest is missing or cannot be used. */
  fail(summary: string): void {
    this.damage = {
      summary,
      missing: [`The match is shown up to cycle ${this.#log.timeOf(this.last)}.`],
    };
    this.#end(summary);
  }

  #end(text: string): void {
    this.#isGrowing = false;
    this.status = { state: 'ended', text };
    this.grow();
    this.#resolveRead();
  }

  #readParams(): void {
    const { server, player, types } = this.#log;
    const toTable = (params: unknown): ParamTable =>
      toParamTable(params as Readonly<Record<string, BridgeParamValue>>);
    this.serverParams = toTable(server);
    this.playerParams = toTable(player);
    this.types = new Map(types.map((type) => [type.id, toTable(type)]));
  }

  /** Copies messages and tiles that are not copied yet. */
  #readMessages(): void {
    const { messages, teamGraphics } = this.#log;
    for (const { time, board, text } of messages.slice(this.messages.length) as readonly MessageRecord[])
      this.messages.push({ time, board, text: board === 2 ? trimStrayBytes(text) : text });
    for (const { side, tile } of teamGraphics.slice(this.tiles.length))
      this.tiles.push({ side, x: tile.x, y: tile.y, lines: tile.lines });
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

/** Creates a source from an opened game log. */
export function createLogSource(log: OpenLog, title = ''): MatchSource {
  const source = new LogSource(log, title);
  source.finish(log);
  void findMarks(source);
  return source;
}

/** Finds the marks of a log that has been read. */
async function findMarks(source: LogSource): Promise<void> {
  const finder = new MarkFinder();
  const step = new StepTimer(STEP_MS);
  for (let index = 0; index <= source.last && !source.isClosed; index++) {
    source.marks.push(...finder.find(source.getFrame(index) as Frame, index));
    if (index < source.last && !step.isOver) continue;
    source.grow();
    await step.waitForNext();
  }
}

/**
 * Opens a game log of any version, plain or gzip: its bytes, a file, or the body of a response. Resolves as soon as the first frames
 * can be shown; `whenRead` of the source resolves when the rest has been read. Fails for data that are not a game log, for logs
 * without a frame, and if the bytes cannot be read.
 *
 * @example
 * const log = await openLogSource((await fetch('final.rcg.gz')).body, 'final.rcg.gz');
 * if (log.ok) viewer.source = log.value;
 */
export async function openLogSource(bytes: ByteSource, title = ''): Promise<Result<MatchSource>> {
  const finder = new MarkFinder();
  const marks: Mark[] = [];
  const timer = new StepTimer(FIRST_STEP_MS);
  const steps = loadLogInSteps(bytes, {
    shouldPause: () => timer.isOver,
    onShow: (frame, index) => marks.push(...finder.find(frame, index)),
  });
  try {
    let next = steps.next();
    for (;;) {
      const step = await next;
      if (step.done === true) return createWholeSource(step.value, title, marks);
      const log = step.value;
      const hasFrames = log.frameCount > 0;
      if (timer.isOver && !hasFrames) await timer.waitForNext();
      if (!timer.isOver) {
        next = steps.next();
        // Without more bytes, what was read is shown.
        if (!hasFrames || (await timer.isInTime(next))) continue;
      } else next = timer.waitForNext().then(() => steps.next());
      const source = new LogSource(log, title, marks);
      void readRest(source, { steps, next, timer });
      return ok(source);
    }
  } catch (error) {
    return err(describeFailure({ code: 'not_read', message: formatError(error) }, title));
  }
}

/** Creates the source of a log that was read in one step. */
function createWholeSource(read: Result<OpenLog>, title: string, marks: Mark[]): Result<MatchSource> {
  if (!read.ok) return err(describeFailure(read.error, title));
  const log = read.value;
  if (log.frameCount === 0) return err({ code: 'empty_log', message: `${title || 'The log'} has no frames` });
  const source = new LogSource(log, title, marks);
  source.finish(log);
  return ok(source);
}

/** Reading of a log that goes on after its first frames are shown. */
interface Reading {
  readonly steps: ReturnType<typeof loadLogInSteps>;
  /** The step that is in progress. */
  readonly next: ReturnType<Reading['steps']['next']>;
  readonly timer: StepTimer;
}

/** Reads the rest of a log whose first frames are shown already. */
async function readRest(source: LogSource, { steps, next, timer }: Reading): Promise<void> {
  try {
    let step = await next;
    while (!source.isClosed) {
      if (step.done === true) {
        if (step.value.ok) source.finish(step.value.value);
        else source.fail(describeFailure(step.value.error, source.title).message);
        return;
      }
      // A step also ends when more bytes are needed: what was read is shown before they arrive.
      source.grow();
      if (timer.isOver) await timer.waitForNext();
      step = await steps.next();
    }
  } catch (error) {
    source.fail(`${source.title || 'The log'} was not loaded to its end: ${formatError(error)}`);
  } finally {
    // Frees the bytes if the source was closed before the end.
    await steps.return(CLOSED);
  }
}

/** Result of a log whose source was closed before its end. */
const CLOSED: Result<OpenLog> = err({ code: 'closed', message: 'the log was closed' });

function describeFailure(failure: Failure, title: string): Failure {
  return { ...failure, message: `${title || 'The file'} cannot be read: ${failure.message}` };
}

function formatError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Divides work into steps, between which the page can draw and handle input. */
class StepTimer {
  #end: number;

  constructor(firstStepMs: number) {
    this.#end = performance.now() + firstStepMs;
  }

  get isOver(): boolean {
    return performance.now() > this.#end;
  }

  /** Returns whether a promise is fulfilled before the end of the step. */
  async isInTime(promise: Promise<unknown>): Promise<boolean> {
    let timeout: ReturnType<typeof setTimeout> | undefined;
    const end = new Promise<false>((resolve) => {
      timeout = setTimeout(() => resolve(false), this.#end - performance.now());
    });
    const done = promise.then(
      () => true,
      () => false,
    );
    const isInTime = await Promise.race([done, end]);
    clearTimeout(timeout);
    return isInTime;
  }

  /** Waits until the page has done its other tasks, then begins the next step. A timer would wait for 4 ms. */
  async waitForNext(): Promise<void> {
    const { port1, port2 } = new MessageChannel();
    await new Promise<void>((resolve) => {
      port1.onmessage = () => resolve();
      port2.postMessage(null);
    });
    port1.close();
    this.#end = performance.now() + STEP_MS;
  }
}
