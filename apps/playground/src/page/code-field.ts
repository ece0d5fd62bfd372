import { findElement } from '../controls/elements.js';
import type { CodeEditor } from '../editor.js';

/** The code of the page: a plain field until the editor is loaded. */
export class CodeField {
  readonly #plain = findElement<HTMLTextAreaElement>('plain');
  readonly #run: () => void;
  readonly #onChange: () => void;
  #editor: CodeEditor | null = null;

  /** `run` is called for Ctrl+Enter, `onChange` after each change. */
  constructor(code: string, run: () => void, onChange: () => void) {
    this.#run = run;
    this.#onChange = onChange;
    this.#plain.value = code;
    this.#plain.addEventListener('input', onChange);
    this.#plain.addEventListener('focus', () => this.tryEditor());
  }

  get code(): string {
    return this.#editor?.getCode() ?? this.#plain.value;
  }

  /** Shows code in the editor; at once if the editor is loaded. */
  async show(code: string): Promise<void> {
    this.#plain.value = code;
    try {
      (this.#editor ?? (await this.#loadEditor())).setCode(code);
    } catch {
      // Without the editor, the plain field stays.
      this.#onChange();
    }
  }

  /** Marks a line, from 1, when the editor is loaded. */
  markError(line: number, message: string): void {
    void this.#loadEditor().then(
      (editor) => editor.markError(line, message),
      () => {},
    );
  }

  removeError(): void {
    this.#editor?.markError(null, '');
  }

  /** Loads the editor. Without it, the plain field stays. */
  tryEditor(): void {
    void this.#loadEditor().catch(() => {});
  }

  /** Replaces the plain field by the editor. */
  async #loadEditor(): Promise<CodeEditor> {
    const { createEditor } = await import('../editor.js');
    if (this.#editor !== null) return this.#editor;
    const hasFocus = document.activeElement === this.#plain;
    const { value, selectionStart } = this.#plain;
    const created = createEditor(findElement('editor'), value, this.#run, this.#onChange);
    this.#plain.remove();
    this.#editor = created;
    if (hasFocus) created.focus(selectionStart);
    return created;
  }
}
