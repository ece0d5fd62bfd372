import { createIconButton, h, ICONS } from '../dom.js';
import type { Viewer } from '../view/viewer.js';
import type { PanelHost } from './panel-host.js';

/** Creates the buttons that zoom, follow the ball and open the 3D view, beside the field. */
export function createZoomBox(viewer: Viewer, toggleSpatialView: () => void): HTMLElement {
  return h(
    'div',
    { class: 'zoom' },
    createIconButton(ICONS.zoomIn, 'Zoom in (Z)', () => viewer.zoom(1.5)),
    createIconButton(ICONS.zoomOut, 'Zoom out (X)', () => viewer.zoom(1 / 1.5)),
    createIconButton(ICONS.fit, 'Whole field (I)', () => viewer.showWholeField()),
    createSwitch(viewer, ICONS.follow, 'Follow the ball (B)', () => viewer.followed === 'ball', {
      onclick: () => viewer.toggleFollow('ball'),
    }),
    createSwitch(viewer, ICONS.spatial, '3D view (Q)', () => viewer.spatial !== null, {
      onclick: toggleSpatialView,
      class: 'icon spatial-toggle',
    }),
  );
}

function createSwitch(
  viewer: Viewer,
  icon: string,
  label: string,
  isOn: () => boolean,
  { onclick, ...extra }: { readonly onclick: () => void; readonly class?: string },
): HTMLButtonElement {
  const button = createIconButton(icon, label, onclick, { 'aria-pressed': 'false', ...extra });
  button.querySelector('svg')?.classList.add('line');
  viewer.subscribe((event) => {
    if (event === 'camera') button.setAttribute('aria-pressed', String(isOn()));
  });
  return button;
}

/** Creates the buttons of the panels, of links and of the full screen, for the playback bar. */
export function createPanelTools(
  panels: PanelHost,
  actions: { copyLink(): void; toggleFullScreen(): void },
): HTMLElement {
  // On narrow and medium screens the panel of events leads there.
  const agents = panels.createTab('agents', ICONS.agents, 'Agents (J)');
  agents.classList.add('opt-wide');
  return h(
    'div',
    { class: 'group tools', role: 'group', 'aria-label': 'Panels' },
    panels.createTab('view', ICONS.view, 'View (Shift+V)'),
    panels.createTab('messages', ICONS.messages, 'Events and messages (M)'),
    panels.createTab('statistics', ICONS.statistics, 'Statistics'),
    panels.createTab('players', ICONS.players, 'Players (D)'),
    panels.createTab('save', ICONS.save, 'Save clips and pictures'),
    panels.createTab('notes', ICONS.notes, 'Study: comments and drawings'),
    panels.createTab('referee', ICONS.whistle, 'Referee (E)'),
    agents,
    createIconButton(ICONS.link, 'Copy a link to this cycle', () => actions.copyLink(), {
      class: 'icon page-only',
    }),
    createIconButton(ICONS.full, 'Full screen (Shift+F)', () => actions.toggleFullScreen(), {
      class: 'icon keep',
    }),
    panels.createTab('help', ICONS.help, 'Keys, mouse and signs (?)'),
  );
}
