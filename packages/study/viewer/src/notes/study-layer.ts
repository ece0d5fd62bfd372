import { createIconButton, h, ICONS, setText } from '../dom.js';
import type { NoteShape, NotesLayer } from '../source.js';
import type { Viewer } from '../view/viewer.js';
import { type Chapter, DEFAULT_LENGTH, type Study } from './study-file.js';

const STYLE = `
.study-comment { position: absolute; left: var(--middle, 50%); bottom: calc(var(--covered, 0px) + 12px); transform: translateX(-50%); z-index: 2; width: max-content; max-width: min(640px, calc(var(--free, 100%) - 24px)); max-height: 45%; overflow: auto; display: flex; gap: 8px; align-items: center; padding: 8px 8px 8px 16px; border-radius: 12px; background: var(--glass); border: 1px solid var(--edge); zoom: var(--scale, 1); }
.study-comment strong { display: block; } .study-comment p { margin: 0; white-space: pre-line; overflow-wrap: anywhere; } .study-comment .steps { flex: none; display: flex; align-items: center; gap: 2px; font-variant-numeric: tabular-nums; }
.study-comment button { min-width: 44px; min-height: 44px; } :host([screen]) .study-comment .steps { display: none; }
:host([narrow]) .stage:has(.panel) .study-comment { display: none; }
`;

/** An empty study of the match that is shown. */
export function createStudy({ frame }: Viewer): Study {
  const names: [string, string] = [frame?.left.name ?? '', frame?.right.name ?? ''];
  const hasNames = names.some((name) => name !== '');
  return { format: 'rcss-study', version: 1, ...(hasNames && { teams: names }), chapters: [] };
}

/** A study over the match: shapes on the field and comments below it, at the cycles of its chapters. */
export class StudyLayer implements NotesLayer {
  /** The shape that is being drawn. */
  draft: NoteShape | null = null;
  readonly #viewer: Viewer;
  readonly #title = h('strong');
  readonly #text = h('p');
  readonly #place = h('span');
  readonly #previous = createIconButton(ICONS.back, 'Previous chapter', () => this.step(-1));
  readonly #next = createIconButton(ICONS.stepForward, 'Next chapter', () => this.step(1));
  readonly #box: HTMLElement;
  readonly #listeners = new Set<() => void>();
  #study: Study;
  #source: Viewer['source'];

  constructor(viewer: Viewer, stage: HTMLElement) {
    this.#viewer = viewer;
    this.#study = createStudy(viewer);
    this.#source = viewer.source;
    this.#box = h(
      'section',
      { class: 'study-comment', 'aria-label': 'Study', hidden: true },
      h('div', { 'aria-live': 'polite' }, this.#title, this.#text),
      h('div', { class: 'steps' }, this.#previous, this.#place, this.#next),
    );
    stage.append(h('style', {}, STYLE), this.#box);
    viewer.notes = this;
    viewer.subscribe((event) => {
      if (event === 'frame') this.#show();
      if (event === 'source' && viewer.source !== this.#source) {
        this.#source = viewer.source;
        this.study = createStudy(viewer);
      }
    });
  }

  get study(): Study {
    return this.#study;
  }

  /** Shows another study, or a changed one. */
  set study(study: Study) {
    this.#study = study;
    this.#viewer.requestDraw();
    this.#show();
    for (const listener of this.#listeners) listener();
  }

  /** Calls the listener whenever the study is another one. */
  subscribe(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Index of the chapter that is shown; -1 for none. */
  get current(): number {
    return this.#findChapter(this.#viewer.frame?.time ?? -1);
  }

  getShapes(index: number): readonly NoteShape[] {
    const shapes = this.#chapterAt(index)?.shapes ?? [];
    return this.draft === null ? shapes : [...shapes, this.draft];
  }

  getComment(index: number): string {
    const { title = '', text = '' } = this.#chapterAt(index) ?? {};
    return title !== '' && text !== '' ? `${title}: ${text}` : title || text;
  }

  /** Shows the moment of a chapter. */
  go(index: number): void {
    const chapter = this.#study.chapters[index];
    if (chapter !== undefined) void this.#viewer.goToCycle(chapter.cycle);
  }

  /** Shows the chapter before or after the present moment. */
  step(direction: 1 | -1): void {
    const { chapters } = this.#study;
    const time = this.#viewer.frame?.time ?? 0;
    const { current } = this;
    if (current >= 0) this.go(current + direction);
    else if (direction > 0) this.go(chapters.findIndex(({ cycle }) => cycle > time));
    else this.go(chapters.findLastIndex(({ cycle }) => cycle < time));
  }

  #chapterAt(index: number): Chapter | undefined {
    return this.#study.chapters[this.#findChapter(this.#viewer.source?.getFrame(index)?.time ?? -1)];
  }

  /** Of chapters that overlap, the later one is shown. */
  #findChapter(time: number): number {
    return this.#study.chapters.findLastIndex(
      ({ cycle, length = DEFAULT_LENGTH }) => time >= cycle && time < cycle + length,
    );
  }

  #show(): void {
    const { chapters } = this.#study;
    const { current } = this;
    const { title = '', text = '' } = chapters[current] ?? {};
    this.#box.hidden = current < 0;
    if (current < 0) return;
    setText(this.#title, title);
    setText(this.#text, text);
    this.#title.hidden = title === '';
    setText(this.#place, `${current + 1} / ${chapters.length}`);
    this.#previous.disabled = current === 0;
    this.#next.disabled = current === chapters.length - 1;
  }
}
