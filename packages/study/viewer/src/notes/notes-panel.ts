import { Reel } from '../clips/reel.js';
import { createControlRow, createHint, createTextButton, createTimeButton, download, h } from '../dom.js';
import { packText, unpackText } from '../packed-text.js';
import type { PanelContent } from '../panels/panel.js';
import type { StudyHost } from '../panels/study-module.js';
import type { NoteShape } from '../source.js';
import type { Viewer } from '../view/viewer.js';
import { type DrawingTool, DrawTool } from './draw-tool.js';
import {
  type Chapter,
  DEFAULT_LENGTH,
  formatStudy,
  MAX_CHAPTERS,
  MAX_SHAPES,
  MAX_STUDY_BYTES,
  parseStudy,
  type Study,
} from './study-file.js';
import { createStudy, StudyLayer } from './study-layer.js';

/** Frames before a chapter at which its part of a clip begins. */
const FRAMES_BEFORE = 20;
const TOOLS: readonly (readonly [DrawingTool, string])[] = [
  ['arrow', 'Arrow'],
  ['circle', 'Circle'],
  ['label', 'Text'],
];
const COLORS: readonly (readonly [color: string, name: string])[] = [
  ['#ffd21f', 'yellow'],
  ['#ff5146', 'red'],
  ['#5fd4f4', 'blue'],
  ['#ffffff', 'white'],
  ['#ff86ff', 'pink'],
];
const STYLE = `
.notes .field { display: block; margin: 8px 0; } .notes .field > span { display: block; font-size: 12.5px; color: var(--soft); } .notes :is(.field input, textarea) { width: 100%; background: var(--ground); color: inherit; border: 1px solid var(--edge); border-radius: 6px; padding: 6px 8px; font: inherit; min-height: 34px; } .notes textarea { min-height: 76px; resize: vertical; }
.notes button[aria-pressed=true] { border-color: var(--accent); color: var(--accent); font-weight: 650; box-shadow: inset 0 0 0 1px var(--accent); } .notes .swatch { flex: none; width: 34px; padding: 0; } .notes .swatch::before { content: ''; display: block; width: 18px; height: 18px; margin: auto; border-radius: 50%; background: var(--swatch); border: 1px solid var(--soft); }
.notes .list li.on { background: var(--raised); box-shadow: inset 3px 0 var(--accent); } .notes .list button { padding: 7px 4px; }
@media (pointer: coarse) { .notes button, .panel .notes .field input { min-height: 44px; } .notes .swatch { width: 44px; } .notes .list button { min-height: 44px; align-items: center; } }
`;

const layers = new WeakMap<Viewer, StudyLayer>();

function openLayer(viewer: Viewer, stage: HTMLElement): StudyLayer {
  const layer = layers.get(viewer) ?? new StudyLayer(viewer, stage);
  layers.set(viewer, layer);
  return layer;
}

