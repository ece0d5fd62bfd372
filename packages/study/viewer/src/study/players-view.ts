import type { Side } from '@rcss/core';
import { type MatchAnalysis, type PlayerStats, summarize } from '@rcss/stats';
import { computeFigure, type FigureLine, listLines, readerOf } from '@rcss/stats/analysis';
import type { StatisticsRun } from '../analysis/statistics-run.js';
import { createHint, createSelect, createTextButton, h, setText } from '../dom.js';
import { FigureCell } from './figure-table.js';
import { nameTeam, type StudyContext, type StudyView } from './study.js';

const COLUMNS = listLines('players');

/** Returns the value by which a column sorts: of `12/15` the whole, else the sum of its figures. */
function sortValue({ parts, texts }: FigureLine, stats: PlayerStats): number {
  const values = parts.map(({ name }) => computeFigure(readerOf(stats), name) ?? -1);
  return texts.includes('/') ? values.at(-1)! : values.reduce((sum, value) => sum + value, 0);
}

/** The figures of the players of a team, sorted by a column. */
export class PlayersView implements StudyView {
  readonly element: HTMLElement;
  readonly isWide = true;
  readonly #context: StudyContext;
  readonly #side: HTMLSelectElement;
  readonly #body = h('tbody');
  readonly #heads: readonly HTMLElement[];
  readonly #rows: readonly Row[];
  #run: StatisticsRun | null = null;
  /** Column by which the table is sorted; -1 for the uniform number. */
  #sorted = -1;
  #key = '';

  constructor(context: StudyContext, side: Side) {
    this.#context = context;
    const refresh = (): void => {
      if (this.#run !== null) this.update(this.#run, true);
    };
    this.#side = createSelect(
      'Team',
      [
        ['l', ''],
        ['r', ''],
      ],
      refresh,
    );
    this.#side.value = side;
    const sort = (column: number): HTMLElement => {
      const onclick = (): void => {
        this.#sorted = column;
        refresh();
      };
      const label = column < 0 ? 'player' : COLUMNS[column]!.label;
      return h('th', { scope: 'col' }, createTextButton(label, onclick, { class: 'link' }));
    };
    this.#heads = [-1, ...COLUMNS.keys()].map(sort);
    this.#rows = Array.from({ length: 11 }, (_, i) => new Row(i, context, () => this.#side.value as Side));
    this.element = h(
      'div',
      {},
      h('div', { class: 'choices' }, this.#side),
      h('div', { class: 'scroll' }, h('table', {}, h('thead', {}, h('tr', {}, ...this.#heads)), this.#body)),
      createHint(
        'A number leads to its moments, a player to its page. “won” are interceptions + balls won in a duel.',
      ),
    );
  }

  update(run: StatisticsRun, isForced: boolean): void {
    this.#run = run;
    const key = `${run.match} ${run.nextIndex}`;
    if (key === this.#key && !isForced) return;
    this.#key = key;
    const { viewer } = this.#context;
    for (const option of this.#side.options) setText(option, nameTeam(viewer, option.value as Side));
    const side = this.#side.value as Side;
    const analysis = run.getResult();
    const players = summarize(analysis).players.filter((player) => player.side === side);
    const column = COLUMNS[this.#sorted];
    const value = (player: PlayerStats): number =>
      column === undefined ? -player.unum : sortValue(column, player);
    const order = [...players].sort((a, b) => value(b) - value(a) || a.unum - b.unum);
    this.#heads.forEach((head, i) => {
      if (i === this.#sorted + 1) head.setAttribute('aria-sort', i === 0 ? 'ascending' : 'descending');
      else head.removeAttribute('aria-sort');
    });
    for (const [i, row] of this.#rows.entries()) row.update(analysis, players[i]!, nameTeam(viewer, side));
    const sorted = order.map(({ unum }) => this.#rows[unum - 1]!.element);
    if (sorted.some((row, i) => this.#body.children[i] !== row)) this.#body.replaceChildren(...sorted);
  }
}

/** A player of the table. */
class Row {
  readonly element: HTMLTableRowElement;
  readonly #name: HTMLButtonElement;
  readonly #cells: readonly FigureCell[];

  constructor(index: number, context: StudyContext, readSide: () => Side) {
    this.#name = h(
      'button',
      {
        type: 'button',
        class: 'figure',
        onclick: () => context.openPlayer((readSide() === 'l' ? 0 : 11) + index),
      },
      String(index + 1),
    );
    this.#cells = COLUMNS.map((column) => new FigureCell(column, (link) => context.openMoments(link), 'td'));
    this.element = h('tr', {}, h('td', {}, this.#name), ...this.#cells.map(({ element }) => element));
  }

  update(analysis: MatchAnalysis, player: PlayerStats, team: string): void {
    const owner = { side: player.side, unum: player.unum };
    const label = `Page of ${team} ${player.unum}`;
    this.#name.title = label;
    this.#name.setAttribute('aria-label', label);
    for (const cell of this.#cells)
      cell.update(analysis, player, { owner, until: Number.POSITIVE_INFINITY }, `${team} ${player.unum}`);
  }
}
