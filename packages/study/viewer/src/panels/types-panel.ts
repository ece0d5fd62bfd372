import type { ParamTable } from '@rcss/frames';
import { h } from '../dom.js';
import { computeRealSpeedMax, getParam } from '../scene.js';
import type { Viewer } from '../view/viewer.js';
import type { Panel } from './panel.js';

const TYPE_COLUMNS: readonly (readonly [string, string])[] = [
  ['size', 'player_size'],
  ['speed', 'player_speed_max'],
  ['dash rate', 'dash_power_rate'],
  ['decay', 'player_decay'],
  ['inertia', 'inertia_moment'],
  ['margin', 'kickable_margin'],
  ['kick rate', 'kick_power_rate'],
  ['kick rand', 'kick_rand'],
  ['catch', 'catchable_area_l_stretch'],
  ['stam. inc', 'stamina_inc_max'],
  ['extra', 'extra_stamina'],
  ['effort max', 'effort_max'],
  ['effort min', 'effort_min'],
  ['foul', 'foul_detect_probability'],
];

const COMPUTED_COLUMNS = ['id', 'real speed', 'accel', 'kickable'];

/** Creates the panel with the player types that the server sent (spec 11 §3.9). */
export function createTypesPanel(viewer: Viewer): Panel {
  const table = h('table');
  let shown: unknown = null;
  return {
    title: 'Player types',
    wide: true,
    body: h('div', {}, table),
    update() {
      const types = viewer.source?.types;
      if (types === undefined || types === shown) return;
      shown = types;
      const rows = [...types].map(([id, type]) => createTypeRow(id, type, viewer.params.server));
      table.replaceChildren(createHeader(), h('tbody', {}, ...rows));
    },
  };
}

function createHeader(): HTMLElement {
  const labels = [...COMPUTED_COLUMNS, ...TYPE_COLUMNS.map(([label]) => label)];
  return h('thead', {}, h('tr', {}, ...labels.map((label) => h('th', {}, label))));
}

function createTypeRow(id: number, type: ParamTable, server: ParamTable): HTMLElement {
  const dashRate = getParam(type, 'dash_power_rate', 0.006) * getParam(type, 'effort_max', 1);
  const kickable =
    getParam(type, 'player_size', 0.3) +
    getParam(type, 'kickable_margin', 0.7) +
    getParam(server, 'ball_size', 0.085);
  const values = [
    computeRealSpeedMax(type, server),
    getParam(server, 'maxpower', 100) * dashRate,
    kickable,
    ...TYPE_COLUMNS.map(([, name]) => type[name]),
  ];
  return h('tr', {}, h('td', {}, String(id)), ...values.map(createCell));
}

function createCell(value: number | string | undefined): HTMLElement {
  return h('td', {}, typeof value === 'number' ? String(Number(value.toPrecision(5))) : '–');
}
