import { isDebugFileName } from '../debug/debug-file-name.js';
import { h } from '../dom.js';
import { openLogSource } from '../log-source.js';
import type { MatchSource } from '../source.js';
import type { Viewer } from '../view/viewer.js';

/** Opens game logs and debug files: from a file dialog, dropped onto the element, or from the page. */
export class LogOpener {
  /** File dialogs; they must be in the document. */
  readonly inputs: readonly HTMLInputElement[];
  readonly #viewer: Viewer;
  readonly #logInput = h('input', { type: 'file', accept: '.rcg,.gz', hidden: true });
  readonly #debugInput = h('input', {
    type: 'file',
    accept: '.jsonl,.dcl,.log,.ocl,.gz',
    multiple: true,
    hidden: true,
  });
  /** Logs that were opened so far. */
  #openingCount = 0;
  /** Live match that is open while a log is shown. */
  #liveMatch: MatchSource | null = null;

  constructor(viewer: Viewer) {
    this.#viewer = viewer;
    this.inputs = [this.#logInput, this.#debugInput];
    this.#logInput.addEventListener('change', () => {
      const file = this.#logInput.files?.[0];
      if (file !== undefined) void this.openLog(file, file.name);
      this.#logInput.value = '';
    });
    this.#debugInput.addEventListener('change', () => {
      void this.openDebugFiles([...(this.#debugInput.files ?? [])]);
      this.#debugInput.value = '';
    });
  }

  /** Whether a live match is open while a log is shown. */
  get hasLiveMatch(): boolean {
    return this.#liveMatch !== null;
  }

  /** Asks for a game log and opens it. */
  chooseLog(): void {
    this.#logInput.click();
  }

  /** Asks for debug files of agents and opens them. */
  chooseDebugFiles(): void {
    this.#debugInput.click();
  }

  /** Shows a match that the page sets; the previous one and a live match that is still open are closed. */
  setSource(source: MatchSource | null): void {
    // A log that is still being opened is not shown any more.
    this.#openingCount++;
    if (this.#liveMatch !== source) this.#liveMatch?.close();
    this.#liveMatch = null;
    this.#viewer.setSource(source);
  }

  /** Shows the live match again that is open while a log is shown. */
  showLiveMatch(): void {
    const match = this.#liveMatch;
    this.#openingCount++;
    this.#liveMatch = null;
    this.#viewer.setSource(match);
  }

  /** Opens a game log as {@link showLog} does, and shows a notice if it cannot be read; returns whether it can. */
  async openLog(
    log: Blob | ReadableStream<Uint8Array>,
    name: string,
    onShown: () => void = () => {},
  ): Promise<boolean> {
    const error = await this.showLog(log, name, onShown);
    if (error !== '') this.#viewer.notify(error);
    return error === '';
  }

  /** Opens a game log; a live match stays open. Returns why the log cannot be read, empty if it can. */
  async showLog(log: Blob | ReadableStream<Uint8Array>, name: string, onShown: () => void): Promise<string> {
    const opening = ++this.#openingCount;
    const opened = await openLogSource(log, name);
    // Another log was opened meanwhile.
    if (opening !== this.#openingCount) {
      if (opened.ok) opened.value.close();
      return '';
    }
    if (!opened.ok) return opened.error.message;
    const { source } = this.#viewer;
    if (source?.kind === 'live') this.#liveMatch = source;
    this.#viewer.setSource(opened.value, source?.kind === 'live');
    onShown();
    await opened.value.whenRead;
    return '';
  }

  /** Reads debug files and adds their records to those of the match that is shown. Returns whether all could be read. */
  async openDebugFiles(files: readonly File[]): Promise<boolean> {
    const viewer = this.#viewer;
    const { describeReadFiles, readDebugFile } = await import('../debug/debug-files.js');
    const read = [];
    for (const file of files) {
      const result = await readDebugFile(
        file,
        file.name,
        viewer.frame ?? viewer.source?.getFrame(viewer.source.first) ?? null,
      );
      read.push(result);
      if (result.ok) viewer.debug.store.add(result.log.records);
    }
    if (read.length > 0) viewer.notify(describeReadFiles(read));
    viewer.emit('frame');
    return read.every(({ ok }) => ok);
  }

  /** Opens files that are dropped onto `element`; meanwhile `stage` has the class `drop`. */
  addDropListeners(element: HTMLElement, stage: HTMLElement): void {
    element.addEventListener('dragover', (event) => {
      event.preventDefault();
      stage.classList.add('drop');
    });
    element.addEventListener('dragleave', () => stage.classList.remove('drop'));
    element.addEventListener('drop', (event) => {
      event.preventDefault();
      stage.classList.remove('drop');
      void this.#openDropped([...(event.dataTransfer?.files ?? [])]);
    });
  }

  /** Opens at most one game log, and any number of debug files. */
  async #openDropped(files: readonly File[]): Promise<void> {
    const [log, ...others] = files.filter(({ name }) => !isDebugFileName(name));
    if (others.length > 0) {
      this.#viewer.notify('Drop one log at a time');
      return;
    }
    if (log !== undefined && !(await this.openLog(log, log.name))) return;
    await this.openDebugFiles(files.filter(({ name }) => isDebugFileName(name)));
  }
}
