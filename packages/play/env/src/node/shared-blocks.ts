/**
 * The blocks of a batch in a file in shared memory, which Python maps. Node cannot map files, so it copies the results
 * to the file and the actions from it.
 *
 * Each worker has control bytes in the file (`worker-wire.ts`): the last request, the last answer, and for each side
 * whether it sleeps at its pipe. A sleeping side is woken by a byte through the pipe. Waking takes tens of microseconds, so both sides poll the control bytes for a while
 * before they sleep. A single byte is never seen half written; the order of the copies is that of the calls.
 *
 * A side says that it sleeps, then looks once more. If the processor reorders the two, a wake-up can be missed; Python
 * repeats it after some milliseconds.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { DONE, readByte, writeFully } from './pipes.js';
import {
  ANSWER_BYTE,
  ANSWER_SHIFT,
  type BlockSpan,
  type CommandArguments,
  ENGINE_ASLEEP_BYTE,
  PYTHON_ASLEEP_BYTE,
  REQUEST_BYTE,
  REQUEST_COUNT,
  REQUEST_PIPE,
  REQUEST_SHIFT,
  WAKE,
} from './worker-wire.js';

const WAKE_BYTES = new Uint8Array([WAKE]);

/** What Python sends about the file; `spinMicros` 0: both sides always sleep. */
type SharedPlan = CommandArguments['share'];

/** The file of the blocks, as the engine uses it. */
export class SharedBlocks {
  readonly #file: number;
  readonly #memory: Uint8Array;
  readonly #plan: SharedPlan;
  readonly #spans: readonly BlockSpan[];
  readonly #byte = new Uint8Array(1);
  #request = 0;

  constructor(buffer: ArrayBuffer, plan: SharedPlan) {
    this.#plan = plan;
    this.#spans = joinSpans(plan.results);
    this.#memory = new Uint8Array(buffer);
    this.#file = openSync(plan.path, 'r+');
  }

  close(): void {
    closeSync(this.#file);
  }

  #read(control: number): number {
    readSync(this.#file, this.#byte, 0, 1, this.#plan.control + control);
    return this.#byte[0] as number;
  }

  #write(control: number, value: number): void {
    this.#byte[0] = value;
    writeSync(this.#file, this.#byte, 0, 1, this.#plan.control + control);
  }

  /** Waits for a request and returns its kind; for a request through the pipe, its first byte. */
  wait(): number {
    this.#request = (this.#request + 1) % REQUEST_COUNT;
    const kind = this.#plan.spinMicros > 0 ? this.#poll() : 0;
    return kind === 0 || kind === REQUEST_PIPE ? this.#sleep(kind) : kind;
  }

  /** The kind of the request that is waited for, 0 if it is not there yet. */
  #look(): number {
    const found = this.#read(REQUEST_BYTE);
    return found >> REQUEST_SHIFT === this.#request ? found & ((1 << REQUEST_SHIFT) - 1) : 0;
  }

  #poll(): number {
    const end = performance.now() + this.#plan.spinMicros / 1000;
    do {
      const kind = this.#look();
      if (kind !== 0) return kind;
    } while (performance.now() < end);
    this.#write(ENGINE_ASLEEP_BYTE, 1);
    const kind = this.#look();
    if (kind !== 0) this.#write(ENGINE_ASLEEP_BYTE, 0);
    return kind;
  }

  /** Reads the pipe until there is a request. A wake-up can be an old one. */
  #sleep(found: number): number {
    let kind = found;
    let command: number = WAKE;
    while (command === WAKE && (kind === 0 || kind === REQUEST_PIPE)) {
      command = readByte();
      if (command === WAKE) kind = this.#look();
    }
    if (this.#plan.spinMicros > 0 && found === 0) this.#write(ENGINE_ASLEEP_BYTE, 0);
    return command === WAKE ? kind : command;
  }

  /** Copies the actions of a step to the batch. */
  readActions(): void {
    const { start, length, position } = this.#plan.actions;
    readSync(this.#file, this.#memory, start, length, position);
  }

  /** Copies the results to the file. */
  writeResults(): void {
    for (const { start, length, position } of this.#spans)
      for (let at = 0; at < length; )
        at += writeSync(this.#file, this.#memory, start + at, length - at, position + at);
  }

  /** Reports the end of a request: of one of many batches through the pipe, in which an error is reported already. */
  finish(isError: boolean): void {
    if (this.#plan.control < 0) {
      if (!isError) writeFully(DONE);
      return;
    }
    this.#write(ANSWER_BYTE, (this.#request << ANSWER_SHIFT) | (isError ? 1 : 0));
    if (this.#read(PYTHON_ASLEEP_BYTE) !== 0) writeFully(WAKE_BYTES);
  }
}

/** Joins spans that follow each other in both places, and leaves out empty ones. */
function joinSpans(spans: readonly BlockSpan[]): BlockSpan[] {
  const joined: { start: number; length: number; position: number }[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (span.length === 0) continue;
    const gap = last === undefined ? -1 : span.start - last.start - last.length;
    if (last !== undefined && gap === 0 && span.position === last.position + last.length)
      last.length += span.length;
    else joined.push({ ...span });
  }
  return joined;
}
