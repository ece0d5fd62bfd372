/** Records the displayed shows as a new log (spec 11 §2.5). */
import type { LogRecord, LogVersion, OpenLog } from '@rcss/logs';
import { SceneWriter } from '@rcss/logs/edit';
import type { FileOutput } from '../files/io.js';
import type { ShowPlayer } from './player.js';

/** Creates the records at the beginning of a log that is recorded from `log`. */
function createHeadRecords(log: OpenLog): LogRecord[] {
  const records: LogRecord[] = [{ type: 'header', offset: 0, version: log.version }];
  if (log.serverVersion !== null)
    records.push({ type: 'server_version', offset: 0, text: log.serverVersion });
  if (log.timestamp !== null) records.push({ type: 'timestamp', offset: 0, text: log.timestamp });
  if (log.hasParameters) {
    records.push({ type: 'server_param', offset: 0, params: log.server, block: null });
    records.push({ type: 'player_param', offset: 0, params: log.player, block: null });
    for (const playerType of log.types)
      records.push({ type: 'player_type', offset: 0, playerType, block: null });
  }
  return [...records, ...log.teamGraphics];
}

/** Writes every displayed show to a log while the player records. It must be closed at the end. */
export class Recorder {
  readonly #writer: SceneWriter;
  readonly #output: FileOutput;
  /** Resolves when all records so far are written. */
  #work: Promise<void> = Promise.resolve();
  #begun = false;
  #failure: Error | null = null;
  readonly #onFailure: (error: Error) => void;

  /** @param onFailure Called once, if the log cannot be written. The rest of the shows is not recorded. */
  constructor(
    player: ShowPlayer,
    output: FileOutput,
    version: LogVersion | null,
    onFailure: (error: Error) => void = () => {},
  ) {
    this.#onFailure = onFailure;
    this.#output = output;
    this.#writer = new SceneWriter(version, (bytes) => output.write(bytes));
    player.canRecord = true;
    player.listen({
      log: (log) => {
        if (this.#begun) return;
        this.#begun = true;
        for (const record of createHeadRecords(log)) this.#enqueue(() => this.#writer.addHead(record));
      },
      show: (frame) => {
        if (player.recording) this.#enqueue(() => this.#writer.addShow(frame, 0));
      },
    });
  }

  get shows(): number {
    return this.#writer.shows;
  }

  #enqueue(work: () => Promise<void>): void {
    this.#work = this.#work
      .then(() => (this.#failure === null ? work() : undefined))
      .catch((error: unknown) => {
        this.#failure = error as Error;
        this.#onFailure(this.#failure);
      });
  }

  /** Completes the log. Returns whether it has all recorded shows. */
  async close(): Promise<boolean> {
    this.#enqueue(() => this.#writer.finish());
    if (this.#failure === null) this.#enqueue(() => this.#output.close());
    await this.#work;
    if (this.#failure !== null) await this.#output.discard();
    return this.#failure === null;
  }
}
