import type { Mark } from '@rcss/frames';
import { createIcon, createIconButton, h, ICONS, setText } from '../dom.js';
import { formatMatchTime } from '../format-match-time.js';
import { MomentumStrip } from '../panels/momentum-strip.js';
import type { Viewer } from '../view/viewer.js';
import { TimePreview } from './time-preview.js';

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16];

/** Frames before a marked goal or card at which its replay starts. */
const FRAMES_BEFORE_MARK = 50;

/** Creates the bar below the field: play, step, time line with marks, cycle, speed, live. `tools` are further buttons. */
export function createPlaybackBar(viewer: Viewer, tools: HTMLElement): HTMLElement {
  const play = new PlayButton(viewer);
  const timeLine = new TimeLine(viewer);
  const speed = new SpeedControls(viewer);
  viewer.subscribe((event) => {
    if (event === 'options') timeLine.requestMarks();
    if ((event === 'frame' || event === 'playback' || event === 'options') && viewer.source !== null) {
      play.update();
      timeLine.update();
    }
    if (event === 'source' || event === 'playback' || event === 'frame') speed.update();
  });
  speed.update();
  return h(
    'footer',
    { class: 'bar', part: 'playback-bar' },
    createButtons(viewer, play.button),
    timeLine.element,
    speed.element,
    tools,
  );
}

function createButtons(viewer: Viewer, play: HTMLButtonElement): HTMLElement {
  const button = (
    path: string,
    [label, word]: readonly [string, string],
    action: () => void,
    extra = '',
  ): HTMLButtonElement =>
    createIconButton(path, label, action, { class: `icon ${extra}`, 'data-word': word });
  return h(
    'div',
    { class: 'group', role: 'group', 'aria-label': 'Playback' },
    button(ICONS.first, ['First frame (Home)', 'First'], () => viewer.stopAt('first'), 'opt-wide'),
    button(ICONS.goalBack, ['Previous goal (Shift+G)', 'Goal'], () => viewer.seekGoal(-1)),
    button(
      ICONS.reverse,
      ['Play backward (Down)', 'Backward'],
      () => viewer.controlPlayback((p) => p.play(-1)),
      'opt-wide',
    ),
    button(ICONS.stepBack, ['Step back (Left)', 'Step'], () =>
      viewer.controlPlayback((p, s) => p.step(-1, s)),
    ),
    play,
    button(ICONS.stepForward, ['Step forward (Right)', 'Step'], () =>
      viewer.controlPlayback((p, s) => p.step(1, s)),
    ),
    button(ICONS.goalNext, ['Next goal (G)', 'Goal'], () => viewer.seekGoal(1)),
    button(ICONS.last, ['Last frame (End)', 'Last'], () => viewer.stopAt('last'), 'opt-wide'),
  );
}

class PlayButton {
  readonly button: HTMLButtonElement;
  readonly #viewer: Viewer;
  #shownPlaying: boolean | null = null;

  constructor(viewer: Viewer) {
    this.#viewer = viewer;
    this.button = createIconButton(ICONS.play, 'Play', () => viewer.togglePlaying(), { class: 'icon big' });
  }

