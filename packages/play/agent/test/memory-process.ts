import type { ProcessEvents, StartProcess } from '../src/process/deciding-process.js';
import { encodeMessageFrame, MessageFrameReader } from '../src/process/frames.js';
import type { FromAgent } from '../src/process/messages.js';

/** A process in memory: what it got, and what it does. */
export interface MemoryProcess {
  readonly received: FromAgent[];
  /** Ended by the agent. */
  isKilled: boolean;
  isClosed: boolean;
  send(message: object): void;
  sendBytes(bytes: Uint8Array): void;
  end(reason: string): void;
}

/** The answer to `start`. */
export const READY = { type: 'ready', version: 1, decides: ['play', 'set_play', 'penalty'] } as const;

/** Starts processes in memory. `answer` is called for each message of the agent; by default a process greets and then is silent. */
export function createMemoryProcesses(
  answer: (message: FromAgent, process: MemoryProcess) => void = (message, process) => {
    if (message.type === 'start') process.send(READY);
  },
): { readonly start: StartProcess; readonly processes: MemoryProcess[] } {
  const processes: MemoryProcess[] = [];
  const start: StartProcess = (events: ProcessEvents) => {
    const reader = new MessageFrameReader();
    const process: MemoryProcess = {
      received: [],
      isKilled: false,
      isClosed: false,
      send: (message) => events.onBytes(encodeMessageFrame(message)),
      sendBytes: (bytes) => events.onBytes(bytes),
      end: (reason) => events.onEnd(reason),
    };
    processes.push(process);
    return {
      write(bytes) {
        for (const message of reader.push(bytes) as FromAgent[]) {
          process.received.push(message);
          // An answer comes after the call, as from a real process.
          queueMicrotask(() => answer(message, process));
        }
      },
      close() {
        process.isClosed = true;
      },
      kill() {
        process.isKilled = true;
      },
    };
  };
  return { start, processes };
}
