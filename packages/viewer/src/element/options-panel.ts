import type { ViewOptions } from '../options.js';
import { h } from './dom.js';
import type { Panel } from './panels.js';
import type { Viewer } from './viewer.js';

type BooleanOption = {
  [K in keyof ViewOptions]: ViewOptions[K] extends boolean ? K : never;
}[keyof ViewOptions];
type NumberOption = {
  [K in keyof ViewOptions]: ViewOptions[K] extends number ? K : never;
}[keyof ViewOptions];

const PLAYERS: readonly (readonly [BooleanOption, string, string?])[] = [
  ['showPlayerNumber', 'Numbers', 'N'],
  ['showPlayerType', 'Types', 'H'],
  ['showCard', 'Cards'],
  ['showViewArea', 'View cones', 'V'],
  ['showFocusPoint', 'Focus point of the selected player'],
  ['showCatchArea', 'Catch areas', 'C'],
  ['showTackleArea', 'Tackle areas', 'T'],
  ['showKickAccelArea', 'Kick reach of the selected player', 'K'],
  ['showPointto', 'Pointing', 'Ctrl+A'],
  ['showIllegalDefense', 'Illegal defence'],
];
const FIELD: readonly (readonly [BooleanOption, string, string?])[] = [
  ['swapSides', 'Swap sides', 'W'],
  ['uprightOnPhones', 'Field upright on a tall screen'],
  ['showOffsideLine', 'Offside lines', 'O'],
  ['showTrail', 'Trail of the ball'],
  ['showVelocity', 'Velocity of the ball'],
  ['showFlag', 'Flags', 'F'],
  ['showGrid', 'Grid with coordinates'],
  ['showKeepawayArea', 'Keepaway area'],
  ['showPlayer', 'Players', 'Ctrl+P'],
  ['showBall', 'Ball', 'Ctrl+B'],
];
const AROUND: readonly (readonly [BooleanOption, string, string?])[] = [
  ['showScoreBoard', 'Score board', 'Ctrl+S'],
  ['showTeamGraphic', 'Team banners'],
  ['showDrawInfo', 'Drawings in the log'],
  ['showPopUps', 'Pop-ups for goals, offside, fouls'],
  ['showMessages', 'What was said, in the list of events'],
];
const NUMBERS: readonly (readonly [NumberOption, string, number, number, number])[] = [
  ['ballVelocityCycles', 'Way of the ball ahead, cycles', 0, 50, 1],
  ['ballSize', 'Radius of the ball, m (0: real)', 0, 5, 0.05],
  ['playerSize', 'Radius of players, m (0: kickable)', 0, 5, 0.05],
  ['focusPointSize', 'Radius of the focus point, m', 0.1, 20, 0.1],
  ['gridStep', 'Grid step, m', 1, 100, 1],
  ['teamGraphicScale', 'Scale of team banners', 0.01, 16, 0.1],
];

/** Creates the panel of the view options; every change is stored. */
export function createOptionsPanel(viewer: Viewer, openFile: () => void): Panel {
  const refresh: (() => void)[] = [];

  function box([name, label, key]: readonly [BooleanOption, string, string?]): HTMLElement {
    const input = h('input', { type: 'checkbox', onchange: () => viewer.setOption(name, input.checked) });
    refresh.push(() => {
      input.checked = viewer.options[name];
    });
    return h('label', { class: 'opt' }, input, h('span', {}, label), key !== undefined && h('kbd', {}, key));
  }

  function number([name, label, min, max, step]: (typeof NUMBERS)[number]): HTMLElement {
    const input = h('input', {
      type: 'number',
      min: String(min),
      max: String(max),
      step: String(step),
      onchange: () => {
        const value = Number(input.value);
        if (value >= min && value <= max) viewer.setOption(name, value);
      },
    });
    refresh.push(() => {
      input.value = String(viewer.options[name]);
    });
    return h('label', { class: 'opt' }, h('span', {}, label), input);
  }

  function choice<K extends 'kits' | 'stamina' | 'fieldStyle'>(
    name: K,
    label: string,
    values: readonly (readonly [ViewOptions[K], string])[],
  ): HTMLElement {
    const select = h(
      'select',
      { onchange: () => viewer.setOption(name, select.value as ViewOptions[K]) },
      ...values.map(([value, text]) => h('option', { value }, text)),
    );
    refresh.push(() => {
      select.value = viewer.options[name];
    });
    return h('label', { class: 'opt' }, h('span', {}, label), select);
  }

  function color(name: 'leftColor' | 'rightColor', label: string): HTMLElement {
    const input = h('input', {
      type: 'color',
      onchange: () => {
        viewer.setOption(name, input.value);
        viewer.setOption('kits', 'custom');
      },
    });
    refresh.push(() => {
      input.value = viewer.options[name];
    });
    return h('label', { class: 'opt' }, h('span', {}, label), input);
  }

  const body = h(
    'div',
    {},
    h('h3', {}, 'Players'),
    choice('stamina', 'Stamina', [
      ['bar', 'shade on the shirt'],
      ['number', 'number'],
      ['capacity', 'number and capacity'],
      ['none', 'none'],
    ]),
    ...PLAYERS.map(box),
    h('h3', {}, 'Field and ball'),
    ...FIELD.map(box),
    choice('fieldStyle', 'Grass', [
      ['stripes', 'striped'],
      ['plain', 'plain'],
      ['dark', 'dark'],
    ]),
    h('h3', {}, 'Kits'),
    choice('kits', 'Colours', [
      ['team', 'of each team'],
      ['classic', 'yellow and blue'],
      ['custom', 'my own'],
    ]),
    color('leftColor', 'Left team'),
    color('rightColor', 'Right team'),
    h('h3', {}, 'Around the field'),
    ...AROUND.map(box),
    h('h3', {}, 'Sizes'),
    ...NUMBERS.map(number),
    h('h3', {}, 'Game log'),
    h('div', { class: 'row' }, h('button', { type: 'button', onclick: openFile }, 'Open a log …')),
    h('p', { class: 'hint' }, 'Or drop a file (.rcg, .rcg.gz) onto the field.'),
  );
  const update = (): void => {
    for (const action of refresh) action();
  };
  viewer.subscribe((event) => event === 'options' && update());
  update();
  return { title: 'View', body, update() {} };
}
