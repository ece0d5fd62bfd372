/** Returns the element of the page with this id, which the page has. */
export const findElement = <T extends HTMLElement = HTMLElement>(id: string): T =>
  document.getElementById(id) as T;

/** Creates an element with properties, such as `className` and `onclick`, and contents. */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...contents: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...contents);
  return element;
}

/** Creates a row of a table. */
export const createRow = (cells: readonly (Node | string | number)[], className = ''): HTMLTableRowElement =>
  createElement(
    'tr',
    { className },
    ...cells.map((cell) => createElement('td', {}, cell instanceof Node ? cell : String(cell))),
  );

/** Shows in a line of the page what happened. */
export function showStatus(text: string, isFailure = false): void {
  const line = findElement('status');
  line.textContent = text;
  line.className = isFailure ? 'failed' : '';
}

/** Enables and disables buttons. If the one that has the focus is disabled, the first enabled one takes the focus, which would be lost. */
export function enableButtons(...states: readonly (readonly [HTMLButtonElement, boolean])[]): void {
  const focused = document.activeElement;
  for (const [button, isEnabled] of states) button.disabled = !isEnabled;
  if (states.some(([button, isEnabled]) => button === focused && !isEnabled))
    states.find(([, isEnabled]) => isEnabled)?.[0].focus();
}
