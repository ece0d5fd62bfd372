import type { Mark } from '@rcss/frames';
import { h } from '../dom.js';
import type { PanelName } from '../panels/panel.js';
import type { MatchSource } from '../source.js';
import { closeSpatialView, loadSpatialView, toggleSpatialView } from '../spatial/toggle-spatial-view.js';
import { addValueLayers } from '../values/add-value-layers.js';
import type { DrawingTimes } from '../view/drawing-timer.js';
import { Viewer } from '../view/viewer.js';
import { toggleWords } from '../words/toggle-words.js';
import { Alerts } from './alerts.js';
import { askInDialog } from './dialog.js';
import { createFieldMenu } from './field-menu.js';
import { fitStage } from './fit-stage.js';
import { watchFullTime } from './full-time.js';
import { addPointerListeners } from './input.js';
import { handleKey, isForControl } from './keys.js';
import { describeLinkedView, showLinkedView } from './link.js';
import { LogOpener } from './log-opener.js';
import { MapLayer } from './map-layer.js';
import { PanelHost } from './panel-host.js';
import { createPlaybackBar } from './playback-bar.js';
import { PlayerCard } from './player-card.js';
import { ScoreBoard } from './score-board.js';
import { ScreenMode } from './screen-mode.js';
import { StageNotes } from './stage-notes.js';
import { STYLES } from './styles.js';
import { createPanelTools, createZoomBox } from './toolbar.js';

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
  readonly #notes = new StageNotes(this.#stage);
  readonly #zoomBox: HTMLElement;
  readonly #panels: PanelHost;
  readonly #opener: LogOpener;
  readonly #screenMode: ScreenMode;
  /** The goal that is replayed. */
  #replayed: Mark | null = null;
  readonly #toggleWords = (): void => toggleWords(this.viewer, this.#stage);
  #resizeObserver: ResizeObserver | null = null;
  #visibilityObserver: IntersectionObserver | null = null;

  /** Stores the options of the view in `storage`; null does not store them. */
  constructor(storage: Storage | null | undefined = findStorage()) {
    super();
    this.#root = this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
    this.#root.adoptedStyleSheets = [sheet];
    this.viewer = new Viewer(storage ?? undefined, (title, line) => this.#notes.showPopUp(title, line));
    this.viewer.attach(this.#field, this.#actors);
    new MapLayer(this.viewer, this.#maps);
    addValueLayers(this.viewer, this.#stage);
    this.#screenMode = new ScreenMode(this.viewer);
    this.#zoomBox = createZoomBox(this.viewer, () => this.toggleSpatialView());
    this.#opener = new LogOpener(this.viewer);
    this.#panels = new PanelHost(this.viewer, this.#stage, {
      openLog: () => this.#opener.chooseLog(),
      openDebugFiles: () => this.#opener.chooseDebugFiles(),
      fitStage: () => this.#fitStage(),
      focusField: () => this.focus(),
    });
    watchFullTime(this.viewer, () => {
      if (!this.hasAttribute('screen')) this.#panels.open('story');
    });
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
    this.#opener.setSource(source);
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

  /** Returns the address of this page with what is seen: moment, player, part of the field, options of the view, panel. */
  createPermalink(): string {
    const url = new URL(location.href);
    url.hash = describeLinkedView(this.viewer, this.#panels.openPanel).toString();
    return url.href;
  }

  /** Shows what the fragment of a link says besides the moment; its options are not stored. */
  showLinkedView(hash: URLSearchParams): void {
    showLinkedView(this.viewer, hash, {
      openPanel: (name) => this.#panels.open(name),
      openSpatialView: () => this.toggleSpatialView(),
    });
  }

  /** Shows a line of text for a few seconds. */
  showNotice(text: string): void {
    this.#notes.showNotice(text);
  }

  /**
   * Opens a game log, plain or gzip: a file, or the body of a response. Its first frames are shown before the rest has been read;
   * `onShown` is called then. Resolves when it has been read to its end; returns whether it could be read. A live match stays open; a
   * button leads back to it.
   */
  openLog(
    log: Blob | ReadableStream<Uint8Array>,
    name = '',
    onShown: () => void = () => {},
  ): Promise<boolean> {
    return this.#opener.openLog(log, name, onShown);
  }

  /** Opens a game log as {@link openLog} does; returns why it cannot be read, empty if it can. */
  showLog(log: Blob | ReadableStream<Uint8Array>, name: string, onShown: () => void): Promise<string> {
    return this.#opener.showLog(log, name, onShown);
  }

  /**
   * Reads debug files of agents (`.debug.jsonl`, `.dcl`, `.log`, `.ocl`, plain or gzip) and adds their records to those of the
   * match that is shown. Returns whether all could be read.
   */
  openDebugFiles(files: readonly File[]): Promise<boolean> {
    return this.#opener.openDebugFiles(files);
  }

  /** Shows a study over the match: the text of a study file, or the packed text of a link. A notice says why it cannot be read. */
  openStudy(text: string): Promise<void> {
    return this.#panels.openStudy(text);
  }

  /**
   * Shows the match as a broadcast does: a director, lower thirds, commentary, and sounds when the user allows them. Set the attribute `screen` before.
   *
   * @param language Language of the commentary: `en`, `ja` or `zh`.
   */
  startBroadcast(language = 'en'): Promise<void> {
    this.#screenMode.onReplay = (goal) => void this.#showReplayInSpace(goal);
    return this.#panels.startBroadcast(language);
  }

  /** A goal is shown again in 3D; in the flat view where the browser has none. */
  async #showReplayInSpace(goal: Mark | null): Promise<void> {
    const { viewer } = this;
    this.#replayed = goal;
    if (goal === null) return closeSpatialView(viewer);
    try {
      await loadSpatialView(viewer, this.#actors, undefined, () => this.#replayed === goal);
      // The goal of the other side is where the ball is.
      viewer.spatial?.goBehindGoal(goal.side === 'l' ? 'r' : 'l');
    } catch {
      // Without WebGL.
    }
  }

  /**
   * Sets the text in the middle of the field while there is no match, and what the score board says of it meanwhile: `LOADING` or
   * `NO MATCH`.
   */
  setEmptyMessage(title: string, text: string, state: 'LOADING' | 'NO MATCH' = 'NO MATCH'): void {
    this.#notes.setEmptyMessage(title, text);
    this.viewer.emptyState = state;
    this.viewer.emit('source');
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
    fitStage(this.viewer, {
      element: this,
      stage: this.#stage,
      zoomBox: this.#zoomBox,
      panel: this.#panels.bounds,
    });
  }

  #build(): void {
    const { viewer } = this;
    this.#stage.append(
      this.#field,
      this.#maps,
      h('button', { class: 'sr', onclick: this.#toggleWords }, 'Describe the moment'),
      this.#actors,
      this.#notes.empty,
      this.#zoomBox,
      this.#pointer,
      this.#screenMode.overlay,
      new PlayerCard(viewer, this.#panels).element,
      new Alerts(viewer, {
        hasLiveMatch: () => this.#opener.hasLiveMatch,
        showLiveMatch: () => {
          this.#opener.showLiveMatch();
          this.focus();
        },
      }).element,
    );
    const goLive = (): void => viewer.controlPlayback((p, s) => s.kind === 'live' && p.goLive());
    const board = new ScoreBoard(viewer, goLive).element;
    board.append(this.#screenMode.scorers);
    this.#root.append(
      board,
      this.#stage,
      createPlaybackBar(
        viewer,
        createPanelTools(this.#panels, {
          copyLink: () => void this.#copyLink(),
          toggleFullScreen: () => this.#toggleFullScreen(),
        }),
      ),
      ...this.#opener.inputs,
    );
    this.#addInputListeners();
    this.#opener.addDropListeners(this, this.#stage);
    viewer.subscribe((event) => {
      if (event === 'source' || event === 'frame') this.#showEmpty();
      // A finger on the whole field scrolls a page that contains the element.
      if (event === 'camera')
        this.#stage.classList.toggle('scrolls', !this.isWholePage && viewer.camera.zoom <= 1.001);
    });
    this.#showEmpty();
  }

  #addInputListeners(): void {
    const { camera } = this.viewer;
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

  /** Opens a panel, or closes it if it is open. The first call loads the panels. Resolves when the panel is shown. */
  togglePanel(name: PanelName): Promise<void> {
    return this.#panels.toggle(name);
  }

  /** Closes the open panel, if there is one. */
  closePanel(): void {
    this.#panels.close();
  }

  /** Opens the view in three dimensions, or closes it. The first call loads its code. */
  toggleSpatialView(): void {
    void toggleSpatialView(this.viewer, this.#actors);
  }

  /** Handles a key; for pages that forward keys pressed outside the element. */
  handleKey(event: KeyboardEvent): void {
    if (isForControl(event)) {
      if (event.key === 'Escape') this.closePanel();
      return;
    }
    const used =
      this.viewer.spatial?.handleKey(event) ||
      handleKey(event, this.viewer, {
        toggleSpatialView: () => this.toggleSpatialView(),
        toggleWords: this.#toggleWords,
        togglePanel: (name) => void this.togglePanel(name),
        closePanel: () => this.#leave(),
        toggleFullScreen: () => this.#toggleFullScreen(),
        openFile: () => this.#opener.chooseLog(),
      });
    if (used) event.preventDefault();
  }

  /** Closes the open panel; without one, gives the focus and thereby the keys back to the page. */
  #leave(): void {
    if (this.#panels.openPanel !== '') this.closePanel();
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

  #showEmpty(): void {
    const { source, frame, wantedCycle } = this.viewer;
    // A log that has been read off screen is drawn when it comes into view.
    const isReady =
      source?.kind === 'log' && source.getFrame(source.first) !== undefined && wantedCycle === null;
    this.#notes.empty.hidden = frame !== null || isReady;
    // A canvas is black before the first picture.
    this.#field.hidden = frame === null;
    if (frame === null) this.#notes.showEmpty(source, wantedCycle);
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
