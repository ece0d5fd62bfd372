import type { FramePlayer } from '@rcss/core';
import { createIconButton, createTextButton, h, ICONS, setText } from '../dom.js';
import { chooseKit } from '../draw/players.js';
import { computeRealSpeedMax, getParam, type PicturePlayer } from '../scene.js';
import type { Viewer } from '../view/viewer.js';
import { MIN_WIDE_PX } from './fit-stage.js';
import type { PanelHost } from './panel-host.js';

type Row = readonly [label: string, value: string];

const TYPE_ROWS: readonly (readonly [label: string, name: string])[] = [
  ['Speed max', 'player_speed_max'],
  ['Stamina increase', 'stamina_inc_max'],
  ['Decay', 'player_decay'],
  ['Inertia moment', 'inertia_moment'],
  ['Dash power rate', 'dash_power_rate'],
  ['Size', 'player_size'],
  ['Kickable margin', 'kickable_margin'],
  ['Kick randomness', 'kick_rand'],
  ['Kick power rate', 'kick_power_rate'],
  ['Extra stamina', 'extra_stamina'],
  ['Effort max', 'effort_max'],
  ['Effort min', 'effort_min'],
  ['Foul detection', 'foul_detect_probability'],
  ['Catch stretch', 'catchable_area_l_stretch'],
];

/** Returns the states of a player in words. */
function describeState(p: PicturePlayer, raw: FramePlayer): string {
  const names: string[] = [];
  if (p.displayState !== '') names.push(p.displayState.replace('_', ' '));
  if (p.hasYellowCard) names.push('yellow card');
  if (p.hasRedCard) names.push('red card');
  if (p.isIllegalDefense) names.push('illegal defense');
  if (raw.attentionSide !== '') names.push(`attends to ${raw.attentionSide} ${raw.attentionUnum}`);
  return names.join(', ') || '–';
}

function createStateRows(p: PicturePlayer, raw: FramePlayer, viewer: Viewer): readonly Row[] {
  const f = (n: number, digits = 2): string => n.toFixed(digits);
  const { scene } = viewer;
  const distance = Math.hypot(scene.ballX - raw.x, scene.ballY - raw.y);
  return [
    ['Position', `${f(raw.x)}, ${f(raw.y)}`],
    ['Speed', f(Math.hypot(raw.vx, raw.vy), 3)],
    ['Velocity', `${f(raw.vx)}, ${f(raw.vy)}`],
    ['Body / neck', `${f(raw.body, 1)}° / ${f(raw.neck, 1)}°`],
    ['View', `${f(raw.viewWidth, 0)}° ${raw.viewQuality === 'h' ? 'high' : 'low'}`],
    ['Focus', raw.focusDist > 0 ? `${f(raw.focusDist, 1)} m, ${f(raw.focusDir, 1)}°` : '–'],
    ['Ball', `${f(distance)} m`],
    ['Effort / recovery', `${f(raw.effort, 3)} / ${f(raw.recovery, 3)}`],
    ['Capacity', raw.capacity < 0 ? '–' : f(raw.capacity, 0)],
    ['State', describeState(p, raw)],
  ];
}

function createCountRows(raw: FramePlayer): readonly Row[] {
  return [
    ['Kick / dash / turn', `${raw.kickCount} / ${raw.dashCount} / ${raw.turnCount}`],
    ['Catch / move / tackle', `${raw.catchCount} / ${raw.moveCount} / ${raw.tackleCount}`],
    ['Neck / view / focus', `${raw.turnNeckCount} / ${raw.changeViewCount} / ${raw.changeFocusCount}`],
    ['Say / point / attend', `${raw.sayCount} / ${raw.pointtoCount} / ${raw.attentiontoCount}`],
  ];
}

/** A list of labels and values. */
class DefinitionList {
  readonly element = h('dl');
  readonly #cells: [label: HTMLElement, value: HTMLElement][] = [];

