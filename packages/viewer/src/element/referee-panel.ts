import type { Side } from '@rcss/core';
import { SETTABLE_PLAY_MODES } from '@rcss/frames';
import { formatPlayMode } from '../format-play-mode.js';
import { h, setText } from './dom.js';
import type { Panel } from './panels.js';
import type { Viewer } from './viewer.js';

/** Creates the panel with the referee's buttons; spec 10 §10 describes how the server handles the commands. */
export function createRefereePanel(viewer: Viewer): Panel {
  const button = (text: string, action: () => void): HTMLButtonElement =>
    h('button', { type: 'button', onclick: action }, text);
  const ball = (): { readonly x: number; readonly y: number } => ({
    x: viewer.scene.ballX,
    y: viewer.scene.ballY,
  });
  const freeKick = (side: Side) => (): void => viewer.sendCommand({ type: 'free_kick', side, ...ball() });

  const who = h('select', { 'aria-label': 'Player' });
  for (let i = 0; i < 22; i++)
    who.append(h('option', { value: String(i) }, `${i < 11 ? 'Left' : 'Right'} ${(i % 11) + 1}`));
  const chosen = (): { readonly side: Side; readonly unum: number } => {
    const i = Number(who.value);
    return { side: i < 11 ? 'l' : 'r', unum: (i % 11) + 1 };
  };
  const move = h('input', {
    type: 'checkbox',
    onchange: () => {
      viewer.isMoveToolOn = move.checked;
      viewer.emit('selection');
    },
  });
  const modes = h(
    'select',
    { 'aria-label': 'Play mode' },
    ...SETTABLE_PLAY_MODES.map((m) => h('option', { value: m }, formatPlayModeWithSide(m))),
  );
  const setMode = button('Set', () =>
    viewer.sendCommand({ type: 'play_mode', mode: modes.value, ...ball() }),
  );
  const recover = button('Recover stamina of all', () => viewer.sendCommand({ type: 'recover' }));
  const modeHint = h('p', { class: 'hint' });
  const reply = h('p', { class: 'hint', 'aria-live': 'polite' });
  const buttons = h(
    'div',
    {},
    h('h3', {}, 'Match'),
    h(
      'div',
      { class: 'row' },
      button('Kick off', () => viewer.sendCommand({ type: 'kick_off' })),
      button('Drop ball', () => viewer.sendCommand({ type: 'drop_ball', ...ball() })),
    ),
    h(
      'div',
      { class: 'row' },
      button('Free kick left', freeKick('l')),
      button('Free kick right', freeKick('r')),
    ),
    h(
      'p',
      { class: 'hint' },
      'At the ball; the menu of the right mouse button (or a long touch) works at any point.',
    ),
    h('h3', {}, 'Players'),
    h(
      'div',
      { class: 'row' },
      who,
      button('Yellow card', () => viewer.sendCommand({ type: 'card', color: 'yellow', ...chosen() })),
      button('Red card', () => viewer.sendCommand({ type: 'card', color: 'red', ...chosen() })),
    ),
    h(
      'div',
      { class: 'row' },
      button('Remove (may come back)', () => viewer.sendCommand({ type: 'discard', ...chosen() })),
    ),
    h('label', { class: 'opt' }, move, h('span', {}, 'Dragging moves players and ball')),
    h('h3', {}, 'Play mode'),
    h('div', { class: 'row' }, modes, setMode),
    h('div', { class: 'row' }, recover),
    modeHint,
    reply,
  );

  const token = h('input', { type: 'password', autocomplete: 'off', 'aria-label': 'Token' });
  token.addEventListener('keydown', (event) => event.stopPropagation());
  const lock = h(
    'form',
    {
      onsubmit: (event: Event) => {
        event.preventDefault();
        viewer.source?.authorize(token.value);
      },
    },
    h('p', {}, 'These buttons change the match. The bridge printed a token when it was started.'),
    h('div', { class: 'row' }, token, h('button', { type: 'submit' }, 'Unlock')),
  );
  const none = h('p', { class: 'hint' }, 'There is no referee in a log, and some bridges allow none.');

  function update(): void {
    const rights = viewer.source?.rights ?? 'none';
    buttons.hidden = rights !== 'open';
    lock.hidden = rights !== 'token';
    none.hidden = rights !== 'none';
    setMode.disabled = recover.disabled = !viewer.hasTrainerCommands;
    setText(
      modeHint,
      viewer.hasTrainerCommands
        ? ''
        : 'Play modes can be set when the server runs with server::coach or server::coach_w_referee.',
    );
    setText(reply, viewer.source?.reply ?? '');
    move.checked = viewer.isMoveToolOn;
    if (viewer.selected >= 0 && !who.matches(':focus')) who.value = String(viewer.selected);
  }
  viewer.subscribe((event) => (event === 'source' || event === 'selection') && update());
  update();
  return { title: 'Referee', body: h('div', {}, buttons, lock, none), update };
}

export function formatPlayModeWithSide(mode: (typeof SETTABLE_PLAY_MODES)[number]): string {
  const side = mode.endsWith('_l') ? ' left' : mode.endsWith('_r') ? ' right' : '';
  return formatPlayMode(mode) + side;
}
