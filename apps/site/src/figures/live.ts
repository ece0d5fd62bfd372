/** A drawn figure in a page: picture, controls and text. */
import { type DrawOptions, PAGE_PALETTE, type SvgDrawing } from './drawing.js';

/** Shows a figure in an empty element; returns the function that removes it. */
export type MountFigure = (host: HTMLElement) => () => void;

export interface LivePicture {
  /** Element of the picture; pointers of the figure are read from it. */
  readonly picture: HTMLElement;
  /** Draws the figure anew. */
  readonly redraw: () => void;
  readonly remove: () => void;
}

/**
 * Adds picture, controls and text to `host`. `draw` is called now, by `redraw`, and when the width of the page changes.
 *
 * @param note Explains the marks of the picture.
 */
export function showPicture(
  host: HTMLElement,
  controls: readonly HTMLElement[],
  draw: (options: DrawOptions) => SvgDrawing,
  note = '',
): LivePicture {
  const picture = createSvgElement('div', 'figure-picture');
  const bar = createSvgElement('div', 'figure-controls');
  bar.append(...controls);
  // Announced when it changes.
  const text = createSvgElement('output', 'figure-text');
  host.append(picture, bar, text);
  if (note !== '') host.append(createSvgElement('p', 'figure-note', note));
  let width = 0;
  const redraw = () => {
    width = picture.clientWidth;
    if (width === 0) return;
    const drawing = draw({ width, palette: PAGE_PALETTE, isTextBeside: true });
    picture.innerHTML = drawing.svg;
    if (text.textContent !== drawing.text) text.textContent = drawing.text;
  };
  const observer = new ResizeObserver(() => {
    if (picture.clientWidth !== width) redraw();
  });
  observer.observe(picture);
  redraw();
  return {
    picture,
    redraw,
    remove: () => {
      observer.disconnect();
      host.replaceChildren();
    },
  };
}

/** Creates an element with a class and a text. */
export function createSvgElement<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className = '',
  text = '',
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (className !== '') element.className = className;
  element.textContent = text;
  return element;
}

/** A range of whole numbers with its name and its value. */
export function createRange(
  name: string,
  range: { readonly min: number; readonly max: number; readonly step: number; readonly unit?: string },
  value: number,
  change: (value: number) => void,
): { readonly element: HTMLElement; readonly set: (value: number) => void } {
  const element = createSvgElement('label', 'figure-range');
  const input = createSvgElement('input');
  const shown = createSvgElement('span', 'figure-value');
  const show = () => {
    shown.textContent = `${input.value}${range.unit ?? ''}`;
    input.setAttribute('aria-valuetext', shown.textContent);
  };
  input.type = 'range';
  input.min = String(range.min);
  input.max = String(range.max);
  input.step = String(range.step);
  input.value = String(value);
  input.addEventListener('input', () => {
    show();
    change(input.valueAsNumber);
  });
  show();
  element.append(createSvgElement('span', '', name), input, shown);
  return {
    element,
    set: (next) => {
      input.value = String(next);
      show();
    },
  };
}

/** A choice of one of some values. */
export function createChoice<T extends string>(
  name: string,
  values: readonly (readonly [value: T, text: string])[],
  chosen: T,
  change: (value: T) => void,
): HTMLElement {
  const element = createSvgElement('label');
  const select = createSvgElement('select');
  for (const [value, text] of values) select.add(new Option(text, value, value === chosen, value === chosen));
  select.addEventListener('change', () => change(select.value as T));
  element.append(createSvgElement('span', '', name), select);
  return element;
}

export function createCheckbox(
  name: string,
  isChecked: boolean,
  change: (isChecked: boolean) => void,
): HTMLElement {
  const element = createSvgElement('label');
  const input = createSvgElement('input');
  input.type = 'checkbox';
  input.checked = isChecked;
  input.addEventListener('change', () => change(input.checked));
  element.append(input, createSvgElement('span', '', name));
  return element;
}

export function createButton(name: string, press: () => void): HTMLElement {
  const element = createSvgElement('button', 'figure-button', name);
  element.type = 'button';
  element.addEventListener('click', press);
  return element;
}

/** Whether the user asked for little motion. */
export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
