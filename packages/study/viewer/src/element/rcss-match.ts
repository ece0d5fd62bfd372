import { LiveSource } from '../live-source.js';
import { MonitorSource } from '../monitor-source.js';
import type { MatchSource } from '../source.js';
import { RcssViewer } from './rcss-viewer.js';

/** Details of the event `load`. */
export interface LoadDetail {
  /** Name of the log, or address of the server. */
  readonly title: string;
  /** Cycles of the first and the last frame; 0 for a live match without frames. */
  readonly firstCycle: number;
  readonly lastCycle: number;
}

/** Events of {@link RcssMatch}; they do not bubble. */
export interface RcssMatchEvents {
  /** The match of `src` is shown. */
  readonly load: CustomEvent<LoadDetail>;
  /** The match of `src` cannot be shown; the detail says why. */
  readonly error: CustomEvent<{ readonly message: string }>;
  /** Another cycle is shown. */
  readonly cyclechange: CustomEvent<{ readonly cycle: number }>;
  readonly play: CustomEvent;
  readonly pause: CustomEvent;
  /** Playback has reached the end of a log. */
  readonly ended: CustomEvent;
}

/** The element is as wide as its container; CSS of the page can set other sizes. */
const STYLES = ':host { height: auto; aspect-ratio: 16 / 10; min-height: 0; }';

/**
 * The `<rcss-match>` element: a match for any page, from attributes alone. `src` is the address of a game log, or of the
 * WebSocket of a bridge (`ws:`, `wss:`). The README lists attributes, properties, events and CSS parts.
 *
 * @example
 * <rcss-match src="match.rcg" cycle="1500"></rcss-match>
 */
export class RcssMatch extends RcssViewer {
  static override readonly observedAttributes: readonly string[] = [
    ...RcssViewer.observedAttributes,
    'src',
    'cycle',
    'speed',
    'loop',
    'study',
  ];
  #loading: AbortController | null = null;
  #shownCycle = -1;
  #wasPlaying = false;

  constructor() {
    // The storage belongs to the page that contains the element.
    super(null);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
    this.shadowRoot?.adoptedStyleSheets.push(sheet);
    // Score board and playback bar are not those of the page that contains the element.
    for (const part of this.shadowRoot?.querySelectorAll('header.board, footer.bar') ?? [])
      part.setAttribute('role', 'group');
    this.viewer.subscribe((event) => {
      if (event === 'frame') this.#reportCycle();
      if (event === 'playback') this.#reportPlayback();
    });
  }

  /** Address of a game log or of a bridge, relative to the page; empty for none. */
  get src(): string {
    return this.getAttribute('src') ?? '';
  }

  /** Shows the match of another address. */
  set src(address: string) {
    this.setAttribute('src', address);
  }

  /** Cycle that is shown; -1 before the first frame. */
  get cycle(): number {
    return this.viewer.frame?.time ?? -1;
  }

  /** Shows another cycle and pauses. */
  set cycle(cycle: number) {
    this.setAttribute('cycle', String(cycle));
  }

  /** Factor of the normal speed, 0.02 to 20. */
  get speed(): number {
    return this.viewer.playback.speed;
  }

  /** Changes the speed. */
  set speed(speed: number) {
    this.setAttribute('speed', String(speed));
  }

  /** Whether the match plays. */
  get isPlaying(): boolean {
    return this.viewer.playback.isPlaying;
  }

  /** Plays forward; a log at its end starts again. */
  play(): void {
    if (!this.isPlaying) this.viewer.controlPlayback((playback, source) => playback.toggle(source));
  }

  /** Stops at the cycle that is shown. */
  pause(): void {
    this.viewer.controlPlayback((playback) => playback.pause());
  }

