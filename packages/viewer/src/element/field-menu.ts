import { SETTABLE_MODES } from '@rcss/frames';
import { h } from './dom.js';
import { modeName } from './referee-panel.js';
import type { Viewer } from './viewer.js';

/** Creates the menu of the right mouse button at a place of the field (spec 11 §3.3). */
export function fieldMenu(
  viewer: Viewer,
  sx: number,
  sy: number,
  share: () => void,
  done: () => void,
): HTMLElement {
  const x = viewer.camera.fieldX(sx, sy);
  const y = viewer.camera.fieldY(sx, sy);
  const at = viewer.at(sx, sy, 8);
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
    item(`Select ${name}`, () => viewer.selected !== at && viewer.select(at));
    item(`Follow ${name}`, () => {
      if (viewer.selected !== at) viewer.select(at);
      if (viewer.follow !== 'player') viewer.setFollow('player');
    });
    if (viewer.mayCommand) {
      const who = { side: p.side, unum: p.unum };
      item(`Yellow card for ${name}`, () => viewer.command({ type: 'card', color: 'yellow', ...who }));
      item(`Red card for ${name}`, () => viewer.command({ type: 'card', color: 'red', ...who }));
      item(`Remove ${name}`, () => viewer.command({ type: 'discard', ...who }));
    }
    menu.append(h('hr'));
  }
  if (viewer.mayCommand) {
    item('Kick off', () => viewer.command({ type: 'kick_off' }));
    item('Drop ball here', () => viewer.command({ type: 'drop_ball', x, y }));
    item('Free kick left here', () => viewer.command({ type: 'free_kick', side: 'l', x, y }));
    item('Free kick right here', () => viewer.command({ type: 'free_kick', side: 'r', x, y }));
    const chosen = viewer.frame?.players[viewer.selected];
    if (chosen !== undefined) {
      item(`Move ${chosen.side === 'l' ? 'left' : 'right'} ${chosen.unum} here`, () =>
        viewer.command({
          type: 'move_player',
          side: chosen.side,
          unum: chosen.unum,
          x,
          y,
          body: chosen.body,
        }),
      );
    }
    if (viewer.coachMode) menu.append(modeChoice(viewer, x, y, close));
    menu.append(h('hr'));
  }
  item('Centre here', () => {
    viewer.follow = '';
    if (viewer.camera.zoom < 1.2) viewer.zoom(2);
    viewer.camera.lookAt(x, y);
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

function modeChoice(viewer: Viewer, x: number, y: number, close: () => void): HTMLElement {
  const select = h(
    'select',
    {
      'aria-label': 'Play mode',
      onchange: () => {
        viewer.command({ type: 'play_mode', mode: select.value, x, y });
        close();
      },
    },
    h('option', { value: '' }, 'Play mode here …'),
    ...SETTABLE_MODES.map((mode) => h('option', { value: mode }, modeName(mode))),
  );
  return select;
}
