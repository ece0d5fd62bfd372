/** The match of the start page: it is played in the page, and as fast as it is watched. */
import type { RcssMatch } from '@rcss/viewer';
import { createSvgElement, type MountFigure } from '../figures/live.js';
import { createMatchElement } from '../figures/match-live.js';
import type { HeroReply, HeroRequest } from './hero-messages.js';

/** Frames that are played ahead of the shown one, and frames of one request. */
const FRAMES_AHEAD = 60;
const FRAMES_AT_ONCE = 20;
const SEEDS = 10_000;

/** Shows a match from a random seed, and another one after its end. */
export const mountFigure: MountFigure = (host) => {
  const { match, remove } = createMatchElement();
  match.setAttribute('screen', '');
  match.setEmptyMessage('The match begins', '', 'LOADING');
  const button = createSvgElement('button', 'figure-button', 'Pause');
  const text = createSvgElement('span', 'figure-note');
  const bar = createSvgElement('div', 'figure-controls');
  bar.append(button, text);
  host.append(match, bar);
  button.onclick = () => (match.isPlaying ? match.pause() : match.play());
  for (const type of ['play', 'pause'])
    match.addEventListener(type, () => {
      button.textContent = match.isPlaying ? 'Pause' : 'Play';
    });
  let player = playMatch(match, text);
  match.viewer.subscribe((event) => event === 'frame' && player.advance());
  match.nextMatch = () => {
    player.end();
    player = playMatch(match, text);
    return true;
  };
  return () => {
    player.end();
    remove();
  };
};

/** Plays a match in a worker and shows it. */
function playMatch(
  match: RcssMatch,
  text: HTMLElement,
): { readonly advance: () => void; readonly end: () => void } {
  const seed = Math.floor(Math.random() * SEEDS);
  text.textContent = `Played in this page, from seed ${seed}: the base team against itself.`;
  const worker = new Worker(new URL('./hero-worker.ts', import.meta.url), { type: 'module' });
  const post = (request: HeroRequest) => worker.postMessage(request);
  let isWaiting = true;
  const advance = () => {
    const { source, viewer } = match;
    if (isWaiting || source === null || source.last - viewer.playback.position > FRAMES_AHEAD) return;
    isWaiting = true;
    post({ type: 'advance', frames: FRAMES_AT_ONCE });
  };
  const log = new ReadableStream<Uint8Array>({
    start: (controller) => {
      worker.onmessage = ({ data }: MessageEvent<HeroReply>) => {
        if (data === null) {
          controller.close();
          worker.terminate();
          return;
        }
        isWaiting = false;
        controller.enqueue(data);
        // The element reads the frames before it shows the next one.
        advance();
      };
      worker.onerror = ({ message }) => {
        controller.error(new Error(message));
        worker.terminate();
      };
    },
  });
  post({ type: 'start', seed });
  post({ type: 'advance', frames: FRAMES_AHEAD });
  void match.openLog(log, '', () => match.play());
  return { advance, end: () => worker.terminate() };
}
