/** Explains messages: units and meaning of their fields by channel, and the datagrams of a text. */
export { type FieldDoc, MESSAGE_DOCS, type MessageDoc, type WireChannel } from '../explain/field-docs.js';
export { type DatagramPiece, splitDatagrams } from '../explain/split-datagrams.js';
