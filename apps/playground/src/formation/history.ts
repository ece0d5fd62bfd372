/** Steps that *Undo* takes back. */
const MAX_STEPS = 200;

/** A value with its earlier ones. */
export class EditHistory<T> {
  readonly #earlier: T[] = [];
  #later: T[] = [];
  #current: T;

  constructor(first: T) {
    this.#current = first;
  }

  get current(): T {
    return this.#current;
  }

  get canUndo(): boolean {
    return this.#earlier.length > 0;
  }

  get canRedo(): boolean {
    return this.#later.length > 0;
  }

  /** Takes a value; `isSame`: it continues the last change, which `undo` takes back as a whole. */
  push(value: T, isSame = false): void {
    if (!isSame) this.#earlier.push(this.#current);
    if (this.#earlier.length > MAX_STEPS) this.#earlier.shift();
    this.#later = [];
    this.#current = value;
  }

  /** Returns the value before; the same one if there is none. */
  undo(): T {
    return this.#take(this.#earlier, this.#later);
  }

  /** Returns the value that `undo` took back; the same one if there is none. */
  redo(): T {
    return this.#take(this.#later, this.#earlier);
  }

  #take(from: T[], to: T[]): T {
    const value = from.pop();
    if (value === undefined) return this.#current;
    to.push(this.#current);
    this.#current = value;
    return value;
  }
}
