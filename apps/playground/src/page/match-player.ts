import { appendLines } from '../console-box.js';
import { findElement, showStatus } from '../controls/elements.js';
import { MatchEngine } from '../match-engine.js';
import type { EngineEvent, EngineResult, MatchSettings, TeamFailure } from '../messages.js';
import type { MatchView } from './match-view.js';

/** Advice if a part of the page cannot be loaded. */
export const LOAD_AGAIN =
  'Check the connection, then load the page again: your code is kept in this browser.';

/** A match that the page plays. */
export interface PageMatch {
  readonly settings: MatchSettings;
  /** Id of its lesson; null: a free match. */
  readonly lesson: string | null;
  /** Code of the team, TypeScript; null if the match goes on from another one, so that the code alone does not repeat it. */
  readonly code: string | null;
}

/** What the page does with matches. */
export interface PageMatchHost {
  /** Called when the match begins or is over. */
  onRunning(isRunning: boolean): void;
  onEnd(end: EngineResult, match: PageMatch): void;
  onFailure(failure: TeamFailure): void;
}

/** Plays matches one after the other and shows them. */
export class PageMatchPlayer {
  readonly #view: MatchView;
  readonly #host: PageMatchHost;
  readonly #engine = new MatchEngine((message) => this.#showBroken(message));
  readonly #consoleBox = findElement('console');
  #match: PageMatch | null = null;
  #onOver: (isComplete: boolean) => void = () => {};

  constructor(view: MatchView, host: PageMatchHost) {
    this.#view = view;
    this.#host = host;
    // Its content is reached with the arrow keys.
    this.#consoleBox.tabIndex = 0;
  }

  /** The last match; null before the first one. */
  get match(): PageMatch | null {
    return this.#match;
  }

  /** Plays a match and shows it from a frame; ends the one before. The result is fulfilled when it is shown. */
  async play(match: PageMatch, firstFrame: number): Promise<void> {
    this.stop();
    this.#match = match;
    this.#host.onRunning(true);
    this.#consoleBox.replaceChildren();
    showStatus('The match is running.');
    const shown = this.#view.begin(firstFrame, match.settings.left.watched ?? 0);
    this.#engine.run(match.settings, (event) => this.#receive(event, match));
    await shown;
  }

  /** Is fulfilled when the match that runs is over: false if it was stopped. */
  waitForEnd(): Promise<boolean> {
    return new Promise((resolve) => {
      this.#onOver = resolve;
    });
  }

  stop(): void {
    this.#engine.stop();
    this.#finish(false);
  }

  #finish(isComplete: boolean): void {
    this.#view.end();
    this.#host.onRunning(false);
    const onOver = this.#onOver;
    this.#onOver = () => {};
    onOver(isComplete);
  }

  #receive(event: EngineEvent, match: PageMatch): void {
    switch (event.type) {
      case 'log':
        this.#view.append(event.bytes);
        break;
      case 'records':
        this.#view.addRecords(event.records);
        break;
      case 'console':
        appendLines(this.#consoleBox, event.lines, event.dropped);
        break;
      case 'failure':
        this.#finish(true);
        this.#view.showDifference();
        this.#host.onFailure(event.failure);
        break;
      case 'end':
        this.#finish(true);
        this.#view.showDifference();
        this.#host.onEnd(event.end, match);
        break;
    }
  }

  /** Shows that a part of the program cannot be loaded. */
  #showBroken(message: string): void {
    this.#finish(true);
    showStatus(`The program of the match failed: ${message}. ${LOAD_AGAIN}`, true);
  }
}
