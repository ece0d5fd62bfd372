/** The form that takes the team of a pasted link as the opponents. */

import { findElement, showStatus } from '../controls/elements.js';
import type { Opponents } from '../policies/opponents.js';

/** Prepares the form. */
export function prepareOpponentLinks(opponents: Opponents): void {
  const button = findElement('add-opponent');
  const form = findElement('link-form');
  const linkField = findElement<HTMLInputElement>('opponent-link');
  const showForm = (isShown: boolean): void => {
    form.hidden = !isShown;
    button.setAttribute('aria-expanded', String(isShown));
  };
  button.addEventListener('click', () => {
    showForm(form.hidden);
    if (!form.hidden) linkField.focus();
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      showStatus(await opponents.addLink(linkField.value));
      linkField.value = '';
      showForm(false);
      button.focus();
    } catch (error) {
      showStatus((error as Error).message, true);
    }
  });
}