  update(): void {
    const { isLive, isOver, playback } = this.#viewer;
    const isPlaying = playback.isPlaying && !(isLive && isOver);
    if (this.#shownPlaying === isPlaying) return;
    this.#shownPlaying = isPlaying;
    const word = isPlaying ? 'Pause' : 'Play';
    const label = `${word} (Space)`;
    this.button.replaceChildren(createIcon(isPlaying ? ICONS.pause : ICONS.play));
    this.button.dataset['word'] = word;
    this.button.title = label;
    this.button.setAttribute('aria-label', label);
  }
}

/** The slider over all frames, its marks, and the field for the cycle. */
class TimeLine {
  readonly element: HTMLElement;
  readonly #viewer: Viewer;
  readonly #slider = h('input', { type: 'range', min: '0', max: '0', step: '1', 'aria-label': 'Time line' });
  readonly #marks = h('div', { class: 'marks' });
  readonly #track = h('div', { class: 'track' });
  readonly #cycle = h('input', {
    class: 'cycle',
    type: 'text',
    inputMode: 'numeric',
    'aria-label': 'Cycle; press Enter to go to it',
    title: 'Cycle; press Enter to go to it',
    size: 6,
  });
  readonly #range = h('div', { class: 'range', hidden: true });
  /** Inputs of the marks that are shown; equal inputs are not drawn again. */
  #marksKey = '';

  constructor(viewer: Viewer) {
    this.#viewer = viewer;
    const slider = this.#slider;
    slider.addEventListener('input', () => viewer.seek(Number(slider.value)));
    // The keys of the viewer work on the time line too; the slider's own arrow keys would move twice.
    slider.addEventListener('keydown', (event) => {
      if (event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End')
        event.preventDefault();
    });
    this.#cycle.addEventListener('keydown', (event) => this.#handleCycleKey(event));
    this.element = h('div', { class: 'line' }, this.#track, this.#cycle);
    this.#track.append(
      new MomentumStrip(viewer).element,
      this.#range,
      slider,
      this.#marks,
      new TimePreview(viewer, this.#track).element,
    );
  }

  /** Draws the marks again at the next update. */
  requestMarks(): void {
    this.#marksKey = '';
  }

  update(): void {
    const { source, playback, frame } = this.#viewer;
    if (source === null) return;
    const slider = this.#slider;
    const last = String(Math.max(0, source.last));
    if (slider.max !== last) slider.max = last;
    if (slider.min !== String(source.first)) slider.min = String(source.first);
    const value = String(Math.round(playback.position));
    if (slider.value !== value) slider.value = value;
    const length = Math.max(1, source.last - source.first);
    const done = (100 * (playback.position - source.first)) / length;
    slider.style.setProperty('--done', `${done.toFixed(2)}%`);
    if (frame !== null) {
      const matchTime = formatMatchTime(frame.time, source.intervalMs);
      slider.setAttribute('aria-valuetext', `cycle ${frame.time}, ${matchTime}`);
      if (!this.#cycle.matches(':focus')) this.#cycle.value = String(frame.time);
    }
    this.#updateMarks(source.marks, source.first, length);
    this.#updateRange(source.first, length);
  }

  /** Shows the part that is marked for a clip. */
  #updateRange(first: number, length: number): void {
    const { markedRange } = this.#viewer;
    this.#range.hidden = markedRange === null;
    if (markedRange === null) return;
    this.#range.style.left = `calc(8px + (100% - 16px) * ${(markedRange[0] - first) / length})`;
    this.#range.style.width = `calc(2px + (100% - 16px) * ${(markedRange[1] - markedRange[0]) / length})`;
  }

  #handleCycleKey(event: KeyboardEvent): void {
    event.stopPropagation();
    if (event.key !== 'Enter') return;
    const cycle = Number.parseInt(this.#cycle.value, 10);
    if (Number.isFinite(cycle)) void this.#viewer.goToCycle(cycle);
    this.#cycle.blur();
  }

  #updateMarks(marks: readonly Mark[], first: number, length: number): void {
    const key = `${marks.length} ${first} ${Math.floor(length / 20)}`;
    if (key === this.#marksKey) return;
    this.#marksKey = key;
    let halfCount = 0;
    const elements = marks.map((mark) => {
      const label = mark.kind === 'half' ? PERIOD_LABELS[halfCount++] : undefined;
      const element = createMarkElement(mark, this.#viewer, first, label);
      if (element !== null) element.style.left = `${((100 * (mark.index - first)) / length).toFixed(2)}%`;
      return element;
    });
    this.#marks.replaceChildren(...elements.filter((element) => element !== null));
  }
}

/** Short label of the end of a period on the time line, and its name. */
type PeriodLabel = readonly [label: string, name: string];

/** The ends of the periods, in order. */
const PERIOD_LABELS: readonly PeriodLabel[] = [
  ['HT', 'Half-time'],
  ['ET', 'Start of the extra time'],
  ['HT', 'Half-time of the extra time'],
];
const FULL_TIME_LABEL: PeriodLabel = ['FT', 'Full time'];

/** Returns a line for the end of a half, a button for a goal or a red card, and null for other marks. */
function createMarkElement(
  mark: Mark,
  viewer: Viewer,
  first: number,
  periodLabel: PeriodLabel = ['', 'End of the half'],
): HTMLElement | null {
  if (mark.kind === 'half' || mark.kind === 'time_over') {
    const [short, title] = mark.kind === 'half' ? periodLabel : FULL_TIME_LABEL;
    return h('span', { 'data-label': short, title: `${title}, cycle ${mark.time}` });
  }
  if (mark.kind !== 'goal' && mark.kind !== 'red_card') return null;
  const isGoal = mark.kind === 'goal';
  const label = isGoal
    ? `Goal ${mark.score[0]}:${mark.score[1]}, cycle ${mark.time}`
    : `Red card, cycle ${mark.time}`;
  const button = h('button', {
    type: 'button',
    title: label,
    'aria-label': label,
    onclick: () => viewer.seek(Math.max(first, mark.index - FRAMES_BEFORE_MARK)),
  });
  button.style.setProperty(
    '--mark',
    isGoal ? viewer.kits[mark.side === 'l' ? 'left' : 'right'].shirt : '#e5202b',
  );
  return button;
}

/** Speed, the button for the newest frame of a live match, and the loop of a log. */
class SpeedControls {
  readonly element: HTMLElement;
  readonly #viewer: Viewer;
  readonly #speed = h(
    'select',
    { 'aria-label': 'Speed', title: 'Speed' },
    ...SPEEDS.map((s) => h('option', { value: String(s) }, `${s}×`)),
  );
  readonly #live: HTMLButtonElement;
  readonly #loop: HTMLButtonElement;

  constructor(viewer: Viewer) {
    this.#viewer = viewer;
    this.#speed.addEventListener('change', () =>
      viewer.controlPlayback((p) => (p.speed = Number(this.#speed.value))),
    );
    this.#live = h(
      'button',
      {
        type: 'button',
        class: 'golive',
        onclick: () => viewer.controlPlayback((p) => p.goLive()),
        title: 'Show the newest frame (Shift+L)',
      },
      'LIVE',
    );
    this.#loop = createIconButton(
      ICONS.loop,
      'Loop',
      () => viewer.controlPlayback((p) => (p.isLooping = !p.isLooping)),
      { 'data-word': 'Loop' },
    );
    this.element = h('div', { class: 'group' }, this.#speed, this.#live, this.#loop);
  }

  update(): void {
    const { source, playback, isLive, isOver } = this.#viewer;
    this.#live.hidden = source?.kind !== 'live' || isOver;
    this.#loop.hidden = source?.kind !== 'log';
    this.#live.classList.toggle('on', isLive);
    this.#live.setAttribute('aria-pressed', String(isLive));
    this.#loop.setAttribute('aria-pressed', String(playback.isLooping));
    const value = String(playback.speed);
    if (!SPEEDS.includes(playback.speed) && !this.#speed.querySelector(`option[value="${value}"]`)) {
      this.#speed.append(h('option', { value }, `${Number(playback.speed.toFixed(3))}×`));
    }
    this.#speed.value = value;
    setText(this.#live, isLive ? '● LIVE' : 'GO LIVE');
  }
}
