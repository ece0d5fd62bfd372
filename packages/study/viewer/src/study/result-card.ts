import type { Side } from '@rcss/core';
import { type GoalRow, type MatchStats, summarize } from '@rcss/stats';
import {
  type BestPlayer,
  findBestPlayer,
  findBestScenes,
  findFigure,
  formatLine,
  listLines,
} from '@rcss/stats/analysis';
import { computeMinute } from '../analysis/goal-details.js';
import type { StatisticsRun } from '../analysis/statistics-run.js';
import { type FrameRange, findGoalRanges } from '../clips/clip-range.js';
import { Reel } from '../clips/reel.js';
import { createIconButton, h, ICONS } from '../dom.js';
import { ensureContrast } from '../kits.js';
import { readBackground } from '../panels/chart-canvas.js';
import type { ResultHost } from '../panels/study-module.js';
import { findCrest } from '../view/find-crest.js';
import type { Viewer } from '../view/viewer.js';
import { watchMatch } from '../view/watch-match.js';
import { nameTeam } from './study.js';

const STYLE = `
.result { position: absolute; left: 50%; top: 50%; transform: translate(-50%, -50%); z-index: 2; width: min(560px, calc(100% - 24px)); max-height: calc(100% - 24px); overflow: auto; padding: 18px 22px; border-radius: 16px; background: var(--panel); border: 1px solid var(--edge); box-shadow: 0 12px 40px rgba(0,0,0,.4); zoom: var(--scale, 1); outline: none; }
.result:focus-visible { outline: none; } .result .x { position: absolute; right: 8px; top: 8px; width: 44px; height: 44px; }
.result h2 { margin: 0; font-size: 13px; color: var(--soft); font-weight: 650; text-align: center; }
.result .final-score { display: grid; grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr); gap: 12px; align-items: center; margin: 6px 0; font-size: 20px; font-weight: 700; }
.result .final-score > :first-child { text-align: right; } .result .final-score > * { overflow-wrap: anywhere; } .result .final-score b { font-size: 38px; line-height: 1; white-space: nowrap; font-variant-numeric: tabular-nums; }
.result .final-score .crest { display: block; width: 56px; height: 56px; object-fit: contain; margin: 0 0 4px; } .result .final-score > :first-child .crest { margin-left: auto; }
.result .scored { display: grid; grid-template-columns: 1fr 1fr; gap: 24px; margin: 0 0 10px; color: var(--soft); font-size: 13px; } .result .scored > :first-child { text-align: right; } .result .scored span { display: block; }
.result .best { margin: 12px 0; padding: 10px 12px; border-radius: 10px; background: var(--raised); border-left: 4px solid var(--team); } .result .best strong { display: block; }
.result .bars { display: grid; grid-template-columns: auto 1fr auto; gap: 4px 12px; align-items: center; font-variant-numeric: tabular-nums; font-size: 13px; } .result .bars span:nth-child(3n) { text-align: right; } .result .bars span:nth-child(3n+2) { text-align: center; color: var(--soft); }
.result .buttons { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 14px; } .result .buttons button { min-height: 44px; flex: 1 1 auto; } .result .buttons button:first-child { background: var(--text); color: var(--ground); font-weight: 650; }
:host([narrow]) .result { padding: 12px 14px; } :host([narrow]) .result .final-score { font-size: 16px; } :host([short]) .result { padding: 8px 14px; width: min(680px, calc(100% - 16px)); } :host([screen]) .result { display: none; }
`;

/** Frames of the best scenes: a minute. */
const BEST_FRAMES = 600;

/** The result of a match on the stage: score, scorers, best player, statistics, and buttons that play and save its scenes. */
export class ResultCard {
  readonly #viewer: Viewer;
  readonly #stage: HTMLElement;
  readonly #host: ResultHost;
  readonly #reel: Reel;
  readonly #element = h('section', { class: 'result', 'aria-label': 'Result', tabIndex: -1 });
  readonly #style = h('style', {}, STYLE);
  #timer = 0;

