import {
  filterMoments,
  findFigure,
  listMoments,
  type Moment,
  type MomentFilter,
  type StatEvent,
  ZONES,
  type Zone,
} from '@rcss/stats/analysis';
import { describeEvent } from '@rcss/stats/describe';
import type { StatisticsRun } from '../analysis/statistics-run.js';
import { type FrameRange, joinRanges } from '../clips/clip-range.js';
import { FRAMES_AFTER, FRAMES_BEFORE, Reel } from '../clips/reel.js';
import {
  createControlRow,
  createHint,
  createSelect,
  createTextButton,
  createTimeButton,
  h,
  setText,
} from '../dom.js';
import type { FigureLink } from './figure-table.js';
import { nameTeam, type StudyContext, type StudyView } from './study.js';

const PERIOD_NAMES = ['first half', 'second half', 'extra time, first half', 'extra time, second half'];
/** Words of results. */
const RESULTS: Readonly<Record<string, string>> = { success: 'successful', failure: 'not successful' };

/** The list of the moments of a figure, with filters. */
export class MomentsView implements StudyView {
  readonly element: HTMLElement;
  readonly #context: StudyContext;
  readonly #link: FigureLink;
  readonly #title = h('h3', { class: 'title', tabIndex: -1 });
  readonly #count = createHint('', { role: 'status' });
  readonly #list = h('ul', { class: 'list moments', 'aria-label': 'Moments' });
  readonly #unum: HTMLSelectElement;
  readonly #zone: HTMLSelectElement;
  readonly #result: HTMLSelectElement;
  readonly #period: HTMLSelectElement;
  readonly #from = createCycleInput('From cycle');
  readonly #to = createCycleInput('To cycle');
  readonly #saveMarked: HTMLButtonElement;
  readonly #buttons: readonly HTMLButtonElement[];
  /** What is not needed for each moment: on phones the list has its place. */
  readonly #choices: HTMLDetailsElement;
  readonly #reel: Reel;
  readonly #marked = new Set<StatEvent>();
  #run: StatisticsRun | null = null;
  #all: readonly Moment[] = [];
  #shown: readonly Moment[] = [];
  #current = -1;
  #key = '';

