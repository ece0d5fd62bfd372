import { type MatchAnalysis, type MatchStats, summarize } from '@rcss/stats';
import { findGoalChain } from '@rcss/stats/analysis';
import { createHeatMap, createStaminaCurve } from '@rcss/stats/charts';
import { describeEvent } from '@rcss/stats/describe';
import type { StatisticsRun } from '../analysis/statistics-run.js';
import { createHint, createSelect, createTimeButton, h, setText } from '../dom.js';
import { HEAT_GRID } from '../draw/maps.js';
import { ensureContrast } from '../kits.js';
import { type ChartCanvas, createChartCanvas, readPanelBackground } from '../panels/chart-canvas.js';
import type { Viewer } from '../view/viewer.js';
import { TeamTable } from './figure-table.js';
import {
  type CurveChart,
  computePitchHeight,
  drawCurves,
  drawPassNetwork,
  findCurvePoint,
  paintMaps,
} from './statistics-canvas.js';
import { nameTeam, type StudyContext, type StudyView } from './study.js';
import { hasAlternatives, showAlternatives } from './what-if.js';

/** Width of the charts, CSS pixels. */
const CHART_WIDTH = 316;
/** Cycles between two points of a stamina curve. */
const STAMINA_STEP = 50;
/** Frames before a goal at which its replay starts. */
const FRAMES_BEFORE_GOAL = 50;
/** Frames before the beginning of the play that led to a goal. */
const FRAMES_BEFORE_CHAIN = 15;
/** Most frames before a moment of the list that belong to it. */
const MOST_FRAMES_BEFORE = 100;

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

