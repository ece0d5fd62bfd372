/** Helper functions that create elements. */

type Props = Readonly<Record<string, unknown>>;
type Child = Node | string | null | undefined | false;

/** Creates an element with properties (`class`, `aria-*`, `data-*` and `on...` as usual) and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value as EventListener);
    else if (name === 'class') element.className = String(value);
    else if (name in element && !name.includes('-'))
      (element as unknown as Record<string, unknown>)[name] = value;
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.filter((c): c is Node | string => c !== null && c !== undefined && c !== false));
  return element;
}

/** Sets the text only if it changed, which makes calls for every picture cheap. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Creates a button with a text. */
export function createTextButton(text: string, onclick: () => void, props: Props = {}): HTMLButtonElement {
  return h('button', { type: 'button', onclick, ...props }, text);
}

/** Creates a selection with its values and their texts. */
export function createSelect(
  label: string,
  choices: readonly (readonly [value: string, text: string])[],
  onchange?: () => void,
): HTMLSelectElement {
  return h(
    'select',
    { 'aria-label': label, onchange },
    ...choices.map(([value, text]) => h('option', { value }, text)),
  );
}

/** Creates a row of controls. */
export function createControlRow(...children: readonly Child[]): HTMLElement {
  return h('div', { class: 'row' }, ...children);
}

/** Creates a paragraph of small text; `props` as of `h`. */
export function createHint(text = '', props: Props = {}): HTMLElement {
  return h('p', { class: 'hint', ...props }, text);
}

/** Creates the content of an entry of a list: a button with a cycle, a text and further children. */
export function createTimeButton(
  time: number | '',
  text: string,
  onclick: () => void,
  props: Props = {},
  ...children: readonly Child[]
): HTMLButtonElement {
  const parts = [h('time', {}, String(time)), h('span', {}, text), ...children];
  return h('button', { type: 'button', onclick, ...props }, ...parts);
}

