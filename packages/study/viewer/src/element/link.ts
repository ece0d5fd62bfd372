/** What is seen, in the fragment of a link: match, moment, player, part of the field, options of the view, panel. */
import { playerIndex, type Side } from '@rcss/core';
import { DEFAULT_OPTIONS, parseViewOptions } from '../options.js';
import type { PanelName } from '../panels/panel.js';
import type { Viewer } from '../view/viewer.js';

/** Zoom from which on a part of the field is seen. */
const MIN_ZOOM = 1.01;

/** Returns what is seen; `panel` is the open one, empty for none. */
export function describeLinkedView(viewer: Viewer, panel: PanelName | ''): URLSearchParams {
  const { source, frame, frameIndex, selected, camera, spatial, options } = viewer;
  const hash = new URLSearchParams();
  if (source?.kind === 'live' && source.match !== '') hash.set('match', source.match);
  // The frame itself is overwritten when many others are read.
  const time = frame?.time ?? 0;
  hash.set('cycle', String(time));
  let first = frameIndex;
  while (frame !== null && source?.getFrame(first - 1)?.time === time) first--;
  if (first < frameIndex) hash.set('frame', String(frameIndex - first));
  if (selected >= 0) hash.set('player', `${selected < 11 ? 'l' : 'r'}${(selected % 11) + 1}`);
  if (spatial !== null) hash.set('3d', '1');
  else if (camera.zoom > MIN_ZOOM)
    hash.set('field', [camera.x, camera.y, camera.zoom].map((value) => value.toFixed(2)).join());
  const defaults: object = DEFAULT_OPTIONS;
  const changed = Object.entries(options).filter(
    ([name, value]) => (defaults as Record<string, unknown>)[name] !== value,
  );
  if (changed.length > 0) hash.set('view', JSON.stringify(Object.fromEntries(changed)));
  if (panel !== '') hash.set('panel', panel);
  return hash;
}

/** What a link opens besides the moment. */
export interface LinkOpener {
  openPanel(name: PanelName): void;
  openSpatialView(): void;
}

/**
 * Shows what a link says of player, field, options and panel; wrong values are left out. The options hold for this page and are not stored.
 *
 * @param panels Names of the panels that can be opened.
 */
export function showLinkedView(viewer: Viewer, hash: URLSearchParams, parts: LinkOpener): void {
  const view = hash.get('view');
  if (view !== null) {
    Object.assign(viewer.options, parseViewOptions(view));
    viewer.emit('options');
  }
  const [, side, number] = /^([lr])(\d{1,2})$/.exec(hash.get('player') ?? '') ?? [];
  const unum = Number(number);
  if (unum >= 1 && unum <= 11) {
    viewer.selected = playerIndex(side as Side, unum);
    viewer.emit('selection');
  }
  const [x = Number.NaN, y = Number.NaN, zoom = Number.NaN] = (hash.get('field') ?? '')
    .split(',')
    .map(Number);
  if (Number.isFinite(x + y) && zoom > MIN_ZOOM && zoom <= 50) {
    viewer.zoom(zoom / viewer.camera.zoom);
    viewer.camera.centerOn(x, y);
    viewer.emit('camera');
  }
  if (hash.get('3d') === '1' && viewer.spatial === null) parts.openSpatialView();
  const panel = LINKED_PANELS.find((name) => name === hash.get('panel'));
  if (panel !== undefined) parts.openPanel(panel);
}

/** Panels that a link can open. */
const LINKED_PANELS: readonly PanelName[] = [
  'view',
  'players',
  'types',
  'messages',
  'story',
  'statistics',
  'save',
  'notes',
  'why',
  'help',
];
