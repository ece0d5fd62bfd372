import type { StatisticsRun } from '../analysis/statistics-run.js';
import { createHint, createTextButton, h, setText } from '../dom.js';
import type { StudyHost } from '../panels/study-module.js';
import { STUDY_STYLE } from '../study-style.js';
import type { Viewer } from '../view/viewer.js';
import { MomentsView } from './moments-view.js';
import { PlayerView } from './player-view.js';
import { PlayersView } from './players-view.js';
import { SearchView } from './search-view.js';
import type { StudyContext, StudyView } from './study.js';
import { TeamView } from './team-view.js';

/** Time between two updates while the match runs. */
const UPDATE_INTERVAL_MS = 400;

/** The content of the statistics panel: views of teams, players, a player, and lists of moments. It computes only while it is shown. */
export class StudyPanel {
  readonly element: HTMLElement;
  readonly #viewer: Viewer;
  readonly #host: StudyHost;
  readonly #context: StudyContext;
  readonly #back = createTextButton('‹ Back', () => this.#goBack(), { hidden: true });
  readonly #teams = createTextButton('Teams', () => this.#open(new TeamView(this.#context), true));
  readonly #players = createTextButton('Players', () =>
    this.#open(new PlayersView(this.#context, 'l'), true),
  );
  readonly #result = createTextButton('Result', () => this.#host.open('story'));
  readonly #search = createTextButton('All logs', () => this.#open(new SearchView(this.#context), true));
  readonly #progress = createHint();
  readonly #content = h('div');
  /** The views from the first one to the one that is shown. */
  #views: StudyView[] = [];
  #run: StatisticsRun | null = null;
  #updatedAtMs = 0;
  #timer = 0;

  constructor(viewer: Viewer, host: StudyHost) {
    this.#viewer = viewer;
    this.#host = host;
    this.#context = {
      viewer,
      openMoments: (link) => this.#open(new MomentsView(this.#context, link)),
      openPlayer: (index) => this.#open(new PlayerView(this.#context, index)),
      openPlayers: (side) => this.#open(new PlayersView(this.#context, side)),
      saveClip: (title, ranges) => {
        viewer.clipParts = { title, ranges };
        host.open('save');
      },
    };
    this.element = h(
      'div',
      {},
      h('style', {}, STUDY_STYLE),
      h(
        'div',
        { class: 'views', role: 'group', 'aria-label': 'Statistics' },
        this.#back,
        this.#teams,
        this.#players,
        this.#result,
        this.#search,
      ),
      this.#progress,
      this.#content,
    );
    viewer.subscribe((event) => {
      // The moments of another match are not those of the list.
      if (event === 'source' && this.#run !== null && viewer.source !== this.#run.source)
        this.#open(new TeamView(this.#context), true);
    });
    this.#open(new TeamView(this.#context), true);
  }

  /** Whether the view needs the width of a table. */
  get isWide(): boolean {
    return this.#views.at(-1)?.isWide === true;
  }

  /** Continues the computation until the element is removed. */
  update(): void {
    if (this.#timer === 0) this.#schedule(0);
  }

  #open(view: StudyView, isFirst = false): void {
    this.#views = isFirst ? [view] : [...this.#views, view];
    this.#show();
  }

  #goBack(): void {
    this.#views.pop();
    this.#show();
  }

  #show(): void {
    const view = this.#views.at(-1)!;
    this.#back.hidden = this.#views.length < 2;
    const [first] = this.#views;
    this.#teams.setAttribute('aria-pressed', String(first instanceof TeamView));
    this.#search.hidden = this.#viewer.searchPath === '';
    this.#search.setAttribute('aria-pressed', String(first instanceof SearchView));
    this.#players.setAttribute('aria-pressed', String(first instanceof PlayersView));
    this.#content.replaceChildren(view.element);
    this.#host.setWide(this.isWide);
    if (this.#run !== null) view.update(this.#run, true);
    if (view instanceof MomentsView) view.focus();
    else if (this.#views.length > 1) this.#back.focus();
    this.element.closest('.body')?.scrollTo({ top: 0 });
  }

  #schedule(delayMs: number): void {
    this.#timer = window.setTimeout(() => this.#analyze(), delayMs);
  }

  /** Analyzes some frames, and continues until the panel is closed. */
  #analyze(): void {
    this.#timer = 0;
    if (!this.element.isConnected) return;
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
    if (performance.now() - this.#updatedAtMs > UPDATE_INTERVAL_MS) {
      this.#updatedAtMs = performance.now();
      this.#views.at(-1)?.update(run, false);
    }
    this.#schedule(run.isComplete ? UPDATE_INTERVAL_MS : 0);
  }
}
