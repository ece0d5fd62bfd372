import { SETTABLE_PLAY_MODES } from '@rcss/frames';
import { h } from './dom.js';
import { formatPlayModeWithSide } from './referee-panel.js';
import type { Viewer } from './viewer.js';

/** Creates the menu of the right mouse button at a place of the field (spec 11 §3.3). */
export function createFieldMenu(
  viewer: Viewer,
  sx: number,
  sy: number,
  share: () => void,
  done: () => void,
): HTMLElement {
  const x = viewer.camera.toFieldX(sx, sy);
  const y = viewer.camera.toFieldY(sx, sy);
  const at = viewer.findObjectAt(sx, sy, 8);
  const p = at >= 0 && at < 22 ? viewer.frame?.players[at] : undefined;
  const menu = h('div', { class: 'menu', role: 'menu' });
  let closed = false;
  // Removing the menu moves the focus out of it; the resulting event must not remove it again.
  const remove = (): void => {
    if (closed) return;
    closed = true;
    menu.remove();
  };
  const close = (): void => {
    remove();
    done();
  };
  const item = (text: string, action: () => void): void => {
    menu.append(
      h(
        'button',
        {
          type: 'button',
          role: 'menuitem',
          onclick: () => {
            close();
            action();
          },
        },
        text,
      ),
    );
  };
  if (p !== undefined) {
    const name = `${p.side === 'l' ? 'left' : 'right'} ${p.unum}`;
    item(`Select ${name}`, () => viewer.selected !== at && viewer.toggleSelection(at));
    item(`Follow ${name}`, () => {
      if (viewer.selected !== at) viewer.toggleSelection(at);
      if (viewer.followed !== 'player') viewer.toggleFollow('player');
    });
    if (viewer.canCommand) {
      const who = { side: p.side, unum: p.unum };
      item(`Yellow card for ${name}`, () => viewer.sendCommand({ type: 'card', color: 'yellow', ...who }));
      item(`Red card for ${name}`, () => viewer.sendCommand({ type: 'card', color: 'red', ...who }));
      item(`Remove ${name}`, () => viewer.sendCommand({ type: 'discard', ...who }));
    }
    menu.append(h('hr'));
  }
  if (viewer.canCommand) {
    item('Kick off', () => viewer.sendCommand({ type: 'kick_off' }));
    item('Drop ball here', () => viewer.sendCommand({ type: 'drop_ball', x, y }));
    item('Free kick left here', () => viewer.sendCommand({ type: 'free_kick', side: 'l', x, y }));
    item('Free kick right here', () => viewer.sendCommand({ type: 'free_kick', side: 'r', x, y }));
    const chosen = viewer.frame?.players[viewer.selected];
    if (chosen !== undefined) {
      item(`Move ${chosen.side === 'l' ? 'left' : 'right'} ${chosen.unum} here`, () =>
        viewer.sendCommand({
          type: 'move_player',
          side: chosen.side,
          unum: chosen.unum,
          x,
          y,
          body: chosen.body,
        }),
      );
    }
    if (viewer.hasTrainerCommands) menu.append(createPlayModeSelect(viewer, x, y, close));
    menu.append(h('hr'));
  }
  item('Centre here', () => {
    viewer.followed = '';
    if (viewer.camera.zoom < 1.2) viewer.zoom(2);
    viewer.camera.centerOn(x, y);
    viewer.emit('camera');
  });
  item('Copy a link to this cycle', share);
  menu.addEventListener('keydown', (event) => {
    event.stopPropagation();
    const items = [...menu.querySelectorAll('button')];
    const i = items.findIndex((b) => b.matches(':focus'));
    if (event.key === 'Escape') close();
    else if (event.key === 'ArrowDown') items[(i + 1) % items.length]?.focus();
    else if (event.key === 'ArrowUp') items[(i - 1 + items.length) % items.length]?.focus();
    else return;
    event.preventDefault();
  });
  menu.addEventListener('focusout', (event) => {
    if (event.relatedTarget === null || !menu.contains(event.relatedTarget as Node)) remove();
  });
  return menu;
}

function createPlayModeSelect(viewer: Viewer, x: number, y: number, close: () => void): HTMLElement {
  const select = h(
    'select',
    {
      'aria-label': 'Play mode',
      onchange: () => {
        viewer.sendCommand({ type: 'play_mode', mode: select.value, x, y });
        close();
      },
    },
    h('option', { value: '' }, 'Play mode here …'),
    ...SETTABLE_PLAY_MODES.map((mode) => h('option', { value: mode }, formatPlayModeWithSide(mode))),
  );
  return select;
}
