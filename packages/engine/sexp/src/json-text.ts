/**
 * Returns a text as a JSON string of printable ASCII characters; others are escaped as `\u00e9`. Messages and logs have one byte per
 * character: a byte above 127 as it is would not be UTF-8, which JSON must be.
 */
export function formatJsonString(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
