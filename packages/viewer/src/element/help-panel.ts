import { h } from './dom.js';
import type { Panel } from './panels.js';

const KEYS: readonly (readonly [string, string])[] = [
  ['Space', 'play / pause'],
  ['← →', 'one frame back / forward'],
  ['↓ ↑', 'play backward / forward'],
  ['Ctrl+↓ Ctrl+↑', 'slower / faster'],
  ['G   Ctrl+G (Shift+G)', 'next / previous goal'],
  ['Home End', 'first / last frame'],
  ['Ctrl+L', 'newest frame of a live match'],
  ['Z   X (Ctrl+Z)   I', 'zoom in, zoom out, whole field'],
  ['wheel, pinch, + −', 'zoom; drag moves the field'],
  ['double click', 'center here'],
  ['middle or Shift+drag', 'ruler'],
  ['Shift+wheel', 'one frame back / forward'],
  ['B   P', 'follow the ball / the selected player'],
  ['1 … 9, 0, -', 'select left 1 … 9, 10, 11'],
  ['Shift or Ctrl with these', 'select right 1 … 11'],
  ['A   L   R', 'select the player nearest to the ball: of all, left, right'],
  ['U', 'clear the selection'],
  ['N   H', 'player numbers, types'],
  ['S', 'stamina: bar, number, capacity, none'],
  ['V   C   T   K', 'view cones, catch, tackle, kick areas'],
  ['Ctrl+A', 'pointing'],
  ['O   F (Ctrl+F)', 'offside lines, flags'],
  ['Ctrl+S  Ctrl+B  Ctrl+P', 'score board, ball, players'],
  ['W', 'swap sides'],
  ['Ctrl+H   D', 'player types, all positions'],
  ['M   E', 'events and messages, referee'],
  ['Ctrl+K', 'kick off'],
  ['F11  Alt+Enter', 'full screen'],
  ['Ctrl+O', 'open a log'],
  ['Esc   ?', 'close the panel, show this list'],
];

/** Creates the panel that lists the keys and the actions of the mouse. */
export function createHelpPanel(): Panel {
  const rows = KEYS.map(([keys, action]) =>
    h(
      'tr',
      {},
      h('td', {}, ...keys.split('   ').flatMap((k) => [h('kbd', {}, k), ' '])),
      h('td', {}, action),
    ),
  );
  return {
    title: 'Keys and mouse',
    body: h('div', {}, h('table', { class: 'keys' }, h('tbody', {}, ...rows))),
    update() {},
  };
}