  /** Called by the browser. */
  override attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    super.attributeChangedCallback(name, before, value);
    if (name === 'src' && value !== before) void this.#load(value ?? '');
    else if (name === 'cycle') this.#seek();
    else if (name === 'study' && this.source !== null) void this.#showStudy();
    else if (name === 'speed') this.#setSpeed();
    else if (name === 'loop') this.viewer.playback.isLooping = value !== null;
  }

  async #load(address: string): Promise<void> {
    this.#loading?.abort();
    this.source = null;
    if (address === '') return;
    const loading = new AbortController();
    this.#loading = loading;
    const url = new URL(address, this.baseURI);
    if (url.protocol === 'ws:' || url.protocol === 'wss:') {
      this.#showLive(createSocketSource(url));
      return;
    }
    this.setEmptyMessage('Reading the log', '', 'LOADING');
    try {
      const answer = await fetch(url, { signal: loading.signal });
      if (!answer.ok)
        throw new Error(`${url.pathname}: the server answers ${answer.status} ${answer.statusText}`);
      const log = answer.body ?? (await answer.blob());
      const error = await this.showLog(
        log,
        this.getAttribute('label') ?? url.pathname.split('/').at(-1) ?? '',
        () => this.#startPlayback(),
      );
      if (loading.signal.aborted) return;
      if (error === '') this.#reportLoad();
      else this.#reportError(error);
    } catch (error) {
      if (!loading.signal.aborted) this.#reportError(error instanceof Error ? error.message : String(error));
    }
  }

  /** Waits for the first frame of a live match. */
  #showLive(source: MatchSource): void {
    this.source = source;
    const stop = source.subscribe((change) => {
      if (change !== 'frames') return;
      stop();
      this.#startPlayback();
      this.#reportLoad();
    });
  }

  #startPlayback(): void {
    this.#setSpeed();
    this.viewer.playback.isLooping = this.hasAttribute('loop');
    this.#seek();
    void this.#showStudy();
    if (this.hasAttribute('autoplay')) this.play();
  }

  /** Shows the study of the attribute; a notice says why it cannot be read. */
  async #showStudy(): Promise<void> {
    const address = this.getAttribute('study') ?? '';
    if (address === '') return;
    try {
      const answer = await fetch(new URL(address, this.baseURI));
      if (!answer.ok) throw new Error(`the server answers ${answer.status} ${answer.statusText}`);
      await this.openStudy(await answer.text());
    } catch (error) {
      this.showNotice(`The study ${address} cannot be loaded: ${(error as Error).message}`);
    }
  }

  #reportLoad(): void {
    const { source } = this;
    if (source === null) return;
    const detail: LoadDetail = {
      title: source.title,
      firstCycle: getTime(source, source.first),
      lastCycle: getTime(source, source.last),
    };
    this.dispatchEvent(new CustomEvent('load', { detail }));
  }

  #reportError(message: string): void {
    this.setEmptyMessage('The match cannot be shown', message);
    this.dispatchEvent(new CustomEvent('error', { detail: { message } }));
  }

  #seek(): void {
    const text = this.getAttribute('cycle');
    const cycle = Number(text);
    if (text !== null && text.trim() !== '' && Number.isFinite(cycle)) void this.viewer.goToCycle(cycle);
  }

  #setSpeed(): void {
    const speed = Number(this.getAttribute('speed') ?? 1);
    if (speed >= 0.02 && speed <= 20) this.viewer.controlPlayback((playback) => (playback.speed = speed));
  }

  #reportCycle(): void {
    const { cycle } = this;
    if (cycle === this.#shownCycle) return;
    this.#shownCycle = cycle;
    this.dispatchEvent(new CustomEvent('cyclechange', { detail: { cycle } }));
  }

  #reportPlayback(): void {
    const { isPlaying, source } = this;
    if (isPlaying === this.#wasPlaying) return;
    this.#wasPlaying = isPlaying;
    this.dispatchEvent(new CustomEvent(isPlaying ? 'play' : 'pause'));
    if (!isPlaying && source?.kind === 'log' && this.viewer.playback.position >= source.last) {
      this.dispatchEvent(new CustomEvent('ended'));
    }
  }
}

/** Connects to a bridge, or directly to the room of a server. */
function createSocketSource({ href, pathname }: URL): MatchSource {
  return pathname.endsWith('/monitor') ? new MonitorSource(href) : new LiveSource(href);
}

function getTime(source: MatchSource, index: number): number {
  return source.getFrame(index)?.time ?? 0;
}

/** Registers the element. Does nothing if the name is registered already or without a DOM. */
export function defineMatch(name = 'rcss-match'): void {
  if (typeof customElements !== 'undefined' && customElements.get(name) === undefined) {
    customElements.define(name, RcssMatch);
  }
}
