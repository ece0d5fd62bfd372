import { sideName } from '@rcss/core';
import { SETTABLE_PLAY_MODES } from '@rcss/frames';
import { h } from '../dom.js';
import { formatPlayModeWithSide } from '../format-play-mode.js';
import { BALL_INDEX, findObjectAt } from '../view/pick-object.js';
import type { Viewer } from '../view/viewer.js';

/** Distance at which a click still counts as a click on a player, CSS pixels. */
const REACH_PX = 8;

/** What a menu of the field needs from the page. */
export interface FieldMenuOptions {
  /** Position on the screen, CSS pixels. */
  readonly sx: number;
  readonly sy: number;
  /** Copies a link to the cycle; null if the page has no such links. */
  readonly copyLink: (() => void) | null;
  /** Called after the menu closed, by a choice or the Escape key. */
  onClose(): void;
}

/** Creates the menu of the right mouse button at a point of the field (spec 11 §3.3). */
export function createFieldMenu(viewer: Viewer, options: FieldMenuOptions): HTMLElement {
  const { sx, sy } = options;
  const menu = new FieldMenu(() => options.onClose());
  const point = { x: viewer.camera.toFieldX(sx, sy), y: viewer.camera.toFieldY(sx, sy) };
  const index = findObjectAt(viewer, sx, sy, REACH_PX);
  if (index >= 0 && index < BALL_INDEX) addPlayerItems(menu, viewer, index);
  if (viewer.canCommand) addRefereeItems(menu, viewer, point);
  menu.add('Center here', () => {
    viewer.followed = '';
    if (viewer.camera.zoom < 1.2) viewer.zoom(2);
    viewer.camera.centerOn(point.x, point.y);
    viewer.emit('camera');
  });
  if (options.copyLink !== null) menu.add('Copy a link to this cycle', options.copyLink);
  return menu.element;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function addPlayerItems(menu: FieldMenu, viewer: Viewer, index: number): void {
  const player = viewer.frame?.players[index];
  if (player === undefined) return;
  const { side, unum } = player;
  const name = `${sideName(side)} ${unum}`;
  const select = (): void => {
    if (viewer.selected !== index) viewer.toggleSelection(index);
  };
  menu.add(`Select ${name}`, select);
  menu.add(`Follow ${name}`, () => {
    select();
    if (viewer.followed !== 'player') viewer.toggleFollow('player');
  });
  if (viewer.canCommand) {
    menu.add(
      `Yellow card for ${name} …`,
      () => void viewer.sendCommand({ type: 'card', color: 'yellow', side, unum }),
    );
    menu.add(
      `Red card for ${name} …`,
      () => void viewer.sendCommand({ type: 'card', color: 'red', side, unum }),
    );
    menu.add(`Remove ${name} …`, () => void viewer.sendCommand({ type: 'discard', side, unum }));
  }
  menu.addLine();
}

function addRefereeItems(menu: FieldMenu, viewer: Viewer, { x, y }: Point): void {
  menu.add('Kick off', () => void viewer.sendCommand({ type: 'kick_off' }));
  menu.add('Drop ball here', () => void viewer.sendCommand({ type: 'drop_ball', x, y }));
  menu.add('Free kick left here', () => void viewer.sendCommand({ type: 'free_kick', side: 'l', x, y }));
  menu.add('Free kick right here', () => void viewer.sendCommand({ type: 'free_kick', side: 'r', x, y }));
  const selected = viewer.frame?.players[viewer.selected];
  if (selected !== undefined) {
    const { side, unum, body } = selected;
    menu.add(
      `Move ${sideName(side)} ${unum} here`,
      () => void viewer.sendCommand({ type: 'move_player', side, unum, x, y, body }),
    );
  }
  if (viewer.hasTrainerCommands) menu.element.append(createPlayModeSelect(menu, viewer, { x, y }));
  menu.addLine();
}

function createPlayModeSelect(menu: FieldMenu, viewer: Viewer, { x, y }: Point): HTMLElement {
  const select = h(
    'select',
    {
      'aria-label': 'Play mode',
      onchange: () => {
        void viewer.sendCommand({ type: 'play_mode', mode: select.value, x, y });
        menu.close();
      },
    },
    h('option', { value: '' }, 'Play mode here …'),
    ...SETTABLE_PLAY_MODES.map((mode) => h('option', { value: mode }, formatPlayModeWithSide(mode))),
  );
  return select;
}

/** A menu that closes by a choice, the Escape key or the loss of the focus. */
class FieldMenu {
  readonly element = h('div', { class: 'menu', role: 'menu' });
  readonly #onClose: () => void;
  #isClosed = false;
  /** Whether a press began in the menu. The release of the press that opened the menu selects nothing. */
  #isArmed = false;

  constructor(onClose: () => void) {
    this.#onClose = onClose;
    this.element.addEventListener('pointerdown', () => {
      this.#isArmed = true;
    });
    this.element.addEventListener('keydown', (event) => this.#handleKey(event));
    this.element.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget === null || !this.element.contains(relatedTarget as Node)) this.#remove();
    });
  }

  add(text: string, action: () => void): void {
    const onclick = (event: MouseEvent): void => {
      // A click by key has no detail.
      if (event.detail > 0 && !this.#isArmed) return;
      this.close();
      action();
    };
    this.element.append(h('button', { type: 'button', role: 'menuitem', onclick }, text));
  }

  addLine(): void {
    this.element.append(h('hr'));
  }

  close(): void {
    this.#remove();
    this.#onClose();
  }

  #remove(): void {
    // Removing the menu moves the focus out of it; the resulting event must not remove it again.
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.element.remove();
  }

  #handleKey(event: KeyboardEvent): void {
    event.stopPropagation();
    const items = [...this.element.querySelectorAll('button')];
    const i = items.findIndex((item) => item.matches(':focus'));
    if (event.key === 'Escape') this.close();
    else if (event.key === 'ArrowDown') items[(i + 1) % items.length]?.focus();
    else if (event.key === 'ArrowUp') items[(i - 1 + items.length) % items.length]?.focus();
    else return;
    event.preventDefault();
  }
}
