/** The line of the page that reports what happened. */
import { findElement } from '../controls/elements.js';

/** Advice if a part of the page cannot be loaded. */
export const LOAD_AGAIN =
  'Check the connection, then load the page again: your code is kept in this browser.';

export function showStatus(text: string, isFailure = false): void {
  const line = findElement('status');
  line.textContent = text;
  line.classList.toggle('failed', isFailure);
}
