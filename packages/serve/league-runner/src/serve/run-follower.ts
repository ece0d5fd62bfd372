import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadedDocument } from '../documents/load-document.js';
import { addAudit } from '../runs/audit.js';
import { recordForfeits } from '../runs/counting-lines.js';
import { readRunFolder } from '../runs/read-run.js';
import {
  type FilePosition,
  RESULT_FILE,
  type RunHeader,
  readHeader,
  scanResultFile,
} from '../runs/result-file.js';
import { createRunState, type RunState, recordResult } from '../runs/run-state.js';
import { MatchArchive } from './match-archive.js';

/** Reads the result file of a run while another process appends to it. */
export class RunFollower {
  readonly folder: string;
  readonly #reload: () => LoadedDocument;
  #loaded: LoadedDocument;
  readonly #path: string;
  #position: FilePosition = { bytes: 0, lines: 0 };
  #file: number | null = null;
  #header: RunHeader | null = null;
  #state: RunState;
  #archive: MatchArchive;
  #problem: string | null = null;

  /** @param reload Reads the document again: the organizer has decided something, such as that a team joins. Default: it stays. */
  constructor(folder: string, loaded: LoadedDocument, reload: () => LoadedDocument = () => loaded) {
    this.#reload = reload;
    this.folder = folder;
    this.#loaded = loaded;
    this.#path = join(folder, RESULT_FILE);
    this.#state = createRunState(loaded);
    this.#archive = new MatchArchive(this.#path);
  }

  /** The document as it was read last. */
  get loaded(): LoadedDocument {
    return this.#loaded;
  }

  /** First line of the file; null before it is there. */
  get header(): RunHeader | null {
    return this.#header;
  }

  get state(): RunState {
    return this.#state;
  }

  get archive(): MatchArchive {
    return this.#archive;
  }

  /** Why the results cannot be shown, or null. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Reads what is new in the file. Returns whether something has changed. */
  read(): boolean {
    const stat = statSync(this.#path, { throwIfNoEntry: false });
    const isOther = stat === undefined || stat.ino !== this.#file || stat.size < this.#position.bytes;
    let hasChanged = false;
    if (isOther && this.#file !== null) {
      this.#clear();
      hasChanged = true;
    }
    if (stat === undefined || this.#problem !== null || stat.size === this.#position.bytes) return hasChanged;
    this.#file = stat.ino;
    const { bytes } = this.#position;
    try {
      this.#header ??= readHeader(this.folder);
      if (this.#header === null) return hasChanged;
      if (this.#header.document !== this.#loaded.hash)
        throw new Error(`${this.folder} has the results of another document, ${this.#header.name}`);
      if (this.#position.bytes === 0 || this.#readNew()) this.#readAll();
    } catch (error) {
      this.#problem = (error as Error).message;
      return true;
    }
    return hasChanged || this.#position.bytes > bytes;
  }

  /** Adds the lines after the position; true if there is a decision of the organizer, so that earlier lines may count no more. */
  #readNew(): boolean {
    let hasDecision = false;
    const { completeBytes, lineCount } = scanResultFile(
      this.folder,
      {
        match: (line, range) => {
          if (hasDecision || !recordResult(this.#state, line)) return;
          this.#archive.add(line, range);
          recordForfeits(this.#state, (forfeit) => this.#archive.add(forfeit, null));
        },
        audit: (line) => void addAudit(this.#state.audit, line),
        decision: () => {
          hasDecision = true;
        },
      },
      this.#position,
    );
    this.#position = { bytes: completeBytes, lines: lineCount };
    return hasDecision;
  }

  #readAll(): void {
    try {
      this.#loaded = this.#reload();
    } catch {
      // The document is being written; it is read again with the next decision.
    }
    const archive = new MatchArchive(this.#path);
    const { state, position } = readRunFolder(this.folder, this.#loaded, (line, range) =>
      archive.add(line, range),
    );
    this.#state = state;
    this.#archive = archive;
    this.#position = position;
  }

  /** The file was removed or replaced. */
  #clear(): void {
    this.#position = { bytes: 0, lines: 0 };
    this.#file = null;
    this.#header = null;
    this.#problem = null;
    this.#state = createRunState(this.#loaded);
    this.#archive = new MatchArchive(this.#path);
  }
}
