import { PlayerState } from '@rcss/core';
import { createTextButton, h } from '../dom.js';
import type { MatchSource } from '../source.js';
import type { Viewer } from '../view/viewer.js';

/** Actions of the buttons in the messages above the field. */
export interface AlertActions {
  /** Whether a live match is open while a log is shown. */
  hasLiveMatch(): boolean;
  showLiveMatch(): void;
}

/**
 * The messages above the field that stay until they are closed or no longer true: damage of the log, a server that does
 * not send, a log over a live match.
 */
export class Alerts {
  readonly element: HTMLElement = h('div', { class: 'alerts' });
  readonly #viewer: Viewer;
  readonly #actions: AlertActions;
  /** Source whose damage was read. */
  #readDamage: MatchSource | null = null;
  #shownKey = '';

  constructor(viewer: Viewer, actions: AlertActions) {
    this.#viewer = viewer;
    this.#actions = actions;
    viewer.subscribe((event) => {
      if (event === 'source' || event === 'frame') this.#update();
    });
  }

  #update(): void {
    const { source } = this.#viewer;
    const silence = describeSilence(this.#viewer);
    const isDamageShown = source?.damage != null && source !== this.#readDamage;
    const hasWayBack = this.#actions.hasLiveMatch();
    const isWaiting = isKickOffAwaited(this.#viewer);
    const isEmpty = isWaiting && countPlayers(this.#viewer) === 0;
    const key = `${silence} ${isDamageShown && source?.title} ${hasWayBack} ${isWaiting} ${isEmpty}`;
    if (key === this.#shownKey) return;
    this.#shownKey = key;
    this.element.replaceChildren(
      ...(hasWayBack ? [this.#createWayBack()] : []),
      ...(isEmpty ? [createInvitation(source)] : isWaiting ? [this.#createKickOff()] : []),
      ...(silence === '' ? [] : [h('div', { class: 'alert', role: 'alert' }, silence)]),
      ...(isDamageShown ? [this.#createDamage(source)] : []),
    );
  }

  #createWayBack(): HTMLElement {
    return createTextButton('Back to the live match', () => this.#actions.showLiveMatch(), { class: 'back' });
  }

  #createKickOff(): HTMLElement {
    const kickOff = (): void => void this.#viewer.sendCommand({ type: 'kick_off' });
    return createTextButton('Kick off', kickOff, { class: 'kick-off' });
  }

  #createDamage(source: MatchSource): HTMLElement {
    const onclick = (): void => {
      this.#readDamage = source;
      this.#update();
    };
    const { summary = '', missing = [] } = source.damage ?? {};
    return h(
      'div',
      { class: 'alert', role: 'alert' },
      h('strong', {}, summary),
      h('ul', {}, ...missing.map((text) => h('li', {}, text))),
      createTextButton('Show what could be read', onclick),
    );
  }
}

/** Whether a live match waits for the kick-off of a user of this page. */
function isKickOffAwaited({ source, canCommand, isLive }: Viewer): boolean {
  if (source?.kind !== 'live' || !canCommand || !isLive || source.status.state !== 'live') return false;
  const newest = source.getFrame(source.last);
  return newest?.playMode === 'before_kick_off' && !source.serverParams['auto_mode'];
}

/** Returns how many players are connected in the newest frame. */
function countPlayers({ source }: Viewer): number {
  const players = source?.getFrame(source.last)?.players ?? [];
  return players.filter(({ state }) => state !== PlayerState.DISABLED).length;
}

/** Says how teams connect, while no player is there who could kick off. */
function createInvitation(source: MatchSource | null): HTMLElement {
  const port = Number(source?.serverParams['port']) || 6000;
  return h(
    'div',
    { class: 'alert', role: 'status' },
    h('strong', {}, 'No player is connected yet'),
    `Start a team that connects to UDP port ${port} of the server's machine. Then the match can be kicked off here.`,
  );
}

/** Returns what is wrong with the connection of a live match that has been shown; empty if nothing is. */
function describeSilence({ source, frame }: Viewer): string {
  if (source === null || source.kind !== 'live' || frame === null) return '';
  const { state, text } = source.status;
  if (state === 'live' || state === 'ended') return '';
  const last = source.getFrame(source.last);
  if (last?.playMode === 'time_over' && state !== 'offline') {
    return 'The match is over, and the server has ended. All of it can be watched here.';
  }
  return `${text || 'The server does not send'}. The last picture is from cycle ${(last ?? frame).time}.`;
}