  constructor(viewer: Viewer, stage: HTMLElement, host: ResultHost) {
    this.#viewer = viewer;
    this.#stage = stage;
    this.#host = host;
    // After the last scene, the result is shown again.
    this.#reel = new Reel(
      viewer,
      () => {},
      () => this.#appear(),
    );
    this.#element.onkeydown = (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      this.#close();
    };
    watchMatch(viewer, () => this.#remove());
    viewer.subscribe((event) => {
      // The match is played: the field must be visible.
      if (event === 'playback' && viewer.playback.isPlaying && !viewer.isLive) this.#remove();
    });
  }

  /** Shows the result as soon as the match is analyzed. */
  show(): void {
    if (this.#timer !== 0 || this.#element.isConnected) return;
    this.#prepare();
  }

  #prepare(): void {
    this.#timer = 0;
    const run = this.#viewer.analysis.findRun(true);
    if (run === null) return;
    run.analyzeSlice();
    if (!run.isComplete) {
      this.#timer = window.setTimeout(() => this.#prepare(), 4);
      return;
    }
    this.#fill(run);
    this.#appear();
  }

  #appear(): void {
    if (this.#element.childElementCount === 0) return;
    this.#stage.append(this.#style, this.#element);
    this.#element.focus({ preventScroll: true });
  }

  #remove(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#element.remove();
  }

  #close(): void {
    this.#remove();
    this.#host.focusField();
  }

  #fill(run: StatisticsRun): void {
    const viewer = this.#viewer;
    const stats = summarize(run.getResult());
    const { l, r } = stats.teams;
    const hasKicks = stats.shootout.length > 0;
    const best = findBestPlayer(stats);
    const scenes = findBestScenes(run.getResult(), BEST_FRAMES).map(
      ({ from, to }): FrameRange => [run.firstIndex + from, run.firstIndex + to],
    );
    const { source } = run;
    const goals = findGoalRanges(source.marks, source.first, source.last);
    const button = (text: string, isUsable: boolean, onclick: () => void): HTMLElement =>
      h('button', { type: 'button', disabled: !isUsable, onclick }, text);
    const seconds = Math.round(
      (scenes.reduce((sum, [first, last]) => sum + last - first, 0) * source.intervalMs) / 1000,
    );
    const play = (ranges: readonly FrameRange[]): void => {
      this.#remove();
      this.#host.focusField();
      this.#reel.play(ranges);
    };
    this.#element.replaceChildren(
      createIconButton(ICONS.close, 'Close the result (Esc)', () => this.#close(), { class: 'icon x' }),
      h('h2', {}, hasKicks ? `Full time, penalties ${l.penaltyScored} : ${r.penaltyScored}` : 'Full time'),
      h(
        'div',
        { class: 'final-score' },
        h('span', {}, this.#createCrest('l'), nameTeam(viewer, 'l')),
        h('b', {}, `${l.score} : ${r.score}`),
        h('span', {}, this.#createCrest('r'), nameTeam(viewer, 'r')),
      ),
      h('div', { class: 'scored' }, this.#listScorers(stats, 'l'), this.#listScorers(stats, 'r')),
      best === null ? '' : this.#describeBest(best),
      createBars(stats),
      h(
        'div',
        { class: 'buttons' },
        button(`Best scenes (${seconds} s)`, scenes.length > 0, () => play(scenes)),
        button('Goals', goals.length > 0, () => play(goals)),
        button('Replay', true, () => {
          this.#close();
          viewer.controlPlayback((playback) => {
            playback.seek(source.first, source);
            playback.play(1);
          });
        }),
        button('Statistics', true, () => {
          this.#remove();
          this.#host.openStatistics();
        }),
        button('Save the best scenes', scenes.length > 0, () => {
          this.#remove();
          viewer.clipParts = { title: `Best scenes (${scenes.length})`, ranges: scenes };
          this.#host.openSave();
        }),
      ),
    );
  }

  #createCrest(side: Side): HTMLElement | null {
    const src = findCrest(this.#viewer, nameTeam(this.#viewer, side));
    return src === undefined ? null : h('img', { class: 'crest', alt: '', src });
  }

  #listScorers({ goals }: MatchStats, side: Side): HTMLElement {
    const intervalMs = this.#viewer.source?.intervalMs ?? 100;
    const minutes = new Map<string, string[]>();
    for (const goal of goals.filter((row) => row.side === side)) {
      const name = nameScorer(goal);
      const minute = `${computeMinute(goal.time, intervalMs)}′`;
      minutes.set(name, [...(minutes.get(name) ?? []), minute]);
    }
    return h(
      'div',
      {},
      ...[...minutes].map(([name, times]) => h('span', {}, `${name}: ${times.join(', ')}`)),
    );
  }

  #describeBest({ player, reasons }: BestPlayer): HTMLElement {
    const { kits } = this.#viewer;
    const ground = readBackground(this.#stage.parentElement ?? this.#stage);
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

function nameScorer({ unum, ownGoalBy }: GoalRow): string {
  if (ownGoalBy > 0) return `${ownGoalBy} (own goal)`;
  return unum > 0 ? String(unum) : 'Goal';
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
