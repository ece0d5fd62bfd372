/** Texts in the fragments of links. */
export { packText, unpackText } from '../packed-text.js';
