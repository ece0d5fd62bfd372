import type { TeamStart } from './messages.js';
import { linkModules } from './module-texts.js';
import { createWorkerStarter } from './start-worker.js';

/**
 * Waits in the frame of a team for what its worker runs. The frame has an opaque origin, and so has the worker that it starts: neither reaches what
 * the browser keeps for the site.
 */
export function awaitTeam(): void {
  addEventListener('message', receive);
}

function receive({ source, data, ports }: MessageEvent<TeamStart>): void {
  if (source !== parent) return;
  removeEventListener('message', receive);
  const publish = (text: string) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  const address = linkModules(data.modules, publish);
  const start = createWorkerStarter<Record<string, unknown>>(address, data.start);
  start().postMessage(data.wasm, [...ports]);
}
