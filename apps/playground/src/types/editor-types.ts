/** Type check of the code in the editor: when it runs, and the switch of the page. */
import { PageStorage } from '../page-storage.js';
import { describeProblems } from './editor-marks.js';
import { TypeClient } from './type-client.js';
import type { TypeCompletion, TypeProblem } from './type-messages.js';

/** Time without a change after which the code is checked, ms. */
const PAUSE_MS = 400;

/** The types of the code. The compiler is large: it is loaded when the code is first used, not with the editor. */
export class EditorTypes {
  readonly #getCode: () => string;
  readonly #onProblems: () => void;
  readonly #switch = document.getElementById('types') as HTMLInputElement;
  readonly #status = document.getElementById('types-status') as HTMLElement;
  readonly #client = new TypeClient(() => this.#showBroken());
  #problems: readonly TypeProblem[] = [];
  #timer = 0;
  #isUsed = false;
  #isReady = false;

  /** `onProblems` is called when `problems` has changed. */
  constructor(getCode: () => string, onProblems: () => void) {
    this.#getCode = getCode;
    this.#onProblems = onProblems;
    const storage = new PageStorage();
    this.#switch.checked = storage.get('types') !== 'off';
    (document.getElementById('types-bar') as HTMLElement).hidden = false;
    this.#switch.addEventListener('change', () => {
      storage.set('types', this.#switch.checked ? 'on' : 'off');
      if (this.#switch.checked) this.#begin();
      else this.#end('');
    });
  }

  /** Errors of the code that was checked last; empty if it has changed since. */
  get problems(): readonly TypeProblem[] {
    return this.#problems;
  }

  /** Whether the compiler is loaded. */
  get isReady(): boolean {
    return this.#isReady;
  }

  complete(at: number): Promise<readonly TypeCompletion[]> {
    return this.#client.ask('complete', this.#getCode(), at);
  }

  explain(at: number): Promise<string | null> {
    return this.#client.ask('explain', this.#getCode(), at);
  }

  /** The code has the keyboard: the compiler is loaded, if it was not. */
  noteFocus(): void {
    if (!this.#isUsed && this.#switch.checked) this.#begin();
  }

  /** The code has changed; it is checked after a pause. */
  noteChange(): void {
    if (!this.#isUsed) return;
    // The editor moves the marks with the text; the next check replaces them.
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), PAUSE_MS) as unknown as number;
  }

  #begin(): void {
    this.#isUsed = true;
    this.#status.textContent = 'The types are being loaded.';
    void this.#check();
  }

  async #check(): Promise<void> {
    const code = this.#getCode();
    const problems = await this.#client.ask('check', code);
    if (!this.#isUsed) return;
    this.#isReady = true;
    // A newer code is checked too.
    if (code !== this.#getCode()) return;
    this.#problems = problems;
    const [first] = problems;
    const line = first === undefined ? 0 : code.slice(0, first.from).split('\n').length;
    this.#status.textContent = describeProblems(problems.length, line);
    this.#onProblems();
  }

  #end(status: string): void {
    clearTimeout(this.#timer);
    this.#client.close();
    this.#isUsed = false;
    this.#isReady = false;
    this.#problems = [];
    this.#status.textContent = status;
    this.#onProblems();
  }

  #showBroken(): void {
    this.#end(
      'The types cannot be loaded; the code runs without them. To try again, turn the switch off and on.',
    );
    // The focus alone does not try again.
    this.#isUsed = true;
  }
}
