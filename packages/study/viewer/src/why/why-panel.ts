/** The panel "Why?": what a player received, believed and did, its alternatives, and its decision again with present code. */
import { type Frame, PLAYER_COUNT, playerSlot, TEAM_SIZE } from '@rcss/core';
import type { DebugMessage } from '@rcss/core/debug-channel';
import { isLevelIn, levelBit } from '../debug/debug-store.js';
import type { DebugOptions } from '../debug/debug-view.js';
import { createControlRow, createHint, createSelect, createTextButton, h, setText } from '../dom.js';
import type { PanelContent } from '../panels/panel.js';
import type { MatchSource } from '../source.js';
import { STUDY_STYLE } from '../study-style.js';
import { loadValues, type ValuesModule } from '../values/values-module.js';
import type { Viewer } from '../view/viewer.js';
import { askRecording } from './ask-recording.js';
import { describeBeliefs, listExecuted } from './describe-decision.js';
import { RunAgain } from './run-again.js';

const OPTIONS: readonly (readonly [Exclude<keyof DebugOptions, 'hiddenLevels'>, string])[] = [
  ['beliefs', 'Beliefs and targets'],
  ['drawings', 'Drawings'],
  ['seen', 'Seen objects'],
  ['landmarks', 'Seen flags and goals'],
];
/** Most texts of a cycle in the list. */
const MAX_TEXTS = 500;

/** The panel about the decision of a player; `openFiles` asks for debug files of agents. */
export class WhyPanel implements PanelContent {
  readonly element: HTMLElement;
  readonly #viewer: Viewer;
  readonly #player: HTMLSelectElement;
  readonly #title = h('h3', {}, 'Select a player');
  readonly #seen = h('div', { class: 'messages' });
  readonly #believed = h('ul', { class: 'list' });
  readonly #decided = h('ul', { class: 'list texts' });
  readonly #alternatives = h('ul', { class: 'list' });
  readonly #again: RunAgain;
  readonly #parts: HTMLElement;
  readonly #summary = createHint();
  readonly #players = h('div', { class: 'row chips' });
  readonly #levels = h('div', { class: 'row chips' });
  #values: ValuesModule | null = null;
  /** The match and player whose messages were asked for. */
  #askedKey = '';
  #questions = 0;
  #chipsKey = '';
  #contentKey = '';

