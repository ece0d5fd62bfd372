import type { MatchAnalysis, MatchStats } from '@rcss/stats';
import {
  FIGURES,
  type FigureLine,
  type FigureName,
  type FigureOwner,
  findFigure,
  formatLine,
  listLines,
  listMoments,
} from '@rcss/stats/analysis';
import { h, setText } from '../dom.js';

/** The number of a figure and what it opens. */
export interface FigureLink {
  readonly figure: FigureName;
  readonly owner: FigureOwner;
  /** Index of the last show that counts. */
  readonly until: number;
  /** Only moments of this period. */
  readonly period?: number;
}

/** Returns the number of a figure as it is shown: the length of the list of its moments, or their sum. */
function formatFigure(a: MatchAnalysis, { figure, owner, until, period }: FigureLink): string {
  const moments = listMoments(a, figure, owner, until).filter(
    ({ event }) => period === undefined || event.period === period,
  );
  const sum = moments.reduce((all, { value }) => all + value, 0);
  return sum.toFixed(findFigure(figure).digits ?? 0);
}

/** Whether each figure of a line has moments. */
export function hasMoments({ parts }: FigureLine): boolean {
  return parts.every(({ name }) => FIGURES.includes(name as FigureName));
}

/** A cell with the numbers of a line; each is a button that opens the list of its moments. A line of which a figure has none is a text. */
export class FigureCell {
  readonly element: HTMLElement;
  readonly #line: FigureLine;
  readonly #figures: readonly FigureName[];
  readonly #text = h('span', { class: 'plain' });
  readonly #buttons: readonly HTMLButtonElement[];
  #link: Omit<FigureLink, 'figure'> | null = null;

  constructor(line: FigureLine, open: (link: FigureLink) => void, tag: 'span' | 'td' = 'span') {
    this.#line = line;
    this.#figures = hasMoments(line) ? line.parts.map(({ name }) => name as FigureName) : [];
    this.#buttons = this.#figures.map((figure) =>
      h('button', {
        type: 'button',
        class: 'figure',
        onclick: () => this.#link !== null && open({ figure, ...this.#link }),
      }),
    );
    const parts = this.#buttons.flatMap((button, i) =>
      i === 0 ? [button] : [h('i', {}, line.texts[i]!.trim()), button],
    );
    this.element = h(tag, { class: 'figures' }, ...(parts.length === 0 ? [this.#text] : parts));
  }

  /** @param stats Figures of the team or player; null if the line has no text. */
  update(a: MatchAnalysis, stats: object | null, link: Omit<FigureLink, 'figure'>, owner: string): void {
    this.#link = link;
    if (this.#figures.length === 0 && stats !== null) setText(this.#text, formatLine(this.#line, stats, '–'));
    this.#figures.forEach((figure, i) => {
      const button = this.#buttons[i]!;
      const number = formatFigure(a, { figure, ...link });
      setText(button, number);
      const label = `${number}: ${findFigure(figure).title} of ${owner}`;
      if (button.title === label) return;
      button.title = label;
      button.setAttribute('aria-label', label);
    });
  }
}

/** The table that compares the teams. */
export class TeamTable {
  readonly element: HTMLElement;
  readonly #names = [h('span', { class: 'name' }), h('span', { class: 'name' })] as const;
  readonly #cells: readonly (readonly [FigureCell, FigureCell])[];

  constructor(open: (link: FigureLink) => void) {
    const lines = listLines('team');
    this.#cells = lines.map((line) => [new FigureCell(line, open), new FigureCell(line, open)] as const);
    this.element = h('div', { class: 'stats' }, this.#names[0], h('span'), this.#names[1]);
    lines.forEach(({ label }, i) => {
      const [left, right] = this.#cells[i]!;
      this.element.append(left.element, h('span', {}, label), right.element);
    });
  }

  update(a: MatchAnalysis, { teams }: MatchStats, until: number): void {
    (['l', 'r'] as const).forEach((side, i) => {
      const name = teams[side].name || (side === 'l' ? 'Left' : 'Right');
      setText(this.#names[i]!, name);
      for (const cells of this.#cells)
        cells[i]!.update(a, teams[side], { owner: { side, unum: 0 }, until }, name);
    });
  }
}
