import type { Side } from '@rcss/core';
import { type MatchStats, summarize } from '@rcss/stats';
import { type BestPlayer, findBestPlayer, findFigure, formatLine, listLines } from '@rcss/stats/analysis';
import { listBestScenes } from '../analysis/best-scenes.js';
import { groupScorers } from '../analysis/goal-details.js';
import type { StatisticsRun } from '../analysis/statistics-run.js';
import { type FrameRange, findGoalRanges } from '../clips/clip-range.js';
import { Reel } from '../clips/reel.js';
import { createTextButton, h } from '../dom.js';
import { ensureContrast } from '../kits.js';
import { readPanelBackground } from '../panels/chart-canvas.js';
import type { PanelContent } from '../panels/panel.js';
import type { StudyHost } from '../panels/study-module.js';
import { loadValues } from '../values/values-module.js';
import { findCrest } from '../view/find-crest.js';
import type { Viewer } from '../view/viewer.js';
import { nameTeam } from './study.js';

const STYLE = `
.story h3 { margin: 0; font-size: 13px; color: var(--soft); font-weight: 650; text-align: center; } .story .values { margin: 12px 0; } .story .named ol { max-height: none; }
.story .final-score { display: grid; grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr); gap: 12px; align-items: center; margin: 6px 0; font-size: 18px; font-weight: 700; }
.story .final-score > :first-child { text-align: right; } .story .final-score > * { overflow-wrap: anywhere; } .story .final-score b { font-size: 38px; line-height: 1; white-space: nowrap; font-variant-numeric: tabular-nums; }
.story .final-score .crest { display: block; width: 56px; height: 56px; object-fit: contain; margin: 0 0 4px; } .story .final-score > :first-child .crest { margin-left: auto; }
.story .scored { display: grid; grid-template-columns: 1fr 1fr; gap: 24px; margin: 0 0 10px; color: var(--soft); font-size: 13px; } .story .scored > :first-child { text-align: right; } .story .scored span { display: block; }
.story .best { margin: 12px 0; padding: 10px 12px; border-radius: 10px; background: var(--raised); border-left: 4px solid var(--team); } .story .best strong { display: block; }
.story .bars { display: grid; grid-template-columns: auto 1fr auto; gap: 4px 12px; align-items: center; font-variant-numeric: tabular-nums; font-size: 13px; } .story .bars span:nth-child(3n) { text-align: right; } .story .bars span:nth-child(3n+2) { text-align: center; color: var(--soft); }
.story .buttons { display: flex; flex-wrap: wrap; gap: 8px; margin: 10px 0; } .story .buttons button { min-height: 44px; flex: 1 1 auto; } .story .buttons button:first-child { background: var(--text); color: var(--ground); font-weight: 650; }
:host([narrow]) .story .final-score .crest { width: 40px; height: 40px; }
`;

/** Pause between two slices of the analysis, and until the story of a match that goes on is made again, ms. */
const SLICE_PAUSE_MS = 4;
const LIVE_INTERVAL_MS = 2000;

/**
 * The story of a match: score, scorers, chances of a win with the decisive moments, best player, statistics, and buttons that play and save its
 * scenes. That of a match that goes on grows.
 */
export class StoryPanel implements PanelContent {
  readonly element: HTMLElement;
  readonly #viewer: Viewer;
  readonly #host: StudyHost;
  readonly #reel: Reel;
  readonly #top = h('div', {}, 'The match is read …');
  readonly #bottom = h('div');
  #timer = 0;
  /** What is shown; an equal story is not made again. */
  #key = '';

