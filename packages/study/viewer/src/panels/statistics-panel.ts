import { type MatchAnalysis, type MatchStats, summarize, type TeamStats } from '@rcss/stats';
import { createHeatMap, createStaminaCurve } from '@rcss/stats/charts';
import type { StatisticsRun } from '../analysis/statistics-run.js';
import { h, setText } from '../dom.js';
import { ensureContrast } from '../kits.js';
import type { Viewer } from '../view/viewer.js';
import { type ChartCanvas, createChartCanvas, readBackground } from './chart-canvas.js';
import type { Panel } from './panel.js';
import { computePitchHeight, drawCurves, drawPassNetwork, paintHeatMap } from './statistics-canvas.js';

const STYLE = `
.stats { display: grid; grid-template-columns: 1fr auto 1fr; gap: 3px 12px; align-items: baseline; font-variant-numeric: tabular-nums; }
.stats > :nth-child(3n+1) { text-align: right; } .stats > :nth-child(3n+2) { color: var(--soft); font-size: 12px; text-align: center; }
.stats .name { font-weight: 650; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.choices { display: flex; flex-wrap: wrap; gap: 8px; margin: 0 0 10px; } .choices select { background: var(--ground); border: 1px solid var(--edge);
border-radius: 6px; padding: 5px 8px; min-height: 32px; }
.share { height: 8px; border-radius: 4px; margin: 2px 0 10px; border: 1px solid var(--edge); }
.picture { display: block; border-radius: 6px; }
`;

const ROWS: readonly (readonly [label: string, format: (t: TeamStats) => string])[] = [
  ['possession', (t) => (t.possession === null ? '–' : `${(100 * t.possession).toFixed(1)} %`)],
  ['passes completed', (t) => `${t.passesCompleted} / ${t.passes}`],
  ['shots (on target)', (t) => `${t.shots} (${t.shotsOnTarget})`],
  ['expected goals', (t) => t.xg.toFixed(2)],
  ['dribbles', (t) => String(t.dribbles)],
  ['balls lost', (t) => String(t.losses)],
  ['interceptions', (t) => String(t.interceptions)],
  ['balls won', (t) => String(t.steals)],
  ['tackles won', (t) => `${t.tacklesWon} / ${t.tackles}`],
  ['saves, blocks', (t) => `${t.saves}, ${t.blocks}`],
  ['fouls', (t) => String(t.fouls)],
  ['cards yellow, red', (t) => `${t.yellowCards}, ${t.redCards}`],
  ['offsides', (t) => String(t.offsides)],
  ['corners', (t) => String(t.setPlays['corner_kick'] ?? 0)],
  ['free kicks', (t) => String((t.setPlays['free_kick'] ?? 0) + (t.setPlays['indirect_free_kick'] ?? 0))],
  ['kick-ins', (t) => String(t.setPlays['kick_in'] ?? 0)],
  ['goal kicks', (t) => String(t.setPlays['goal_kick'] ?? 0)],
  ['distance run', (t) => `${(t.distance / 1000).toFixed(2)} km`],
];

/** Time between two updates while the match runs. */
const UPDATE_INTERVAL_MS = 400;
/** Width of the charts, CSS pixels. */
const CHART_WIDTH = 316;
/** Cycles between two points of a stamina curve. */
const STAMINA_STEP = 50;
/** Frames before a goal at which its replay starts. */
const FRAMES_BEFORE_GOAL = 50;

/** Creates the panel with the statistics of a match. It computes only while it is open. */
export function createStatisticsPanel(viewer: Viewer): Panel {
  return new StatisticsPanel(viewer);
}

type Choice = readonly [value: string, label: string];

const PERIODS: readonly Choice[] = [
  ['now', 'up to this moment'],
  ['all', 'the whole match'],
];
const SIDES: readonly Choice[] = [
  ['l', 'left team'],
  ['r', 'right team'],
];
/** Objects of the heat map: 0 is the ball, 1..22 are the players. */
const OBJECTS: readonly Choice[] = [
  ['0', 'ball'],
  ...Array.from(
    { length: 22 },
    (_, i): Choice => [String(i + 1), `${i < 11 ? 'left' : 'right'} ${(i % 11) + 1}`],
  ),
];

function createSelect(label: string, choices: readonly Choice[], onchange: () => void): HTMLSelectElement {
  return h(
    'select',
    { 'aria-label': label, onchange },
    ...choices.map(([value, text]) => h('option', { value }, text)),
  );
}

