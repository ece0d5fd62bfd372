import { PLAY_MODES, type PlayMode, playerSlot, type Side } from '@rcss/core';
import { SETTABLE_PLAY_MODES } from '@rcss/frames';
import { createControlRow, createHint, createSelect, createTextButton, h, setText } from '../dom.js';
import { describeReply } from '../format-message.js';
import { formatPlayModeWithSide } from '../format-play-mode.js';
import type { Viewer } from '../view/viewer.js';
import type { Panel } from './panel.js';

function createModeOption(mode: PlayMode): HTMLOptionElement {
  return h('option', { value: mode }, formatPlayModeWithSide(mode));
}

function createPlayerSelect(): HTMLSelectElement {
  const players = Array.from(
    { length: 22 },
    (_, i) => [String(i), `${i < 11 ? 'Left' : 'Right'} ${(i % 11) + 1}`] as const,
  );
  return createSelect('Player', [['', 'Choose a player …'], ...players]);
}

/** The panel with the referee's buttons; spec 10 §10 describes how the server handles the commands. */
export class RefereePanel implements Panel {
  readonly title = 'Referee';
  readonly body: HTMLElement;
  readonly #viewer: Viewer;
  readonly #player = createPlayerSelect();
  /** Buttons that need a chosen player. */
  readonly #playerButtons: HTMLButtonElement[] = [];
  #shownSelection = -1;
  readonly #moveTool: HTMLInputElement;
  readonly #setPlayMode: HTMLButtonElement;
  readonly #recover: HTMLButtonElement;
  /** Stops the clock with the play mode before_kick_off, or restores the play mode that it replaced. */
  readonly #stop: HTMLButtonElement;
  #stoppedMode: PlayMode | '' = '';
  /** Whether a frame has shown that the game is stopped. */
  #isStopSeen = false;
  readonly #playModeHint = createHint();
  readonly #reply = createHint('', { 'aria-live': 'polite' });
  readonly #playModes = h(
    'select',
    { 'aria-label': 'Play mode' },
    h('optgroup', { label: 'Restarts' }, ...SETTABLE_PLAY_MODES.map(createModeOption)),
    h(
      'optgroup',
      { label: 'All others; the ball stays' },
      ...PLAY_MODES.map(({ name }) => name)
        .filter((mode) => !SETTABLE_PLAY_MODES.includes(mode))
        .map(createModeOption),
    ),
  );
  /** Contents by the rights of this page: all commands, a token is needed, no commands. */
  readonly #buttons: HTMLElement;
  readonly #tokenForm: HTMLElement;
  readonly #noCommands = createHint(
    'Referee commands are not available: a log is shown, or the bridge was started with --no-commands.',
  );

  constructor(viewer: Viewer) {
    this.#viewer = viewer;
    this.#moveTool = h('input', {
      type: 'checkbox',
      onchange: () => {
        viewer.isMoveToolOn = this.#moveTool.checked;
        viewer.emit('selection');
      },
    });
    this.#setPlayMode = createTextButton(
      'Set',
      () =>
        void viewer.sendCommand({
          type: 'play_mode',
          mode: this.#playModes.value,
          ...this.#getBall(),
          keepBall: !SETTABLE_PLAY_MODES.some((mode) => mode === this.#playModes.value),
        }),
    );
    this.#stop = createTextButton('Stop the game', () => this.#toggleStop());
    this.#recover = createTextButton(
      'Recover stamina of all',
      () => void viewer.sendCommand({ type: 'recover' }),
    );
    this.#buttons = h(
      'div',
      {},
      ...this.#createMatchButtons(),
      ...this.#createPlayerButtons(),
      h('h3', {}, 'Play mode'),
      createControlRow(this.#playModes, this.#setPlayMode),
      createControlRow(this.#stop, this.#recover),
      this.#playModeHint,
      this.#reply,
    );
    this.#tokenForm = createTokenForm(viewer);
    this.body = h('div', {}, this.#buttons, this.#tokenForm, this.#noCommands);
    viewer.subscribe((event) => (event === 'source' || event === 'selection') && this.update());
    this.update();
  }

  update(): void {
    const viewer = this.#viewer;
    const rights = viewer.source?.rights ?? 'none';
    this.#buttons.hidden = rights !== 'open';
    this.#tokenForm.hidden = rights !== 'token';
    this.#noCommands.hidden = rights !== 'none';
    this.#setPlayMode.disabled = this.#recover.disabled = this.#stop.disabled = !viewer.hasTrainerCommands;
    this.#noticeRestart();
    setText(this.#stop, this.#stoppedMode === '' ? 'Stop the game' : 'Go on');
    setText(
      this.#playModeHint,
      viewer.hasTrainerCommands
        ? ''
        : 'To set play modes, start the server with server::coach or server::coach_w_referee.',
    );
    setText(this.#reply, describeReply(viewer.source?.reply ?? ''));
    this.#moveTool.checked = viewer.isMoveToolOn;
    this.#updatePlayerButtons();
  }

  /** Ends the stop if the match goes on without the button, for example after a kick-off. */
  #noticeRestart(): void {
    if (this.#stoppedMode === '') return;
    const isStopped = this.#readPlayMode() === 'before_kick_off';
    if (this.#isStopSeen && !isStopped) this.#stoppedMode = '';
    this.#isStopSeen = isStopped;
  }

  /** Returns the play mode of the newest frame, whichever frame is shown. */
  #readPlayMode(): PlayMode {
    const { source } = this.#viewer;
    return source?.getFrame(source.last)?.playMode ?? 'before_kick_off';
  }

  #toggleStop(): void {
    const viewer = this.#viewer;
    const now = this.#readPlayMode();
    const mode = this.#stoppedMode === '' ? 'before_kick_off' : this.#stoppedMode;
    this.#stoppedMode = this.#stoppedMode === '' ? now : '';
    this.#isStopSeen = false;
    void viewer.sendCommand({ type: 'play_mode', mode, ...this.#getBall(), keepBall: true });
    this.update();
  }

  #updatePlayerButtons(): void {
    const { selected } = this.#viewer;
    if (selected >= 0 && selected !== this.#shownSelection) this.#player.value = String(selected);
    this.#shownSelection = selected;
    for (const button of this.#playerButtons) button.disabled = this.#player.value === '';
  }

  #getBall(): { readonly x: number; readonly y: number } {
    return { x: this.#viewer.scene.ballX, y: this.#viewer.scene.ballY };
  }

  #createMatchButtons(): readonly HTMLElement[] {
    const viewer = this.#viewer;
    const freeKick = (side: Side) => (): void =>
      void viewer.sendCommand({ type: 'free_kick', side, ...this.#getBall() });
    return [
      h('h3', {}, 'Match'),
      createControlRow(
        createTextButton('Kick off', () => void viewer.sendCommand({ type: 'kick_off' })),
        createTextButton(
          'Drop ball',
          () => void viewer.sendCommand({ type: 'drop_ball', ...this.#getBall() }),
        ),
      ),
      createControlRow(
        createTextButton('Free kick left', freeKick('l')),
        createTextButton('Free kick right', freeKick('r')),
      ),
      createHint(
        'These buttons use the position of the ball. For another point, right-click the field or touch it for a moment.',
      ),
    ];
  }

  #createPlayerButtons(): readonly HTMLElement[] {
    const viewer = this.#viewer;
    const card = (color: 'yellow' | 'red') => (): void =>
      void viewer.sendCommand({ type: 'card', color, ...playerSlot(Number(this.#player.value)) });
    const remove = (): void =>
      void viewer.sendCommand({ type: 'discard', ...playerSlot(Number(this.#player.value)) });
    const yellow = createTextButton('Yellow card …', card('yellow'));
    const red = createTextButton('Red card …', card('red'));
    const discard = createTextButton('Remove (can connect again) …', remove);
    this.#playerButtons.push(yellow, red, discard);
    this.#player.addEventListener('change', () => this.#updatePlayerButtons());
    return [
      h('h3', {}, 'Players'),
      createControlRow(this.#player, yellow, red),
      createControlRow(discard),
      h('label', { class: 'opt' }, this.#moveTool, h('span', {}, 'Dragging moves players and ball')),
    ];
  }
}

function createTokenForm(viewer: Viewer): HTMLElement {
  const token = h('input', { type: 'password', autocomplete: 'off', 'aria-label': 'Token' });
  token.addEventListener('keydown', (event) => event.stopPropagation());
  const onsubmit = (event: Event): void => {
    event.preventDefault();
    viewer.source?.authorize(token.value);
  };
  return h(
    'form',
    { onsubmit },
    h('p', {}, 'These buttons change the match. Enter the token that the bridge printed at its start.'),
    createControlRow(token, h('button', { type: 'submit' }, 'Unlock')),
  );
}
