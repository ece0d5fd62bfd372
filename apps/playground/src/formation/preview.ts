/** A match in the page of the formation editor: a team in the formation against the chasers. */
import { defineViewer, openLogSource, type RcssViewer } from '@rcss/viewer';
import { MatchEngine } from '../match-engine.js';
import type { EngineEvent } from '../messages.js';

/** Time without a change after which a match of the new formation begins, ms. */
const SETTLE_MS = 600;
const MATCH = { seed: 1, cycles: 600, limitMs: 3_000 } as const;

/** What the preview needs from its page. */
export interface PreviewHost {
  readonly viewer: RcssViewer;
  /** Returns the code of a team in the formation of now, TypeScript. */
  createCode(): string;
  report(text: string, isFailure?: boolean): void;
  /** Called when the preview begins or ends. */
  onRunning(isRunning: boolean): void;
}

/** Plays the formation of the page, and again after each change, until it is stopped. */
export class FormationPreview {
  readonly #host: PreviewHost;
  readonly #engine: MatchEngine;
  #stream: ReadableStreamDefaultController<Uint8Array> | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isOn = false;
  /** Number of the last match. */
  #id = 0;

  constructor(host: PreviewHost) {
    this.#host = host;
    this.#engine = new MatchEngine((message) => {
      this.stop();
      host.report(`The program of the match failed: ${message}. Load the page again.`, true);
    });
    defineViewer();
  }

  /** Plays a match of the formation of now. */
  async start(): Promise<void> {
    this.#isOn = true;
    this.#host.onRunning(true);
    this.#id += 1;
    const id = this.#id;
    const { compileTeam } = await import('@rcss/team-frames/compile');
    const compiled = compileTeam(this.#host.createCode());
    if (id !== this.#id) return;
    if (!compiled.ok) {
      this.stop();
      this.#host.report(compiled.message, true);
      return;
    }
    this.#close();
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#stream = controller;
      },
    });
    this.#engine.run(
      {
        left: { name: 'Mine', code: compiled.code },
        right: { name: 'Chasers', code: null },
        ...MATCH,
      },
      (event) => this.#receive(event),
    );
    const source = await openLogSource(stream, 'Preview');
    if (!source.ok || id !== this.#id) return;
    const { viewer } = this.#host;
    viewer.source = source.value;
    viewer.viewer.controlPlayback((playback) => playback.play(1));
  }

  /** The formation has changed: the preview begins again when the changes have ended. */
  update(): void {
    if (!this.#isOn) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.start(), SETTLE_MS);
  }

  /** Ends the match and the following of changes; the viewer keeps what was played. */
  stop(): void {
    this.#isOn = false;
    this.#id += 1;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#engine.stop();
    this.#close();
    this.#host.onRunning(false);
  }

  #close(): void {
    this.#stream?.close();
    this.#stream = null;
  }

  #receive(event: EngineEvent): void {
    const { report } = this.#host;
    if (event.type === 'log') this.#stream?.enqueue(event.bytes);
    else if (event.type === 'failure') {
      this.stop();
      report(event.failure.message, true);
    } else if (event.type === 'end') {
      this.#close();
      const { score, time } = event.end;
      report(`Preview: ${score.left} : ${score.right} at game time ${time}. It plays again after a change.`);
    }
  }
}
