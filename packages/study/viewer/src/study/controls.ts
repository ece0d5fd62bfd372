import { h } from '../dom.js';

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