  update(rows: readonly Row[]): void {
    rows.forEach(([label, value], i) => {
      if (this.#cells[i] === undefined) {
        this.#cells[i] = [h('dt'), h('dd')];
        this.element.append(...this.#cells[i]);
      }
      setText(this.#cells[i][0], label);
      setText(this.#cells[i][1], value);
    });
  }
}

/** Height of a field below which the card begins as one line, CSS pixels. */
const SMALL_FIELD_PX = 480;

/** Time between two updates. */
const UPDATE_INTERVAL_MS = 90;

/** The card with all values of the player under the pointer, else of the selected one, which leads to the panel about its decision. */
export class PlayerCard {
  readonly element: HTMLElement;
  readonly #viewer: Viewer;
  readonly #unum = h('span', { class: 'no' });
  readonly #title = h('span');
  readonly #why: HTMLButtonElement;
  readonly #close: HTMLButtonElement;
  readonly #fold: HTMLButtonElement;
  readonly #staminaBar = h('i');
  readonly #stamina = h('div', { class: 'hint' });
  readonly #state = new DefinitionList();
  readonly #counts = new DefinitionList();
  readonly #type = new DefinitionList();
  readonly #typeTitle = h('summary');
  #updatedAtMs = 0;
  #isExplained = false;

  constructor(viewer: Viewer, panels: Pick<PanelHost, 'open' | 'openPanel'>) {
    this.#viewer = viewer;
    this.#why = createTextButton('Why?', () => panels.open('why'), { class: 'link' });
    const clear = (): void => viewer.toggleSelection(viewer.selected);
    this.#close = createIconButton(ICONS.close, 'Clear the selection (U)', clear, { class: 'icon x' });
    this.#fold = h('button', { type: 'button', class: 'icon fold', onclick: () => this.#setFolded() });
    this.element = h(
      'section',
      { class: 'card', hidden: true, 'aria-label': 'Player' },
      h('h3', {}, this.#unum, this.#title, this.#why, this.#fold, this.#close),
      this.#stamina,
      h('div', { class: 'meter' }, this.#staminaBar),
      this.#state.element,
      h('details', {}, h('summary', {}, 'Commands'), this.#counts.element),
      h('details', {}, this.#typeTitle, this.#type.element),
    );
    viewer.subscribe((event) => {
      // The panel has the values that matter then, and shows what the player saw on the field.
      const isExplained = panels.openPanel === 'why';
      if (isExplained && !this.#isExplained) this.#setFolded(true);
      this.#isExplained = isExplained;
      if (event === 'selection') this.#updatedAtMs = 0;
      if (event === 'frame' || event === 'selection') this.#update();
    });
  }

  /** Folds the card to one line, or unfolds it: the whole card covers much of a small field. */
  #setFolded(isFolded = !this.element.classList.contains('folded')): void {
    this.element.classList.toggle('folded', isFolded);
    const label = isFolded ? 'Show all values' : 'Fold to one line';
    this.#fold.textContent = isFolded ? '▸' : '▾';
    this.#fold.title = label;
    this.#fold.setAttribute('aria-label', label);
    this.#fold.setAttribute('aria-expanded', String(!isFolded));
    // The pointer leaves the button: the space bar plays.
    this.#fold.blur();
  }

  #update(): void {
    const viewer = this.#viewer;
    const index = viewer.hovered >= 0 && viewer.hovered < 22 ? viewer.hovered : viewer.selected;
    const raw = viewer.frame?.players[index];
    const p = viewer.scene.players[index];
    this.element.hidden = raw === undefined || p === undefined;
    if (raw === undefined || p === undefined) return;
    const now = performance.now();
    if (now - this.#updatedAtMs < UPDATE_INTERVAL_MS) return;
    this.#updatedAtMs = now;
    this.#updateTitle(p);
    this.#why.hidden = this.#close.hidden = index !== viewer.selected;
    // On a small field, and where the card is as wide as the field, it begins as a line.
    if (this.#fold.textContent === '')
      this.#setFolded(viewer.camera.width < MIN_WIDE_PX || viewer.camera.height < SMALL_FIELD_PX);
    this.#moveAway(p);
    this.#updateStamina(p, raw);
    this.#state.update(createStateRows(p, raw, viewer));
    this.#counts.update(createCountRows(raw));
    this.#updateType(raw.typeId);
  }

  /** Moves the card to the other half of the field, so that it does not cover the player. */
  #moveAway(p: PicturePlayer): void {
    const { camera } = this.#viewer;
    const share = camera.toScreenY(p.x, p.y) / Math.max(1, camera.height);
    if (share > 0.52) this.element.classList.add('up');
    else if (share < 0.48) this.element.classList.remove('up');
  }

  #updateTitle(p: PicturePlayer): void {
    const { frame } = this.#viewer;
    const kit = chooseKit(p, this.#viewer);
    this.#unum.style.background = kit.shirt;
    this.#unum.style.color = kit.numberColor;
    setText(this.#unum, String(p.unum));
    const team = p.side === 'l' ? frame?.left.name || 'Left' : frame?.right.name || 'Right';
    setText(
      this.#title,
      `${team}${p.isGoalie ? ' · goalkeeper' : ''}${p.isPresent ? '' : ' · not on the field'}`,
    );
  }

  #updateStamina(p: PicturePlayer, raw: FramePlayer): void {
    this.#staminaBar.style.width = `${(100 * p.stamina).toFixed(1)}%`;
    this.#staminaBar.style.background = p.stamina > 0.6 ? '' : p.stamina > 0.3 ? '#ffd54a' : '#ff6b5e';
    const most = getParam(this.#viewer.params.server, 'stamina_max', 8000);
    setText(this.#stamina, `Stamina ${Math.round(raw.stamina)} of ${most}`);
  }

  #updateType(typeId: number): void {
    const { server, types } = this.#viewer.params;
    setText(this.#typeTitle, `Player type ${typeId}`);
    const values = types.get(typeId) ?? {};
    this.#type.update([
      ['Real speed max', computeRealSpeedMax(values, server).toFixed(3)],
      ...TYPE_ROWS.map(([label, name]) => [label, String(values[name] ?? '–')] as const),
    ]);
  }
}
