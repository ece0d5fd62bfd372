import { isDebugFileName } from '../debug/debug-file-name.js';
import { openLogSource } from '../log-source.js';
import type { MatchSource } from '../source.js';
import { createAlerts } from './alerts.js';
import { askInDialog } from './dialog.js';
import { createIconButton, h, ICONS } from './dom.js';
import type { DrawingTimes } from './drawing-timer.js';
import { createFieldMenu } from './field-menu.js';
import { addPointerListeners } from './input.js';
import { handleKey } from './keys.js';
import { MapLayer } from './map-layer.js';
import type { Panel, PanelName } from './panels/panel.js';
import { createPlaybackBar } from './playback-bar.js';
import { createPlayerCard } from './player-card.js';
import { createScoreBoard } from './score-board.js';
import { ScreenMode } from './screen-mode.js';
import { STYLES } from './styles.js';
import { Viewer } from './viewer.js';

/** Width in CSS pixels below which the layout is that of a phone held upright; the second one if the height is small. */
const MIN_WIDE_PX = 760;
const MIN_WIDE_SHORT_PX = 600;
/** Width from which on the time line and all buttons are in one row. */
const MIN_ONE_ROW_PX = 1360;
/** Height below which bars are flat. */
const MIN_HIGH_PX = 500;
/** Width beside a panel from which on the whole field is shown there; a smaller one is covered. */
const MIN_FIELD_PX = 340;
/** Largest scale of texts and controls; screens larger than 1920 by 1080 have a scale above 1. */
const MAX_SCALE = 3;

// Programs without a DOM can import the module, for example to render a page on a server.
const Base: typeof HTMLElement =
  typeof HTMLElement === 'undefined' ? (class {} as typeof HTMLElement) : HTMLElement;

/**
 * The `<rcss-viewer>` element: field, score board, time line and panels. Set the match as `source`; the element fills its box.
 * Dropping a game log onto the element opens that log.
 */