function createChart(height: number): ChartCanvas {
  return createChartCanvas(h('canvas', { class: 'picture' }), CHART_WIDTH, height);
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

/** The statistics of both teams. */
export class TeamView implements StudyView {
  readonly element: HTMLElement;
  readonly #viewer: Viewer;
  readonly #period: HTMLSelectElement;
  readonly #side: HTMLSelectElement;
  readonly #object: HTMLSelectElement;
  readonly #share = h('div', { class: 'share', role: 'img' });
  readonly #table: TeamTable;
  readonly #goals = h('ul', { class: 'list goal-rows' });
  readonly #network = createChart(computePitchHeight(CHART_WIDTH));
  readonly #heat = createChart(computePitchHeight(CHART_WIDTH));
  readonly #stamina = createChart(170);
  readonly #staminaText = createHint('', { role: 'status' });
  /** The stamina curves that are drawn. */
  #curves: CurveChart | null = null;
  /** Index of the curve under the pointer; -1 without one. */
  #pointed = -1;
  #run: StatisticsRun | null = null;
  /** After a jump to a moment of the list: the frame that the jump began at and the one it led to. The list stays that of the first one. */
  #jump: { readonly from: number; readonly to: number } | null = null;
  /** Inputs of the last drawing; equal inputs are not drawn again. */
  #drawnKey = '';

  constructor(context: StudyContext) {
    this.#viewer = context.viewer;
    const redraw = (): void => {
      if (this.#run !== null) this.update(this.#run, true);
    };
    this.#period = createSelect('Part of the match', PERIODS, redraw);
    this.#side = createSelect('Team', SIDES, redraw);
    this.#object = createSelect('Heat map of', OBJECTS, redraw);
    this.#table = new TeamTable((link) => context.openMoments(link));
    this.element = h(
      'div',
      {},
      h('div', { class: 'choices' }, this.#period),
      this.#share,
      createHint('A number leads to its moments.'),
      this.#table.element,
      h('h3', {}, 'Goals and penalties'),
      this.#goals,
      h('h3', {}, 'Passes between mean positions'),
      h('div', { class: 'choices' }, this.#side),
      this.#network.canvas,
      h('h3', {}, 'Heat map'),
      h('div', { class: 'choices' }, this.#object),
      this.#heat.canvas,
      h('h3', {}, 'Stamina of the players over the cycles'),
      this.#stamina.canvas,
      this.#staminaText,
    );
    const { canvas } = this.#stamina;
    canvas.addEventListener('pointermove', (event) => this.#showCurve(event));
    canvas.addEventListener('pointerdown', (event) => this.#showCurve(event));
    canvas.addEventListener('pointerleave', () => {
      this.#pointed = -1;
      if (this.#curves !== null) drawCurves(this.#stamina, this.#curves);
    });
  }

  update(run: StatisticsRun, isForced: boolean): void {
    this.#run = run;
    const analysis = run.getResult();
    const frameCount = analysis.columns.length;
    if (frameCount === 0) return;
    const now = Math.max(0, this.#viewer.frameIndex - run.firstIndex);
    const until = this.#period.value === 'all' ? Number.POSITIVE_INFINITY : this.#findEnd() - run.firstIndex;
    const key = `${Math.min(until, frameCount)} ${run.nextIndex} ${this.#side.value} ${this.#object.value} ${this.#viewer.frameIndex} ${readPanelBackground(this.element)}`;
    if (key === this.#drawnKey && !isForced) return;
    this.#drawnKey = key;
    const stats = summarize(analysis, until);
    this.#table.update(analysis, stats, until);
    this.#showPossession(stats);
    this.#showGoals(stats, analysis, run.firstIndex);
    const heat = createHeatMap(analysis, Number(this.#object.value), { ...HEAT_GRID, to: until });
    paintMaps(this.#heat, this.#viewer.kits, { heat });
    this.#drawTeam(stats, analysis, Math.min(now, frameCount - 1));
  }

  /** Index of the frame up to which the match is counted. */
  #findEnd(): number {
    const { frameIndex, source } = this.#viewer;
    const jump = this.#jump;
    if (jump === null || source !== this.#run?.source || frameIndex < jump.to || frameIndex > jump.from)
      this.#jump = null;
    return Math.max(this.#run?.firstIndex ?? 0, this.#jump?.from ?? frameIndex);
  }

  /** Keeps the list that is shown while the match is shown from a frame of it on. */
  #keepList(index: number): void {
    this.#jump = { from: this.#findEnd(), to: index - MOST_FRAMES_BEFORE };
  }

  /** Moves to a frame that the list leads to; the list stays. */
  #leave(index: number): void {
    const { source } = this.#viewer;
    if (source === null) return;
    this.#keepList(index);
    this.#viewer.seek(Math.max(source.first, index));
  }

  #showPossession({ teams }: MatchStats): void {
    const { kits } = this.#viewer;
    const left = 100 * (teams.l.possession ?? 0.5);
    const ground = readPanelBackground(this.element);
    const [first, second] = [kits.left, kits.right].map(({ shirt }) => ensureContrast(shirt, ground));
    // A gap keeps the parts apart if their colors are similar.
    this.#share.style.background = `linear-gradient(90deg, ${first} calc(${left}% - 1px), transparent 0 calc(${left}% + 1px), ${second} 0)`;
    this.#share.setAttribute(
      'aria-label',
      `possession ${left.toFixed(0)} to ${(100 - left).toFixed(0)} percent`,
    );
  }

  #showGoals(stats: MatchStats, analysis: MatchAnalysis, firstIndex: number): void {
    const rows = listGoals(stats).map(({ show, time, text }) => {
      const onclick = (): void => this.#leave(firstIndex + show - FRAMES_BEFORE_GOAL);
      return h(
        'li',
        {},
        createTimeButton(time, text, onclick),
        ...this.#createChain(analysis, show, firstIndex),
      );
    });
    this.#goals.replaceChildren(...rows);
    if (rows.length === 0) this.#goals.append(h('li', { class: 'hint' }, 'No goals yet.'));
  }

  /** Creates the links to the beginning of the play that led to a goal: the play, and what else could have been done; none for other rows. */
  #createChain(analysis: MatchAnalysis, show: number, firstIndex: number): HTMLElement[] {
    const goal = analysis.events.find(({ type, endShow }) => type === 'goal' && endShow === show);
    const chain = goal === undefined ? [] : findGoalChain(analysis, goal);
    const [start] = chain;
    if (start === undefined || chain.length < 2) return [];
    const names = { l: nameTeam(this.#viewer, 'l'), r: nameTeam(this.#viewer, 'r') };
    const passes = chain.filter(({ type, success }) => type === 'pass' && success).length;
    const text = `${describeEvent(start, names)} Then ${passes} ${passes === 1 ? 'pass' : 'passes'} to the goal.`;
    const onclick = (): void => this.#play(firstIndex + start.show);
    const link = createTimeButton(start.time, text, onclick, { class: 'chain' });
    if (!hasAlternatives(start)) return [link];
    const showOthers = (): void => {
      this.#keepList(firstIndex + start.show);
      showAlternatives(this.#viewer, start, firstIndex + start.show);
    };
    const label = `What if: other passes of ${names[start.side === 'r' ? 'r' : 'l']} ${start.unum}`;
    return [link, createTimeButton('', label, showOthers, { class: 'chain what-if' })];
  }

  /** Plays from some frames before a show. */
  #play(index: number): void {
    this.#leave(index - FRAMES_BEFORE_CHAIN);
    this.#viewer.controlPlayback((playback) => playback.play(1));
  }

  /** Draws the pass network and the stamina curves of the chosen team; `show` is the current moment. */
  #drawTeam(stats: MatchStats, analysis: MatchAnalysis, show: number): void {
    const viewer = this.#viewer;
    const side = this.#side.value === 'r' ? 'r' : 'l';
    const kit = side === 'l' ? viewer.kits.left : viewer.kits.right;
    const offset = side === 'l' ? 0 : 11;
    drawPassNetwork(this.#network, stats, side, kit);
    this.#curves = {
      curves: Array.from({ length: 11 }, (_, i) => createStaminaCurve(analysis, offset + i, STAMINA_STEP)),
      top: Number(viewer.source?.serverParams['stamina_max']) || 8000,
      marked: viewer.selected - offset,
      color: ensureContrast(kit.shirt, readPanelBackground(this.element)),
      textColor: getComputedStyle(this.element).color,
      time: analysis.columns.time[show] ?? 0,
      labels: Array.from({ length: 11 }, (_, i) => String(i + 1)),
    };
    const marked = this.#pointed >= 0 ? this.#pointed : this.#curves.marked;
    drawCurves(this.#stamina, { ...this.#curves, marked });
    if (this.#staminaText.textContent === '')
      setText(this.#staminaText, 'The pointer on a curve says whose it is, and its value.');
  }

  /** Marks the curve at the pointer and writes its player and value. */
  #showCurve({ offsetX, offsetY }: PointerEvent): void {
    const curves = this.#curves;
    if (curves === null) return;
    const point = findCurvePoint(this.#stamina, curves, offsetX, offsetY);
    if (point === null) return;
    this.#pointed = point.curve;
    drawCurves(this.#stamina, { ...curves, marked: point.curve });
    const side = this.#side.value === 'r' ? 'r' : 'l';
    setText(
      this.#staminaText,
      `${nameTeam(this.#viewer, side)} ${point.curve + 1}: stamina ${Math.round(point.value)} in cycle ${point.time}`,
    );
  }
}
