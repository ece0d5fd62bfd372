import type { Frame, FramePlayer } from '@rcss/core';
import { h } from './dom.js';
import type { Panel } from './panels.js';
import type { Viewer } from './viewer.js';

const COLUMNS = ['player', 'x', 'y', 'vx', 'vy', 'body', 'neck', 'stamina', 'type'];

/** Time between two updates. */
const UPDATE_INTERVAL_MS = 150;

/** Creates the panel with positions and velocities of all players in the current frame (spec 11 §3.12). */
export function createPlayersPanel(viewer: Viewer): Panel {
  const createRow = (i: number): HTMLTableRowElement =>
    h('tr', { onclick: () => i >= 0 && viewer.toggleSelection(i) }, ...COLUMNS.map(() => h('td')));
  const ballRow = createRow(-1);
  const playerRows = Array.from({ length: 22 }, (_, i) => createRow(i));
  const header = h('thead', {}, h('tr', {}, ...COLUMNS.map((label) => h('th', {}, label))));
  let updatedAtMs = 0;
  return {
    title: 'Players',
    wide: true,
    body: h('div', {}, h('table', {}, header, h('tbody', {}, ballRow, ...playerRows))),
    update() {
      const { frame } = viewer;
      if (frame === null || performance.now() - updatedAtMs < UPDATE_INTERVAL_MS) return;
      updatedAtMs = performance.now();
      fillRow(ballRow, ['Ball', ...formatAll([frame.ballX, frame.ballY, frame.ballVx, frame.ballVy])]);
      playerRows.forEach((row, i) => {
        row.className = i === viewer.selected ? 'on' : '';
        fillRow(row, createPlayerCells(frame, frame.players[i] as FramePlayer));
      });
    },
  };
}

function createPlayerCells(frame: Frame, p: FramePlayer): readonly string[] {
  const team = p.side === 'l' ? frame.left.name || 'Left' : frame.right.name || 'Right';
  return [
    `${team} ${p.unum}`,
    ...formatAll([p.x, p.y, p.vx, p.vy]),
    ...formatAll([p.body, p.neck], 1),
    p.stamina.toFixed(0),
    String(p.typeId),
  ];
}

function formatAll(values: readonly number[], digits = 2): readonly string[] {
  return values.map((value) => value.toFixed(digits));
}

function fillRow(row: HTMLTableRowElement, values: readonly string[]): void {
  values.forEach((value, i) => {
    const cell = row.cells[i];
    if (cell !== undefined && cell.textContent !== value) cell.textContent = value;
  });
}
