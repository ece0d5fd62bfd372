import { createControlRow, h } from '../dom.js';

/**
 * Asks a question in a dialog above the whole page. `label` is the text of the button that agrees; the other button, which has
 * the focus, and the Escape key cancel.
 */
export function askInDialog(parent: ParentNode, question: string, label: string): Promise<boolean> {
  const close = (answer: string) => (): void => dialog.close(answer);
  const dialog = h(
    'dialog',
    { class: 'ask', 'aria-label': question },
    h('p', {}, question),
    createControlRow(
      h('button', { type: 'button', autofocus: true, onclick: close('') }, 'Cancel'),
      h('button', { type: 'button', class: 'agree', onclick: close('yes') }, label),
    ),
  );
  parent.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    });
  });
}