  constructor(context: StudyContext, link: FigureLink) {
    this.#context = context;
    this.#link = link;
    this.#reel = new Reel(context.viewer, (index) => index >= 0 && this.#mark(index));
    const refresh = (): void => this.#refresh(true);
    this.#unum = createSelect('Player', [['', 'all players']], refresh);
    this.#zone = createSelect(
      'Part of the pitch',
      [['', 'whole pitch'], ...ZONES.map((z) => [z, z] as const)],
      refresh,
    );
    this.#result = createSelect('Result', [['', 'all results']], refresh);
    this.#period = createSelect('Half', [['', 'all halves']], refresh);
    this.#from.onchange = refresh;
    this.#to.onchange = refresh;
    this.#saveMarked = createTextButton('Save the marked', () => this.#save(true));
    this.#buttons = [
      createTextButton('◂ Previous', () => this.#step(-1)),
      createTextButton('Next ▸', () => this.#step(1)),
      createTextButton('Play all', () => this.#reel.play(this.#ranges(this.#shown))),
      createTextButton('Save all as one clip', () => this.#save(false)),
    ];
    this.#list.onkeydown = (event) => this.#handleKey(event);
    const [previous, next, playAll, saveAll] = this.#buttons as HTMLButtonElement[];
    this.#choices = h(
      'details',
      { open: true },
      h('summary', {}, 'Filters and clips'),
      h(
        'div',
        { class: 'choices' },
        this.#unum,
        this.#zone,
        this.#result,
        this.#period,
        this.#from,
        this.#to,
      ),
      createControlRow(saveAll, this.#saveMarked),
    );
    this.element = h(
      'div',
      {},
      this.#title,
      createControlRow(previous, next, playAll),
      this.#choices,
      this.#count,
      this.#list,
    );
  }

  /** Moves the focus to the title, for keyboards and screen readers. On phones, the filters are closed first. */
  focus(): void {
    if ((this.element.getRootNode() as ShadowRoot).host.hasAttribute('narrow')) this.#choices.open = false;
    this.#title.focus({ preventScroll: true });
  }

  update(run: StatisticsRun, isForced: boolean): void {
    this.#run = run;
    this.#refresh(isForced);
  }

  #refresh(isForced: boolean): void {
    const run = this.#run;
    if (run === null) return;
    const { figure, owner, until, period } = this.#link;
    const key = `${run.match} ${Math.min(until + 1, run.nextIndex - run.firstIndex)}`;
    if (key === this.#key && !isForced) return;
    if (key !== this.#key) {
      this.#key = key;
      this.#all = listMoments(run.getResult(), figure, owner, until).filter(
        ({ event }) => period === undefined || event.period === period,
      );
      this.#offerChoices();
    }
    const { events } = run.getResult();
    this.#shown = filterMoments(this.#all, this.#readFilter(), events);
    this.#current = -1;
    this.#fill();
  }

  #readFilter(): MomentFilter {
    const number = (value: string): number | undefined => (value === '' ? undefined : Number(value));
    const { value: zone } = this.#zone;
    const unum = number(this.#unum.value);
    const period = number(this.#period.value);
    const [from, to] = [number(this.#from.value), number(this.#to.value)];
    return {
      ...(unum !== undefined && { unum }),
      ...(zone !== '' && { zone: zone as Zone }),
      ...(this.#result.value !== '' && { result: this.#result.value }),
      ...(period !== undefined && { period }),
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
    };
  }

  /** Offers the players, results and halves that the moments have; those that are chosen stay. */
  #offerChoices(): void {
    const fill = (select: HTMLSelectElement, values: readonly (readonly [string, string])[]): void => {
      const { value } = select;
      const [first] = select.options;
      select.replaceChildren(first!, ...values.map(([key, text]) => h('option', { value: key }, text)));
      select.value = value;
      if (select.selectedIndex < 0) select.value = '';
      select.hidden = values.length < 2 && value === '';
    };
    const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];
    const unums = unique(this.#all.map(({ unum }) => unum)).sort((a, b) => a - b);
    fill(
      this.#unum,
      unums.map((unum) => [String(unum), unum === 0 ? 'unknown player' : `player ${unum}`]),
    );
    const outcomes = unique(this.#all.map(({ event }) => event.outcome).filter((text) => text !== '')).sort();
    const hasBoth = new Set(this.#all.map(({ event }) => event.success)).size > 1;
    fill(this.#result, [
      ...(hasBoth ? ['success', 'failure'] : []).map((text) => [text, RESULTS[text]!] as const),
      ...outcomes.map((text) => [text, text.replaceAll('_', ' ')] as const),
    ]);
    const periods = unique(this.#all.map(({ event }) => event.period)).sort();
    fill(
      this.#period,
      periods.map((period) => [String(period), PERIOD_NAMES[period - 1] ?? 'penalty shootout']),
    );
  }

  #fill(): void {
    const { viewer } = this.#context;
    const { figure, owner, period } = this.#link;
    const names = { l: nameTeam(viewer, 'l'), r: nameTeam(viewer, 'r') };
    const half = period === undefined ? '' : `, ${PERIOD_NAMES[period - 1] ?? 'penalty shootout'}`;
    const who = `${names[owner.side]}${owner.unum > 0 ? ` ${owner.unum}` : ''}`;
    setText(this.#title, `${findFigure(figure).title} of ${who}${half}`);
    const [all, shown] = [this.#all.length, this.#shown.length];
    setText(
      this.#count,
      all === 0
        ? 'None so far.'
        : `${shown === all ? all : `${shown} of ${all}`} ${all === 1 ? 'moment' : 'moments'}`,
    );
    for (const button of this.#buttons) button.disabled = shown === 0;
    this.#list.replaceChildren(...this.#shown.map((moment, i) => this.#createRow(moment, i, names)));
    this.#showMarked();
  }

  #createRow({ event }: Moment, i: number, names: { readonly l: string; readonly r: string }): HTMLElement {
    const player = `${names[event.side]} ${event.unum || ''}`;
    const text =
      describeEvent(event, names) || `${player}: ${event.type}, ${event.outcome.replaceAll('_', ' ')}`;
    const xg = event.xg === null ? '' : ` (xG ${event.xg.toFixed(2)})`;
    const mark = h('input', {
      type: 'checkbox',
      'aria-label': `Mark cycle ${event.time}`,
      checked: this.#marked.has(event),
      onchange: () => {
        if (mark.checked) this.#marked.add(event);
        else this.#marked.delete(event);
        this.#showMarked();
      },
    });
    return h(
      'li',
      {},
      h('label', { class: 'mark' }, mark),
      createTimeButton(event.time, text + xg, () => this.#go(i)),
    );
  }

  #showMarked(): void {
    const count = this.#marked.size;
    this.#saveMarked.disabled = count === 0;
    setText(this.#saveMarked, count === 0 ? 'Save the marked' : `Save the marked (${count})`);
  }

  /** Shows a moment from some frames before it. */
  #go(index: number): void {
    const moment = this.#shown[index];
    if (moment === undefined || this.#run === null) return;
    this.#reel.stop();
    this.#mark(index);
    this.#context.viewer.playFrom(this.#run.firstIndex + moment.event.show - FRAMES_BEFORE);
  }

  #step(by: 1 | -1): void {
    const last = this.#shown.length - 1;
    const next = this.#current < 0 && by < 0 ? last : this.#current + by;
    if (last >= 0) this.#go(Math.min(last, Math.max(0, next)));
  }

  /** Shows which moment of the list is played. */
  #mark(index: number): void {
    this.#current = index;
    [...this.#list.children].forEach((row, i) => {
      const button = row.querySelector('button')!;
      if (i === index) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
      row.classList.toggle('on', i === index);
      if (i === index) row.scrollIntoView({ block: 'nearest' });
    });
  }

  /** The arrow keys go through the list, instead of playing. */
  #handleKey(event: KeyboardEvent): void {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const rows = [...this.#list.children];
    const focused = rows.findIndex((row) => row.contains(event.target as Node));
    const next = Math.min(rows.length - 1, Math.max(0, focused + by));
    rows[next]?.querySelector('button')?.focus({ preventScroll: true });
    this.#go(next);
  }

  #ranges(moments: readonly Moment[]): readonly FrameRange[] {
    const run = this.#run!;
    return moments.map(({ event }): FrameRange => {
      const first = run.firstIndex + event.show - FRAMES_BEFORE;
      const last = run.firstIndex + Math.max(event.show, event.endShow) + FRAMES_AFTER;
      return [Math.max(run.source.first, first), Math.min(run.source.last, last)];
    });
  }

  #save(isMarked: boolean): void {
    const run = this.#run;
    const moments = isMarked ? this.#all.filter(({ event }) => this.#marked.has(event)) : this.#shown;
    if (run === null || moments.length === 0) return;
    const title = `${this.#title.textContent} (${moments.length})`;
    this.#context.saveClip(title, joinRanges(this.#ranges(moments), run.source.first, run.source.last));
  }
}

function createCycleInput(label: string): HTMLInputElement {
  return h('input', {
    type: 'number',
    min: '0',
    step: '1',
    placeholder: label.toLowerCase(),
    'aria-label': label,
  });
}
