import type { Frame, FramePlayer } from '@rcss/core';
import { formatPositions } from '@rcss/frames';
import { createTextButton, h, setText } from '../dom.js';
import { getParam } from '../scene.js';
import type { Viewer } from '../view/viewer.js';
import { createHeightView } from './height-view.js';
import type { Panel } from './panel.js';

const COLUMNS = ['player', 'x', 'y', 'vx', 'vy', 'body', 'neck', 'stamina', 'type'];

/** Time between two updates. */
const UPDATE_INTERVAL_MS = 150;

/** Creates the panel with positions and velocities of all players in the current frame (spec 11 §3.12). */
export function createPlayersPanel(viewer: Viewer): Panel {
  const createRow = (i: number): HTMLTableRowElement =>
    h('tr', { onclick: () => i >= 0 && viewer.toggleSelection(i) }, ...COLUMNS.map(() => h('td')));
  const ballRow = createRow(-1);
  const playerRows = Array.from({ length: 22 }, (_, i) => createRow(i));
  // The button makes the row usable from the keyboard; its click reaches the row.
  const names = playerRows.map((row) => {
    const name = h('button', { type: 'button', class: 'link' });
    row.cells[0]?.append(name);
    return name;
  });
  const header = h('thead', {}, h('tr', {}, ...COLUMNS.map((label) => h('th', {}, label))));
  const copy = createTextButton('Copy as text', () => void copyPositions(viewer));
  const heights = createHeightView();
  let updatedAtMs = 0;
  let shownSelection = -1;
  return {
    title: 'Players',
    wide: true,
    body: h('div', {}, heights.element, copy, h('table', {}, header, h('tbody', {}, ballRow, ...playerRows))),
    update() {
      const { frame } = viewer;
      if (frame === null) return;
      // Paused, no later frame would replace an old one.
      const isRecent = viewer.playback.isPlaying && performance.now() - updatedAtMs < UPDATE_INTERVAL_MS;
      if (isRecent && viewer.selected === shownSelection) return;
      shownSelection = viewer.selected;
      updatedAtMs = performance.now();
      const { source, frameIndex, params } = viewer;
      heights.update(
        (index) => source?.getFrame(index),
        frameIndex,
        getParam(params.server, 'goal_height', 2),
      );
      const ball = frame.hasHeight ? `Ball, ${frame.ballZ.toFixed(2)} m high` : 'Ball';
      fillRow(ballRow, [ball, ...formatAll([frame.ballX, frame.ballY, frame.ballVx, frame.ballVy])]);
      playerRows.forEach((row, i) => {
        const isSelected = i === viewer.selected;
        row.className = isSelected ? 'on' : '';
        const [name, ...values] = createPlayerCells(frame, frame.players[i] as FramePlayer);
        const button = names[i] as HTMLButtonElement;
        setText(button, name);
        button.setAttribute('aria-pressed', String(isSelected));
        fillRow(row, values, 1);
      });
    },
  };
}

async function copyPositions(viewer: Viewer): Promise<void> {
  if (viewer.frame === null) return;
  try {
    await navigator.clipboard.writeText(formatPositions(viewer.frame));
    viewer.notify('Positions copied');
  } catch {
    viewer.notify('The browser does not allow to copy');
  }
}

function createPlayerCells(frame: Frame, p: FramePlayer): readonly [string, ...string[]] {
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

/** Sets the texts of the cells from the column `first` on. */
function fillRow(row: HTMLTableRowElement, values: readonly string[], first = 0): void {
  values.forEach((value, i) => {
    const cell = row.cells[first + i];
    if (cell !== undefined && cell.textContent !== value) cell.textContent = value;
  });
}
