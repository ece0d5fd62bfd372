import { completeLogs } from '../lifecycle/finish-server.js';
import { openLogs } from '../logs/server-logs.js';
import type { Server } from '../sessions/server.js';

/** The logs of a room, which are completed when the match goes back in time, because the time of a log never decreases. */
export class RoomLogs {
  readonly #server: Server;
  /** Steps of the match at the begin of the current logs. */
  #fromSteps: number;
  /** Resolves when the earlier logs are complete. */
  #earlier: Promise<void> = Promise.resolve();

  constructor(server: Server) {
    this.#server = server;
    this.#fromSteps = server.match.steps;
  }

  /** Resolves when the logs from before the last restart are complete. */
  get earlierCompleted(): Promise<void> {
    return this.#earlier;
  }

  /** Takes the current step as the begin of the logs. */
  markBegin(): void {
    this.#fromSteps = this.#server.match.steps;
  }

  /**
   * Completes the logs and opens new ones. Logs without a step are kept. A recording is completed without a successor: it can only be
   * replayed from the start of its match.
   */
  restart(): void {
    const server = this.#server;
    const { match, logs, config, start, console, problems } = server;
    if (match.steps === this.#fromSteps) return;
    this.markBegin();
    const completed = completeLogs(server, { ...logs });
    this.#earlier = Promise.all([this.#earlier, completed]).then(() => {});
    try {
      const withoutRecording = { ...config, rcss: { ...config.rcss, record: '' } };
      Object.assign(logs, openLogs(match, withoutRecording, start, { console, problems }));
    } catch (error) {
      Object.assign(logs, { game: null, text: null, keepaway: null, recording: null });
      problems.add(`Error: no logs after the reset: ${(error as Error).message}`);
    }
  }
}