/** Shows a study: the text of a file, or of a link. A notice says why it cannot be read. */
export async function openStudy(viewer: Viewer, { stage }: StudyHost, text: string): Promise<void> {
  try {
    const isFile = /^\s*[{[]/.test(text);
    const study = parseStudy(isFile ? text : await unpackText(text, MAX_STUDY_BYTES));
    openLayer(viewer, stage).study = study;
    const { teams } = study;
    const { frame } = viewer;
    if (
      teams !== undefined &&
      frame !== null &&
      (teams[0] !== frame.left.name || teams[1] !== frame.right.name)
    )
      viewer.notify(`This study is about another match: ${teams[0]} – ${teams[1]}`);
  } catch (error) {
    viewer.notify(`The study cannot be read: ${(error as Error).message}`);
  }
}

/** The panel that writes and shows studies: chapters, their comments and shapes, and what is done with the study. */
export class NotesPanel implements PanelContent {
  readonly element: HTMLElement;
  readonly #viewer: Viewer;
  readonly #host: StudyHost;
  readonly #layer: StudyLayer;
  readonly #tool: DrawTool;
  readonly #reel: Reel;
  readonly #list = h('ul', { class: 'list', 'aria-label': 'Chapters' });
  readonly #studyTitle = createInput('Title of the study', (value) =>
    this.#change({ ...this.#layer.study, title: value }),
  );
  readonly #title = createInput('Title of the chapter', (title) => this.#changeChapter({ title }));
  readonly #text = h('textarea', {
    maxLength: 2000,
    oninput: () => this.#changeChapter({ text: this.#text.value }),
  });
  readonly #length = h('input', {
    type: 'number',
    min: '1',
    max: '6000',
    onchange: () => {
      const length = this.#length.valueAsNumber;
      if (Number.isInteger(length) && length >= 1 && length <= 6000) this.#changeChapter({ length });
    },
  });
  readonly #label = createInput('Text on the field', () => {});
  readonly #tools: readonly HTMLButtonElement[];
  readonly #swatches: readonly HTMLButtonElement[];
  readonly #chapter: HTMLElement;
  readonly #uses: readonly HTMLButtonElement[];
  readonly #file = h('input', {
    type: 'file',
    accept: '.json,application/json',
    hidden: true,
    'aria-label': 'Study file',
    onchange: () => void this.#openFile(),
  });
  #color: string = COLORS[0]![0];
  #key = '';

  constructor(viewer: Viewer, host: StudyHost) {
    this.#viewer = viewer;
    this.#host = host;
    this.#layer = openLayer(viewer, host.stage);
    this.#reel = new Reel(viewer, () => {});
    this.#tool = new DrawTool({
      viewer,
      stage: host.stage,
      readColor: () => this.#color,
      readText: () => this.#label.input.value || 'Text',
      showDraft: (shape) => {
        this.#layer.draft = shape;
        viewer.requestDraw();
      },
      addShape: (shape) => this.#addShape(shape),
    });
    this.#tools = TOOLS.map(([tool, text]) =>
      createTextButton(text, () => this.#choose(this.#tool.tool === tool ? null : tool)),
    );
    this.#swatches = COLORS.map(([color, name]) => {
      const swatch = h('button', {
        type: 'button',
        class: 'swatch',
        title: name,
        'aria-label': name,
        onclick: () => this.#pick(color),
      });
      swatch.style.setProperty('--swatch', color);
      return swatch;
    });
    this.#label.input.value = 'Text';
    this.#chapter = h(
      'div',
      {},
      h('h3', {}, 'This chapter'),
      this.#title.element,
      h('label', { class: 'field' }, h('span', {}, 'Comment'), this.#text),
      h('label', { class: 'field' }, h('span', {}, 'Shown for, cycles'), this.#length),
      createControlRow(
        createTextButton('Remove the last shape', () => this.#removeShape()),
        createTextButton('Remove the chapter', () => this.#removeChapter()),
      ),
    );
    this.#uses = [
      createTextButton('Play the chapters', () => this.#reel.play(this.#ranges())),
      createTextButton('Save as a clip', () => this.#saveClip()),
      createTextButton('Copy a link', () => void this.#copyLink()),
      createTextButton('Save the study', () => this.#saveFile()),
    ];
    this.element = h(
      'div',
      { class: 'notes' },
      h('style', {}, STYLE),
      this.#studyTitle.element,
      createControlRow(createTextButton('Add a chapter here', () => this.#addChapter())),
      h('div', { class: 'row', role: 'group', 'aria-label': 'Draw on the field' }, ...this.#tools),
      h('div', { class: 'row', role: 'group', 'aria-label': 'Color' }, ...this.#swatches),
      this.#label.element,
      this.#chapter,
      h('h3', {}, 'Chapters'),
      this.#list,
      h('h3', {}, 'Study'),
      createControlRow(...this.#uses),
      createControlRow(
        createTextButton('Open a study …', () => this.#file.click()),
        createTextButton('New study', () => this.#change(createStudy(viewer))),
        this.#file,
      ),
      createHint(
        'Choose Arrow, Circle or Text and draw on the field with mouse or finger: the shape belongs to the chapter of this cycle. A study is a file, or a link; it does not contain the match.',
      ),
    );
    this.#pick(this.#color);
    this.#layer.subscribe(() => this.update());
    // Without the panel, the field is moved as usual.
    new MutationObserver(() => !this.element.isConnected && this.#choose(null)).observe(host.stage, {
      childList: true,
    });
    this.#restore();
  }

  update(): void {
    const { study, current } = this.#layer;
    const key = `${current} ${formatStudy(study)}`;
    if (key === this.#key) return;
    this.#key = key;
    const isFocused = (control: HTMLElement): boolean =>
      (this.element.getRootNode() as ShadowRoot).activeElement === control;
    const fill = (control: HTMLInputElement | HTMLTextAreaElement, value: string): void => {
      if (!isFocused(control)) control.value = value;
    };
    fill(this.#studyTitle.input, study.title ?? '');
    const chapter = study.chapters[current];
    this.#chapter.hidden = chapter === undefined;
    fill(this.#title.input, chapter?.title ?? '');
    fill(this.#text, chapter?.text ?? '');
    fill(this.#length, String(chapter?.length ?? DEFAULT_LENGTH));
    for (const use of this.#uses) use.disabled = study.chapters.length === 0;
    this.#uses[2]!.hidden = !this.#viewer.isWholePage();
    this.#list.replaceChildren(
      ...study.chapters.map((item, i) =>
        h(
          'li',
          { class: i === current ? 'on' : '' },
          createTimeButton(item.cycle, describeChapter(item), () => this.#layer.go(i), {
            'aria-current': i === current,
          }),
        ),
      ),
    );
    if (study.chapters.length === 0) this.#list.append(h('li', { class: 'hint' }, 'No chapters yet.'));
  }

  #choose(tool: DrawingTool | null): void {
    if (tool !== null) this.#viewer.controlPlayback((playback) => playback.pause());
    this.#tool.tool = tool;
    for (const [i, [name]] of TOOLS.entries())
      this.#tools[i]!.setAttribute('aria-pressed', String(name === tool));
  }

  #pick(color: string): void {
    this.#color = color;
    for (const [i, [value]] of COLORS.entries())
      this.#swatches[i]!.setAttribute('aria-pressed', String(value === color));
  }

  #change(study: Study): void {
    this.#layer.study = study;
    this.#keep();
  }

  #changeChapter(change: Partial<Chapter>): void {
    const { study, current } = this.#layer;
    if (current < 0) return;
    const chapters = study.chapters.map((chapter, i) =>
      i === current ? { ...chapter, ...change } : chapter,
    );
    this.#change({ ...study, chapters });
  }

  /** Adds a chapter at the cycle that is shown; there is one for a cycle. */
  #addChapter(): boolean {
    const { study } = this.#layer;
    const { frame } = this.#viewer;
    if (frame === null || study.chapters.some(({ cycle }) => cycle === frame.time)) return frame !== null;
    if (study.chapters.length >= MAX_CHAPTERS) {
      this.#viewer.notify(`A study has at most ${MAX_CHAPTERS} chapters.`);
      return false;
    }
    this.#viewer.controlPlayback((playback) => playback.pause());
    const base = study.chapters.length === 0 && study.teams === undefined ? createStudy(this.#viewer) : study;
    const chapters = [...study.chapters, { cycle: frame.time }].sort((a, b) => a.cycle - b.cycle);
    this.#change({ ...base, ...(study.title !== undefined && { title: study.title }), chapters });
    return true;
  }

  #addShape(shape: NoteShape): void {
    if (this.#layer.current < 0 && !this.#addChapter()) return;
    const shapes = this.#layer.study.chapters[this.#layer.current]?.shapes ?? [];
    if (shapes.length >= MAX_SHAPES) this.#viewer.notify(`A chapter has at most ${MAX_SHAPES} shapes.`);
    else this.#changeChapter({ shapes: [...shapes, shape] });
  }

  #removeShape(): void {
    const shapes = this.#layer.study.chapters[this.#layer.current]?.shapes ?? [];
    this.#changeChapter({ shapes: shapes.slice(0, -1) });
  }

  #removeChapter(): void {
    const { study, current } = this.#layer;
    this.#change({ ...study, chapters: study.chapters.filter((_, i) => i !== current) });
  }

  /** Returns the parts of the match with the chapters, frames. */
  #ranges(): (readonly [number, number])[] {
    const { source } = this.#viewer;
    if (source === null) return [];
    const ranges: (readonly [number, number])[] = [];
    let index = source.first;
    for (const { cycle, length = DEFAULT_LENGTH } of this.#layer.study.chapters) {
      while (index < source.last && (source.getFrame(index)?.time ?? 0) < cycle) index++;
      const first = Math.max(source.first, index - FRAMES_BEFORE, (ranges.at(-1)?.[1] ?? -1) + 1);
      const last = Math.min(source.last, index + length - 1);
      if (first <= last) ranges.push([first, last]);
    }
    return ranges;
  }

  #saveClip(): void {
    const ranges = this.#ranges();
    this.#viewer.clipParts = { title: `The study (${ranges.length} chapters)`, ranges };
    this.#choose(null);
    this.#host.open('save');
  }

  async #copyLink(): Promise<void> {
    const url = new URL(location.href);
    const [first] = this.#layer.study.chapters;
    const hash = new URLSearchParams(url.hash.slice(1));
    hash.set('cycle', String(first?.cycle ?? this.#viewer.frame?.time ?? 0));
    hash.set('study', await packText(JSON.stringify(this.#layer.study)));
    url.hash = hash.toString();
    history.replaceState(null, '', url.href);
    try {
      await navigator.clipboard.writeText(url.href);
      this.#viewer.notify(`The link is copied (${url.href.length} characters). It contains the study.`);
    } catch {
      this.#viewer.notify('The address of the page is now the link. It contains the study.');
    }
  }

  #saveFile(): void {
    download(new Blob([formatStudy(this.#layer.study)], { type: 'application/json' }), 'study.json');
  }

  async #openFile(): Promise<void> {
    const [file] = this.#file.files ?? [];
    this.#file.value = '';
    if (file === undefined) return;
    if (file.size > MAX_STUDY_BYTES) {
      this.#viewer.notify(`The study cannot be read: it has more than ${MAX_STUDY_BYTES} bytes`);
      return;
    }
    await openStudy(this.#viewer, this.#host, await file.text());
    this.#keep();
    this.#layer.go(0);
  }

  /** Keeps the study in the browser: it survives a closed page. Pages that contain the element keep none. */
  #keep(): void {
    if (!this.#viewer.isWholePage()) return;
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify([this.#matchKey, this.#layer.study]));
    } catch {
      // Storage errors are ignored.
    }
  }

  /** Shows the study of this match that the browser has kept, unless another one is shown. */
  #restore(): void {
    if (!this.#viewer.isWholePage() || this.#layer.study.chapters.length > 0) return;
    try {
      const [key, study] = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]') as [string, unknown];
      if (key === this.#matchKey) this.#layer.study = parseStudy(JSON.stringify(study));
    } catch {
      // A study that cannot be read is not shown.
    }
  }

  get #matchKey(): string {
    const { source, frame } = this.#viewer;
    return `${source?.kind} ${source?.title} ${frame?.left.name} ${frame?.right.name}`;
  }
}

const STORAGE_KEY = 'rcss-viewer-study';

function createInput(
  label: string,
  onInput: (value: string) => void,
): { readonly element: HTMLElement; readonly input: HTMLInputElement } {
  const input = h('input', { type: 'text', maxLength: 200, oninput: () => onInput(input.value) });
  return { input, element: h('label', { class: 'field' }, h('span', {}, label), input) };
}

function describeChapter({ title = '', text = '', shapes = [] }: Chapter): string {
  const [line = ''] = (title || text).split('\n');
  if (line !== '') return line;
  return shapes.length === 0
    ? 'without a comment'
    : `${shapes.length} ${shapes.length === 1 ? 'shape' : 'shapes'}`;
}
