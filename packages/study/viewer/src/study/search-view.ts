import { FIGURES, findFigure, ZONES } from '@rcss/stats/analysis';
import { createHint, createSelect, h, setText } from '../dom.js';
import type { StudyContext, StudyView } from './study.js';

/** Answer of the server. */
interface Answer {
  readonly error?: string;
  readonly logs: number;
  readonly indexed: number;
  readonly failed: readonly string[];
  readonly total: number;
  readonly rows: readonly {
    readonly log: number;
    readonly title: string;
    readonly time: number;
    readonly text: string;
  }[];
}

/** Pause before the search is repeated while logs are being analyzed. */
const REPEAT_MS = 700;
/** Cycles before a moment from which its log is shown. */
const CYCLES_BEFORE = 40;

const AFTER = ['corner_kick', 'free_kick', 'indirect_free_kick', 'kick_in', 'goal_kick', 'kick_off'];

/** Finds moments in all logs of the server; a click opens a log at the moment. */
export class SearchView implements StudyView {
  readonly element: HTMLElement;
  readonly #path: string;
  readonly #figure: HTMLSelectElement;
  readonly #after: HTMLSelectElement;
  readonly #zone: HTMLSelectElement;
  readonly #result: HTMLSelectElement;
  readonly #team = h('input', { type: 'text', placeholder: 'any team', 'aria-label': 'Name of the team' });
  readonly #count = createHint('', { role: 'status' });
  readonly #list = h('ul', { class: 'list moments', 'aria-label': 'Moments of all logs' });
  #searchCount = 0;

  constructor({ viewer }: StudyContext) {
    this.#path = viewer.searchPath;
    const search = (): void => void this.#search();
    // The moments of teams, without those that are counted twice.
    const known = FIGURES.filter((figure) => {
      const { unit, rules } = findFigure(figure);
      return unit === undefined && rules?.some(({ only }) => only !== 'player');
    });
    this.#figure = createSelect(
      'Moments',
      known.map((figure) => [figure, findFigure(figure).title.toLowerCase()] as const),
      search,
    );
    this.#figure.value = 'goals';
    const spoken = (text: string): readonly [string, string] => [
      text,
      `after a ${text.replaceAll('_', ' ')}`,
    ];
    this.#after = createSelect('Set play before', [['', 'at any time'], ...AFTER.map(spoken)], search);
    this.#zone = createSelect(
      'Part of the pitch',
      [['', 'whole pitch'], ...ZONES.map((zone) => [zone, zone] as const)],
      search,
    );
    this.#result = createSelect(
      'Result',
      [
        ['', 'all results'],
        ['success', 'successful'],
        ['failure', 'not successful'],
      ],
      search,
    );
    this.#team.onchange = search;
    this.element = h(
      'div',
      {},
      h('div', { class: 'choices' }, this.#figure, this.#after, this.#zone, this.#result, this.#team),
      this.#count,
      this.#list,
    );
    search();
  }

  update(): void {}

  async #search(): Promise<void> {
    const count = ++this.#searchCount;
    const query = new URLSearchParams({
      figure: this.#figure.value,
      after: this.#after.value,
      zone: this.#zone.value,
      result: this.#result.value,
      team: this.#team.value,
    });
    let answer: Answer;
    try {
      answer = (await (await fetch(`${this.#path}?${query}`)).json()) as Answer;
    } catch {
      setText(this.#count, 'The server does not answer.');
      return;
    }
    // A later search has been started.
    if (count !== this.#searchCount) return;
    this.#show(answer);
    if (answer.indexed < answer.logs && this.element.isConnected)
      setTimeout(() => count === this.#searchCount && void this.#search(), REPEAT_MS);
  }

  #show({ error, logs, indexed, failed, total, rows }: Answer): void {
    if (error !== undefined) {
      setText(this.#count, error);
      return;
    }
    const more = rows.length < total ? ` The first ${rows.length} are listed.` : '';
    const progress = indexed < logs ? `, ${indexed} of ${logs} logs analyzed` : ` in ${logs} logs`;
    const damaged = failed.length === 0 ? '' : ` Not read: ${failed.join('; ')}.`;
    setText(this.#count, `${total} ${total === 1 ? 'moment' : 'moments'}${progress}.${more}${damaged}`);
    this.#list.replaceChildren(
      ...rows.map(({ log, title, time, text }) =>
        h(
          'li',
          {},
          h(
            'a',
            { class: 'found', href: `/${log}#cycle=${Math.max(0, time - CYCLES_BEFORE)}` },
            h('time', {}, String(time)),
            h('span', {}, text, h('small', {}, title)),
          ),
        ),
      ),
    );
  }
}
