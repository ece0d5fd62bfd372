import { PLAYER_COUNT, playerSlot, TEAM_SIZE } from '@rcss/core';
import type { MatchAnalysis } from '@rcss/stats';
import { listLines, listMoments, measureRun } from '@rcss/stats/analysis';
import { createHeatMap, createStaminaCurve } from '@rcss/stats/charts';
import type { StatisticsRun } from '../analysis/statistics-run.js';
import { createHint, createSelect, h, setText } from '../dom.js';
import { HEAT_GRID } from '../draw/maps.js';
import { ensureContrast } from '../kits.js';
import { createChartCanvas, readPanelBackground } from '../panels/chart-canvas.js';
import { FigureCell, hasMoments } from './figure-table.js';
import { computePitchHeight, drawCurves, paintMaps } from './statistics-canvas.js';
import { nameTeam, type StudyContext, type StudyView } from './study.js';

const WIDTH = 316;

/** Columns of the table: the halves that were played, and the whole match. */
const PERIOD_TITLES = ['1st half', '2nd half', 'extra 1', 'extra 2'];

/** The page of a player: figures by half, run, stamina, maps. */
export class PlayerView implements StudyView {
  readonly element: HTMLElement;
  readonly #context: StudyContext;
  readonly #player: HTMLSelectElement;
  readonly #table = h('table', { class: 'periods' });
  readonly #heat = createChartCanvas(h('canvas', { class: 'picture' }), WIDTH, computePitchHeight(WIDTH));
  readonly #passes = createChartCanvas(h('canvas', { class: 'picture' }), WIDTH, computePitchHeight(WIDTH));
  readonly #shots = createChartCanvas(h('canvas', { class: 'picture' }), WIDTH, computePitchHeight(WIDTH));
  readonly #stamina = createChartCanvas(h('canvas', { class: 'picture' }), WIDTH, 150);
  #run: StatisticsRun | null = null;
  #key = '';

  constructor(context: StudyContext, index: number) {
    this.#context = context;
    this.#player = createSelect(
      'Player',
      Array.from({ length: PLAYER_COUNT }, (_, i) => [String(i), ''] as const),
      () => {
        if (this.#run !== null) this.update(this.#run, true);
      },
    );
    this.#player.value = String(index);
    this.element = h(
      'div',
      {},
      h('div', { class: 'choices' }, this.#player),
      // With targets for fingers, it can be wider than the panel.
      h('div', { class: 'scroll' }, this.#table),
      h('h3', {}, 'Where it was'),
      this.#heat.canvas,
      h('h3', {}, 'Passes'),
      this.#passes.canvas,
      createHint('Solid: completed. Dashed: not completed.'),
      h('h3', {}, 'Shots'),
      this.#shots.canvas,
      h('h3', {}, 'Stamina'),
      this.#stamina.canvas,
    );
  }

  update(run: StatisticsRun, isForced: boolean): void {
    this.#run = run;
    const { viewer } = this.#context;
    const key = `${run.match} ${run.nextIndex} ${readPanelBackground(this.element)}`;
    if (key === this.#key && !isForced) return;
    this.#key = key;
    for (const [i, option] of [...this.#player.options].entries())
      setText(option, `${nameTeam(viewer, i < TEAM_SIZE ? 'l' : 'r')} ${(i % TEAM_SIZE) + 1}`);
    const analysis = run.getResult();
    if (analysis.columns.length === 0) return;
    this.#fillTable(analysis);
    this.#draw(analysis);
  }

  get #index(): number {
    return Number(this.#player.value);
  }

  #fillTable(a: MatchAnalysis): void {
    const index = this.#index;
    const owner = playerSlot(index);
    const name = `${nameTeam(this.#context.viewer, owner.side)} ${owner.unum}`;
    const periods = [...new Set(a.columns.period.subarray(0, a.columns.length))]
      .filter((period) => period < a.shootoutPeriod)
      .sort((x, y) => x - y);
    const columns: readonly (number | undefined)[] =
      periods.length > 1 ? [...periods, undefined] : [undefined];
    const head = columns.map((period) =>
      h(
        'th',
        { scope: 'col' },
        period === undefined ? 'match' : (PERIOD_TITLES[period - 1] ?? `part ${period}`),
      ),
    );
    const rows = listLines('player')
      .filter(hasMoments)
      .map((line) => {
        const cells = columns.map((period) => {
          const cell = new FigureCell(line, (link) => this.#context.openMoments(link), 'td');
          const link = { owner, until: Number.POSITIVE_INFINITY, ...(period !== undefined && { period }) };
          cell.update(a, null, link, name);
          return cell.element;
        });
        return h('tr', {}, h('th', { scope: 'row' }, line.label), ...cells);
      });
    const runs = columns.map((period) => measureRun(a, index, period));
    const addRow = (label: string, texts: readonly string[]): void => {
      rows.push(h('tr', {}, h('th', { scope: 'row' }, label), ...texts.map((text) => h('td', {}, text))));
    };
    const stamina = (value: number | null): string => (value === null ? '–' : String(Math.round(value)));
    addRow(
      'distance, km',
      runs.map(({ distance }) => (distance / 1000).toFixed(2)),
    );
    addRow(
      'least stamina',
      runs.map(({ staminaMin }) => stamina(staminaMin)),
    );
    addRow(
      'last stamina',
      runs.map(({ staminaLast }) => stamina(staminaLast)),
    );
    const focused = [...this.#table.querySelectorAll('button')].indexOf(
      (this.#table.getRootNode() as ShadowRoot).activeElement as HTMLButtonElement,
    );
    this.#table.replaceChildren(h('thead', {}, h('tr', {}, h('td'), ...head)), h('tbody', {}, ...rows));
    if (focused >= 0) this.#table.querySelectorAll('button')[focused]?.focus();
  }

  #draw(a: MatchAnalysis): void {
    const { viewer } = this.#context;
    const index = this.#index;
    const owner = playerSlot(index);
    const kit = owner.side === 'l' ? viewer.kits.left : viewer.kits.right;
    const events = (figure: 'passes' | 'shots') => listMoments(a, figure, owner).map(({ event }) => event);
    paintMaps(this.#heat, viewer.kits, { heat: createHeatMap(a, index + 1, HEAT_GRID) });
    paintMaps(this.#passes, viewer.kits, { passes: events('passes') });
    paintMaps(this.#shots, viewer.kits, { shots: events('shots') });
    const { length, time } = a.columns;
    drawCurves(this.#stamina, {
      curves: [createStaminaCurve(a, index)],
      top: Number(viewer.source?.serverParams['stamina_max']) || 8000,
      marked: 0,
      color: ensureContrast(kit.shirt, readPanelBackground(this.element)),
      textColor: getComputedStyle(this.element).color,
      time: time[Math.min(length - 1, Math.max(0, viewer.frameIndex - this.#run!.firstIndex))] ?? 0,
    });
  }
}
