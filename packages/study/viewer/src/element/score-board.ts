import { type Frame, type FrameTeam, playModeSide, type Side, sideName } from '@rcss/core';
import { h, setText } from '../dom.js';
import { createBannerCanvas } from '../draw/banner.js';
import { formatMatchTime } from '../format-match-time.js';
import { formatPlayMode } from '../format-play-mode.js';
import { findCrest } from '../view/find-crest.js';
import type { Viewer } from '../view/viewer.js';

const SIDES: readonly Side[] = ['l', 'r'];

/** Height of a team banner at scale 1, CSS pixels. */
const BANNER_HEIGHT = 34;

/** The board above the field: teams, score, play mode, clock, state of the source. */
export class ScoreBoard {
  readonly element: HTMLElement;
  readonly #viewer: Viewer;
  readonly #status: HTMLButtonElement;
  readonly #title = h('span', { class: 'where' });
  readonly #back = h('a', { class: 'back-link', hidden: true }, 'All matches');
  readonly #teams = { l: createTeamParts('l'), r: createTeamParts('r') };
  readonly #firstScore = h('span', {}, '–');
  readonly #secondScore = h('span', {}, '–');
  readonly #goals = h(
    'div',
    { class: 'goals', role: 'img', 'aria-label': 'No score yet' },
    this.#firstScore,
    h('i', {}, ':'),
    this.#secondScore,
  );
  readonly #penalties = h('div', { class: 'shoot', hidden: true });
  readonly #playMode = h('div', { class: 'mode' });
  readonly #time = h('span');
  /** Only wide boards have room for it; the time line shows the cycle too. */
  readonly #cycle = h('span', { class: 'cycle-of' });
  readonly #clock = h('div', { class: 'clock' }, this.#time, this.#cycle);
  /** Text for screen readers. */
  readonly #announcement = h('div', { class: 'sr', 'aria-live': 'polite' });
  readonly #score: HTMLElement;
  /** Inputs of the banners that are shown; equal inputs are not drawn again. */
  #bannerKey = -1;
  #announced = '';

  constructor(viewer: Viewer, goLive: () => void) {
    this.#viewer = viewer;
    this.#status = h('button', { type: 'button', class: 'chip', onclick: goLive });
    this.#score = h(
      'div',
      { class: 'score' },
      this.#teams.l.box,
      this.#goals,
      this.#teams.r.box,
      this.#penalties,
    );
    this.element = h(
      'header',
      { class: 'board', part: 'score-board' },
      h('div', { class: 'info' }, this.#back, this.#status, this.#title),
      this.#score,
      h('div', { class: 'info right' }, h('div', {}, this.#playMode, this.#clock)),
      this.#announcement,
    );
    viewer.subscribe((event) => {
      if (event === 'options') this.#updateVisibility();
      if ((event === 'frame' || event === 'options') && viewer.frame !== null) this.#update(viewer.frame);
      if (event === 'source' || event === 'playback' || event === 'frame') this.#updateStatus();
    });
    this.#updateVisibility();
    this.#updateStatus();
  }

  #updateVisibility(): void {
    this.element.hidden = !this.#viewer.options.showScoreBoard;
  }

  #update(frame: Frame): void {
    const viewer = this.#viewer;
    const isSwapped = viewer.options.swapSides && !viewer.isUpright;
    const [first, second]: readonly [Side, Side] = isSwapped ? ['r', 'l'] : ['l', 'r'];
    const team = { l: frame.left, r: frame.right };
    this.#score.classList.remove('blank');
    this.#updateTeams(frame, first, second);
    setText(this.#firstScore, String(team[first].score));
    setText(this.#secondScore, String(team[second].score));
    const score = `${team[first].name} ${team[first].score}, ${team[second].name} ${team[second].score}`;
    if (this.#goals.getAttribute('aria-label') !== score) this.#goals.setAttribute('aria-label', score);
    this.#updatePenalties(team[first], team[second]);
    const playMode = formatPlayModeOf(frame);
    setText(this.#playMode, playMode);
    const cycleMs = Number(viewer.source?.serverParams['simulator_step']) || 100;
    const stoppage = frame.stoppageTime > 0 ? ` +${frame.stoppageTime}` : '';
    setText(this.#time, formatMatchTime(frame.time, cycleMs));
    setText(this.#cycle, ` · cycle ${frame.time}${stoppage}`);
    this.#announce(`${playMode}. ${score}`);
    this.#updateBanners();
  }

  #updateTeams(frame: Frame, first: Side, second: Side): void {
    const viewer = this.#viewer;
    const teams = this.#teams;
    for (const side of SIDES) {
      const { name } = side === 'l' ? frame.left : frame.right;
      const label = formatTeamName(viewer, side, name) || '—';
      if (teams[side].name.textContent !== label)
        teams[side].name.replaceChildren(...label.split(/(?<=_)/).flatMap((part) => [part, h('wbr')]));
      teams[side].shirt.style.background = viewer.kits[sideName(side)].shirt;
      showCrest(teams[side].crest, findCrest(viewer, name));
    }
    teams[first].box.className = 'team l';
    teams[second].box.className = 'team r';
    if (this.#score.firstChild !== teams[first].box) {
      this.#score.replaceChildren(teams[first].box, this.#goals, teams[second].box, this.#penalties);
    }
    orderTeamParts(teams[first], true);
    orderTeamParts(teams[second], false);
  }

  #updatePenalties(first: FrameTeam, second: FrameTeam): void {
    const count = first.penaltyScored + first.penaltyMissed + second.penaltyScored + second.penaltyMissed;
    this.#penalties.hidden = count === 0;
    if (count === 0) return;
    const format = (t: FrameTeam): string => 'o'.repeat(t.penaltyScored) + 'x'.repeat(t.penaltyMissed) || '–';
    setText(this.#penalties, `penalties  ${format(first)}  |  ${format(second)}`);
  }

  #announce(text: string): void {
    if (!this.#viewer.playback.isPlaying || text === this.#announced) return;
    this.#announced = text;
    setText(this.#announcement, text);
  }

  #updateBanners(): void {
    const { source, options } = this.#viewer;
    const tiles = source?.tiles ?? [];
    const key = options.showTeamGraphic ? tiles.length * 1000 + options.teamGraphicScale : 0;
    if (key === this.#bannerKey) return;
    this.#bannerKey = key;
    for (const side of SIDES) {
      const canvas = key === 0 ? null : createBannerCanvas(tiles.filter((tile) => tile.side === side));
      if (canvas !== null) canvas.style.height = `${BANNER_HEIGHT * options.teamGraphicScale}px`;
      this.#teams[side].banner.replaceChildren(...(canvas === null ? [] : [canvas]));
    }
  }

  /** Shows the state of the source: LIVE, the delay of a live match, LOG or a problem. */
  #updateStatus(): void {
    const { backLink } = this.#viewer;
    this.#back.hidden = backLink === '';
    if (backLink !== '' && this.#back.getAttribute('href') !== backLink) this.#back.href = backLink;
    const { source } = this.#viewer;
    this.#score.classList.toggle('blank', this.#viewer.frame === null);
    const { text, kind } = describeStatus(this.#viewer);
    setText(this.#status, text);
    const className = `chip ${kind}`;
    if (this.#status.className !== className) this.#status.className = className;
    const hint = source?.status.text ?? '';
    if (this.#status.title !== hint) this.#status.title = hint;
    setText(this.#title, source?.title ?? '');
  }
}

interface StatusText {
  readonly text: string;
  readonly kind: 'live' | 'warn' | '';
}

function describeStatus(viewer: Viewer): StatusText {
  const { source } = viewer;
  if (source === null) return { text: viewer.emptyState, kind: '' };
  const { state } = source.status;
  if (source.kind === 'log') {
    if (state === 'failed') return { text: 'NOT READ', kind: 'warn' };
    return { text: state === 'loading' ? 'LOADING' : 'LOG', kind: '' };
  }
  // A server that ends after the match is not missing.
  if (viewer.isOver) return { text: 'FULL TIME', kind: '' };
  if (state === 'ended') return { text: 'ENDED', kind: 'warn' };
  if (state === 'offline') return { text: 'OFFLINE', kind: 'warn' };
  if (state !== 'live') return { text: 'WAITING', kind: 'warn' };
  if (viewer.isLive) return { text: 'LIVE', kind: 'live' };
  return { text: formatDelay(source.last - viewer.playback.position, source.intervalMs), kind: '' };
}

function formatDelay(frames: number, intervalMs: number): string {
  return `−${Math.max(0, (frames * intervalMs) / 1000).toFixed(1)} s`;
}

/** Returns the play mode in words, with the team if it has one. */
function formatPlayModeOf({ playMode, left, right }: Frame): string {
  const side = playModeSide(playMode);
  const label = formatPlayMode(playMode);
  if (side === 'n') return label;
  return `${label} · ${side === 'l' ? left.name || 'left' : right.name || 'right'}`;
}

/** Returns the name on the score board: the tournament's name, followed by the real name if it differs (spec 11 §3.11). */
function formatTeamName(viewer: Viewer, side: Side, real: string): string {
  const fixed = viewer.source?.serverParams[`fixed_teamname_${side}`];
  return typeof fixed === 'string' && fixed !== '' && fixed !== real ? `${fixed} (${real})` : real;
}

interface TeamParts {
  readonly box: HTMLElement;
  readonly name: HTMLElement;
  readonly shirt: HTMLElement;
  readonly crest: HTMLImageElement;
  readonly banner: HTMLElement;
}

function createTeamParts(side: Side): TeamParts {
  const name = h('span', { class: 'name' });
  const shirt = h('span', { class: 'shirt' });
  const crest = h('img', { class: 'crest', alt: '', hidden: true });
  const banner = h('span', { class: 'banner' });
  const box = h('div', { class: `team ${side}` }, banner, name, crest, shirt);
  return { box, name, shirt, crest, banner };
}

/** Shows a crest; hides the image without one. */
function showCrest(image: HTMLImageElement, address: string | undefined): void {
  image.hidden = address === undefined;
  if (address !== undefined && image.getAttribute('src') !== address) image.src = address;
}

/** Orders the parts so that the shirt is next to the score. */
function orderTeamParts({ box, name, shirt, crest, banner }: TeamParts, isLeft: boolean): void {
  const lastPart = isLeft ? shirt : banner;
  if (box.lastChild === lastPart) return;
  box.replaceChildren(...(isLeft ? [banner, name, crest, shirt] : [shirt, crest, name, banner]));
}
