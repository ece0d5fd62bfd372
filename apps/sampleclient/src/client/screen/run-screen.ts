import type { Key } from 'node:readline';
import type { ReadStream, WriteStream } from 'node:tty';
import { resolveHost } from '@rcss/agent/node';
import { type LineLink, openLineLink } from '../line-link.js';
import { ANSWER_TIMEOUT_MS, describeSilence } from '../pipe.js';
import { composeFrame } from './frame.js';
import { choosePane, LatestMessage, MessageList } from './panes.js';
import { Terminal } from './terminal.js';

export interface ScreenOptions {
  readonly host: string;
  readonly port: number;
  readonly input: ReadStream;
  readonly output: WriteStream;
  /** Resolves when the client has to end. */
  readonly stop: Promise<unknown>;
}

/** Messages of a cycle arrive together; the screen is drawn once for them. */
const DRAW_INTERVAL_MS = 40;
const SCROLL_LINES = 4;
const HELP = 'Enter sends, arrows: history, PgUp/PgDn: scroll, Ctrl-C: quit';

/**
 * Runs the command line client in a terminal: one pane each for see, sense_body and hear messages, one for other
 * messages, and a command line. Resolves when the user quits.
 *
 * @throws TeamConnectionError if the host is unknown or the port of the server is closed; the terminal is restored.
 */
export async function runScreen(options: ScreenOptions): Promise<void> {
  const address = await resolveHost(options.host);
  await new Promise<void>((resolve, reject) => {
    const screen = new ClientScreen(options, address, (error) => {
      screen.close();
      if (error === null) resolve();
      else reject(error);
    });
    void options.stop.then(() => screen.end(null));
  });
}

/** The link to the server, the terminal, and what the panes show. */
class ClientScreen {
  readonly #title: string;
  readonly #see = new LatestMessage();
  readonly #body = new LatestMessage();
  readonly #hear = new MessageList();
  readonly #other = new MessageList();
  readonly #terminal: Terminal;
  readonly #link: LineLink;
  #drawTimer: NodeJS.Timeout | null = null;
  /** Called with the reason when the user quits (null) or the link fails. */
  readonly end: (error: Error | null) => void;

  constructor(options: ScreenOptions, address: string, end: (error: Error | null) => void) {
    const { host, port } = options;
    this.end = end;
    this.#title = `${host}:${port}`;
    this.#terminal = new Terminal(options.input, options.output, {
      onKey: (key) => this.#press(key),
      onLine: (line) => this.#send(line),
      onQuit: () => this.end(null),
      onResize: () => this.#draw(),
    });
    this.#link = openLineLink({
      address,
      port,
      answerTimeoutMs: ANSWER_TIMEOUT_MS,
      onMessage: (text) => this.#receive(text),
      onSilence: () => this.#note(describeSilence(host, port, ANSWER_TIMEOUT_MS)),
      onFailure: end,
    });
    this.#draw();
  }

  close(): void {
    if (this.#drawTimer !== null) clearTimeout(this.#drawTimer);
    this.#link.close();
    this.#terminal.close();
  }

  #receive(text: string): void {
    const pane = choosePane(text);
    if (pane === 'see') this.#see.set(text);
    else if (pane === 'body') this.#body.set(text);
    else (pane === 'hear' ? this.#hear : this.#other).add(text);
    this.#drawSoon();
  }

  #note(text: string): void {
    this.#other.add(text);
    this.#drawSoon();
  }

  #press({ ctrl = false, name }: Key): void {
    if (ctrl && name === 'l') this.#terminal.clear();
    else if (name === 'pageup') this.#other.scroll(SCROLL_LINES);
    else if (name === 'pagedown') this.#other.scroll(-SCROLL_LINES);
    this.#draw();
  }

  #send(line: string): void {
    if (line === '') return;
    this.#link.send(line);
    this.#other.add(`> ${line}`);
  }

  #drawSoon(): void {
    this.#drawTimer ??= setTimeout(() => this.#draw(), DRAW_INTERVAL_MS);
  }

  #draw(): void {
    if (this.#drawTimer !== null) clearTimeout(this.#drawTimer);
    this.#drawTimer = null;
    const frame = composeFrame(
      {
        status: ` ${this.#title}   ${HELP}`,
        panes: { see: this.#see, body: this.#body, hear: this.#hear, other: this.#other },
        line: this.#terminal.line,
        cursor: this.#terminal.cursor,
      },
      this.#terminal.size,
    );
    this.#terminal.show(frame);
  }
}
