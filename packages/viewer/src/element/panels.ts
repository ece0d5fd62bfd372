import type { FramePlayer } from '@rcss/core';
import type { Mark } from '@rcss/frames';
import { formatMessage } from '../format-message.js';
import { computeRealSpeedMax, getParam } from '../scene.js';
import { h } from './dom.js';
import type { Viewer } from './viewer.js';

/** A side panel: its contents, and what runs while it is open. */
export interface Panel {
  readonly title: string;
  readonly body: HTMLElement;
  readonly wide?: boolean;
  update(): void;
}

/** Creates the panel with positions and velocities of all players in the current frame (spec 11 §3.12). */
export function createPlayersPanel(viewer: Viewer): Panel {
  const rows: HTMLTableRowElement[] = [];
  const head = ['', 'x', 'y', 'vx', 'vy', 'body', 'neck', 'stamina', 'type'];
  const body = h('tbody');
  for (let i = -1; i < 22; i++) {
    const row = h('tr', { onclick: () => i >= 0 && viewer.toggleSelection(i) }, ...head.map(() => h('td')));
    rows.push(row);
    body.append(row);
  }
  let painted = 0;
  const fill = (row: HTMLTableRowElement, values: readonly string[]): void => {
    values.forEach((value, i) => {
      const cell = row.cells[i];
      if (cell !== undefined && cell.textContent !== value) cell.textContent = value;
    });
  };
  return {
    title: 'Players',
    wide: true,
    body: h('div', {}, h('table', {}, h('thead', {}, h('tr', {}, ...head.map((n) => h('th', {}, n)))), body)),
    update() {
      const { frame } = viewer;
      if (frame === null || performance.now() - painted < 150) return;
      painted = performance.now();
      const n = (v: number, digits = 2): string => v.toFixed(digits);
      fill(rows[0] as HTMLTableRowElement, [
        'Ball',
        n(frame.ballX),
        n(frame.ballY),
        n(frame.ballVx),
        n(frame.ballVy),
        '',
        '',
        '',
        '',
      ]);
      frame.players.forEach((p: FramePlayer, i) => {
        const row = rows[i + 1] as HTMLTableRowElement;
        row.className = i === viewer.selected ? 'on' : '';
        const team =
          (p.side === 'l' ? frame.left.name : frame.right.name) || (p.side === 'l' ? 'Left' : 'Right');
        fill(row, [
          `${team} ${p.unum}`,
          n(p.x),
          n(p.y),
          n(p.vx),
          n(p.vy),
          n(p.body, 1),
          n(p.neck, 1),
          n(p.stamina, 0),
          String(p.typeId),
        ]);
      });
    },
  };
}

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
      const server = viewer.params.server;
      const cell = (value: unknown): HTMLElement =>
        h('td', {}, typeof value === 'number' ? String(Number(value.toPrecision(5))) : '–');
      const maxpower = getParam(server, 'maxpower', 100);
      table.replaceChildren(
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ...['id', 'real speed', 'accel', 'kickable', ...TYPE_COLUMNS.map(([n]) => n)].map((n) =>
              h('th', {}, n),
            ),
          ),
        ),
        h(
          'tbody',
          {},
          ...[...types.entries()].map(([id, type]) =>
            h(
              'tr',
              {},
              h('td', {}, String(id)),
              cell(computeRealSpeedMax(type, server)),
              cell(maxpower * getParam(type, 'dash_power_rate', 0.006) * getParam(type, 'effort_max', 1)),
              cell(
                getParam(type, 'player_size', 0.3) +
                  getParam(type, 'kickable_margin', 0.7) +
                  getParam(server, 'ball_size', 0.085),
              ),
              ...TYPE_COLUMNS.map(([, name]) => cell(type[name])),
            ),
          ),
        ),
      );
    },
  };
}

function teamName(viewer: Viewer, side: 'l' | 'r'): string {
  const name = side === 'l' ? viewer.frame?.left.name : viewer.frame?.right.name;
  return name || (side === 'l' ? 'left' : 'right');
}

