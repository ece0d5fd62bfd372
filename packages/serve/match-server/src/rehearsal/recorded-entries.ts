import type { RecordedEntry, RecordedInput, RecordingReader } from '@rcss/simulator/recording';
import type { Server } from '../sessions/server.js';
import { RehearsalError } from './rehearsal-options.js';

/** Parts of a cycle in a recording. All other entries are inputs between two of them. */
const PHASES: ReadonlySet<RecordedEntry['do']> = new Set(['step', 'auto', 'sense', 'vision']);

/** The entries of a recording in their order, beside the phases of the server that plays them. */
export class RecordedEntries {
  /** The entry that follows; null: the recording is over. */
  next: RecordedEntry | null;
  /** Whether the recording was played to its end. */
  isOver = false;
  /** Game time of the first step with another state than the recorded one, since the programs play. */
  differsFrom: number | null = null;
  readonly #server: Server;
  readonly #reader: RecordingReader;

  constructor(server: Server, reader: RecordingReader) {
    this.#server = server;
    this.#reader = reader;
    this.next = reader.nextEntry();
  }

  /** Plays the inputs up to the next phase. */
  async playInputs(play: (entry: RecordedEntry) => Promise<void>): Promise<void> {
    for (let entry = this.next; entry !== null && !PHASES.has(entry.do); entry = this.next) {
      if (this.#server.run.ending !== null) return;
      this.#endIfOver();
      if (this.isOver) return;
      this.next = this.#reader.nextEntry();
      await play(entry);
    }
    this.#endIfOver();
  }

  /** @throws {RehearsalError} if a phase of the server is not the recorded one, or gives another state */
  expect(input: RecordedInput): void {
    const entry = this.next;
    if (entry === null || !PHASES.has(input.do)) return;
    const { steps, world } = this.#server.match;
    const differs = (what: string) =>
      new RehearsalError(
        `the replay differs from the recording in step ${steps} (cycle ${world.time}): ${what}; use the version that recorded it: ${this.#reader.header.program}`,
      );
    if (
      entry.do !== input.do ||
      (entry.do === 'vision' && input.do === 'vision' && entry.synchronous !== input.synchronous)
    )
      throw differs(`${entry.do} is recorded, ${input.do} follows`);
    if (entry.do === 'step' && input.do === 'step' && entry.digest !== input.digest)
      throw differs('another state');
    this.next = this.#reader.nextEntry();
    this.#endIfOver();
  }

  /** Compares the states of the match that the programs play with the recorded ones, up to the first difference. */
  follow(input: RecordedInput): void {
    if (input.do !== 'step' || this.next === null || this.differsFrom !== null) return;
    while (this.next !== null && this.next.do !== 'step') this.next = this.#reader.nextEntry();
    if (this.next?.do === 'step' && this.next.digest !== input.digest)
      this.differsFrom = this.#server.match.world.time;
    this.next = this.#reader.nextEntry();
  }

  /** After the match, programs leave in their own time. */
  #endIfOver(): void {
    const { match, run } = this.#server;
    if (this.next !== null && this.next.do !== 'end' && match.world.playMode !== 'time_over') return;
    this.isOver = true;
    this.next = null;
    run.ending ??= 'Game Over. Exiting...';
  }
}