  constructor(viewer: Viewer, openFiles: () => void) {
    this.#viewer = viewer;
    const choices = Array.from({ length: PLAYER_COUNT }, (_, i) => [String(i), ''] as const);
    this.#player = createSelect('Player', [['-1', 'no player'], ...choices], () => {
      viewer.selected = Number(this.#player.value);
      viewer.emit('selection');
      this.update();
    });
    this.#again = new RunAgain(viewer);
    this.#parts = h(
      'div',
      { hidden: true },
      h('h4', {}, 'Seen'),
      this.#seen,
      h('h4', {}, 'Believed'),
      this.#believed,
      h('h4', {}, 'Decided'),
      this.#decided,
      h('h4', {}, 'Alternatives'),
      this.#alternatives,
      this.#again.element,
    );
    this.element = h(
      'div',
      {},
      h('style', {}, STUDY_STYLE),
      h('div', { class: 'choices' }, this.#player),
      this.#title,
      this.#parts,
      h('h3', {}, 'Shown over the field'),
      this.#summary,
      ...OPTIONS.map((option) => this.#createCheckbox(option)),
      this.#players,
      this.#levels,
      createControlRow(createTextButton('Open debug files …', openFiles)),
    );
    loadValues().then(
      (values) => {
        this.#values = values;
        this.#contentKey = '';
        this.update();
      },
      ({ message }: Error) => viewer.notify(message),
    );
  }

  update(): void {
    const { debug, selected } = this.#viewer;
    debug.isWanted = true;
    const chipsKey = `${debug.store.version} ${debug.optionsVersion} ${selected}`;
    if (chipsKey !== this.#chipsKey) {
      this.#chipsKey = chipsKey;
      this.#updateChips();
    }
    this.#updateContent();
  }

  #createCheckbox([name, label]: (typeof OPTIONS)[number]): HTMLElement {
    const { options } = this.#viewer.debug;
    const onchange = (): void => {
      options[name] = input.checked;
      this.#applyOptions();
    };
    const input = h('input', { type: 'checkbox', checked: options[name], onchange });
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
    const chip = (label: string, isOn: boolean, title: string, onclick: () => void) =>
      createTextButton(label, onclick, { class: 'chip', 'aria-pressed': String(isOn), title });
    this.#players.replaceChildren(
      ...players
        .filter(([player]) => player >= 0)
        .map(([player, count]) =>
          chip(
            `${player < TEAM_SIZE ? 'L' : 'R'} ${(player % TEAM_SIZE) + 1}`,
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
        chip(String(level), !isLevelIn(options.hiddenLevels, level), `Level ${level}`, () => {
          options.hiddenLevels ^= levelBit(level);
          this.#applyOptions();
        }),
      ),
    );
  }

  /** Shows the decision of the selected player; without one, of the first player that is shown. */
  #updateContent(): void {
    const { debug, frame, frameIndex, source, selected } = this.#viewer;
    const first = [...debug.pinned].sort((a, b) => a - b)[0] ?? -1;
    const player = selected >= 0 && selected < PLAYER_COUNT ? selected : first;
    const key = `${this.#chipsKey} ${source?.match} ${frameIndex} ${player} ${frame?.time}`;
    if (key === this.#contentKey) return;
    this.#contentKey = key;
    this.#parts.hidden = frame === null || source === null || player < 0;
    if (frame === null || source === null) return;
    for (const [i, { value }] of [...this.#player.options].entries())
      if (Number(value) >= 0) setText(this.#player.options[i]!, nameOf(frame, Number(value)));
    this.#player.value = String(player);
    if (player < 0) {
      this.#title.textContent = 'Select a player, here or on the field';
      return;
    }
    this.#title.textContent = `${nameOf(frame, player)}, cycle ${frame.time}`;
    const { records } = debug.findEntry(source, frame, frameIndex, player);
    const messages = records.flatMap((record) => record.messages ?? []);
    if (messages.length === 0) this.#askForMessages(source, player, records.length > 0);
    const describe = (message: DebugMessage) => debug.describeMessage(message, frame, player);
    const received = messages.filter(({ direction }) => direction === 'received');
    const sent = messages.filter(({ direction }) => direction === 'sent');
    this.#fillSeen(received, describe, records.length > 0);
    fill(
      this.#believed,
      records.flatMap(({ beliefs }) => (beliefs ? describeBeliefs(beliefs, frame, player) : [])),
      'Only debug records of the team say what it believed (.debug.jsonl of an agent, .dcl, .ocl).',
    );
    this.#fillDecided(
      sent.map(describe),
      records.flatMap((record) => record.texts ?? []),
      player,
    );
    const alternatives = this.#values?.describeAlternatives(source, frame, player);
    fill(
      this.#alternatives,
      alternatives ?? [],
      alternatives === null
        ? 'It does not have the ball. The model rates the passes of the player with the ball.'
        : '…',
    );
    this.#again.update({
      player,
      time: frame.time,
      stoppageTime: debug.findStoppageTime(source, frame, frameIndex),
      commands: sent.map(({ text }) => text).join(''),
    });
  }

  #fillSeen(
    received: readonly DebugMessage[],
    describe: (message: DebugMessage) => string,
    hasRecords: boolean,
  ): void {
    const createItem = (message: DebugMessage) =>
      h('details', {}, h('summary', {}, describe(message)), h('pre', { class: 'message' }, message.text));
    this.#seen.replaceChildren(...received.map(createItem));
    if (received.length === 0) this.#seen.append(createHint(this.#explainMessages(hasRecords)));
  }

  #fillDecided(
    sent: readonly string[],
    texts: readonly { readonly level?: number; readonly text: string }[],
    player: number,
  ): void {
    const { debug, frame, frameIndex, source } = this.#viewer;
    const before = frame!.players[player];
    const after = source!.getFrame(frameIndex + 1)?.players[player];
    const executed = before && after ? listExecuted(before, after) : [];
    const { hiddenLevels } = debug.options;
    const shown = texts.filter(({ level }) => level === undefined || !isLevelIn(hiddenLevels, level));
    const lines = [
      ...sent.map((text) => ['', text] as const),
      ...(executed.length > 0 ? [['', `executed: ${executed.join(', ')}`] as const] : []),
      ...shown.slice(0, MAX_TEXTS).map(({ level, text }) => [String(level ?? ''), text] as const),
    ];
    fill(this.#decided, [], lines.length === 0 ? 'It has executed no command.' : '');
    this.#decided.append(
      ...lines.map(([level, text]) => h('li', {}, h('time', {}, level), h('span', {}, text))),
    );
    if (shown.length > MAX_TEXTS)
      this.#decided.append(
        h('li', { class: 'hint' }, `${shown.length - MAX_TEXTS} more texts: hide some levels`),
      );
  }

  #explainMessages(hasRecords: boolean): string {
    const { files, offer } = this.#viewer.debug;
    if (this.#questions > 0) return 'Reading what it received …';
    if (hasRecords || files.length > 0 || offer !== null) return 'No message of this cycle is recorded.';
    return 'What it received is in a recording: play with rcss match --record, and open the log with rcss replay.';
  }

  /** Asks the server for all messages of a player, once, if the records that are loaded have none of them. */
  #askForMessages({ match }: MatchSource, player: number, hasRecords: boolean): void {
    const { debug } = this.#viewer;
    const { offer, files, store } = debug;
    const key = `${match} ${player}`;
    if (offer === null || this.#askedKey === key || (files.length > 0 && store.count === 0)) return;
    if (!hasRecords && store.players.some(([known]) => known === player)) return;
    this.#askedKey = key;
    this.#questions++;
    const { side, unum } = playerSlot(player);
    const question = { ask: 'messages', player: `${side}${unum}` };
    const read = async (): Promise<void> => {
      const records = [];
      for await (const { record } of askRecording(offer, question, AbortSignal.timeout(600_000)))
        if (record !== undefined) records.push(record);
      // Another log can have been opened.
      if (debug.offer === offer) store.add(records);
    };
    read()
      .catch(({ message }: Error) => this.#viewer.notify(message))
      .finally(() => {
        this.#questions--;
        this.#contentKey = '';
        this.update();
      });
  }
}

/** Fills a list with lines; without any, a hint. */
function fill(list: HTMLElement, lines: readonly string[], hint: string): void {
  list.replaceChildren(...lines.map((line) => h('li', {}, line)));
  if (lines.length === 0 && hint !== '') list.append(h('li', { class: 'hint' }, hint));
}

function nameOf(frame: Frame, player: number): string {
  const team = player < TEAM_SIZE ? frame.left.name || 'Left' : frame.right.name || 'Right';
  return `${team} ${(player % TEAM_SIZE) + 1}`;
}
