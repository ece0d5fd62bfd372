import type { DebugRecord } from '@rcss/core/debug-channel';
import { type MatchSource, type NotesLayer, openLogSource, type RcssViewer } from '@rcss/viewer';
import { createComparison, type MatchComparison } from '../comparison.js';
import type { Lesson } from '../lessons/lesson.js';
import { waitForFrame } from '../wait-for-frame.js';

type LogBytes = Uint8Array<ArrayBuffer>;

/** What the page shows: the last match while it is written, the match before beside it, or an opened game log. */
export class MatchView {
  readonly #viewer: RcssViewer;
  readonly #comparison: MatchComparison;
  #log: LogBytes[] = [];
  #logBefore: LogBytes[] = [];
  /** Appends to the log that the viewer reads. */
  #stream: ReadableStreamDefaultController<Uint8Array> | null = null;
  /** Number of the last match. */
  #id = 0;
  /** What the viewer shows of the last match; null until its log begins. */
  #source: MatchSource | null = null;
  /** What the watched player believes, until the viewer shows the match. */
  #records: DebugRecord[] = [];
  #opened: { readonly bytes: LogBytes; readonly source: MatchSource } | null = null;
  /** Id of the lesson whose situation or match is shown; null: a free match. */
  #lesson: string | null = null;
  /** The situation of the lesson, and its arrows and places. */
  #scene: MatchSource | null = null;
  #shapes: NotesLayer | null = null;

  constructor(viewer: RcssViewer) {
    this.#viewer = viewer;
    this.#sayNoMatch();
    this.#comparison = createComparison(viewer, () => this.#stream !== null);
  }

  /** Pieces of the game log of the last match. */
  get log(): LogBytes[] {
    return this.#log;
  }

  /** Index of the frame that is shown; null if neither a match nor a log is shown. */
  get frameIndex(): number | null {
    const { source } = this.#viewer;
    return source === null || source === this.#scene ? null : this.#viewer.viewer.frameIndex;
  }

  get hasOpenedLog(): boolean {
    return this.#opened !== null;
  }

  /** The opened game log, if it is shown. */
  get shownLog(): LogBytes | null {
    return this.#opened !== null && this.#viewer.source === this.#opened.source ? this.#opened.bytes : null;
  }

  /** Whether the situation or the match of a lesson is shown; null: a free match. */
  showsLesson(lesson: Lesson | null): boolean {
    return this.#lesson === (lesson?.id ?? null);
  }

  /** Shows the situation of a lesson in place of the match before; null: nothing. */
  async showLesson(lesson: Lesson | null): Promise<void> {
    const id = lesson?.id ?? null;
    this.#lesson = id;
    this.#id += 1;
    this.#viewer.source = null;
    if (lesson === null) return;
    const { createLessonSource, listLessonShapes } = await import('../lessons/lesson-scene.js');
    if (id !== this.#lesson || this.#stream !== null) return;
    const shapes = listLessonShapes(lesson);
    this.#scene = createLessonSource(lesson);
    this.#viewer.source = this.#scene;
    this.#shapes = { getShapes: () => shapes, getComment: () => '' };
    this.#viewer.viewer.notes = this.#shapes;
  }

  /** Compares with the match before from the next match on. */
  turnOnComparison(): void {
    this.#comparison.turnOn();
  }

  /**
   * Begins a match, whose log follows with `append`. The result is fulfilled when it is shown.
   *
   * @param firstFrame Index of the frame that is shown first.
   * @param watched Number of the player whose beliefs are drawn; 0: none.
   */
  async begin(firstFrame: number, watched: number): Promise<void> {
    if (this.#log.length > 0) this.#logBefore = this.#log;
    this.#log = [];
    this.#records = [];
    this.#source = null;
    this.#id += 1;
    this.#viewer.setEmptyMessage('The match begins', '', 'LOADING');
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#stream = controller;
      },
    });
    await Promise.all([this.#showLog(stream, firstFrame, watched), this.#comparison.show(this.#logBefore)]);
    // The match may have ended before its viewer was ready.
    if (this.#stream === null) await this.#comparison.showDifference();
  }

  append(bytes: LogBytes): void {
    this.#log.push(bytes);
    this.#stream?.enqueue(bytes);
  }

  /** Adds what the watched player believes. */
  addRecords(records: readonly DebugRecord[]): void {
    this.#records.push(...records);
    void this.#showRecords();
  }

  /** Ends the log of the match. */
  end(): void {
    this.#stream?.close();
    this.#stream = null;
    this.#sayNoMatch();
  }

  #sayNoMatch(): void {
    this.#viewer.setEmptyMessage('No match yet', 'Run plays the team, and shows its match here.');
  }

  /** Shows the first difference to the match before, if the page compares. */
  showDifference(): void {
    void this.#comparison.showDifference();
  }

  /**
   * Shows a game log, and returns the names of its teams.
   *
   * @throws {Error} if it cannot be read
   */
  async openLog(file: File): Promise<readonly [left: string, right: string]> {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const isRead = await this.#viewer.openLog(file, file.name);
    const { source } = this.#viewer;
    if (!isRead || source === null) throw new Error(`${file.name} cannot be read as a game log`);
    this.#opened = { bytes, source };
    const frame = source.getFrame(source.last);
    return [frame?.left.name || 'the left team', frame?.right.name || 'the right team'];
  }

  /** Shows a log while it is written. */
  async #showLog(stream: ReadableStream<Uint8Array>, firstFrame: number, watched: number): Promise<void> {
    const id = this.#id;
    const source = await openLogSource(stream, 'Now');
    if (!source.ok || id !== this.#id) return;
    if (this.#viewer.viewer.notes === this.#shapes) this.#viewer.viewer.notes = null;
    this.#viewer.source = source.value;
    this.#source = source.value;
    void this.#showRecords();
    const { viewer } = this.#viewer;
    if (watched > 0 && viewer.selected !== watched - 1) viewer.toggleSelection(watched - 1);
    await waitForFrame(source.value, firstFrame);
    if (this.#viewer.source !== source.value) return;
    viewer.controlPlayback((playback) => {
      playback.seek(firstFrame, source.value);
      playback.play(1);
    });
  }

  async #showRecords(): Promise<void> {
    if (this.#records.length === 0) return;
    const { checkRecords } = await import('../check-records.js');
    if (this.#viewer.source !== this.#source || this.#source === null) return;
    this.#viewer.viewer.debug.store.add(checkRecords(this.#records));
    this.#records = [];
    this.#viewer.viewer.emit('frame');
  }
}
