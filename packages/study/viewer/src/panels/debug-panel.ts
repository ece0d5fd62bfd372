import type { Frame } from '@rcss/core';
import type { DebugMessage, DebugText } from '@rcss/core/debug-channel';
import { isLevelIn, levelBit } from '../debug/debug-store.js';
import type { DebugOptions } from '../debug/debug-view.js';
import { h } from '../dom.js';
import { describeDebugMessage } from '../perception/describe-message.js';
import type { Viewer } from '../view/viewer.js';
import type { Panel } from './panel.js';

const OPTIONS: readonly (readonly [Exclude<keyof DebugOptions, 'hiddenLevels'>, string])[] = [
  ['beliefs', 'Beliefs and targets'],
  ['drawings', 'Drawings'],
  ['seen', 'Seen objects'],
  ['landmarks', 'Seen flags and goals'],
];
/** Most texts of a cycle in the list. */
const MAX_TEXTS = 500;

/** Creates the panel of the debug channel: which players and levels are drawn, and texts and messages of the shown cycle. */
export function createDebugPanel(viewer: Viewer, openFiles: () => void): Panel {
  const panel = new DebugPanel(viewer, openFiles);
  return { title: 'Agents', body: panel.body, update: () => panel.update() };
}

class DebugPanel {
  readonly body: HTMLElement;
  readonly #viewer: Viewer;
  readonly #summary = h('p', { class: 'hint' });
  readonly #players = h('div', { class: 'row chips' });
  readonly #levels = h('div', { class: 'row chips' });
  readonly #title = h('h3', { hidden: true });
  readonly #texts = h('ul', { class: 'list texts' });
  readonly #messages = h('div', { class: 'messages' });
  #chipsKey = '';
  #contentKey = '';

  constructor(viewer: Viewer, openFiles: () => void) {
    this.#viewer = viewer;
    this.body = h(
      'div',
      {},
      h('div', { class: 'row' }, h('button', { type: 'button', onclick: openFiles }, 'Open debug files …')),
      this.#summary,
      h('h3', {}, 'Shown over the field'),
      ...OPTIONS.map((option) => this.#createCheckbox(option)),
      this.#players,
      this.#levels,
      this.#title,
      this.#texts,
      this.#messages,
    );
  }

  update(): void {
    const { debug } = this.#viewer;
    debug.isWanted = true;
    const chipsKey = `${debug.store.version} ${debug.optionsVersion} ${this.#viewer.selected}`;
    if (chipsKey !== this.#chipsKey) {
      this.#chipsKey = chipsKey;
      this.#updateChips();
    }
    this.#updateContent();
  }

  #createCheckbox([name, label]: (typeof OPTIONS)[number]): HTMLElement {
    const { debug } = this.#viewer;
    const onchange = (): void => {
      debug.options[name] = input.checked;
      this.#applyOptions();
    };
    const input = h('input', { type: 'checkbox', checked: debug.options[name], onchange });
    return h('label', { class: 'opt' }, input, h('span', {}, label));
  }

  #applyOptions(): void {
    this.#viewer.debug.optionsVersion++;
    this.#viewer.requestDraw();
  }

  #updateChips(): void {
    const { debug, selected } = this.#viewer;
    const { store, options, pinned } = debug;
    const { players, levels } = store;
    this.#summary.textContent =
      store.count === 0
        ? 'No records. Drop debug files of the agents onto the field (.debug.jsonl, .dcl, .log, .ocl), or start the bridge with --debug-port; our server sends the messages of its players there with rcss::debug_channel.'
        : `${store.count} record${store.count === 1 ? '' : 's'} of ${players.length} client${players.length === 1 ? '' : 's'}. The selected player is shown; the buttons add others.`;
    this.#players.replaceChildren(
      ...players
        .filter(([player]) => player >= 0)
        .map(([player, count]) =>
          createChip(
            `${player < 11 ? 'L' : 'R'} ${(player % 11) + 1}`,
            pinned.has(player) || player === selected,
            `${count} records`,
            () => {
              if (!pinned.delete(player)) pinned.add(player);
              this.#applyOptions();
            },
          ),
        ),
    );
    this.#levels.replaceChildren(
      ...(levels.length > 0 ? [h('span', { class: 'hint' }, 'Levels')] : []),
      ...levels.map((level) =>
        createChip(String(level), !isLevelIn(options.hiddenLevels, level), `Level ${level}`, () => {
          options.hiddenLevels ^= levelBit(level);
          this.#applyOptions();
        }),
      ),
    );
  }

  /** Shows texts and messages of the selected player; without one, of the first player that is shown. */
  #updateContent(): void {
    const { debug, frame, frameIndex, source, selected } = this.#viewer;
    const player =
      selected >= 0 && selected < 22 ? selected : ([...debug.pinned].sort((a, b) => a - b)[0] ?? -1);
    const key = `${this.#chipsKey} ${frameIndex} ${player} ${frame?.time}`;
    if (key === this.#contentKey) return;
    this.#contentKey = key;
    if (frame === null || source === null || player < 0) {
      this.#title.textContent =
        debug.store.count === 0 ? '' : 'Select a player to read its texts and messages';
      this.#title.hidden = debug.store.count === 0;
      this.#texts.replaceChildren();
      this.#messages.replaceChildren();
      return;
    }
    this.#title.hidden = false;
    const { records } = debug.findEntry(source, frame, frameIndex, player);
    this.#title.textContent = `${getTeamName(frame, player)} ${(player % 11) + 1}, cycle ${frame.time}`;
    const texts = records
      .flatMap((record) => record.texts ?? [])
      .filter(({ level }) => level === undefined || !isLevelIn(debug.options.hiddenLevels, level));
    this.#texts.replaceChildren(...texts.slice(0, MAX_TEXTS).map(createTextItem));
    if (texts.length > MAX_TEXTS)
      this.#texts.append(
        h('li', { class: 'hint' }, `${texts.length - MAX_TEXTS} more texts: hide some levels`),
      );
    const messages = records.flatMap((record) => record.messages ?? []);
    const team = getTeamName(frame, player);
    this.#messages.replaceChildren(...messages.map((message) => createMessageItem(message, team)));
    if (records.length === 0) this.#messages.append(h('p', { class: 'hint' }, 'No record of this cycle.'));
  }
}

function getTeamName(frame: Frame, player: number): string {
  return player < 11 ? frame.left.name || 'Left' : frame.right.name || 'Right';
}

function createChip(label: string, isOn: boolean, title: string, onclick: () => void): HTMLButtonElement {
  return h('button', { type: 'button', class: 'chip', 'aria-pressed': String(isOn), title, onclick }, label);
}

function createTextItem({ level, text }: DebugText): HTMLElement {
  return h('li', {}, h('time', {}, level === undefined ? '' : String(level)), h('span', {}, text));
}

function createMessageItem(message: DebugMessage, team: string): HTMLElement {
  return h(
    'details',
    {},
    h('summary', {}, describeDebugMessage(message, team)),
    h('pre', { class: 'message' }, message.text),
  );
}
