import type { MatchAnalysis, MatchStats, PlayerStats, TeamStats } from '@rcss/stats';
import { type FigureName, type FigureOwner, listMoments } from '@rcss/stats/analysis';
import { h, setText } from '../dom.js';

/** Numbers of a row that lead to their moments, or a text without moments. */
export interface FigureRow {
  readonly label: string;
  /** Figures whose numbers are shown, with the text between them. */
  readonly figures: readonly FigureName[];
  readonly separator?: string;
  /** Text of a row without moments. */
  readonly text?: (stats: TeamStats | PlayerStats) => string;
}

/** Titles of the lists of moments. */
export const FIGURE_TITLES: Readonly<Record<FigureName, string>> = {
  passes: 'Passes',
  passesCompleted: 'Passes completed',
  passesReceived: 'Passes received',
  passLength: 'Passes completed',
  shots: 'Shots',
  shotsOnTarget: 'Shots on target',
  xg: 'Shots with expected goals',
  goals: 'Goals',
  ownGoals: 'Own goals',
  assists: 'Assists',
  dribbles: 'Dribbles',
  losses: 'Balls lost',
  interceptions: 'Interceptions',
  steals: 'Balls won in a duel', // words-ok: term of docs/use/statistics.md
  tackles: 'Tackles',
  tacklesWon: 'Tackles won',
  claims: 'Balls claimed by the goalie',
  saves: 'Saves',
  blocks: 'Blocks',
  fouls: 'Fouls',
  fouled: 'Fouls suffered',
  offsides: 'Offsides',
  yellowCards: 'Yellow cards',
  redCards: 'Red cards',
  cornerKicks: 'Corners',
  freeKicks: 'Free kicks',
  kickIns: 'Kick-ins',
  goalKicks: 'Goal kicks',
  penaltiesScored: 'Penalties scored',
  dispossessed: 'Balls lost in a duel',
};

const kilometers = ({ distance }: TeamStats | PlayerStats): string => `${(distance / 1000).toFixed(2)} km`;

/** Rows that compare the teams. */
export const TEAM_ROWS: readonly FigureRow[] = [
  {
    label: 'possession',
    figures: [],
    text: (t) => {
      const { possession } = t as TeamStats;
      return possession === null ? '–' : `${(100 * possession).toFixed(1)} %`;
    },
  },
  { label: 'passes completed', figures: ['passesCompleted', 'passes'] },
  { label: 'shots, on target', figures: ['shots', 'shotsOnTarget'], separator: ',' },
  { label: 'expected goals', figures: ['xg'] },
  { label: 'dribbles', figures: ['dribbles'] },
  { label: 'balls lost', figures: ['losses'] },
  { label: 'interceptions', figures: ['interceptions'] },
  { label: 'balls won', figures: ['steals'] }, // words-ok: term of docs/use/statistics.md
  { label: 'tackles won', figures: ['tacklesWon', 'tackles'] },
  { label: 'saves, blocks', figures: ['saves', 'blocks'], separator: ',' },
  { label: 'fouls', figures: ['fouls'] },
  { label: 'cards yellow, red', figures: ['yellowCards', 'redCards'], separator: ',' },
  { label: 'offsides', figures: ['offsides'] },
  { label: 'corners', figures: ['cornerKicks'] },
  { label: 'free kicks', figures: ['freeKicks'] },
  { label: 'kick-ins', figures: ['kickIns'] },
  { label: 'goal kicks', figures: ['goalKicks'] },
  { label: 'distance run', figures: [], text: kilometers },
];

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
export function formatFigure(a: MatchAnalysis, { figure, owner, until, period }: FigureLink): string {
  const moments = listMoments(a, figure, owner, until).filter(
    ({ event }) => period === undefined || event.period === period,
  );
  if (figure !== 'xg') return String(moments.length);
  return moments.reduce((sum, { value }) => sum + value, 0).toFixed(2);
}

/** A cell with the numbers of a row; each is a button that opens the list of its moments. */
export class FigureCell {
  readonly element: HTMLElement;
  readonly #row: FigureRow;
  readonly #text = h('span', { class: 'plain' });
  readonly #buttons: readonly HTMLButtonElement[];
  #link: Omit<FigureLink, 'figure'> | null = null;

  constructor(row: FigureRow, open: (link: FigureLink) => void, tag: 'span' | 'td' = 'span') {
    this.#row = row;
    this.#buttons = row.figures.map((figure) =>
      h('button', {
        type: 'button',
        class: 'figure',
        onclick: () => this.#link !== null && open({ figure, ...this.#link }),
      }),
    );
    const parts = this.#buttons.flatMap((button, i) =>
      i === 0 ? [button] : [h('i', {}, row.separator ?? '/'), button],
    );
    this.element = h(tag, { class: 'figures' }, ...(row.text === undefined ? parts : [this.#text]));
  }

  update(
    a: MatchAnalysis,
    stats: TeamStats | PlayerStats | null,
    link: Omit<FigureLink, 'figure'>,
    owner: string,
  ): void {
    this.#link = link;
    if (this.#row.text !== undefined && stats !== null) setText(this.#text, this.#row.text(stats));
    this.#row.figures.forEach((figure, i) => {
      const button = this.#buttons[i]!;
      const number = formatFigure(a, { figure, ...link });
      setText(button, number);
      const label = `${number}: ${FIGURE_TITLES[figure]} of ${owner}`;
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
    this.#cells = TEAM_ROWS.map((row) => [new FigureCell(row, open), new FigureCell(row, open)] as const);
    this.element = h('div', { class: 'stats' }, this.#names[0], h('span'), this.#names[1]);
    TEAM_ROWS.forEach(({ label }, i) => {
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
