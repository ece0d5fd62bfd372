import { h } from '../dom.js';
import type { Viewer } from '../view/viewer.js';
import { createLegend } from './legend.js';
import type { Panel } from './panel.js';

const KEYS: readonly (readonly [string, string])[] = [
  ['Space', 'play / pause'],
  ['← →', 'one frame back / forward'],
  ['↓ ↑', 'play backward / forward'],
  ['Shift+↓   Shift+↑', 'slower / faster'],
  ['G   Shift+G', 'next / previous goal'],
  ['Home   End', 'first / last frame'],
  ['[   ]', 'begin / end of the marked part'],
  ['Shift+L', 'newest frame of a live match'],
  ['Z   X   I', 'zoom in, zoom out, whole field'],
  ['wheel, pinch, +', 'zoom; drag or two fingers move the field'],
  ['double click', 'center here'],
  ['middle or Shift+drag', 'ruler'],
  ['Shift+wheel', 'one frame back / forward'],
  ['Q', '3D view; in it C: camera, , .: turn, Page Up, Page Down: tilt'],
  ['B   P', 'follow the ball / the selected player'],
  ['1 … 9, 0, -', 'select left 1 … 9, 10, 11'],
  ['Shift with these', 'select right 1 … 11'],
  ['A   L   R', 'select the player nearest to the ball: of all, left, right'],
  ['U', 'clear the selection'],
  ['N   H', 'player numbers, types'],
  ['S', 'stamina: arc, number, capacity, none'],
  ['V   C   T   K', 'view cones, catch, tackle, kick areas'],
  ['Shift+A', 'pointing'],
  ['O   F', 'offside lines, flags'],
  ['Shift+S   Shift+B   Shift+P', 'score board, ball, players'],
  ['W', 'swap sides'],
  ['Shift+H   D', 'player types, all positions'],
  ['Shift+V', 'view options'],
  ['M   E   Y', 'events and messages, referee, in words'],
  ['J', 'why: a decision of the selected player'],
  ['Shift+K', 'kick off'],
  ['Shift+F', 'full screen'],
  ['Shift+O', 'open a log'],
  ['Esc   ?', 'close the panel, show this list'],
];

/** Creates the panel that lists the keys, the actions of the mouse, and the signs on the field. */
export function createHelpPanel(viewer: Viewer): Panel {
  const legend = h('div');
  let shownKits: unknown = null;
  const rows = KEYS.map(([keys, action]) =>
    h(
      'tr',
      {},
      h('td', {}, ...keys.split('   ').flatMap((k) => [h('kbd', {}, k), ' '])),
      h('td', {}, action),
    ),
  );
  return {
    title: 'Keys, mouse and signs',
    body: h(
      'div',
      {},
      h('h3', {}, 'Keys and mouse'),
      h('table', { class: 'keys' }, h('tbody', {}, ...rows)),
      h('h3', {}, 'Signs on the field'),
      legend,
    ),
    update() {
      if (viewer.kits === shownKits) return;
      shownKits = viewer.kits;
      legend.replaceChildren(createLegend(viewer));
    },
  };
}
