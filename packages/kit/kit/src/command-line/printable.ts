/** Control characters, and characters that change the direction of text or break lines (bidi controls, separators). */
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
/** The same characters without line feed and tab. */
const UNSAFE_IN_TEXT =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
/** The same characters, without those that JSON escapes anyway. */
const UNSAFE_IN_JSON = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

const NAMED = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

function toHex(character: string, digits: number): string {
  return character.charCodeAt(0).toString(16).padStart(digits, '0');
}

function escapeCharacter(character: string): string {
  const named = NAMED.get(character);
  if (named !== undefined) return named;
  return character < '\u0100' ? `\\x${toHex(character, 2)}` : `\\u${toHex(character, 4)}`;
}

/**
 * Replaces control characters by visible escapes, so that text from a network or a file cannot change the terminal.
 *
 * A line feed becomes `\n`, ESC becomes `\x1b`, a right-to-left override becomes `\u202e`. Printable text is returned unchanged.
 */
export function escapeControls(text: string): string {
  return text.replace(UNSAFE, escapeCharacter);
}

/** Replaces control characters like {@link escapeControls} in a text of several lines: line feeds and tabs stay. */
export function escapeText(text: string): string {
  return text.replace(UNSAFE_IN_TEXT, escapeCharacter);
}

/**
 * Formats a value like `JSON.stringify`, without control characters: those that `JSON.stringify` leaves become `\u` escapes, which
 * do not change the meaning.
 */
export function formatJson(
  value: unknown,
  replacer?: ((key: string, value: unknown) => unknown) | null,
  indent?: number,
): string {
  // Without a replacer, `JSON.stringify` takes undefined.
  return JSON.stringify(value, replacer ?? undefined, indent).replace(
    UNSAFE_IN_JSON,
    (character) => `\\u${toHex(character, 4)}`,
  );
}
