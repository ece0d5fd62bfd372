import type { TeamStart } from './messages.js';

/** Script of the frame of a team, and its hash for policies. */
export interface FrameScript {
  readonly text: string;
  readonly hash: string;
}

/**
 * Opens a frame with an opaque origin, and starts a team in it. Besides the policy here, that of the page holds in the frame.
 *
 * @param load Returns what its worker runs.
 * @param port The team answers the engine at it.
 * @param sources Further sources of scripts.
 */
export async function openFrame(
  frame: HTMLIFrameElement,
  { text, hash }: FrameScript,
  load: () => Promise<TeamStart>,
  port: MessagePort,
  sources = '',
): Promise<void> {
  const policy = `default-src 'none'; script-src '${hash}' blob:${sources}; worker-src blob:`;
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.srcdoc = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><script>${text}</script>`;
  frame.hidden = true;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  const start = await load();
  await loaded;
  // An opaque origin has no name. A frame that was removed meanwhile has no window.
  frame.contentWindow?.postMessage(start, '*', [port]);
}
