import { h } from '../dom.js';
import type { MatchSource } from '../source.js';

const NOTICE_MS = 4500;
const POP_UP_MS = 2600;

/** Texts above the field that disappear by themselves, and the text in its middle while there is no picture. */
export class StageNotes {
  /** Text in the middle of the field. */
  readonly empty: HTMLElement = h('div', { class: 'empty', role: 'status' });
  readonly #stage: HTMLElement;
  #emptyMessage: readonly [title: string, text: string] = ['No match', 'Drop a game log here.'];
  #popUp: HTMLElement | null = null;

  /** Appends notices and pop-ups to `stage`. */
  constructor(stage: HTMLElement) {
    this.#stage = stage;
  }

  /** Shows a line of text for a few seconds. */
  showNotice(text: string): void {
    const note = h('div', { class: 'notice', role: 'status' }, text);
    this.#stage.querySelector('.notice')?.remove();
    this.#stage.append(note);
    setTimeout(() => note.remove(), NOTICE_MS);
  }

  /** Shows a title and a line of text for a few seconds, for example of a goal. */
  showPopUp(title: string, line: string): void {
    this.#popUp?.remove();
    const box = h('div', { class: 'popup', role: 'status' }, h('strong', {}, title), h('span', {}, line));
    this.#popUp = box;
    this.#stage.append(box);
    setTimeout(() => box.remove(), POP_UP_MS);
  }

  /** Sets the text that {@link showEmpty} shows without a source. */
  setEmptyMessage(title: string, text: string): void {
    this.#emptyMessage = [title, text];
  }

  /** Shows why there is no picture: no source, the state of the source, or a cycle that has not been read yet. */
  showEmpty(source: MatchSource | null, wantedCycle: number | null): void {
    const title =
      source === null
        ? this.#emptyMessage[0]
        : source.status.state === 'loading' || wantedCycle !== null
          ? 'Reading the log'
          : source.status.state === 'failed'
            ? 'The log cannot be read'
            : source.status.state === 'live'
              ? 'Waiting for the match'
              : 'Waiting for the server';
    const status = source === null ? this.#emptyMessage[1] : source.status.text;
    const text =
      wantedCycle === null ? status : `Cycle ${wantedCycle} follows when the log has been read so far.`;
    const line = text === title ? '' : text;
    const shown = `${title}\n${line}`;
    if (this.empty.dataset['text'] === shown) return;
    this.empty.dataset['text'] = shown;
    this.empty.replaceChildren(h('div', {}, h('strong', {}, title), h('span', {}, line)));
  }
}
