import type { StaminaView } from '../options.js';
import type { Viewer } from './viewer.js';

/** Actions of keys outside the viewer. */
export interface KeyActions {
  togglePanel(name: 'view' | 'players' | 'types' | 'messages' | 'referee' | 'help'): void;
  closePanel(): void;
  toggleFullScreen(): void;
  openFile(): void;
}

const STAMINA: readonly StaminaView[] = ['bar', 'number', 'capacity', 'none'];

/** Returns the player number of a digit key: 1..9, 0 is 10, - is 11; 0 for other keys. */
function unumOfKey(event: KeyboardEvent): number {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
  if (digit !== undefined) return digit === '0' ? 10 : Number(digit);
  return event.code === 'Minus' || event.key === '-' ? 11 : 0;
}

/** Handles the keys of the known monitors (spec 11 §3.4) and of the log player (spec 11 §2.3). Returns whether the key was used. */
export function handleKey(event: KeyboardEvent, viewer: Viewer, actions: KeyActions): boolean {
  const ctrl = event.ctrlKey || event.metaKey;
  const unum = unumOfKey(event);
  if (unum > 0 && !event.altKey) {
    viewer.toggleSelection(ctrl || event.shiftKey ? unum + 10 : unum - 1);
    return true;
  }
  const action = ctrl ? ctrlKey(event.key, viewer, actions) : plainKey(event, viewer, actions);
  action?.();
  return action !== undefined;
}

type Action = (() => void) | undefined;

function ctrlKey(key: string, viewer: Viewer, actions: KeyActions): Action {
  switch (key.toLowerCase()) {
    case 'arrowdown':
      return () => viewer.controlPlayback((p, s) => p.slowDown(s));
    case 'arrowup':
      return () => viewer.controlPlayback((p, s) => p.speedUp(s));
    case 'g':
      return () => viewer.seekGoal(-1);
    case 'z':
      return () => viewer.zoom(1 / 1.5);
    case 'l':
      return () => viewer.controlPlayback((p, s) => s.kind === 'live' && p.goLive());
    case 'k':
      return () => viewer.canCommand && viewer.sendCommand({ type: 'kick_off' });
    case 'a':
      return () => viewer.toggleOption('showPointto');
    case 's':
      return () => viewer.toggleOption('showScoreBoard');
    case 'b':
      return () => viewer.toggleOption('showBall');
    case 'p':
      return () => viewer.toggleOption('showPlayer');
    case 'f':
      return () => viewer.toggleOption('showFlag');
    case 'h':
      return () => actions.togglePanel('types');
    case 'd':
      return () => actions.togglePanel('players');
    case 'v':
      return () => actions.togglePanel('view');
    case 'o':
      return () => actions.openFile();
    default:
      return undefined;
  }
}

function plainKey(event: KeyboardEvent, viewer: Viewer, actions: KeyActions): Action {
  if (event.altKey) return event.key === 'Enter' ? () => actions.toggleFullScreen() : undefined;
  switch (event.key.length === 1 ? event.key.toLowerCase() : event.key) {
    case ' ':
      return () => viewer.controlPlayback((p, s) => p.toggle(s));
    case 'ArrowLeft':
      return () => viewer.controlPlayback((p, s) => p.step(-1, s));
    case 'ArrowRight':
      return () => viewer.controlPlayback((p, s) => p.step(1, s));
    case 'ArrowDown':
      return () => viewer.controlPlayback((p) => p.play(-1));
    case 'ArrowUp':
      return () => viewer.controlPlayback((p) => p.play(1));
    case 'Home':
      return () => viewer.stopAt('first');
    case 'End':
      return () => viewer.stopAt('last');
    case 'g':
      return () => viewer.seekGoal(event.shiftKey ? -1 : 1);
    case 'z':
    case '+':
    case '=':
      return () => viewer.zoom(1.5);
    case 'x':
      return () => viewer.zoom(1 / 1.5);
    case 'i':
      return () => viewer.showWholeField();
    case 'n':
      return () => viewer.toggleOption('showPlayerNumber');
    case 'h':
      return () => viewer.toggleOption('showPlayerType');
    case 's':
      return () =>
        viewer.setOption(
          'stamina',
          STAMINA[(STAMINA.indexOf(viewer.options.stamina) + 1) % STAMINA.length] as StaminaView,
        );
    case 'v':
      return () => viewer.toggleOption('showViewArea');
    case 'c':
      return () => viewer.toggleOption('showCatchArea');
    case 't':
      return () => viewer.toggleOption('showTackleArea');
    case 'k':
      return () => viewer.toggleOption('showKickAccelArea');
    case 'o':
      return () => viewer.toggleOption('showOffsideLine');
    case 'f':
      return () => viewer.toggleOption('showFlag');
    case 'w':
      return () => viewer.toggleOption('swapSides');
    case 'u':
      return () => {
        viewer.toggleAutoSelect('');
        viewer.toggleSelection(viewer.selected);
      };
    case 'a':
      return () => viewer.toggleAutoSelect('all');
    case 'l':
      return () => viewer.toggleAutoSelect('l');
    case 'r':
      return () => viewer.toggleAutoSelect('r');
    case 'b':
      return () => viewer.toggleFollow('ball');
    case 'p':
      return () => viewer.toggleFollow('player');
    case 'm':
      return () => actions.togglePanel('messages');
    case 'e':
      return () => actions.togglePanel('referee');
    case 'd':
      return () => actions.togglePanel('players');
    case '?':
      return () => actions.togglePanel('help');
    case 'Escape':
      return () => actions.closePanel();
    default:
      return undefined;
  }
}
