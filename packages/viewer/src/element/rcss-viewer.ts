import { openLogSource } from '../log-source.js';
import type { MatchSource } from '../source.js';
import { createAlerts } from './alerts.js';
import { askInDialog } from './dialog.js';
import { createIconButton, h, ICONS } from './dom.js';
import type { DrawingTimes } from './drawing-timer.js';
import { createMessagesPanel } from './events-panel.js';
import { createFieldMenu } from './field-menu.js';
import { createHelpPanel } from './help-panel.js';
import { addPointerListeners } from './input.js';
import { handleKey } from './keys.js';
import { createOptionsPanel } from './options-panel.js';
import type { Panel } from './panels.js';
import { createPlaybackBar } from './playback-bar.js';
import { createPlayerCard } from './player-card.js';
import { createPlayersPanel } from './players-panel.js';
import { createRefereePanel } from './referee-panel.js';
import { createScoreBoard } from './score-board.js';
import { createStatisticsPanel } from './statistics-panel.js';
import { STYLES } from './styles.js';
import { createTypesPanel } from './types-panel.js';
import { Viewer } from './viewer.js';

/** Width in CSS pixels below which the layout is that of a phone held upright; the second one if the height is small. */
const MIN_WIDE_PX = 720;
const MIN_WIDE_SHORT_PX = 540;
/** Width from which on the time line and all buttons are in one row. */
const MIN_ONE_ROW_PX = 1280;
/** Height below which bars are flat. */
const MIN_HIGH_PX = 500;
/** Largest scale of texts and controls; screens larger than 1920 by 1080 have a scale above 1. */
const MAX_SCALE = 3;

/** Panels at the side of the field. */
export type PanelName = 'view' | 'players' | 'types' | 'messages' | 'statistics' | 'referee' | 'help';

// Programs without a DOM can import the module, for example to render a page on a server.
const Base: typeof HTMLElement =
  typeof HTMLElement === 'undefined' ? (class {} as typeof HTMLElement) : HTMLElement;

/**
 * The `<rcss-viewer>` element: field, score board, time line and panels. Set the match as `source`; the element fills its box.
 * Dropping a game log onto the element opens that log.
 */
export class RcssViewer extends Base {
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
  readonly #pointer = h('div', { class: 'pointer' });
  readonly #empty = h('div', { class: 'empty' });
  readonly #panels = new Map<PanelName, Panel>();
  readonly #tabs = new Map<PanelName, HTMLButtonElement>();
  readonly #fileInput = h('input', { type: 'file', accept: '.rcg,.gz', hidden: true });
  readonly #zoomBox = h('div', { class: 'zoom' });
  #emptyMessage: readonly [title: string, text: string] = ['No match', 'Drop a game log here.'];
  #openPanel: PanelName | '' = '';
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
   * Opens a game log, plain or gzip. Returns whether it could be read. A live match stays open; a button leads back to it.
   */
  async openLog(file: Blob, name = ''): Promise<boolean> {
    const error = await this.showLog(file, name);
    if (error !== '') this.showNotice(error);
    return error === '';
  }

  /** Opens a game log as {@link openLog} does; returns why it cannot be read, empty if it can. */
  protected async showLog(file: Blob, name: string): Promise<string> {
    const opened = await openLogSource(new Uint8Array(await file.arrayBuffer()), name);
    if (!opened.ok) return opened.error.message;
    const { source } = this;
    if (source?.kind === 'live') this.#liveMatch = source;
    this.viewer.setSource(opened.value, source?.kind === 'live');
    return '';
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
    insets.right = width >= 1100 ? (panel?.width ?? 0) : 0;
    this.#zoomBox.style.right = insets.right > 0 ? `${insets.right / viewer.textScale + 12}px` : '';
    insets.bottom = narrow ? (panel?.height ?? 0) : 0;
    viewer.resize(clientWidth, clientHeight, devicePixelRatio || 1);
  }