function createChart(height: number): ChartCanvas {
  return createChartCanvas(h('canvas', { class: 'picture' }), CHART_WIDTH, height);
}

/** The table that compares the teams. */
class TeamTable {
  readonly element: HTMLElement;
  readonly #names = [h('span', { class: 'name' }), h('span', { class: 'name' })] as const;
  readonly #cells = ROWS.map(() => [h('span'), h('span')] as const);

  constructor() {
    this.element = h('div', { class: 'stats' }, this.#names[0], h('span'), this.#names[1]);
    ROWS.forEach(([label], i) => {
      const [left, right] = this.#cells[i]!;
      this.element.append(left, h('span', {}, label), right);
    });
  }

  update({ l, r }: MatchStats['teams']): void {
    setText(this.#names[0], l.name || 'Left');
    setText(this.#names[1], r.name || 'Right');
    ROWS.forEach(([, format], i) => {
      setText(this.#cells[i]![0], format(l));
      setText(this.#cells[i]![1], format(r));
    });
  }
}

interface GoalRow {
  /** Index of the show in the analysis. */
  readonly show: number;
  readonly time: number;
  readonly text: string;
}

/** Returns the goals, then the kicks of the penalty shootout. */
function listGoals(stats: MatchStats): readonly GoalRow[] {
  const goals = stats.goals.map((goal) => {
    const scorer =
      goal.ownGoalBy > 0 ? `own goal by ${goal.ownGoalBy}` : goal.unum > 0 ? String(goal.unum) : '';
    const pass = goal.assist > 0 ? `, pass by ${goal.assist}` : '';
    const team = stats.teams[goal.side].name;
    const text = `${goal.scoreL} : ${goal.scoreR}  ${team} ${scorer}${pass}, ${goal.distance.toFixed(0)} m${goal.xg === null ? '' : `, xG ${goal.xg.toFixed(2)}`}`;
    return { show: goal.show, time: goal.time, text };
  });
  const penalties = stats.shootout.map((penalty) => {
    const team = stats.teams[penalty.side].name;
    const outcome = penalty.scored ? 'scored by' : penalty.unum > 0 ? 'missed by' : 'not taken by';
    const text = `penalty ${outcome} ${team} ${penalty.unum || ''}  ${penalty.scoredL} : ${penalty.scoredR}`;
    return { show: penalty.show, time: penalty.time, text };
  });
  return [...goals, ...penalties];
}

class StatisticsPanel implements Panel {
  readonly title = 'Statistics';
  readonly body: HTMLElement;
  readonly #viewer: Viewer;
  readonly #period: HTMLSelectElement;
  readonly #side: HTMLSelectElement;
  readonly #object: HTMLSelectElement;
  readonly #progress = h('p', { class: 'hint' });
  readonly #share = h('div', { class: 'share', role: 'img' });
  readonly #table = new TeamTable();
  readonly #goals = h('ul', { class: 'list' });
  readonly #network = createChart(computePitchHeight(CHART_WIDTH));
  readonly #heat = createChart(computePitchHeight(CHART_WIDTH));
  readonly #stamina = createChart(150);
  #run: StatisticsRun | null = null;
  #drawnAtMs = 0;
  /** Inputs of the last drawing; equal inputs are not drawn again. */
  #drawnKey = '';
  #timer = 0;

  constructor(viewer: Viewer) {
    this.#viewer = viewer;
    const redraw = (): void => {
      this.#drawnKey = '';
      this.#draw();
    };
    this.#period = createSelect('Part of the match', PERIODS, redraw);
    this.#side = createSelect('Team', SIDES, redraw);
    this.#object = createSelect('Heat map of', OBJECTS, redraw);
    this.body = h(
      'div',
      {},
      h('style', {}, STYLE),
      h('div', { class: 'choices' }, this.#period),
      this.#progress,
      this.#share,
      this.#table.element,
      h('h3', {}, 'Goals and penalties'),
      this.#goals,
      h('h3', {}, 'Passes between mean positions'),
      h('div', { class: 'choices' }, this.#side),
      this.#network.canvas,
      h('h3', {}, 'Heat map'),
      h('div', { class: 'choices' }, this.#object),
      this.#heat.canvas,
      h('h3', {}, 'Stamina'),
      this.#stamina.canvas,
    );
  }

  update(): void {
    if (this.#timer === 0) this.#schedule(0);
  }

  #schedule(delayMs: number): void {
    this.#timer = window.setTimeout(() => this.#analyze(), delayMs);
  }

  /** Analyzes some frames, and continues until the panel is closed. */
  #analyze(): void {
    this.#timer = 0;
    if (!this.body.isConnected) return;
    const run = this.#viewer.analysis.findRun(true);
    this.#run = run;
    if (run === null) return;
    run.analyzeSlice();
    const total = run.source.last - run.firstIndex + 1;
    setText(
      this.#progress,
      run.isComplete ? '' : `Analyzed ${run.nextIndex - run.firstIndex} of ${total} frames`,
    );
    this.#progress.hidden = run.isComplete;
    if (performance.now() - this.#drawnAtMs > UPDATE_INTERVAL_MS) this.#draw();
    this.#schedule(run.isComplete ? UPDATE_INTERVAL_MS : 0);
  }

  #draw(): void {
    const run = this.#run;
    if (run === null) return;
    const analysis = run.getResult();
    const frameCount = analysis.columns.length;
    if (frameCount === 0) return;
    const now = Math.max(0, this.#viewer.frameIndex - run.firstIndex);
    const until = this.#period.value === 'all' ? Number.POSITIVE_INFINITY : now;
    const key = `${Math.min(until, frameCount)} ${run.nextIndex} ${this.#side.value} ${this.#object.value} ${this.#viewer.frameIndex} ${this.#readGround()}`;
    if (key === this.#drawnKey) return;
    this.#drawnKey = key;
    this.#drawnAtMs = performance.now();
    const stats = summarize(analysis, until);
    this.#table.update(stats.teams);
    this.#showPossession(stats);
    this.#showGoals(stats, run.firstIndex);
    paintHeatMap(this.#heat, createHeatMap(analysis, Number(this.#object.value), { to: until }));
    this.#drawTeam(stats, analysis, Math.min(now, frameCount - 1));
  }

  #showPossession({ teams }: MatchStats): void {
    const { kits } = this.#viewer;
    const left = 100 * (teams.l.possession ?? 0.5);
    const ground = this.#readGround();
    const [first, second] = [kits.left, kits.right].map(({ shirt }) => ensureContrast(shirt, ground));
    // A gap keeps the parts apart if their colors are similar.
    this.#share.style.background = `linear-gradient(90deg, ${first} calc(${left}% - 1px), transparent 0 calc(${left}% + 1px), ${second} 0)`;
    this.#share.setAttribute(
      'aria-label',
      `possession ${left.toFixed(0)} to ${(100 - left).toFixed(0)} percent`,
    );
  }

  #readGround(): string {
    return readBackground(this.body.closest('.panel') ?? this.body);
  }

  #showGoals(stats: MatchStats, firstIndex: number): void {
    const rows = listGoals(stats).map(({ show, time, text }) => {
      const onclick = (): void => this.#seekBefore(firstIndex + show);
      return h(
        'li',
        {},
        h('button', { type: 'button', onclick }, h('time', {}, String(time)), h('span', {}, text)),
      );
    });
    this.#goals.replaceChildren(...rows);
    if (rows.length === 0) this.#goals.append(h('li', { class: 'hint' }, 'No goals yet.'));
  }

  #seekBefore(index: number): void {
    const { source } = this.#viewer;
    if (source !== null) this.#viewer.seek(Math.max(source.first, index - FRAMES_BEFORE_GOAL));
  }

  /** Draws the pass network and the stamina curves of the chosen team; `show` is the current moment. */
  #drawTeam(stats: MatchStats, analysis: MatchAnalysis, show: number): void {
    const viewer = this.#viewer;
    const side = this.#side.value === 'r' ? 'r' : 'l';
    const kit = side === 'l' ? viewer.kits.left : viewer.kits.right;
    const offset = side === 'l' ? 0 : 11;
    drawPassNetwork(this.#network, stats, side, kit);
    drawCurves(this.#stamina, {
      curves: Array.from({ length: 11 }, (_, i) => createStaminaCurve(analysis, offset + i, STAMINA_STEP)),
      top: Number(viewer.source?.serverParams['stamina_max']) || 8000,
      marked: viewer.selected - offset,
      color: ensureContrast(kit.shirt, this.#readGround()),
      textColor: getComputedStyle(this.body).color,
      time: analysis.columns.time[show] ?? 0,
    });
  }
}