export class RcssViewer extends Base {
  static readonly observedAttributes: readonly string[] = ['screen'];
  /** The viewer inside, for programs that need more than the element offers. */
  readonly viewer: Viewer;
  readonly #root: ShadowRoot;
  readonly #stage = h('div', { class: 'stage', part: 'stage' });
  readonly #actors = h('canvas', {
    class: 'layer actors',
    tabIndex: 0,
    role: 'application',
    'aria-label': 'Soccer field. Space plays and pauses, arrow keys step, question mark lists all keys.',
  });
  readonly #field = h('canvas', { class: 'layer', 'aria-hidden': 'true' });
  readonly #maps = h('canvas', { class: 'layer', 'aria-hidden': 'true' });
  readonly #pointer = h('div', { class: 'pointer' });
  readonly #empty = h('div', { class: 'empty', role: 'status' });
  /** Null until the first panel is opened. */
  #panels: Readonly<Record<PanelName, Panel>> | null = null;
  readonly #tabs = new Map<PanelName, HTMLButtonElement>();
  readonly #fileInput = h('input', { type: 'file', accept: '.rcg,.gz', hidden: true });
  readonly #screenMode: ScreenMode;
  readonly #debugInput = h('input', {
    type: 'file',
    accept: '.jsonl,.dcl,.log,.ocl,.gz',
    multiple: true,
    hidden: true,
  });
  readonly #zoomBox = h('div', { class: 'zoom' });
  #emptyMessage: readonly [title: string, text: string] = ['No match', 'Drop a game log here.'];
  /** The panel that is open or is being loaded; empty for none. */
  #openPanel: PanelName | '' = '';
  /** Whether the open panel was opened by a key on its button. */
  #isOpenedByKey = false;
  /** Logs that were opened so far. */
  #openingCount = 0;
  /** Live match that is open while a log is shown. */
  #liveMatch: MatchSource | null = null;
  #panelBox: HTMLElement | null = null;
  #popUpBox: HTMLElement | null = null;
  #resizeObserver: ResizeObserver | null = null;
  #visibilityObserver: IntersectionObserver | null = null;

  /** Stores the options of the view in `storage`; null does not store them. */
  constructor(storage: Storage | null | undefined = findStorage()) {
    super();
    this.#root = this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
    this.#root.adoptedStyleSheets = [sheet];
    this.viewer = new Viewer(storage ?? undefined, (title, line) => this.#showPopUp(title, line));
    this.viewer.attach(this.#field, this.#actors);
    new MapLayer(this.viewer, this.#maps);
    this.#screenMode = new ScreenMode(this.viewer);
    this.viewer.notify = (text) => this.showNotice(text);
    this.viewer.confirm = (question, label) => askInDialog(this.#root, question, label);
    this.viewer.isWholePage = () => this.isWholePage;
    this.viewer.usesWheel = () => this.isWholePage || this.#root.activeElement !== null;
    this.#build();
  }

  /** The match that is shown. Setting another one closes the previous one. */
  get source(): MatchSource | null {
    return this.viewer.source;
  }

  /** Shows another match, or none if the source is null; the previous source is closed. */
  set source(source: MatchSource | null) {
    // A log that is still being opened is not shown any more.
    this.#openingCount++;
    if (this.#liveMatch !== source) this.#liveMatch?.close();
    this.#liveMatch = null;
    this.viewer.setSource(source);
  }

  /**
   * Whether the element is the whole page: attribute `whole-page`. Then the wheel zooms and fingers move the field without a click
   * before; otherwise they scroll the page.
   */
  get isWholePage(): boolean {
    return this.hasAttribute('whole-page');
  }

  /** Called by the browser. */
  attributeChangedCallback(name: string, _before: string | null, value: string | null): void {
    if (name === 'screen') this.#screenMode.setOn(value !== null);
  }

  /**
   * Sets what follows in the mode for public screens when a log has ended and its final score has been shown. The function returns
   * whether another match follows; otherwise the log starts again.
   */
  set nextMatch(showNext: () => boolean) {
    this.#screenMode.showNext = showNext;
  }

  /** Moves the focus to the field: from then on the keys control the viewer. */
  override focus(options: FocusOptions = { preventScroll: true }): void {
    this.#actors.focus(options);
  }

  /** Returns how long the last pictures took. */
  getDrawingTimes(): DrawingTimes {
    return this.viewer.drawingTimer.read();
  }

  /** Returns the address of this page at the current moment of the match. */
  createPermalink(): string {
    const { source, frame } = this.viewer;
    const url = new URL(location.href);
    const hash = new URLSearchParams();
    if (source?.kind === 'live' && source.match !== '') hash.set('match', source.match);
    hash.set('cycle', String(frame?.time ?? 0));
    url.hash = hash.toString();
    return url.href;
  }

  /** Shows a line of text for a few seconds. */
  showNotice(text: string): void {
    const note = h('div', { class: 'notice', role: 'status' }, text);
    this.#stage.querySelector('.notice')?.remove();
    this.#stage.append(note);
    setTimeout(() => note.remove(), 4500);
  }

  /**
   * Opens a game log, plain or gzip: a file, or the body of a response. Its first frames are shown before the rest has been read;
   * `onShown` is called then. Resolves when it has been read to its end; returns whether it could be read. A live match stays open; a
   * button leads back to it.
   */
  async openLog(
    log: Blob | ReadableStream<Uint8Array>,
    name = '',
    onShown: () => void = () => {},
  ): Promise<boolean> {
    const error = await this.showLog(log, name, onShown);
    if (error !== '') this.showNotice(error);
    return error === '';
  }

  /** Opens a game log as {@link openLog} does; returns why it cannot be read, empty if it can. */
  protected async showLog(
    log: Blob | ReadableStream<Uint8Array>,
    name: string,
    onShown: () => void,
  ): Promise<string> {
    const opening = ++this.#openingCount;
    const opened = await openLogSource(log, name);
    // Another log was opened meanwhile.
    if (opening !== this.#openingCount) {
      if (opened.ok) opened.value.close();
      return '';
    }
    if (!opened.ok) return opened.error.message;
    const { source } = this;
    if (source?.kind === 'live') this.#liveMatch = source;
    this.viewer.setSource(opened.value, source?.kind === 'live');
    onShown();
    await opened.value.whenRead;
    return '';
  }

  /**
   * Reads debug files of agents (`.debug.jsonl`, `.dcl`, `.log`, `.ocl`, plain or gzip) and adds their records to those of the
   * match that is shown. Returns whether all could be read.
   */
  async openDebugFiles(files: readonly File[]): Promise<boolean> {
    const { viewer } = this;
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
    if (read.length > 0) this.showNotice(describeReadFiles(read));
    viewer.emit('frame');
    return read.every(({ ok }) => ok);
  }

  /** Opens dropped files: at most one game log, and any number of debug files. */
  async #openDropped(files: readonly File[]): Promise<void> {
    const [log, ...others] = files.filter(({ name }) => !isDebugFileName(name));
    if (others.length > 0) {
      this.showNotice('Drop one log at a time');
      return;
    }
    if (log !== undefined && !(await this.openLog(log, log.name))) return;
    await this.openDebugFiles(files.filter(({ name }) => isDebugFileName(name)));
  }

  /** Sets the text in the middle of the field while there is no match. */
  protected setEmptyMessage(title: string, text: string): void {
    this.#emptyMessage = [title, text];
    this.#showEmpty();
  }

  /** Starts drawing; called by the browser. */
  connectedCallback(): void {
    this.#resizeObserver = new ResizeObserver(() => this.#fitStage());
    this.#resizeObserver.observe(this.#stage);
    this.#resizeObserver.observe(this);
    // Of several elements on a page, only those in view draw.
    this.#visibilityObserver = new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting === true) this.viewer.start();
      else this.viewer.stop();
    });
    this.#visibilityObserver.observe(this);
    this.#fitStage();
  }

  /** Stops drawing; called by the browser. */
  disconnectedCallback(): void {
    this.viewer.stop();
    this.#resizeObserver?.disconnect();
    this.#visibilityObserver?.disconnect();
  }

  #fitStage(): void {
    const { viewer } = this;
    viewer.textScale = Math.min(
      MAX_SCALE,
      Math.max(1, Math.min(this.clientWidth / 1920, this.clientHeight / 1080)),
    );
    this.style.setProperty('--scale', String(viewer.textScale));
    const width = this.clientWidth / viewer.textScale;
    const short = this.clientHeight < MIN_HIGH_PX;
    const narrow = width < (short ? MIN_WIDE_SHORT_PX : MIN_WIDE_PX);
    this.toggleAttribute('narrow', narrow);
    this.toggleAttribute('medium', !narrow && width < MIN_ONE_ROW_PX);
    this.toggleAttribute('short', short);
    const { clientWidth, clientHeight } = this.#stage;
    const { insets } = viewer.camera;
    const panel = this.#panelBox?.getBoundingClientRect();
    const panelWidth = panel?.width ?? 0;
    const isBeside = !narrow && width - panelWidth / viewer.textScale >= MIN_FIELD_PX;
    insets.right = isBeside ? panelWidth : 0;
    this.#zoomBox.style.right = insets.right > 0 ? `${insets.right / viewer.textScale + 12}px` : '';
    insets.bottom = narrow ? (panel?.height ?? 0) : 0;
    viewer.resize(clientWidth, clientHeight, devicePixelRatio || 1);
  }

  #build(): void {
    const { viewer } = this;
    this.#zoomBox.append(
      createIconButton(ICONS.zoomIn, 'Zoom in (Z)', () => viewer.zoom(1.5)),
      createIconButton(ICONS.zoomOut, 'Zoom out (X)', () => viewer.zoom(1 / 1.5)),
      createIconButton(ICONS.fit, 'Whole field (I)', () => viewer.showWholeField()),
      this.#createFollowButton(),
    );
    this.#stage.append(
      this.#field,
      this.#maps,
      this.#actors,
      this.#empty,
      this.#zoomBox,
      this.#pointer,
      this.#screenMode.overlay,
      createPlayerCard(viewer),
      createAlerts(viewer, {
        hasLiveMatch: () => this.#liveMatch !== null,
        showLiveMatch: () => this.#showLiveMatch(),
      }),
    );
    const board = createScoreBoard(viewer, () =>
      viewer.controlPlayback((p, s) => s.kind === 'live' && p.goLive()),
    );
    board.append(this.#screenMode.scorers);
    this.#root.append(
      board,
      this.#stage,
      createPlaybackBar(viewer, this.#createTools()),
      this.#fileInput,
      this.#debugInput,
    );
    this.#addInputListeners();
    this.#addDropListeners();
    viewer.subscribe((event) => {
      if (event === 'frame' && this.#openPanel !== '') this.#panels?.[this.#openPanel].update();
      if (event === 'source' || event === 'frame') this.#showEmpty();
      // A finger on the whole field scrolls a page that contains the element.
      if (event === 'camera')
        this.#stage.classList.toggle('scrolls', !this.isWholePage && viewer.camera.zoom <= 1.001);
    });
    this.#showEmpty();
  }

  #showLiveMatch(): void {
    const match = this.#liveMatch;
    this.#openingCount++;
    this.#liveMatch = null;
    this.viewer.setSource(match);
    this.focus();
  }

  #addInputListeners(): void {
    const { camera } = this.viewer;
    this.#fileInput.addEventListener('change', () => {
      const file = this.#fileInput.files?.[0];
      if (file !== undefined) void this.openLog(file, file.name);
      this.#fileInput.value = '';
    });
    this.#debugInput.addEventListener('change', () => {
      void this.openDebugFiles([...(this.#debugInput.files ?? [])]);
      this.#debugInput.value = '';
    });
    addPointerListeners(this.#actors, this.viewer, (x, y) => this.#openMenu(x, y));
    this.#actors.addEventListener('pointermove', (event) => {
      const box = this.#actors.getBoundingClientRect();
      const [sx, sy] = [event.clientX - box.left, event.clientY - box.top];
      this.#pointer.textContent = `${camera.toFieldX(sx, sy).toFixed(2)}, ${camera.toFieldY(sx, sy).toFixed(2)}`;
    });
    this.addEventListener('keydown', (event) => this.handleKey(event));
    // After a click the field gets the focus again: the space bar then plays and does not press the button once more.
    this.#root.addEventListener('click', (event) => {
      const button =
        event.target instanceof Element
          ? event.target.closest('.bar button, .zoom button, .board button')
          : null;
      if (button !== null && button.closest('.tools') === null && (event as MouseEvent).detail > 0) {
        this.#actors.focus({ preventScroll: true });
      }
    });
  }

  #createFollowButton(): HTMLButtonElement {
    const button = createIconButton(ICONS.follow, 'Follow the ball (B)', () =>
      this.viewer.toggleFollow('ball'),
    );
    button.querySelector('svg')?.classList.add('line');
    this.viewer.subscribe((event) => {
      if (event === 'camera') button.setAttribute('aria-pressed', String(this.viewer.followed === 'ball'));
    });
    return button;
  }

  #createTools(): HTMLElement {
    const tab = (name: PanelName, path: string, label: string): HTMLButtonElement => {
      const button = createIconButton(path, label, () => void this.togglePanel(name), {
        'aria-expanded': 'false',
      });
      // A key on the button opens the panel from there; the focus then returns there. After a click, Space plays.
      button.addEventListener('click', ({ detail }) => {
        this.#isOpenedByKey = detail === 0;
        if (detail > 0 && this.#openPanel === '') this.#actors.focus({ preventScroll: true });
      });
      this.#tabs.set(name, button);
      return button;
    };
    // On narrow screens the panel of events leads there.
    const agents = tab('agents', ICONS.agents, 'Agents (J)');
    agents.classList.add('opt-wide');
    return h(
      'div',
      { class: 'group tools', role: 'group', 'aria-label': 'Panels' },
      tab('view', ICONS.view, 'View (Shift+V)'),
      tab('messages', ICONS.messages, 'Events and messages (M)'),
      tab('statistics', ICONS.statistics, 'Statistics'),
      tab('players', ICONS.players, 'Players (D)'),
      tab('save', ICONS.save, 'Save clips and pictures'),
      tab('referee', ICONS.whistle, 'Referee (E)'),
      agents,
      createIconButton(ICONS.link, 'Copy a link to this cycle', () => void this.#copyLink(), {
        class: 'icon page-only',
      }),
      createIconButton(ICONS.full, 'Full screen (Shift+F)', () => this.#toggleFullScreen(), {
        class: 'icon keep',
      }),
      tab('help', ICONS.help, 'Keys, mouse and signs (?)'),
    );
  }

  /** Opens a panel, or closes it if it is open. The first call loads the panels. Resolves when the panel is shown. */
  async togglePanel(name: PanelName): Promise<void> {
    const again = this.#openPanel === name;
    this.closePanel();
    if (again) return;
    this.#openPanel = name;
    this.#tabs.get(name)?.setAttribute('aria-expanded', 'true');
    let panels: Readonly<Record<PanelName, Panel>>;
    try {
      panels = this.#panels ?? (await this.#loadPanels());
    } catch {
      if (this.#openPanel !== name) return;
      this.closePanel();
      this.showNotice('The panel cannot be loaded. Load the page again.');
      return;
    }
    // Another panel may have been opened meanwhile, or this one twice.
    if (this.#openPanel === name && this.#panelBox === null) this.#showPanel(name, panels[name]);
  }

  async #loadPanels(): Promise<Readonly<Record<PanelName, Panel>>> {
    const { createPanels } = await import('./panels/create-panels.js');
    // Assigned without a further wait, so that only one of several calls creates them.
    this.#panels ??= createPanels(this.viewer, {
      openLog: () => this.#fileInput.click(),
      openDebugFiles: () => this.#debugInput.click(),
    });
    return this.#panels;
  }

  #showPanel(name: PanelName, panel: Panel): void {
    const close = createIconButton(ICONS.close, 'Close (Esc)', () => this.closePanel());
    const extra = this.#createPanelLink(name);
    this.#panelBox = h(
      'aside',
      { class: panel.wide ? 'panel wide' : 'panel', 'aria-label': panel.title, part: 'panel' },
      h('header', {}, h('h2', {}, panel.title), extra, close),
      h('div', { class: 'body', tabIndex: 0, role: 'region', 'aria-label': panel.title }, panel.body),
    );
    this.#stage.append(this.#panelBox);
    panel.update();
    this.#fitStage();
    close.focus();
  }

  /** Creates the button in the header of a panel that leads to a related panel; null for panels without one. */
  #createPanelLink(name: PanelName): HTMLButtonElement | null {
    const link = (to: PanelName, text: string): HTMLButtonElement =>
      h('button', { type: 'button', onclick: () => void this.togglePanel(to) }, text);
    if (name === 'players') return link('types', 'Types');
    if (name === 'messages') return link('agents', 'Agents');
    return name === 'referee' ? link('scene', 'Scene editor') : null;
  }

  /** Closes the open panel, if there is one. */
  closePanel(): void {
    if (this.#openPanel === '') return;
    const tab = this.#tabs.get(this.#openPanel);
    tab?.setAttribute('aria-expanded', 'false');
    if (this.#panelBox?.contains(this.#root.activeElement))
      (this.#isOpenedByKey && tab !== undefined ? tab : this.#actors).focus({ preventScroll: true });
    this.#isOpenedByKey = false;
    this.#panelBox?.remove();
    this.#panelBox = null;
    this.#openPanel = '';
    this.#fitStage();
  }

  /** Handles a key; for pages that forward keys pressed outside the element. */
  handleKey(event: KeyboardEvent): void {
    const target = event.composedPath()[0];
    if (
      target instanceof HTMLElement &&
      (target.matches('input:not([type=range], [type=checkbox]), select, textarea') ||
        target.closest('dialog') !== null)
    ) {
      if (event.key === 'Escape') this.closePanel();
      return;
    }
    const presses = event.key === ' ' || event.key === 'Enter';
    if (
      presses &&
      target instanceof HTMLElement &&
      target.matches('button, summary, a, input:not([type=range])')
    )
      return;
    const used = handleKey(event, this.viewer, {
      togglePanel: (name) => void this.togglePanel(name),
      closePanel: () => this.#leave(),
      toggleFullScreen: () => this.#toggleFullScreen(),
      openFile: () => this.#fileInput.click(),
    });
    if (used) event.preventDefault();
  }

  /** Closes the open panel; without one, gives the focus and thereby the keys back to the page. */
  #leave(): void {
    if (this.#openPanel !== '') this.closePanel();
    else if (!this.isWholePage) this.#actors.blur();
  }

  #toggleFullScreen(): void {
    if (document.fullscreenElement !== null) void document.exitFullscreen();
    else
      void this.requestFullscreen?.().catch(() => this.showNotice('This browser does not allow full screen'));
  }

  async #copyLink(): Promise<void> {
    const link = this.createPermalink();
    history.replaceState(null, '', link);
    try {
      await navigator.clipboard.writeText(link);
      this.showNotice(`Copied: ${link}`);
    } catch {
      this.showNotice(link);
    }
  }

  #openMenu(x: number, y: number): void {
    this.#stage.querySelector('.menu')?.remove();
    const menu = createFieldMenu(this.viewer, {
      sx: x,
      sy: y,
      copyLink: this.isWholePage ? () => void this.#copyLink() : null,
      onClose: () => this.#actors.focus(),
    });
    this.#stage.append(menu);
    const { textScale } = this.viewer;
    const { width, height } = menu.getBoundingClientRect();
    menu.style.left = `${Math.max(0, Math.min(x, this.#stage.clientWidth - width - 4)) / textScale}px`;
    menu.style.top = `${Math.max(0, Math.min(y, this.#stage.clientHeight - height - 4)) / textScale}px`;
    menu.querySelector('button')?.focus();
  }

  #showPopUp(title: string, line: string): void {
    this.#popUpBox?.remove();
    const box = h('div', { class: 'popup', role: 'status' }, h('strong', {}, title), h('span', {}, line));
    this.#popUpBox = box;
    this.#stage.append(box);
    setTimeout(() => box.remove(), 2600);
  }

  #showEmpty(): void {
    const { source, frame } = this.viewer;
    // A log that has been read off screen is drawn when it comes into view.
    const isReady = source?.kind === 'log' && source.getFrame(source.first) !== undefined;
    this.#empty.hidden = frame !== null || isReady;
    // A canvas is black before the first picture.
    this.#field.hidden = frame === null;
    if (frame !== null) return;
    const title =
      source === null
        ? this.#emptyMessage[0]
        : source.status.state === 'loading'
          ? 'Reading the log'
          : source.status.state === 'failed'
            ? 'The log cannot be read'
            : 'Waiting for the server';
    const text = source === null ? this.#emptyMessage[1] : source.status.text;
    const shown = `${title}\n${text}`;
    if (this.#empty.dataset['text'] === shown) return;
    this.#empty.dataset['text'] = shown;
    this.#empty.replaceChildren(h('div', {}, h('strong', {}, title), h('span', {}, text)));
  }

  #addDropListeners(): void {
    this.addEventListener('dragover', (event) => {
      event.preventDefault();
      this.#stage.classList.add('drop');
    });
    this.addEventListener('dragleave', () => this.#stage.classList.remove('drop'));
    this.addEventListener('drop', (event) => {
      event.preventDefault();
      this.#stage.classList.remove('drop');
      void this.#openDropped([...(event.dataTransfer?.files ?? [])]);
    });
  }
}

function findStorage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

/** Registers the element. Does nothing if the name is registered already or without a DOM. */
export function defineViewer(name = 'rcss-viewer'): void {
  if (typeof customElements !== 'undefined' && customElements.get(name) === undefined) {
    customElements.define(name, RcssViewer);
  }
}
