import { isShootoutMode, type Side } from '@rcss/core';
import { summarize } from '@rcss/stats';
import { formatLine, listLines, type StatEvent } from '@rcss/stats/analysis';
import { CHINESE, describeEvent, ENGLISH, JAPANESE, type Language } from '@rcss/stats/describe';
import { listBestScenes } from '../analysis/best-scenes.js';
import type { FrameRange } from '../clips/clip-range.js';
import { createSelect, createTextButton, h, setText } from '../dom.js';
import { ensureContrast } from '../kits.js';
import type { Viewer } from '../view/viewer.js';
import { watchMatch } from '../view/watch-match.js';
import { chooseEvent, rankEvent } from './choose-event.js';
import { type CameraShot, chooseShot, findKickedGoal, findShape, keepInView } from './choose-shot.js';
import { Sounds } from './sounds.js';

/** Letters have 6 % of the height of the screen, so that a capital letter can be read from 200 times its height: 20 m for a picture 2.3 m high. */
const STYLE = `
:host { --u: max(17px, min(6vh, 5vw)); }
.broadcast { position: absolute; left: 3%; right: 3%; bottom: 4%; z-index: 3; display: flex; flex-direction: column; align-items: flex-start; gap: 10px; pointer-events: none; font-size: var(--u); line-height: 1.15; }
.lower { display: flex; max-width: 100%; border-radius: .15em; overflow: hidden; background: #10171af0; color: #fff; box-shadow: 0 6px 24px #0008; animation: lower .35s ease-out; } .lower i { flex: none; width: .25em; background: var(--team); } .lower div { padding: .2em .45em; } .lower strong { display: block; } .lower span { color: #d3ddd7; white-space: pre-line; font-variant-numeric: tabular-nums; }
.comment { margin: 0; padding: .1em .3em; border-radius: .15em; background: #10171ad0; color: #fff; }
.sound-box { position: absolute; right: 12px; bottom: 12px; z-index: 4; display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 8px; } .sound-box > * { min-height: 44px; } .sound-box.idle:not(:focus-within) { opacity: 0; pointer-events: none; } .sound-box button[aria-pressed=true] { border-color: var(--accent); color: var(--accent); font-weight: 650; }
:host([narrow]) .broadcast { bottom: 70px; } :host([short]) .lower div { padding: 4px 12px; }
:host([screen]:not([narrow], [short], [overlay])) { header.board { zoom: 1; grid-template-columns: 1fr auto auto 1fr; gap: 0 .6em; padding: 6px 20px; font-size: var(--u); line-height: 1.15; } .score { grid-column: 1 / -1; grid-row: 1; } :is(.team, .clock, .scorers) { font-size: inherit; } .team .name { max-width: none; display: block; white-space: normal; overflow-wrap: anywhere; line-height: 1; } .team .crest { width: 1.2em; height: 1.2em; } .goals { font-size: 1.25em; } .info:first-child, .scorers ul, .mode, .cycle-of { display: none; } .scorers { grid-column: 2; grid-row: 2; display: block; } .info.right { grid-column: 3; grid-row: 2; } .popup { display: none; } .screen-signs { zoom: 1; } .screen-signs .replay, .final span { font-size: var(--u); } .final strong { font-size: calc(1.4 * var(--u)); } }
@keyframes lower { from { translate: -40px 0; opacity: 0; } } @media (prefers-reduced-motion: reduce) { .lower { animation: none; } }
`;

/** Languages of the commentary: their names, codes for the speech of the browser, and sentences. */
const LANGUAGES: readonly (readonly [code: string, name: string, sentences: Language])[] = [
  ['en-US', 'English', ENGLISH],
  ['ja-JP', '日本語', JAPANESE],
  ['zh-CN', '中文', CHINESE],
];

/** Importance of events that have a lower third, and from which a sentence is spoken over another one. */
const LOWER_THIRD_RANK = 60;
const URGENT_RANK = 80;
/** Time that a lower third, the figures of a pause and a sentence are shown, ms. */
const LOWER_THIRD_MS = 5000;
const FIGURES_MS = 7000;
/** Shortest time between two sentences that are not urgent, ms. */
const COMMENT_MS = 2200;
/** Cycles between two times that figures are shown in a pause. */
const FIGURES_CYCLES = 600;
/** Time in which the camera comes near to what it shows, ms. */
const CAMERA_MS = 550;
/** Part of the picture that the ball never leaves. */
const EDGE_SHARE = 0.85;
/** Time without a movement of the pointer after which the controls of the sound are hidden, ms. */
const IDLE_MS = 4000;
/** Most frames between two pictures of forward playback; more are a jump to another moment. */
const MAX_STEP = 40;

const broadcasts = new WeakMap<Viewer, Broadcast>();

/** Shows a match as a broadcast does: a director, lower thirds, commentary, and sounds when the user allows them. */
export function startBroadcast(viewer: Viewer, stage: HTMLElement, language = ''): void {
  if (broadcasts.has(viewer)) return;
  broadcasts.set(viewer, new Broadcast(viewer, stage, language));
}

