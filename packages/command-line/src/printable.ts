/**
 * Replaces control characters by visible escapes, so that text from a network or a file cannot change the terminal.
 *
 * A line feed becomes `\n`, ESC becomes `\x1b`. Printable text is returned unchanged.
 */
export function escapeControls(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, (character) => {
    const named = NAMED.get(character);
    return named ?? `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
}

const NAMED = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);
