import type { ConsoleRecord } from '../console/console-output.js';

type PrintLine = (line: string, record?: ConsoleRecord) => void;

/** Interval between two lines of one key, ms. */
const REPEAT_INTERVAL_MS = 5000;
/** Keys of the last five seconds; lines of further keys are counted together. */
const MAX_KEYS = 300;
/** Key of the lines of all keys above {@link MAX_KEYS}. */
const OTHER_KEYS = 'other keys';

interface LoggedLine {
  readonly at: number;
  suppressed: number;
}

/**
 * A log for events that may occur thousands of times a second. The first line of a key is printed; further ones
 * within five seconds are counted, and the next line that is printed ends with their number.
 */
export class RateLimitedLog {
  readonly #print: PrintLine;
  readonly #now: () => number;
  readonly #logged = new Map<string, LoggedLine>();

  /**
   * @param print Takes the lines.
   * @param now Time in ms.
   */
  constructor(
    print: (line: string, record?: ConsoleRecord) => void,
    now: () => number = () => performance.now(),
  ) {
    this.#print = print;
    this.#now = now;
  }

  /**
   * @param name Key of the line: a client, a kind of error. Lines of one key are rate limited together.
   * @param record Data of the line; the number of dropped lines is added to its fields.
   * @param print Takes the line instead of the function of the constructor.
   */
  warn(name: string, line: string, record?: ConsoleRecord, print: PrintLine = this.#print): void {
    const now = this.#now();
    const key = this.#selectKey(name, now);
    const last = this.#logged.get(key);
    if (last !== undefined && now - last.at < REPEAT_INTERVAL_MS) {
      last.suppressed += 1;
      return;
    }
    const suffix = last === undefined || last.suppressed === 0 ? '' : ` (and ${last.suppressed} times more)`;
    this.#logged.set(key, { at: now, suppressed: 0 });
    if (record === undefined || suffix === '') print(line + suffix, record);
    else print(line + suffix, { ...record, fields: { ...record.fields, suppressed: last?.suppressed } });
  }

  /** Clients that come and go could name any number of keys. */
  #selectKey(name: string, now: number): string {
    if (this.#logged.has(name) || this.#logged.size < MAX_KEYS) return name;
    for (const [key, { at }] of this.#logged) if (now - at >= REPEAT_INTERVAL_MS) this.#logged.delete(key);
    return this.#logged.size < MAX_KEYS ? name : OTHER_KEYS;
  }
}
