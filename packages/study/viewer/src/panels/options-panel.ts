import { createControlRow, createField, createHint, createTextButton, h } from '../dom.js';
import type { ViewOptions } from '../options.js';
import type { Viewer } from '../view/viewer.js';
import type { Panel } from './panel.js';

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
  ['showPointto', 'Pointing', 'Shift+A'],
  ['showAttention', 'Attention'],
  ['showHearing', 'Hearing range of the selected player'],
  ['showIllegalDefense', 'Illegal defense'],
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
  ['showPlayer', 'Players', 'Shift+P'],
  ['showBall', 'Ball', 'Shift+B'],
];
const MAPS: readonly (readonly [BooleanOption, string, string?])[] = [
  ['showShotMap', 'Shots'],
  ['showPassMap', 'Passes'],
  ['showHeatMap', 'Heat map'],
  ['showVoronoi', 'Voronoi cells: the area nearest to each player'],
  ['showTraces', 'Traces of the ball and the selected player'],
  ['showMomentum', 'Momentum above the time line'],
  ['showControl', 'Pitch control'],
  ['showPassValues', 'Values of passes'],
  ['showValues', 'Value of the match and decisive moments'],
];
const PAGE: readonly (readonly [BooleanOption, string, string?])[] = [
  ['showScoreBoard', 'Score board', 'Shift+S'],
  ['showTeamGraphic', 'Team banners'],
  ['showDrawInfo', 'Drawings in the log'],
  ['showPopUps', 'Pop-ups for goals, offside, fouls'],
  ['showMessages', 'Messages in the list of events'],
  ['showTraffic', 'Messages of clients in the list of events'],
];
const NUMBERS: readonly (readonly [NumberOption, string, number, number, number])[] = [
  ['ballVelocityCycles', 'Predicted path of the ball, cycles', 0, 50, 1],
  ['ballSize', 'Radius of the ball, m (0: real)', 0, 5, 0.05],
  ['playerSize', 'Radius of players, m (0: kickable)', 0, 5, 0.05],
  ['traceCycles', 'Length of traces, cycles', 10, 3000, 10],
  ['focusPointSize', 'Radius of the focus point, m', 0.1, 20, 0.1],
  ['gridStep', 'Grid step, m', 1, 100, 1],
  ['teamGraphicScale', 'Scale of team banners', 0.01, 16, 0.1],
];

/** Creates the panel of the view options; every change is stored. */
export function createOptionsPanel(viewer: Viewer, openFile: () => void): Panel {
  const form = new OptionsForm(viewer);
  const save = h('a', { class: 'button', download: '', hidden: true }, 'Save the match');
  const compare = h('a', { class: 'button', href: '?compare', hidden: true }, 'Compare two logs');
  const updateLinks = (): void => {
    compare.hidden = !viewer.hasComparison;
    save.hidden = viewer.saveUrl === '' || viewer.source?.kind !== 'live' || viewer.frame === null;
    save.href = viewer.saveUrl;
  };
  const body = h(
    'div',
    {},
    ...createPlayerOptions(form),
    ...createFieldOptions(form),
    h('h3', {}, 'Maps on the pitch'),
    ...MAPS.map((option) => form.addCheckbox(option)),
    form.addChoice('passFilter', 'Which passes', [
      ['all', 'all'],
      ['completed', 'completed'],
      ['failed', 'not completed'],
      ['forward', 'forward, 10 m or more'],
    ]),
    createHint(
      'Shots, passes and the heat map are those up to this moment: of the selected player; without one, of both teams and of the ball. Passes that were not completed are dashed; a larger disc of a shot has more expected goals. The heat map has the cycles in play.',
    ),
    ...createKitOptions(form),
    h('h3', {}, 'Around the field'),
    ...PAGE.map((option) => form.addCheckbox(option)),
    h('h3', {}, 'Sizes'),
    ...NUMBERS.map((option) => form.addNumber(option)),
    h('h3', {}, 'Game log'),
    createControlRow(createTextButton('Open a log …', openFile), save, compare),
    createHint('You can also drop a file (.rcg, .rcg.gz) onto the field.'),
  );
  viewer.subscribe((event) => event === 'options' && form.update());
  form.update();
  return { title: 'View', body, update: updateLinks };
}

function createPlayerOptions(form: OptionsForm): readonly HTMLElement[] {
  return [
    h('h3', {}, 'Players'),
    form.addChoice('stamina', 'Stamina', [
      ['bar', 'arc on the shirt'],
      ['number', 'number'],
      ['capacity', 'number and capacity'],
      ['none', 'none'],
    ]),
    ...PLAYERS.map((option) => form.addCheckbox(option)),
  ];
}

function createFieldOptions(form: OptionsForm): readonly HTMLElement[] {
  return [
    h('h3', {}, 'Field and ball'),
    ...FIELD.map((option) => form.addCheckbox(option)),
    form.addChoice('fieldStyle', 'Grass', [
      ['stripes', 'striped'],
      ['plain', 'plain'],
      ['dark', 'dark'],
    ]),
  ];
}

function createKitOptions(form: OptionsForm): readonly HTMLElement[] {
  return [
    h('h3', {}, 'Kits'),
    form.addChoice('kits', 'Colors', [
      ['team', 'by team name'],
      ['classic', 'yellow and blue'],
      ['custom', 'chosen below'],
    ]),
    form.addColor('leftColor', 'Left team'),
    form.addColor('rightColor', 'Right team'),
  ];
}

/** Input elements that show and change the options of the view. */
class OptionsForm {
  readonly #viewer: Viewer;
  readonly #updates: (() => void)[] = [];

  constructor(viewer: Viewer) {
    this.#viewer = viewer;
  }

  /** Shows the current values in all inputs. */
  update(): void {
    for (const update of this.#updates) update();
  }

  addCheckbox([name, label, key]: readonly [BooleanOption, string, string?]): HTMLElement {
    const onchange = (): void => this.#viewer.setOption(name, input.checked);
    const input = h('input', { type: 'checkbox', onchange });
    this.#updates.push(() => {
      input.checked = this.#viewer.options[name];
    });
    return h('label', { class: 'opt' }, input, h('span', {}, label), key !== undefined && h('kbd', {}, key));
  }

  addNumber([name, label, min, max, step]: (typeof NUMBERS)[number]): HTMLElement {
    const onchange = (): void => {
      const value = Number(input.value);
      if (value >= min && value <= max) this.#viewer.setOption(name, value);
    };
    const input = h('input', {
      type: 'number',
      min: String(min),
      max: String(max),
      step: String(step),
      onchange,
    });
    return this.#add(name, label, input);
  }

  addChoice<K extends 'kits' | 'stamina' | 'fieldStyle' | 'passFilter'>(
    name: K,
    label: string,
    values: readonly (readonly [ViewOptions[K], string])[],
  ): HTMLElement {
    const select = h(
      'select',
      { onchange: () => this.#viewer.setOption(name, select.value as ViewOptions[K]) },
      ...values.map(([value, text]) => h('option', { value }, text)),
    );
    return this.#add(name, label, select);
  }

  addColor(name: 'leftColor' | 'rightColor', label: string): HTMLElement {
    const onchange = (): void => {
      this.#viewer.setOption(name, input.value);
      this.#viewer.setOption('kits', 'custom');
    };
    const input = h('input', { type: 'color', onchange });
    return this.#add(name, label, input);
  }

  #add(name: keyof ViewOptions, label: string, input: HTMLInputElement | HTMLSelectElement): HTMLElement {
    this.#updates.push(() => {
      input.value = String(this.#viewer.options[name]);
    });
    return createField(label, input);
  }
}
