import type { StaminaView } from '../options.js';
import type { Viewer } from './viewer.js';

/** Actions of keys outside the viewer. */
export interface KeyActions {
  panel(name: 'view' | 'players' | 'types' | 'messages' | 'referee' | 'help'): void;
  closePanel(): void;
  fullScreen(): void;
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
    viewer.select(ctrl || event.shiftKey ? unum + 10 : unum - 1);
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
      return () => viewer.replay((p, s) => p.slower(s));
    case 'arrowup':
      return () => viewer.replay((p, s) => p.faster(s));
    case 'g':
      return () => viewer.goal(-1);
    case 'z':
      return () => viewer.zoom(1 / 1.5);
    case 'l':
      return () => viewer.replay((p, s) => s.kind === 'live' && p.goLive());
    case 'k':
      return () => viewer.mayCommand && viewer.command({ type: 'kick_off' });
    case 'a':
      return () => viewer.toggle('showPointto');
    case 's':
      return () => viewer.toggle('showScoreBoard');
    case 'b':
      return () => viewer.toggle('showBall');
    case 'p':
      return () => viewer.toggle('showPlayer');
    case 'f':
      return () => viewer.toggle('showFlag');
    case 'h':
      return () => actions.panel('types');
    case 'd':
      return () => actions.panel('players');
    case 'v':
      return () => actions.panel('view');
    case 'o':
      return () => actions.openFile();
    default:
      return undefined;
  }
}

function plainKey(event: KeyboardEvent, viewer: Viewer, actions: KeyActions): Action {
  if (event.altKey) return event.key === 'Enter' ? () => actions.fullScreen() : undefined;
  switch (event.key.length === 1 ? event.key.toLowerCase() : event.key) {
    case ' ':
      return () => viewer.replay((p, s) => p.toggle(s));
    case 'ArrowLeft':
      return () => viewer.replay((p, s) => p.step(-1, s));
    case 'ArrowRight':
      return () => viewer.replay((p, s) => p.step(1, s));
    case 'ArrowDown':
      return () => viewer.replay((p) => p.play(-1));
    case 'ArrowUp':
      return () => viewer.replay((p) => p.play(1));
    case 'Home':
      return () => viewer.stopAt('first');
    case 'End':
      return () => viewer.stopAt('last');
    case 'g':
      return () => viewer.goal(event.shiftKey ? -1 : 1);
    case 'z':
    case '+':
    case '=':
      return () => viewer.zoom(1.5);
    case 'x':
      return () => viewer.zoom(1 / 1.5);
    case 'i':
      return () => viewer.fit();
    case 'n':
      return () => viewer.toggle('showPlayerNumber');
    case 'h':
      return () => viewer.toggle('showPlayerType');
    case 's':
      return () =>
        viewer.set(
          'stamina',
          STAMINA[(STAMINA.indexOf(viewer.options.stamina) + 1) % STAMINA.length] as StaminaView,
        );
    case 'v':
      return () => viewer.toggle('showViewArea');
    case 'c':
      return () => viewer.toggle('showCatchArea');
    case 't':
      return () => viewer.toggle('showTackleArea');
    case 'k':
      return () => viewer.toggle('showKickAccelArea');
    case 'o':
      return () => viewer.toggle('showOffsideLine');
    case 'f':
      return () => viewer.toggle('showFlag');
    case 'w':
      return () => viewer.toggle('swapSides');
    case 'u':
      return () => {
        viewer.selectAuto('');
        viewer.select(viewer.selected);
      };
    case 'a':
      return () => viewer.selectAuto('all');
    case 'l':
      return () => viewer.selectAuto('l');
    case 'r':
      return () => viewer.selectAuto('r');
    case 'b':
      return () => viewer.setFollow('ball');
    case 'p':
      return () => viewer.setFollow('player');
    case 'm':
      return () => actions.panel('messages');
    case 'e':
      return () => actions.panel('referee');
    case 'd':
      return () => actions.panel('players');
    case '?':
      return () => actions.panel('help');
    case 'Escape':
      return () => actions.closePanel();
    default:
      return undefined;
  }
}
