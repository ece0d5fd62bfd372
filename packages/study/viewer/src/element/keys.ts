import type { StaminaView } from '../options.js';
import type { Viewer } from '../view/viewer.js';

/** Actions of keys outside the viewer. */
export interface KeyActions {
  togglePanel(name: 'view' | 'players' | 'types' | 'messages' | 'referee' | 'why' | 'help'): void;
  closePanel(): void;
  toggleSpatialView(): void;
  toggleWords(): void;
  toggleFullScreen(): void;
  openFile(): void;
}

type Action = (viewer: Viewer, actions: KeyActions) => void;

const STAMINA_VIEWS: readonly StaminaView[] = ['bar', 'number', 'capacity', 'none'];

/** Actions of keys pressed with Shift, by the key in lower case. */
const SHIFT_KEYS: Readonly<Record<string, Action>> = {
  arrowdown: (viewer) => viewer.controlPlayback((p, s) => p.slowDown(s)),
  arrowup: (viewer) => viewer.controlPlayback((p, s) => p.speedUp(s)),
  g: (viewer) => viewer.seekGoal(-1),
  l: (viewer) => viewer.controlPlayback((p, s) => s.kind === 'live' && p.goLive()),
  k: (viewer) => viewer.canCommand && void viewer.sendCommand({ type: 'kick_off' }),
  a: (viewer) => viewer.toggleOption('showPointto'),
  s: (viewer) => viewer.toggleOption('showScoreBoard'),
  b: (viewer) => viewer.toggleOption('showBall'),
  p: (viewer) => viewer.toggleOption('showPlayer'),
  f: (_viewer, actions) => actions.toggleFullScreen(),
  h: (_viewer, actions) => actions.togglePanel('types'),
  v: (_viewer, actions) => actions.togglePanel('view'),
  o: (_viewer, actions) => actions.openFile(),
};

const zoomIn: Action = (viewer) => viewer.zoom(1.5);

/** Actions of keys without Shift; letters in lower case. */
const PLAIN_KEYS: Readonly<Record<string, Action>> = {
  ' ': (viewer) => viewer.togglePlaying(),
  ArrowLeft: (viewer) => viewer.controlPlayback((p, s) => p.step(-1, s)),
  ArrowRight: (viewer) => viewer.controlPlayback((p, s) => p.step(1, s)),
  ArrowDown: (viewer) => viewer.controlPlayback((p) => p.play(-1)),
  ArrowUp: (viewer) => viewer.controlPlayback((p) => p.play(1)),
  Home: (viewer) => viewer.stopAt('first'),
  End: (viewer) => viewer.stopAt('last'),
  g: (viewer) => viewer.seekGoal(1),
  '[': (viewer) => viewer.markRange('first'),
  ']': (viewer) => viewer.markRange('last'),
  z: zoomIn,
  '+': zoomIn,
  '=': zoomIn,
  x: (viewer) => viewer.zoom(1 / 1.5),
  i: (viewer) => viewer.showWholeField(),
  n: (viewer) => viewer.toggleOption('showPlayerNumber'),
  h: (viewer) => viewer.toggleOption('showPlayerType'),
  s: (viewer) => {
    const next = (STAMINA_VIEWS.indexOf(viewer.options.stamina) + 1) % STAMINA_VIEWS.length;
    viewer.setOption('stamina', STAMINA_VIEWS[next] as StaminaView);
  },
  v: (viewer) => viewer.toggleOption('showViewArea'),
  c: (viewer) => viewer.toggleOption('showCatchArea'),
  t: (viewer) => viewer.toggleOption('showTackleArea'),
  k: (viewer) => viewer.toggleOption('showKickAccelArea'),
  o: (viewer) => viewer.toggleOption('showOffsideLine'),
  f: (viewer) => viewer.toggleOption('showFlag'),
  w: (viewer) => viewer.toggleOption('swapSides'),
  u: (viewer) => {
    viewer.toggleAutoSelect('');
    viewer.toggleSelection(viewer.selected);
  },
  a: (viewer) => viewer.toggleAutoSelect('all'),
  l: (viewer) => viewer.toggleAutoSelect('l'),
  r: (viewer) => viewer.toggleAutoSelect('r'),
  b: (viewer) => viewer.toggleFollow('ball'),
  p: (viewer) => viewer.toggleFollow('player'),
  m: (_viewer, actions) => actions.togglePanel('messages'),
  e: (_viewer, actions) => actions.togglePanel('referee'),
  d: (_viewer, actions) => actions.togglePanel('players'),
  j: (_viewer, actions) => actions.togglePanel('why'),
  q: (_viewer, actions) => actions.toggleSpatialView(),
  y: (_viewer, actions) => actions.toggleWords(),
  '?': (_viewer, actions) => actions.togglePanel('help'),
  Escape: (_viewer, actions) => actions.closePanel(),
};

/**
 * Handles the keys of the known monitors (spec 11 §3.4) and of the log player (spec 11 §2.3), with Shift instead of Ctrl: keys
 * with Ctrl, Alt or Meta belong to the browser. Returns whether the key has an action.
 */
export function handleKey(event: KeyboardEvent, viewer: Viewer, actions: KeyActions): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const unum = findUnum(event);
  if (unum > 0) {
    viewer.toggleSelection(event.shiftKey ? unum + 10 : unum - 1);
    return true;
  }
  const action = findAction(event);
  action?.(viewer, actions);
  return action !== undefined;
}

/** Whether a key belongs to the control that has the focus: a text field, a dialog, or a button that the key presses. */
export function isForControl(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0];
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches('input:not([type=range], [type=checkbox]), select, textarea')) return true;
  if (target.closest('dialog') !== null) return true;
  const presses = event.key === ' ' || event.key === 'Enter';
  return presses && target.matches('button, summary, a, input:not([type=range])');
}

/** Returns the uniform number of a digit key: 1..9, 0 is 10, - is 11; 0 for other keys. */
function findUnum(event: KeyboardEvent): number {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
  if (digit !== undefined) return digit === '0' ? 10 : Number(digit);
  return event.code === 'Minus' || event.key === '-' ? 11 : 0;
}

function findAction({ key, shiftKey }: KeyboardEvent): Action | undefined {
  const isLetter = /^[a-z]$/i.test(key);
  const shifted = shiftKey ? getOwn(SHIFT_KEYS, key.toLowerCase()) : undefined;
  // Signs such as ? and + need Shift on some keyboards.
  if (shifted !== undefined || (shiftKey && isLetter)) return shifted;
  return getOwn(PLAIN_KEYS, isLetter ? key.toLowerCase() : key);
}

function getOwn(table: Readonly<Record<string, Action>>, key: string): Action | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