function markText(mark: Mark, viewer: Viewer): string {
  const team = mark.side === '' ? '' : teamName(viewer, mark.side);
  switch (mark.kind) {
    case 'goal':
      return `Goal for ${team}  ${mark.score[0]} : ${mark.score[1]}`;
    case 'penalty':
      return `Penalty scored by ${team}`;
    case 'yellow_card':
      return `Yellow card: ${team} ${mark.unum}`;
    case 'red_card':
      return `Red card: ${team} ${mark.unum}`;
    case 'half':
      return 'End of the half';
    case 'time_over':
      return `Full time  ${mark.score[0]} : ${mark.score[1]}`;
    case 'offside':
      return `Offside: ${team}`;
    case 'foul':
      return `Foul: ${team}`;
  }
}

/** Creates the panel with the marks of the frames and the messages, with links to their moments. */
export function createMessagesPanel(viewer: Viewer): Panel {
  const list = h('ul', { class: 'list' });
  const body = h(
    'div',
    {},
    h(
      'p',
      { class: 'hint' },
      'Referee calls and what players say appear here when the server runs with send_comms; goals, cards and fouls are seen from the frames alone.',
    ),
    list,
  );
  let shown = '';
  return {
    title: 'Events and messages',
    body,
    update() {
      const { source } = viewer;
      if (source === null) return;
      const key = `${source.match} ${source.marks.length} ${source.messages.length} ${source.messages.at(-1)?.time ?? 0}`;
      if (key === shown) return;
      shown = key;
      const marks = source.marks.map((mark) => ({
        time: mark.time,
        text: markText(mark, viewer),
        index: mark.index,
        goal: mark.kind === 'goal',
      }));
      const said = viewer.options.showMessages
        ? source.messages.slice(-400).map((m) => ({
            time: m.time,
            text: formatMessage(m.text, (side) => teamName(viewer, side)),
            index: -1,
            goal: false,
          }))
        : [];
      const all = [...marks, ...said].sort((a, b) => b.time - a.time);
      const jump = (entry: { readonly time: number; readonly index: number }): void => {
        if (entry.index >= 0) viewer.seek(Math.max(source.first, entry.index - 30));
        else void viewer.seekCycle(entry.time);
      };
      list.replaceChildren(
        ...all
          .slice(0, 500)
          .map((entry) =>
            h(
              'li',
              {},
              h(
                'button',
                { type: 'button', onclick: () => jump(entry) },
                h('time', {}, String(entry.time)),
                h('span', { class: entry.goal ? 'goal' : '' }, entry.text),
              ),
            ),
          ),
      );
      if (all.length === 0) list.append(h('li', { class: 'hint' }, 'Nothing happened yet.'));
    },
  };
}

const KEYS: readonly (readonly [string, string])[] = [
  ['Space', 'play / pause'],
  ['← →', 'one frame back / on'],
  ['↓ ↑', 'play backward / forward'],
  ['Ctrl+↓ Ctrl+↑', 'slower / faster'],
  ['G   Ctrl+G (Shift+G)', 'next / previous goal'],
  ['Home End', 'first / last frame'],
  ['Ctrl+L', 'live'],
  ['Z   X (Ctrl+Z)   I', 'zoom in, zoom out, whole field'],
  ['wheel, pinch, + −', 'zoom; drag moves the field'],
  ['double click', 'centre here'],
  ['middle or Shift+drag', 'ruler'],
  ['Shift+wheel', 'step'],
  ['B   P', 'follow the ball / the selected player'],
  ['1 … 9, 0, -', 'select left 1 … 9, 10, 11'],
  ['Shift or Ctrl + the same', 'select right 1 … 11'],
  ['A   L   R', 'select the player nearest to the ball: of all, left, right'],
  ['U', 'unselect'],
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
  ['Esc   ?', 'close, this list'],
];

export function createHelpPanel(): Panel {
  const rows = KEYS.map(([keys, what]) =>
    h('tr', {}, h('td', {}, ...keys.split('   ').flatMap((k) => [h('kbd', {}, k), ' '])), h('td', {}, what)),
  );
  return {
    title: 'Keys and mouse',
    body: h('div', {}, h('table', { class: 'keys' }, h('tbody', {}, ...rows))),
    update() {},
  };
}