  #build(): void {
    const { viewer } = this;
    this.#addPanels();
    this.#zoomBox.append(
      createIconButton(ICONS.zoomIn, 'Zoom in (Z)', () => viewer.zoom(1.5)),
      createIconButton(ICONS.zoomOut, 'Zoom out (X)', () => viewer.zoom(1 / 1.5)),
      createIconButton(ICONS.fit, 'Whole field (I)', () => viewer.showWholeField()),
      this.#createFollowButton(),
    );
    this.#stage.append(
      this.#field,
      this.#actors,
      this.#empty,
      this.#zoomBox,
      this.#pointer,
      createPlayerCard(viewer),
      createAlerts(viewer, {
        hasLiveMatch: () => this.#liveMatch !== null,
        showLiveMatch: () => this.#showLiveMatch(),
      }),
    );
    this.#root.append(
      createScoreBoard(viewer, () => viewer.controlPlayback((p, s) => s.kind === 'live' && p.goLive())),
      this.#stage,
      createPlaybackBar(viewer, this.#createTools()),
      this.#fileInput,
    );
    this.#addInputListeners();
    this.#addDropListeners();
    viewer.subscribe((event) => {
      if (event === 'frame' && this.#openPanel !== '') this.#panels.get(this.#openPanel)?.update();
      if (event === 'source' || event === 'frame') this.#showEmpty();
      // A finger on the whole field scrolls a page that contains the element.
      if (event === 'camera')
        this.#stage.classList.toggle('scrolls', !this.isWholePage && viewer.camera.zoom <= 1.001);
    });
    this.#showEmpty();
  }

  #showLiveMatch(): void {
    const match = this.#liveMatch;
    this.#liveMatch = null;
    this.viewer.setSource(match);
    this.focus();
  }

  #addPanels(): void {
    const { viewer } = this;
    this.#panels.set(
      'view',
      createOptionsPanel(viewer, () => this.#fileInput.click()),
    );
    this.#panels.set('players', createPlayersPanel(viewer));
    this.#panels.set('types', createTypesPanel(viewer));
    this.#panels.set('messages', createMessagesPanel(viewer));
    this.#panels.set('statistics', createStatisticsPanel(viewer));
    this.#panels.set('referee', createRefereePanel(viewer));
    this.#panels.set('help', createHelpPanel(viewer));
  }

  #addInputListeners(): void {
    const { camera } = this.viewer;
    this.#fileInput.addEventListener('change', () => {
      const file = this.#fileInput.files?.[0];
      if (file !== undefined) void this.openLog(file, file.name);
      this.#fileInput.value = '';
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
      const button = createIconButton(path, label, () => this.togglePanel(name), {
        'aria-expanded': 'false',
      });
      this.#tabs.set(name, button);
      return button;
    };
    return h(
      'div',
      { class: 'group tools', role: 'group', 'aria-label': 'Panels' },
      tab('view', ICONS.view, 'View (Shift+V)'),
      tab('messages', ICONS.messages, 'Events and messages (M)'),
      tab('statistics', ICONS.statistics, 'Statistics'),
      tab('players', ICONS.players, 'Players (D)'),
      tab('referee', ICONS.whistle, 'Referee (E)'),
      createIconButton(ICONS.link, 'Copy a link to this cycle', () => void this.#copyLink(), {
        class: 'icon page-only',
      }),
      createIconButton(ICONS.full, 'Full screen (Shift+F)', () => this.#toggleFullScreen(), {
        class: 'icon keep',
      }),
      tab('help', ICONS.help, 'Keys, mouse and signs (?)'),
    );
  }

  /** Opens a panel, or closes it if it is open. */
  togglePanel(name: PanelName): void {
    const again = this.#openPanel === name;
    this.closePanel();
    if (again) return;
    const panel = this.#panels.get(name) as Panel;
    const close = createIconButton(ICONS.close, 'Close (Esc)', () => this.closePanel());
    const extra =
      name === 'players'
        ? h('button', { type: 'button', onclick: () => this.togglePanel('types') }, 'Types')
        : null;
    this.#openPanel = name;
    this.#panelBox = h(
      'aside',
      { class: panel.wide ? 'panel wide' : 'panel', 'aria-label': panel.title, part: 'panel' },
      h('header', {}, h('h2', {}, panel.title), extra, close),
      h('div', { class: 'body', tabIndex: 0, role: 'region', 'aria-label': panel.title }, panel.body),
    );
    this.#stage.append(this.#panelBox);
    this.#tabs.get(name)?.setAttribute('aria-expanded', 'true');
    panel.update();
    this.#fitStage();
    close.focus();
  }

  /** Closes the open panel, if there is one. */
  closePanel(): void {
    if (this.#openPanel === '') return;
    const tab = this.#tabs.get(this.#openPanel);
    tab?.setAttribute('aria-expanded', 'false');
    if (this.#panelBox?.contains(this.#root.activeElement)) (tab ?? this.#actors).focus();
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
      togglePanel: (name) => this.togglePanel(name),
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
    const box = h('div', { class: 'popup' }, h('strong', {}, title), h('span', {}, line));
    this.#popUpBox = box;
    this.#stage.append(box);
    setTimeout(() => box.remove(), 2600);
  }

  #showEmpty(): void {
    const { source, frame } = this.viewer;
    this.#empty.hidden = frame !== null;
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
      const files = event.dataTransfer?.files;
      const file = files?.[0];
      if (files !== undefined && files.length > 1) this.showNotice('Drop one log at a time');
      else if (file !== undefined) void this.openLog(file, file.name);
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
