/** How long the same thing is not told again, ms. */
const QUIET = 5000;

interface Told {
  readonly at: number;
  suppressed: number;
}

/**
 * Lines for people about what may happen thousands of times a second: each matter is told once, and not again before
 * some seconds have passed; then with the number of times that it was left out.
 */
export class Notices {
  readonly #print: (line: string) => void;
  readonly #now: () => number;
  readonly #told = new Map<string, Told>();

  /**
   * @param print takes the lines
   * @param now time in ms
   */
  constructor(print: (line: string) => void, now: () => number = () => performance.now()) {
    this.#print = print;
    this.#now = now;
  }

  /** @param matter what is the same and what is not; there must be few of them (clients, kinds of trouble) */
  tell(matter: string, line: string): void {
    const now = this.#now();
    const told = this.#told.get(matter);
    if (told !== undefined && now - told.at < QUIET) {
      told.suppressed += 1;
      return;
    }
    const left = told === undefined || told.suppressed === 0 ? '' : ` (and ${told.suppressed} times more)`;
    this.#told.set(matter, { at: now, suppressed: 0 });
    this.#print(line + left);
  }
}
