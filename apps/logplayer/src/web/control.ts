/** In the browser: the buttons of the control page, and the viewer that follows the log player. */
import type { PlayStatus } from '../play/status.js';

interface Following {
  openLog(file: Blob, title: string): Promise<unknown>;
  readonly viewer: {
    seek(index: number): void;
    controlPlayback(change: (playback: { pause(): void }) => void): void;
  };
}

function element<T extends HTMLElement>(selector: string): T {
  return document.querySelector<T>(selector)!;
}

const slider = element<HTMLInputElement>('#slider');
const cycle = element<HTMLInputElement>('#cycle');
const logs = element<HTMLSelectElement>('#logs');
const line = element('#status');
const viewer = element('rcss-viewer') as HTMLElement & Following;

// The viewer's own buttons would only lead away from what the log player shows; its panels stay.
for (const group of viewer.shadowRoot?.querySelectorAll<HTMLElement>(
  '.bar > :not(:has(.tools)):not(.tools)',
) ?? []) {
  group.hidden = true;
}

let socket: WebSocket | null = null;
let shown: PlayStatus | null = null;
/** Log that the viewer has, or is about to have. */
let viewed = 0;
let sliding = false;

function say(command: string, value?: number): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ command, value }));
}

async function view(status: PlayStatus): Promise<void> {
  if (status.log !== viewed && status.log >= 0) {
    viewed = status.log;
    const answer = await fetch(`/log/${viewed}`);
    if (answer.ok) await viewer.openLog(await answer.blob(), status.logs[viewed] ?? '');
  }
  try {
    viewer.viewer.seek((shown ?? status).index);
  } catch {
    // Before the log has been read the player has nothing to display.
  }
}

function pressed(command: string, on: boolean): void {
  element(`[data-command=${command}]`).setAttribute('aria-pressed', String(on));
}

function show(status: PlayStatus): void {
  shown = status;
  slider.max = String(Math.max(0, status.count - 1));
  if (!sliding) slider.value = String(status.index);
  const speed = Number.isInteger(status.speed) ? status.speed : status.speed.toFixed(2);
  const state = status.playing ? (status.direction > 0 ? 'forward' : 'backward') : 'stopped';
  line.textContent =
    `${status.time}  ${status.left || '-'} ${status.scoreL} : ${status.scoreR} ${status.right || '-'}  ${status.mode}` +
    `  ·  ${state} ×${speed}  ·  show ${status.index + 1} / ${status.count}  ·  ${status.monitors} monitor${status.monitors === 1 ? '' : 's'}`;
  pressed('loop', status.loop);
  pressed('record', status.recording);
  element('[data-command=record]').hidden = !status.canRecord;
  logs.hidden = status.logs.length < 2;
  if (logs.options.length !== status.logs.length) {
    logs.replaceChildren(...status.logs.map((name, i) => new Option(name, String(i))));
  }
  logs.value = String(status.log);
  void view(status);
}

function connect(): void {
  const url = new URL('/control', location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  socket = new WebSocket(url.href);
  socket.onmessage = (event: MessageEvent<string>) => show(JSON.parse(event.data) as PlayStatus);
  socket.onclose = () => {
    line.textContent = 'The log player has gone; trying again';
    setTimeout(connect, 1000);
  };
}

for (const button of document.querySelectorAll<HTMLElement>('#controls [data-command]')) {
  button.addEventListener('click', () => say(button.dataset['command'] ?? ''));
}
slider.addEventListener('input', () => {
  sliding = true;
  say('seek', Number(slider.value));
});
slider.addEventListener('change', () => {
  sliding = false;
});
cycle.addEventListener('keydown', (event) => {
  event.stopPropagation();
  if (event.key === 'Enter' && cycle.value !== '') say('cycle', Number(cycle.value));
});
logs.addEventListener('change', () => say('log', Number(logs.value)));

const KEYS: Readonly<Record<string, string>> = {
  ' ': 'toggle',
  ArrowUp: 'play',
  ArrowDown: 'back',
  ArrowLeft: 'backward',
  ArrowRight: 'forward',
  Home: 'first',
  End: 'last',
  g: 'next_goal',
  G: 'previous_goal',
};
const CONTROL_KEYS: Readonly<Record<string, string>> = {
  ArrowUp: 'fast',
  ArrowDown: 'rewind',
  g: 'previous_goal',
};

// The log player's keys are the log player's here; before the viewer sees them.
addEventListener(
  'keydown',
  (event) => {
    if (event.target === cycle || event.target === logs) return;
    const command = (event.ctrlKey ? CONTROL_KEYS : KEYS)[event.key];
    if (command === undefined || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    say(command);
  },
  true,
);

connect();
