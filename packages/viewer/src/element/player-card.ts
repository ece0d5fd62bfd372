import type { FramePlayer } from '@rcss/core';
import { chooseKit } from '../draw/players.js';
import { computeRealSpeedMax, getParam, type ScenePlayer } from '../scene.js';
import { createIconButton, h, ICONS, setText } from './dom.js';
import type { Viewer } from './viewer.js';

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
function stateNames(p: ScenePlayer, raw: FramePlayer): string {
  const names: string[] = [];
  if (p.displayState !== '') names.push(p.displayState.replace('_', ' '));
  if (p.hasYellowCard) names.push('yellow card');
  if (p.hasRedCard) names.push('red card');
  if (p.isIllegalDefense) names.push('illegal defence');
  if (raw.attentionSide !== '') names.push(`attends to ${raw.attentionSide} ${raw.attentionUnum}`);
  return names.join(', ') || '–';
}

function stateRows(p: ScenePlayer, raw: FramePlayer, viewer: Viewer): readonly Row[] {
  const f = (n: number, digits = 2): string => n.toFixed(digits);
  const { scene } = viewer;
  const distance = Math.hypot(scene.ballX - raw.x, scene.ballY - raw.y);
  return [
    ['Position', `${f(raw.x)}, ${f(raw.y)}`],
    ['Speed', `${f(Math.hypot(raw.vx, raw.vy), 3)}  (${f(raw.vx)}, ${f(raw.vy)})`],
    ['Body / neck', `${f(raw.body, 1)}° / ${f(raw.neck, 1)}°`],
    ['View', `${f(raw.viewWidth, 0)}° ${raw.viewQuality === 'h' ? 'high' : 'low'}`],
    ['Focus', raw.focusDist > 0 ? `${f(raw.focusDist, 1)} m, ${f(raw.focusDir, 1)}°` : '–'],
    ['Ball', `${f(distance)} m`],
    ['Effort / recovery', `${f(raw.effort, 3)} / ${f(raw.recovery, 3)}`],
    ['Capacity', raw.capacity < 0 ? '–' : f(raw.capacity, 0)],
    ['State', stateNames(p, raw)],
  ];
}

function countRows(raw: FramePlayer): readonly Row[] {
  return [
    ['Kick / dash / turn', `${raw.kickCount} / ${raw.dashCount} / ${raw.turnCount}`],
    ['Catch / move / tackle', `${raw.catchCount} / ${raw.moveCount} / ${raw.tackleCount}`],
    ['Neck / view / focus', `${raw.turnNeckCount} / ${raw.changeViewCount} / ${raw.changeFocusCount}`],
    ['Say / point / attend', `${raw.sayCount} / ${raw.pointtoCount} / ${raw.attentiontoCount}`],
  ];
}

function definitionList(): { readonly list: HTMLElement; fill(rows: readonly Row[]): void } {
  const list = h('dl');
  const cells: [HTMLElement, HTMLElement][] = [];
  return {
    list,
    fill(rows) {
      rows.forEach(([label, value], i) => {
        if (cells[i] === undefined) {
          cells[i] = [h('dt'), h('dd')];
          list.append(...cells[i]);
        }
        setText(cells[i][0], label);
        setText(cells[i][1], value);
      });
    },
  };
}

/** Creates the card with all values of the player under the pointer, else of the selected one. */
export function createPlayerCard(viewer: Viewer): HTMLElement {
  const number = h('span', { class: 'no' });
  const title = h('span');
  const close = createIconButton(ICONS.close, 'Unselect (U)', () => viewer.toggleSelection(viewer.selected), {
    class: 'icon x',
  });
  const level = h('i');
  const stamina = h('div', { class: 'hint' });
  const state = definitionList();
  const counts = definitionList();
  const type = definitionList();
  const typeTitle = h('summary');
  const card = h(
    'section',
    { class: 'card', hidden: true, 'aria-label': 'Player' },
    h('h3', {}, number, title, close),
    stamina,
    h('div', { class: 'meter' }, level),
    state.list,
    h('details', {}, h('summary', {}, 'Commands'), counts.list),
    h('details', {}, typeTitle, type.list),
  );
  let painted = 0;

  function update(): void {
    const index = viewer.hovered >= 0 && viewer.hovered < 22 ? viewer.hovered : viewer.selected;
    const raw = viewer.frame?.players[index];
    const p = viewer.scene.players[index];
    card.hidden = raw === undefined || p === undefined;
    if (raw === undefined || p === undefined || viewer.frame === null) return;
    const now = performance.now();
    if (now - painted < 90) return;
    painted = now;
    const kit = chooseKit(p, viewer);
    number.style.background = kit.shirt;
    number.style.color = kit.numberColor;
    setText(number, String(p.unum));
    const team = p.side === 'l' ? viewer.frame.left.name : viewer.frame.right.name;
    setText(
      title,
      `${team || (p.side === 'l' ? 'Left' : 'Right')}${p.isGoalie ? ' · goalkeeper' : ''}${p.isPresent ? '' : ' · not on the field'}`,
    );
    close.hidden = index !== viewer.selected;
    level.style.width = `${(100 * p.stamina).toFixed(1)}%`;
    level.style.background = p.stamina > 0.6 ? '' : p.stamina > 0.3 ? '#ffd54a' : '#ff6b5e';
    setText(
      stamina,
      `Stamina ${Math.round(raw.stamina)} of ${getParam(viewer.params.server, 'stamina_max', 8000)}`,
    );
    state.fill(stateRows(p, raw, viewer));
    counts.fill(countRows(raw));
    setText(typeTitle, `Player type ${raw.typeId}`);
    const values = viewer.params.types.get(raw.typeId) ?? {};
    type.fill([
      ['Real speed max', computeRealSpeedMax(values, viewer.params.server).toFixed(3)],
      ...TYPE_ROWS.map(([label, name]) => [label, String(values[name] ?? '–')] as const),
    ]);
  }

  viewer.subscribe((event) => {
    if (event === 'selection') painted = 0;
    if (event === 'frame' || event === 'selection') update();
  });
  return card;
}
