import { defineMatch } from '../element/rcss-match.js';
import type { PageLog } from './html.js';
import { chooseColumns, toMatchAddress } from './match-address.js';

const STYLE = `
:root { color-scheme: dark; }
#wall { position: fixed; inset: 0; display: grid; gap: 6px; padding: 6px; }
#wall rcss-match { width: 100%; height: 100%; aspect-ratio: auto; min-width: 0; min-height: 0; }
#wall h1 { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); }
#wall p { margin: auto; font: 16px system-ui, sans-serif; }
`;

/**
 * Shows several matches on one page, each in the mode for public screens. Logs start again after their end. Keys work in the match
 * that has the focus; Shift+F shows it alone on the screen. `logs` are the logs of the server, with their titles.
 */
export function showWall(addresses: readonly string[], logs: readonly PageLog[] = []): void {
  defineMatch();
  const style = document.createElement('style');
  style.textContent = STYLE;
  const wall = document.createElement('main');
  wall.id = 'wall';
  // Screens show the matches alone; the heading is for screen readers.
  const heading = document.createElement('h1');
  heading.textContent = `${addresses.length} matches`;
  wall.append(heading, ...addresses.map((address) => createTile(address, logs)));
  document.head.append(style);
  document.body.replaceChildren(wall);
  document.title = heading.textContent;
  const fit = (): void => {
    wall.style.gridTemplateColumns = `repeat(${chooseColumns(addresses.length, innerWidth, innerHeight)}, minmax(0, 1fr))`;
  };
  fit();
  addEventListener('resize', fit);
}

function createTile(address: string, logs: readonly PageLog[]): HTMLElement {
  try {
    const match = document.createElement('rcss-match');
    const src = toMatchAddress(address, location.href);
    const log = logs.find(({ path }) => new URL(path, location.href).href === src);
    for (const [name, value] of [
      ['screen', ''],
      ['theme', 'dark'],
      ['autoplay', ''],
      ['label', log?.title ?? null],
      ['src', src],
    ] as const)
      if (value !== null) match.setAttribute(name, value);
    return match;
  } catch (error) {
    const text = document.createElement('p');
    text.textContent = `wall: ${error instanceof Error ? error.message : String(error)}; give http://HOST:PORT of a bridge, ws://HOST:PORT/rooms/ID/monitor or the address of a log`;
    return text;
  }
}