/** Saves a file with the browser. */
export function download(file: Blob, name: string): void {
  const link = h('a', { href: URL.createObjectURL(file), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Creates an input of a form with its label before it. */
export function createField(label: string, input: HTMLElement): HTMLElement {
  return h('label', { class: 'opt' }, h('span', {}, label), input);
}

/** Creates an icon from one path in a view box of 24 by 24. */
export function createIcon(path: string): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const shape = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  shape.setAttribute('d', path);
  svg.append(shape);
  return svg;
}

/** Creates a button with an icon; `label` is its accessible name and its tooltip. */
export function createIconButton(
  path: string,
  labelText: string,
  onclick: (event: MouseEvent) => void,
  extra: Props = {},
): HTMLButtonElement {
  const button = h('button', {
    type: 'button',
    class: 'icon',
    title: labelText,
    'aria-label': labelText,
    onclick,
    ...extra,
  });
  button.append(createIcon(path));
  return button;
}

export const ICONS = {
  play: 'M7 4.5v15l12.5-7.5z',
  reverse: 'M17 4.5v15L4.5 12z',
  pause: 'M6 4.5h4v15H6zM14 4.5h4v15h-4z',
  first: 'M5 5h2.5v14H5zM19 5v14L8.5 12z',
  last: 'M16.5 5H19v14h-2.5zM5 5v14l10.5-7z',
  back: 'M9 5h2.5v14H9zM20 5v14l-7.5-7zM4 5h2v14H4z',
  stepBack: 'M15 5v14L6 12zM17 5h2v14h-2z',
  stepForward: 'M9 5v14l9-7zM5 5h2v14H5z',
  goalBack:
    'M11 5.5v13L3 12zM16.5 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10zm0 2.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z',
  goalNext:
    'M13 5.5v13l8-6.5zM7.5 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zm0 2.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6z',
  loop: 'M7 7h9V4l5 4.5-5 4.5v-3H9v3L4 17.500l5-4.500v3h9v-3h2.500v6H9v3',
  view: 'M3 6h10v2H3zM17 6h4v2h-4zM14 4h2v6h-2zM3 16h4v2H3zM11 16h10v2H11zM8 14h2v6H8z',
  players: 'M4 5h16v2.2H4zM4 10.900h16v2.200H4zM4 16.800h16v2.200H4z',
  messages: 'M4 4h16v12H9.500L5 20v-4H4zM6 6v8h12V6z',
  whistle:
    'M3 8h10l1.500-3h3L16.500 8H21v4h-5a6 6 0 1 1-11-2L3 9.500zM10.500 11a3.200 3.200 0 1 0 0 6.400 3.200 3.200 0 0 0 0-6.400z',
  statistics:
    'M4 4h2.200v13.800H20V20H4zM8.500 11h2.500v5H8.500zM12.500 6.500H15V16h-2.500zM16.500 9H19v7h-2.500z',
  agents:
    'M12 2.500a2 2 0 0 1 1 3.700V7h4a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3v-6a3 3 0 0 1 3-3h4v-.8a2 2 0 0 1 1-3.700zM9 10.500a1.700 1.700 0 1 0 0 3.400 1.700 1.700 0 0 0 0-3.400zm6 0a1.700 1.700 0 1 0 0 3.400 1.700 1.700 0 0 0 0-3.400zM8 20.500h8V22H8z',
  help: 'M12 2.500a9.500 9.500 0 1 1 0 19 9.500 9.500 0 0 1 0-19zm-1.200 13.400h2.400v2.300h-2.400zM12 5.800c-2.300 0-3.900 1.500-3.900 3.600h2.300c0-1 .6-1.600 1.600-1.600s1.600.6 1.600 1.500c0 .8-.4 1.200-1.300 1.800-1.100.8-1.500 1.500-1.500 2.900v.4h2.300v-.3c0-.8.3-1.200 1.200-1.800 1.100-.8 1.700-1.700 1.700-3.100 0-2-1.600-3.400-4-3.400z',
  full: 'M4 4h6v2.200H6.200V10H4zM14 4h6v6h-2.200V6.200H14zM4 14h2.200v3.800H10V20H4zM17.800 14H20v6h-6v-2.200h3.800z',
  link: 'M10.600 13.400a4 4 0 0 1 0-5.700l3-3a4 4 0 0 1 5.700 5.700l-1.500 1.500-1.500-1.500 1.500-1.500a1.900 1.900 0 0 0-2.700-2.700l-3 3a1.900 1.900 0 0 0 0 2.700zM13.400 10.600a4 4 0 0 1 0 5.700l-3 3a4 4 0 0 1-5.700-5.700l1.500-1.500 1.500 1.500-1.500 1.500a1.900 1.900 0 0 0 2.700 2.700l3-3a1.900 1.900 0 0 0 0-2.700z',
  follow:
    'M12 3v3.500M12 17.500V21M3 12h3.500M17.500 12H21M12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10zm0 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  spatial: 'M12 3l8 4.500v9L12 21l-8-4.500v-9zM4 7.500l8 4.500 8-4.500M12 12v9',
  fit: 'M3 5h18v14H3zm2 2v10h14V7zm6.200 0h1.600v10h-1.600z',
  zoomIn: 'M10.800 4h2.400v6.800H20v2.400h-6.800V20h-2.400v-6.800H4v-2.400h6.800z',
  zoomOut: 'M4 10.800h16v2.400H4z',
  close:
    'M6.200 4.800L12 10.600l5.800-5.800 1.400 1.400L13.400 12l5.800 5.800-1.400 1.400L12 13.400l-5.800 5.800-1.400-1.400L10.600 12 4.800 6.200z',
  save: 'M10.800 3.500h2.400v8.600l3-3 1.700 1.700-5.900 5.900-5.900-5.900 1.700-1.700 3 3zM4 16h2.200v2.300h11.600V16H20v4.500H4z',
  notes:
    'M4 20l1-5L15.500 4.500a2.200 2.200 0 0 1 3.100 0l.9.9a2.200 2.200 0 0 1 0 3.100L9 19zM6.900 15.900l-.4 1.600 1.600-.4 7.700-7.700-1.200-1.200z',
  more: 'M5 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM12 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM19 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4z',
} as const;
