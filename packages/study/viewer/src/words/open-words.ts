/** The moment in words: a live region, which screen readers read out. A script of its own. */
import { describeFrame, readSituation, type SituationParams } from '@rcss/stats/describe';
import { readMatchParams } from '../analysis/match-params.js';
import { h, setText } from '../dom.js';
import type { ViewerEvent } from '../view/view-state.js';
import type { Viewer } from '../view/viewer.js';

/** Shortest time between two descriptions while the match plays, ms: a screen reader needs it for the sentences. */
const PLAYING_INTERVAL_MS = 6000;
/** Sentences while the match plays: score, ball, and who has it. */
const PLAYING_SENTENCES = 3;

const STYLE =
  'position:absolute;left:0;bottom:var(--covered,0px);width:var(--free,100%);box-sizing:border-box;z-index:2;padding:8px 12px;background:#000d;color:#fff;font:15px/1.5 system-ui,sans-serif;pointer-events:none';

const shown = new WeakMap<Viewer, Words>();

/** Shows the moment in words on the stage, or removes them. */
export function switchWords(viewer: Viewer, stage: HTMLElement): void {
  const words = shown.get(viewer) ?? new Words(viewer, stage);
  shown.set(viewer, words);
  words.toggle();
}

/** The words of a viewer. */
class Words {
  readonly #viewer: Viewer;
  readonly #stage: HTMLElement;
  readonly #region = h('div', {
    class: 'words',
    role: 'log',
    'aria-live': 'polite',
    'aria-label': 'The moment in words',
  });
  #params: SituationParams | null = null;
  #writtenAtMs = Number.NEGATIVE_INFINITY;
  #playMode = '';

  constructor(viewer: Viewer, stage: HTMLElement) {
    this.#viewer = viewer;
    this.#stage = stage;
    this.#region.style.cssText = STYLE;
    viewer.subscribe((event) => this.#update(event));
  }

  toggle(): void {
    if (this.#region.isConnected) {
      this.#region.remove();
      return;
    }
    // Screen readers announce what changes in a region, not what it contains at first.
    this.#region.textContent = '';
    this.#stage.append(this.#region);
    requestAnimationFrame(() => this.#write());
  }

  #update(event: ViewerEvent): void {
    if (event === 'source') this.#params = null;
    if (!this.#region.isConnected) return;
    if (event !== 'frame' && event !== 'playback' && event !== 'source') return;
    const { frame, playback } = this.#viewer;
    const isEarly = performance.now() - this.#writtenAtMs < PLAYING_INTERVAL_MS;
    if (playback.isPlaying && isEarly && frame?.playMode === this.#playMode) return;
    this.#write();
  }

  #write(): void {
    const { frame, playback, source } = this.#viewer;
    if (frame === null || source === null) {
      setText(this.#region, 'There is no picture of a match.');
      return;
    }
    this.#params ??= readMatchParams(source);
    const sentences = describeFrame(readSituation(frame, this.#params));
    this.#writtenAtMs = performance.now();
    this.#playMode = frame.playMode;
    setText(this.#region, (playback.isPlaying ? sentences.slice(0, PLAYING_SENTENCES) : sentences).join(' '));
  }
}