  constructor(viewer: Viewer, host: StudyHost) {
    this.#viewer = viewer;
    this.#host = host;
    this.#reel = new Reel(viewer, () => {});
    const curve = h('div');
    this.element = h('div', { class: 'story' }, h('style', {}, STYLE), this.#top, curve, this.#bottom);
    loadValues().then(
      (values) => {
        const content = values.createCurve(viewer);
        curve.append(content.element);
        content.update();
      },
      ({ message }: Error) => curve.append(message),
    );
  }

  /** Continues until the element is removed. */
  update(): void {
    if (this.#timer === 0) this.#follow();
  }

  #follow(): void {
    this.#timer = 0;
    if (!this.element.isConnected) return;
    const run = this.#viewer.analysis.findRun(true);
    run?.analyzeSlice();
    const isRead = run?.isComplete === true;
    if (isRead) this.#fill(run);
    this.#timer = window.setTimeout(() => this.#follow(), isRead ? LIVE_INTERVAL_MS : SLICE_PAUSE_MS);
  }

  #fill(run: StatisticsRun): void {
    const viewer = this.#viewer;
    const { source } = run;
    const { left, right } = viewer.kits;
    const end = source.getFrame(source.last);
    const key = `${run.match} ${source.title} ${source.marks.length} ${end?.playMode === 'time_over'} ${left.shirt} ${right.shirt}`;
    if (key === this.#key) return;
    this.#key = key;
    const stats = summarize(run.getResult());
    const scenes = listBestScenes(run);
    const best = findBestPlayer(stats);
    this.#top.replaceChildren(...this.#createScore(stats, end?.playMode === 'time_over'));
    this.#top.append(this.#createButtons(run, scenes));
    this.#bottom.replaceChildren(best === null ? '' : this.#describeBest(best), createBars(stats));
    if (!viewer.opensWithScenes) return;
    viewer.opensWithScenes = false;
    // A person who went to another moment meanwhile stays there.
    if (scenes.length > 0 && viewer.frameIndex === source.first) this.#reel.play(scenes);
  }

  #createScore(stats: MatchStats, isOver: boolean): readonly HTMLElement[] {
    const viewer = this.#viewer;
    const { l, r } = stats.teams;
    const kicks = stats.shootout.length > 0 ? `, penalties ${l.penaltyScored} : ${r.penaltyScored}` : '';
    return [
      h('h3', {}, `${isOver ? 'Full time' : 'So far'}${kicks}`),
      h(
        'div',
        { class: 'final-score' },
        h('span', {}, this.#createCrest('l'), nameTeam(viewer, 'l')),
        h('b', {}, `${l.score} : ${r.score}`),
        h('span', {}, this.#createCrest('r'), nameTeam(viewer, 'r')),
      ),
      h('div', { class: 'scored' }, this.#listScorers(stats, 'l'), this.#listScorers(stats, 'r')),
    ];
  }

  #createButtons({ source }: StatisticsRun, scenes: readonly FrameRange[]): HTMLElement {
    const viewer = this.#viewer;
    const goals = findGoalRanges(source.marks, source.first, source.last);
    const frames = scenes.reduce((sum, [first, last]) => sum + last - first, 0);
    const button = (text: string, isUsable: boolean, onclick: () => void): HTMLElement =>
      createTextButton(text, onclick, { disabled: !isUsable });
    return h(
      'div',
      { class: 'buttons' },
      button(`Best scenes (${Math.round((frames * source.intervalMs) / 1000)} s)`, scenes.length > 0, () =>
        this.#reel.play(scenes),
      ),
      button('Goals', goals.length > 0, () => this.#reel.play(goals)),
      button('Replay', true, () => viewer.playFrom(source.first)),
      button('Statistics', true, () => this.#host.open('statistics')),
      button('Save the best scenes', scenes.length > 0, () => {
        viewer.clipParts = { title: `Best scenes (${scenes.length})`, ranges: scenes };
        this.#host.open('save');
      }),
    );
  }

  #createCrest(side: Side): HTMLElement | null {
    const src = findCrest(this.#viewer, nameTeam(this.#viewer, side));
    return src === undefined ? null : h('img', { class: 'crest', alt: '', src });
  }

  #listScorers({ goals }: MatchStats, side: Side): HTMLElement {
    const scorers = groupScorers(
      goals.filter((row) => row.side === side),
      this.#viewer.source?.intervalMs ?? 100,
    );
    return h('div', {}, ...scorers.map(([name, minutes]) => h('span', {}, `${name}: ${minutes}`)));
  }

  #describeBest({ player, reasons }: BestPlayer): HTMLElement {
    const { kits } = this.#viewer;
    const ground = readPanelBackground(this.element);
    const { shirt } = player.side === 'l' ? kits.left : kits.right;
    const box = h(
      'div',
      { class: 'best' },
      h('strong', {}, `Player of the match: ${nameTeam(this.#viewer, player.side)} ${player.unum}`),
      reasons
        .slice(0, 4)
        .map(({ figure, count }) => `${findFigure(figure).title.toLowerCase()}: ${count}`)
        .join(' · '),
    );
    box.style.setProperty('--team', ensureContrast(shirt, ground));
    return box;
  }
}

/** A few figures of both teams. */
function createBars({ teams: { l, r } }: MatchStats): HTMLElement {
  const rows = listLines('card').map((line) => [
    formatLine(line, l, '–'),
    line.label,
    formatLine(line, r, '–'),
  ]);
  return h('div', { class: 'bars' }, ...rows.flat().map((text) => h('span', {}, text)));
}
