/** The pipes of the engine: standard input and output. */
import { readSync, writeSync } from 'node:fs';
import { ANSWER, LENGTH_BYTES } from './worker-wire.js';

const INPUT = 0;
const OUTPUT = 1;

/** The answer that a command is executed. */
export const DONE: Uint8Array = new Uint8Array([ANSWER.done.charCodeAt(0)]);

/** The other side closed the pipe: the engine ends. */
export class InputEnd extends Error {}

/** Fills bytes from the standard input. */
export function readFully(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) {
    const count = readSync(INPUT, bytes, at, bytes.length - at, null);
    if (count === 0) throw new InputEnd();
    at += count;
  }
}

/** Writes all bytes to the standard output. */
export function writeFully(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(OUTPUT, bytes, at, bytes.length - at, null);
}

const oneByte = new Uint8Array(1);

/** Reads one byte of the standard input. */
export function readByte(): number {
  readFully(oneByte);
  return oneByte[0] as number;
}

/** Reads a line of the standard input, without its end. */
export function readLine(): string {
  const bytes: number[] = [];
  for (let byte = readByte(); byte !== 0x0a; byte = readByte()) bytes.push(byte);
  return new TextDecoder().decode(new Uint8Array(bytes));
}

/** Reads a length, or the number of a batch. */
export function readNumber(): number {
  const bytes = new Uint8Array(LENGTH_BYTES);
  readFully(bytes);
  return new DataView(bytes.buffer).getUint32(0, true);
}

/** Reads a length and JSON. */
export function readJson(): unknown {
  const text = new Uint8Array(readNumber());
  readFully(text);
  return JSON.parse(new TextDecoder().decode(text));
}

/** Writes an answer: its kind, the length and JSON. */
export function writeJson(kind: (typeof ANSWER)[keyof typeof ANSWER], value: unknown): void {
  const text = new TextEncoder().encode(JSON.stringify(value));
  const bytes = new Uint8Array(1 + LENGTH_BYTES + text.length);
  bytes[0] = kind.charCodeAt(0);
  new DataView(bytes.buffer).setUint32(1, text.length, true);
  bytes.set(text, 1 + LENGTH_BYTES);
  writeFully(bytes);
}
