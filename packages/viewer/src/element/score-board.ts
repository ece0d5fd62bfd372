import { type Frame, playModeSide } from '@rcss/core';
import { createBannerCanvas } from '../draw/banner.js';
import { formatPlayMode } from '../format-play-mode.js';
import { h, setText } from './dom.js';
import type { Viewer } from './viewer.js';

/** Returns the name on the score board: the tournament's name with the real one (spec 11 §3.11). */
function formatTeamName(viewer: Viewer, side: 'l' | 'r', real: string): string {
  const fixed = viewer.source?.serverParams[`fixed_teamname_${side}`];
  return typeof fixed === 'string' && fixed !== '' && fixed !== real ? `${fixed} (${real})` : real;
}

/** Formats a cycle as minutes and seconds of match time. */
export function formatMatchTime(cycle: number, stepMs: number): string {
  const seconds = Math.floor((cycle * stepMs) / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Creates the board above the field: teams, score, play mode, clock, state of the source. */
export function createScoreBoard(viewer: Viewer, goLive: () => void): HTMLElement {
  const chip = h('button', { type: 'button', class: 'chip', onclick: goLive });
  const where = h('span', { class: 'where' });
  const teams = { l: createTeamParts('l'), r: createTeamParts('r') };
  const first = h('span');
  const second = h('span');
  const goals = h('div', { class: 'goals', role: 'img' }, first, h('i', {}, ':'), second);
  const shoot = h('div', { class: 'shoot', hidden: true });
  const mode = h('div', { class: 'mode' });
  const clock = h('div', { class: 'clock' });
  const says = h('div', { class: 'sr', 'aria-live': 'polite' });
  const score = h('div', { class: 'score' }, teams.l.box, goals, teams.r.box, shoot);
  const board = h(
    'header',
    { class: 'board', part: 'score-board' },
    h('div', { class: 'info' }, chip, where),
    score,
    h('div', { class: 'info right' }, h('div', {}, mode, clock)),
    says,
  );
  let graphics = -1;
  let said = '';

  function update(frame: Frame): void {
    const swapped = viewer.options.swapSides && !viewer.isUpright;
    const [a, b] = swapped ? (['r', 'l'] as const) : (['l', 'r'] as const);
    const team = { l: frame.left, r: frame.right };
    for (const side of ['l', 'r'] as const) {
      setText(teams[side].name, formatTeamName(viewer, side, team[side].name) || '—');
      teams[side].shirt.style.background = viewer.kits[side === 'l' ? 'left' : 'right'].shirt;
    }
    teams[a].box.className = 'team l';
    teams[b].box.className = 'team r';
    if (score.firstChild !== teams[a].box) score.replaceChildren(teams[a].box, goals, teams[b].box, shoot);
    orderTeamParts(teams[a], true);
    orderTeamParts(teams[b], false);
    setText(first, String(team[a].score));
    setText(second, String(team[b].score));
    const label = `${team[a].name} ${team[a].score}, ${team[b].name} ${team[b].score}`;
    if (goals.getAttribute('aria-label') !== label) goals.setAttribute('aria-label', label);
    penalties(team[a], team[b]);
    const side = playModeSide(frame.playMode);
    const whose = side === 'n' ? '' : ` · ${team[side].name || (side === 'l' ? 'left' : 'right')}`;
    const line = formatPlayMode(frame.playMode) + whose;
    setText(mode, line);
    const step = Number(viewer.source?.serverParams['simulator_step']) || 100;
    const text = `${formatMatchTime(frame.time, step)} · cycle ${frame.time}${frame.stoppageTime > 0 ? ` +${frame.stoppageTime}` : ''}`;
    setText(clock, text);
    const speech = `${line}. ${label}`;
    if (viewer.playback.isPlaying && speech !== said) {
      said = speech;
      setText(says, speech);
    }
    drawGraphics();
  }

  function penalties(left: Frame['left'], right: Frame['left']): void {
    const any = left.penaltyScored + left.penaltyMissed + right.penaltyScored + right.penaltyMissed > 0;
    shoot.hidden = !any;
    if (!any) return;
    const dots = (t: Frame['left']): string => 'o'.repeat(t.penaltyScored) + 'x'.repeat(t.penaltyMissed);
    setText(shoot, `penalties  ${dots(left) || '–'}  |  ${dots(right) || '–'}`);
  }

  function drawGraphics(): void {
    const tiles = viewer.source?.tiles ?? [];
    const key = viewer.options.showTeamGraphic ? tiles.length * 1000 + viewer.options.teamGraphicScale : 0;
    if (key === graphics) return;
    graphics = key;
    for (const side of ['l', 'r'] as const) {
      const canvas = key === 0 ? null : createBannerCanvas(tiles.filter((tile) => tile.side === side));
      if (canvas !== null) canvas.style.height = `${34 * viewer.options.teamGraphicScale}px`;
      teams[side].banner.replaceChildren(...(canvas === null ? [] : [canvas]));
    }
  }

  viewer.subscribe((event) => {
    if (event === 'frame' && viewer.frame !== null) update(viewer.frame);
    if (event === 'options') {
      board.hidden = !viewer.options.showScoreBoard;
      if (viewer.frame !== null) update(viewer.frame);
    }
    if (event === 'source' || event === 'playback' || event === 'frame') status();
  });
  board.hidden = !viewer.options.showScoreBoard;

  function status(): void {
    const { source } = viewer;
    const state = source?.status.state ?? 'offline';
    const [text, kind] =
      source === null
        ? ['NO MATCH', '']
        : source.kind === 'log'
          ? [
              state === 'loading' ? 'LOADING' : state === 'failed' ? 'NOT READ' : 'LOG',
              state === 'failed' ? 'warn' : '',
            ]
          : state !== 'live'
            ? [state === 'ended' ? 'ENDED' : state === 'offline' ? 'OFFLINE' : 'WAITING', 'warn']
            : viewer.isLive
              ? ['LIVE', 'live']
              : [formatDelay(source.last - viewer.playback.position, source.intervalMs), ''];
    setText(chip, text);
    const cls = `chip ${kind}`;
    if (chip.className !== cls) chip.className = cls;
    const hint = source?.status.text ?? '';
    if (chip.title !== hint) chip.title = hint;
    setText(where, source?.title ?? '');
  }

  return board;
}

interface TeamParts {
  readonly box: HTMLElement;
  readonly name: HTMLElement;
  readonly shirt: HTMLElement;
  readonly banner: HTMLElement;
}

function createTeamParts(side: string): TeamParts {
  const name = h('span', { class: 'name' });
  const shirt = h('span', { class: 'shirt' });
  const banner = h('span', { class: 'banner' });
  return { box: h('div', { class: `team ${side}` }, banner, name, shirt), name, shirt, banner };
}

/** Orders the parts so that the shirt is next to the score. */
function orderTeamParts({ box, name, shirt, banner }: TeamParts, left: boolean): void {
  const wanted = left ? shirt : banner;
  if (box.lastChild !== wanted)
    box.replaceChildren(...(left ? [banner, name, shirt] : [shirt, name, banner]));
}

function formatDelay(frames: number, interval: number): string {
  return `−${Math.max(0, (frames * interval) / 1000).toFixed(1)} s`;
}
