/** Script of the control page: sends commands to the log player and shows its state in the viewer. */
import type { PlayStatus } from './status.js';

/** The part of the viewer that this page uses. */
interface ViewerElement {
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
const viewer = element('rcss-viewer') as HTMLElement & ViewerElement;

// Hides the buttons of the viewer that change the position: the log player decides about it. The panels stay.
for (const group of viewer.shadowRoot?.querySelectorAll<HTMLElement>(
  '.bar > :not(:has(.tools)):not(.tools)',
) ?? []) {
  group.hidden = true;
}

let socket: WebSocket | null = null;
let shown: PlayStatus | null = null;
/** Index of the log that the viewer has or is loading. */
let viewed = 0;
let sliding = false;

function sendCommand(command: string, value?: number): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ command, value }));
}

async function updateViewer(status: PlayStatus): Promise<void> {
  if (status.log !== viewed && status.log >= 0) {
    viewed = status.log;
    const response = await fetch(`/log/${viewed}`);
    if (response.ok) await viewer.openLog(await response.blob(), status.logs[viewed] ?? '');
  }
  try {
    viewer.viewer.seek((shown ?? status).index);
  } catch {
    // The viewer has not loaded the log yet.
  }
}

function setPressed(command: string, on: boolean): void {
  element(`[data-command=${command}]`).setAttribute('aria-pressed', String(on));
}

function showStatus(status: PlayStatus): void {
  shown = status;
  slider.max = String(Math.max(0, status.count - 1));
  if (!sliding) slider.value = String(status.index);
  const speed = Number.isInteger(status.speed) ? status.speed : status.speed.toFixed(2);
  const state = status.playing ? (status.direction > 0 ? 'forward' : 'backward') : 'stopped';
  line.textContent =
    `${status.time}  ${status.left || '-'} ${status.scoreL} : ${status.scoreR} ${status.right || '-'}  ${status.mode}` +
    `  ·  ${state} ×${speed}  ·  show ${status.index + 1} / ${status.count}  ·  ${status.monitors} monitor${status.monitors === 1 ? '' : 's'}`;
  setPressed('loop', status.loop);
  setPressed('record', status.recording);
  element('[data-command=record]').hidden = !status.canRecord;
  logs.hidden = status.logs.length < 2;
  if (logs.options.length !== status.logs.length) {
    logs.replaceChildren(...status.logs.map((name, i) => new Option(name, String(i))));
  }
  logs.value = String(status.log);
  void updateViewer(status);
}

function connect(): void {
  const url = new URL('/control', location.href);
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token !== null) url.searchParams.set('token', token);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  socket = new WebSocket(url.href);
  socket.onmessage = (event: MessageEvent<string>) => showStatus(JSON.parse(event.data) as PlayStatus);
  socket.onclose = () => {
    line.textContent = 'The connection to the log player is lost. Trying again…';
    setTimeout(connect, 1000);
  };
}

for (const button of document.querySelectorAll<HTMLElement>('#controls [data-command]')) {
  button.addEventListener('click', () => sendCommand(button.dataset['command'] ?? ''));
}
slider.addEventListener('input', () => {
  sliding = true;
  sendCommand('seek', Number(slider.value));
});
slider.addEventListener('change', () => {
  sliding = false;
});
cycle.addEventListener('keydown', (event) => {
  event.stopPropagation();
  if (event.key === 'Enter' && cycle.value !== '') sendCommand('cycle', Number(cycle.value));
});
logs.addEventListener('change', () => sendCommand('log', Number(logs.value)));

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

// The keys of the log player have priority over those of the viewer.
addEventListener(
  'keydown',
  (event) => {
    if (event.target === cycle || event.target === logs) return;
    const command = (event.ctrlKey ? CONTROL_KEYS : KEYS)[event.key];
    if (command === undefined || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    sendCommand(command);
  },
  true,
);

connect();