class Broadcast {
  readonly #viewer: Viewer;
  readonly #sounds = new Sounds();
  readonly #lowerTitle = h('strong');
  readonly #lowerText = h('span');
  readonly #lower = h(
    'div',
    { class: 'lower', role: 'status', hidden: true },
    h('i'),
    h('div', {}, this.#lowerTitle, this.#lowerText),
  );
  readonly #comment = h('p', { class: 'comment', hidden: true, 'aria-live': 'polite' });
  readonly #language: HTMLSelectElement;
  /** Scenes that are shown one after the other, the present one first; empty: the whole match is. */
  #scenes: readonly FrameRange[] = [];
  #speaks = false;
  #shot: CameraShot = { x: 0, y: 0, zoom: 1 };
  #lastShow = -1;
  #lastMode = '';
  #figuresAt = Number.NEGATIVE_INFINITY;
  #commentedAtMs = Number.NEGATIVE_INFINITY;
  #drawnAtMs = performance.now();
  #lowerTimer = 0;

  constructor(viewer: Viewer, stage: HTMLElement, language: string) {
    this.#viewer = viewer;
    this.#language = createSelect(
      'Language of the commentary',
      LANGUAGES.map(([code, name]) => [code, name]),
    );
    const wanted = LANGUAGES.find(([code]) => language !== '' && code.startsWith(language));
    if (wanted !== undefined) this.#language.value = wanted[0];
    const toggle = (text: string, change: () => boolean): HTMLButtonElement => {
      const onclick = (): void => button.setAttribute('aria-pressed', String(change()));
      const button = createTextButton(text, onclick, { 'aria-pressed': 'false' });
      return button;
    };
    const controls = h(
      'div',
      { class: 'sound-box', role: 'region', 'aria-label': 'Sound' },
      toggle('Sound', () => this.#toggleSound()),
      toggle('Speech', () => this.#toggleSpeech()),
      this.#language,
    );
    stage.append(
      h('style', {}, STYLE),
      h('div', { class: 'broadcast' }, this.#lower, this.#comment),
      controls,
    );
    let timer = 0;
    const showControls = (): void => {
      clearTimeout(timer);
      controls.classList.remove('idle');
      timer = window.setTimeout(() => controls.classList.add('idle'), IDLE_MS);
    };
    for (const type of ['pointermove', 'pointerdown', 'keydown']) stage.addEventListener(type, showControls);
    showControls();
    viewer.subscribe((event) => {
      if (event === 'frame') this.#update();
    });
    watchMatch(viewer, () => this.#reset());
    this.#analyze();
  }

  /** Shows the first of the scenes. */
  #showScene(): void {
    const [scene] = this.#scenes;
    if (scene !== undefined) this.#viewer.playFrom(scene[0]);
  }

  /** After a scene, and after the replay of its goal, the next one follows; the first one after the last one. */
  #followScenes(): void {
    const [scene, ...others] = this.#scenes;
    const { frameIndex, hasReplay, source } = this.#viewer;
    if (scene === undefined || hasReplay || frameIndex < Math.min(scene[1], source?.last ?? 0)) return;
    this.#scenes = [...others, scene];
    this.#showScene();
  }

  #reset(): void {
    this.#scenes = [];
    this.#lastShow = -1;
    this.#lastMode = '';
    this.#figuresAt = Number.NEGATIVE_INFINITY;
    this.#lower.hidden = true;
    this.#comment.hidden = true;
  }

  #toggleSound(): boolean {
    if (this.#sounds.isOn) this.#sounds.stop();
    else this.#sounds.start();
    return this.#sounds.isOn;
  }

  #toggleSpeech(): boolean {
    this.#speaks = !this.#speaks && 'speechSynthesis' in globalThis;
    if (!this.#speaks) globalThis.speechSynthesis?.cancel();
    return this.#speaks;
  }

  /** Analyzes the match ahead of what is shown, in slices. */
  #analyze(): void {
    const run = this.#viewer.analysis.findRun(true);
    run?.analyzeSlice();
    if (run?.isComplete === true && this.#viewer.opensWithScenes) {
      this.#viewer.opensWithScenes = false;
      this.#scenes = listBestScenes(run);
      this.#showScene();
    }
    setTimeout(() => this.#analyze(), run?.isComplete === false ? 4 : 200);
  }

