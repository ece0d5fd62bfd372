import type { Mark } from '@rcss/frames';
import { createIcon, createIconButton, h, ICONS, setText } from './dom.js';
import { formatMatchTime } from './score-board.js';
import type { Viewer } from './viewer.js';

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16];

/** Creates the bar below the field: play, step, time line with marks, cycle, speed, live. `tools` are further buttons. */
export function createPlaybackBar(viewer: Viewer, tools: HTMLElement): HTMLElement {
  const play = createIconButton(ICONS.play, 'Play', () => viewer.controlPlayback((p, s) => p.toggle(s)), {
    class: 'icon big',
  });
  const button = (path: string, label: string, action: () => void, extra = ''): HTMLButtonElement =>
    createIconButton(path, label, action, { class: `icon ${extra}` });
  const buttons = h(
    'div',
    { class: 'group', role: 'group', 'aria-label': 'Playing' },
    button(ICONS.first, 'First frame (Home)', () => viewer.stopAt('first'), 'opt-wide'),
    button(ICONS.goalBack, 'Previous goal (Ctrl+G)', () => viewer.seekGoal(-1)),
    button(
      ICONS.reverse,
      'Play backward (Down)',
      () => viewer.controlPlayback((p) => p.play(-1)),
      'opt-wide',
    ),
    button(ICONS.stepBack, 'Step back (Left)', () => viewer.controlPlayback((p, s) => p.step(-1, s))),
    play,
    button(ICONS.stepForward, 'Step forward (Right)', () => viewer.controlPlayback((p, s) => p.step(1, s))),
    button(ICONS.goalNext, 'Next goal (G)', () => viewer.seekGoal(1)),
    button(ICONS.last, 'Last frame (End)', () => viewer.stopAt('last'), 'opt-wide'),
  );

  const slider = h('input', { type: 'range', min: '0', max: '0', step: '1', 'aria-label': 'Time line' });
  slider.addEventListener('input', () => viewer.seek(Number(slider.value)));
  // The keys of the viewer work on the time line too; the slider's own arrow keys would move twice.
  slider.addEventListener('keydown', (event) => {
    if (event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End') event.preventDefault();
  });
  const marks = h('div', { class: 'marks' });
  const cycle = h('input', {
    class: 'cycle',
    type: 'text',
    inputMode: 'numeric',
    'aria-label': 'Cycle; Enter jumps',
    title: 'Cycle; Enter jumps',
    size: 6,
  });
  cycle.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.key !== 'Enter') return;
    const wanted = Number.parseInt(cycle.value, 10);
    if (Number.isFinite(wanted)) void viewer.seekCycle(wanted);
    cycle.blur();
  });
  const line = h('div', { class: 'line' }, h('div', { class: 'track' }, slider, marks), cycle);

  const speed = h(
    'select',
    { 'aria-label': 'Speed', title: 'Speed' },
    ...SPEEDS.map((s) => h('option', { value: String(s) }, `${s}×`)),
  );
  speed.addEventListener('change', () => viewer.controlPlayback((p) => (p.speed = Number(speed.value))));
  const live = h(
    'button',
    {
      type: 'button',
      class: 'golive',
      onclick: () => viewer.controlPlayback((p) => p.goLive()),
      title: 'Follow the newest frame (Ctrl+L)',
    },
    'LIVE',
  );
  const loop = createIconButton(ICONS.loop, 'Loop', () =>
    viewer.controlPlayback((p) => (p.isLooping = !p.isLooping)),
  );
  const bar = h(
    'footer',
    { class: 'bar', part: 'transport' },
    buttons,
    line,
    h('div', { class: 'group' }, speed, live, loop),
    tools,
  );

  let marksKey = '';
  function update(): void {
    const { source, playback } = viewer;
    if (source === null) return;
    if (shownState !== playback.isPlaying) {
      shownState = playback.isPlaying;
      const label = playback.isPlaying ? 'Pause (Space)' : 'Play (Space)';
      play.replaceChildren(createIcon(playback.isPlaying ? ICONS.pause : ICONS.play));
      play.title = label;
      play.setAttribute('aria-label', label);
    }
    const last = String(Math.max(0, source.last));
    if (slider.max !== last) slider.max = last;
    if (slider.min !== String(source.first)) slider.min = String(source.first);
    const value = String(Math.round(playback.position));
    if (slider.value !== value) slider.value = value;
    const span = Math.max(1, source.last - source.first);
    slider.style.setProperty('--done', `${((100 * (playback.position - source.first)) / span).toFixed(2)}%`);
    const frame = viewer.frame;
    if (frame !== null) {
      slider.setAttribute(
        'aria-valuetext',
        `cycle ${frame.time}, ${formatMatchTime(frame.time, source.intervalMs)}`,
      );
      if (!cycle.matches(':focus')) cycle.value = String(frame.time);
    }
    const key = `${source.marks.length} ${source.first} ${Math.floor(span / 20)}`;
    if (key !== marksKey) {
      marksKey = key;
      marks.replaceChildren(
        ...source.marks.map((m) => markElement(m, source.first, span)).filter((m) => m !== null),
      );
    }
  }
  let shownState: boolean | null = null;

  function markElement(mark: Mark, first: number, span: number): HTMLElement | null {
    const left = `${((100 * (mark.index - first)) / span).toFixed(2)}%`;
    if (mark.kind === 'half' || mark.kind === 'time_over') {
      const tick = h('span');
      tick.style.left = left;
      return tick;
    }
    if (mark.kind !== 'goal' && mark.kind !== 'red_card') return null;
    const goal = mark.kind === 'goal';
    const label = goal
      ? `Goal ${mark.score[0]}:${mark.score[1]}, cycle ${mark.time}`
      : `Red card, cycle ${mark.time}`;
    const dot = h('button', {
      type: 'button',
      title: label,
      'aria-label': label,
      onclick: () => viewer.seek(Math.max(first, mark.index - 50)),
    });
    dot.style.left = left;
    dot.style.background = goal ? viewer.kits[mark.side === 'l' ? 'left' : 'right'].shirt : '#e5202b';
    return dot;
  }

  function settings(): void {
    const { source, playback } = viewer;
    live.hidden = source?.kind !== 'live';
    loop.hidden = source?.kind !== 'log';
    live.classList.toggle('on', viewer.isLive);
    live.setAttribute('aria-pressed', String(viewer.isLive));
    loop.setAttribute('aria-pressed', String(playback.isLooping));
    const value = String(playback.speed);
    if (!SPEEDS.includes(playback.speed) && !speed.querySelector(`option[value="${value}"]`)) {
      speed.append(h('option', { value }, `${Number(playback.speed.toFixed(3))}×`));
    }
    speed.value = value;
    setText(live, viewer.isLive ? '● LIVE' : 'GO LIVE');
  }

  viewer.subscribe((event) => {
    if (event === 'options') marksKey = '';
    if (event === 'frame' || event === 'playback' || event === 'options') update();
    if (event === 'source' || event === 'playback') settings();
  });
  settings();
  return bar;
}
