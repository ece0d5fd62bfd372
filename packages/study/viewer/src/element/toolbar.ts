import { createIconButton, h, ICONS } from '../dom.js';
import type { Viewer } from '../view/viewer.js';
import type { PanelHost } from './panel-host.js';

/** Creates the buttons that zoom, follow the ball and open the 3D view, beside the field. */
export function createZoomBox(viewer: Viewer, toggleSpatialView: () => void): HTMLElement {
  return h(
    'div',
    { class: 'zoom' },
    createIconButton(ICONS.zoomIn, 'Zoom in (Z)', () => viewer.zoom(1.5), { 'data-word': 'In' }),
    createIconButton(ICONS.zoomOut, 'Zoom out (X)', () => viewer.zoom(1 / 1.5), { 'data-word': 'Out' }),
    createIconButton(ICONS.fit, 'Whole field (I)', () => viewer.showWholeField(), { 'data-word': 'Field' }),
    createSwitch(viewer, ICONS.follow, 'Follow the ball (B)', () => viewer.followed === 'ball', {
      onclick: () => viewer.toggleFollow('ball'),
      'data-word': 'Ball',
    }),
    createSwitch(viewer, ICONS.spatial, '3D view (Q)', () => viewer.spatial !== null, {
      onclick: toggleSpatialView,
      class: 'icon spatial-toggle',
      'data-word': '3D',
    }),
  );
}

function createSwitch(
  viewer: Viewer,
  icon: string,
  label: string,
  isOn: () => boolean,
  {
    onclick,
    ...extra
  }: { readonly onclick: () => void; readonly class?: string; readonly 'data-word': string },
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
  const tools = h(
    'div',
    { class: 'group tools', role: 'group', 'aria-label': 'Panels' },
    panels.createTab('view', ICONS.view, 'View (Shift+V)', 'View'),
    panels.createTab('messages', ICONS.messages, 'Events and messages (M)', 'Events'),
    panels.createTab('statistics', ICONS.statistics, 'Statistics', 'Statistics'),
    panels.createTab('players', ICONS.players, 'Players (D)', 'Players'),
    panels.createTab('save', ICONS.save, 'Save clips and pictures', 'Save', 'apart'),
    panels.createTab('referee', ICONS.whistle, 'Referee (E)', 'Referee'),
    createIconButton(
      ICONS.more,
      'More buttons',
      ({ currentTarget }) => {
        const isShown = tools.classList.toggle('all');
        (currentTarget as HTMLElement).setAttribute('aria-expanded', String(isShown));
      },
      { class: 'icon more', 'aria-expanded': 'false' },
    ),
    panels.createTab('notes', ICONS.notes, 'Study: comments and drawings', 'Study', 'extra'),
    // On narrow and medium screens the panel of events leads there.
    panels.createTab('why', ICONS.agents, 'Why? A decision of a player (J)', 'Why?', 'opt-wide'),
    createIconButton(ICONS.link, 'Copy a link to this cycle', () => actions.copyLink(), {
      class: 'icon page-only extra apart',
      'data-word': 'Link',
    }),
    createIconButton(ICONS.full, 'Full screen (Shift+F)', () => actions.toggleFullScreen(), {
      class: 'icon keep extra',
      'data-word': 'Full screen',
    }),
    panels.createTab('help', ICONS.help, 'Keys, mouse and signs (?)', 'Keys', 'extra'),
  );
  return tools;
}