  #update(): void {
    const { frame, playback } = this.#viewer;
    if (frame === null) return;
    const now = performance.now();
    const dt = Math.min(250, now - this.#drawnAtMs);
    this.#drawnAtMs = now;
    this.#moveCamera(dt);
    this.#sounds.setExcitement(Math.max(0, (Math.abs(frame.ballX) - 25) / 27));
    if (frame.playMode !== this.#lastMode) {
      if (this.#lastMode !== '' && playback.isPlaying) this.#blowWhistle(frame.playMode);
      this.#lastMode = frame.playMode;
    }
    this.#followEvents();
    this.#followScenes();
  }

  #moveCamera(dt: number): void {
    const viewer = this.#viewer;
    const { frame, camera } = viewer;
    if (frame === null || viewer.spatial !== null) return;
    const isShootout = isShootoutMode(frame.playMode);
    const isInPlay = isShootout || frame.playMode === 'play_on';
    const ball = { x: frame.ballX, y: frame.ballY, vx: frame.ballVx, vy: frame.ballVy };
    const before = this.#shot;
    const shape = isShootout ? findKickedGoal(ball) : findShape(viewer.scene.players);
    this.#shot = chooseShot(ball, isInPlay, before, shape);
    const { x, y, zoom } = this.#shot;
    viewer.followed = '';
    // From one goal to the other, or to the goal side: a cut. Otherwise the camera glides.
    const isCut = zoom > 2 && before.zoom <= 2;
    const share = isCut ? 1 : 1 - Math.exp(-dt / CAMERA_MS);
    camera.zoom += (zoom - camera.zoom) * share;
    camera.updateScale();
    const glide = { x: camera.x + (x - camera.x) * share, y: camera.y + (y - camera.y) * share };
    // A fast ball stays in the picture.
    const now = keepInView({ ...glide, zoom: camera.zoom }, ball, EDGE_SHARE);
    camera.centerOn(now.x, now.y);
    if (Math.abs(zoom - camera.zoom) > 0.005 || Math.hypot(x - camera.x, y - camera.y) > 0.05)
      viewer.requestDraw();
  }

  #blowWhistle(mode: string): void {
    if (mode === 'time_over') this.#sounds.whistle(3);
    else if (/^goal_[lr]$/.test(mode)) this.#sounds.cheer();
    else if (/kick_off|foul|offside|penalty|free_kick/.test(mode)) this.#sounds.whistle(1);
  }

  /** Comments what happened since the last picture. */
  #followEvents(): void {
    const viewer = this.#viewer;
    const run = viewer.analysis.findRun(true);
    if (run === null) return;
    const show = viewer.frameIndex - run.firstIndex;
    const last = this.#lastShow;
    this.#lastShow = show;
    if (last < 0 || show <= last || show - last > MAX_STEP || !viewer.playback.isPlaying) return;
    const analysis = run.getResult();
    const event = chooseEvent(analysis.events, last, show);
    if (event !== null) this.#commentOn(event, rankEvent(event));
    else if (this.#isPause()) this.#showFigures(summarize(analysis, show));
  }

  #isPause(): boolean {
    const { frame } = this.#viewer;
    if (frame === null || frame.playMode === 'play_on' || frame.time - this.#figuresAt < FIGURES_CYCLES)
      return false;
    return frame.time > FIGURES_CYCLES && this.#lower.hidden;
  }

  #commentOn(event: StatEvent, rank: number): void {
    const { frame } = this.#viewer;
    const [code, , sentences] = LANGUAGES[this.#language.selectedIndex] ?? LANGUAGES[0]!;
    const names = { l: frame?.left.name ?? '', r: frame?.right.name ?? '' };
    const text = describeEvent(event, names, sentences);
    if (text === '') return;
    if (rank >= LOWER_THIRD_RANK) this.#showLower(event.side, text, this.#createScore(), LOWER_THIRD_MS);
    const now = performance.now();
    if (rank < URGENT_RANK && now - this.#commentedAtMs < COMMENT_MS) return;
    this.#commentedAtMs = now;
    // A lower third has the same sentence.
    this.#comment.hidden = rank >= LOWER_THIRD_RANK;
    setText(this.#comment, text);
    this.#speak(text, code, rank >= URGENT_RANK);
  }

  #createScore(): string {
    const { frame } = this.#viewer;
    return frame === null
      ? ''
      : `${frame.left.name} ${frame.left.score} : ${frame.right.score} ${frame.right.name}`;
  }

  /** Speaks a sentence if the user allows it; one that is less important waits for no other. */
  #speak(text: string, lang: string, isUrgent: boolean): void {
    const speech = globalThis.speechSynthesis as SpeechSynthesis | undefined;
    if (!this.#speaks || speech === undefined) return;
    if (isUrgent) speech.cancel();
    else if (speech.speaking) return;
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = lang;
    speech.speak(utterance);
  }

  #showFigures({ teams: { l, r } }: ReturnType<typeof summarize>): void {
    const { frame } = this.#viewer;
    this.#figuresAt = frame?.time ?? 0;
    const rows = listLines('card')
      .slice(0, 3)
      .map((line) => `${formatLine(line, l, '–')}  ${line.label}  ${formatLine(line, r, '–')}`);
    this.#showLower('l', this.#createScore(), rows.join('\n'), FIGURES_MS);
  }

  #showLower(side: Side, title: string, text: string, durationMs: number): void {
    const { kits } = this.#viewer;
    clearTimeout(this.#lowerTimer);
    setText(this.#lowerTitle, title);
    setText(this.#lowerText, text);
    const { shirt } = side === 'l' ? kits.left : kits.right;
    this.#lower.style.setProperty('--team', ensureContrast(shirt, '#10171a'));
    this.#lower.hidden = false;
    this.#lowerTimer = window.setTimeout(() => {
      this.#lower.hidden = true;
    }, durationMs);
  }
}
