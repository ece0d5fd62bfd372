/** Returns the element of the page with this id, which the page has. */
export const findElement = <T extends HTMLElement = HTMLElement>(id: string): T =>
  document.getElementById(id) as T;

/** Enables and disables buttons. If the one that has the focus is disabled, the first enabled one takes the focus, which would be lost. */
export function enableButtons(...states: readonly (readonly [HTMLButtonElement, boolean])[]): void {
  const focused = document.activeElement;
  for (const [button, isEnabled] of states) button.disabled = !isEnabled;
  if (states.some(([button, isEnabled]) => button === focused && !isEnabled))
    states.find(([, isEnabled]) => isEnabled)?.[0].focus();
}
